"""What holds for any shapes: it is mutual, and shifts and quarter turns change nothing."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from tests.geometry.things import MM, bodies, body_at, movement, paths, polygon_of

from wreckoning.geometry.angles import QUARTER, rotate
from wreckoning.geometry.arcs import (
    is_in_arc_of_centre,
    is_in_arc_of_edge,
    is_in_arc_of_middle,
    is_point_in_opening,
)
from wreckoning.geometry.bodies import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Body,
    corners_of,
    edge_of,
    heading_of_edge,
    is_point_in_body,
    middle_of_edge,
    place,
    reach_of,
)
from wreckoning.geometry.contact import circle_of, ground_of
from wreckoning.geometry.distance import (
    bodies_within,
    distance_of_bodies,
    distance_of_points,
    distance_of_segment,
    distance_to_point,
    distance_to_polygon,
    polygon_within,
    segment_within,
)
from wreckoning.geometry.overlap import (
    bodies_overlap,
    gap_to_body,
    gap_to_polygon,
    is_apart_from_body,
    is_apart_from_polygon,
    overlaps_polygon,
    place_of,
    polygons_overlap,
)
from wreckoning.geometry.paths import (
    Path,
    along_leg,
    stand_at,
    traced_point,
    travel_of,
    travel_of_leg,
)
from wreckoning.geometry.points import cross, squared_distance
from wreckoning.geometry.polygons import Polygon
from wreckoning.geometry.regions import (
    is_body_in_region,
    is_segment_in_region,
    is_strip_in_region,
)
from wreckoning.geometry.sight import body_blocks

edges = st.sampled_from([FRONT, RIGHT, REAR, LEFT])
spreads = st.integers(0, QUARTER)
shifts = st.integers(-300 * MM, 300 * MM)


def polygon_of_body(body: Body) -> Polygon:
    corners = corners_of(body)
    return polygon_of(*zip(corners[::2], corners[1::2], strict=True))


def answers(body: Body, other: Body, edge: int, spread: int) -> list[int]:
    """What shall not depend on where the two stand, nor on which way is up."""
    polygon = polygon_of_body(other)
    ax, ay, bx, by = edge_of(body, edge)
    return [
        bodies_overlap(body, other),
        overlaps_polygon(body, polygon),
        distance_of_bodies(body, other),
        distance_to_polygon(body, polygon),
        distance_of_segment(ax, ay, bx, by, other),
        distance_to_point(body, other.x, other.y),
        is_in_arc_of_edge(body, edge, spread, other),
        is_in_arc_of_middle(body, edge, spread, other),
        is_in_arc_of_centre(body, edge, spread, other),
        body_blocks(ax, ay, bx, by, other),
        is_point_in_body(body, other.x, other.y),
        is_body_in_region(body, [polygon], 1),
    ]


@given(bodies, bodies, edges, spreads, shifts, shifts)
def test_shifts_and_quarter_turns_change_nothing(
    body: Body, other: Body, edge: int, spread: int, dx: int, dy: int
) -> None:
    said = answers(body, other, edge, spread)
    for part in (body, other):
        place(part, part.x + dx, part.y + dy, part.heading)
    assert answers(body, other, edge, spread) == said
    for part in (body, other):
        place(part, *rotate(part.x, part.y, QUARTER), part.heading + QUARTER)
    assert answers(body, other, edge, spread) == said


@given(bodies, bodies)
def test_overlap_and_distance_are_mutual(body: Body, other: Body) -> None:
    one, two = polygon_of_body(body), polygon_of_body(other)
    overlap = bodies_overlap(body, other)
    assert bodies_overlap(other, body) == overlap == polygons_overlap(one, two)
    assert overlaps_polygon(body, two) == overlap == overlaps_polygon(other, one)
    distance = distance_of_bodies(body, other)
    assert distance_of_bodies(other, body) == distance == distance_to_polygon(body, two)
    assert not (overlap and distance)


@given(bodies, bodies)
def test_within_means_the_limit_too(body: Body, other: Body) -> None:
    """Rounded down: within that many units only if there is no rest, within one more always."""
    distance = distance_of_bodies(body, other)
    assert bodies_within(body, other, distance + 1)
    assert polygon_within(body, polygon_of_body(other), distance + 1)
    assert distance == 0 or not bodies_within(body, other, distance - 1)
    whole = body_at(0, 0), body_at(75 * MM + 30_000, 40_000 + 32 * MM)
    assert distance_of_bodies(*whole) == 50_000
    assert bodies_within(*whole, 50_000)
    assert not bodies_within(*whole, 49_999)
    assert segment_within(0, 0, 10, 0, body_at(37_500 + 13, 0), 3)


@given(bodies)
def test_a_body_is_in_its_circle_and_its_edges_join(body: Body) -> None:
    corners = corners_of(body)
    for n in range(0, 8, 2):
        assert distance_of_points(body.x, body.y, *corners[n : n + 2]) <= reach_of(body)
    ends = [edge_of(body, edge) for edge in (FRONT, RIGHT, REAR, LEFT)]
    assert [end[:2] for end in ends] == [corners[n : n + 2] for n in (0, 2, 4, 6)]
    assert [end[2:] for end in ends] == [corners[n % 8 : n % 8 + 2] for n in (2, 4, 6, 8)]
    for edge, (ax, ay, bx, by) in zip((FRONT, RIGHT, REAR, LEFT), ends, strict=True):
        x, y = middle_of_edge(body, edge)
        assert (2 * x, 2 * y) == (ax + bx, ay + by)


@given(bodies, bodies, edges, spreads, spreads)
def test_wider_arcs_hold_what_narrower_hold(
    body: Body, target: Body, edge: int, spread: int, other: int
) -> None:
    narrow, wide = sorted((spread, other))
    for in_arc in (is_in_arc_of_edge, is_in_arc_of_middle, is_in_arc_of_centre):
        assert in_arc(body, edge, narrow, target) <= in_arc(body, edge, wide, target)
    # Just below a quarter turn: there the edge's line is rounded, and the middle's ray is not.
    spread = min(spread, QUARTER - 5)
    from_middle = is_in_arc_of_middle(body, edge, spread, target)
    assert from_middle <= is_in_arc_of_edge(body, edge, spread, target)


@given(bodies, bodies, edges, spreads)
def test_whose_centre_is_in_an_arc_is_in_it(
    body: Body, target: Body, edge: int, spread: int
) -> None:
    lx, ly, rx, ry = edge_of(body, edge)
    opening = (lx, ly, rx, ry, heading_of_edge(body, edge), spread)
    assert is_point_in_opening(*opening, target.x, target.y) <= is_in_arc_of_edge(
        body, edge, spread, target
    )


def test_arcs_of_a_kart() -> None:
    """45° to either side of straight, from all of the front edge; then only ahead or behind."""
    body = body_at(0, 0)
    ahead, beside, diagonal = body_at(200 * MM, 0), body_at(0, 100 * MM), body_at(137_500, 150 * MM)
    assert is_in_arc_of_edge(body, FRONT, 4500, ahead)
    assert not is_in_arc_of_edge(body, REAR, 4500, ahead)
    assert not is_in_arc_of_edge(body, FRONT, 4500, beside)
    assert is_in_arc_of_centre(body, RIGHT, 4500, beside)
    assert is_in_arc_of_edge(body, FRONT, 4500, diagonal)
    assert not is_in_arc_of_middle(body, FRONT, 3000, diagonal)
    touching = body_at(75 * MM, 0)
    assert is_in_arc_of_edge(body, FRONT, 0, touching)
    assert not is_in_arc_of_edge(body, REAR, QUARTER, touching)
    behind_the_line = body_at(0, 60 * MM, QUARTER)  # 16 mm ahead of the centre, not of the front
    assert is_in_arc_of_centre(body, FRONT, QUARTER, behind_the_line)
    assert is_in_arc_of_centre(body, REAR, QUARTER, behind_the_line)
    assert not is_in_arc_of_edge(body, FRONT, QUARTER, behind_the_line)


@example(body_at(0, 0), body_at(0, 0, 4500), 0, 54_000)  # a corner next to the other's side
@example(body_at(0, 0), body_at(0, 0, 4500), 75_500, 0)  # … and before its front
@example(body_at(0, 0, 4500), body_at(0, 0), 0, 54_000)
@given(bodies, bodies, st.integers(-90 * MM, 90 * MM), st.integers(-90 * MM, 90 * MM))
def test_apart_is_a_gap_of_at_least_0(body: Body, other: Body, dx: int, dy: int) -> None:
    place(other, body.x + dx, body.y + dy, other.heading)
    here, polygon = place_of(body), polygon_of_body(other)
    assert is_apart_from_body(here, other) == (gap_to_body(*here, other) >= 0)
    assert is_apart_from_polygon(here, polygon) == (gap_to_polygon(*here, polygon) >= 0)


@given(bodies, paths, st.booleans(), st.integers(0, 100), st.integers(0, 100))
def test_the_ground_of_a_path_holds_the_body_all_the_way(
    body: Body, path: Path, leads: bool, percent: int, part: int
) -> None:
    """In the circle of the whole path, and in the rectangle of the leg that it is on."""
    path = movement(body, path) if leads else path
    limit = travel_of(path) * percent // 100
    at, before, leg, start = limit * part // 100, 0, 0, traced_point(path, body)
    moved = body.copy()
    place(moved, *stand_at(path, body, at))
    corners = corners_of(moved)
    x, y, reach = circle_of(path, body, limit)
    for px, py in zip(corners[::2], corners[1::2], strict=True):
        assert squared_distance(x, y, px, py) <= reach * reach
    while at - before > travel_of_leg(path.legs[leg]):
        travel = travel_of_leg(path.legs[leg])
        start = along_leg(path.legs[leg], *start, travel)
        before, leg = before + travel, leg + 1
    end = min(travel_of_leg(path.legs[leg]), limit - before)
    cx, cy, fx, fy, rx, ry, _, _ = ground_of(path, path.legs[leg], *start, body, end)
    area = abs(cross(fx, fy, rx, ry))
    for px, py in zip(corners[::2], corners[1::2], strict=True):
        assert abs(cross(px - cx, py - cy, rx, ry)) <= area
        assert abs(cross(px - cx, py - cy, fx, fy)) <= area


@given(bodies, st.integers(1, 9))
def test_a_road_cut_in_pieces_is_the_same_road(body: Body, cut: int) -> None:
    """A seam is no gap; a gap of a thousandth of a millimetre is one."""
    x = -500 * MM + cut * 100 * MM
    whole = polygon_of(
        (-500_000, -200_000), (500_000, -200_000), (500_000, 200_000), (-500_000, 200_000)
    )
    left = polygon_of((-500_000, -200_000), (x, -200_000), (x, 200_000), (-500_000, 200_000))
    right = polygon_of((x, -200_000), (500_000, -200_000), (500_000, 200_000), (x, 200_000))
    gap = polygon_of((x + 1, -200_000), (500_000, -200_000), (500_000, 200_000), (x + 1, 200_000))
    on_road = is_body_in_region(body, [whole], 1)
    assert is_body_in_region(body, [left, right], 2) == on_road
    corners = corners_of(body)
    is_across = min(corners[::2]) <= x and max(corners[::2]) >= x + 1
    assert is_body_in_region(body, [left, gap], 2) == (on_road and not is_across)
    assert is_segment_in_region(x - 5, 0, x + 5, 0, [right, left], 2)
    assert not is_segment_in_region(x - 5, 0, x + 5, 0, [gap, left], 2)


@given(bodies, paths, st.integers(1, 9), st.integers(1, 5))
def test_a_strip_is_in_a_road_if_each_of_its_rectangles_is(
    body: Body, path: Path, cut: int, parts: int
) -> None:
    x = -500 * MM + cut * 100 * MM
    left = polygon_of((-500_000, -200_000), (x, -200_000), (x, 200_000), (-500_000, 200_000))
    right = polygon_of((x, -200_000), (500_000, -200_000), (500_000, 200_000), (x, 200_000))
    end, half = travel_of(path), max(travel_of(path) // (2 * parts), 1)
    rectangle = body.copy()
    rectangle.half_length, expected = half, True
    for at in (*range(0, end, 2 * half), end):
        place(rectangle, *stand_at(path, body, at))
        expected = expected and is_body_in_region(rectangle, [left, right], 2)
    width = body.half_width
    assert is_strip_in_region(path, body, 0, end, half, width, [left, right], 2) == expected
