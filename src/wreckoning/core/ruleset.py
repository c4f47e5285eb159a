"""What a ruleset gives the table: one object, found by its entry point."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import TYPE_CHECKING, Generic, TypeAlias, cast

from wreckoning.core import door
from wreckoning.core.bots import thinking_bots
from wreckoning.core.chances import OddsQuestion
from wreckoning.core.declared import Asked, Declared
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.events import Event, Vocabulary
from wreckoning.core.policies import Policy, home_of, make_decide, policies_of
from wreckoning.core.protocols import C, Campaigns, Cards, Course, CourseSource, E, R, View
from wreckoning.core.series import SeriesRules
from wreckoning.core.shown import EventLook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wreckoning.core.asks import Ask

PERSON_NAME = "person"
ABSENT_NAME = "absent"  # a policy: what the rules do for who does not answer
MAX_NAME = 24
DIGEST = 12  # of a course and its house rules, in a key
MOST_NAMED = 60  # in one line: a road has hundreds of squares
RESERVED_NAMES = ("dice", "referee", "nobody")


@dataclass(frozen=True)
class Seat:
    """Who sits where: a name, who plays (`person` or a policy), and the ruleset's own choices."""

    name: str
    player: str = PERSON_NAME
    setup: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> Json:
        return {"name": self.name, "player": self.player, **self.setup}


@dataclass(frozen=True)
class Switch:
    """A house-rule option: its values (the first is the default), its rule and what it means."""

    name: str
    values: tuple[str, ...]
    rule: str
    text: str

    @property
    def default(self) -> str:
        return self.values[0]


# Why an answer is none of the options, and by which rule: (race, ask, answer); or nothing
Refusal: TypeAlias = "Callable[[R, Ask, str], tuple[str, str] | None]"


def no_refusal(_race: RaceRecord, _ask: Ask, _given: str) -> None:
    """No words of a ruleset's own: the options are named."""


@dataclass(frozen=True)
class Words(Generic[R]):
    """How a ruleset's numbers read: what it asks and tells, and why an answer is refused."""

    vocabulary: Vocabulary[Asked, Declared]
    refusal: Refusal[R] = no_refusal

    @property
    def questions(self) -> type[Asked]:
        """The questions and dice."""
        return self.vocabulary.questions


@dataclass(frozen=True)
class Tallies(Generic[R]):
    """What simulation counts for each seat of a finished race, beside its place."""

    names: tuple[str, ...]
    scales: tuple[int, ...]  # what the count is divided by: 100 for hundredths
    count: Callable[[R, int, int], int]  # (race, seat, index of the name); runs compiled
    place: Callable[[R, int], int]  # (race, seat); runs compiled
    # (race) in the ruleset's rounds or turns, 0 until all stand where they start; runs compiled
    length: Callable[[R], int]
    # (race, seat) the place as the race stands, 1 leads, and who are level have the same; runs
    # compiled. None: it cannot be told
    rank: Callable[[R, int], int] | None = None


@dataclass(frozen=True)
class Study(Generic[R]):
    """How a search reads a position. All of it runs compiled, at checkpoints, and changes nothing.

    `features(race, rows)` fills a row of thousandths for each seat: what its chance to win depends
    on, of everybody, so that the same weights serve for all courses and numbers of seats.
    """

    names: tuple[str, ...] = ()  # of the features; without any a playout goes on to the end
    features: Callable[[R, NDArray[np.int64]], None] | None = None
    clock: Callable[[R], int] | None = None  # grows; playouts are cut off by it. None: `length`
    turn: Callable[[R], int] | None = None  # the same through a turn or activation. None: `clock`


# By name, as those of other packages: core draws nothing itself.
DEFAULT_VIEW = EntryPoint("default", "wreckoning.show.default_view", "wreckoning.views")
Place = tuple[str | int, ...]  # in a position: names and indices


