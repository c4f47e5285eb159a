"""The interface of a ruleset: one object, found by its entry point."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import TYPE_CHECKING, Generic, TypeAlias, cast

from wreckoning.core import door
from wreckoning.core.bots import thinking_bots
from wreckoning.core.declared import Asked, Declared
from wreckoning.core.documents import Json
from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.events import Event, Vocabulary
from wreckoning.core.ids import SeatIndex
from wreckoning.core.policies import Policy, home_of, make_decide, policies_of
from wreckoning.core.protocols import C, Campaigns, Cards, Course, CourseSource, E, R, View
from wreckoning.core.series import SeriesRules
from wreckoning.core.shown import EventLook
from wreckoning.core.shown_teams import Built

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wreckoning.core.asks import Ask
    from wreckoning.core.match import Match

PERSON_NAME = "person"
ABSENT_NAME = "absent"  # the policy for a player who does not answer
DIGEST = 12  # hexadecimal digits of a course and its house rules, in a key


@dataclass(frozen=True)
class Seat:
    """A place in a race: its name, its player (`person` or a policy), and its setup."""

    name: str
    player: str = PERSON_NAME
    setup: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> Json:
        return {"name": self.name, "player": self.player, **self.setup}

    def place(self, index: SeatIndex) -> str:
        """Where it is, as errors name it: `seat 2, Ann`."""
        return f"seat {index + 1}, {self.name}"


@dataclass(frozen=True)
class Switch:
    """A house rule: its values (the first is the default), its rule's number and its meaning."""

    name: str
    values: tuple[str, ...]
    rule: str
    text: str
    meanings: tuple[str, ...] = ()  # what each value means, as sentences without a full stop

    @property
    def default(self) -> str:
        return self.values[0]

    def says(self, value: str) -> str:
        """What a value means, as a sentence without a full stop."""
        if value in self.values[: len(self.meanings)]:
            return self.meanings[self.values.index(value)]
        return f"{self.text[:1].upper()}{self.text[1:]}: {value}"


# A table of any game may have a referee, even if the game's own rules know none.
REFEREE_SWITCH = Switch(
    "referee",
    ("off", "on"),
    "",
    "whether there is a referee",
    ("There is no referee", "The referee may correct the race and skip questions, with a reason"),
)


@dataclass(frozen=True)
class HouseRule:
    """A house rule in force: what it changes, as a sentence without a full stop, and its rule."""

    text: str
    rule: str


# (race, ask, answer) → why the answer is illegal, and the rule's number; None if unknown
Refusal: TypeAlias = "Callable[[R, Ask, str], tuple[str, str] | None]"


def no_refusal(_race: RaceRecord, _ask: Ask, _given: str) -> None:
    """The default: no reason is known, so the message lists the options."""


@dataclass(frozen=True)
class Words(Generic[R]):
    """The words for a ruleset's numbers: its asks, its events, and its reasons for refusals."""

    vocabulary: Vocabulary[Asked, Declared]
    refusal: Refusal[R] = no_refusal

    @property
    def questions(self) -> type[Asked]:
        """The questions and dice."""
        return self.vocabulary.questions


@dataclass(frozen=True)
class Tallies(Generic[R]):
    """What a simulation counts for each seat of a finished race, besides its place."""

    names: tuple[str, ...]
    scales: tuple[int, ...]  # divisors of the counts: 100 for hundredths
    count: Callable[[R, SeatIndex, int], int]  # (race, seat, index of the name); runs compiled
    place: Callable[[R, SeatIndex], int]  # (race, seat); runs compiled
    # (race) in the ruleset's rounds or turns, 0 until all seats are at the start; runs compiled
    length: Callable[[R], int]
    # (race, seat): the current place, 1 leads, equal if level; runs compiled. None: unknown
    rank: Callable[[R, SeatIndex], int] | None = None


@dataclass(frozen=True)
class Phases(Generic[R]):
    """The phases of a turn or round that the rulebook has: each is a heading in the log.

    `names` has the headings, by number. A number without a name has no heading.
    """

    names: Mapping[int, str]
    at: Callable[[R], int]  # (race at a checkpoint): the number of the phase that goes on


@dataclass(frozen=True)
class Study(Generic[R]):
    """How a search reads a position. Everything here runs compiled, at checkpoints, and only reads.

    `features(race, rows)` fills a row of thousandths for each seat: what its chance to win depends
    on, relative to all seats, so that the same weights serve all courses and numbers of seats.
    """

    names: tuple[str, ...] = ()  # of the features; without any a playout goes on to the end
    features: Callable[[R, NDArray[np.int64]], None] | None = None
    clock: Callable[[R], int] | None = None  # grows; playouts stop by it. None: `length`
    turn: Callable[[R], int] | None = None  # constant during a turn or activation. None: `clock`


# Loaded by name, as views of other packages are: core draws nothing itself.
DEFAULT_VIEW = EntryPoint("default", "wreckoning.show.default_view", "wreckoning.views")
Place = tuple[str | int, ...]  # in a position: names and indices


