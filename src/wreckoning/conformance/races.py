"""Random legal races of any ruleset: courses, seats, switches, setups and policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from wreckoning.core import door
from wreckoning.core.errors import Illegal, Suspended
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat
from wreckoning.core.seats import check_options

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")
MOST_SILENT_STEPS = 2_000  # checkpoints in a row at which nothing is asked
TRIES = 30  # for a legal setup of a seat

T = TypeVar("T")


@dataclass(frozen=True)
class Setting:
    """The settings of one race."""

    course: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    seed: int

    def __str__(self) -> str:
        seats = ", ".join(str(seat.as_json()) for seat in self.seats)
        return f"course {self.course}, options {dict(self.options)}, seed {self.seed}, {seats}"

    @property
    def random(self) -> Random:
        """A generator with the same numbers each time."""
        return Random(self.seed)

    def with_bots(self, ruleset: Ruleset) -> Setting:
        """The same race, with a policy for every person."""
        policies = ruleset.policies
        seats = [
            replace(seat, player=policies[(self.seed + n) % len(policies)])
            if seat.player == PERSON_NAME
            else seat
            for n, seat in enumerate(self.seats)
        ]
        return replace(self, seats=tuple(seats))


def races_to_cover(ruleset: Ruleset) -> int:
    """The number of settings that use every course, number of seats, switch value and player."""
    switches = [len(switch.values) for switch in ruleset.switches]
    return max(len(ruleset.course_names()), len(ruleset.seats), *switches, 1)


def settings(ruleset: Ruleset, races: int, seed: int = 1) -> list[Setting]:
    """Make this many settings. Courses, numbers of seats and switch values take turns, shuffled."""
    random = Random(seed)
    courses = _in_turn(ruleset.course_names(), random)
    counts = _in_turn(list(ruleset.seats), random)
    players = _in_turn((PERSON_NAME, *ruleset.policies), random)
    values = {switch.name: _in_turn(switch.values, random) for switch in ruleset.switches}
    found = []
    for number in range(races):
        course = next(courses)
        options = {name: next(turn) for name, turn in values.items()}
        plain = [Seat(name, next(players)) for name in NAMES[: next(counts)]]
        seats = _set_up(ruleset, course, plain, options, random)
        found.append(Setting(course, tuple(seats), options, seed * 1000 + number))
    return found


def _in_turn(values: Sequence[T], random: Random) -> Iterator[T]:
    """Yield values without end: all of them in some order, then all in another."""
    while True:
        yield from random.sample(values, len(values))


def _set_up(
    ruleset: Ruleset, course: str, seats: list[Seat], options: Mapping[str, str], random: Random
) -> list[Seat]:
    """Give each seat a random setup that is legal together with the others'."""
    loaded = course_of(ruleset, course)
    assert _is_legal(ruleset, loaded, seats, options), "a seat without choices of its own is legal"
    cards = {name: sorted(of()) for name, of in ruleset.setup.items()}
    for index in range(len(seats)):
        for _ in range(TRIES):
            drawn = {name: random.choice([None, *keys]) for name, keys in cards.items()}
            setup = {name: key for name, key in drawn.items() if key is not None}
            tried = [*seats[:index], replace(seats[index], setup=setup), *seats[index + 1 :]]
            if _is_legal(ruleset, loaded, tried, options):
                seats = tried
                break
    return seats


def _is_legal(
    ruleset: Ruleset, course: object, seats: Sequence[Seat], options: Mapping[str, str]
) -> bool:
    try:
        ruleset.start(course, seats, check_options(ruleset, options))
    except Illegal:
        return False
    return True


@lru_cache(maxsize=64)
def _load(load: Callable[[str], Any], course: str) -> Any:
    return load(course)


def course_of(ruleset: Ruleset, course: str) -> Any:
    """A shipped course, laid out once. All races of the kit share it: do not change it."""
    return _load(ruleset.load_course, course)


def begin(ruleset: Ruleset, setting: Setting, **rest: Any) -> Match:
    """A match of this setting that answers nothing by itself."""
    rest = {"automatic": False, "bot_seed": setting.seed} | rest
    course = course_of(ruleset, setting.course)
    return Match(_with_end(ruleset), course, setting.seats, setting.options, **rest)


def _with_end(ruleset: Ruleset) -> Ruleset:
    """The same ruleset, raising an error if it goes on without end and without asking."""
    silent = 0

    def step(race: Any) -> None:
        nonlocal silent
        silent += 1
        assert silent <= MOST_SILENT_STEPS, "the race goes on and on, and nothing is asked"
        try:
            ruleset.step(race)
        except Suspended:
            silent = 0
            raise
        if race.door.used:
            silent = 0

    return replace(ruleset, step=step)


def start(ruleset: Ruleset, setting: Setting) -> Any:
    """The race of this setting as a record, without a match around it."""
    options = check_options(ruleset, setting.options)
    return ruleset.start(course_of(ruleset, setting.course), setting.seats, options)


def start_live(ruleset: Ruleset, setting: Setting) -> Any:
    """The same with dice and policies for all seats and the journal on: it plays by itself."""
    race = start(ruleset, setting.with_bots(ruleset))
    race.door.journaling = 1
    door.seed_race(race, setting.seed, 0)
    return race
