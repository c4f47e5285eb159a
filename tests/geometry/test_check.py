"""Polygons and paths from files: the fault is named, with its place."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.things import body_at

from wreckoning.core.errors import Malformed
from wreckoning.geometry.angles import QUARTER, TURN
from wreckoning.geometry.bodies import LARGEST
from wreckoning.geometry.check import check_body, check_polygon, fill_polygon
from wreckoning.geometry.curves import add_s_curve, check_path
from wreckoning.geometry.paths import Path, add_arc, add_leg, add_pivot, add_straight
from wreckoning.geometry.points import LIMIT
from wreckoning.geometry.polygons import MAX_CORNERS, Polygon, doubled_area

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def test_a_polygon_is_settled() -> None:
    """Clockwise whichever way it is given, in a circle that holds it, nothing left of the last."""
    polygon = Polygon()
    fill_polygon(polygon, [(n, n * n) for n in range(MAX_CORNERS)], "rock")
    for corners in (SQUARE, SQUARE[::-1]):
        fill_polygon(polygon, corners, "rock")
        assert doubled_area(polygon) == 200
        assert (polygon.middle_x, polygon.middle_y, polygon.reach) == (5, 5, 8)
        assert sorted(zip(polygon.xs[:4], polygon.ys[:4], strict=True)) == sorted(SQUARE)
        assert polygon.xs[4:] == polygon.ys[4:] == [0] * (MAX_CORNERS - 4)


FAULTS = {
    "expected 3 to 8 corners, found 2": SQUARE[:2],
    "expected 3 to 8 corners, found 9": [(n, n * n) for n in range(9)],
    f"expected coordinates up to {LIMIT} from 0, found (0, {LIMIT + 1}) at corner 2": [
        (0, 0),
        (0, LIMIT + 1),
        (5, 5),
    ],
    "corners 1 and 3 are the same point, (0, 0)": [(0, 0), (5, 0), (0, 0), (0, 5)],
    "the edges after corners 1 and 3 meet, (0, 0) to (10, 10) and (10, 0) to (0, 10)": [
        (0, 0),
        (10, 10),
        (10, 0),
        (0, 10),
    ],
    "the outline turns back on itself at corner 2, (10, 0)": [(0, 0), (10, 0), (5, 0), (5, 5)],
    "corner 2, (5, 0), is in line with its neighbours: leave it out": [
        *[(0, 0), (5, 0)],
        *[(10, 0), (5, 5)],
    ],
    "not convex at corner 3, (5, 2): cut it into convex pieces": [(0, 0), (10, 0), (5, 2), (0, 10)],
}


@pytest.mark.parametrize(("words", "points"), FAULTS.items(), ids=list(FAULTS))
def test_faults_of_polygons(words: str, points: list[tuple[int, int]]) -> None:
    with pytest.raises(Malformed) as found:
        check_polygon(points, "oval.toml: obstacle 2")
    assert str(found.value).startswith("oval.toml: obstacle 2: ")
    assert words in str(found.value)


def test_faults_are_told_as_the_file_has_them_and_with_the_rule() -> None:
    with pytest.raises(Malformed) as found:
        fill_polygon(
            *(Polygon(), [(0, 0), (900, 0), (450, 200), (0, 900)], "rock 1"),
            lambda point: f"{point[0] / 100:g} right, {point[1] / 100:g} down",
            "X1",
        )
    problem = "not convex at corner 3, 4.5 right, 2 down: cut it into convex pieces (X1)"
    assert str(found.value) == f"rock 1: {problem}"


def test_a_star_is_not_convex_though_it_always_turns_the_same_way() -> None:
    star = [(0, -10), (6, 8), (-10, -3), (10, -3), (-6, 8)]
    with pytest.raises(Malformed, match="the edges after corners 1 and 3 meet"):
        check_polygon(star, "star")


def test_bodies() -> None:
    check_body(body_at(-LIMIT, LIMIT, 0, LARGEST, 1), "cube")
    with pytest.raises(
        Malformed, match=r"cube: expected coordinates up to .*, found \(0, 4194305\)"
    ):
        check_body(body_at(0, LIMIT + 1), "cube")
    for length, width, found in ((0, 5, 0), (5, LARGEST + 1, LARGEST + 1), (-3, 5, -3)):
        with pytest.raises(Malformed, match=f"half a length and width of 1 to .*, found {found}"):
            check_body(body_at(0, 0, 0, length, width), "cube")


coordinates = st.integers(-6, 6)


@given(st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=8))
def test_what_is_accepted_is_convex(points: list[tuple[int, int]]) -> None:
    """Shapely: as valid, and as large as its hull, with no corner to spare."""
    shape = shapely.Polygon(points)
    hull = shapely.convex_hull(shape)
    convex = bool(shapely.is_valid(shape)) and shape.area == hull.area > 0
    convex = convex and len(hull.exterior.coords) == len(points) + 1
    try:
        check_polygon(points, "random")
    except Malformed:
        assert not convex
    else:
        assert convex


def path_of(*legs: tuple[int, int, int]) -> Path:
    path = Path()
    for kind, length, turn in legs:
        add_leg(path, kind, length, turn, 0, 0)
    return path


def test_good_paths() -> None:
    path = Path()
    add_straight(path, -75_000)
    add_arc(path, 150_000, -3000)
    add_pivot(path, QUARTER)
    add_s_curve(path, 150_000, -35_000)
    check_path(path, "template")


@pytest.mark.parametrize(
    ("legs", "words"),
    [
        ([], "template: expected 1 to 8 legs, found 0"),
        ([(3, 5, 0)], "template, leg 1: expected a straight, an arc or a slide, found kind 3"),
        ([(0, 5, 0), (0, 2**22, 0)], "template, leg 2: expected a length up to"),
        ([(0, 0, 0)], "template, leg 1: expected a length"),
        ([(1, 0, 500)], "template, leg 1: expected a length"),
        ([(2, 0, 0)], "template, leg 1: expected a length"),
        ([(1, 5, TURN + 1)], "template, leg 1: expected a turn up to 36000, found 36001"),
        ([(1, 5, -99)], "expected an arc to turn by 100 at least, found -99"),
        ([(0, 5, 100)], "expected a straight not to turn, found 100"),
    ],
)
def test_faults_of_paths(legs: list[tuple[int, int, int]], words: str) -> None:
    with pytest.raises(Malformed) as found:
        check_path(path_of(*legs), "template")
    assert words in str(found.value)
