"""The races of a round: groups, heats, a final, the best of several races.

Each race has a key for its place in the league: `3-1-2-1-1` is round 3, division 1, heat 2, group
1, race 1; the final is heat `f`.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ruleset import Ruleset, Seat, default_opponent, find_ruleset
from wreckoning.core.series import read_raced, rules_of
from wreckoning.core.texts.numerals import read_whole
from wreckoning.leagues.model import (
    BRACKET,
    GUEST,
    LADDER,
    League,
    LeagueRace,
    LeagueRound,
    ResultCorrection,
)
from wreckoning.leagues.points import for_place, places_of
from wreckoning.show.names import bot_names
from wreckoning.table.campaigns.playing import kind_of
from wreckoning.table.house_files import ruleset_by

ByGroup = dict[tuple[int, str, int], list[LeagueRace]]  # by division, heat and group
Corrections = Mapping[str, Sequence[ResultCorrection]]  # by race
NONE: Corrections = {}
K = TypeVar("K", bound=Hashable)
Score = TypeVar("Score", int, tuple[int, int], tuple[int, int, int])

FINAL = "f"
CAMPAIGN = "Campaign"
LAST = 10**6  # a final comes after all heats


@dataclass(frozen=True)
class Bout:
    """A race to run: its place in the league, and its drivers, from the first seat on."""

    round: int
    division: int  # from 0
    heat: str  # "1", "2" … or FINAL
    group: int  # from 1
    number: int  # among the races of this group, from 1
    entries: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Its key: `3-1-2-1-1`."""
        return f"{self.round}-{self.division + 1}-{self.heat}-{self.group}-{self.number}"

    @property
    def words(self) -> str:
        """Its name on a page: `Heat 2, group 1`."""
        heat = "Final" if self.heat == FINAL else f"Heat {self.heat}"
        return f"{heat}, group {self.group}, race {self.number}"


class Drivers(NamedTuple):
    """The drivers of a race, by seat: entries, names and bots ('' for a person)."""

    entries: tuple[int, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]

    def check_bots(self, bout: Bout) -> None:
        """Raise Illegal if people drive."""
        people = [name for name, bot in zip(self.names, self.bots, strict=True) if not bot]
        if people:
            raise Illegal(f"race {bout.key} waits for {', '.join(people)}")


class OtherDrivers(Illegal):
    """A log, or a campaign's file, is of other drivers than the race."""


def read_key(key: str) -> Bout:
    """Read the key of a race. Raises Malformed."""
    parts = key.split("-")
    numbers = [read_whole(part, 1) for part in parts]
    if len(parts) == 5 and parts[2] == FINAL:
        numbers[2] = LAST
    if len(parts) != 5 or None in numbers:
        raise Malformed("race", f"expected a key like 3-1-2-1-1, found {key[:40]!r}")
    number, division, _, group, race = (n for n in numbers if n is not None)
    return Bout(number, division - 1, parts[2], group, race)


def round_of(league: League, race: LeagueRace) -> LeagueRound:
    """The round of a race."""
    return league.rounds[read_key(race.key).round - 1]


def race_order(race: LeagueRace) -> tuple[int, int, int, int, int]:
    """Sort key: races in the order in which they are run. `read_key` has checked the key."""
    number, division, heat, group, race_number = race.key.split("-")
    return (
        int(number),
        int(division),
        LAST if heat == FINAL else int(heat),
        int(group),
        int(race_number),
    )


