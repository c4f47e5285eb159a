"""Straight contacts, worked out, and lines of sight: the same as step by step and one by one."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from hypothesis import assume, example, given
from hypothesis import strategies as st
from tests.geometry.things import MM, bodies, body_at, headings, polygon_of, straight

from wreckoning.geometry import gates
from wreckoning.geometry.angles import HALF_TURN, QUARTER, direction, forward
from wreckoning.geometry.bodies import Body, corners_of, place, vectors_of
from wreckoning.geometry.contact import (
    GRAIN,
    approach_body,
    approach_polygon,
    first_contact,
)
from wreckoning.geometry.gates import Gate, corners_through, first_crossing, first_passage
from wreckoning.geometry.gliding import IN_DOUBT, Glide, glide_to_body, glide_to_polygon
from wreckoning.geometry.overlap import (
    circle_misses_body,
    circle_misses_polygon,
    gap_to_body,
    gap_to_polygon,
    place_of,
)
from wreckoning.geometry.paths import Path, add_slide
from wreckoning.geometry.points import root
from wreckoning.geometry.polygons import Polygon
from wreckoning.geometry.sight import (
    LINES_TO_BODY,
    free_lines_between,
    in_the_way,
    polygons_in_the_way,
    sight_between,
    sight_point,
)

lengths = st.integers(1, 600 * MM) | st.integers(-600 * MM, -1)
near = st.integers(-200 * MM, 200 * MM)
offsets = st.sampled_from([0, 1, 2, -1, QUARTER, QUARTER + 1, HALF_TURN])


def polygon_of_body(body: Body) -> Polygon:
    corners = corners_of(body)
    return polygon_of(*zip(corners[::2], corners[1::2], strict=True))


def gate_between(left_x: int, left_y: int, right_x: int, right_y: int) -> Gate:
    gate = Gate()
    gate.left_x, gate.left_y, gate.right_x, gate.right_y = left_x, left_y, right_x, right_y
    return gate


def glided(glide: Glide, body: Body, other: object, length: int, limit: int) -> int:
    towards = direction(body.heading if length > 0 else body.heading + HALF_TURN)
    grain = max(body.half_width // GRAIN, 1)
    return glide(body.x, body.y, vectors_of(body), towards, grain, other, limit)


def followed(approach: Any, body: Body, other: object, length: int, limit: int) -> int:
    path = straight(length)
    found: int = approach(path, path.legs[0], body.x, body.y, body.heading, body, other, limit)
    return found


@example(body_at(0, 0), body_at(0, 0, QUARTER), 500 * MM, 100, 200 * MM, 0)  # straight into it
@example(body_at(0, 0), body_at(0, 0), 500 * MM, 100, 200 * MM, 32 * MM)  # right along it
@example(body_at(0, 0), body_at(0, 0), 500 * MM, 100, 200 * MM, 32 * MM - 1)  # just into it
@example(body_at(0, 0), body_at(0, 0, 4500), 500 * MM, 100, 200 * MM, 53_836)  # past its corner
@example(body_at(0, 0), body_at(0, 0), -500 * MM, 100, 20 * MM, 0)  # out of it
@given(bodies, bodies, lengths, st.integers(0, 100), near, near)
def test_a_body_that_glides_gets_as_far_as_one_that_is_followed(
    body: Body, other: Body, length: int, percent: int, dx: int, dy: int
) -> None:
    place(other, body.x + dx, body.y + dy, other.heading)
    limit, polygon = abs(length) * percent // 100, polygon_of_body(other)
    found = glided(glide_to_body, body, other, length, limit)
    assert found in (IN_DOUBT, followed(approach_body, body, other, length, limit))
    found = glided(glide_to_polygon, body, polygon, length, limit)
    assert found in (IN_DOUBT, followed(approach_polygon, body, polygon, length, limit))


@given(st.integers(-30 * MM, 30 * MM), headings, headings)
def test_a_clear_contact_is_not_in_doubt(aside: int, heading: int, turn: int) -> None:
    """A kart's length and more apart, and less than a width off the line between the two."""
    body, other = body_at(0, 0, heading), body_at(0, 0, heading + turn)
    (cx, cy), (sx, sy) = direction(heading), direction(heading + QUARTER)
    x, y = ((c * 200 * MM + s * aside) >> 30 for c, s in ((cx, sx), (cy, sy)))
    place(other, x, y, heading + turn)
    limit = 300 * MM
    found = glided(glide_to_body, body, other, limit, limit)
    assume(found != limit)
    assert 0 < found < limit


