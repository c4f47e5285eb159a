"""A series: races in a row with the same drivers and one score, such as a Grand Prix.

The ruleset decides what a race counts for, how the drivers stand and what they may begin the next
race with (`SeriesRules`). This module only keeps the courses, and the results of each driver in the
races that are over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Changed, Illegal, Malformed, WreckError
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.protocols import R
from wreckoning.core.texts.names import is_printed, is_readable

if TYPE_CHECKING:
    from wreckoning.core.protocols import Course
    from wreckoning.core.ruleset import Ruleset, Seat

Document = ReadOnlyJson  # of a course

MOST_NAME = 200  # letters in the title of a course, or the name of a race or driver
MOST_RACES = 100  # in any game
NOTHING = ""  # for a choice: none of its cards


@dataclass(frozen=True)
class Driven:
    """One driver's race. `counts` is what the ruleset counts: whole numbers by name."""

    name: str
    setup: Mapping[str, str]
    place: int
    counts: Mapping[str, int]

    def as_json(self) -> Json:
        return {**vars(self), "setup": dict(self.setup), "counts": dict(self.counts)}


@dataclass(frozen=True)
class Raced:
    """A race of the series that is over: its course's title, and its drivers by seat.

    `race` identifies it: a table's id, or a log's name.
    """

    course: str
    race: str
    drivers: tuple[Driven, ...]

    def as_json(self) -> Json:
        drivers = [driver.as_json() for driver in self.drivers]
        return {"course": self.course, "race": self.race, "drivers": drivers}


@dataclass(frozen=True)
class Standing:
    """A driver's place in a series. Equal drivers share a place; 1 is first.

    `races` has the points of each race; `figures` has other counts, in words.
    """

    seat: SeatIndex
    name: str
    place: int
    score: int
    races: tuple[int, ...]
    figures: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SeriesRules(Generic[R]):
    """A ruleset's rules for its series."""

    title: str
    rule: str
    text: str  # one sentence: what counts, and what may be bought
    unit: str  # of the score: "points"
    pays: str  # the figure of a standing that is spent: "coins"
    races: range  # how many there may be
    sold: tuple[str, ...]  # the kinds of a seat's choices that are bought between races
    counts: Callable[[R, SeatIndex], dict[str, int]]  # (race that is over, seat)
    # The standings after these races; seats as they drive next, or drove last
    standings: Callable[[Sequence[Raced], Sequence[Seat]], list[Standing]]
    # Raises Illegal if this seat (number from 0) may not drive like this after these races
    check: Callable[[Sequence[Raced], SeatIndex, Seat], None]
    # The setup of this seat for the next race if it chooses nothing; bots spend
    setup_after: Callable[[Sequence[Raced], SeatIndex, Seat], dict[str, str]]


@dataclass(frozen=True)
class Series:
    """Races in a row: the documents of all their courses, and the races that are over."""

    courses: tuple[Document, ...]
    past: tuple[Raced, ...] = ()

    @property
    def number(self) -> int:
        """The number of the current race, from 1."""
        return len(self.past) + 1

    @property
    def is_over(self) -> bool:
        """True if the last race is over."""
        return len(self.past) >= len(self.courses)

    @property
    def course(self) -> Document:
        """The document of the current race's course."""
        return self.courses[len(self.past)]

    @property
    def titles(self) -> list[str]:
        """The titles of all courses."""
        return [str(course["title"]) for course in self.courses]

    def words(self, ruleset: Ruleset) -> str:
        """The series and its race in words: `Grand Prix, race 2 of 3`."""
        return f"{rules_of(ruleset).title}, race {self.number} of {len(self.courses)}"

    def after(self, raced: Raced) -> Series:
        """The series with one more race over."""
        return replace(self, past=(*self.past, raced))

    def check(self, ruleset: Ruleset, course: Document, seats: Sequence[Seat | None]) -> None:
        """Check that the next race may be run with these. A seat of None is still open.

        Raises Malformed or Illegal, or Changed for a course that is not the next one.
        """
        rules = rules_of(ruleset)
        _check_length(rules, len(self.courses))
        if self.is_over:
            raise Illegal(f"the {rules.title} is over after {len(self.past)} races", rules.rule)
        if course != self.course:
            title = self.titles[len(self.past)]
            raise Changed("series", f"race {self.number} is on {title}, not on this course")
        for number, race in enumerate(self.past, 1):
            if len(race.drivers) != len(seats):
                problem = f"{len(race.drivers)} drivers in race {number} of the {rules.title}"
                raise Illegal(f"{problem}, found {len(seats)} seats", rules.rule)
        for number, seat in by_seat(seats):
            if seat is not None:
                rules.check(self.past, number, seat)

    def as_json(self) -> Json:
        """The series as stored, and as written in a log's header."""
        past = [race.as_json() for race in self.past]
        return {"courses": [dict(course) for course in self.courses], "past": past}


