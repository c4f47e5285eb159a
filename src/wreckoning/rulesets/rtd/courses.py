"""Courses (R9): TOML in, a checked `CourseFile` out.

    names()          the courses that come with the game, easiest first
    load(source)     one of them, a file of your own, or the document out of a log

A file is read by `Table`s, key by key. Every fault is one `Malformed` that
names the file, the place in it, what was expected and what was found. The words of a course stay
here; the race knows it as numbers, the `Course` record.
"""

from __future__ import annotations

import copy

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.course_files import CourseFiles, read_head
from wreckoning.core.files.toml_tables import TomlTable, below, distinct
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.course_words import (
    Conditions,
    CourseFile,
    EventWords,
    Feature,
    SegmentWords,
    dash_panel_text,
    hazard_text,
    hazard_words,
    path_text,
)
from wreckoning.rulesets.rtd.race import (
    MAX_EVENTS,
    MAX_SEGMENTS,
    MAX_STATES,
    OWN,
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

CALM = "calm"  # the first state of a periodic event

COURSE_KEYS = ("laps", "event", "segment", "attack_link")
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


@table_rule("R9")
def _course(table: TomlTable) -> CourseFile:
    """A course is a list of segments, driven for a number of laps. Raises Malformed."""
    record = Course()
    head = read_head(table)
    record.laps = table.whole("laps", 1, MAX_LAPS)
    events = _events(table, record)
    used: set[int] = set()
    segments = _segments(table, record, events, used)
    _attack_links(table, record, [segment.name for segment in segments])
    for index, event in enumerate(events):
        if index not in used:
            place = f'{table.where}: event "{event.name}"'
            raise Malformed(place, "expected a hazard or a path that changes with it, found none")
    document = copy.deepcopy(table.values)  # only now is it known not to be bottomless
    return CourseFile(*head, document, record, segments, events)


def _segments(
    table: TomlTable, record: Course, events: tuple[EventWords, ...], used: set[int]
) -> tuple[SegmentWords, ...]:
    for spare in record.segment:
        _clear(spare)
    given = table.tables("segment", MIN_SEGMENTS, MAX_SEGMENTS, numbered=True)
    record.segments = len(given)
    segments = tuple(
        _segment(TomlTable(where, value, SEGMENT_KEYS), segment, Conditions(events, used))
        for (where, value), segment in zip(given, record.segment, strict=False)
    )
    distinct(f"{table.where}: segment", "name", [segment.name for segment in segments])
    return segments


def _clear(segment: Segment) -> None:
    """An empty segment: missing events and links are NOBODY, not event or segment 0."""
    segment.link = NOBODY
    for hazard in segment.hazards:
        hazard.event = hazard.worse_event = NOBODY
    for path in segment.paths:
        path.event = NOBODY


def _attack_links(table: TomlTable, record: Course, segment_names: list[str]) -> None:
    """A course may link two segments for attacks; each at most once, and both ways."""
    for where, value in table.tables("attack_link", 0, MAX_SEGMENTS // 2):
        link = TomlTable(where, value, LINK_KEYS)
        pair = link.words("segments", segment_names)
        if len(pair) != 2:
            link.wrong("segments", "two segments")
        one, other = (segment_names.index(name) for name in pair)
        for index in (one, other):
            if record.segment[index].link != NOBODY:
                link.wrong("segments", f'"{segment_names[index]}" in one attack_link only')
        record.segment[one].link = other
        record.segment[other].link = one


def _events(table: TomlTable, record: Course) -> tuple[EventWords, ...]:
    """The events: what they are called, and how many turns each of their states lasts."""
    events = tuple(
        _event(where, value, changing)
        for (where, value), changing in zip(
            table.tables("event", 0, MAX_EVENTS), record.events, strict=False
        )
    )
    distinct(f"{table.where}: event", "name", [event.name for event in events])
    return events


def _event(where: str, value: Json, changing: Changing) -> EventWords:
    keys = tuple(dict.fromkeys((*PERIODIC_KEYS, *CYCLIC_KEYS)))
    kind = TomlTable(where, value, keys).word("kind", ("periodic", "cyclic"))
    if kind == "periodic":
        states = _periodic(TomlTable(where, value, PERIODIC_KEYS))
    else:
        states = _cyclic(TomlTable(where, value, CYCLIC_KEYS))
    changing.states = len(states)
    for index, (_, turns) in enumerate(states):
        changing.turns[index] = turns
    return EventWords(str(value["name"]), tuple(name for name, _ in states))


def _periodic(event: TomlTable) -> list[tuple[str, int]]:
    """An event that returns every few turns for some turns: the calm state comes first."""
    event.text("name")
    every = event.whole("every", 2, MAX_TURNS)
    lasts = event.whole("lasts", 1, every - 1)
    state = event.text("state")
    if state.casefold() == CALM:
        event.wrong("state", f'another word than "{CALM}", which is the time between')
    return [(CALM, every - lasts), (state, lasts)]


def _cyclic(event: TomlTable) -> list[tuple[str, int]]:
    """An event whose states follow one another in a circle, each for its number of turns."""
    event.text("name")
    given = event.tables("states", 2, MAX_STATES, numbered=True)
    tables = [TomlTable(where, value, STATE_KEYS) for where, value in given]
    states = [(state.text("name"), state.whole("turns", 1, MAX_TURNS)) for state in tables]
    distinct(f"{event.where}: states", "name", [name for name, _ in states])
    return states


def _segment(table: TomlTable, segment: Segment, conditions: Conditions) -> SegmentWords:
    """A curve type, perhaps item boxes, hazards, dash panels and alternate paths."""
    name = table.text("name")
    segment.kind = int(Kind[table.word("kind", below(Kind)).upper()])
    segment.boxes = _boxes(table)
    hazards = tuple(
        _hazard(TomlTable(where, value, HAZARD_KEYS), hazard, conditions)
        for (where, value), hazard in zip(
            table.tables("hazard", 0, PER_SEGMENT), segment.hazards, strict=False
        )
    )
    dash_panels = tuple(
        _dash_panel(TomlTable(where, value, DASH_PANEL_KEYS), panel)
        for (where, value), panel in zip(
            table.tables("dash_panel", 0, PER_SEGMENT), segment.dash_panels, strict=False
        )
    )
    paths = tuple(
        _path(TomlTable(where, value, PATH_KEYS), path, conditions)
        for (where, value), path in zip(
            table.tables("path", 0, PER_SEGMENT), segment.paths, strict=False
        )
    )
    distinct(table.where, "name", [it.name for it in (*hazards, *dash_panels, *paths)])
    return SegmentWords(name, hazards, dash_panels, paths)


def _boxes(table: TomlTable) -> int:
    value = table.values.get("boxes", "none")
    if value == "none":
        return 0
    if value == "plenty":
        return PLENTY
    if type(value) is not int or not 1 <= value <= MAX_BOXES:
        table.wrong("boxes", f'"none", a whole number from 1 to {MAX_BOXES}, or "plenty"')
    return value


def _modifier(table: TomlTable, key: str, default: int | None = None) -> int:
    return table.whole(key, -MAX_MODIFIER, MAX_MODIFIER, default)


def _damage(table: TomlTable, default: int | None = None) -> int:
    if default is not None and "damage" not in table.values:
        return default
    return int(Damage[table.word("damage", below(Damage)[: Damage.THROWN]).upper()])


def _hazard(table: TomlTable, hazard: Hazard, conditions: Conditions) -> Feature:
    """A Racing Check, or damage; an event may bring it, and may make it worse."""
    name = table.text("name")
    hazard.exists = 1
    hazard.modifier = _modifier(table, "modifier")
    hazard.damage = _damage(table)
    hazard.event, hazard.states = conditions.read(table)
    if "worse" in table.values:
        worse = TomlTable(f"{table.where}: worse", table.values["worse"], WORSE_KEYS)
        _read_worse(worse, hazard, conditions)
    return Feature(name, hazard_text(hazard, conditions))


def _read_worse(table: TomlTable, hazard: Hazard, conditions: Conditions) -> None:
    """The hazard's figures in certain states of an event; those left out stay the same."""
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
            f"found {hazard_words(hazard.worse_modifier, hazard.worse_damage)}, "
            f"after {hazard_words(hazard.modifier, hazard.damage)}",
        )
    if hazard.worse_event == hazard.event and hazard.states & ~hazard.worse_states == 0:
        table.wrong("when", "some of the states in which the hazard is there, not all")
    if hazard.worse_event == hazard.event and hazard.worse_states & ~hazard.states:
        table.wrong("when", "only states in which the hazard is there")


def _dash_panel(table: TomlTable, panel: DashPanel) -> Feature:
    """A dash panel: Momentum, and no more ink, for every driver or for a Racing Check."""
    name = table.text("name")
    panel.exists = 1
    panel.checked = int("check" in table.values)
    panel.modifier = _modifier(table, "check", 0)
    panel.momentum = table.whole("momentum", 0, MAX_MOMENTUM)
    return Feature(name, dash_panel_text(panel))


def _path(table: TomlTable, path: Path, conditions: Conditions) -> Feature:
    """An alternate path needs an item, a Racing Check or both, as the course says."""
    name = table.text("name")
    path.exists = 1
    if "items" not in table.values and "check" not in table.values:
        raise Malformed(table.where, "expected `items`, `check` or both, found neither")
    if "items" in table.values:
        given = table.words("items", below(Item)[1:OWN])
        path.items = sum(1 << Item[item.upper()] for item in given)
    path.checked = int("check" in table.values)
    path.modifier = _modifier(table, "check", 0)
    _read_success(
        TomlTable(f"{table.where}: success", table.values.get("success"), SUCCESS_KEYS), path
    )
    if "failure" in table.values:
        if not path.checked:
            table.wrong("failure", "none, for a path without a `check` cannot fail")
        _read_failure(
            TomlTable(f"{table.where}: failure", table.values["failure"], FAILURE_KEYS), path
        )
    path.event, path.states = conditions.read(table)
    return Feature(name, path_text(path, conditions))


def _read_success(table: TomlTable, path: Path) -> None:
    """The gain of the path. Advancing from the last segment leads into the next lap."""
    path.momentum = table.whole("momentum", 0, MAX_MOMENTUM, 0)
    path.skips_features = int(table.flag("skip_features"))
    path.advances = int(table.flag("advance"))
    path.free_pass = int(table.flag("free_pass"))
    path.washes = int(table.flag("wash_ink"))
    flags = path.skips_features + path.advances + path.free_pass + path.washes
    if not path.momentum and not flags:
        raise Malformed(table.where, f"expected one or more of {', '.join(SUCCESS_KEYS)}")


def _read_failure(table: TomlTable, path: Path) -> None:
    """The cost of failing, on top of the Racing Check itself; Momentum is 0 or less."""
    path.failure_momentum = table.whole("momentum", -MAX_MOMENTUM, 0, 0)
    path.failure_falls_back = int(table.flag("fall_back"))
    path.failure_loses_items = int(table.flag("lose_items"))
    if not (path.failure_momentum or path.failure_falls_back or path.failure_loses_items):
        raise Malformed(table.where, f"expected one or more of {', '.join(FAILURE_KEYS)}")


_FILES = CourseFiles("wreckoning.rulesets.rtd", COURSE_KEYS, _course)
names, load = _FILES.names, _FILES.load