def test_a_graze_is_in_doubt_and_followed() -> None:
    """Side by side, with the sides on one line: rounding decides, so it is followed."""
    body, other = body_at(0, 0, 3000), body_at(0, 0, 3000)
    (cx, cy), (sx, sy) = direction(3000), direction(3000 + QUARTER)
    place(other, (cx * 200 + sx * 32) * MM >> 30, (cy * 200 + sy * 32) * MM >> 30, 3000)
    limit = 300 * MM
    assert glided(glide_to_body, body, other, limit, limit) == IN_DOUBT
    path = straight(limit)
    free = followed(approach_body, body, other, limit, limit)
    assert first_contact(path, body, [other], 1, 0, limit)[0] == free


@given(bodies, bodies, headings, near, near)
def test_what_a_circle_misses_no_turn_reaches(
    body: Body, other: Body, heading: int, dx: int, dy: int
) -> None:
    place(other, body.x + dx, body.y + dy, other.heading)
    polygon = polygon_of_body(other)
    radius = root(body.half_length**2 + body.half_width**2) + 2
    place(body, body.x, body.y, heading)
    if circle_misses_body(body.x, body.y, radius, other):
        assert gap_to_body(*place_of(body), other) >= 0
    if circle_misses_polygon(body.x, body.y, radius, polygon):
        assert gap_to_polygon(*place_of(body), polygon) >= 0


@example(body_at(0, 0), 37_500, 0, QUARTER, 150 * MM, -500 * MM, 0, 0)  # from the line, away
@example(body_at(0, 0), 37_500, 0, QUARTER, 150 * MM, 500 * MM, 0, 0)  # from the line, over it
@example(body_at(0, 0), 37_400, 0, QUARTER, 150 * MM, -100, 15, 0)  # back to the line: not past
@example(body_at(0, 0), 37_600, 0, QUARTER, 150 * MM, 100, 0, 0)  # up to the line
@example(body_at(0, 0), 37_600, 0, QUARTER, 150 * MM, 101, 0, 0)  # just over it
@given(bodies, near, near, headings, st.integers(1, 200 * MM), lengths, st.integers(0, 15), offsets)
def test_a_body_that_glides_through_a_gate_is_one_that_is_followed(
    body: Body, dx: int, dy: int, heading: int, half: int, length: int, through: int, turn: int
) -> None:
    """Also nearly along the gate's line, where rounding moves corners to and fro."""
    ex, ey = forward(body.heading + turn if turn else heading, half)
    gate = gate_between(body.x + dx - ex, body.y + dy - ey, body.x + dx + ex, body.y + dy + ey)
    path, limit = straight(length), abs(length)

    def answers() -> tuple[int, int, int]:
        return (
            first_crossing(path, body, gate, limit),
            first_passage(path, body, gate, limit, through),
            corners_through(path, body, gate, limit, through),
        )

    found = answers()
    with patch.object(gates, "_units_of_sides", lambda *_: (IN_DOUBT,) * 4):
        assert found == answers()


@given(bodies, bodies, st.integers(1, 300 * MM), headings, near, near)
def test_a_slide_that_does_not_turn_glides_too(
    body: Body, other: Body, length: int, bearing: int, dx: int, dy: int
) -> None:
    place(other, body.x + dx, body.y + dy, other.heading)
    path = Path()
    add_slide(path, length, bearing, 0)
    found, _ = first_contact(path, body, [other], 1, 0, length)
    leg = path.legs[0]
    assert found == approach_body(path, leg, body.x, body.y, body.heading, body, other, length)


@given(bodies, bodies, st.lists(bodies, min_size=1, max_size=4), st.integers(0, 15))
def test_free_lines_are_those_that_nothing_blocks(
    body: Body, target: Body, others: list[Body], ignored: int
) -> None:
    """Counted, and line by line; the others also as polygons, some of them ignored."""
    polygons, count = [polygon_of_body(other) for other in others], len(others)
    free = 0
    for n in range(LINES_TO_BODY):
        for m in range(LINES_TO_BODY):
            line = *sight_point(body, n), *sight_point(target, m)
            blocked = in_the_way(*line, others, count, ignored)
            free += not blocked and not polygons_in_the_way(*line, polygons, count, ~ignored)
    lines = (body, target, others, count, ignored, polygons, count, ~ignored)
    assert free_lines_between(*lines) == sight_between(*lines)[0] == free