@dataclass(frozen=True)
class Ruleset(Generic[R, C, E]):
    """A ruleset: everything that core, server and lab know about it.

    R is the type of its races, C of its courses, E of its events.
    """

    key: str
    title: str
    version: str
    stage: str
    blurb: str
    sources: tuple[str, ...]
    seats: range
    package: str  # the package of its rules, for the index
    race: type[R]
    step: Callable[[R], None]
    is_over: Callable[[R], bool]
    switches: tuple[Switch, ...]
    setup: Mapping[str, Callable[[], Cards]]  # a seat's choices: name → its cards
    course_names: Callable[[], list[str]]
    load_course: Callable[[CourseSource], C]  # Malformed, Illegal
    lay_out: Callable[[C, Sequence[Seat], Mapping[str, str]], R]  # a race before its first die
    # Completes a position, or raises Illegal. The given places are passed too.
    check_position: Callable[[R, Collection[Place]], None]
    result: Callable[[R, Sequence[Seat]], Json]
    words: Words[R]
    tallies: Tallies[R]
    own_view: View[R, C, E] | None = None
    own_policies: Mapping[str, Policy] = field(default_factory=dict)  # others are installed
    # Its questions about chances: each an `odds.questions.OddsQuestion`
    odds: Callable[[], Sequence[object]] = tuple
    # Builds a seat's setup step by step: (code, size, …); None: setups are only chosen
    builder: Callable[..., Built] | None = None
    own_campaign: Callable[[], Campaigns] | None = None  # loads its campaigns, if it has them
    series: SeriesRules[R] | None = None  # races in a row that count together, if it has them
    study: Study[R] = Study()
    phases: Phases[R] | None = None  # if its rulebook has some
    place: int = 100  # in lists of games: the lowest comes first
    changes: Mapping[str, object] = field(default_factory=dict)  # to its data: `data.with_changes`
    changed: tuple[HouseRule, ...] = ()  # the changes in words
    own_cards: tuple[str, ...] = ()  # the lists of its data to which a house file may add cards

    def __post_init__(self) -> None:
        # Variants of a ruleset have the same policies, so the first variant can decide for all.
        door.DECIDES.setdefault(self.race, self._decide_first)

    def _decide_first(self, race: R, index: int) -> int:
        """Make `decide` when a policy is asked for the first time, and use it from then on."""
        door.DECIDES[self.race] = self.decide
        return self.decide(race, index)

    @cached_property
    def playing(self) -> dict[str, Policy]:
        """The policies that can play a seat, by name. Their codes count from `RANDOM` on."""
        return policies_of(self.key, self.own_policies)

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of all policies that can play a seat; `random` is the first."""
        return tuple(self.playing)

    @cached_property
    def thinking(self) -> tuple[str, ...]:
        """The names of the bots that think."""
        return tuple(name for name in thinking_bots(self.key) if name not in self.playing)

    @property
    def bots(self) -> tuple[str, ...]:
        """Everything that can play a seat without a person: policies, and bots that think."""
        return *self.policies, *self.thinking

    def turn_of(self, race: R) -> int:
        """Stays the same during a turn or an activation."""
        return (self.study.turn or self.study.clock or self.tallies.length)(race)

    def code(self, policy: str) -> int:
        """The code of a policy in a race. Raises Malformed for an unknown one."""
        if policy not in self.playing:
            raise Malformed("policy", unknown("policy", policy, self.policies))
        return door.RANDOM + self.policies.index(policy)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages of its rules and policies, without core."""
        homes = [home_of(policy) for policy in self.playing.values()]
        return tuple(dict.fromkeys((self.package, *(h for h in homes if h != "wreckoning.core"))))

    @cached_property
    def decide(self) -> Callable[[R, int], int]:
        """`decide(race, index)`: the option that the asked seat's policy chooses."""
        return make_decide(self.playing)

    def start(self, course: C, seats: Sequence[Seat], options: Mapping[str, str]) -> R:
        """Set up a race, with each seat's policy or person. Raises Malformed or Illegal."""
        race = self.lay_out(course, seats, options)
        for number, seat in enumerate(seats):
            is_person = seat.player == PERSON_NAME
            policy = default_opponent(self) if seat.player in self.thinking else seat.player
            code = door.PERSON if is_person else self.code(policy)
            cast(door.HasDoor, race).door.policy[number] = code
        return race

    @property
    def house_switches(self) -> tuple[Switch, ...]:
        """All that a table may switch: its own switches, and `referee`, which every game has."""
        known = any(switch.name == REFEREE_SWITCH.name for switch in self.switches)
        return self.switches if known else (*self.switches, REFEREE_SWITCH)

    def house_rules(self, options: Mapping[str, str]) -> list[HouseRule]:
        """What these options change, in the order of the switches, and what differs in the data."""
        switched = [
            HouseRule(switch.says(value), switch.rule)
            for switch in self.house_switches
            for value in (options.get(switch.name, switch.default),)
            if value != switch.default
        ]
        return [*switched, *self.changed]

    @property
    def looks(self) -> Mapping[type[Event], EventLook]:
        """How its events look on the board: `LOOKS` of its view, if there are any."""
        found: Mapping[type[Event], EventLook] = getattr(self.view, "LOOKS", {})
        return found

    @property
    def signs(self) -> Mapping[str, str]:
        """What short signs in its lines and standings mean: `SIGNS` of its view."""
        found: Mapping[str, str] = getattr(self.view, "SIGNS", {})
        return found

    def vehicles(self, match: Match[R, C, E]) -> Sequence[tuple[SeatIndex, str]]:
        """Each vehicle of a position's list of them, with its owner: by its view, if it has any."""
        named: Callable[[Match[R, C, E]], Sequence[tuple[SeatIndex, str]]] | None
        named = getattr(self.view, "vehicles", None)
        return named(match) if named else ()

    @property
    def vehicle_parts(self) -> tuple[str, ...]:
        """The parts of a position that list its vehicles in that order: by its view, if any do."""
        found: tuple[str, ...] = getattr(self.view, "VEHICLE_PARTS", ())
        return found

    @property
    def view(self) -> View[R, C, E]:
        """How its races are shown: its own view, or the default one made of its declarations."""
        if self.own_view is not None:
            return self.own_view
        return cast("View[R, C, E]", DEFAULT_VIEW.load())

    @cached_property
    def campaign(self) -> Campaigns | None:
        """Its campaigns, if it has them; loaded when they are asked for."""
        return self.own_campaign and self.own_campaign()

    def rules_text(self) -> str:
        """Its page of rules, RULES.md; without one, a short text about the game."""
        page = files(self.package) / "RULES.md"
        return page.read_text("utf-8") if page.is_file() else f"# {self.title}\n\n{self.blurb}\n"

    def question(self, number: int) -> str:
        """The name of a question in log files."""
        return self.words.questions(number).word


