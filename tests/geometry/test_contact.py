"""First contact, leaving the table, sliding back: with a kart of 75 × 32 mm on a table."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.geometry.things import (
    HALF_LENGTH,
    HALF_WIDTH,
    LENGTH,
    MM,
    WIDTH,
    bodies,
    body_at,
    movement,
    paths,
    polygon_of,
    straight,
    templates,
)

from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import QUARTER
from wreckoning.geometry.bodies import Body, corners_of
from wreckoning.geometry.contact import (
    first_contact,
    first_contact_polygon,
    first_exit,
    moved_by_leg,
    slide_back,
    slide_back_polygon,
    step_of,
)
from wreckoning.geometry.overlap import (
    Tabletop,
    bodies_overlap,
    is_on_table,
    overlapping,
    overlaps_polygon,
)
from wreckoning.geometry.paths import Path, add_pivot, add_straight, clear_path, drive, travel_of

WALL = polygon_of(
    (300 * MM, -200 * MM), (310 * MM, -200 * MM), (310 * MM, 200 * MM), (300 * MM, 200 * MM)
)


def table(width: int, depth: int) -> Tabletop:
    made = Tabletop()
    made.width, made.depth = width, depth
    return made


def contact(path: Path, body: Body, *others: Body) -> tuple[int, int]:
    return first_contact(path, body, list(others), len(others), 0, travel_of(path))


def driven(path: Path, body: Body, distance: int) -> Body:
    moved = body.copy()
    drive(path, moved, distance)
    return moved


# Straight on, 200 mm from centre to centre: 125 mm of room.
#
#   [====>]            [====]
#
def test_it_stops_where_it_touches() -> None:
    body, other = body_at(0, 0), body_at(200 * MM, 0)
    assert contact(straight(300 * MM), body, other) == (125 * MM, 0)
    assert contact(straight(126 * MM), body, other) == (125 * MM, 0)
    assert contact(straight(125 * MM), body, other) == (125 * MM, NOBODY), "touching is no contact"
    assert contact(straight(-300 * MM), body, other) == (300 * MM, NOBODY)


def test_a_polygon_in_the_way() -> None:
    body, path = body_at(0, 0), straight(400 * MM)
    found = first_contact_polygon(path, body, [WALL], 1, 0, 400 * MM)
    assert found == (300 * MM - HALF_LENGTH, 0)
    assert first_contact_polygon(path, body, [WALL], 1, 1, 400 * MM) == (400 * MM, NOBODY)


def test_it_may_slide_along_an_edge() -> None:
    """Side by side, touching all the way: no contact. A thousandth of a millimetre more is one."""
    beside = body_at(200 * MM, WIDTH)
    assert contact(straight(400 * MM), body_at(0, 0), beside) == (400 * MM, NOBODY)
    assert contact(straight(400 * MM), body_at(0, 1), beside) == (200 * MM - LENGTH, 0)


def test_the_nearest_counts_and_at_the_same_unit_the_first() -> None:
    body, path = body_at(0, 0), straight(300 * MM)
    far, near = body_at(250 * MM, 0), body_at(200 * MM, 20 * MM)
    assert contact(path, body, far, near) == (125 * MM, 1)
    assert contact(path, body, near, body_at(200 * MM, -20 * MM)) == (125 * MM, 0)
    both = [near, body_at(200 * MM, -20 * MM)]
    assert overlapping(driven(path, body, 125 * MM + 1), both, 2, 0) == 3
    assert first_contact(path, body, [near, far], 2, 1, 300 * MM) == (175 * MM, 1)
    assert first_contact(path, body, [near, far], 1, 1, 300 * MM) == (300 * MM, NOBODY)


def test_what_it_overlaps_at_the_start_it_hits_at_once() -> None:
    assert contact(straight(300 * MM), body_at(0, 0), body_at(10 * MM, 0)) == (0, 0)
    assert contact(straight(300 * MM), body_at(0, 0), body_at(LENGTH, 0)) == (0, 0), "it touched it"


@pytest.mark.parametrize("length", [300 * MM, 2000 * MM])
def test_nothing_is_jumped(length: int) -> None:
    """A needle across the way, a hundredth of a millimetre thin."""
    needle = body_at(250 * MM, 20 * MM, QUARTER, 5 * MM, 5)
    distance, hit = contact(straight(length), body_at(0, 0), needle)
    assert (distance, hit) == (250 * MM - 5 - HALF_LENGTH, 0)


def test_turning_on_the_spot_hits_what_is_next_to_it() -> None:
    path = Path()
    add_pivot(path, QUARTER)
    body, beside = body_at(0, 0), body_at(0, 45 * MM)
    distance, hit = contact(path, body, beside)
    assert hit == 0
    assert 0 < distance < QUARTER
    assert not bodies_overlap(driven(path, body, distance), beside)
    assert bodies_overlap(driven(path, body, distance + 1), beside)
    assert contact(path, body, body_at(0, 60 * MM)) == (QUARTER, NOBODY)


def test_a_template_is_followed_around_a_corner() -> None:
    """The rear edge follows: straight ahead first, so what stands in front is hit, though the
    template turns away; what stands where it leads is hit in the turn."""
    body = body_at(0, 0)
    hard = movement(body, templates()[5])
    ahead, beyond = body_at(120 * MM, 0, QUARTER), body_at(102 * MM, 140 * MM, QUARTER)
    assert contact(hard, body, ahead) == (120 * MM - HALF_WIDTH - HALF_LENGTH, 0)
    distance, hit = contact(hard, body, beyond)
    assert hit == 0
    assert distance > LENGTH


def test_the_table_has_an_edge() -> None:
    body = body_at(500 * MM, 300 * MM)
    assert first_exit(straight(300 * MM), body, table(600 * MM, 600 * MM), 300 * MM) == 62_500
    assert first_exit(straight(300 * MM), body, table(900 * MM, 600 * MM), 300 * MM) == 300 * MM
    assert first_exit(straight(300 * MM), body, table(900 * MM, 316 * MM), 300 * MM) == 300 * MM
    assert first_exit(straight(300 * MM), body, table(900 * MM, 315_999), 300 * MM) == 0
    assert first_exit(straight(300 * MM), body, table(600 * MM, 600 * MM), 40 * MM) == 40 * MM
    backward = straight(-900 * MM)
    assert first_exit(backward, body, table(600 * MM, 600 * MM), 900 * MM) == 462_500


def test_slide_back_along_a_straight() -> None:
    """Overlapping by 20 mm at its end, it slides back by these."""
    body, path = body_at(0, 0), straight(145 * MM)
    others = [body_at(200 * MM, 0)]
    assert slide_back(path, body, 145 * MM, others, 1, 0) == 125 * MM
    assert slide_back(path, body, 145 * MM, others, 1, 1) == 145 * MM
    assert slide_back(path, body, 120 * MM, others, 1, 0) == 120 * MM
    assert slide_back_polygon(straight(300 * MM), body, 300 * MM, [WALL], 1, 0) == 262_500


def test_slide_back_finds_room_behind_several() -> None:
    """Through one, then into the next: back to where it is clear of both."""
    body, path = body_at(0, 0), straight(600 * MM)
    others = [body_at(400 * MM, 0), body_at(580 * MM, 0)]
    assert slide_back(path, body, 600 * MM, others, 2, 0) == 580 * MM - LENGTH
    others = [body_at(400 * MM, 0), body_at(530 * MM, 0)]
    assert slide_back(path, body, 600 * MM, others, 2, 0) == 400 * MM - LENGTH
    others = [body_at(70 * MM, 0), body_at(140 * MM, 0)]
    assert slide_back(path, body, 140 * MM, others, 2, 0) == NOBODY


def free(path: Path, body: Body, others: list[Body], distance: int) -> bool:
    return not overlapping(driven(path, body, distance), others, len(others), 0)


crowds = st.lists(bodies, min_size=1, max_size=4)


@given(bodies, paths, crowds)
def test_free_up_to_first_contact(body: Body, template: Path, others: list[Body]) -> None:
    """Free at the contact, not one unit further, and at fifty places on the way to it."""
    path = movement(body, template)
    distance, hit = contact(path, body, *others)
    assume(free(path, body, others, 0))
    assert all(free(path, body, others, distance * n // 50) for n in range(51))
    if hit == NOBODY:
        assert distance == travel_of(path)
    else:
        assert bodies_overlap(driven(path, body, distance + 1), others[hit])


@given(bodies, paths, crowds)
def test_each_contact_is_the_least_of_each(body: Body, template: Path, others: list[Body]) -> None:
    """But for a grain: what is only grazed in between two steps may be met, or not."""
    path = movement(body, template)
    alone = [contact(path, body, other) for other in others]
    distance, hit = contact(path, body, *others)
    grain = max(
        step_of(path, leg, body, moved_by_leg(path, leg, body), 0)
        for leg in path.legs[: path.count]
    )
    assert 0 <= distance - min(far for far, _ in alone) <= grain
    if hit != NOBODY:
        assert abs(alone[hit][0] - distance) <= grain


@given(bodies, paths, crowds, st.data())
def test_slide_back_goes_back_no_further_than_needed(
    body: Body, template: Path, others: list[Body], data: st.DataObject
) -> None:
    """Free there, not one unit further on; and from a nearer end never to a further place."""
    path = movement(body, template)
    end = data.draw(st.integers(0, travel_of(path)))
    distance = slide_back(path, body, end, others, len(others), 0)
    assert distance <= end
    if distance == NOBODY:
        assert not free(path, body, others, 0)
        return
    assert free(path, body, others, distance)
    assert distance == end or not free(path, body, others, distance + 1)
    assert slide_back(path, body, distance, others, len(others), 0) == distance
    nearer = data.draw(st.integers(distance, end))
    assert slide_back(path, body, nearer, others, len(others), 0) in range(distance, nearer + 1)


@given(bodies, paths)
def test_a_polygon_of_a_body_is_that_body(body: Body, template: Path) -> None:
    """The same figure in its two forms; a graze may be found in one of them only."""
    other = body_at(60 * MM, 40 * MM, 3000)
    corners = corners_of(other)
    polygon = polygon_of(*zip(corners[::2], corners[1::2], strict=True))
    assert overlaps_polygon(body, polygon) == bodies_overlap(body, other)
    path = movement(body, template)
    distance, hit = contact(path, body, other)
    found = first_contact_polygon(path, body, [polygon], 1, 0, travel_of(path))
    if abs(found[0] - distance) > 0:  # then it is no deeper than a grain
        assert hit == NOBODY or found[1] == NOBODY or abs(found[0] - distance) < 8 * MM
    else:
        assert found == (distance, hit)


@given(bodies, paths)
def test_it_stays_on_the_table_up_to_its_edge(body: Body, template: Path) -> None:
    path, edge = movement(body, template), table(400 * MM, 400 * MM)
    distance = first_exit(path, body, edge, travel_of(path))
    if not is_on_table(body, edge):
        assert distance == 0
        return
    assert is_on_table(driven(path, body, distance), edge)
    if distance < travel_of(path):
        assert not is_on_table(driven(path, body, distance + 1), edge)


def test_twenty_previews_among_twenty_bodies_are_quick() -> None:
    """Interpreted, with road to spare: the bound is 50 ms, on a machine that is busy."""
    chance = random.Random(5)
    crowd = [
        body_at(chance.randrange(600 * MM), chance.randrange(600 * MM), chance.randrange(36000))
        for _ in range(20)
    ]
    body = body_at(300 * MM, 300 * MM)
    ignored = overlapping(body, crowd, 20, 0)
    best, hits = 1.0, 0
    for _ in range(5):
        began = time.perf_counter()
        for template in (templates() * 2)[:20]:
            path = movement(body, template)
            _, hit = first_contact(path, body, crowd, 20, ignored, travel_of(path))
            hits += hit != NOBODY
        best = min(best, time.perf_counter() - began)
    assert hits >= 5 * 10
    assert best < 0.05


def test_a_path_may_be_used_again() -> None:
    path = movement(body_at(0, 0), templates()[0])
    clear_path(path, 0)
    add_straight(path, 10 * MM)
    assert travel_of(path) == 10 * MM
