"""Arcs and lines of sight (W4, W11, W27, V2, V19, V33).

A stands on (10, 18) and looks to the right: its front half is x > 10, its sides are 0.75 away.
"""

from __future__ import annotations

import pytest
from tests.rally.scene import Pose, body, field, scene, vehicle

from wreckoning.rulesets.rally.numbers import Arc
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.arcs import is_in_arc, is_piece_in_arc
from wreckoning.rulesets.rally.rules.sight import Sight, sees_piece, sight

A = (10.0, 18.0, 0.0)
B = (22.0, 18.0, 0.0)
ARCS = (Arc.FRONT, Arc.SIDE, Arc.REAR, Arc.TURRET)


def arcs(target: Pose) -> list[int]:
    """The arcs of A that B is in there."""
    race = scene({"A": A, "B": target})
    return [arc for arc in ARCS if is_in_arc(body(race, "A"), arc, body(race, "B"))]


@pytest.mark.parametrize(
    ("x", "arc"),
    [(20, Arc.FRONT), (11.51, Arc.FRONT), (8.51, Arc.FRONT), (8.5, Arc.REAR), (1, Arc.REAR)],
)
def test_w4_any_part_in_front_of_the_line_across_the_middle_is_front(x: float, arc: int) -> None:
    """B is as far aside as that no side arc reaches it only where x is near 10."""
    found = arcs((x, 18 if abs(x - 10) > 4 else 30, 0))
    assert [each for each in found if each != Arc.SIDE] == [arc, Arc.TURRET]


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(
    ("ahead", "beside"), [(0, True), (9.7, True), (9.8, False), (-9.7, True), (-9.8, False)]
)
def test_v2_the_side_arc_is_within_45_degrees_of_straight_out(
    side: int, ahead: float, beside: bool
) -> None:
    """B looks aside: its corners are 0.75 along and 1.5 across from (10 + ahead, 18 ± 7.5).

    At its far edge, 9 aside, 45° are 9 ahead, which its near corner just reaches at 9.75.
    """
    assert (Arc.SIDE in arcs((10 + ahead, 18 + side * 7.5, 90))) == beside


def test_w27_front_and_rear_are_never_both() -> None:
    for x in range(1, 46, 5):
        for y in range(2, 36, 4):
            found = arcs((x, y, 30))
            assert (Arc.FRONT in found) != (Arc.REAR in found)


def test_w30_a_turret_reaches_all_around() -> None:
    for target in ((20, 18, 0), (2, 18, 0), (10, 30, 0)):
        assert Arc.TURRET in arcs(target)


# --- W11, V19


def seen(race: Race, target: str = "B") -> int:
    return sight(race, vehicle(race, "A"), vehicle(race, target))


def test_w11_clear_with_nothing_between() -> None:
    assert seen(scene({"A": A, "B": B})) == Sight.CLEAR


@pytest.mark.parametrize(
    ("width", "found"),
    [(0.3, Sight.CLEAR), (0.8, Sight.OBSTRUCTED), (1.4, Sight.OBSTRUCTED), (12, Sight.BLOCKED)],
)
def test_w11_tall_terrain_counts_when_it_hides_more_than_half(width: float, found: int) -> None:
    race = scene({"A": A, "B": B}, course=field([("impassable", 16, 18, 1, width)]))
    race.course.piece_tall[0] = 1
    assert seen(race) == found


def test_v19_terrain_that_is_low_or_gone_is_not_in_the_way() -> None:
    race = scene({"A": A, "B": B}, course=field([("impassable", 16, 18, 1, 12)]))
    race.course.piece_tall[0] = 0
    assert seen(race) == Sight.CLEAR
    race.course.piece_tall[0] = race.gone[0] = 1
    assert seen(race) == Sight.CLEAR


@pytest.mark.parametrize(
    ("y", "found"),
    [(18, Sight.OBSTRUCTED), (18.8, Sight.OBSTRUCTED), (18.95, Sight.CLEAR), (19.2, Sight.CLEAR)],
)
def test_w11_a_vehicle_counts_when_it_hides_more_than_half(y: float, found: int) -> None:
    """Of the 25 lines C leaves 8, 11, 13 and 19 free."""
    assert seen(scene({"A": A, "B": B, "C": (16, y, 0)}, teams="A, B, C")) == found


def test_w11_all_lines_hidden_by_vehicles_is_blocked() -> None:
    race = scene({"A": A, "B": B, "C": (16, 18, 90)}, teams="A, B, C")
    assert seen(race) == Sight.BLOCKED


def test_v19_wrecks_are_in_the_way_and_those_who_are_gone_are_not() -> None:
    for status, found in (
        (Status.WRECKED, Sight.BLOCKED),
        (Status.DESTROYED, Sight.CLEAR),
        (Status.FINISHED, Sight.CLEAR),
        (Status.ELIMINATED, Sight.CLEAR),
    ):
        race = scene({"A": A, "B": B, "C": (16, 18, 90)}, teams="A, B, C")
        vehicle(race, "C").status = int(status)
        assert seen(race) == found


def test_v19_a_friend_between_the_middles_blocks() -> None:
    for teams, found in (("A C, B", Sight.BLOCKED), ("A, B C", Sight.OBSTRUCTED)):
        race = scene({"A": A, "B": B, "C": (16, 18, 0)}, teams=teams)
        assert seen(race) == found
    aside = scene({"A": A, "B": B, "C": (16, 19, 0)}, teams="A C, B")
    assert seen(aside) != Sight.BLOCKED


def test_v19_a_friend_s_wreck_is_nobody_s_friend() -> None:
    race = scene({"A": A, "B": B, "C": (16, 18, 0)}, teams="A C, B")
    vehicle(race, "C").status = int(Status.WRECKED)
    assert seen(race) == Sight.OBSTRUCTED


# --- V33


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (14, 18, [Arc.FRONT, Arc.TURRET]),
        (9.8, 30, [Arc.FRONT, Arc.SIDE, Arc.TURRET]),  # a corner is ahead of the line
        (9.2, 30, [Arc.SIDE, Arc.REAR, Arc.TURRET]),
        (4, 18, [Arc.REAR, Arc.TURRET]),
    ],
)
def test_v33_terrain_is_in_an_arc_by_its_middle_or_a_corner(
    x: float, y: float, found: list[int]
) -> None:
    race = scene({"A": A, "B": B}, course=field([("exploding", x, y, 1, 1)]))
    piece = race.course.pieces[0]
    assert [arc for arc in ARCS if is_piece_in_arc(body(race, "A"), arc, piece)] == found


def test_v33_terrain_is_in_sight_by_one_free_line() -> None:
    boxes = [("exploding", 22, 18, 1, 1), ("impassable", 16, 18, 1, 1)]
    race = scene({"A": A, "B": (40, 30, 0)}, course=field(boxes))
    race.course.piece_tall[1] = 1
    assert sees_piece(race, vehicle(race, "A"), 0)
    race = scene({"A": A, "B": (40, 30, 0)}, course=field([boxes[0], ("impassable", 16, 18, 1, 9)]))
    race.course.piece_tall[1] = 1
    assert not sees_piece(race, vehicle(race, "A"), 0)


def test_v33_not_with_a_friend_between() -> None:
    for teams, free in (("A B", False), ("A, B", True)):
        race = scene(
            {"A": A, "B": (16, 18.5, 0)}, teams=teams, course=field([("exploding", 22, 18, 1, 1)])
        )
        assert sees_piece(race, vehicle(race, "A"), 0) == free
