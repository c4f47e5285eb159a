"""Courses: those that come with the game, what is refused and with which figures (E16, E18)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kart.table import SPOTS, field

from wreckoning.core.errors import Malformed
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.overlap import bodies_overlap, overlapping_polygons
from wreckoning.geometry.regions import is_body_in_region
from wreckoning.rulesets.kart.course_check import kart_at, to_line
from wreckoning.rulesets.kart.course_words import length_of, map_lines
from wreckoning.rulesets.kart.courses import load, names
from wreckoning.rulesets.kart.laying import bend_at
from wreckoning.rulesets.kart.race import MM


def gates(*at: int) -> list[dict[str, Any]]:
    return [{"at": where, "name": f"gate {where}"} for where in at]


def spots(*given: tuple[int, int]) -> list[dict[str, int]]:
    """A grid that begins with these spots; the others stand far behind."""
    rest = ((500, -60), (500, 0), (500, 60), (725, -60), (725, 60))
    return [{"back": back, "side": side} for back, side in (*given, *rest)][:6]


def refused(**more: Any) -> str:
    with pytest.raises(Malformed) as error:
        load(field(**more))
    return str(error.value)


def test_e16_three_courses_easiest_first() -> None:
    assert names() == ["dishwater_dip", "lovers_knot", "toadstool_market"]
    easy, figure, crowded = (load(name) for name in names())
    assert [course.difficulty for course in (easy, figure, crowded)] == [1, 2, 3]
    assert figure.record.boost_count == 2
    assert figure.record.road_count > figure.record.points  # a way through the loop
    assert crowded.record.solid_count > 20
    assert all(course.record.solid_count for course in (easy, crowded))


@pytest.mark.parametrize("name", names())
def test_e16_gates_are_a_long_straight_wide_and_cross_the_line(name: str) -> None:
    record = load(name).record
    for number in range(record.gate_count):
        gate, at = record.gates[number], record.gate_at[number]
        width = ((gate.right_x - gate.left_x) ** 2 + (gate.right_y - gate.left_y) ** 2) ** 0.5
        assert width / MM == pytest.approx(182, abs=0.05)
        middle = (gate.left_x + gate.right_x) / 2, (gate.left_y + gate.right_y) / 2
        assert middle == pytest.approx((record.line_x[at], record.line_y[at]), abs=1)
    assert record.gate_at[record.gate_count - 1] == 0


@pytest.mark.parametrize("name", names())
def test_e16_room_in_front_of_everybody_on_the_grid(name: str) -> None:
    record = load(name).record
    spots = list(zip(record.grid_x, record.grid_y, record.grid_heading, strict=True))
    for n, (x, y, heading) in enumerate(spots):
        room = kart_at(x, y, heading, 150 * MM)  # a Short straight moves a kart by 150
        for other, spot in enumerate(spots):
            assert other == n or not bodies_overlap(room, kart_at(*spot)), (name, n, other)


@pytest.mark.parametrize("name", names())
def test_e16_nothing_stands_before_the_grid_and_everybody_stands_on_road(name: str) -> None:
    record = load(name).record
    finish = record.gates[record.gate_count - 1]
    for spot in zip(record.grid_x, record.grid_y, record.grid_heading, strict=True):
        body = kart_at(*spot)
        assert is_body_in_region(body, record.road, record.road_count)
        way = kart_at(*spot, to_line(finish, body) + (75 + 182) * MM)  # over the line and a Long on
        assert overlapping_polygons(way, record.solids, record.solid_count, 0) == 0


@pytest.mark.parametrize("name", names())
def test_e16_the_road_bends_smoothly(name: str) -> None:
    record = load(name).record
    assert 20 <= record.points <= 28
    assert max(abs(bend_at(record, at)) for at in range(record.points)) <= 35 * DEGREE


def test_e18_twelve_rounds_a_lap_if_it_says_nothing() -> None:
    assert load(field()).record.most_rounds == 12
    assert load(field(laps=3)).record.most_rounds == 36
    assert load(field(laps=3, rounds=7)).record.most_rounds == 7


def test_e16_the_course_in_words() -> None:
    course = load("dishwater_dip")
    assert length_of(course) == 3782
    lines = map_lines(course)
    assert lines[0] == "Dishwater Dip (3.8 m, table 1800 × 1200 mm)"
    assert lines[-1] == "gate 4  Draining Board (900, 250), the finish line"
    assert map_lines(load(field(laps=2)))[0] == "Test Field (2 laps of 8.0 m, table 3000 × 2000 mm)"


def test_e16_a_gate_that_cannot_be_passed() -> None:
    # South stands across the bend at (2850, 1550); cubes 300 mm wide fill it
    cubes = [{"x": x, "y": 1550, "size": 300} for x in (2830, 2700)]
    assert refused(cube=cubes) == (
        'course "test-field": gate 1: cannot be passed: a kart 32 mm wide fits nowhere into its '
        "182 mm: cube 1, cube 2 (E16)"
    )
    load(field(mushroom=[{"x": 2850, "y": 1550, "radius": 150}]))  # these are driven through


@pytest.mark.parametrize(
    ("grid", "problem"),
    [
        (spots((50, 0), (50, 20)), "grid 1: expected a free place, found grid 2 there (E16)"),
        (
            spots((50, 0), (274, 0)),
            "grid 2: expected 150 mm free ahead, enough for a Short straight, found grid 1 there: "
            "the start would pile up (E16)",
        ),
        (spots((1463, 0)), "grid 1: expected to be on the table, 3000 × 2000 mm, found (-1, 200)"),
    ],
)
def test_e16_a_grid_that_piles_up(grid: list[dict[str, int]], problem: str) -> None:
    assert refused(grid=grid) == f'course "test-field": {problem}'


def test_e16_a_grid_with_just_enough_room() -> None:
    load(field(grid=spots((50, 0), (275, 0))))
    load(field(grid=spots((50, 0), (60, 33))))


@pytest.mark.parametrize("kind", ["pipe", "mushroom"])
def test_e16_nothing_in_the_way_up_to_a_long_straight_past_the_line(kind: str) -> None:
    """Grid 1's front is 50 behind the line at x = 1500; the way is 50 + 75 + 182 long."""
    assert refused(**{kind: [{"x": 1761, "y": 167, "radius": 5}]}) == (
        'course "test-field": grid 1: expected nothing in the way up to a Long straight past the '
        f"line, 307 mm straight ahead, found {kind} 1 there: the start would pile up (E16)"
    )
    load(field(**{kind: [{"x": 1763, "y": 167, "radius": 5}]}))
    load(field(**{kind: [{"x": 1763, "y": 200, "radius": 5}]}))  # in grid 4's way, but further on


