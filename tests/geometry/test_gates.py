"""Gates: crossed in their direction, between their ends, by a part or by all of a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry.things import (
    HALF_LENGTH,
    HALF_WIDTH,
    MM,
    bodies,
    body_at,
    movement,
    paths,
    straight,
)

from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE, HALF_TURN, QUARTER, TURN
from wreckoning.geometry.bodies import Body, corners_of
from wreckoning.geometry.contact import GRAIN
from wreckoning.geometry.gates import (
    ALL_CORNERS,
    Gate,
    corners_moved_through,
    corners_past,
    corners_through,
    first_crossing,
    first_crossing_of_centre,
    first_passage,
    is_wholly_past,
    past,
    step_crosses,
)
from wreckoning.geometry.paths import (
    Path,
    add_arc,
    add_pivot,
    add_slide,
    add_straight,
    clear_path,
    drive,
    stand_at,
    travel_of,
)

FRONT_CORNERS = 0b0011


def gate_between(left_x: int, left_y: int, right_x: int, right_y: int) -> Gate:
    gate = Gate()
    gate.left_x, gate.left_y, gate.right_x, gate.right_y = left_x, left_y, right_x, right_y
    return gate


def gate_at(x: int, left_y: int, right_y: int) -> Gate:
    """A gate across x, driven through towards +x."""
    return gate_between(x, left_y, x, right_y)


def along(path: Path, body: Body, distance: int) -> Body:
    """The body so far along the path."""
    moved = body.copy()
    drive(path, moved, distance)
    return moved


GATE = gate_at(200 * MM, -91 * MM, 91 * MM)


def test_sides_of_the_line() -> None:
    assert [past(GATE, x * MM, 0) for x in (199, 200, 201)] == [-1, 0, 1]
    assert past(GATE, 201 * MM, 500 * MM) == 1


@pytest.mark.parametrize(
    ("step", "crosses"),
    [
        ((0, 0, 300, 0), True),
        ((300, 0, 0, 0), False),  # the wrong way
        ((0, 0, 200, 0), False),  # not past it yet
        ((200, 0, 201, 0), True),
        ((0, 91, 300, 91), True),  # its ends are of the gate
        ((0, -91, 300, -91), True),
        ((0, -92, 300, -92), False),
        ((0, 92, 300, 92), False),
        ((200, 91, 201, 200), True),
        ((0, -200, 300, 200), True),
    ],
)
def test_steps_over_the_line_count_by_direction(
    step: tuple[int, int, int, int], crosses: bool
) -> None:
    ax, ay, bx, by = (value * MM for value in step)
    assert step_crosses(GATE, ax, ay, bx, by) == crosses


def test_the_front_crosses_first_then_the_centre_then_all() -> None:
    body, path = body_at(0, 0), straight(300 * MM)
    front = 200 * MM - HALF_LENGTH
    assert first_crossing(path, body, GATE, 300 * MM) == front + 1
    assert first_crossing_of_centre(path, body, GATE, 300 * MM) == 200 * MM + 1
    assert first_crossing(path, body, GATE, front) == NOBODY, "on the line"
    assert first_crossing_of_centre(path, body, GATE, 200 * MM) == NOBODY
    for distance, wholly in ((200 * MM + HALF_LENGTH - 1, False), (200 * MM + HALF_LENGTH, True)):
        x, y, heading = stand_at(path, body, distance)
        assert is_wholly_past(GATE, body_at(x, y, heading)) == wholly


def test_the_wrong_way_is_no_crossing() -> None:
    body = body_at(400 * MM, 0, HALF_TURN)
    assert first_crossing(straight(400 * MM), body, GATE, 400 * MM) == NOBODY
    assert first_crossing(straight(-400 * MM), body_at(0, 0), GATE, 400 * MM) == NOBODY
    backward_through = body_at(0, 0, HALF_TURN)
    assert first_crossing(straight(-300 * MM), backward_through, GATE, 300 * MM) > 0


def test_past_the_end_of_the_gate() -> None:
    """Half of it within is enough, a corner too; outside is not."""
    for y, found in ((91, True), (106, True), (108, False), (-106, True), (-108, False)):
        crossing = first_crossing(straight(300 * MM), body_at(0, y * MM), GATE, 300 * MM)
        assert (crossing != NOBODY) == found, y
    assert HALF_WIDTH == 16 * MM


def test_a_wide_gate_far_from_its_middle() -> None:
    gate = gate_at(200 * MM, -1000 * MM, 1000 * MM)
    body = body_at(160 * MM, 990 * MM)
    assert first_crossing(straight(10 * MM), body, gate, 10 * MM) == 2_501


def test_sideways_it_is_a_side_that_crosses() -> None:
    body = body_at(100 * MM, 0, QUARTER)
    path = Path()
    add_slide(path, 150 * MM, -QUARTER, 0)
    assert first_crossing(path, body, GATE, 150 * MM) == 100 * MM - HALF_WIDTH + 1


def small_path(lead: int, legs: list[tuple[int, int, int, int]]) -> Path:
    """Legs in units: (kind, length, turn, bearing)."""
    path = Path()
    clear_path(path, lead)
    for kind, length, turn, bearing in legs:
        if kind == 0:
            add_straight(path, length)
        elif kind == 1:
            add_arc(path, length, turn)
        else:
            add_slide(path, length, bearing, turn)
    return path


half_sizes = st.integers(1, 127)
turns = st.integers(DEGREE, HALF_TURN) | st.integers(-HALF_TURN, -DEGREE)
lengths = st.integers(1, 150) | st.integers(-150, -1)
small_legs = st.tuples(st.integers(0, 2), lengths, turns, st.integers(-QUARTER, QUARTER))
small_paths = st.builds(
    small_path, st.integers(-127, 127), st.lists(small_legs, min_size=1, max_size=3)
)
small_places = st.integers(-150, 150)
small_bodies = st.builds(
    body_at, small_places, small_places, st.integers(0, TURN - 1), half_sizes, half_sizes
)
small_gates = st.builds(
    lambda x, y, ex, ey: gate_between(x - ex, y - ey, x + ex, y + ey),
    *[st.integers(-150, 150)] * 2,
    *[st.integers(-120, 120)] * 2,
)


@given(bodies, paths, st.integers(-91, 91))
def test_at_a_crossing_a_corner_is_past_the_line_that_was_not(
    body: Body, template: Path, shift: int
) -> None:
    gate = gate_at(body.x + 60 * MM, body.y + (shift - 91) * MM, body.y + (shift + 91) * MM)
    path = movement(body, template)
    crossing = first_crossing(path, body, gate, travel_of(path))
    if crossing == NOBODY:
        return
    before, after = along(path, body, crossing - 1), along(path, body, crossing)
    assert corners_past(gate, after) & ~corners_past(gate, before)
    # Rounding may take a corner over the line and back, within a grain.
    again = first_crossing(path, body, gate, crossing)
    assert crossing - max(body.half_width // GRAIN, 1) <= again <= crossing


def test_around_the_end_a_corner_does_not_cross_though_the_chord_of_its_way_does() -> None:
    """It swings on the spot, 200° and more: its corners go far around the gate's left end."""
    body = body_at(0, 0, 0, 60 * MM, 60 * MM)
    spin = Path()
    add_pivot(spin, HALF_TURN)
    gate = gate_between(0, -50 * MM, 0, 50 * MM)  # its corners pass at 85 mm from the middle
    assert first_crossing(spin, body, gate, HALF_TURN) == NOBODY
    wider = gate_between(0, -90 * MM, 0, 50 * MM)
    crossing = first_crossing(spin, body, wider, HALF_TURN)
    assert crossing == QUARTER // 2 + 1, "the rear left corner, up through the left end"