def groups_of(lineup: Sequence[int], seats: int, turn: int = 0) -> list[tuple[int, ...]]:
    """Even groups of at most `seats`, with the best spread over all; mixed by `turn`."""
    count = max(1, -(-len(lineup) // seats))
    found: list[list[int]] = [[] for _ in range(count)]
    for at, entry in enumerate(lineup):
        row, column = divmod(at, count)
        snake = column if row % 2 == 0 else count - 1 - column
        found[(snake + turn * row) % count].append(entry)
    return [tuple(group) for group in found]


def neighbours(lineup: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Even groups of neighbours, the best in the first: for a ladder."""
    count = max(1, -(-len(lineup) // seats))
    least, more = divmod(len(lineup), count)
    found, at = [], 0
    for group in range(count):
        size = least + (group < more)
        found.append(tuple(lineup[at : at + size]))
        at += size
    return found


def game_of(plan: LeagueRound) -> Ruleset:
    """The ruleset of a round's races, with the changes of its house file. Raises Malformed."""
    return ruleset_by(plan.ruleset, plan.house)


def course_of(plan: LeagueRound, bout: Bout) -> str:
    """The course of a race: in a series the next one."""
    return plan.courses[(bout.number - 1) % len(plan.courses)]


def course_title(plan: LeagueRound, bout: Bout) -> str:
    """The title of a race's course; a campaign's is what it is."""
    if plan.campaign is not None:
        return CAMPAIGN
    return str(find_ruleset(plan.ruleset).load_course(course_of(plan, bout)).title)


def file_of(plan: LeagueRound, bout: Bout) -> str:
    """The name of the file that keeps a race: its log, or a campaign's file."""
    return f"{bout.key}.jsonl" if plan.campaign is None else f"{bout.key}.json"


def players_of(plan: LeagueRound) -> range:
    """The possible numbers of drivers in one race of this round, or in one campaign."""
    ruleset = find_ruleset(plan.ruleset)
    return ruleset.seats if plan.campaign is None else kind_of(plan.ruleset).PLAYERS


def seats_of(plan: LeagueRound) -> int:
    """The most drivers in one race of this round."""
    return min(plan.seats, players_of(plan)[-1])


def drivers_of(league: League, bout: Bout) -> Drivers:
    """The drivers of a race, with guests in the seats that the game needs. Raises a WreckError."""
    plan = league.rounds[bout.round - 1]
    ruleset = find_ruleset(plan.ruleset)
    entries = [league.entry(number) for number in bout.entries]
    names, usual = [entry.name for entry in entries], default_opponent(ruleset)
    guests = bot_names(names)
    missing = max(0, players_of(plan)[0] - len(entries))
    bots = [e.bot if e.bot in (*ruleset.policies, "") else usual for e in entries]
    return Drivers(
        (*bout.entries, *[GUEST] * missing),
        (*names, *[next(guests) for _ in range(missing)]),
        (*bots, *[usual] * missing),
    )


def first_groups(
    league: League, number: int, division: int, heat: int = 1
) -> list[tuple[int, ...]]:
    """The groups of a heat."""
    plan = league.rounds[number - 1]
    lineup = plan.lineups[division] if division < len(plan.lineups) else []
    if not lineup:
        return []
    if league.terms.kind == LADDER:
        return neighbours(lineup, seats_of(plan))
    return groups_of(lineup, seats_of(plan), heat - 1)


def by_group(races: Iterable[LeagueRace]) -> ByGroup:
    """The races of a round by division, heat and group."""
    found: ByGroup = {}
    for race in sorted(races, key=race_order):
        bout = read_key(race.key)
        found.setdefault((bout.division, bout.heat, bout.group), []).append(race)
    return found


def is_decided(races: Sequence[LeagueRace], plan: LeagueRound) -> bool:
    """True if this group has run all its races. The best of three is over after two wins."""
    if len(plan.courses) > 1:
        return len(races) >= len(plan.courses)
    if len(races) >= plan.best_of:
        return True
    wins: dict[int, int] = {}
    for race in races:
        for entry, place in zip(race.entries, race.places, strict=True):
            wins[entry] = wins.get(entry, 0) + (place == 1)
    return bool(wins) and max(wins.values()) > plan.best_of // 2


def ranks(scores: Mapping[K, Score]) -> dict[K, int]:
    """The place of each score, the lowest first; equal ones share a place."""
    first: dict[Score, int] = {}
    ordered = sorted(scores, key=lambda one: scores[one])
    return {one: first.setdefault(scores[one], place) for place, one in enumerate(ordered, 1)}


def by_race(corrections: Iterable[ResultCorrection]) -> Corrections:
    """The corrections by the key of their race."""
    found: dict[str, list[ResultCorrection]] = {}
    for change in corrections:
        found.setdefault(change.race, []).append(change)
    return found


def group_places(races: Sequence[LeagueRace], corrections: Corrections = NONE) -> dict[int, int]:
    """The places in a group, by entry: by wins, then by the sum of places, then the last race."""
    totals: dict[int, tuple[int, int, int]] = {}
    for race in races:
        own = corrections.get(race.key, ())
        if any(change.do == "void" for change in own):
            continue
        for entry, place in zip(race.entries, places_of(race, own), strict=True):
            if entry != GUEST:
                won, total, _ = totals.get(entry, (0, 0, 0))
                totals[entry] = won - (place == 1), total + place, place
    return ranks(totals)


def own_places(races: Sequence[LeagueRace]) -> dict[int, int]:
    """The places in a group by the game's own scoring, by entry.

    Those of its series, if the same drivers have driven all of it; otherwise by the sum of the
    game's own points. A game without points has only its places.
    """
    last = races[-1]
    if last.raced is not None and all(race.entries == last.entries for race in races):
        past = [read_raced(f"race {race.key}", race.raced) for race in races]
        seats = [Seat(each.name, setup=dict(each.setup)) for each in past[-1].drivers]
        standings = rules_of(find_ruleset(last.ruleset)).standings(past, seats)
        return {last.entries[each.seat]: each.place for each in standings}
    if not any(race.own for race in races):
        return group_places(races)
    totals: dict[int, int] = {}
    for race in races:
        for entry, points in zip(race.entries, race.own or [0] * len(race.entries), strict=True):
            totals[entry] = totals.get(entry, 0) - points
    return ranks(totals)


def next_bouts(league: League, number: int) -> list[Bout]:
    """The races of an open round that can be run now."""
    plan = league.rounds[number - 1]
    run = by_group(league.races_of(number))
    found: list[Bout] = []
    for division in range(len(plan.lineups)):
        found += _bouts_of(league, plan, number, division, run)
    return found


def _bouts_of(
    league: League,
    plan: LeagueRound,
    number: int,
    division: int,
    run: ByGroup,
) -> list[Bout]:
    for heat in range(1, plan.heats + 1):
        groups = first_groups(league, number, division, heat)
        open_ones = _open(groups, plan, number, division, str(heat), run)
        if open_ones or not groups:
            return open_ones
    if not plan.final or len(first_groups(league, number, division)) + plan.heats < 3:
        return []  # one group that met once needs no final
    finalists = tuple(heat_order(league, number, division, run)[: min(plan.final, seats_of(plan))])
    return _open([finalists], plan, number, division, FINAL, run)


def _open(
    groups: Sequence[tuple[int, ...]],
    plan: LeagueRound,
    number: int,
    division: int,
    heat: str,
    run: ByGroup,
) -> list[Bout]:
    found = []
    for group, entries in enumerate(groups, 1):
        races = run.get((division, heat, group), [])
        if not races or not is_decided(races, plan):
            found.append(Bout(number, division, heat, group, len(races) + 1, entries))
    return found


def heat_order(league: League, number: int, division: int, run: ByGroup) -> list[int]:
    """The drivers of a division by their points in the heats of a round, the best first."""
    plan, corrections = league.rounds[number - 1], by_race(league.corrections)
    earned = {entry: [0, 0, at] for at, entry in enumerate(plan.lineups[division])}
    for (where, heat, _), races in run.items():
        if where != division or heat == FINAL:
            continue
        for entry, place in group_places(races, corrections).items():
            if entry in earned:
                worth = for_place(league.terms.points, place)
                earned[entry][0] -= worth
                earned[entry][1] += place
    return sorted(earned, key=lambda entry: earned[entry])


def is_run(league: League, number: int) -> bool:
    """True if all races of an open round are run."""
    return bool(league.rounds[number - 1].lineups) and not next_bouts(league, number)


# Brackets and ladders


def going_on(league: League, number: int) -> list[int]:
    """The drivers of a bracket who reach the next round, the best first."""
    seeds = {entry: at for at, entry in enumerate(league.rounds[0].lineups[0])}
    found, corrections = [], by_race(league.corrections)
    for races in by_group(league.races_of(number)).values():
        places = group_places(races, corrections)
        ordered = sorted(places, key=lambda entry: (places[entry], seeds.get(entry, 10**6)))
        found += [
            (place, seeds.get(entry, 10**6), entry)
            for place, entry in enumerate(ordered[: league.terms.go_on], 1)
        ]
    return [entry for _, _, entry in sorted(found)]


def is_bracket_over(league: League, number: int) -> bool:
    """True if this round of a bracket was its final."""
    return len(first_groups(league, number, 0)) <= 1


def ladder_after(league: League, number: int) -> list[int]:
    """The order of a ladder after a round: the best of each group climb over the last above."""
    if number == 0:
        return []
    lineup = list(league.rounds[number - 1].lineups[0])
    groups = neighbours(lineup, seats_of(league.rounds[number - 1]))
    raced = {key[2]: races for key, races in by_group(league.races_of(number)).items()}
    ordered, corrections = [], by_race(league.corrections)
    for at, group in enumerate(groups, 1):
        places = group_places(raced.get(at, []), corrections)
        ranked = sorted((places.get(entry, 99), index) for index, entry in enumerate(group))
        ordered.append([group[index] for _, index in ranked])
    for above, below in itertools.pairwise(ordered):
        above[-1], below[0] = below[0], above[-1]
    return [entry for group in ordered for entry in group]


def lineup_after(league: League, number: int, driving: Sequence[int]) -> list[int]:
    """The drivers of the next round of a bracket or ladder, the best first.

    `driving` are all drivers, by their seeds. New drivers join a ladder at its end.
    """
    if number == 0:
        return list(driving)
    if league.terms.kind == BRACKET:
        return going_on(league, number)
    wanted = set(driving)
    order = [entry for entry in ladder_after(league, number) if entry in wanted]
    known = set(order)
    return order + [entry for entry in driving if entry not in known]
