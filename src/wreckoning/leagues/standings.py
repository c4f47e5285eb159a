"""The standings of a league: points of all rounds, the worst ones dropped, ties broken.

There is a row for each driver of a division, a class or the whole league. Everything is computed
from the races and the corrections, so that any program gets the same result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.leagues.model import (
    BRACKET,
    GUEST,
    LADDER,
    SEASON,
    League,
    LeagueRace,
    LeagueRound,
    Points,
    TieBreak,
)
from wreckoning.leagues.points import best_of_lap, bonus, for_place, places_of, split
from wreckoning.leagues.rounds import (
    FINAL,
    by_race,
    going_on,
    group_places,
    ladder_after,
    own_places,
    race_order,
    ranks,
    read_key,
)

FORM = 5  # places shown as a driver's form
NO_PLACE = 10**6


@dataclass
class LeagueRow:
    """A driver's row in the standings. `rounds` are the points of each round; None: not driven."""

    entry: int
    rounds: list[int | None]
    dropped: list[int] = field(default_factory=list)  # rounds that do not count, from 1
    place: int = 0
    points: int = 0
    places: list[int] = field(default_factory=list)  # in all races, in order
    poles: int = 0
    fastest_laps: int = 0
    races: int = 0  # that count
    tie: TieBreak | Literal[""] = ""  # the tie-break against drivers with as many points
    moves: str = ""  # "up" or "down" at the end of the season

    @property
    def wins(self) -> int:
        return self.places.count(1)

    @property
    def podiums(self) -> int:
        return sum(1 <= place <= 3 for place in self.places)

    @property
    def form(self) -> list[int]:
        """The latest places."""
        return self.places[-FORM:]


class Scored(NamedTuple):
    """A driver's score in a round: for one of its races, or for all of it."""

    entry: int
    points: int
    place: int  # 0: only points


