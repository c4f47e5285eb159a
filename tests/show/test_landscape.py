"""Landscape: it stands where there is room, and always in the same places."""

from __future__ import annotations

from itertools import pairwise

from wreckoning.show.landscape import Room, Shore, Woods, crowns, pond, scattered, tyre_wall
from wreckoning.show.pen import Rect

AREA = Rect(50, 30, 100, 60)
WOODS = Woods(20, 300, 3.0, 1, (40, 40, 0), 0.0)


def room(*words: Rect) -> Room:
    """A field with a road along its upper edge."""
    return Room(AREA, lambda point: point.imag - 10, words)


def test_points_fill_an_area_and_do_not_depend_on_their_number() -> None:
    few, many = list(scattered(AREA, 40)), list(scattered(AREA, 80))
    assert few == many[:40]
    assert many[40:] == list(scattered(AREA, 40, 41))
    assert all(AREA.room(point) > 0 for point in many)
    for left, right in pairwise(range(0, 101, 25)):
        assert sum(left <= point.real < right for point in many) in range(18, 23)


def test_room_ends_at_the_edge_the_road_words_and_things() -> None:
    free = room(Rect(70, 40, 20, 10))
    assert free.at(50 + 38j) == 7.0  # the words, less the gap
    assert free.at(10 + 35j) == 10.0  # the edge
    assert free.at(40 + 12j) == 2.0  # the road
    free.discs.append((50 + 41j, 2.0))
    assert free.at(50 + 38j) == 1.0


def test_the_roomiest_of_so_many_points() -> None:
    point, size = room().roomiest(50)
    assert size == max(map(room().at, scattered(AREA, 50))) == room().at(point)


def test_trees_keep_off_what_is_there_and_off_one_another() -> None:
    free = room(Rect(70, 40, 20, 10))
    trees = WOODS.trees(free)
    assert 3 < len(trees) <= WOODS.most
    for number, (at, radius) in enumerate(trees):
        assert free.at(at) >= radius + WOODS.gap
        assert all(abs(at - other) > 0.8 * (radius + size) for other, size in trees[:number])
    assert trees == WOODS.trees(free)
    assert [at.imag for at, _ in trees] == sorted(at.imag for at, _ in trees)


def test_nothing_is_drawn_of_nothing() -> None:
    assert list(crowns([])) == list(tyre_wall([], 4, 2)) == []
    shore = Shore(0.8, ((0.1, 2, 0.0),))
    assert next(shape.paint for shape in pond(shore, 5 + 5j, 3.0)) == "water"
    assert all(0.69 * 3 < abs(point - (5 + 5j)) < 0.91 * 3 for point in shore.around(5 + 5j, 3.0))
