"""A series: races in a row with the same drivers and one score, such as a Grand Prix.

What a race counts for, how the drivers stand and what one may begin the next race with is the
ruleset's affair (`SeriesRules`). Here is only what is kept from race to race: which courses, and
what each driver made of each race that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wreckoning.core.errors import Illegal, Malformed, WreckError

if TYPE_CHECKING:
    from wreckoning.core.ruleset import Ruleset, Seat

MOST_NAME = 200  # letters of a course, of a race, of a driver
NOTHING = ""  # for a choice: without any of its cards


@dataclass(frozen=True)
class Driven:
    """A race of one driver. `counts` is what the ruleset counts: whole numbers by name."""

    name: str
    setup: Mapping[str, str]
    place: int
    counts: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "setup": dict(self.setup), "counts": dict(self.counts)}


@dataclass(frozen=True)
class Raced:
    """A race of the series that is over: its course's title, and its drivers by seat.

    `race` is what it is kept under: a table's id, or a log's name.
    """

    course: str
    race: str
    drivers: tuple[Driven, ...]

    def as_json(self) -> dict[str, Any]:
        drivers = [driver.as_json() for driver in self.drivers]
        return {"course": self.course, "race": self.race, "drivers": drivers}


@dataclass(frozen=True)
class Standing:
    """How a driver stands in a series. Equal ones share a place, 1 is first.

    `races` is the score of each race that is over; `figures` whatever else is counted, in words.
    """

    seat: int
    name: str
    place: int
    score: int
    races: tuple[int, ...]
    figures: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SeriesRules:
    """What a ruleset says of its series."""

    title: str
    rule: str
    unit: str  # of the score: "points"
    races: range  # how many there may be
    sold: tuple[str, ...]  # the kinds of a seat's choices that are bought between races
    counts: Callable[[Any, int], dict[str, int]]  # (race that is over, seat)
    # Who stands where after these races; the seats as they are to drive, or drove, the last
    standings: Callable[[Sequence[Raced], Sequence[Seat]], list[Standing]]
    # Raises Illegal if this seat, of this number from 0, may not drive so after these races
    check: Callable[[Sequence[Raced], int, Seat], None]
    # With what this seat begins the race after these, if it chose nothing else; bots spend
    setup_after: Callable[[Sequence[Raced], int, Seat], dict[str, str]]


@dataclass(frozen=True)
class Series:
    """Races in a row: all their courses, by key or file, and those that are over."""

    courses: tuple[str, ...]
    past: tuple[Raced, ...] = ()

    @property
    def number(self) -> int:
        """Of the race that is run now, from 1."""
        return len(self.past) + 1

    @property
    def is_over(self) -> bool:
        """Has the last race been run?"""
        return len(self.past) >= len(self.courses)

    @property
    def course(self) -> str:
        """Of the race that is run now."""
        return self.courses[len(self.past)]

    def after(self, raced: Raced) -> Series:
        """With one more race over."""
        return replace(self, past=(*self.past, raced))

    def check(self, ruleset: Ruleset, seats: Sequence[Seat | None]) -> None:
        """May the next race be run with these? None: not known yet. Raises Malformed or Illegal."""
        rules = rules_of(ruleset)
        if self.is_over:
            raise Illegal(f"the {rules.title} is over after {len(self.past)} races", rules.rule)
        for raced in self.past:
            if len(raced.drivers) != len(seats):
                problem = f"{len(raced.drivers)} drivers began the {rules.title}"
                raise Illegal(f"{problem}, found {len(seats)} seats", rules.rule)
        for number, seat in enumerate(seats):
            if seat is not None:
                rules.check(self.past, number, seat)

    def as_json(self) -> dict[str, Any]:
        """As it is kept, and as it stands in a log's header."""
        past = [raced.as_json() for raced in self.past]
        return {"courses": list(self.courses), "past": past}


def rules_of(ruleset: Ruleset) -> SeriesRules:
    """Raises Malformed for a ruleset that has no series."""
    if ruleset.series is None:
        raise Malformed("series", f"{ruleset.title} has no races in a row that count together")
    return ruleset.series