def test_e16_nobody_starts_in_an_obstruction() -> None:
    problem = refused(pipe=[{"x": 1400, "y": 160}])
    assert problem.endswith("grid 1: expected a free place, found pipe 1 there (E16)")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"gate": gates(3, 2, 0)}, "gate 2: at: expected more than 3: gates stand in the order"),
        ({"gate": gates(3, 6)}, "gate 2: at: expected 0 for the last gate, the finish line"),
        ({"gate": gates(3, 9, 0)}, "gate 2: at: expected a whole number from 0 to 8, found 9"),
        ({"gate": gates(0)}, "gate: expected 2 to 16, found 1"),
        ({"grid": spots((50, 0))[:5]}, "grid: expected 6 to 6, found 5"),
        ({"width": 100}, "width: expected a whole number from 500 to 4000, found 100"),
        ({"laps": 0}, "laps: expected a whole number from 1 to 9"),
        ({"boost": [{"x": 5, "y": 5, "heading": 0, "length": 100, "width": 50}]}, "boost 1: exp"),
        ({"box": [{"x": 2999, "y": 5}]}, "box 1: expected to be on the table"),
        ({"pipes": []}, 'unknown key "pipes"'),
        ({"line": [[0, 0], [1, 1]]}, "line: expected a list of 4 to 32 points [x, y]"),
        ({"line": [[100, 100], [200, 100], [2, "x"], [1, 1]]}, "line: point 3: expected [x, y]"),
        ({"title": ""}, "title: expected a line"),
    ],
)
def test_e16_what_is_wrong_with_a_file_is_said(more: dict[str, Any], problem: str) -> None:
    assert problem in refused(**more)


def test_e16_bends_are_gentle_enough_for_a_road() -> None:
    square = [[300, 300], [2700, 300], [2700, 1700], [300, 1700]]
    assert "expected bends up to 80° at a point, found 90° at 1" in refused(line=square)


def test_e16_pieces_of_road_are_convex_and_simple() -> None:
    bow = [[100, 700], [300, 900], [300, 700], [100, 900]]
    assert refused(road=[{"corners": bow}]).endswith(
        "road 1: expected an outline that does not meet itself: the edges after corners 1 and 3 "
        "meet, (100, 700) to (300, 900) and (300, 700) to (100, 900) (E16)"
    )
    dent = [[100, 700], [400, 700], [250, 750], [250, 1000]]
    assert refused(road=[{"corners": dent}]).endswith(
        "road 1: not convex at corner 3, (250, 750): cut it into convex pieces (E16)"
    )


def test_e16_a_course_loads_again_from_its_document() -> None:
    for name in names():
        assert load(load(name).document) == load(name)


def test_e16_the_test_field_itself() -> None:
    assert len(SPOTS) == 6
    assert load(field()).record.gate_count == 3