def every_unit(
    path: Path, body: Body, gate: Gate, parts: Sequence[int], through: int
) -> Iterator[tuple[int, int, int]]:
    """The obvious way: unit by unit, (unit, the corners that cross there, all that are through)."""
    before = corners_of(body)
    for unit in range(1, travel_of(path) + 1):
        after = corners_of(along(path, body, unit))
        crossed = 0
        for n in parts:
            (ax, ay), (bx, by) = before[2 * n : 2 * n + 2], after[2 * n : 2 * n + 2]
            crossed |= step_crosses(gate, ax, ay, bx, by) << n
            if past(gate, bx, by) <= 0:
                through &= ~(1 << n)
        through |= crossed
        yield unit, crossed, through
        before = after


@pytest.mark.slow
@given(small_bodies, small_paths, small_gates, st.integers(0, ALL_CORNERS))
@settings(max_examples=300, deadline=None)
def test_crossing_equals_a_unit_by_unit_search(
    body: Body, path: Path, gate: Gate, corners: int
) -> None:
    """The very same, of a part, of all, and what is through: the grain of small bodies is a unit.

    (Not where they turn on the spot: there it is some headings.)
    """
    limit, through = travel_of(path), corners & corners_past(gate, body)
    units = list(every_unit(path, body, gate, range(4), through))
    crossings = [unit for unit, crossed, _ in units if crossed]
    assert first_crossing(path, body, gate, limit) == next(iter(crossings), NOBODY)
    passages = [unit for unit, _, corners in units if corners == ALL_CORNERS]
    if through == ALL_CORNERS:
        passages.insert(0, 0)
    assert first_passage(path, body, gate, limit, through) == next(iter(passages), NOBODY)
    assert corners_through(path, body, gate, limit, through) == units[-1][2]


