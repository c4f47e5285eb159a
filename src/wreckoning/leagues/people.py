"""A person's entry in a league: one, however often they leave, come back or change their name.

Entries that turn out to be one person's become one: the earlier number stays, and `also` names the
others. What is stored under those is read as if it had the number that stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wreckoning.core.texts.names import folded

if TYPE_CHECKING:
    from wreckoning.leagues.model import Away, League, LeagueEntry, LeagueRace

STATES = ("in", "waiting", "out")  # what an entry of one person is, if it was two
MOST_JOINED = 1000  # entries that turned out to be one person's
MOST_AWAY = 20  # absences of one driver that are kept


def gather(league: League) -> None:
    """Make one entry of those that one profile holds, and read what is stored by one number."""
    by_profile: dict[str, list[LeagueEntry]] = {}
    for entry in league.entries:
        if entry.profile:
            by_profile.setdefault(entry.profile, []).append(entry)
    _join_all(league, by_profile.values())
    renumber(league)


def gather_names(league: League) -> None:
    """Make one entry of those of one name, in a file: there, nothing else tells who drives.

    All but one have left, since two drivers never have one name.
    """
    by_name: dict[tuple[str, bool], list[LeagueEntry]] = {}
    for entry in league.entries:
        if not entry.profile:
            by_name.setdefault((folded(entry.name), bool(entry.bot)), []).append(entry)
    _join_all(league, by_name.values())
    renumber(league)


def _join_all(league: League, groups: Iterable[Sequence[LeagueEntry]]) -> None:
    for group in groups:
        first, *others = group
        for other in others:
            if can_join(league, first, other):
                first = join_entries(league, first, other)


def can_join(league: League, one: LeagueEntry, other: LeagueEntry) -> bool:
    """True unless both drove in one round: then they are two drivers.

    An entry takes only so many others: nobody signs up that often but to spoil the league.
    """
    fits = len(one.also) + len(other.also) < MOST_JOINED
    return fits and rounds_of(league, one).isdisjoint(rounds_of(league, other))


def rounds_of(league: League, entry: LeagueEntry) -> set[int]:
    """The rounds in which an entry drove, or is to drive, from 1."""
    own = {entry.number, *entry.also}
    found = {
        number
        for number, plan in enumerate(league.rounds, 1)
        if any(not own.isdisjoint(lineup) for lineup in plan.lineups)
    }
    found |= {one.round for one in league.substitutions if own & {one.leaves, one.comes}}
    drove = (race for race in league.races if not own.isdisjoint(_drivers_in(race)))
    return found | {int(race.key.partition("-")[0]) for race in drove}


def _drivers_in(race: LeagueRace) -> Iterable[int]:
    return (*race.entries, *(n for drivers in race.shares.values() for n, _ in drivers))


def join_entries(league: League, one: LeagueEntry, other: LeagueEntry) -> LeagueEntry:
    """Make one entry of two, with the earlier number; the rest is as in the one that drives now."""
    now, before = sorted((one, other), key=lambda each: (STATES.index(each.state), -each.number))
    if rounds_of(league, before) and not rounds_of(league, now):
        now.division = before.division
    first = min(one.number, other.number)
    numbers = {one.number, other.number, *one.also, *other.also}
    now.also = sorted(numbers - {first})
    now.seed = next((each.seed for each in (one, other) if each.number == first and each.seed), 0)
    now.seed = now.seed or one.seed or other.seed
    now.joined = min(one.joined, other.joined)
    now.away = latest_away(sorted([*one.away, *other.away], key=lambda each: each.left))
    now.profile = now.profile or before.profile
    now.team, now.driver_class = now.team or before.team, now.driver_class or before.driver_class
    now.number = first
    league.entries = [entry for entry in league.entries if entry is not before]
    return now


def latest_away(away: list[Away]) -> list[Away]:
    """The absences of a driver that are kept: the latest."""
    return away[-MOST_AWAY:]


def numbers_now(entries: Iterable[LeagueEntry]) -> dict[int, int]:
    """The present numbers of drivers by those that they had as well."""
    return {old: entry.number for entry in entries for old in entry.also}


def renumber(league: League) -> None:
    """Read everything by the present numbers of drivers."""
    now = numbers_now(league.entries)
    if not now:
        return
    league.races = [renumbered(race, now) for race in league.races]
    for plan in league.rounds:
        plan.lineups = [_each(lineup, now) for lineup in plan.lineups]
        plan.present = _each(plan.present, now)
    for change in league.corrections:
        change.entry = now.get(change.entry, change.entry)
    for step in league.substitutions:
        step.leaves = now.get(step.leaves, step.leaves)
        step.comes = now.get(step.comes, step.comes)


def _each(numbers: Iterable[int], now: Mapping[int, int]) -> list[int]:
    return list(dict.fromkeys(now.get(number, number) for number in numbers))


def renumbered(race: LeagueRace, now: Mapping[int, int]) -> LeagueRace:
    """A race with the present numbers of its drivers."""
    if now.keys().isdisjoint((*_drivers_in(race), *race.luck)):
        return race
    shares = {
        seat: [(now.get(number, number), share) for number, share in drivers]
        for seat, drivers in race.shares.items()
    }
    luck = {now.get(number, number): one for number, one in race.luck.items()}
    entries = [now.get(number, number) for number in race.entries]
    return replace(race, entries=entries, shares=shares, luck=luck)