@cache
def registered() -> dict[str, EntryPoint]:
    """The entry points of all installed rulesets, by key."""
    return {point.name: point for point in entry_points(group="wreckoning.rulesets")}


def find_ruleset(key: str) -> Ruleset:
    """The ruleset of this key. Raises Malformed if it is not installed, or faulty."""
    known = registered()
    if key not in known:
        raise Malformed("ruleset", unknown("ruleset", key, known))
    found = _load(known[key])
    if isinstance(found, str):
        raise Malformed("ruleset", f"{key!r} cannot be used: {found}")
    return found


def rulesets() -> list[Ruleset]:
    """All usable rulesets, in the order of lists.

    A faulty one is left out, with a line in the program's log that says why.
    """
    found = [_load_or_warn(point) for point in registered().values()]
    usable = [ruleset for ruleset in found if ruleset is not None]
    return sorted(usable, key=lambda ruleset: (ruleset.place, ruleset.title))


@cache
def _load(point: EntryPoint) -> Ruleset | str:
    """Load a ruleset, or return one line that says what went wrong in its package."""
    try:
        found = point.load()
    except Exception as error:
        return f"{point.value}: {type(error).__name__}: {' '.join(str(error).split())}"
    if not isinstance(found, Ruleset):
        return f"{point.value}: expected a Ruleset, found {type(found).__name__}"
    if found.key != point.name:
        return f"{point.value}: it calls itself {found.key!r}"
    parts = [name for name in vars(View) if not name.startswith("_")]
    missing = [name for name in parts if not hasattr(found.view, name)]
    return f"{point.value}: its view has no {', '.join(missing)}" if missing else found


@cache
def _load_or_warn(point: EntryPoint) -> Ruleset | None:
    found = _load(point)
    if isinstance(found, Ruleset):
        return found
    logging.getLogger(__name__).warning("The ruleset %r is left out. %s", point.name, found)
    return None


def default_opponent(ruleset: Ruleset) -> str:
    """The default player for an unclaimed seat: the rookie, if there is one."""
    return "rookie" if "rookie" in ruleset.policies else ruleset.policies[0]


def absent_policy(ruleset: Ruleset) -> str:
    """The policy that drives for an absent player, if the ruleset has one."""
    return ABSENT_NAME if ABSENT_NAME in ruleset.policies else default_opponent(ruleset)


def course_key(ruleset: Ruleset, course: Course, options: Mapping[str, str]) -> str:
    """A key like `rtd/sundae_drive/0f3a…`, equal only for the same course and house rules."""
    changed = {s.name: options[s.name] for s in ruleset.switches if options[s.name] != s.default}
    changed.pop("referee", None)
    what: Json = {"course": course.document, "options": changed}
    if ruleset.changes:
        what["data"] = dict(ruleset.changes)
    text = json.dumps(what, sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
    return f"{ruleset.key}/{course.key}/{digest}"
