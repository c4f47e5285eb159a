"""Courses and tiles (N6, D15, D16): what is shipped, how tiles join, and every way to be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist
from pathlib import Path
from typing import Any

import pytest
from tests.rush.table import RING, STRAIGHT, course, square, tile, with_lanes

from wreckoning.core.errors import Malformed
from wreckoning.rulesets.rush.course_check import check_course
from wreckoning.rulesets.rush.course_words import CourseFile, map_lines
from wreckoning.rulesets.rush.courses import load, names, shipped_tiles
from wreckoning.rulesets.rush.laying import SQUARE, alongside, diagonal, exit_of
from wreckoning.rulesets.rush.squares import (
    FINISH,
    MAX_TILES,
    PER_TILE,
    SQUARES,
    Square,
    SquareNumber,
    as_square,
    index_of,
    lane_of,
    square_name,
    tile_of,
)
from wreckoning.rulesets.rush.survey import features, warnings

CURVE = ["." * n for n in (8, 7, 6, 5, 4)]
BLOCKED = ["........"] * 2 + ["...#...."] * 3


def roads(found: CourseFile) -> list[SquareNumber]:
    record = found.record
    squares = map(as_square, range(1, FINISH))
    return [s for s in squares if record.progress[s] and not record.obstruction[s]]


# --- what is shipped


def test_n6_there_are_ten_two_sided_tiles_and_more() -> None:
    keys = {key for key, _ in shipped_tiles()}
    assert len(keys) >= 10
    assert {(key, side) for key in keys for side in ("front", "back")} == set(shipped_tiles())


def test_n6_the_back_of_a_curve_is_the_other_way_round_that_of_a_straight_has_more_in_it() -> None:
    tiles = shipped_tiles()
    for key in {key for key, _ in tiles}:
        front, back = tiles[key, "front"], tiles[key, "back"]
        if front.shape == "straight":
            obstructions = ["".join(side.lanes).count("#") for side in (front, back)]
            assert obstructions[0] < obstructions[1]
        else:
            assert {front.shape, back.shape} == {"left", "right"}
            assert back.lanes == tuple(reversed(front.lanes))


@pytest.mark.parametrize("key", names())
def test_n6_every_shipped_course_is_sound(key: str) -> None:
    found = load(key)
    assert found.key == key
    assert warnings(found) == []
    assert len(found.tiles) <= MAX_TILES
    assert len(map_lines(found)) > 5 * len(found.tiles)
    assert features(found)["squares of road"] == len(roads(found))


def test_n6_short_normal_closed_and_brutal() -> None:
    courses = [load(key) for key in names()]
    assert sorted(c.laps * len(c.tiles) for c in courses) == [7, 8, 8, 9, 12]
    assert sorted((c.laps, len(c.tiles)) for c in courses if c.closed) == [(2, 4), (2, 6)]
    assert sorted(c.difficulty for c in courses) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("key", names())
def test_n15_progress_rises_along_every_move_and_nobody_is_trapped(key: str) -> None:
    record = load(key).record
    for at in roads(load(key)):
        ways = [record.ahead[at], record.ahead_left[at], record.ahead_right[at]]
        open_ways = [way for way in ways if way and not record.obstruction[way]]
        assert open_ways, square_name(at)
        for way in open_ways:
            if way != FINISH and tile_of(way) >= tile_of(at):
                assert record.progress[way] > record.progress[at]


@pytest.mark.parametrize("key", names())
def test_n19_squares_alongside_are_mutual_enough(key: str) -> None:
    """Left and right stay on the tile, in the next lane, at about the same place."""
    record = load(key).record
    for at in roads(load(key)):
        for beside, step in ((record.left[at], -1), (record.right[at], 1)):
            if beside:
                assert tile_of(beside) == tile_of(at)
                assert lane_of(beside) == lane_of(at) + step
                assert abs(record.progress[beside] - record.progress[at]) <= 1680 // 8


# --- squares and their places


def test_n6_names_of_squares_read_back() -> None:
    for number in map(as_square, range(1, SQUARES + 1)):
        assert square(square_name(number)) == number
    assert square_name(square("3.c.5")) == "3.c.5"
    other = as_square(93)
    assert (tile_of(other), lane_of(other), index_of(other)) == (2, 1, 4)
    assert square("12.e.8") == MAX_TILES * PER_TILE == SQUARES
    assert not Square.__members__.keys() & {"3.f.1", "13.a.1", "3.a.9", "", "x"}


@pytest.mark.parametrize("key", names())
def test_n6_squares_lie_apart_and_neighbours_touch(key: str) -> None:
    """No two squares share a place; the next one ahead is about a square's length away."""
    found = load(key)
    places = found.places
    points = {(place.x, place.y) for place in places.values()}
    assert len(points) == len(places)
    listed = sorted(places)
    for one in listed:
        for other in listed:
            if one < other and tile_of(one) != tile_of(other):
                a, b = places[one], places[other]
                assert dist((a.x, a.y), (b.x, b.y)) > 0.7 * SQUARE
    for at in listed:
        ahead = found.record.ahead[at]
        if ahead in places:
            a, b = places[at], places[ahead]
            assert dist((a.x, a.y), (b.x, b.y)) <= max(a.long, b.long) * 1.05