def rules_of(ruleset: Ruleset[R]) -> SeriesRules[R]:
    """The ruleset's rules for series. Raises Malformed if it has none."""
    if ruleset.series is None:
        raise Malformed("course", f"{ruleset.title} has no series of races: expected one course")
    return ruleset.series


def begin(ruleset: Ruleset, courses: Sequence[Course]) -> Series:
    """Begin a series on these courses. Raises Malformed."""
    _check_length(rules_of(ruleset), len(courses))
    return Series(tuple(course.document for course in courses))


def _check_length(rules: SeriesRules, races: int) -> None:
    if races not in rules.races:
        least, most = rules.races[0], rules.races[-1]
        raise Malformed(rules.title, f"expected {least} to {most} courses, found {races}")


def raced(ruleset: Ruleset[R], race: R, seats: Sequence[Seat], course: str, name: str) -> Raced:
    """The result of a race that is over. `course` is its title, `name` identifies it."""
    rules = rules_of(ruleset)
    drivers = tuple(
        Driven(
            seat.name,
            dict(seat.setup),
            int(ruleset.tallies.place(race, number)),
            rules.counts(race, number),
        )
        for number, seat in by_seat(seats)
    )
    return Raced(_as_name(course), _as_name(name), drivers)


def _as_name(text: str) -> str:
    """A text cut and cleaned for use as a name in a file: a log's name may be anything."""
    if not is_printed(text):
        text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text[:MOST_NAME] or "?"


def refusals(
    ruleset: Ruleset, past: Sequence[Raced], number: SeatIndex, seat: Seat
) -> dict[str, dict[str, str]]:
    """The choices that a seat may not make before the next race, each with the reason.

    Each is judged together with the seat's other choices; `NOTHING` is none of the cards.
    """
    found: dict[str, dict[str, str]] = {}
    for kind, cards in ruleset.setup.items():
        reasons = {key: _why_not(ruleset, past, number, seat, kind, key) for key in cards()}
        reasons[NOTHING] = _why_not(ruleset, past, number, seat, kind, NOTHING)
        found[kind] = {key: reason for key, reason in reasons.items() if reason}
    return found


def _why_not(
    ruleset: Ruleset, past: Sequence[Raced], number: SeatIndex, seat: Seat, kind: str, key: str
) -> str:
    setup = {**seat.setup, kind: key}
    if key == NOTHING:
        del setup[kind]
    try:
        rules_of(ruleset).check(past, number, replace(seat, setup=setup))
    except WreckError as error:
        return error.said_at(seat.place(number))
    return ""


def read_series(where: str, given: object) -> Series:
    """Read a series from JSON, without loading its courses. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed(where, "expected an object")
    courses, past = given.get("courses"), given.get("past", [])
    if not isinstance(courses, list) or not 1 <= len(courses) <= MOST_RACES:
        raise Malformed(f"{where}: courses", f"expected a list of 1 to {MOST_RACES} courses")
    for number, course in enumerate(courses, 1):
        if not isinstance(course, dict) or not _is_name(course.get("title")):
            raise Malformed(f"{where}: course {number}", "expected a course with a title")
    if not isinstance(past, list) or len(past) > len(courses):
        raise Malformed(f"{where}: past", f"expected a list of at most {len(courses)} races")
    return Series(
        tuple(courses),
        tuple(read_raced(f"{where}: race {n}", one) for n, one in enumerate(past, 1)),
    )


def read_raced(where: str, given: object) -> Raced:
    found = given if isinstance(given, dict) else {}
    course, race, drivers = (found.get(key) for key in ("course", "race", "drivers"))
    if not _is_name(course) or not _is_name(race) or not isinstance(drivers, list):
        raise Malformed(where, 'expected {"course": …, "race": …, "drivers": […]}')
    read = [
        _read_driven(f"{where}: driver {n}", one, len(drivers)) for n, one in enumerate(drivers, 1)
    ]
    return Raced(str(course), str(race), tuple(read))


def _read_driven(where: str, given: object, drivers: int) -> Driven:
    found = given if isinstance(given, dict) else {}
    name, setup, place, counts = (found.get(key) for key in ("name", "setup", "place", "counts"))
    if not _is_name(name):
        raise Malformed(f"{where}: name", f"expected a name of 1 to {MOST_NAME} visible characters")
    if type(place) is not int or not 1 <= place <= drivers:
        raise Malformed(f"{where}: place", f"expected a whole number from 1 to {drivers}")
    if not isinstance(setup, dict) or not all(map(_is_name, (*setup, *setup.values()))):
        raise Malformed(f"{where}: setup", "expected names by names")
    if not isinstance(counts, dict) or not all(map(_is_count, counts.values())):
        raise Malformed(f"{where}: counts", "expected whole numbers by names")
    return Driven(str(name), setup, place, counts)


def _is_name(given: object) -> bool:
    return isinstance(given, str) and is_readable(given, MOST_NAME)


def _is_count(given: object) -> bool:
    return type(given) is int and 0 <= given < 2**31