class Scoring:
    """The scores of a league's races, for all drivers or `among` some, such as a class."""

    def __init__(self, league: League, among: Collection[int] | None = None) -> None:
        self._terms, self._among = league.terms, among
        self._rounds = league.rounds
        self._corrections = by_race(league.corrections)

    def counted(self, races: Iterable[LeagueRace]) -> list[LeagueRace]:
        """The races that are not void."""
        return [race for race in races if not self._is_void(race)]

    def of_round(self, number: int, races: Sequence[LeagueRace]) -> list[Scored]:
        """The scores of one division's races of a round, in order."""
        plan = self._rounds[number - 1]
        counted = self.counted(races)
        scored: list[Scored] = []
        if plan.scoring == "own":
            for race in counted:
                scored += self._race(race, self._places(race), race.own or [0] * len(race.entries))
        elif plan.scoring == "order" and plan.campaign is None:  # a campaign's order is its places
            scored += self._by_group(counted, own_places)
        elif plan.final and any(read_key(race.key).heat == FINAL for race in counted):
            scored += self._with_final(counted)
        elif plan.best_of > 1:
            scored += self._by_group(counted, lambda group: group_places(group, self._corrections))
        else:
            for race in counted:
                places = self._places(race)
                worth = [for_place(self._terms.points, place) for place in places]
                scored += self._race(race, places, worth, bonus(self._terms.points, race))
        return scored + self._awarded(races)

    def _is_void(self, race: LeagueRace) -> bool:
        return any(change.do == "void" for change in self._corrections.get(race.key, ()))

    def _awarded(self, races: Sequence[LeagueRace]) -> list[Scored]:
        """Points that the owner added or removed."""
        changes = [change for race in races for change in self._corrections.get(race.key, ())]
        return [
            Scored(change.entry, change.value, 0)
            for change in changes
            if change.do == "points" and (self._among is None or change.entry in self._among)
        ]

    def _places(self, race: LeagueRace) -> list[int]:
        changes = self._corrections.get(race.key, ())
        if self._among is None:
            if not changes and GUEST not in race.entries:
                return race.places
            return places_of(race, changes)
        entries = [entry if entry in self._among else GUEST for entry in race.entries]
        own = LeagueRace(
            race.key, race.ruleset, race.course, race.kept, entries, race.places, race.grid,
            race.finish, race.length,
        )  # fmt: skip
        return places_of(own, changes)

    def _race(
        self,
        race: LeagueRace,
        places: Sequence[int],
        worth: Sequence[int],
        extra: Sequence[int] | None = None,
    ) -> list[Scored]:
        """The place and points of each seat, shared by all its drivers."""
        if not race.shares:
            return [
                Scored(entry, points + (extra[seat] if extra else 0), place)
                for seat, (entry, place, points) in enumerate(
                    zip(race.entries, places, worth, strict=True)
                )
                if place
            ]
        found = []
        for seat, (place, points) in by_seat(zip(places, worth, strict=True)):
            if place:
                whole = points + (extra[seat] if extra else 0)
                found += self._shared(race, seat, whole, place)
        return found

    def _shared(self, race: LeagueRace, seat: SeatIndex, points: int, place: int) -> list[Scored]:
        parts = split(race, seat, points, self._terms.share)
        last = len(parts) - 1
        return [
            Scored(entry, part, place if at == last else 0)
            for at, (entry, part) in enumerate(parts)
            if entry != GUEST
        ]

    def _extras(self, races: Iterable[LeagueRace]) -> list[Scored]:
        found = []
        for race in races:
            places = self._places(race)
            for seat, points in by_seat(bonus(self._terms.points, race)):
                if points and places[seat]:
                    found += [
                        Scored(each.entry, each.points, 0)
                        for each in self._shared(race, seat, points, 0)
                    ]
        return found

    def _by_group(
        self,
        races: Sequence[LeagueRace],
        places: Callable[[Sequence[LeagueRace]], dict[int, int]],
    ) -> list[Scored]:
        """Points for the place after all races of a group."""
        found: list[Scored] = []
        groups: dict[tuple[str, int], list[LeagueRace]] = defaultdict(list)
        for race in races:
            bout = read_key(race.key)
            groups[bout.heat, bout.group].append(race)
        for group in groups.values():
            found += self._placed(group, places(group))
        return found + self._extras(races)

    def _with_final(self, races: Sequence[LeagueRace]) -> list[Scored]:
        """Points for the place in the final; the others follow by their heats."""
        finals = [race for race in races if read_key(race.key).heat == FINAL]
        heats = [race for race in races if read_key(race.key).heat != FINAL]
        places = group_places(finals, self._corrections)
        finalists = len(group_places(finals))
        earned: dict[int, tuple[int, int]] = {}
        for race in heats:
            for entry, place in zip(race.entries, self._places(race), strict=True):
                if entry not in places and place:
                    before = earned.get(entry, (0, 0))
                    worth = for_place(self._terms.points, place)
                    earned[entry] = (before[0] - worth, before[1] + place)
        for entry, place in ranks(earned).items():
            places[entry] = finalists + place
        return self._placed([*heats, *finals], places) + self._extras(races)

    def _placed(self, races: Sequence[LeagueRace], places: dict[int, int]) -> list[Scored]:
        found: list[Scored] = []
        latest = {entry: (race, seat) for race in races for seat, entry in by_seat(race.entries)}
        chosen = {e: p for e, p in places.items() if self._among is None or e in self._among}
        for entry, rank in ranks(chosen).items():
            race, seat = latest[entry]
            found += self._shared(race, seat, for_place(self._terms.points, rank), rank)
        return found


class LeagueRaces:
    """The races of a league in the order that its tables need."""

    def __init__(self, league: League) -> None:
        self._races = league.races
        self._rounds: dict[tuple[int, int], list[LeagueRace]] = defaultdict(list)
        for race in sorted(league.races, key=race_order):
            number, where, _ = race.key.split("-", 2)
            self._rounds[int(number), int(where) - 1].append(race)

    def of(self, division: int | None) -> list[tuple[int, list[LeagueRace]]]:
        """The races of a division (from 0), or of all of them, by round (from 1)."""
        return [
            (n, self._rounds[n, at]) for n, at in sorted(self._rounds) if division in (None, at)
        ]

    @cached_property
    def places(self) -> dict[int, list[dict[int, int]]]:
        """For each driver the places of all drivers in each of their races."""
        found: dict[int, list[dict[int, int]]] = {}
        for race in self._races:
            places = dict(zip(race.entries, race.places, strict=True))
            for entry in places:
                found.setdefault(entry, []).append(places)
        return found