def test_n6_a_closed_course_ends_where_it_begins() -> None:
    found = load(RING)
    last = found.tiles[-1]
    assert exit_of(last.x, last.y, last.turned, last.tile) == (0, 0, 0)


def test_d16_the_square_diagonally_ahead() -> None:
    assert [diagonal(index, 8, 8) for index in range(8)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [diagonal(index, 4, 5) for index in range(4)] == [1, 2, 4, 5]
    assert [diagonal(index, 5, 4) for index in range(5)] == [1, 2, 2, 3, 4]
    assert [alongside(index, 4, 5) for index in range(4)] == [0, 1, 3, 4]
    assert [alongside(index, 8, 8) for index in range(8)] == list(range(8))


def test_d15_off_the_road_is_no_place_to_be() -> None:
    found = load(with_lanes("...---..", *STRAIGHT[1:4], "...---.."))
    assert square("2.a.4") not in found.places
    assert found.record.obstruction[square("2.a.4")] == 1
    assert square("2.a.3") in found.places


# --- what is refused


def wrong(document: dict[str, Any]) -> str:
    with pytest.raises(Malformed) as error:
        load(document)
    line = str(error.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: d.update(difficulty=6), "difficulty: expected a whole number from 1 to 5"),
        (lambda d: d.update(laps=2), r"laps: expected 1 on an open course, found 2 \(N6\)$"),
        (lambda d: d.update(speed=2), 'unknown key "speed"; expected'),
        (lambda d: d.update(tile=d["tile"][:2]), "tile: expected 3 to 12, found 2"),
        (lambda d: d["tile"][0].update(tile="gantri"), 'tile 1: tile: expected one of .*"gantry"'),
        (lambda d: d["tile"][0].update(side="top"), "tile 1: side: expected one of front, back"),
        (
            lambda d: d["tile"][0].update(side="back"),
            'tile 1: side: expected "front": "plain_1" has but one side',
        ),
        (
            lambda d: d["own_tile"][0].update(key="gantry"),
            'key: expected a new one.*"gantry" again',
        ),
        (lambda d: d["tile"].append(dict(d["tile"][0])), "expected each name once"),
        (
            lambda d: d["own_tile"][0]["front"].update(lanes=["...."] * 4),
            "own_tile 1: front: lanes: expected 5 lanes|lanes: expected 5 lanes",
        ),
        (
            lambda d: d["own_tile"][1]["front"].update(lanes=[*STRAIGHT[1:], "...x...."]),
            r'lane 5: expected 1 to 8 squares of \. # -, found "...x...."',
        ),
        (lambda d: d["own_tile"][0]["front"].update(shape="loop"), "shape: expected one of"),
    ],
)
def test_n6_faults_are_one_clear_line(
    change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    document = course()
    change(document)
    assert re.search(problem, wrong(document)), wrong(document)


def test_n6_a_course_begins_on_a_grid() -> None:
    short = tile("short", ["...."] * 5)
    line = wrong(course(short, *THREE))
    assert "tile 1 (Short): expected a tile with a grid" in line
    assert line.endswith("(N6)")
    short["front"]["grid"] = True
    line = wrong(course(short, *THREE))
    assert "a grid needs more than 4 squares in lanes b and d (N6)" in line


@pytest.mark.parametrize(
    ("lane", "found"), [("....#...", "an obstruction on 1.b.5"), ("-.......", "no road on 1.b.1")]
)
def test_n6_nothing_stands_on_the_grid(lane: str, found: str) -> None:
    """Its six places are road: b and d of squares 5, 3 and 1."""
    line = wrong(course(tile("start", [STRAIGHT[0], lane, *STRAIGHT[2:]]), *THREE))
    assert line.endswith(
        f"tile 1 (Start): expected road on the places of the grid, found {found} (N6)"
    )
    beside = load(course(tile("start", ["....#...", *STRAIGHT[1:]]), *THREE))
    assert len(beside.tiles) == 4


THREE = [tile(f"t{n}") for n in range(3)]


def test_n6_lanes_that_do_not_join() -> None:
    narrow = tile("narrow", [".....---", *STRAIGHT[1:4], ".....---"])
    line = wrong(course(THREE[0], narrow, *THREE[1:]))
    assert "tile 2 (Narrow): lanes do not join: it ends with lanes b to d" in line
    assert "tile 3 (T1) begins with lanes a to e" in line
    assert line.endswith("; 2.a.8 → 3.a.1, 2.e.8 → 3.e.1 (N6)")


def test_n6_a_tile_that_leads_nowhere() -> None:
    line = wrong(course(THREE[0], tile("gap", [".------."] * 5), tile("end", ["-......."] * 5)))
    assert "tile 3 (End) begins with no lane" in line


def test_n6_a_closed_course_has_to_close() -> None:
    line = wrong(course(*THREE, closed=True))
    assert "tile 3 (T2): the course does not close: it ends 24 squares ahead" in line
    assert line.endswith("(N6)")


def bends(*grid: str) -> list[dict[str, Any]]:
    """Four curves to the right; the first has a grid, on these lanes or on road."""
    found = [tile(f"bend_{n}", CURVE, "right") for n in range(1, 5)]
    found[0]["front"].update(grid=True, lanes=list(grid or CURVE))
    return found


def test_d23_four_tiles_with_two_laps_are_a_course() -> None:
    """Source: "Or 4-5 with two laps": four curves, the grid on the first of them."""
    found = load(course(*bends(), laps=2, closed=True))
    assert (found.laps, len(found.tiles)) == (2, 4)
    assert warnings(found) == []
    assert wrong(course(*bends()[:3], laps=2, closed=True)).count("does not close") == 1


def test_d23_on_a_curve_the_grid_is_level_or_nearly_so() -> None:
    """Three places in lane b, and those level with them in lane d; front to back."""
    record = load(course(*bends(), laps=2, closed=True)).record
    assert [square_name(at) for at in record.grid] == [
        "1.d.4", "1.b.5", "1.b.3", "1.d.2", "1.d.1", "1.b.1",
    ]  # fmt: skip
    progress = [record.progress[at] for at in record.grid]
    assert progress == sorted(progress, reverse=True)
    straight = load(course()).record
    assert [square_name(at) for at in straight.grid] == [
        "1.b.5", "1.d.5", "1.b.3", "1.d.3", "1.b.1", "1.d.1",
    ]  # fmt: skip


def test_d23_nothing_stands_on_the_grid_of_a_curve() -> None:
    blocked = bends("........", ".......", "......", ".#...", "....")
    line = wrong(course(*blocked, laps=2, closed=True))
    assert "expected road on the places of the grid, found an obstruction on 1.d.2" in line


def test_n6_tiles_that_lie_over_one_another() -> None:
    bends = [tile(f"bend_{n}", CURVE, "right") for n in range(4)]
    line = wrong(course(THREE[0], *bends, THREE[1]))
    assert "tile 5 (Bend_3): it lies over tile 1 (T0) (N6)" in line


def test_n6_an_unknown_tile() -> None:
    document = course()
    document["tile"][1]["tile"] = "nope"
    assert "tile 2: tile: expected one of" in wrong(document)
    assert wrong(document).endswith('found "nope" (N6)')


def test_n6_lanes_of_a_straight_are_equally_long() -> None:
    line = wrong(course(THREE[0], tile("ragged", [*STRAIGHT[:4], "....."]), *THREE[1:]))
    assert "own_tile 2: front: lane 5: expected 8 squares as in lane 1, found 5 (N6)" in line


def test_n6_a_car_that_would_be_trapped() -> None:
    line = wrong(course(THREE[0], tile("trap", [*BLOCKED[:1], *BLOCKED[2:], BLOCKED[1]]), THREE[1]))
    assert "tile 2: a car on 2.c.3 is trapped: there is no way on (N6)" in line


POCKET = ["........", "...#.#..", "..##.#..", "...#.#..", "........"]


def test_n19_a_car_that_a_side_ram_would_trap() -> None:
    """Nobody drives to 2.c.5; who is displaced from 2.b.5 or 2.d.5 comes to it."""
    line = wrong(course(THREE[0], tile("pocket", POCKET), THREE[1]))
    assert "tile 2: a car on 2.c.5 is trapped: there is no way on (N6)" in line


def test_n19_squares_reached_only_by_a_side_ram_count() -> None:
    nook = tile("nook", [".##.....", "..#.....", *STRAIGHT[2:]])
    found = load(course(THREE[0], nook, *THREE[1:]))
    ways = [found.record.ahead, found.record.ahead_left, found.record.ahead_right]
    assert square("2.a.4") not in {way[at] for way in ways for at in roads(found)}
    assert not any("nobody" in line for line in warnings(found))


def test_n15_progress_that_does_not_rise() -> None:
    """Laid by `join` it always does, whatever the lanes; a record may come from elsewhere."""
    odd = load(
        course(
            THREE[0],
            tile("odd", ["........", "...", ".", "....", "......."], "right"),
            *THREE[1:],
        )
    )
    odd.record.progress[square("2.b.2")] = odd.record.progress[square("2.b.1")]
    with pytest.raises(
        Malformed, match=r"x: tile 2: progress does not rise from 2\.a\.2 to 2\.b\.2"
    ):
        check_course("x", odd.tiles, False, odd.record)


def test_n6_an_own_course_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("", "utf-8")
    with pytest.raises(Malformed, match=r"mine\.toml: title: expected a line of 1 to 40"):
        load(file)


def test_n6_what_is_hardly_meant_is_a_warning() -> None:
    assert warnings(load(course())) == [
        "Only 4 tiles are driven over: a short game has 6.",
    ]
    pocket = tile("pocket", ["..#.....", "...#....", *STRAIGHT[2:]])
    pocket["front"]["lanes"][0] = "..##...."
    found = warnings(load(course(THREE[0], pocket, *THREE[1:])))
    assert all("nobody ever comes to" in line or "Only" in line for line in found)
