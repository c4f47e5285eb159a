"""Which edges meet: head-on, into the side, from behind, side by side, and at corners."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.geometry.things import (
    HALF_LENGTH,
    HALF_WIDTH,
    LENGTH,
    MM,
    WIDTH,
    body_at,
    headings,
    movement,
    paths,
    polygon_of,
    straight,
)

from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import HALF_TURN, QUARTER
from wreckoning.geometry.arcs import is_in_arc_of_edge
from wreckoning.geometry.bodies import FRONT, LEFT, REAR, RIGHT, Body, corners_of, place
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.meeting import edge_met, edges_met, facing_edge
from wreckoning.geometry.paths import Path, drive, travel_of


@pytest.mark.parametrize(
    ("other", "edges"),
    [
        (body_at(LENGTH, 0, HALF_TURN), (FRONT, FRONT)),  # head-on
        (body_at(LENGTH, 10 * MM, HALF_TURN), (FRONT, FRONT)),  # offset
        (body_at(LENGTH, 0), (FRONT, REAR)),  # tailgate
        (body_at(-LENGTH, 0), (REAR, FRONT)),  # tailgated
        (body_at(HALF_LENGTH + HALF_WIDTH, 5 * MM, QUARTER), (FRONT, RIGHT)),
        (body_at(HALF_LENGTH + HALF_WIDTH, 5 * MM, -QUARTER), (FRONT, LEFT)),
        (body_at(30 * MM, WIDTH), (RIGHT, LEFT)),  # sideswipe
        (body_at(30 * MM, -WIDTH, HALF_TURN), (LEFT, LEFT)),
    ],
)
def test_edge_to_edge(other: Body, edges: tuple[int, int]) -> None:
    body = body_at(0, 0)
    assert edges_met(body, other) == edges
    assert edges_met(other, body) == edges[::-1]


# The mover's front left corner reaches the other's rear edge, the other looking 30° to the left;
# at 60° it is the side that faces.
@pytest.mark.parametrize(("heading", "edge"), [(-3000, REAR), (-4499, REAR), (-6000, LEFT)])
def test_a_corner_meets_the_edge_that_faces(heading: int, edge: int) -> None:
    body, other = body_at(0, 0), body_at(200 * MM, 0, heading)
    path = straight(300 * MM)
    distance, hit = first_contact(path, body, [other], 1, 0, travel_of(path))
    assert hit == 0
    drive(path, body, distance)
    assert edges_met(body, other) == (FRONT, edge)
    assert edges_met(other, body) == (edge, FRONT)


def test_ties() -> None:
    """At exactly 45°, and corner to corner, the front or rear goes before the side."""
    body = body_at(0, 0)
    assert facing_edge(body_at(0, 0, 0, 100, 100), 1, 1) == FRONT
    assert facing_edge(body_at(0, 0, 0, 100, 100), -1, 1) == REAR
    assert facing_edge(body_at(0, 0, 0, 100, 100), -1, 2) == RIGHT
    assert edges_met(body, body_at(LENGTH, WIDTH)) == (FRONT, REAR)
    corner_to_side = body_at(HALF_LENGTH + HALF_WIDTH, HALF_WIDTH + HALF_LENGTH, QUARTER)
    assert edges_met(body, corner_to_side) == (FRONT, RIGHT)


near = st.integers(-120 * MM, 120 * MM)
obstacles = st.builds(
    body_at, st.integers(80 * MM, 250 * MM), near, headings, *[st.integers(5 * MM, 60 * MM)] * 2
)


def drive_into(other: Body, template: Path) -> Body:
    """A kart from the middle that has just come to the other."""
    body = body_at(0, 0)
    path = movement(body, template)
    distance, hit = first_contact(path, body, [other], 1, 0, travel_of(path))
    assume(hit != NOBODY and distance > 0)
    drive(path, body, distance)
    return body


@given(obstacles, paths)
def test_the_edges_met_look_at_each_other(other: Body, template: Path) -> None:
    """Out over each of the two, the other body is not all behind; turned, the same edges."""
    body = drive_into(other, template)
    edges = edges_met(body, other)
    assert edges_met(other, body) == edges[::-1]
    for here, there, edge in ((body, other, edges[0]), (other, body, edges[1])):
        assert is_in_arc_of_edge(here, edge, QUARTER, there)
    for part in (body, other):
        place(part, -part.y, part.x, part.heading + QUARTER)
    assert edges_met(body, other) == edges


SQUARE = [(0, 0), (50 * MM, 0), (50 * MM, 50 * MM), (0, 50 * MM)]


@pytest.mark.parametrize(
    ("body", "edge"),
    [
        (body_at(-HALF_LENGTH, 25 * MM), FRONT),
        (body_at(-HALF_LENGTH, 25 * MM, HALF_TURN), REAR),
        (body_at(25 * MM, -HALF_WIDTH), RIGHT),
        (body_at(25 * MM, 50 * MM + HALF_WIDTH), LEFT),
        (body_at(-HALF_LENGTH, -HALF_WIDTH), FRONT),  # corner to corner
    ],
)
def test_a_polygon_is_met(body: Body, edge: int) -> None:
    assert edge_met(body, polygon_of(*SQUARE)) == edge


@given(obstacles, paths)
def test_a_polygon_is_met_as_a_body_is(other: Body, template: Path) -> None:
    body = drive_into(other, template)
    corners = corners_of(other)
    polygon = polygon_of(*zip(corners[::2], corners[1::2], strict=True))
    edge = edges_met(body, other)[0]
    # Where two lines are as good, to the unit, either may be the one.
    assert edge_met(body, polygon) in (edge, *_neighbours(edge))


def _neighbours(edge: int) -> tuple[int, int]:
    return (FRONT, REAR) if edge in (RIGHT, LEFT) else (LEFT, RIGHT)
