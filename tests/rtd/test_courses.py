"""Courses: the file, the record and the map (R9), events (R31), paths (R23), links (A5)."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

import pytest

from wreckoning.core.errors import Malformed
from wreckoning.core.records import NOBODY, pack
from wreckoning.core.rules import written
from wreckoning.rulesets.rtd.course_words import CourseFile, map_lines
from wreckoning.rulesets.rtd.courses import load, names
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import MAX_SEGMENTS, PLENTY, Damage, Hazard, Kind, Path, Segment

Document = dict[str, Any]

# A course with one of everything, from which each case below departs by one thing.
#
#   1 Harbour   broad straight   plenty    linked with 3
#   2 Cliff     tight            3 boxes   Rockfall, worse when the Tide is high; path Ledge
#   3 Bridge    straight         none      Spray, only while Wind is blowing; panel Ramp
EXAMPLE: Document = {
    "key": "example",
    "title": "Example Bay",
    "blurb": "Three segments with one of everything.",
    "difficulty": 2,
    "laps": 3,
    "event": [
        {"name": "Wind", "kind": "periodic", "every": 5, "lasts": 2, "state": "blowing"},
        {
            "name": "Tide",
            "kind": "cyclic",
            "states": [
                {"name": "low", "turns": 3},
                {"name": "rising", "turns": 1},
                {"name": "high", "turns": 2},
            ],
        },
    ],
    "attack_link": [{"segments": ["Harbour", "Bridge"]}],
    "segment": [
        {"name": "Harbour", "kind": "broad_straight", "boxes": "plenty"},
        {
            "name": "Cliff",
            "kind": "tight",
            "boxes": 3,
            "hazard": [
                {
                    "name": "Rockfall",
                    "modifier": 1,
                    "damage": "spin",
                    "worse": {"event": "Tide", "when": "high", "modifier": -1, "damage": "flip"},
                }
            ],
            "path": [
                {
                    "name": "Ledge",
                    "items": ["mushroom", "star"],
                    "check": -1,
                    "success": {"momentum": 2, "advance": True},
                    "failure": {"momentum": -2, "lose_items": True},
                    "event": "Tide",
                    "when": ["low", "rising"],
                }
            ],
        },
        {
            "name": "Bridge",
            "kind": "straight",
            "hazard": [
                {
                    "name": "Spray",
                    "modifier": 0,
                    "damage": "flip",
                    "event": "Wind",
                    "when": "blowing",
                }
            ],
            "dash_panel": [{"name": "Ramp", "check": 1, "momentum": 2}],
        },
    ],
}


def example() -> Document:
    return copy.deepcopy(EXAMPLE)


def shipped() -> list[CourseFile]:
    return [load(name) for name in names()]


def segments(course: CourseFile) -> list[Segment]:
    return course.record.segment[: course.record.segments]


# --- the record


def test_r9_a_course_is_segments_and_laps() -> None:
    course = load(example())
    assert (course.key, course.title, course.difficulty) == ("example", "Example Bay", 2)
    assert (course.record.laps, course.record.segments) == (3, 3)
    assert [segment.kind for segment in segments(course)] == [
        Kind.BROAD_STRAIGHT,
        Kind.TIGHT,
        Kind.STRAIGHT,
    ]
    assert [segment.boxes for segment in segments(course)] == [PLENTY, 3, 0]
    assert [words.name for words in course.segments] == ["Harbour", "Cliff", "Bridge"]


def test_r9_what_is_not_there_is_nobody() -> None:
    course = load({**example(), "attack_link": []})
    bare = [course.record.segment[0], *course.record.segment[course.record.segments :]]
    assert len(bare) == 1 + MAX_SEGMENTS - 3
    for segment in bare:
        assert segment.link == NOBODY
        for hazard in segment.hazards:
            assert (hazard.exists, hazard.event, hazard.worse_event) == (0, NOBODY, NOBODY)
        assert [(path.exists, path.event) for path in segment.paths] == [(0, NOBODY)] * 2
    cliff = course.record.segment[1]
    assert (cliff.hazards[0].event, cliff.hazards[1].event) == (NOBODY, NOBODY)
    assert course.record.segment[2].hazards[0].worse_event == NOBODY


def test_r26_a_hazard_that_an_event_makes_worse() -> None:
    rockfall = load(example()).record.segment[1].hazards[0]
    assert (rockfall.exists, rockfall.modifier, rockfall.damage) == (1, 1, Damage.SPIN)
    assert (rockfall.worse_event, rockfall.worse_states) == (1, 0b100)
    assert (rockfall.worse_modifier, rockfall.worse_damage) == (-1, Damage.FLIP)


@pytest.mark.parametrize(
    ("left_out", "worse"), [("modifier", (1, Damage.FLIP)), ("damage", (-1, Damage.SPIN))]
)
def test_r26_what_worse_leaves_out_stays(left_out: str, worse: tuple[int, int]) -> None:
    document = example()
    del document["segment"][1]["hazard"][0]["worse"][left_out]
    rockfall = load(document).record.segment[1].hazards[0]
    assert (rockfall.worse_modifier, rockfall.worse_damage) == worse


def test_r26_a_hazard_that_an_event_adds() -> None:
    spray = load(example()).record.segment[2].hazards[0]
    assert (spray.event, spray.states, spray.damage) == (0, 0b10, Damage.FLIP)


def test_r26_a_dash_panel_with_and_without_a_check() -> None:
    document = example()
    panel = load(document).record.segment[2].dash_panels[0]
    assert (panel.exists, panel.checked, panel.modifier, panel.momentum) == (1, 1, 1, 2)
    del document["segment"][2]["dash_panel"][0]["check"]
    panel = load(document).record.segment[2].dash_panels[0]
    assert (panel.exists, panel.checked, panel.modifier, panel.momentum) == (1, 0, 0, 2)


def test_r23_a_path_says_what_it_needs_and_brings() -> None:
    course = load(example())
    ledge = course.record.segment[1].paths[0]
    assert ledge.items == 1 << Item.MUSHROOM | 1 << Item.STAR
    assert (ledge.checked, ledge.modifier, ledge.momentum, ledge.advances) == (1, -1, 2, 1)
    assert (ledge.skips_features, ledge.free_pass, ledge.washes) == (0, 0, 0)
    assert (ledge.failure_momentum, ledge.failure_loses_items) == (-2, 1)
    assert ledge.failure_falls_back == 0
    assert (ledge.event, ledge.states) == (1, 0b011)
    assert course.segments[1].paths[0].text == (
        "Needs a Mushroom or a Star (one at work will do) and a Racing Check at −1; "
        "brings +2 Momentum and the next segment at once; "
        "failing costs 2 Momentum and all items; open only while Tide is low or rising."
    )


def test_r23_a_path_may_advance_across_the_lap_line() -> None:
    document = example()
    document["segment"][2]["path"] = [{"name": "Way Out", "check": 0, "success": {"advance": True}}]
    assert load(document).record.segment[2].paths[0].advances == 1


def test_r31_a_periodic_event_is_calm_first() -> None:
    course = load(example())
    wind = course.record.events[0]
    assert (wind.states, wind.turns[:2]) == (2, [3, 2])
    assert course.events[0].states == ("calm", "blowing")


def test_r31_a_cyclic_event_has_its_own_states() -> None:
    course = load(example())
    tide = course.record.events[1]
    assert (tide.states, tide.turns[:3]) == (3, [3, 1, 2])
    assert course.events[1].states == ("low", "rising", "high")
    assert course.record.events[2].states == 0


def test_a5_an_attack_link_goes_both_ways() -> None:
    links = [segment.link for segment in segments(load(example()))]
    assert links == [2, NOBODY, 0]


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(laps=1),
        lambda d: d.update(laps=9),
        lambda d: d["segment"][1].update(boxes=1),
        lambda d: d["segment"][1].update(boxes=12),
        lambda d: d["segment"][1].update(boxes="none"),
        lambda d: d["segment"].extend(
            {"name": f"Lay-by {n}", "kind": "curve"} for n in range(MAX_SEGMENTS - 3)
        ),
        lambda d: d["segment"][2]["dash_panel"][0].update(momentum=0),
        lambda d: d["segment"][2]["dash_panel"][0].update(check=-4),
        lambda d: d["segment"][2]["hazard"][0].update(modifier=4),
    ],
)
def test_r9_the_ends_of_every_range_are_allowed(change: Callable[[Document], None]) -> None:
    document = example()
    change(document)
    load(document)


# --- what is refused


@dataclass(frozen=True)
class Spot:
    """A table of the document: how messages name it, and the way to it."""

    name: str
    steps: tuple[str | int, ...] = ()

    def of(self, document: Document) -> Any:
        part: Any = document
        for step in self.steps:
            part = part[step]
        return part


TOP = Spot("")
WIND = Spot('event "Wind"', ("event", 0))
TIDE = Spot('event "Tide"', ("event", 1))
LINK = Spot("attack_link 1", ("attack_link", 0))
HARBOUR = Spot("segment 1", ("segment", 0))
CLIFF = Spot("segment 2", ("segment", 1))
BRIDGE = Spot("segment 3", ("segment", 2))
ROCKFALL = Spot('segment 2: hazard "Rockfall"', ("segment", 1, "hazard", 0))
SPRAY = Spot('segment 3: hazard "Spray"', ("segment", 2, "hazard", 0))
WORSE = Spot('segment 2: hazard "Rockfall": worse', ("segment", 1, "hazard", 0, "worse"))
RAMP = Spot('segment 3: dash_panel "Ramp"', ("segment", 2, "dash_panel", 0))
LEDGE = Spot('segment 2: path "Ledge"', ("segment", 1, "path", 0))
SUCCESS = Spot('segment 2: path "Ledge": success', ("segment", 1, "path", 0, "success"))
FAILURE = Spot('segment 2: path "Ledge": failure', ("segment", 1, "path", 0, "failure"))

# The same tables, where the message has another name for them.
NAMELESS_HAZARD, NAMELESS_EVENT = (
    Spot("segment 2: hazard 1", ROCKFALL.steps),
    Spot("event 1", WIND.steps),
)
A_SEGMENT, AN_EVENT = Spot("segment", CLIFF.steps), Spot("event", WIND.steps)
BRIDGE_RAMP = Spot("segment 3", RAMP.steps)

GONE = object()
LINE = "expected a line of 1 to 40 characters without spaces around it, found "
KINDS = "expected one of tight, straight, broad_straight, curve, broad_curve, found "
MODIFIERS = "expected a whole number from -4 to 4, found "
FLAG = "expected true or false, found "
SPARE = {"name": "Spare", "kind": "curve"}
ROCK = {"name": "Rock", "modifier": 0, "damage": "spin"}
PANEL = {"name": "Panel", "momentum": 1}
LANE = {"name": "Lane", "check": 0, "success": {"momentum": 1}}
FREE = {"name": "Free", "success": {"momentum": 1}}
AT_HIGH = {"event": "Tide", "when": "high"}
BLOWING, CALM = {"event": "Wind", "when": "blowing"}, {"event": "Wind", "when": "calm"}
CROSSED = [{"segments": ["Harbour", "Cliff"]}, {"segments": ["Bridge", "Cliff"]}]
TOUR = {"name": "Tour", "kind": "periodic", "every": 3, "lasts": 1, "state": "on"}

# The table, the key, what it is now; what is blamed there, and for what.
Case = tuple[Spot, str, Any, str, str]
WRONG: list[Case] = [
    # missing keys
    (TOP, "title", GONE, "title", f"{LINE}nothing"),
    (TOP, "blurb", GONE, "blurb", "expected a line of 1 to 300 characters"),
    (TOP, "difficulty", GONE, "difficulty", "expected a whole number from 1 to 5, found nothing"),
    (TOP, "laps", GONE, "laps", "expected a whole number from 1 to 9, found nothing"),
    (TOP, "segment", GONE, "segment", "expected 2 to 12, found 0"),
    (HARBOUR, "name", GONE, "name", f"{LINE}nothing"),
    (HARBOUR, "kind", GONE, "kind", f"{KINDS}nothing"),
    (NAMELESS_HAZARD, "name", GONE, "name", f"{LINE}nothing"),
    (ROCKFALL, "modifier", GONE, "modifier", f"{MODIFIERS}nothing"),
    (ROCKFALL, "damage", GONE, "damage", "found nothing"),
    (WORSE, "when", GONE, "when", "found nothing"),
    (SPRAY, "when", GONE, "when", "one or more of calm, blowing"),
    (SPRAY, "event", GONE, "event", "the event that `when` is about"),
    (RAMP, "momentum", GONE, "momentum", "from 0 to 4"),
    (LEDGE, "success", GONE, "success", "a table, found nothing"),
    (NAMELESS_EVENT, "name", GONE, "name", f"{LINE}nothing"),
    (WIND, "kind", GONE, "kind", "one of periodic, cyclic, found nothing"),
    (WIND, "every", GONE, "every", "from 2 to 24, found nothing"),
    (WIND, "lasts", GONE, "lasts", "from 1 to 4, found nothing"),
    (WIND, "state", GONE, "state", f"{LINE}nothing"),
    (TIDE, "states", GONE, "states", "expected 2 to 4, found 0"),
    (LINK, "segments", GONE, "segments", "Harbour, Cliff, Bridge, found nothing"),
    # unknown keys
    (TOP, "lap", 3, "", 'unknown key "lap"; expected key, title, blurb'),
    (TOP, "lap", 3, "", 'did you mean "laps"?'),
    (HARBOUR, "hazards", [], "", 'did you mean "hazard"?'),
    (ROCKFALL, "modifer", 1, "", 'did you mean "modifier"?'),
    (WORSE, "wen", 1, "", 'did you mean "when"?'),
    (RAMP, "chek", 1, "", 'did you mean "check"?'),
    (LEDGE, "item", [], "", 'did you mean "items"?'),
    (SUCCESS, "advances", True, "", 'did you mean "advance"?'),
    (FAILURE, "falls", True, "", 'unknown key "falls"'),
    (LINK, "segment", [], "", 'did you mean "segments"?'),
    (WIND, "states", [], "", 'unknown key "states"; expected name, kind, every'),
    (TIDE, "every", 3, "", 'unknown key "every"; expected name, kind, states'),
    (TIDE, "states", [{"turn": 1}, {}], "state 1", 'did you mean "turns"?'),
    # wrong types
    (TOP, "title", 7, "title", f"{LINE}7"),
    (TOP, "laps", True, "laps", "found true"),
    (TOP, "laps", 3.0, "laps", "found 3.0"),
    (TOP, "laps", "3", "laps", 'found "3"'),
    (TOP, "segment", {"name": "One"}, "segment", "a list of tables: [[segment]], found a table"),
    (TOP, "segment", [1, 2], "segment", "a list of tables: [[segment]], found [1, 2]"),
    (HARBOUR, "kind", 2, "kind", f"{KINDS}2"),
    (HARBOUR, "boxes", True, "boxes", '"none", a whole number from 1 to 12, or "plenty"'),
    (ROCKFALL, "modifier", False, "modifier", f"{MODIFIERS}false"),
    (ROCKFALL, "worse", 1, "worse", "expected a table, found 1"),
    (RAMP, "check", True, "check", f"{MODIFIERS}true"),
    (LEDGE, "items", 6, "items", "one or more of banana"),
    (LEDGE, "items", [6], "items", "found 6"),
    (LEDGE, "success", [], "success", "expected a table, found []"),
    (LEDGE, "failure", 1, "failure", "expected a table, found 1"),
    (SUCCESS, "advance", 1, "advance", f"{FLAG}1"),
    (FAILURE, "fall_back", 1, "fall_back", f"{FLAG}1"),
    (SPRAY, "when", [[]], "when", "found []"),
    # text
    (TOP, "title", "", "title", f'{LINE}""'),
    (TOP, "title", "two\nlines", "title", f'{LINE}"two\\nlines"'),
    (TOP, "title", " Bay", "title", f'{LINE}" Bay"'),
    (TOP, "title", "x" * 41, "title", LINE),
    (TOP, "blurb", "x" * 301, "blurb", '..."'),
    (TOP, "key", "Not A Key", "key", "small letters, digits"),
    # ranges
    (TOP, "difficulty", 6, "difficulty", "from 1 to 5, found 6"),
    (TOP, "laps", 0, "laps", "from 1 to 9, found 0"),
    (TOP, "laps", 10, "laps", "from 1 to 9, found 10"),
    (TOP, "laps", 10**5000, "laps", "found a very large number"),
    (TOP, "segment", [SPARE], "segment", "expected 2 to 12, found 1"),
    (TOP, "segment", [SPARE] * 13, "segment", "expected 2 to 12, found 13"),
    (TOP, "event", [TOUR] * 4, "event", "expected at most 3, found 4"),
    (HARBOUR, "boxes", 0, "boxes", "found 0"),
    (HARBOUR, "boxes", 13, "boxes", "found 13"),
    (HARBOUR, "boxes", "many", "boxes", 'found "many"'),
    (HARBOUR, "hazard", [ROCK] * 3, "hazard", "expected at most 2, found 3"),
    (HARBOUR, "dash_panel", [PANEL] * 3, "dash_panel", "at most 2, found 3"),
    (HARBOUR, "path", [LANE] * 3, "path", "at most 2, found 3"),
    (ROCKFALL, "modifier", 5, "modifier", f"{MODIFIERS}5"),
    (SPRAY, "modifier", -5, "modifier", f"{MODIFIERS}-5"),
    (WORSE, "modifier", -5, "modifier", f"{MODIFIERS}-5"),
    (RAMP, "check", 5, "check", f"{MODIFIERS}5"),
    (RAMP, "momentum", 5, "momentum", "from 0 to 4, found 5"),
    (RAMP, "momentum", -1, "momentum", "from 0 to 4, found -1"),
    (LEDGE, "check", -5, "check", f"{MODIFIERS}-5"),
    (SUCCESS, "momentum", 5, "momentum", "from 0 to 4, found 5"),
    (FAILURE, "momentum", 1, "momentum", "from -4 to 0, found 1"),
    (FAILURE, "momentum", -5, "momentum", "found -5"),
    (WIND, "every", 1, "every", "from 2 to 24, found 1"),
    (WIND, "every", 25, "every", "from 2 to 24, found 25"),
    (WIND, "lasts", 0, "lasts", "from 1 to 4, found 0"),
    (WIND, "lasts", 5, "lasts", "from 1 to 4, found 5"),
    (TIDE, "states", [{"name": "on", "turns": 1}], "states", "2 to 4, found 1"),
    (TIDE, "states", [{"name": "on", "turns": 1}] * 5, "states", "found 5"),
    (TIDE, "states", [{"name": "on", "turns": 0}] * 2, "state 1: turns", "found 0"),
    # words that are none
    (HARBOUR, "kind", "broad_curv", "kind", 'did you mean "broad_curve"?'),
    (ROCKFALL, "damage", "flop", "damage", 'did you mean "flip"?'),
    (WORSE, "damage", "thrown", "damage", "one of spin, flip"),
    (LEDGE, "items", ["mushrom"], "items", 'did you mean "mushroom"?'),
    (LEDGE, "items", ["none"], "items", 'found "none"'),
    (WIND, "kind", "weekly", "kind", 'one of periodic, cyclic, found "weekly"'),
    (LINK, "segments", ["Harbor", "Cliff"], "segments", 'did you mean "Harbour"?'),
    # names that stand twice
    (A_SEGMENT, "name", "HARBOUR", "", 'expected each name once, found a second "HARBOUR"'),
    (CLIFF, "hazard", [ROCK, ROCK], "", 'found a second "Rock"'),
    (BRIDGE, "dash_panel", [PANEL, PANEL], "", 'found a second "Panel"'),
    (CLIFF, "path", [LANE, LANE], "", 'found a second "Lane"'),
    (BRIDGE_RAMP, "name", "Spray", "", 'found a second "Spray"'),
    (AN_EVENT, "name", "Tide", "", 'found a second "Tide"'),
    (TIDE, "states", [{"name": "on", "turns": 1}] * 2, "states", 'second "on"'),
    (WIND, "state", "Calm", "state", 'another word than "calm"'),
    (LEDGE, "items", ["boo", "boo"], "items", '"boo" only once'),
    # links
    (LINK, "segments", ["Cliff", "Cliff"], "segments", '"Cliff" only once'),
    (LINK, "segments", ["Cliff"], "segments", "expected two segments"),
    (LINK, "segments", ["Harbour", "Cliff", "Bridge"], "segments", "two segments"),
    (TOP, "attack_link", CROSSED, "attack_link 2: segments", '"Cliff" in one attack_link only'),
    # paths
    (LEDGE, "items", [], "items", "one or more of banana"),
    (BRIDGE, "path", [FREE], 'path "Free"', "expected `items`, `check` or both, found neither"),
    (LEDGE, "success", {}, "success", "one or more of momentum"),
    (LEDGE, "success", {"advance": False}, "success", "one or more of"),
    (LEDGE, "failure", {}, "failure", "one or more of momentum"),
    (LEDGE, "check", GONE, "failure", "without a `check` cannot fail"),
    # events and states
    (SPRAY, "event", "Wnd", "event", 'did you mean "Wind"?'),
    (LEDGE, "event", "Rain", "event", 'one of Wind, Tide, found "Rain"'),
    (WORSE, "event", "Rain", "event", 'found "Rain"'),
    (SPRAY, "when", "bloing", "when", 'did you mean "blowing"?'),
    (LEDGE, "when", ["low", "dry"], "when", 'found "dry"'),
    (WORSE, "when", "dry", "when", 'found "dry"'),
    (SPRAY, "when", [], "when", "one or more of calm, blowing"),
    (SPRAY, "when", ["calm", "blowing"], "when", "not all"),
    (
        TOP,
        "event",
        [*EXAMPLE["event"], TOUR],
        'event "Tour"',
        "a hazard or a path that changes with it, found none",
    ),
    # worse that is no worse
    (ROCKFALL, "worse", {"modifier": -1}, "worse: event", "worse"),
    (WORSE, "modifier", 2, "", "nothing milder"),
    (ROCKFALL, "worse", AT_HIGH, "worse", "expected a lower modifier, a flip for a spin, or both"),
    (SPRAY, "worse", {**AT_HIGH, "damage": "spin"}, "worse", "nothing milder"),
    (SPRAY, "worse", {**AT_HIGH, "modifier": -1, "damage": "spin"}, "worse", "nothing milder"),
    (SPRAY, "worse", {**BLOWING, "modifier": -1}, "worse: when", "the hazard is there, not all"),
    (SPRAY, "worse", {**CALM, "modifier": -1}, "worse: when", "only states in which the hazard"),
]


def case_name(case: Case) -> str:
    spot, key, value, _, problem = case
    return f"{spot.name or 'course'}: {key} {'gone' if value is GONE else 'wrong'}: {problem}"


@pytest.mark.parametrize("case", WRONG, ids=case_name)
def test_r9_a_faulty_course_is_refused(case: Case) -> None:
    """The message names the place and the problem, on one line."""
    spot, key, value, blamed, problem = case
    document = example()
    if value is GONE:
        del spot.of(document)[key]
    else:
        spot.of(document)[key] = value
    with pytest.raises(Malformed) as refused:
        load(document)
    named = f'course "{document["key"]}"'
    assert refused.value.where == ": ".join(part for part in (named, spot.name, blamed) if part)
    assert problem in refused.value.problem
    assert str(refused.value).isprintable()


def test_r9_events_are_known_only_where_there_are_any() -> None:
    with pytest.raises(Malformed, match="expected no event: the course has none") as refused:
        load({**example(), "event": []})
    assert refused.value.where.endswith('hazard "Rockfall": worse: event')


# --- files

FILE = """
title = "Garden Path"
blurb = "Round the roses."
difficulty = 1
laps = 2

