"""Entries of a league: sign-ups, those who come back, and the waiting list."""

from __future__ import annotations

from collections.abc import Collection

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.seats import RESERVED_NAMES
from wreckoning.core.texts.names import folded, read_name, same_name
from wreckoning.leagues.model import MOST_ENTRIES, Away, League, LeagueEntry
from wreckoning.leagues.people import latest_away, rounds_of
from wreckoning.table.given import MAX_LABEL
from wreckoning.table.lookalikes import check_new_look


def sign_up(
    league: League,
    name: str,
    now: float,
    *,
    bot: str = "",
    team: str = "",
    driver_class: str = "",
    division: int | None = None,
    profiles: Collection[str] = (),
    by_owner: bool = False,
    own: LeagueEntry | None = None,
) -> LeagueEntry:
    """Sign a driver up: into the first division with a free place, else onto the waiting list.

    A driver who has left comes back to their `own` entry; for the owner, the name tells which it
    is. Raises Malformed or Illegal.
    """
    name = read_name("name", name)
    if league.terms.sign_up == "closed" and not by_owner:
        raise Illegal("sign-up is closed; ask the owner of the league")
    if driver_class and driver_class not in league.terms.classes:
        known = ", ".join(league.terms.classes) or "none"
        raise Malformed("class", f"expected one of {known}, found {driver_class[:40]!r}")
    if any(e.profile in profiles and e.state != "out" for e in league.entries if e.profile):
        raise Illegal("this player has signed up already")
    if by_owner and own is None:
        own = who_left(league, name, bot)
    _check_name(league, name, own)
    entry = own or _new_entry(league, now)
    where = _division_for(league, entry, division)
    entry.name, entry.bot, entry.division = name, bot, where
    entry.team = _team(league, team) or entry.team
    entry.driver_class = driver_class or entry.driver_class
    if own is None:
        entry.profile = next(iter(profiles), "")
    elif own.away:
        own.away[-1].back = now
    entry.state = "in" if has_place(league, where) else "waiting"
    if own is None or entry.state == "waiting":  # behind those who wait already
        league.entries = [*(e for e in league.entries if e is not entry), entry]
    return entry


def _new_entry(league: League, now: float) -> LeagueEntry:
    if len(league.entries) >= MOST_ENTRIES:
        raise Illegal(f"expected at most {MOST_ENTRIES} drivers")
    last = max((n for e in league.entries for n in (e.number, *e.also)), default=0)
    return LeagueEntry(number=last + 1, name="", joined=now, state="out")


def who_left(league: League, name: str, bot: str = "") -> LeagueEntry | None:
    """The entry of a driver of this name who has left: of a person, or of a bot."""
    found = (e for e in league.entries if e.state == "out" and bool(e.bot) == bool(bot))
    return next((entry for entry in found if same_name(entry.name, name)), None)


def _division_for(league: League, entry: LeagueEntry, wanted: int | None) -> int:
    """The division of a driver who signs up: who drove before stays where their points are."""
    divisions = league.terms.divisions
    if wanted is not None and not 0 <= wanted < len(divisions):
        raise Malformed("division", f"expected 1 to {len(divisions)}")
    if rounds_of(league, entry):
        if wanted not in (None, entry.division):
            title = divisions[entry.division].title
            raise Illegal(f"{entry.name} drove in {title} before, and comes back there")
        return entry.division
    among = range(len(divisions)) if wanted is None else [wanted]
    return next((each for each in among if has_place(league, each)), among[-1])


def _team(league: League, team: str) -> str:
    """A team's name, as its first driver spelled it."""
    team = read_name("team", team, MAX_LABEL, 0)
    return next((e.team for e in league.entries if same_name(e.team, team)), team)


def _check_name(league: League, name: str, own: LeagueEntry | None) -> None:
    others = [entry for entry in league.entries if entry is not own]
    taken = [entry.name for entry in others if entry.state != "out"]
    if folded(name) in {*map(folded, taken), *RESERVED_NAMES}:
        raise Malformed("name", f"the name {name!r} is taken")
    check_new_look("name", name, taken)
    left = [entry for entry in others if entry.state == "out" and same_name(entry.name, name)]
    if any(rounds_of(league, entry) for entry in left):
        problem = f"{name!r} drove here and left; to come back, use their browser or ask the owner"
        raise Malformed("name", problem)


def has_place(league: League, division: int) -> bool:
    """True if this division has a free place."""
    places = league.terms.divisions[division].places
    return not places or len(league.driving(division)) < places


def leave(league: League, number: int, now: float) -> LeagueEntry | None:
    """Withdraw a driver. Returns the first on the waiting list, if they get the place."""
    entry = league.entry(number)
    if entry.state == "out":
        raise Illegal(f"{entry.name} has left already")
    was_in, entry.state = entry.state == "in", "out"
    entry.away = latest_away([*entry.away, Away(left=now)])
    return move_up(league, entry.division) if was_in else None


def move_up(league: League, division: int) -> LeagueEntry | None:
    """Give a free place in a division to the first on the waiting list, if there is one.

    Who drove in another division waits for a place there, where their points are.
    """
    others = (entry for entry in league.waiting() if not rounds_of(league, entry))
    first = next(iter([*league.waiting(division), *others]), None)
    if first is None or not has_place(league, division):
        return None
    first.state, first.division = "in", division
    return first


def place_in_line(league: League, number: int) -> int:
    """The place on the waiting list, from 1; 0 for a driver who is not on it."""
    numbers = [entry.number for entry in league.waiting()]
    return numbers.index(number) + 1 if number in numbers else 0
