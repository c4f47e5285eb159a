"""What a kart touches at the start of a movement (E8). A's front edge is at x = 1237.5."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.kart.scene import NO_SPIN, hazards, road, scene
from tests.kart.table import body, dice, drive, manoeuvre, where

from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import place
from wreckoning.geometry.overlap import bodies_overlap
from wreckoning.geometry.paths import Path, stand_at, travel_of
from wreckoning.rulesets.kart.events import Collision, Moved, SlidBack
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.rules.paths import lay

A = (1200.0, 400.0, 0.0)


@pytest.mark.parametrize("way", ["medium", "veer left", "turn left"])
def test_e8_what_is_touched_at_the_start_is_ignored(way: str) -> None:
    race = scene({"A": A, "B": (1210, 432, 0)})  # side by side
    with dice(race):
        drive(race, "A", way)
    assert told(race, Collision) == []
    assert hazards(race) == [0, 0]


def test_e8_even_if_one_drives_through_it() -> None:
    race = scene({"A": A, "B": (1253.5, 400, 90)})  # A's nose at B's side
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A") == (1410, 400, 0)
    assert hazards(race) == [0, 0]


def test_e8_through_what_is_touched_to_what_is_not() -> None:
    race = scene({"A": A, "B": (1253.5, 400, 90), "C": (1390, 400, 90)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert [entry.other for entry in told(race, Collision)] == [2]
    assert where(race, "A") == (1336.5, 400, 0)


def test_e8_a_millimetre_is_no_touch() -> None:
    race = scene({"A": A, "B": (1254.5, 400, 90)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert where(race, "A") == (1201, 400, 0)


def test_e8_in_the_next_movement_it_counts_again() -> None:
    race = scene({"A": A, "B": (1253.5, 400, 90)})
    with dice(race):
        drive(race, "A", "medium")
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium reverse")
    assert where(race, "A") == (1307, 400, 0)


def test_e8_who_would_end_in_it_slides_back_by_the_least_that_frees() -> None:
    race = scene({"A": A, "B": (1253.5, 450, 90)})
    path, ghost = Path(), body(race, "A").copy()
    lay(race, path, ghost, manoeuvre("hairpin right"))
    with dice(race):
        drive(race, "A", "hairpin right")
    (back,) = told(race, SlidBack)
    (moved,) = told(race, Moved)
    assert back.way > 0
    assert moved.way + back.way == travel_of(path)
    assert not bodies_overlap(body(race, "A"), body(race, "B"))
    place(ghost, *stand_at(path, ghost, moved.way + 1))
    assert bodies_overlap(ghost, body(race, "B"))
    assert hazards(race) == [0, 0]  # it is ignored all the same


def test_e8_a_spin_goes_back_by_an_angle_not_by_a_way() -> None:
    """B stands at A's right side; a kart that turns in it turns back until nothing is touched."""
    race = scene({"A": A, "B": (1410, 432.05, 0)})  # 0.05 mm from where A comes to
    with dice(race, NO_SPIN + 2):
        drive(race, "A", "medium", spins=1)
    (back,) = told(race, SlidBack)
    moved = told(race, Moved)[-1]
    assert (back.way, moved.way) == (0, 0)
    assert (moved.x, moved.y) == (1410 * MM, 400 * MM)
    assert moved.heading == 30 * DEGREE - back.turn < DEGREE
    assert not bodies_overlap(body(race, "A"), body(race, "B"))


def test_e8_obstructions_too() -> None:
    course = road(cube=[(1262, 400, 50)])
    race = scene({"A": (1199.5, 400, 0)}, course=course)
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A") == (1409.5, 400, 0)
    large = scene({"A": (1099.5, 400, 0)}, course=road(cube=[(1262, 400, 250)]))
    with dice(large):
        drive(large, "A", "medium")
    assert where(large, "A") == (1099.5, 400, 0)  # all the way back
    assert hazards(large) == [0, 0]


def test_e8_free_of_one_thing_it_must_be_free_of_the_other_too() -> None:
    """Back out of the cube at its side, it would stand in B at its nose: back to the start."""
    at = {"A": (1800, 400, 0), "B": (1853.5, 400, 90)}
    race = scene(at, course=road(cube=[(1960, 541, 250)]))
    with dice(race):
        drive(race, "A", "veer right")
    assert not bodies_overlap(body(race, "A"), body(race, "B"))
    assert where(race, "A")[0] == pytest.approx(1800, abs=0.1)
    assert hazards(race) == [0, 0]
