"""What a ruleset gives the table: one object, found by its entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from importlib.metadata import entry_points
from typing import Any, Protocol

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.records import Record

PERSON_NAME = "person"
MAX_NAME = 24


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


class CourseLike(Protocol):
    """A course as a ruleset loads it. `document` is what it is loaded from again."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def blurb(self) -> str: ...
    @property
    def document(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class AskView:
    """An open ask in the ruleset's words. `options` are the names of the door's options."""

    question: str
    rule: str
    subject: int | None  # a seat, where the question is about one
    options: tuple[str, ...]


class View(Protocol):
    """A ruleset's words and drawing data: labels, sentences, standings. Contains no rule."""

    def event(self, match: Any, entry: Sequence[int]) -> dict[str, Any]:
        """A journal entry (of the ruleset's own) as JSON: name, rule, who, and its fields."""

    def sentence(self, match: Any, event: Mapping[str, Any]) -> str:
        """An event, as `Match.events` gives it, as a sentence; '' for what goes without saying."""


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
    package: str
    race: type[Record]
    phases: type[IntEnum]
    step: Callable[[Any], None]
    is_over: Callable[[Any], bool]
    decide: Callable[[Any, int], int]
    policies: tuple[str, ...]  # by code, from `door.RANDOM` on
    default_policy: str
    switches: tuple[Switch, ...]
    setup_fields: Mapping[str, Callable[[], Mapping[str, Any]]]  # a seat's choices: name → cards
    courses: Callable[[], list[str]]
    load_course: Callable[[Any], Any]
    map_lines: Callable[[Any], list[str]]
    start: Callable[[Any, Sequence[Seat], Mapping[str, str]], Any]
    check_position: Callable[[Any], None]
    question_name: Callable[[int], str]
    ask_rule: Callable[[int], str]
    option_name: Callable[[int, int, Sequence[Seat]], str]
    modifier: Callable[[int], tuple[str, str]]  # name and rule
    tallies: tuple[str, ...]
    tally: Callable[[Any, int, int], int]  # (race, seat, index of the tally) → value
    place: Callable[[Any, int], int]
    length: Callable[[Any], int]
    result: Callable[[Any, Any, Sequence[Seat]], dict[str, Any]]
    view: Any
    rules_page: Callable[[], str]


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


def unknown(what: str, given: object, known: Any) -> str:
    """The words for a name that is not known: what there is, and what was perhaps meant."""
    names = [str(name) for name in known]
    close = get_close_matches(str(given), names, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"no {what} {str(given)[:40]!r}; expected one of {', '.join(names)}{hint}"


def check_seats(ruleset: Ruleset, seats: Sequence[Seat]) -> None:
    """The number of seats, their names and their players. Raises Malformed or Illegal."""
    if len(seats) not in ruleset.seats:
        least, most = ruleset.seats[0], ruleset.seats[-1]
        raise Illegal(f"{ruleset.title} is for {least} to {most} seats, found {len(seats)}")
    names: set[str] = set()
    for number, seat in enumerate(seats, 1):
        where = f"seat {number}"
        if not seat.name.strip() or len(seat.name) > MAX_NAME or not seat.name.isprintable():
            raise Malformed(where, f"expected a name of 1 to {MAX_NAME} characters, no controls")
        if seat.name.casefold() in names or seat.name.casefold() in ("dice", "referee", "nobody"):
            raise Malformed(where, f"the name {seat.name!r} is taken")
        names.add(seat.name.casefold())
        if seat.player != PERSON_NAME and seat.player not in ruleset.policies:
            raise Malformed(where, unknown("player", seat.player, (PERSON_NAME, *ruleset.policies)))
        for choice in seat.setup:
            if choice not in ruleset.setup_fields:
                raise Malformed(where, unknown("choice", choice, ruleset.setup_fields))


def check_options(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, str]:
    """All switches with their values, defaults where none is given. Raises Malformed."""
    known = {switch.name: switch for switch in ruleset.switches}
    values = {switch.name: switch.default for switch in ruleset.switches}
    for name, given in options.items():
        if name not in known:
            raise Malformed("options", unknown("switch", name, known))
        value = {True: "on", False: "off"}[given] if isinstance(given, bool) else str(given)
        if value not in known[name].values:
            expected = " or ".join(known[name].values)
            raise Malformed(f"options: {name}", f"expected {expected}, found {value[:40]!r}")
        values[name] = value
    return values