def standings(
    league: League,
    division: int | None = None,
    driver_class: str | None = None,
    raced: LeagueRaces | None = None,
) -> list[LeagueRow]:
    """The table of a division, a class, or of all drivers; the best first.

    Tournaments have places instead: how far each driver got, or their place on the ladder. A caller
    with several tables passes what they share.
    """
    chosen = {
        entry.number
        for entry in league.entries
        if division in (None, entry.division)
        and (driver_class is None or entry.driver_class == driver_class)
    }
    among = chosen if driver_class is not None else None
    raced = raced or LeagueRaces(league)
    rows = _score(league, raced, division, chosen, among)
    _add_up(league.terms.points, league.rounds, rows.values())
    _drop_empty(league, rows)
    if league.terms.kind == SEASON:
        ordered = _in_order(league, list(rows.values()), raced)
    else:
        ordered = _in_tournament(league, rows)
    if division is not None and driver_class is None and league.terms.kind == SEASON:
        _mark_moves(league, division, ordered)
    return ordered


def _score(
    league: League,
    raced: LeagueRaces,
    division: int | None,
    chosen: Collection[int],
    among: Collection[int] | None,
) -> dict[int, LeagueRow]:
    rounds = len(league.rounds)
    rows = {number: LeagueRow(number, [None] * rounds) for number in sorted(chosen)}
    scoring = Scoring(league, among)
    for number, races in raced.of(division):
        for scored in scoring.of_round(number, races):
            row = rows.get(scored.entry)
            if row is None:
                continue
            row.rounds[number - 1] = (row.rounds[number - 1] or 0) + scored.points
            if scored.place:
                row.places.append(scored.place)
        _count_deeds(races, rows)
        for race in scoring.counted(races):
            for entry in race.entries:
                if entry in rows:
                    rows[entry].races += 1
    return rows


def _count_deeds(races: Iterable[LeagueRace], rows: dict[int, LeagueRow]) -> None:
    for race in races:
        for entry, place in zip(race.entries, race.grid, strict=True):
            if place == 1 and entry in rows:
                rows[entry].poles += 1
        for seat in best_of_lap(race):
            if race.entries[seat] in rows:
                rows[race.entries[seat]].fastest_laps += 1


def _add_up(points: Points, rounds: Sequence[LeagueRound], rows: Iterable[LeagueRow]) -> None:
    """Add up the rounds that count: all but the worst, once enough are driven."""
    kept = max(1, len(rounds) - points.drop)
    held = [n for n in range(len(rounds)) if rounds[n].closed is not None]
    for row in rows:
        row.points = sum(each or 0 for each in row.rounds)
        driven = [n for n, each in enumerate(row.rounds) if each is not None or n in held]
        if points.drop and len(driven) > kept:
            worst = sorted(driven, key=lambda n: (row.rounds[n] or 0, -n))[: len(driven) - kept]
            row.dropped = [n + 1 for n in sorted(worst)]
            row.points -= sum(row.rounds[n] or 0 for n in worst)


def _drop_empty(league: League, rows: dict[int, LeagueRow]) -> None:
    """Remove drivers who are no longer in the league and never drove."""
    for entry in league.entries:
        row = rows.get(entry.number)
        if (
            row is not None
            and entry.state != "in"
            and not any(each is not None for each in row.rounds)
        ):
            del rows[entry.number]


def _in_order(league: League, rows: list[LeagueRow], raced: LeagueRaces) -> list[LeagueRow]:
    by_points: dict[int, list[LeagueRow]] = defaultdict(list)
    for row in rows:
        by_points[row.points].append(row)
    ties = _Ties(raced)
    ordered: list[LeagueRow] = []
    for points in sorted(by_points, reverse=True):
        for equal in ties.broken(by_points[points], league.terms.tie_breaks):
            place = len(ordered) + 1
            for row in equal:
                row.place = place
            ordered += equal
    return ordered


