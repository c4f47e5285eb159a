"""Courses (R9): TOML in, a checked `CourseFile` out.

    names()          the courses that come with the game, easiest first
    load(source)     one of them, a file of your own, or the document out of a log
    map_lines(it)    its map, as lines of text

A file is read by `Table`s, key by key. Everything that is wrong with it is one `Malformed` that
names the file, the place in it, what was expected and what was found. The words of a course stay
here; the race knows it as numbers, the `Course` record.
"""

from __future__ import annotations

import copy
import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any, NoReturn

from wreckoning.core.errors import Malformed
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.race import (
    MAX_EVENTS,
    MAX_SEGMENTS,
    MAX_STATES,
    PER_SEGMENT,
    PLENTY,
    Changing,
    Course,
    Damage,
    DashPanel,
    Hazard,
    Item,
    Kind,
    Path,
    Segment,
)

MAX_LAPS = 9
MIN_SEGMENTS = 2
MAX_BOXES = 12
MAX_MODIFIER = 4
MAX_MOMENTUM = 4
MAX_TURNS = 24  # in one state of an event
MAX_NAME = 40
MAX_BLURB = 300
MAX_BYTES = 64 * 1024

CALM = "calm"  # the first state of a periodic event

COURSE_KEYS = ("title", "blurb", "difficulty", "laps", "event", "segment", "attack_link")
DOCUMENT_KEYS = ("key", *COURSE_KEYS)
PERIODIC_KEYS = ("name", "kind", "every", "lasts", "state")
CYCLIC_KEYS = ("name", "kind", "states")
STATE_KEYS = ("name", "turns")
SEGMENT_KEYS = ("name", "kind", "boxes", "hazard", "dash_panel", "path")
HAZARD_KEYS = ("name", "modifier", "damage", "event", "when", "worse")
WORSE_KEYS = ("event", "when", "modifier", "damage")
DASH_PANEL_KEYS = ("name", "check", "momentum")
PATH_KEYS = ("name", "items", "check", "success", "failure", "event", "when")
SUCCESS_KEYS = ("momentum", "skip_features", "advance", "free_pass", "wash_ink")
FAILURE_KEYS = ("momentum", "fall_back", "lose_items")
LINK_KEYS = ("segments",)

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Feature:
    """The words of a hazard, a dash panel or a path: its name, and what it does."""

    name: str
    text: str


@dataclass(frozen=True)
class SegmentWords:
    """The words of a segment; its features stand in the order of the record."""

    name: str
    hazards: tuple[Feature, ...]
    dash_panels: tuple[Feature, ...]
    paths: tuple[Feature, ...]


@dataclass(frozen=True)
class EventWords:
    """The words of an event: its name, and its states in their order."""

    name: str
    states: tuple[str, ...]


@dataclass(frozen=True)
class CourseFile:
    """A course: its words, its record, and the document from which both can be made again."""

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard
    document: dict[str, Any]
    record: Course = field(compare=False)
    segments: tuple[SegmentWords, ...]
    events: tuple[EventWords, ...]


# --- where courses come from


def names() -> list[str]:
    """The courses that come with the game, easiest first."""
    return list(_shipped())