def begin(ruleset: Ruleset, courses: Sequence[str]) -> Series:
    """A series on these courses. Raises Malformed."""
    rules = rules_of(ruleset)
    if len(courses) not in rules.races:
        least, most = rules.races[0], rules.races[-1]
        problem = f"expected {least} to {most} courses, found {len(courses)}"
        raise Malformed(rules.title, problem)
    return Series(tuple(courses))


def raced(ruleset: Ruleset, race: Any, seats: Sequence[Seat], course: str, name: str) -> Raced:
    """What a race that is over comes to. `course` is its title, `name` what it is kept under."""
    rules = rules_of(ruleset)
    drivers = tuple(
        Driven(
            seat.name,
            dict(seat.setup),
            int(ruleset.tallies.place(race, number)),
            rules.counts(race, number),
        )
        for number, seat in enumerate(seats)
    )
    return Raced(course, name, drivers)


def refusals(
    ruleset: Ruleset, past: Sequence[Raced], number: int, seat: Seat
) -> dict[str, dict[str, str]]:
    """Of a seat's choices, those that it may not take before the next race, and why not.

    Each is judged with the seat's other choices as they are; `NOTHING` is none of the cards.
    """
    found: dict[str, dict[str, str]] = {}
    for kind, cards in ruleset.setup.items():
        reasons = {key: _why_not(ruleset, past, number, seat, kind, key) for key in cards()}
        reasons[NOTHING] = _why_not(ruleset, past, number, seat, kind, NOTHING)
        found[kind] = {key: reason for key, reason in reasons.items() if reason}
    return found


def _why_not(
    ruleset: Ruleset, past: Sequence[Raced], number: int, seat: Seat, kind: str, key: str
) -> str:
    setup = {**seat.setup, kind: key}
    if key == NOTHING:
        del setup[kind]
    try:
        rules_of(ruleset).check(past, number, replace(seat, setup=setup))
    except WreckError as error:
        return str(error).removeprefix(f"seat {number + 1}, {seat.name}: ")
    return ""


def read_series(where: str, given: object) -> Series:
    """A series from JSON. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed(where, "expected an object")
    courses, past = given.get("courses"), given.get("past", [])
    if not isinstance(courses, list) or not all(map(_is_name, courses)) or not courses:
        raise Malformed(f"{where}: courses", "expected a list of courses")
    if not isinstance(past, list) or len(past) > len(courses):
        raise Malformed(f"{where}: past", f"expected a list of at most {len(courses)} races")
    return Series(
        tuple(courses),
        tuple(_read_raced(f"{where}: race {n}", one) for n, one in enumerate(past, 1)),
    )


def _read_raced(where: str, given: object) -> Raced:
    found = given if isinstance(given, dict) else {}
    course, race, drivers = (found.get(key) for key in ("course", "race", "drivers"))
    if not _is_name(course) or not _is_name(race) or not isinstance(drivers, list):
        raise Malformed(where, 'expected {"course": …, "race": …, "drivers": […]}')
    read = [_read_driven(f"{where}: driver {n}", one) for n, one in enumerate(drivers, 1)]
    return Raced(str(course), str(race), tuple(read))


def _read_driven(where: str, given: object) -> Driven:
    found = given if isinstance(given, dict) else {}
    name, setup, place, counts = (found.get(key) for key in ("name", "setup", "place", "counts"))
    if not _is_name(name) or not _is_count(place):
        raise Malformed(where, 'expected a "name" and a "place"')
    if not isinstance(setup, dict) or not all(map(_is_name, (*setup, *setup.values()))):
        raise Malformed(f"{where}: setup", "expected names by names")
    if not isinstance(counts, dict) or not all(map(_is_count, counts.values())):
        raise Malformed(f"{where}: counts", "expected whole numbers by names")
    return Driven(str(name), setup, int(str(place)), counts)


def _is_name(given: object) -> bool:
    return isinstance(given, str) and len(given) <= MOST_NAME


def _is_count(given: object) -> bool:
    return type(given) is int and 0 <= given < 2**31
