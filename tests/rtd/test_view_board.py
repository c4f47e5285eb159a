"""The board of Kart RTD as a drawing: everything on it, apart from one another, and readable."""

from __future__ import annotations

import importlib
import inspect
import math
import random
import re
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Scripted, Seeded
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Ground, Label, Piece, Preview
from wreckoning.rulesets.rtd import view
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.race import MAX_SEGMENTS, PLENTY, Kind
from wreckoning.rulesets.rtd.view import circuit as circuits
from wreckoning.rulesets.rtd.view import plan as plans
from wreckoning.rulesets.rtd.view.symbols import KART_WIDTH
from wreckoning.show.pen import text_width

RTD = find_ruleset("rtd")
NAMES = ["Ann", "Bob", "Cid", "Dorothea", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Leopold"]
PAINTS = {
    *("ground", "road", "verge", "line", "kerb", "water", "leaf", "wood", "stone", "wall", "sign"),
    *("good", "bad", "item", "dark", "light", "seat"),
}

# A segment with everything a segment may have, and names as long as may be.
LADEN: dict[str, Any] = {
    "boxes": 12,
    "hazard": [
        {"name": "Falling Pianos of the Conservatory, upstairs", "modifier": 1, "damage": "spin"},
        {"name": "Marmalade", "modifier": -1, "damage": "flip"},
    ],
    "dash_panel": [{"name": "Trampoline", "momentum": 2}, {"name": "Cannon", "momentum": 1}],
    "path": [
        {"name": "Through the Organ", "check": 1, "success": {"momentum": 1}},
        {"name": "Cellar Door", "items": ["mushroom"], "success": {"advance": True}},
    ],
}
LADEN["hazard"][0]["name"] = LADEN["hazard"][0]["name"][:40]


def course(kinds: tuple[Kind, ...], named: str = "Part", **features: Any) -> CourseFile:
    segments = [
        {"name": f"{named} {number}", "kind": kind.name.lower(), **features}
        for number, kind in enumerate(kinds, 1)
    ]
    document = {"title": "T", "blurb": "b", "difficulty": 1, "laps": 3, "segment": segments}
    loaded: CourseFile = RTD.load_course(document)
    return loaded


T, S, B, C, W = Kind.TIGHT, Kind.STRAIGHT, Kind.BROAD_STRAIGHT, Kind.CURVE, Kind.BROAD_CURVE
LONG_NAME = "Boulevard of the Broken Axles, Part"
BUILT = {
    "two straights": course((S, S)),
    "two tight": course((T, T)),
    "curve and straight": course((C, S)),
    "three": course((T, W, B)),
    "twelve tight": course((T,) * MAX_SEGMENTS),
    "twelve straights": course((S,) * MAX_SEGMENTS),
    "twelve curves": course((C,) * MAX_SEGMENTS),
    "twelve of all": course((T, S, B, C, W, T, S, B, C, W, T, S), LONG_NAME),
    "laden": course((T, C, B, W, S, T), LONG_NAME, **LADEN),
}
GROUNDS = importlib.import_module("wreckoning.rulesets.rtd.view.ground")
SHIPPED: dict[str, CourseFile] = {name: RTD.load_course(name) for name in RTD.course_names()}
ALL = SHIPPED | BUILT


@pytest.fixture(params=ALL, scope="module")
def any_course(request: pytest.FixtureRequest) -> CourseFile:
    return ALL[request.param]


# The ground


def box_of(label: Label) -> tuple[float, float, float, float]:
    """Left, top, right, bottom; letters are taken as 0.6 of their height."""
    width, height = text_width(label.text, label.size), label.size
    return (
        label.x - width / 2,
        label.y - height / 2,
        label.x + width / 2,
        label.y + height / 2,
    )


def overlap(one: Label, other: Label) -> bool:
    left, top, right, bottom = box_of(one)
    left2, top2, right2, bottom2 = box_of(other)
    return left < right2 and left2 < right and top < bottom2 and top2 < bottom


@pytest.mark.sampled(3)
def test_labels_do_not_overlap(any_course: CourseFile) -> None:
    labels = view.ground(any_course).labels
    for one, other in combinations(labels, 2):
        assert not overlap(one, other), (one.text, other.text)


@pytest.mark.sampled(3)
def test_labels_stand_next_to_the_road_and_on_the_board(any_course: CourseFile) -> None:
    ground, road = view.ground(any_course), plans.plan(any_course).circuit
    for label in ground.labels:
        left, top, right, bottom = box_of(label)
        assert left >= 0, label
        assert top >= 0, label
        assert right <= ground.width, label
        assert bottom <= ground.height, label
        x = np.maximum(abs(road.middle.real - label.x) - (right - left) / 2, 0)
        y = np.maximum(abs(road.middle.imag - label.y) - (bottom - top) / 2, 0)
        assert (np.hypot(x, y) > road.half).all(), label


def test_every_segment_is_named_and_every_feature_explained(any_course: CourseFile) -> None:
    labels = view.ground(any_course).labels
    words = " ".join(label.text for label in labels)
    said = " ".join(label.about for label in labels)
    for number, segment in enumerate(any_course.segments, 1):
        assert f"{number} · {segment.name}" in words
        for feature in (*segment.hazards, *segment.dash_panels, *segment.paths):
            assert feature.text in said
    assert all(label.rule and label.about for label in labels)


def test_a_segment_names_itself_nearest_to_its_own_road() -> None:
    """Of the shipped courses: who reads a name looks to the next road, and it is the right one."""
    for shipped in SHIPPED.values():
        board = plans.plan(shipped)
        road = board.circuit
        for segment, (_, rect) in enumerate(board.blocks):
            x = np.maximum(abs(road.middle.real - rect.x) - rect.width / 2, 0)
            y = np.maximum(abs(road.middle.imag - rect.y) - rect.height / 2, 0)
            away = np.hypot(x, y) - road.half
            own = away[road.segment_span(segment)].min()
            assert own < 70
            assert own < away.min() + 30


def numbers_of(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]


def test_the_drawing_is_sound(any_course: CourseFile) -> None:
    ground = view.ground(any_course)
    shapes = [*ground.shapes, *(shape for symbol in ground.symbols for shape in symbol.shapes)]
    for shape in shapes:
        assert shape.path.startswith("M"), shape
        assert not re.search(r"nan|inf|e-|--", shape.path), shape
        outlined = shape.paint.startswith("outline:")
        assert shape.paint.removeprefix("outline:") in PAINTS
        assert outlined == (shape.width > 0)
    assert len({symbol.name for symbol in ground.symbols}) == len(ground.symbols)
    assert 1.4 < ground.width / ground.height < 1.7


def test_the_road_is_a_closed_loop_clear_of_itself(any_course: CourseFile) -> None:
    road = plans.plan(any_course).circuit
    steps = abs(np.diff(np.append(road.middle, road.middle[0])))
    assert steps.max() < 2 * steps.min() + 1
    assert road.middle.real.min() > road.half.max()
    assert road.middle.imag.min() > road.half.max()
    assert road.middle.real.max() < road.width - road.half.max()
    assert road.middle.imag.max() < road.height - road.half.max()
    count = len(road.middle)
    every = np.arange(0, count, 3)
    apart = abs(every[:, None] - every[None, :])
    apart = np.minimum(apart, count - apart) * road.length / count
    distance = abs(road.middle[every][:, None] - road.middle[every][None, :])
    wide = road.half[every][:, None] + road.half[every][None, :]
    assert distance[apart > 2.5 * wide].min() > wide.min()


def test_broad_segments_are_wider_and_tight_ones_narrower(any_course: CourseFile) -> None:
    road = plans.plan(any_course).circuit
    for segment, bends in enumerate(any_course.record.segment[: road.segments]):
        half = road.half[road.index(road.way(segment, 0.5))]
        assert half == pytest.approx(circuits.BENDS[Kind(bends.kind)].half, abs=4)


def test_a_tight_segment_turns_more_than_a_straight_one() -> None:
    road = plans.plan(course((S, T, C, S, C))).circuit
    straight, tight = (abs(road.bend[road.segment_span(index)]).mean() for index in (0, 1))
    assert tight > 2 * straight


def test_the_same_course_is_always_drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    first = view.ground(SHIPPED["rattlebone_pass"])
    monkeypatch.setattr(GROUNDS, "plan", inspect.unwrap(plans.plan))  # which is kept
    circuits.circuit.cache_clear()
    circuits._best_loop.cache_clear()
    assert view.ground(RTD.load_course("rattlebone_pass")) == first


def test_as_many_boxes_as_there_are_and_a_line_for_plenty() -> None:
    """A crate is an area of four corners in the paint of items."""

    def crates(ground: Ground) -> int:
        return sum(shape.path.count("Z") for shape in ground.shapes if shape.paint == "item")

    bare, few, plenty = (
        crates(view.ground(course((S, S, C, C), boxes=boxes))) for boxes in ("none", 3, "plenty")
    )
    assert bare == 0
    assert few == 4 * (3 + 1)  # and one as the sign next to the words
    assert plenty > few
    assert PLENTY > 12


# The pieces


def moments(name: str, drivers: int, seed: int) -> Iterator[Match]:
    """A race of whims, at each of its questions."""
    seats = [Seat(each) for each in NAMES[:drivers]]
    match = Match(RTD, SHIPPED[name], seats, {}, Seeded(seed), bot_seed=seed)
    choose = random.Random(seed)
    while not match.is_over:
        yield match
        ask = match.person_asks()[0]
        match.answer(choose.choice(ask.names), ask.who)
    yield match


def on_the_board(piece: Piece, ground: Ground) -> bool:
    return 0 < piece.x < ground.width and 0 < piece.y < ground.height


def karts(pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.key.startswith("kart:")]


@pytest.mark.parametrize(("name", "drivers"), [*zip(SHIPPED, (12, 6, 9, 12), strict=True)])
def test_pieces_are_on_the_board_and_apart_all_through_a_race(name: str, drivers: int) -> None:
    ground = view.ground(SHIPPED[name])
    symbols = {symbol.name for symbol in ground.symbols}
    seen: set[str] = set()
    for match in moments(name, drivers, 5):
        pieces = view.things(match)
        keys = [piece.key for piece in pieces]
        assert len(set(keys)) == len(keys)
        assert {f"kart:{seat}" for seat in range(drivers)} <= set(keys)
        for piece in pieces:
            assert on_the_board(piece, ground), piece
            assert piece.symbol in symbols
            assert piece.about.endswith("."), piece
            assert not piece.faint
        for one, other in combinations(karts(pieces), 2):
            assert math.dist((one.x, one.y), (other.x, other.y)) >= KART_WIDTH, (one, other)
        seen |= {key.split(":")[0] for key in keys}
    assert {"kart", "hook"} <= seen


@pytest.mark.parametrize("built", BUILT)
def test_a_full_field_fits_into_every_segment(built: str) -> None:
    board = plans.plan(BUILT[built])
    for segment in range(board.circuit.segments):
        for count in range(1, plans.MOST_KARTS + 1):
            points = [point for point, _ in board.spots(segment, count)]
            assert all(abs(a - b) >= KART_WIDTH for a, b in combinations(points, 2))
    for spots in (board.grid(plans.MOST_KARTS), board.paddock.parked(plans.MOST_KARTS)):
        points = [point for point, _ in spots]
        assert all(abs(a - b) >= KART_WIDTH for a, b in combinations(points, 2))


def placed(drivers: int = 4, **position: Any) -> Match:
    seats = [Seat(name) for name in NAMES[:drivers]]
    start = {"turn": 4, "phase": "turn_start", **position}
    return Match(RTD, SHIPPED["moonwash_causeway"], seats, {}, Scripted([]), start)


def along(match: Match, seat: SeatIndex) -> float:
    """How far along the road a kart stands, in segments."""
    road = plans.plan(match.course).circuit
    kart = next(piece for piece in view.things(match) if piece.key == f"kart:{seat}")
    index = int(np.argmin(abs(road.middle - complex(kart.x, kart.y))))
    way = index * road.length / len(road.middle)
    segment = int(np.searchsorted(road.starts, way, side="right")) - 1
    begins, ends = road.starts[segment], road.starts[segment + 1]
    return segment + (way - begins) / (ends - begins)


def test_karts_stand_in_their_segment_in_race_order() -> None:
    match = placed(
        karts={"Ann": {"progress": 7}, "Bob": {"progress": 7}, "Cid": {"progress": 6}},
        order=["Bob", "Ann", "Cid", "Dorothea"],
    )
    ann, bob, cid, dorothea = (along(match, seat) for seat in seat_range(4))
    assert 2 > bob > ann > 1
    assert 1 > cid > dorothea > 0  # a lap ahead of her, and in front


def test_before_the_start_karts_stand_on_the_grid_behind_the_line() -> None:
    seats = [Seat(name) for name in NAMES]
    match = Match(RTD, SHIPPED["sundae_drive"], seats, {}, Scripted([]))
    assert all(along(match, seat) > 4 for seat in seat_range(4))  # of five segments, in the last


def test_who_is_home_is_parked_first_to_last() -> None:
    seats = [Seat(name, "rookie") for name in NAMES[:4]]
    match = Match(RTD, SHIPPED["sundae_drive"], seats, {}, Seeded(2), bot_seed=2)
    assert match.is_over
    result = match.result()
    assert result is not None
    pieces = {piece.seat: piece for piece in karts(view.things(match))}
    first, second, *_ = (pieces[as_seat(NAMES.index(place["name"]))] for place in result["places"])
    yard = plans.plan(match.course).paddock.rect
    assert all(abs(piece.x - yard.x) < yard.width / 2 for piece in pieces.values())
    assert all(abs(piece.y - yard.y) < yard.height / 2 for piece in pieces.values())
    assert first.x < second.x
    assert "finished 1st" in first.about


def test_a_kart_shows_and_says_how_it_is() -> None:
    match = placed(
        karts={
            "Ann": {"progress": 6, "momentum": 3, "hook": "banana", "hand": ["star"]},
            "Bob": {"progress": 6, "star_until": 5, "ink_until": 4},
            "Cid": {"progress": 6, "boo_until": 5},
        }
    )
    pieces = {piece.key: piece for piece in view.things(match)}
    ann, bob, cid, dorothea = (pieces[f"kart:{seat}"] for seat in range(4))
    said = "Ann, 1st, lap 2 of 3, Lantern Quay. Momentum 3 of 5. Drags a Banana. Holds a Star."
    assert ann.about == said
    assert (ann.symbol, bob.symbol, cid.symbol) == ("kart", "kart_star", "kart_boo")
    assert (pieces["hook:0"].symbol, pieces["hook:0"].about) == ("banana", "Ann: drags a Banana.")
    assert bob.marks == ("Star", "lap 2")  # the ink has gone: turn 5 begins
    assert dorothea.marks == ("lap 1",)
    assert dorothea.text == match.names[3]  # as short as the client needs


def test_what_lies_on_the_track_lies_in_its_segment() -> None:
    match = placed(peels=[0, 3], fakes=[0, 0, 9], karts={"Ann": {"progress": 6}})
    pieces = {piece.key: piece for piece in view.things(match)}
    assert {key for key in pieces if key.startswith("banana")} == {
        "banana:1:0",
        "banana:1:1",
        "banana:1:2",
    }
    assert pieces["fake_box:2:5"].text == "+3"
    assert "fake_box:2:6" not in pieces


def test_hazards_and_paths_come_and_go_with_the_tide() -> None:
    def keys(state: int) -> dict[str, str]:
        match = placed(events=[{"state": state, "left": 1}])
        return {piece.key: piece.symbol for piece in view.things(match)}

    low, rising, high = keys(0), keys(1), keys(2)
    assert "hazard:1:0" not in low
    assert rising["hazard:1:0"] == "hazard"
    assert high["hazard:1:0"] == "hazard_worse"
    assert (low["path:1:0"], high["path:1:0"]) == ("path_open", "path_closed")


def test_a_blue_shell_flies_over_the_leader() -> None:
    match = placed(
        karts={"Cid": {"progress": 8}},
        order=["Cid", "Ann", "Bob", "Dorothea"],
        blue_shells=[{"due": 5, "owner": "Ann"}],
    )
    pieces = {piece.key: piece for piece in view.things(match)}
    shell, leader = pieces["blue_shell:0"], pieces["kart:2"]
    assert math.dist((shell.x, shell.y), (leader.x, leader.y)) < 40
    assert shell.about == "Ann's Blue Shell: after turn 5's actions it strikes the leader."


# Options over the board


def shown(match: Match, who: str, name: str) -> Preview:
    ask = next(ask for ask in match.asks if ask.who == who)
    return view.preview(match, ask, ask.names.index(name))


def test_previews_point_at_what_is_there() -> None:
    pointed = ghosts = 0
    ground = view.ground(SHIPPED["midnight_menagerie"])
    for match in islice(moments("midnight_menagerie", 8, 3), 0, None, 3):
        keys = {piece.key for piece in view.things(match)}
        for ask in match.person_asks()[:2]:
            for index in range(len(ask.options)):
                found = view.preview(match, ask, index)
                assert set(found.targets) <= keys, (ask, found)
                assert all(on_the_board(piece, ground) for piece in found.pieces)
                assert all(piece.faint for piece in found.pieces)
                assert not {piece.key for piece in found.pieces} & keys
                pointed += bool(found.targets)
                ghosts += bool(found.pieces)
    assert pointed > 50
    assert ghosts > 20


def test_draft_shows_the_place_of_the_driver_ahead() -> None:
    match = placed(karts={"Bob": {"momentum": 2}})
    found = shown(match, "Bob", "draft")
    ann = next(piece for piece in view.things(match) if piece.key == "kart:0")
    (ghost,) = found.pieces
    assert found.targets == ("kart:0",)
    assert (ghost.x, ghost.y, ghost.seat) == (ann.x, ann.y, 1)


def test_ram_points_at_both_neighbours_and_defence_at_who_threatens() -> None:
    match = placed(karts={"Cid": {"momentum": 4}, "Bob": {"momentum": 1}})
    assert set(shown(match, "Bob", "ram").targets) == {"kart:0", "kart:2"}
    assert shown(match, "Bob", "defensive").targets == ("kart:2",)
    assert shown(match, "Cid", "defensive").targets == ()
    assert shown(match, "Bob", "aggressive") == Preview()


def test_a_path_is_shown_as_a_way() -> None:
    match = placed(karts={"Ann": {"progress": 7}, "Bob": {"progress": 7}})
    found = shown(match, "Bob", "path_1")
    assert len(found.shapes) == 1
    assert found.targets == ("kart:0",)  # it brings a free pass attempt
    ghost = found.pieces[0]
    assert ghost.key == "ghost:1"


def test_pulling_ahead_shows_the_dangers_of_the_next_segment() -> None:
    match = placed(
        2,
        phase="pull_aheads",
        peels=[0, 2],
        karts={"Ann": {"progress": 6, "momentum": 4}},
        events=[{"state": 2, "left": 1}],
    )
    found = shown(match, "Ann", "yes")
    assert set(found.targets) == {"hazard:1:0", "banana:1:0", "banana:1:1"}
    assert found.pieces[0].key == "ghost:0"
    assert shown(match, "Ann", "no") == Preview()


# Options at once


def options_alike(match: Match, ask: Ask) -> Iterator[bool]:
    for index in range(len(ask.options)):
        quick, full = view.label_option(match, ask, index), view.describe_option(match, ask, index)
        assert quick.chance is None
        assert quick.meaning or not full.meaning
        yield (quick.name, quick.label, quick.rules) == (full.name, full.label, full.rules)


@pytest.mark.slow
def test_label_and_description_of_an_option_agree() -> None:
    questions = set()
    for name in SHIPPED:
        for match in islice(moments(name, 6, 8), 0, None, 3):
            for ask in match.person_asks()[:1]:
                questions.add(ask.question)
                assert all(options_alike(match, ask))
    assert {"rocket_start", "order", "use", "pull_ahead", "item_box"} <= questions