@given(small_bodies, small_paths, small_gates, st.integers(0, 100))
@settings(deadline=None)
def test_crossing_in_two_parts_equals_one(body: Body, path: Path, gate: Gate, percent: int) -> None:
    """The second part begins where the first ends, with the corners that are through then."""
    limit = travel_of(path)
    first = limit * percent // 100
    units = list(every_unit(path, body, gate, range(4), 0))
    through = corners_through(path, body, gate, first, 0)
    assert through == (units[first - 1][2] if first else 0)
    passage = first_passage(path, body, gate, limit, 0)
    assert (first_passage(path, body, gate, first, 0) != NOBODY) == (0 <= passage <= first)


def test_all_of_it_has_passed_with_its_last_corner() -> None:
    body, path = body_at(0, 0), straight(300 * MM)
    rear = 200 * MM + HALF_LENGTH
    assert first_passage(path, body, GATE, 300 * MM, 0) == rear + 1
    assert first_passage(path, body, GATE, rear, 0) == NOBODY, "on the line"


def test_in_parts_what_is_through_is_kept() -> None:
    body, through = body_at(0, 0), 0
    for length, corners in ((150, 0), (50, FRONT_CORNERS), (30, FRONT_CORNERS)):
        path = straight(length * MM)
        assert first_passage(path, body, GATE, length * MM, through) == NOBODY
        through = corners_through(path, body, GATE, length * MM, through)
        drive(path, body, length * MM)
        assert through == corners
    assert first_passage(straight(10 * MM), body, GATE, 10 * MM, through) == 7_501
    assert first_passage(straight(10 * MM), body, GATE, 10 * MM, 0) == NOBODY, "only its rear"


def test_back_behind_the_line_it_is_not_through_any_more() -> None:
    body = body_at(200 * MM, 0)
    back = straight(-100 * MM)
    assert corners_through(back, body, GATE, HALF_LENGTH - 1, FRONT_CORNERS) == FRONT_CORNERS
    assert corners_through(back, body, GATE, HALF_LENGTH, FRONT_CORNERS) == 0


def test_around_the_end_it_is_past_but_not_through() -> None:
    """With one side within the gate and the other without, all of it is past; not all crossed."""
    body, path = body_at(0, 91 * MM), straight(300 * MM)
    left = 0b1001
    assert corners_through(path, body, GATE, 300 * MM, 0) == left
    assert first_passage(path, body, GATE, 300 * MM, 0) == NOBODY
    drive(path, body, 300 * MM)
    assert is_wholly_past(GATE, body)
    assert corners_past(GATE, body) == ALL_CORNERS


def test_to_the_side_of_the_gate_and_back_over_the_line() -> None:
    """A body that leaves around the end, with the front through, loses that where it comes back."""
    body = body_at(200 * MM, 0)
    sideways = Path()
    add_slide(sideways, 400 * MM, QUARTER, 0)
    add_slide(sideways, 100 * MM, HALF_TURN, 0)
    add_slide(sideways, 100 * MM, 0, 0)
    assert corners_through(sideways, body, GATE, 450 * MM, FRONT_CORNERS) == 0
    assert corners_through(sideways, body, GATE, 430 * MM, FRONT_CORNERS) == FRONT_CORNERS
    assert corners_through(sideways, body, GATE, 600 * MM, FRONT_CORNERS) == 0


@pytest.mark.parametrize(
    ("x", "y", "through"),
    [
        (160, 0, 0),
        (200, 0, FRONT_CORNERS),
        (240, 0, ALL_CORNERS),
        (240, 91, 0b1001),
        (240, 300, 0),
    ],
)
def test_shoved_body_crosses_where_its_corners_pass(x: int, y: int, through: int) -> None:
    """Corners go straight: a shove askew meets the gate where they come by it."""
    before, after = body_at(160 * MM, y * MM), body_at(x * MM, y * MM)
    assert corners_moved_through(GATE, before, after, 0) == through
    assert corners_moved_through(GATE, after, before, through) == 0