@dataclass(frozen=True)
class Ruleset(Generic[R, C, E]):
    """A ruleset at the table. Everything the core, the server and the lab know of it is here.

    Its race is an R, its courses are Cs, what it tells are Es.
    """

    key: str
    title: str
    version: str
    stage: str
    blurb: str
    sources: tuple[str, ...]
    seats: range
    package: str  # where its rules are written, for the index
    race: type[R]
    step: Callable[[R], None]
    is_over: Callable[[R], bool]
    switches: tuple[Switch, ...]
    setup: Mapping[str, Callable[[], Cards]]  # a seat's choices: name → its cards
    course_names: Callable[[], list[str]]
    load_course: Callable[[CourseSource], C]  # Malformed, Illegal
    lay_out: Callable[[C, Sequence[Seat], Mapping[str, str]], R]  # a race before its first die
    # Completes a position, or raises Illegal; what was given, not the start's, comes too.
    check_position: Callable[[R, Collection[Place]], None]
    result: Callable[[R, Sequence[Seat]], Json]
    words: Words[R]
    tallies: Tallies[R]
    own_view: View[R, C, E] | None = None
    own_policies: Mapping[str, Policy] = field(default_factory=dict)  # others are installed
    odds: Callable[[], tuple[OddsQuestion, ...]] = tuple  # its questions of chances
    # What a seat's setup may be put together of: (code, size, …) → JSON; None: it is only chosen
    builder: Callable[..., Json] | None = None
    campaign: Campaigns | None = None
    series: SeriesRules[R] | None = None  # races in a row that count together, if it has them
    study: Study[R] = Study()
    place: int = 100  # in lists of games: the lower, the sooner it is named
    changes: Mapping[str, object] = field(default_factory=dict)  # of its data: `data.with_changes`

    def __post_init__(self) -> None:
        # A variant of a ruleset has the same policies: the first of a kind of race stands for all.
        door.DECIDES.setdefault(self.race, lambda race, index: self.decide(race, index))

    @cached_property
    def playing(self) -> dict[str, Policy]:
        """What can play a seat, by name: a seat has the code of its place, from `RANDOM` on."""
        return policies_of(self.key, self.own_policies)

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of all that can play a seat; `random` is the first."""
        return tuple(self.playing)

    @cached_property
    def thinking(self) -> tuple[str, ...]:
        """The names of the bots that play a seat by thinking about it."""
        return tuple(name for name in thinking_bots(self.key) if name not in self.playing)

    @property
    def bots(self) -> tuple[str, ...]:
        """All that can play a seat without a person: policies, and bots that think."""
        return *self.policies, *self.thinking

    def turn_of(self, race: R) -> int:
        """The same as long as a turn or an activation lasts."""
        return (self.study.turn or self.study.clock or self.tallies.length)(race)

    def code(self, policy: str) -> int:
        """By which number a seat knows the policy that plays it. Raises Malformed."""
        if policy not in self.playing:
            raise Malformed("policy", unknown("policy", policy, self.policies))
        return door.RANDOM + self.policies.index(policy)

    @property
    def packages(self) -> tuple[str, ...]:
        """Where its rules and policies are written, and nothing else of the core."""
        homes = [home_of(policy) for policy in self.playing.values()]
        return tuple(dict.fromkeys((self.package, *(h for h in homes if h != "wreckoning.core"))))

    @cached_property
    def decide(self) -> Callable[[R, int], int]:
        """`decide(race, index)`: the option that the policy takes which an open ask is put to."""
        return make_decide(self.playing)

    def start(self, course: C, seats: Sequence[Seat], options: Mapping[str, str]) -> R:
        """A race before its first die, each seat played as it says. Raises Malformed or Illegal."""
        race = self.lay_out(course, seats, options)
        for number, seat in enumerate(seats):
            is_person = seat.player == PERSON_NAME
            policy = default_opponent(self) if seat.player in self.thinking else seat.player
            code = door.PERSON if is_person else self.code(policy)
            cast(door.HasDoor, race).door.policy[number] = code
        return race

    @property
    def looks(self) -> Mapping[type[Event], EventLook]:
        """What its events look like on the board, as far as its view has `LOOKS`."""
        found: Mapping[type[Event], EventLook] = getattr(self.view, "LOOKS", {})
        return found

    @property
    def view(self) -> View[R, C, E]:
        """What its races look like: its own view, or what can be said of what it declares."""
        if self.own_view is not None:
            return self.own_view
        return cast("View[R, C, E]", DEFAULT_VIEW.load())

    def rules_text(self) -> str:
        """Its page of rules, RULES.md; of a package without one only what the game is about."""
        page = files(self.package) / "RULES.md"
        return page.read_text("utf-8") if page.is_file() else f"# {self.title}\n\n{self.blurb}\n"

    def question(self, number: int) -> str:
        """A question's name in files."""
        return self.words.questions(number).word


@cache
def registered() -> dict[str, EntryPoint]:
    """The entry points of all installed rulesets, by key."""
    return {point.name: point for point in entry_points(group="wreckoning.rulesets")}


def find_ruleset(key: str) -> Ruleset:
    """The ruleset of this key. Raises Malformed for one that is not installed, or is faulty."""
    known = registered()
    if key not in known:
        raise Malformed("ruleset", unknown("ruleset", key, known))
    found = _load(known[key])
    if isinstance(found, str):
        raise Malformed("ruleset", f"{key!r} cannot be used: {found}")
    return found


