"""The board of Rush 'n' Crush as a drawing: to scale, complete, nothing over anything else."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise

import pytest
from tests.rush.table import RING, course, with_lanes
from tests.rush.view_table import match_at, moving, rookies

from wreckoning.core.match import Match
from wreckoning.core.shown import Preview
from wreckoning.rulesets.rush import courses, view
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.squares import FINISH, square_at
from wreckoning.rulesets.rush.view.layout import HALF, SIZE, VERGE, plan
from wreckoning.rulesets.rush.view.road import off_road, on_road
from wreckoning.show.landscape import distances

NAMES = courses.names()
PAINTS = {
    *("ground", "road", "verge", "line", "kerb", "water", "leaf", "wood", "stone", "wall", "sign"),
    *("hot", "good", "bad", "item", "dark", "light", "seat"),
}
PATH = re.compile(r"^(M[-0-9. ]+|[LCAZHVhvacz][-0-9. ]*)+$")


def loaded(name: str) -> CourseFile:
    return courses.load(RING if name == "ring" else name)


@pytest.fixture(params=[*NAMES, "ring"])
def track(request: pytest.FixtureRequest) -> CourseFile:
    return loaded(request.param)


def test_shapes_are_svg_in_known_paints(track: CourseFile) -> None:
    ground = view.ground(track)
    shapes = [*ground.shapes, *(shape for symbol in ground.symbols for shape in symbol.shapes)]
    for shape in shapes:
        assert shape.paint.removeprefix("outline:") in PAINTS
        assert PATH.match(shape.path), shape.path[:80]


def test_neighbours_in_a_lane_are_as_far_apart_as_squares_are_long(track: CourseFile) -> None:
    board = plan(track)
    for square, place in track.places.items():
        ahead = track.record.ahead[square]
        if ahead in (0, FINISH) or ahead not in track.places:
            continue
        (here, _), (there, _) = board.spot(square), board.spot(ahead)
        longs = (place.long + track.places[ahead].long) / 2 * SIZE / 1000
        assert abs(there - here) == pytest.approx(longs, rel=0.06)


def test_cars_head_along_their_lane(track: CourseFile) -> None:
    board = plan(track)
    for square in track.places:
        ahead = track.record.ahead[square]
        if ahead in track.places:
            (here, heading), (there, onward) = board.spot(square), board.spot(ahead)
            way = math.degrees(math.atan2((there - here).imag, (there - here).real))
            middle = heading + ((onward - heading + 180) % 360 - 180) / 2
            assert abs((way - middle + 180) % 360 - 180) < 8


def test_tiles_join_without_a_step(track: CourseFile) -> None:
    board = plan(track)
    count = len(track.tiles)
    pairs = list(pairwise(range(count))) + ([(count - 1, 0)] if track.closed else [])
    for one, two in pairs:
        for aside in (-HALF, 0.0, HALF):
            end, start = board.at(one, 1, aside)[0], board.at(two, 0, aside)[0]
            assert abs(end - start) < 0.05


@pytest.mark.parametrize("aside", [-HALF, -1.5, 0.0, HALF])
def test_curves_are_quarter_circles(aside: float) -> None:
    board = plan(courses.load(RING))
    ((_, radius),) = re.findall(r"(A)([0-9.]+) ", board.line(1, 0, 1, aside))
    chord = abs(board.at(1, 1, aside)[0] - board.at(1, 0, aside)[0])
    assert float(radius) == pytest.approx(chord / math.sqrt(2), abs=0.1)


def test_names_and_yard_stand_clear_of_road_and_one_another(track: CourseFile) -> None:
    board = plan(track)
    rects = [board.yard.rect, *(name.rect for name in board.names)]
    assert [name.tile for name in board.names] == list(range(len(track.tiles)))
    for rect in rects:
        assert distances(rect, board.road).min() > (HALF + VERGE) * SIZE
        assert rect.x - rect.width / 2 >= 0
        assert rect.x + rect.width / 2 <= board.width
        assert rect.y - rect.height / 2 >= 0
        assert rect.y + rect.height / 2 <= board.height
    assert not any(one.overlaps(two) for one, two in combinations(rects, 2))


def test_all_of_the_road_is_on_the_board(track: CourseFile) -> None:
    board = plan(track)
    for square in track.places:
        point, _ = board.spot(square)
        assert SIZE / 2 < point.real < board.width - SIZE / 2
        assert SIZE / 2 < point.imag < board.height - SIZE / 2


def test_a_narrowing_is_told_in_parts_of_the_tile() -> None:
    tile = courses.load(with_lanes(".------.", "...--...", *["........"] * 3)).tiles[1].tile
    assert off_road(tile, 0) == [(1 / 8, 7 / 8)]
    assert on_road(tile, 0) == [(0, 1 / 8), (7 / 8, 1)]
    assert on_road(tile, -1) == []
    assert off_road(tile, 1) == [(3 / 8, 5 / 8)]
    assert on_road(tile, 1) == [(0, 3 / 8), (5 / 8, 1)]


# --- pieces


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_car_stands_where_it_is_and_every_mine_lies_there(seed: int) -> None:
    match = rookies("broken_crown", seed, people=2)
    board = plan(match.course)
    symbols = {symbol.name for symbol in view.ground(match.course).symbols}
    for turn in range(25):
        if match.is_over:
            break
        pieces = {piece.key: piece for piece in view.things(match)}
        assert len(pieces) == len(view.things(match))
        assert {piece.symbol for piece in pieces.values()} <= symbols
        for car in match.race.cars[:6]:
            piece = pieces[f"car:{car.seat}"]
            if car.square:
                point, _ = board.spot(car.square)
                assert (piece.x, piece.y) == (round(point.real, 1), round(point.imag, 1))
            assert (piece.symbol == "wreck") == bool(car.wrecked_round)
            assert match.names[car.seat] in piece.about
        mines = [key for key in pieces if key.startswith("mine:")]
        assert len(mines) == sum(mine.square != 0 for mine in match.race.mines)
        ask = match.asks[0]
        match.answer(ask.names[turn % len(ask.names)], ask.who)


def test_who_is_home_parks_in_the_yard() -> None:
    match = match_at(phase="round", rounds=5, cars={"Bob": {"finish_round": 4}})
    piece = next(piece for piece in view.things(match) if piece.key == "car:1")
    yard = plan(match.course).yard.rect
    assert abs(piece.x - yard.x) < yard.width / 2
    assert abs(piece.y - yard.y) < yard.height / 2
    assert "finished 1st in 4 rounds" in piece.about


def test_what_is_armed_is_marked() -> None:
    ann = {"square": "2.c.1", "armed": [1, 0, 1, 0, 1, 1]}
    match = moving("g2_5", {"Ann": ann})
    piece = next(piece for piece in view.things(match) if piece.key == "car:0")
    assert piece.marks == ("5", "bumper", "gun")


# --- previews


def shown(match: Match, name: str) -> Preview:
    ask = match.asks[0]
    return view.preview(match, ask, ask.names.index(name))


def test_n13_the_reach_of_a_spot_with_its_chances() -> None:
    match = match_at(
        phase="gear",
        rounds=3,
        queue=["Ann", "Bob", "Cid"],
        slot=0,
        cars={
            "Ann": {"square": "2.c.1", "gear": "g4_10"},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
            "Cid": {"square": "1.e.1", "gear": "g4_8"},
        },
    )
    found = shown(match, "g4_10")  # one white die: 1+ is sure, 2+ are five faces of six
    board = plan(match.course)
    labels = {(label.x, label.y): label.text for label in found.labels}

    def at(lane: int) -> str:
        point, _ = board.spot(square_at(2, lane, 2))  # ten squares on, on the third tile
        return labels[round(point.real, 1), round(point.imag, 1)]

    assert [at(lane) for lane in range(5)] == ["83", "100", "100", "100", "83"]


def test_a_way_shows_where_the_car_would_be() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}})
    found = shown(match, "2.a.6")
    point, _ = plan(match.course).spot(square_at(1, 0, 5))
    (ghost,) = found.pieces
    assert (ghost.x, ghost.y, ghost.faint) == (round(point.real, 1), round(point.imag, 1), True)
    assert [shape.paint for shape in found.shapes] == ["outline:good"]


def test_what_would_be_hit_is_pointed_out() -> None:
    cars = {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.3"}}
    assert shown(moving("g2_5", cars), "rush 2.c.3").targets == ("car:1",)
    armed = {"Ann": {"square": "2.c.1", "armed": [0, 0, 1, 0, 0, 0]}, "Bob": {"square": "2.c.3"}}
    assert shown(moving("g2_5", armed), "use machine_gun").targets == ("car:1",)


def test_d15_where_the_road_narrows_its_edge_is_pointed_out() -> None:
    """Driven or boosted into it: it is off the road, but it has its place on the board."""
    narrow = with_lanes("....---.", "........", "........", "........", "....---.")
    ann = {"square": "2.a.3"}
    board = plan(courses.load(narrow))
    edge, _ = board.spot(square_at(1, 0, 4))
    assert edge - board.spot(square_at(1, 0, 3))[0] == pytest.approx(SIZE)
    driven = moving("g2_5", {"Ann": {"square": "2.a.4"}}, narrow)
    boosted = match_at(
        narrow,
        phase="after",
        rounds=2,
        queue=["Ann", "Bob", "Cid"],
        slot=0,
        cars={
            "Ann": {**ann, "gear": "g2_5", "armed": [0, 0, 0, 0, 1, 0]},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
            "Cid": {"square": "1.e.1", "gear": "g4_8"},
        },
    )
    for match, name in ((driven, "hit 2.a.5"), (boosted, "boost 2"), (boosted, "boost 3")):
        way, field = shown(match, name).shapes
        assert (way.paint, field.paint) == ("outline:bad", "outline:bad")
        assert way.path.endswith(f"{round(edge.real, 1):g} {round(edge.imag, 1):g}")


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_may_be_asked_can_be_shown(name: str) -> None:
    match = rookies(name, 7, people=6)
    asked: set[str] = set()
    for step in range(140):
        if match.is_over:
            break
        ask = match.asks[0]
        asked.add(ask.question)
        for index in range(len(ask.options)):
            found = view.describe_option(match, ask, index)
            assert found.label
            assert found.chance is None or 0 <= found.chance <= 1
            for shape in view.preview(match, ask, index).shapes:
                assert PATH.match(shape.path)
        match.answer(ask.names[step * 7 % len(ask.names)], ask.who)
    assert {"gear", "points", "step", "after"} <= asked


def test_own_courses_are_drawn_too() -> None:
    ground = view.ground(courses.load(course()))
    assert len(ground.labels) == 5  # four tiles, and the yard
