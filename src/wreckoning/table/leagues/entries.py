"""Entries of a league: sign-ups and the waiting list."""

from __future__ import annotations

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ruleset import MAX_NAME, RESERVED_NAMES
from wreckoning.table.leagues.model import (
    MOST_ENTRIES,
    League,
    LeagueEntry,
)


def join(
    league: League,
    name: str,
    now: float,
    *,
    bot: str = "",
    team: str = "",
    driver_class: str = "",
    division: int | None = None,
    profile: str = "",
    by_owner: bool = False,
) -> LeagueEntry:
    """Sign a driver up: into the first division with a free place, else onto the waiting list.

    Raises Malformed or Illegal.
    """
    name = name.strip()
    _check_name(league, name)
    if league.terms.sign_up == "closed" and not by_owner:
        raise Illegal("sign-up is closed; ask the owner of the league")
    if driver_class and driver_class not in league.terms.classes:
        known = ", ".join(league.terms.classes) or "none"
        raise Malformed("class", f"expected one of {known}, found {driver_class[:40]!r}")
    if len(league.entries) >= MOST_ENTRIES:
        raise Illegal(f"expected at most {MOST_ENTRIES} drivers")
    if profile and any(e.profile == profile and e.state != "out" for e in league.entries):
        raise Illegal("this player has signed up already")
    wanted = range(len(league.terms.divisions)) if division is None else [division]
    if not all(0 <= each < len(league.terms.divisions) for each in wanted):
        raise Malformed("division", f"expected 1 to {len(league.terms.divisions)}")
    free = [each for each in wanted if has_place(league, each)]
    entry = LeagueEntry(
        number=1 + max((e.number for e in league.entries), default=0),
        name=name,
        bot=bot,
        team=team.strip(),
        driver_class=driver_class,
        division=free[0] if free else wanted[-1],
        profile=profile,
        state="in" if free else "waiting",
        joined=now,
    )
    league.entries.append(entry)
    return entry


def _check_name(league: League, name: str) -> None:
    if not name.isprintable() or not 1 <= len(name) <= MAX_NAME:
        raise Malformed("name", f"expected 1 to {MAX_NAME} printable characters")
    taken = {e.name.casefold() for e in league.entries if e.state != "out"}
    if name.casefold() in {*taken, *RESERVED_NAMES}:
        raise Malformed("name", f"the name {name!r} is taken")


def has_place(league: League, division: int) -> bool:
    """True if this division has a free place."""
    places = league.terms.divisions[division].places
    return not places or len(league.driving(division)) < places


def leave(league: League, number: int) -> LeagueEntry | None:
    """Withdraw a driver. Returns the first on the waiting list, if they get the place."""
    entry = league.entry(number)
    if entry.state == "out":
        raise Illegal(f"{entry.name} has left already")
    was_in, entry.state = entry.state == "in", "out"
    return move_up(league, entry.division) if was_in else None


def move_up(league: League, division: int) -> LeagueEntry | None:
    """Give a free place in a division to the first on the waiting list, if there is one."""
    waiting = [*league.waiting(division), *league.waiting()]
    if not waiting or not has_place(league, division):
        return None
    waiting[0].state, waiting[0].division = "in", division
    return waiting[0]


def place_in_line(league: League, number: int) -> int:
    """The place on the waiting list, from 1; 0 for a driver who is not on it."""
    numbers = [entry.number for entry in league.waiting()]
    return numbers.index(number) + 1 if number in numbers else 0
