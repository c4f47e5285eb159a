"""The history of a league: records by course, drivers head to head, a driver's form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.texts.wording import several
from wreckoning.leagues.model import GUEST, League, LeagueRace
from wreckoning.leagues.rounds import race_order, read_key
from wreckoning.table.house_files import without_layout

FASTEST_LAP, FASTEST_RACE, MOST_PASSES, CLOSEST = (
    "fastest lap",
    "fastest race",
    "most passes",
    "closest finish",
)


@dataclass(frozen=True)
class LeagueRecord:
    """A record: its kind, course, game, value, holders, and race.

    `house` is the first round with the same house file, 0 if the race had none.
    """

    ruleset: str
    course: str
    house: int
    what: str
    value: int
    entries: tuple[int, ...]
    race: str
    round: int


def records(league: League) -> list[LeagueRecord]:
    """The records of every course and game, by game and course; apart for each house file."""
    best: dict[tuple[str, str, int, str], LeagueRecord] = {}
    houses = _first_rounds(league)
    void = {change.race for change in league.corrections if change.do == "void"}
    for race in sorted(league.races, key=race_order):
        if race.key in void:
            continue
        for found in _of_race(race, houses):
            key = (found.ruleset, found.course, found.house, found.what)
            known = best.get(key)
            if known is None or _is_better(found, known):
                best[key] = found
    return [best[key] for key in sorted(best)]


def _is_better(found: LeagueRecord, known: LeagueRecord) -> bool:
    """True if strictly better: an equal result does not take a record."""
    if found.what == MOST_PASSES:
        return found.value > known.value
    return found.value < known.value


def _first_rounds(league: League) -> list[int]:
    """For each round the first one with the same house file, from 1; 0 without one."""
    first = {"": 0}
    return [
        first.setdefault(without_layout(plan.house), number)
        for number, plan in enumerate(league.rounds, 1)
    ]


def _of_race(race: LeagueRace, houses: Sequence[int]) -> Iterator[LeagueRecord]:
    number = read_key(race.key).round

    def record(what: str, value: int, *seats: int) -> LeagueRecord:
        entries = tuple(race.entries[seat] for seat in seats)
        house = houses[number - 1]
        return LeagueRecord(
            race.ruleset, race.course, house, what, value, entries, race.kept, number
        )

    own = [seat for seat, entry in enumerate(race.entries) if entry != GUEST]
    laps = [(lap, seat) for seat, lap in _column(race, "best_lap") if lap > 0]
    if laps:
        yield record(FASTEST_LAP, *min(laps))
    home = sorted((race.finish[seat], race.places[seat], seat) for seat in own if race.finish[seat])
    if home:
        yield record(FASTEST_RACE, home[0][0], home[0][2])
    passes = [(count, -seat) for seat, count in _column(race, "passes") if count > 0]
    if passes:
        yield record(MOST_PASSES, max(passes)[0], -max(passes)[1])
    if len(home) >= 3:  # a podium of three: two alone often share a turn
        yield record(CLOSEST, home[2][0] - home[0][0], *(seat for _, _, seat in home[:3]))


def _column(race: LeagueRace, tally: str) -> list[tuple[int, int]]:
    """A tally by seat, without guests."""
    return [
        (seat, count)
        for seat, count in enumerate(race.tallies.get(tally, ()))
        if race.entries[seat] != GUEST
    ]


def value_in_words(record: LeagueRecord) -> str:
    """`7 passes`, `12 turns`: a race is as long as its turns or rounds."""
    if record.what == MOST_PASSES:
        return several(record.value, "pass", "passes")
    tallies = find_ruleset(record.ruleset).tallies.names
    return several(record.value, "turn" if "turns" in tallies else "round")


@dataclass(frozen=True)
class Meeting:
    """Two drivers head to head: races met, won by the first, won by the second."""

    other: int
    met: int
    ahead: int
    behind: int


def head_to_head(league: League, entry: int) -> list[Meeting]:
    """A driver against each of the others met, most frequent first."""
    counts: dict[int, list[int]] = {}
    for race in league.races:
        if entry not in race.entries:
            continue
        own = race.places[race.entries.index(entry)]
        for other, place in zip(race.entries, race.places, strict=True):
            if other not in (entry, GUEST):
                count = counts.setdefault(other, [0, 0, 0])
                count[0] += 1
                count[1] += own < place
                count[2] += own > place
    ordered = sorted(counts.items(), key=lambda each: (-each[1][0], each[0]))
    return [Meeting(other, *count) for other, count in ordered]


@dataclass(frozen=True)
class Drive:
    """One race of a driver."""

    race: str
    kept: str
    round: int
    course: str
    place: int
    grid: int
    drivers: int


def drives(league: League, entry: int) -> list[Drive]:
    """All races of a driver, in order."""
    found = []
    for race in sorted(league.races, key=race_order):
        if entry in race.entries:
            seat = race.entries.index(entry)
            number = read_key(race.key).round
            found.append(
                Drive(
                    race.key, race.kept, number, race.course, race.places[seat], race.grid[seat],
                    len(race.entries),
                )
            )  # fmt: skip
    return found