[[segment]]
name = "Lawn"
kind = "broad_curve"

[[segment]]
name = "Compost"
kind = "tight"
"""


def write(folder: FilePath, text: str, name: str = "garden.toml") -> FilePath:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_r9_a_course_is_read_from_a_file(tmp_path: FilePath) -> None:
    path = write(tmp_path, FILE)
    course = load(path)
    assert (course.key, course.title, course.record.laps) == ("garden", "Garden Path", 2)
    assert load(str(path)) == course


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        (FILE.replace("laps", "lapse"), "garden.toml", 'unknown key "lapse"'),
        (FILE.replace("tight", "tihgt"), "garden.toml: segment 2: kind", 'did you mean "tight"?'),
        (FILE.replace("= 2", "= 1979-05-27"), "garden.toml: laps", "found a date"),
    ],
)
def test_r9_a_faulty_file_is_refused(
    tmp_path: FilePath, text: str, where: str, problem: str
) -> None:
    with pytest.raises(Malformed) as refused:
        load(write(tmp_path, text))
    assert refused.value.where == where
    assert problem in refused.value.problem
    assert str(refused.value).isprintable()


def test_r9_a_document_without_a_key_takes_one_from_its_title() -> None:
    document = example()
    del document["key"]
    assert load(document).key == "example-bay"
    document["title"] = 10**5000
    with pytest.raises(Malformed, match="found a very large number"):
        load(document)


def test_r9_a_course_does_not_change_with_the_document_it_came_from() -> None:
    document = example()
    course = load(document)
    assert document == EXAMPLE
    document["segment"][0]["name"] = "Elsewhere"
    assert course.document == EXAMPLE
    load("sundae_drive").document["segment"].clear()
    assert load("sundae_drive").record.segments == 5


# --- the shipped courses


def test_r9_the_shipped_courses_come_easiest_first() -> None:
    order = [course.difficulty for course in shipped()]
    assert order == sorted(order)
    assert len(names()) >= 3


@pytest.mark.parametrize("name", names())
def test_r9_a_shipped_course_is_of_the_common_size(name: str) -> None:
    course = load(name)
    assert course.record.laps == 3
    assert 5 <= course.record.segments <= 6


@pytest.mark.parametrize("name", names())
def test_r9_a_course_loads_again_from_its_document(name: str) -> None:
    course = load(name)
    again = load(json.loads(json.dumps(course.document)))
    assert again == course
    assert pack(again.record) == pack(course.record)


def hazard_features(hazard: Hazard) -> Iterator[str]:
    yield f"hazard: {Damage(hazard.damage).name}"
    if hazard.event != NOBODY:
        yield "hazard: added by an event"
    if hazard.worse_event != NOBODY:
        yield "hazard: worsened by an event"
        yield f"worse: {'damage' if hazard.worse_damage != hazard.damage else 'modifier'}"


def path_features(path: Path) -> Iterator[str]:
    needs = ["item"] * bool(path.items) + ["check"] * path.checked
    yield f"path: by {' and '.join(needs)}"
    if path.items.bit_count() > 1:
        yield "path: any one of several items"
    if path.items >> Item.BOO & 1 and path.items >> Item.STAR & 1:
        yield "path: Boo or Star"
    if path.event != NOBODY:
        yield "path: open in an event's state"
    for field in ("momentum", "skips_features", "advances", "free_pass", "washes"):
        if getattr(path, field):
            yield f"path: {field}"
    for field in ("failure_momentum", "failure_falls_back", "failure_loses_items"):
        if getattr(path, field):
            yield f"path: {field}"


def features(course: CourseFile) -> Iterator[str]:
    """Everything of the format that a course uses."""
    for segment in segments(course):
        yield f"kind: {Kind(segment.kind).name}"
        yield f"boxes: {'plenty' if segment.boxes == PLENTY else min(segment.boxes, 1)}"
        if segment.link != NOBODY:
            yield "attack link"
        for hazard in segment.hazards:
            yield from hazard_features(hazard) if hazard.exists else ()
        for panel in segment.dash_panels:
            if panel.exists:
                yield f"dash panel: {'checked' if panel.checked else 'automatic'}"
        for path in segment.paths:
            yield from path_features(path) if path.exists else ()
    for event in course.document.get("event", []):
        yield f"event: {event['kind']}"


def test_r9_the_shipped_courses_use_everything() -> None:
    assert {feature for course in shipped() for feature in features(course)} == {
        *(f"kind: {kind.name}" for kind in Kind),
        *("boxes: 0", "boxes: 1", "boxes: plenty", "attack link"),
        *("hazard: SPIN", "hazard: FLIP", "hazard: added by an event"),
        *("hazard: worsened by an event", "worse: damage", "worse: modifier"),
        *("dash panel: automatic", "dash panel: checked"),
        *("path: by item", "path: by check", "path: by item and check"),
        *("path: any one of several items", "path: Boo or Star", "path: open in an event's state"),
        *("path: momentum", "path: skips_features", "path: advances", "path: free_pass"),
        *("path: washes", "path: failure_momentum", "path: failure_falls_back"),
        *("path: failure_loses_items", "event: periodic", "event: cyclic"),
    }


# --- the map


def test_r9_a_course_has_a_map() -> None:
    assert map_lines(load(example())) == [
        "Example Bay (3 laps of 3 segments)",
        "Three segments with one of everything.",
        "",
        "════  1 Harbour                      broad straight, plenty of item boxes",
        "        @ Attacks reach Bridge.",
        "━┓┗━  2 Cliff                        tight, 3 item boxes",
        "        ! Rockfall: A Racing Check at +1, or spin out; "
        "while Tide is high: a Racing Check at −1, or flip.",
        "        ? Ledge: Needs a Mushroom or a Star (one at work will do) and "
        "a Racing Check at −1; "
        "brings +2 Momentum and the next segment at once; "
        "failing costs 2 Momentum and all items; open only while Tide is low or rising.",
        "━━━━  3 Bridge                       straight",
        "        ! Spray: A Racing Check, or flip; only while Wind is blowing.",
        "        > Ramp: A Racing Check at +1 for +2 Momentum and ink washed off.",
        "        @ Attacks reach Harbour.",
        "",
        "~ Wind: calm for 3 turns, then blowing for 2 turns, and again.",
        "~ Tide: low for 3 turns, then rising for 1 turn, then high for 2 turns, and again.",
    ]


@pytest.mark.parametrize("name", names())
def test_r9_the_map_shows_every_name(name: str) -> None:
    course = load(name)
    lines = map_lines(course)
    for words in course.segments:
        there = [feature.name for feature in (*words.hazards, *words.dash_panels, *words.paths)]
        for shown in (words.name, *there):
            assert any(re.search(rf"[\d!>?] {re.escape(shown)}(:| )", line) for line in lines)
    assert sum(line.startswith("~ ") for line in lines) == len(course.events)


def test_r9_is_in_the_index() -> None:
    functions = [
        entry.function for entry in written("wreckoning.rulesets.rtd") if entry.number == "R9"
    ]
    assert map_lines in functions