def load(source: str | FilePath | dict[str, Any]) -> CourseFile:
    """The course of a shipped name, of a `.toml` file, or of a document.

    Raises Malformed. Give a stranger's text as a document, never as a path.
    """
    if isinstance(source, dict):
        title = source.get("title")
        document = {"key": _as_key(title if isinstance(title, str) else ""), **source}
        return _course(f"course {_show(document['key'])}", document)
    if isinstance(source, FilePath) or source.endswith(".toml"):
        path = FilePath(source)
        return _from_file(_as_key(path.stem), path.name, _parse(path.name, _read(path)))
    if source not in _shipped():
        known = ", ".join(names())
        raise Malformed(
            f"course {_show(source)}",
            f"no such course; expected one of {known}, or a file ending in .toml"
            + suggestion(source, names()),
        )
    return _from_file(source, f"{source}.toml", _shipped()[source])


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean "..."?` if one of the known words is close, else nothing."""
    spelled = {each.casefold(): each for each in known}
    close = difflib.get_close_matches(word[:MAX_NAME].casefold(), spelled, 1)
    return f'; did you mean "{spelled[close[0]]}"?' if close else ""


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    """Every shipped document by its key, easiest first. Never handed out uncopied."""
    folder = files("wreckoning.rulesets.rtd") / "data" / "courses"
    documents = {
        entry.name.removesuffix(".toml"): _parse(entry.name, _read(entry))
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    order = sorted(documents, key=lambda key: (documents[key]["difficulty"], key))
    return {key: documents[key] for key in order}


def _read(path: FilePath | Traversable) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise Malformed(path.name, f"cannot be read: {problem}") from None
    if len(data) > MAX_BYTES:
        raise Malformed(path.name, f"expected a course of at most {MAX_BYTES} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Malformed(f"{path.name}: line {line}", "expected UTF-8 text") from None


def _parse(where: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Malformed(where, "not readable as TOML: nested too deeply") from None
    except ValueError as error:
        problem = str(error)
        found = re.search(r"at line (\d+)", problem)
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        raise Malformed(f"{where}: line {line}", f"not readable as TOML: {problem}") from None


def _as_key(stem: str) -> str:
    """A file's stem as a key: small letters, digits, `_` and `-`."""
    return re.sub(r"[^a-z0-9_-]+", "-", stem.lower())[:MAX_NAME].strip("-") or "course"


def _from_file(key: str, where: str, parsed: dict[str, Any]) -> CourseFile:
    """A file has no `key` inside: its name is the key."""
    Table(where, parsed, COURSE_KEYS)
    return _course(where, {"key": key, **parsed})


# --- reading a document


class Table:
    """A TOML table, read key by key. Each method gives a checked value or raises Malformed.

    A key without a `default` must be there.
    """

    def __init__(self, where: str, value: Any, keys: Sequence[str]) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise Malformed(where, f"expected a table, found {_show(value)}")
        self.values: dict[str, Any] = value
        for key in value:
            if key not in keys:
                known = ", ".join(keys)
                close = suggestion(key, keys) if isinstance(key, str) else ""
                raise Malformed(where, f"unknown key {_show(key)}; expected {known}{close}")

    def wrong(self, key: str, expected: str, hint: str = "") -> NoReturn:
        """The value of this key is not what was expected."""
        found = f"found {_show(self.values[key])}" if key in self.values else "found nothing"
        raise Malformed(f"{self.where}: {key}", f"expected {expected}, {found}{hint}")

    def text(self, key: str, longest: int = MAX_NAME) -> str:
        """A line of text."""
        value = self.values.get(key)
        if not isinstance(value, str) or not _is_line(value, longest):
            self.wrong(key, f"a line of 1 to {longest} characters without spaces around it")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number of a range. A flag is none."""
        value = self.values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.wrong(key, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; not there is false."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.wrong(key, "true or false")
        return value

    def word(self, key: str, known: Sequence[str]) -> str:
        """One of the known words."""
        value = self.values.get(key)
        if not isinstance(value, str) or value not in known:
            self._unknown(key, value, known)
        return value

    def words(self, key: str, known: Sequence[str]) -> list[str]:
        """A list of known words, each once; a single word may stand without its brackets."""
        value = self.values.get(key)
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not listed:
            self.wrong(key, f"one or more of {', '.join(known)}")
        for word in listed:
            if not isinstance(word, str) or word not in known:
                self._unknown(key, word, known)
            if listed.count(word) > 1:
                self.wrong(key, f"{_show(word)} only once")
        return listed

    def tables(self, key: str, low: int, high: int) -> list[tuple[str, Any]]:
        """A list of tables, each with where it stands: `segment 3`. They are not read yet."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.wrong(key, f"a list of tables: [[{key}]]")
        if not low <= len(value) <= high:
            bounds = f"{low} to {high}" if low else f"at most {high}"
            raise Malformed(f"{self.where}: {key}", f"expected {bounds}, found {len(value)}")
        return [(f"{self.where}: {_place(key, each, n)}", each) for n, each in enumerate(value, 1)]

    def _unknown(self, key: str, value: Any, known: Sequence[str]) -> NoReturn:
        hint = suggestion(value, known) if isinstance(value, str) else ""
        found = f", found {_show(value)}" if key in self.values else ", found nothing"
        expected = f"expected one of {', '.join(known)}"
        raise Malformed(f"{self.where}: {key}", expected + found + hint)


def _place(key: str, table: dict[str, Any], number: int) -> str:
    """How a message names one table of a list: features and events by name, if they have one."""
    name = table.get("name")
    if key in ("segment", "states") or not isinstance(name, str) or not _is_line(name, MAX_NAME):
        return f"{key.removesuffix('s')} {number}"
    return f'{key} "{name}"'


def _is_line(value: str, longest: int) -> bool:
    return 0 < len(value) <= longest and value == value.strip() and value.isprintable()


def _show(value: Any) -> str:
    """What was found, as TOML would have it, on one short line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        shown = ", ".join("a list" if isinstance(it, list) else _show(it) for it in value[:4])
        return f"[{shown}, ...]" if len(value) > 4 else f"[{shown}]"
    if type(value) is int:
        return str(value) if abs(value) < 10**18 else "a very large number"
    if value is None:
        return "nothing"
    if isinstance(value, str):
        shown = json.dumps(value, ensure_ascii=not value.isprintable())
        return shown if len(shown) <= 60 else shown[:56] + '..."'
    if isinstance(value, bool | float):
        return json.dumps(value)
    return f"a {type(value).__name__}"


def _distinct(where: str, key: str, given: Sequence[str]) -> None:
    """Raise Malformed if a name stands twice; capitals make no difference."""
    seen: set[str] = set()
    for name in given:
        if name.casefold() in seen:
            raise Malformed(where, f'expected each {key} once, found a second "{name}"')
        seen.add(name.casefold())


def _below(enum: type[IntEnum]) -> list[str]:
    return [member.name.lower() for member in enum]


# --- building the course


@table_rule("R9")
def _course(where: str, document: dict[str, Any]) -> CourseFile:
    """A course is a list of segments, driven for a number of laps. Raises Malformed."""
    table = Table(where, document, DOCUMENT_KEYS)
    record = Course()
    key = table.text("key")
    if key != _as_key(key):
        table.wrong("key", "small letters, digits, _ and -")
    title, blurb = table.text("title"), table.text("blurb", MAX_BLURB)
    difficulty = table.whole("difficulty", 1, 5)
    record.laps = table.whole("laps", 1, MAX_LAPS)
    events = _events(table, record)
    used: set[int] = set()
    segments = _segments(table, record, events, used)
    _attack_links(table, record, [segment.name for segment in segments])
    for index, event in enumerate(events):
        if index not in used:
            place = f'{where}: event "{event.name}"'
            raise Malformed(place, "expected a hazard or a path that changes with it, found none")
    kept = copy.deepcopy(document)  # only now is it known not to be bottomless
    return CourseFile(key, title, blurb, difficulty, kept, record, segments, events)


def _segments(
    table: Table, record: Course, events: tuple[EventWords, ...], used: set[int]
) -> tuple[SegmentWords, ...]:
    for spare in record.segment:
        _clear(spare)
    given = table.tables("segment", MIN_SEGMENTS, MAX_SEGMENTS)
    record.segments = len(given)
    segments = tuple(
        _segment(Table(where, value, SEGMENT_KEYS), segment, Conditions(events, used))
        for (where, value), segment in zip(given, record.segment, strict=False)
    )
    _distinct(f"{table.where}: segment", "name", [segment.name for segment in segments])
    return segments


def _clear(segment: Segment) -> None:
    """A segment without anything: what is not there is NOBODY, not event or segment 0."""
    segment.link = NOBODY
    for hazard in segment.hazards:
        hazard.event = hazard.worse_event = NOBODY
    for path in segment.paths:
        path.event = NOBODY


def _attack_links(table: Table, record: Course, segment_names: list[str]) -> None:
    """A course may link two segments for attacks; each at most once, and both ways."""
    for where, value in table.tables("attack_link", 0, MAX_SEGMENTS // 2):
        link = Table(where, value, LINK_KEYS)
        pair = link.words("segments", segment_names)
        if len(pair) != 2:
            link.wrong("segments", "two segments")
        one, other = (segment_names.index(name) for name in pair)
        for index in (one, other):
            if record.segment[index].link != NOBODY:
                link.wrong("segments", f'"{segment_names[index]}" in one attack_link only')
        record.segment[one].link = other
        record.segment[other].link = one


def _events(table: Table, record: Course) -> tuple[EventWords, ...]:
    """The events: what they are called, and how many turns each of their states lasts."""
    events = tuple(
        _event(where, value, changing)
        for (where, value), changing in zip(
            table.tables("event", 0, MAX_EVENTS), record.events, strict=False
        )
    )
    _distinct(f"{table.where}: event", "name", [event.name for event in events])
    return events


def _event(where: str, value: dict[str, Any], changing: Changing) -> EventWords:
    keys = tuple(dict.fromkeys((*PERIODIC_KEYS, *CYCLIC_KEYS)))
    kind = Table(where, value, keys).word("kind", ("periodic", "cyclic"))
    if kind == "periodic":
        states = _periodic(Table(where, value, PERIODIC_KEYS))
    else:
        states = _cyclic(Table(where, value, CYCLIC_KEYS))
    changing.states = len(states)
    for index, (_, turns) in enumerate(states):
        changing.turns[index] = turns
    return EventWords(str(value["name"]), tuple(name for name, _ in states))


def _periodic(event: Table) -> list[tuple[str, int]]:
    """Every so many turns, for so many turns: first the calm, then what disturbs it."""
    event.text("name")
    every = event.whole("every", 2, MAX_TURNS)
    lasts = event.whole("lasts", 1, every - 1)
    state = event.text("state")
    if state.casefold() == CALM:
        event.wrong("state", f'another word than "{CALM}", which is the time between')
    return [(CALM, every - lasts), (state, lasts)]


def _cyclic(event: Table) -> list[tuple[str, int]]:
    """States that follow one another round and round, each for its number of turns."""
    event.text("name")
    given = event.tables("states", 2, MAX_STATES)
    tables = [Table(where, value, STATE_KEYS) for where, value in given]
    states = [(state.text("name"), state.whole("turns", 1, MAX_TURNS)) for state in tables]
    _distinct(f"{event.where}: states", "name", [name for name, _ in states])
    return states


@dataclass(frozen=True)
class Conditions:
    """The events on which features may depend. Notes in `used` which of them are used."""

    events: tuple[EventWords, ...]
    used: set[int]

    def read(self, table: Table) -> tuple[int, int]:
        """`event` and `when` of a table: the event's index and a bit for each state, or none."""
        if "event" not in table.values:
            if "when" in table.values:
                table.wrong("event", "the event that `when` is about")
            return NOBODY, 0
        known = [event.name for event in self.events]
        if not known:
            table.wrong("event", "no event: the course has none")
        index = known.index(table.word("event", known))
        states = self.events[index].states
        given = table.words("when", states)
        if len(given) == len(states):
            table.wrong("when", "some of the states, not all (or leave out `event` and `when`)")
        self.used.add(index)
        return index, sum(1 << states.index(state) for state in given)

    def words(self, event: int, states: int) -> str:
        """`while Tide is low or rising`, or nothing."""
        if event == NOBODY:
            return ""
        there = self.events[event]
        given = [name for bit, name in enumerate(there.states) if states >> bit & 1]
        return f"while {there.name} is {_series(given, 'or')}"


def _segment(table: Table, segment: Segment, conditions: Conditions) -> SegmentWords:
    """A curve type, perhaps item boxes, hazards, dash panels and alternate paths."""
    name = table.text("name")
    segment.kind = int(Kind[table.word("kind", _below(Kind)).upper()])
    segment.boxes = _boxes(table)
    hazards = tuple(
        _hazard(Table(where, value, HAZARD_KEYS), hazard, conditions)
        for (where, value), hazard in zip(
            table.tables("hazard", 0, PER_SEGMENT), segment.hazards, strict=False
        )
    )
    dash_panels = tuple(
        _dash_panel(Table(where, value, DASH_PANEL_KEYS), panel)
        for (where, value), panel in zip(
            table.tables("dash_panel", 0, PER_SEGMENT), segment.dash_panels, strict=False
        )
    )
    paths = tuple(
        _path(Table(where, value, PATH_KEYS), path, conditions)
        for (where, value), path in zip(
            table.tables("path", 0, PER_SEGMENT), segment.paths, strict=False
        )
    )
    _distinct(table.where, "name", [it.name for it in (*hazards, *dash_panels, *paths)])
    return SegmentWords(name, hazards, dash_panels, paths)


def _boxes(table: Table) -> int:
    value = table.values.get("boxes", "none")
    if value == "none":
        return 0
    if value == "plenty":
        return PLENTY
    if type(value) is not int or not 1 <= value <= MAX_BOXES:
        table.wrong("boxes", f'"none", a whole number from 1 to {MAX_BOXES}, or "plenty"')
    return value


def _modifier(table: Table, key: str, default: int | None = None) -> int:
    return table.whole(key, -MAX_MODIFIER, MAX_MODIFIER, default)


def _damage(table: Table, default: int | None = None) -> int:
    if default is not None and "damage" not in table.values:
        return default
    return int(Damage[table.word("damage", _below(Damage)).upper()])


def _hazard(table: Table, hazard: Hazard, conditions: Conditions) -> Feature:
    """A Racing Check, or damage; an event may bring it, and may make it worse."""
    name = table.text("name")
    hazard.exists = 1
    hazard.modifier = _modifier(table, "modifier")
    hazard.damage = _damage(table)
    hazard.event, hazard.states = conditions.read(table)
    if "worse" in table.values:
        worse = Table(f"{table.where}: worse", table.values["worse"], WORSE_KEYS)
        _read_worse(worse, hazard, conditions)
    return Feature(name, _hazard_text(hazard, conditions))


def _read_worse(table: Table, hazard: Hazard, conditions: Conditions) -> None:
    """What the hazard is in certain states of an event; what is left out stays as it was."""
    hazard.worse_event, hazard.worse_states = conditions.read(table)
    if hazard.worse_event == NOBODY:
        table.wrong("event", "the event that makes the hazard worse")
    hazard.worse_modifier = _modifier(table, "modifier", hazard.modifier)
    hazard.worse_damage = _damage(table, hazard.damage)
    easier = hazard.worse_modifier - hazard.modifier
    rougher = hazard.worse_damage - hazard.damage
    if easier > 0 or rougher < 0 or easier == rougher == 0:
        raise Malformed(
            table.where,
            "expected a lower modifier, a flip for a spin, or both, and nothing milder; "
            f"found {_hazard_words(hazard.worse_modifier, hazard.worse_damage)}, "
            f"after {_hazard_words(hazard.modifier, hazard.damage)}",
        )
    if hazard.worse_event == hazard.event and hazard.states & ~hazard.worse_states == 0:
        table.wrong("when", "some of the states in which the hazard is there, not all")
    if hazard.worse_event == hazard.event and hazard.worse_states & ~hazard.states:
        table.wrong("when", "only states in which the hazard is there")


def _dash_panel(table: Table, panel: DashPanel) -> Feature:
    """Momentum, and no more ink: for all who drive over it, or for a Racing Check."""
    name = table.text("name")
    panel.exists = 1
    panel.checked = int("check" in table.values)
    panel.modifier = _modifier(table, "check", 0)
    panel.momentum = table.whole("momentum", 0, MAX_MOMENTUM)
    return Feature(name, _dash_panel_text(panel))


def _path(table: Table, path: Path, conditions: Conditions) -> Feature:
    """An alternate path needs an item, a Racing Check or both, as the course says."""
    name = table.text("name")
    path.exists = 1
    if "items" not in table.values and "check" not in table.values:
        raise Malformed(table.where, "expected `items`, `check` or both, found neither")
    if "items" in table.values:
        given = table.words("items", _below(Item)[1:])
        path.items = sum(1 << Item[item.upper()] for item in given)
    path.checked = int("check" in table.values)
    path.modifier = _modifier(table, "check", 0)
    _read_success(Table(f"{table.where}: success", table.values.get("success"), SUCCESS_KEYS), path)
    if "failure" in table.values:
        if not path.checked:
            table.wrong("failure", "none, for a path without a `check` cannot fail")
        _read_failure(Table(f"{table.where}: failure", table.values["failure"], FAILURE_KEYS), path)
    path.event, path.states = conditions.read(table)
    return Feature(name, _path_text(path, conditions))


def _read_success(table: Table, path: Path) -> None:
    """What the path brings. Advancing from the last segment leads into the next lap."""
    path.momentum = table.whole("momentum", 0, MAX_MOMENTUM, 0)
    path.skips_features = int(table.flag("skip_features"))
    path.advances = int(table.flag("advance"))
    path.free_pass = int(table.flag("free_pass"))
    path.washes = int(table.flag("wash_ink"))
    flags = path.skips_features + path.advances + path.free_pass + path.washes
    if not path.momentum and not flags:
        raise Malformed(table.where, f"expected one or more of {', '.join(SUCCESS_KEYS)}")


def _read_failure(table: Table, path: Path) -> None:
    """What failing costs beside the Racing Check itself; Momentum is 0 or less."""
    path.failure_momentum = table.whole("momentum", -MAX_MOMENTUM, 0, 0)
    path.failure_falls_back = int(table.flag("fall_back"))
    path.failure_loses_items = int(table.flag("lose_items"))
    if not (path.failure_momentum or path.failure_falls_back or path.failure_loses_items):
        raise Malformed(table.where, f"expected one or more of {', '.join(FAILURE_KEYS)}")


# --- in words


def _signed(number: int) -> str:
    """A number with a real minus, without a plus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _series(words: Sequence[str], last: str) -> str:
    """`one, two and three`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _check_words(modifier: int) -> str:
    sign = "+" if modifier > 0 else ""
    return f"a Racing Check at {sign}{_signed(modifier)}" if modifier else "a Racing Check"


def _hazard_words(modifier: int, damage: int) -> str:
    return f"{_check_words(modifier)}, or {'flip' if damage == Damage.FLIP else 'spin out'}"


def _sentence(*clauses: str) -> str:
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{joined[:1].upper()}{joined[1:]}."


def _hazard_text(hazard: Hazard, conditions: Conditions) -> str:
    there = conditions.words(hazard.event, hazard.states)
    worse = conditions.words(hazard.worse_event, hazard.worse_states)
    harder = _hazard_words(hazard.worse_modifier, hazard.worse_damage)
    return _sentence(
        _hazard_words(hazard.modifier, hazard.damage),
        f"only {there}" if there else "",
        f"{worse}: {harder}" if worse else "",
    )


def _dash_panel_text(panel: DashPanel) -> str:
    brings = [f"+{panel.momentum} Momentum"] if panel.momentum else []
    gain = _series([*brings, "ink washed off"], "and")
    return _sentence(f"{_check_words(panel.modifier)} for {gain}" if panel.checked else gain)


def _path_text(path: Path, conditions: Conditions) -> str:
    """What the path needs and brings, from its numbers."""
    fails = _series(_failure_words(path), "and")
    there = conditions.words(path.event, path.states)
    return _sentence(
        f"needs {_series(_needs_words(path), 'and')}",
        f"brings {_series(_success_words(path), 'and')}",
        f"failing costs {fails}" if fails else "",
        f"open only {there}" if there else "",
    )


def _needs_words(path: Path) -> list[str]:
    items = [item for item in Item if path.items >> item & 1]
    needs = []
    if items:
        lasting = " (one at work will do)" if {Item.BOO, Item.STAR} & set(items) else ""
        needs.append(_series([_item_words(item) for item in items], "or") + lasting)
    if path.checked:
        needs.append(_check_words(path.modifier))
    return needs


def _item_words(item: Item) -> str:
    return "Bob-omb" if item is Item.BOB_OMB else item.name.replace("_", " ").title()


def _success_words(path: Path) -> list[str]:
    brings = [f"+{path.momentum} Momentum"] if path.momentum else []
    brings += ["no features to meet this turn"] if path.skips_features else []
    brings += ["a free pass attempt"] if path.free_pass else []
    brings += ["ink washed off"] if path.washes else []
    brings += ["the next segment at once"] if path.advances else []
    return brings


def _failure_words(path: Path) -> list[str]:
    costs = [f"{-path.failure_momentum} Momentum"] if path.failure_momentum else []
    costs += ["all items"] if path.failure_loses_items else []
    costs += ["a Fall Back"] if path.failure_falls_back else []
    return costs


# --- the map

_ROADS = {
    Kind.TIGHT: "━┓┗━",
    Kind.STRAIGHT: "━━━━",
    Kind.BROAD_STRAIGHT: "════",
    Kind.CURVE: "━━━┓",
    Kind.BROAD_CURVE: "═══╗",
}


@table_rule("R9")
def map_lines(course: CourseFile) -> list[str]:
    """The course's map: the road, segment by segment, with everything that is special there."""
    record = course.record
    laps = "1 lap" if record.laps == 1 else f"{record.laps} laps"
    lines = [f"{course.title} ({laps} of {record.segments} segments)", course.blurb, ""]
    for number, words in enumerate(course.segments):
        lines += _segment_lines(course, number, words)
    if course.events:
        lines.append("")
    for event, changing in zip(course.events, record.events, strict=False):
        lines.append(f"~ {event.name}: {_cycle(event, changing)}, and again.")
    return lines


def _segment_lines(course: CourseFile, number: int, words: SegmentWords) -> list[str]:
    segment = course.record.segment[number]
    kind = Kind(segment.kind)
    road = f"{_ROADS[kind]} {number + 1:2} {words.name}"
    facts = [kind.name.lower().replace("_", " "), _box_words(segment.boxes)]
    lines = [f"{road:<36} {', '.join(fact for fact in facts if fact)}"]
    signs = (("!", words.hazards), (">", words.dash_panels), ("?", words.paths))
    for sign, features in signs:
        lines += [f"        {sign} {feature.name}: {feature.text}" for feature in features]
    if segment.link != NOBODY:
        lines.append(f"        @ Attacks reach {course.segments[segment.link].name}.")
    return lines


def _box_words(boxes: int) -> str:
    if boxes == PLENTY:
        return "plenty of item boxes"
    return "1 item box" if boxes == 1 else f"{boxes} item boxes" if boxes else ""


def _cycle(event: EventWords, changing: Changing) -> str:
    """`low for 3 turns, then high for 2`."""
    stays = [
        f"{name} for {turns} turn{'' if turns == 1 else 's'}"
        for name, turns in zip(event.states, changing.turns, strict=False)
    ]
    return ", then ".join(stays)
