"""Paths: where they lead, and that a body goes along them evenly."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.things import (
    HALF_LENGTH,
    LENGTH,
    MM,
    bodies,
    body_at,
    movement,
    paths,
    straight,
    templates,
)

from wreckoning.core.records import pack
from wreckoning.geometry.angles import DEGREE, QUARTER, TURN, forward, rotate
from wreckoning.geometry.bodies import Body, corners_of, place
from wreckoning.geometry.contact import moved_by_leg, slack_of
from wreckoning.geometry.curves import add_s_curve, arc_length
from wreckoning.geometry.paths import (
    LONGEST_LEG,
    Path,
    add_arc,
    add_mirrored,
    add_path,
    add_pivot,
    add_slide,
    add_straight,
    along_leg,
    centre_of,
    clear_path,
    drive,
    stand_at,
    swept_by_turning,
    traced_point,
    travel_of,
    travel_of_leg,
)
from wreckoning.geometry.paths import end_of as paths_end


def end_of(path: Path, body: Body) -> tuple[int, int, int]:
    return stand_at(path, body, travel_of(path))


def test_a_straight_laid_on_the_front_edge() -> None:
    """Rear edge on the far end: a kart and a straight further on."""
    body = body_at(0, 0)
    assert end_of(movement(body, straight(135 * MM)), body) == (LENGTH + 135 * MM, 0, 0)
    turned = body_at(10, 20, QUARTER)
    assert end_of(movement(turned, straight(135 * MM)), turned) == (10, 20 + LENGTH + 135_000, 9000)


def test_an_arc_leads_where_its_radius_says() -> None:
    """A quarter circle of 65 mm to the right, then half a length on along it."""
    body = body_at(0, 0)
    arc = Path()
    add_arc(arc, arc_length(65 * MM, QUARTER), QUARTER)
    x, y, heading = end_of(movement(body, arc), body)
    assert (x, y) == (HALF_LENGTH + 65 * MM, 65 * MM + HALF_LENGTH)
    assert heading == QUARTER


@pytest.mark.parametrize(("length", "degrees"), [(150, 30), (140, 60), (118, 150), (2000, 1)])
def test_arcs_as_in_the_textbook(length: int, degrees: int) -> None:
    path, body = Path(), body_at(0, 0)
    add_arc(path, length * MM, degrees * DEGREE)
    radius, angle = length * MM / math.radians(degrees), math.radians(degrees)
    x, y, heading = end_of(path, body)
    assert abs(x - radius * math.sin(angle)) < 2
    assert abs(y - radius * (1 - math.cos(angle))) < 2
    assert heading == degrees * DEGREE


@pytest.mark.parametrize("sideways", [35 * MM, -35 * MM, 70 * MM, -70 * MM, 1500 * MM])
def test_an_s_curve_leads_forward_and_aside(sideways: int) -> None:
    path, body = Path(), body_at(0, 0)
    add_s_curve(path, 150 * MM, sideways)
    x, y, heading = end_of(path, body)
    assert abs(x - 150 * MM) <= 150
    assert abs(y - sideways) <= abs(sideways) // 1000
    assert heading == 0


def test_a_slide_goes_straight_while_the_body_turns() -> None:
    path, body = Path(), body_at(0, 0)
    add_slide(path, 80 * MM, -QUARTER, 3000)
    assert end_of(path, body) == (0, -80 * MM, 3000)
    assert stand_at(path, body, 40 * MM) == (0, -40 * MM, 1500)


@pytest.mark.parametrize("length", [150 * MM, -150 * MM])
def test_an_arc_is_driven_evenly(length: int) -> None:
    """A unit further is a unit further, also where the heading does not change yet."""
    path, body = Path(), body_at(0, 0, 1234)
    add_arc(path, length, 3000)
    for distance in range(70_000, 70_200):
        one, other = stand_at(path, body, distance), stand_at(path, body, distance + 1)
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 2
    tenth = stand_at(path, body, 70_000), stand_at(path, body, 70_100)
    assert abs(math.dist(tenth[0][:2], tenth[1][:2]) - 100) < 2


@pytest.mark.parametrize("turn", [1, -7, 100, -3000])
def test_turning_sweeps_no_further_than_is_reckoned_with(turn: int) -> None:
    """The tip of a long thin body moves on a circle: at most as far as said, and nearly that."""
    reach = 1000 * MM
    chord = math.dist((reach, 0), forward(turn, reach))
    assert chord <= swept_by_turning(turn, reach) <= 1.02 * chord + 2


def test_backward() -> None:
    """The heading stays, the travel counts up; an arc driven back ends where it began."""
    path, body = Path(), body_at(0, 0, 4500)
    add_straight(path, -10 * MM)
    assert travel_of(path) == 10 * MM
    assert end_of(path, body) == (-7071, -7071, 4500)
    clear_path(path, 0)
    add_arc(path, 140 * MM, 6000)
    add_arc(path, -140 * MM, -6000)
    x, y, heading = end_of(path, body)
    assert max(abs(x), abs(y)) <= 1
    assert heading == 4500


def test_turning_on_the_spot() -> None:
    """About the centre, a heading at a time; with a lead about the traced point."""
    path, body = Path(), body_at(5, 6, 100)
    add_pivot(path, -QUARTER)
    assert travel_of(path) == QUARTER
    assert stand_at(path, body, 30) == (5, 6, 70)
    assert end_of(path, body) == (5, 6, 100 - QUARTER + TURN)
    clear_path(path, HALF_LENGTH)
    add_pivot(path, QUARTER)
    assert end_of(path, body_at(HALF_LENGTH, 0)) == (0, HALF_LENGTH, QUARTER)


def test_a_path_is_emptied_wholly() -> None:
    path = movement(body_at(0, 0), templates()[-1])
    clear_path(path, 0)
    assert pack(path) == pack(Path())


def test_drive_puts_the_body_there() -> None:
    body = body_at(0, 0)
    drive(straight(50 * MM), body, 20 * MM)
    assert (body.x, body.y, body.heading) == (20 * MM, 0, 0)


@given(bodies, paths)
def test_the_start_is_where_it_stands(body: Body, template: Path) -> None:
    assert stand_at(movement(body, template), body, 0) == (body.x, body.y, body.heading)


@given(bodies, paths)
def test_mirrored_paths_mirror(body: Body, template: Path) -> None:
    """Left for right, exactly, seen along x."""
    mirror = Path()
    add_mirrored(mirror, template)
    place(body, body.x, body.y, 0)
    x, y, heading = end_of(movement(body, template), body)
    assert end_of(movement(body, mirror), body) == (x, 2 * body.y - y, -heading % TURN)


@given(bodies, paths, st.data())
def test_quarter_turns_and_shifts_of_paths_are_exact(
    body: Body, template: Path, data: st.DataObject
) -> None:
    path = movement(body, template)
    distance = data.draw(st.integers(0, travel_of(path)))
    x, y, heading = stand_at(path, body, distance)
    place(body, body.x + 77, body.y - 55, body.heading)
    assert stand_at(path, body, distance) == (x + 77, y - 55, heading)
    at_x, at_y = rotate(body.x, body.y, QUARTER)
    place(body, at_x, at_y, body.heading + QUARTER)
    assert stand_at(path, body, distance) == (
        *rotate(x + 77, y - 55, QUARTER),
        (heading + QUARTER) % TURN,
    )


@given(bodies, paths, st.data())
def test_no_point_moves_further_than_is_reckoned_with(
    body: Body, template: Path, data: st.DataObject
) -> None:
    """What the search for contacts stands on: moved_by_leg, and slack_of for rounding."""
    path = movement(body, template)
    before = data.draw(st.integers(0, travel_of(path) - 1))
    after = data.draw(st.integers(before, travel_of(path)))
    one, other = body.copy(), body.copy()
    drive(path, one, before)
    drive(path, other, after)
    allowed, at = float(slack_of(path, body)), 0
    for leg in path.legs[: path.count]:
        travel = travel_of_leg(leg)
        share = max(min(after, at + travel) - max(before, at), 0)
        allowed += share * moved_by_leg(path, leg, body) / travel
        at += travel
    corners = zip(corners_of(one), corners_of(other), strict=True)
    moved = [b - a for a, b in corners]
    assert max(math.hypot(*moved[n : n + 2]) for n in (0, 2, 4, 6)) <= allowed


def test_the_longest_leg_stays_within_64_bits() -> None:
    """The largest radius there can be, times a sine: just below 2^62."""
    path = Path()
    add_arc(path, LONGEST_LEG, DEGREE)
    add_path(path, path.copy())
    x, y, heading = end_of(path, body_at(0, 0))
    assert heading == 2 * DEGREE
    assert abs(math.hypot(x, y) - 2 * LONGEST_LEG) < LONGEST_LEG // 1000
    radius = LONGEST_LEG * 36000 / (2 * math.pi * DEGREE)
    assert radius * 2**31 < 2**62


@given(path=paths, body=bodies, lead=st.sampled_from([0, HALF_LENGTH]))
def test_a_path_ends_where_its_legs_lead_one_after_the_other(
    path: Path, body: Body, lead: int
) -> None:
    whole = Path()
    clear_path(whole, lead)
    add_path(whole, path)
    x, y, heading = traced_point(whole, body)
    travel = 0
    for leg in whole.legs[: whole.count]:
        x, y, heading = along_leg(leg, x, y, heading, travel_of_leg(leg))
        travel += travel_of_leg(leg)
        x_now, y_now, now = centre_of(whole, x, y, heading)
        assert stand_at(whole, body, travel) == (x_now, y_now, now % TURN)
    assert paths_end(whole, body) == stand_at(whole, body, travel)