class _Ties:
    """Breaks ties between drivers with equal points."""

    def __init__(self, raced: LeagueRaces) -> None:
        self._raced = raced

    def broken(self, rows: list[LeagueRow], rules: Sequence[TieBreak]) -> list[list[LeagueRow]]:
        """The rows in groups that are equal by all rules, the best first."""
        if len(rows) == 1 or not rules:
            return [sorted(rows, key=lambda row: row.entry)]
        key = self._key(rules[0], rows)
        groups: dict[tuple[int, ...], list[LeagueRow]] = defaultdict(list)
        for row in rows:
            groups[key(row)].append(row)
        if len(groups) > 1:
            for row in rows:
                row.tie = rules[0]
        found = []
        for each in sorted(groups):
            found += self.broken(groups[each], rules[1:])
        return found

    def _key(
        self, rule: TieBreak, rows: Sequence[LeagueRow]
    ) -> Callable[[LeagueRow], tuple[int, ...]]:
        if rule == "head_to_head":
            ahead = self._ahead({row.entry for row in rows})
            return lambda row: (-ahead[row.entry],)
        keys: dict[TieBreak, Callable[[LeagueRow], tuple[int, ...]]] = {
            "wins": lambda row: (-row.wins,),
            "countback": countback,
            "last_round": lambda row: (row.places[-1] if row.places else NO_PLACE,),
            "poles": lambda row: (-row.poles,),
            "fastest_laps": lambda row: (-row.fastest_laps,),
            "entry": lambda row: (row.entry,),
        }
        return keys[rule]

    def _ahead(self, tied: Collection[int]) -> dict[int, int]:
        """How often each of them finished ahead of another of them.

        Looks only at races of theirs: all ties together take no more than all races.
        """
        return {
            entry: sum(
                places[entry] < place
                for places in self._raced.places.get(entry, ())
                for other, place in places.items()
                if other in tied
            )
            for entry in tied
        }


def countback(row: LeagueRow) -> tuple[int, ...]:
    """Sort key: fewer first places sort later, then fewer second places, and so on."""
    counts = Counter(row.places)
    return (*(-counts[place] for place in range(1, max(counts, default=0) + 1)), 0)


def _mark_moves(league: League, division: int, rows: Sequence[LeagueRow]) -> None:
    terms = league.terms.divisions[division]
    above = division > 0
    below = division < len(league.terms.divisions) - 1
    states = {entry.number: entry.state for entry in league.entries}
    staying = [row for row in rows if states[row.entry] == "in"]
    if above:
        for row in staying[: terms.up]:
            row.moves = "up"
    if below and terms.down:
        for row in staying[max(terms.up if above else 0, len(staying) - terms.down) :]:
            row.moves = "down"


def _in_tournament(league: League, rows: dict[int, LeagueRow]) -> list[LeagueRow]:
    held = [n for n, plan in enumerate(league.rounds, 1) if plan.lineups]
    if not held:
        order = [(0, 0, entry) for entry in rows]
    elif league.terms.kind == LADDER:
        ladder = ladder_after(league, held[-1])
        order = [(0, at, entry) for at, entry in enumerate(ladder) if entry in rows]
    else:
        order = _in_bracket(league, held, rows)
    for place, (_, _, entry) in enumerate(sorted(order), 1):
        rows[entry].place = place
    return [rows[entry] for _, _, entry in sorted(order)]


def _in_bracket(
    league: League, held: Sequence[int], rows: dict[int, LeagueRow]
) -> list[tuple[int, int, int]]:
    """(the round of their exit, their place then, the entry)."""
    assert league.terms.kind == BRACKET
    reached = {entry: n for n in held for entry in league.rounds[n - 1].lineups[0]}
    winners = going_on(league, held[-1])
    latest = {row.entry: row.places[-1] if row.places else NO_PLACE for row in rows.values()}
    return [
        (-reached.get(entry, 0), NO_PLACE if entry not in winners and place == 1 else place, entry)
        for entry, place in latest.items()
    ]


@dataclass(frozen=True)
class TeamRow:
    """A team's row in the standings: the points of its best drivers in each round."""

    team: str
    place: int
    points: int
    rounds: list[int]
    drivers: list[int]


def team_standings(league: League) -> list[TeamRow]:
    """The table of teams, over all divisions; empty if the league has none."""
    if not league.terms.team_counts:
        return []
    rows = {row.entry: row for row in standings(league)}
    teams: dict[str, list[int]] = defaultdict(list)
    for entry in league.entries:
        if entry.team and entry.number in rows:
            teams[entry.team].append(entry.number)
    found = []
    for team, drivers in teams.items():
        scored = [
            sum(
                sorted((rows[d].rounds[n] or 0 for d in drivers), reverse=True)[
                    : league.terms.team_counts
                ]
            )
            for n in range(len(league.rounds))
        ]
        found.append((sum(scored), team, scored, drivers))
    ordered = sorted(found, key=lambda each: (-each[0], each[1].casefold()))
    place = ranks({team: -points for points, team, *_ in ordered})
    return [
        TeamRow(team, place[team], points, scored, drivers)
        for points, team, scored, drivers in ordered
    ]