def rulesets() -> list[Ruleset]:
    """All rulesets that can be used, in the order in which they are offered.

    A faulty one is left out, with a line in the program's log that says why.
    """
    found = [_load_or_warn(point) for point in registered().values()]
    usable = [ruleset for ruleset in found if ruleset is not None]
    return sorted(usable, key=lambda ruleset: (ruleset.place, ruleset.title))


@cache
def _load(point: EntryPoint) -> Ruleset | str:
    """A ruleset, or in one line why it cannot be used. Its package may do anything wrong."""
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
    """Who sits in a seat that is nobody's: the rookie, where there is one."""
    return "rookie" if "rookie" in ruleset.policies else ruleset.policies[0]


def absent_policy(ruleset: Ruleset) -> str:
    """How a seat is driven whose player does not answer, where the ruleset has a rule for it."""
    return ABSENT_NAME if ABSENT_NAME in ruleset.policies else default_opponent(ruleset)


def course_key(ruleset: Ruleset, course: Course, options: Mapping[str, str]) -> str:
    """`rtd/sundae_drive/0f3a…`: the same only for the same course and the same house rules."""
    changed = {s.name: options[s.name] for s in ruleset.switches if options[s.name] != s.default}
    changed.pop("referee", None)
    what: Json = {"course": course.document, "options": changed}
    if ruleset.changes:
        what["data"] = dict(ruleset.changes)
    text = json.dumps(what, sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
    return f"{ruleset.key}/{course.key}/{digest}"


def unknown(what: str, given: object, known: Iterable[object]) -> str:
    """The words for a name that is not known: what there is, and what was perhaps meant."""
    names = [str(name) for name in known]
    close = get_close_matches(str(given), names, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    more = f" … ({len(names)} in all)" if len(names) > MOST_NAMED else ""
    listed = ", ".join(names[:MOST_NAMED])
    return f"no {what} {str(given)[:40]!r}; expected one of {listed}{more}{hint}"


def check_seats(ruleset: Ruleset, seats: Sequence[Seat]) -> None:
    """The number of seats, their names and their players. Raises Malformed or Illegal."""
    if len(seats) not in ruleset.seats:
        least, most = ruleset.seats[0], ruleset.seats[-1]
        raise Illegal(f"{ruleset.title} is for {least} to {most} seats, found {len(seats)}")
    names: set[str] = set(RESERVED_NAMES)
    for number, seat in enumerate(seats, 1):
        where = f"seat {number}"
        if not seat.name.isprintable() or not 1 <= len(seat.name) <= MAX_NAME:
            raise Malformed(where, f"expected a name of 1 to {MAX_NAME} printable characters")
        if seat.name != seat.name.strip():
            raise Malformed(where, f"expected a name without blanks around it, found {seat.name!r}")
        if seat.name.casefold() in names:
            raise Malformed(where, f"the name {seat.name!r} is taken")
        names.add(seat.name.casefold())
        if seat.player != PERSON_NAME and seat.player not in ruleset.bots:
            known = (PERSON_NAME, *ruleset.bots)
            raise Malformed(where, unknown("player", seat.player, known))
        for choice in seat.setup:
            if choice not in ruleset.setup:
                raise Malformed(where, unknown("key", choice, ("name", "player", *ruleset.setup)))


def check_options(ruleset: Ruleset, options: ReadOnlyJson) -> dict[str, str]:
    """All switches with their values, defaults where none is given. Raises Malformed."""
    known = {switch.name: switch for switch in ruleset.switches}
    values = {switch.name: switch.default for switch in ruleset.switches}
    for name, given in options.items():
        if name not in known:
            raise Malformed("options", unknown("switch", name, known))
        value = ("on" if given else "off") if isinstance(given, bool) else str(given)
        if value not in known[name].values:
            expected = " or ".join(known[name].values)
            raise Malformed(f"options: {name}", f"expected {expected}, found {value[:40]!r}")
        values[name] = value
    return values


def read_seats(where: str, given: object) -> list[Seat]:
    """Seats from JSON: a list of names, or of {"name", "player", and the ruleset's choices}."""
    if not isinstance(given, list):
        raise Malformed(where, "expected a list of seats")
    seats = []
    for number, seat in enumerate(given, 1):
        place = f"{where}: seat {number}"
        if isinstance(seat, str):
            seat = {"name": seat}
        if not isinstance(seat, dict) or not isinstance(seat.get("name"), str):
            raise Malformed(place, 'expected {"name": …}')
        setup = {}
        for key, value in seat.items():
            if value is not None and not isinstance(value, str):
                raise Malformed(f"{place}: {key}", f"expected a name, found {value!r}")
            if key not in ("name", "player") and value is not None:
                setup[key] = value
        seats.append(Seat(seat["name"], seat.get("player") or PERSON_NAME, setup))
    return seats
