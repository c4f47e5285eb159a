"""What a ruleset gives the table: one object, found by its entry point."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from wreckoning.core.chances import OddsQuestion
from wreckoning.core.declared import Asked
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.events import Vocabulary
from wreckoning.core.records import Record
from wreckoning.core.series import SeriesRules

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

    def as_json(self) -> dict[str, Any]:
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


class Course(Protocol):
    """A course as a ruleset loads it. From `document` it is loaded again."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def blurb(self) -> str: ...
    @property
    def document(self) -> dict[str, Any]: ...


# Why an answer is none of the options, and by which rule: (race, ask, answer); or nothing
Refusal = Callable[[Any, Any, str], tuple[str, str] | None]


def no_refusal(_race: Any, _ask: Any, _given: str) -> None:
    """No words of a ruleset's own: the options are named."""


@dataclass(frozen=True)
class Words:
    """How a ruleset's numbers read: what it asks and tells, and why an answer is refused."""

    vocabulary: Vocabulary[Any, Any]
    refusal: Refusal = no_refusal

    @property
    def questions(self) -> type[Asked]:
        """The questions and dice."""
        return self.vocabulary.questions


@dataclass(frozen=True)
class Tallies:
    """What simulation counts for each seat of a finished race, beside its place."""

    names: tuple[str, ...]
    scales: tuple[int, ...]  # what the count is divided by: 100 for hundredths
    count: Callable[[Any, int, int], int]  # (race, seat, index of the name); runs compiled
    place: Callable[[Any, int], int]  # (race, seat); runs compiled
    # (race) in the ruleset's rounds or turns, 0 until all stand where they start; runs compiled
    length: Callable[[Any], int]
    # (race, seat) the place as the race stands, 1 leads, and who are level have the same; runs
    # compiled. None: it cannot be told
    rank: Callable[[Any, int], int] | None = None


@dataclass(frozen=True)
class Ruleset:
    """A ruleset at the table. Everything the core, the server and the lab know of it is here."""

    key: str
    title: str
    version: str
    stage: str
    blurb: str
    sources: tuple[str, ...]
    seats: range
    package: str  # where its rules are written, for the index
    race: type[Record]
    step: Callable[[Any], None]
    is_over: Callable[[Any], bool]
    decide: Callable[[Any, int], int]
    policies: tuple[str, ...]  # by code, from `door.RANDOM` on
    switches: tuple[Switch, ...]
    setup: Mapping[str, Callable[[], Mapping[str, Any]]]  # a seat's choices: name → its cards
    course_names: Callable[[], list[str]]
    load_course: Callable[[Any], Any]
    start: Callable[[Any, Sequence[Seat], Mapping[str, str]], Any]
    # Completes a position, or raises Illegal; what was given, not the start's, comes too.
    check_position: Callable[[Any, Collection[tuple[str | int, ...]]], None]
    result: Callable[[Any, Sequence[Seat]], dict[str, Any]]
    words: Words
    tallies: Tallies
    view: Any  # the ruleset's `view` module
    odds: Callable[[], tuple[OddsQuestion, ...]] = tuple  # its questions of chances
    # What a seat's setup may be put together of: (code, size, …) → JSON; None: it is only chosen
    builder: Callable[..., dict[str, Any]] | None = None
    campaign: Any = None  # its campaigns, if it has any: the package that plays them
    series: SeriesRules | None = None  # races in a row that count together, if it has them
    place: int = 100  # in lists of games: the lower, the sooner it is named
    changes: Mapping[str, Any] = field(default_factory=dict)  # of its data: `data.with_changes`

    def question(self, number: int) -> str:
        """A question's name in files."""
        return self.words.questions(number).word


@cache
def registered() -> dict[str, Any]:
    """The entry points of all installed rulesets, by key."""
    return {point.name: point for point in entry_points(group="wreckoning.rulesets")}


def find_ruleset(key: str) -> Ruleset:
    """The ruleset of this key. Raises Malformed for one that is not installed."""
    known = registered()
    if key not in known:
        raise Malformed("ruleset", unknown("ruleset", key, known))
    ruleset = known[key].load()
    assert isinstance(ruleset, Ruleset)
    return ruleset


def rulesets() -> list[Ruleset]:
    """All installed rulesets, in the order in which they are offered."""
    return sorted(map(find_ruleset, registered()), key=lambda found: (found.place, found.title))


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
    what: dict[str, Any] = {"course": course.document, "options": changed}
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
        if seat.player != PERSON_NAME and seat.player not in ruleset.policies:
            known = (PERSON_NAME, *ruleset.policies)
            raise Malformed(where, unknown("player", seat.player, known))
        for choice in seat.setup:
            if choice not in ruleset.setup:
                raise Malformed(where, unknown("key", choice, ("name", "player", *ruleset.setup)))


def check_options(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, str]:
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
