"""Gates: crossed in their direction, between their ends, by a part or by all of a body."""

from __future__ import annotations

import pytest
from hypothesis import given
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
from wreckoning.geometry.angles import HALF_TURN, QUARTER
from wreckoning.geometry.bodies import Body, corners_of
from wreckoning.geometry.gates import (
    Gate,
    first_crossing,
    first_crossing_of_centre,
    is_wholly_past,
    past,
    step_crosses,
)
from wreckoning.geometry.paths import Path, add_slide, drive, stand_at, travel_of


def gate_at(x: int, left_y: int, right_y: int) -> Gate:
    """A gate across x, driven through towards +x."""
    gate = Gate()
    gate.left_x = gate.right_x = x
    gate.left_y, gate.right_y = left_y, right_y
    return gate


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
def test_steps(step: tuple[int, int, int, int], crosses: bool) -> None:
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
    """Half of it within is enough, a corner too; beside it is not."""
    for y, found in ((91, True), (106, True), (108, False), (-106, True), (-108, False)):
        crossing = first_crossing(straight(300 * MM), body_at(0, y * MM), GATE, 300 * MM)
        assert (crossing != NOBODY) == found, y
    assert HALF_WIDTH == 16 * MM


def test_sideways_it_is_a_side_that_crosses() -> None:
    body = body_at(100 * MM, 0, QUARTER)
    path = Path()
    add_slide(path, 150 * MM, -QUARTER, 0)
    assert first_crossing(path, body, GATE, 150 * MM) == 100 * MM - HALF_WIDTH + 1


@given(bodies, paths, st.integers(-91, 91))
def test_a_crossing_is_the_first(body: Body, template: Path, shift: int) -> None:
    """At the crossing a corner is past the line, and none is reported before."""
    gate = gate_at(body.x + 60 * MM, body.y + (shift - 91) * MM, body.y + (shift + 91) * MM)
    path = movement(body, template)
    crossing = first_crossing(path, body, gate, travel_of(path))
    if crossing == NOBODY:
        return
    after = body.copy()
    drive(path, after, crossing)
    corners = corners_of(after)
    assert any(past(gate, *corners[n : n + 2]) > 0 for n in (0, 2, 4, 6))
    assert first_crossing(path, body, gate, crossing - 1) in (NOBODY, *range(crossing))
