"""Collisions (G18 to G21, E9 to E11): first contact, how two meet, Smash and Evade.

A stands on (1200, 400) and looks along the road; its front edge is at x = 1237.5.
"""

from __future__ import annotations

import pytest
from tests.journal import story, told
from tests.kart.scene import NO_SPIN, hazards, meet, rolled, scene, turned
from tests.kart.table import Pose, asked, dice, drive, kart, manoeuvre, suspends, where

from wreckoning.geometry.bodies import FRONT, LEFT, REAR, RIGHT
from wreckoning.rulesets.kart.events import (
    BothEvade,
    Collision,
    Decided,
    Moved,
    Orientation,
    Smash,
    Spun,
)
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Question, Shift
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.orientation import orientation_of
from wreckoning.rulesets.kart.rules.skidding import skid

A = (1200.0, 400.0, 0.0)


def head_on(gear: int = 1, other_gear: int = 1) -> Race:
    return scene({"A": A, "B": (1275, 400, 180)}, gears={"A": gear, "B": other_gear})


def tail(gear: int, other_gear: int) -> Race:
    """A's front at B's rear."""
    return scene({"A": A, "B": (1275, 400, 0)}, gears={"A": gear, "B": other_gear})


# --- G18: first contact


def test_g18_at_first_contact_the_mover_stops() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert where(race, "A") == (1245, 400, 0)  # front edge to front edge
    assert where(race, "B") == (1320, 400, 180)
    assert len(told(race, Collision)) == 1


def test_g18_what_is_not_touched_does_not_stop() -> None:
    race = scene({"A": A, "B": (1320, 433, 180)})  # 1 mm to the side
    with dice(race):
        drive(race, "A", "medium")
    assert (where(race, "A"), hazards(race)) == ((1410, 400, 0), [0, 0])


def test_g18_the_nearest_comes_first_and_alone() -> None:
    race = scene({"A": A, "B": (1360, 400, 180), "C": (1330, 430, 90)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert [[entry.who, entry.other] for entry in told(race, Collision)] == [[0, 2]]
    assert hazards(race) == [1, 0, 1]
    assert [driver.collisions for driver in race.karts[:3]] == [1, 0, 1]  # counted for both


def test_g18_g15_after_a_spin_collisions_are_checked_again() -> None:
    race = scene({"A": A, "B": (1410, 445, 0)})
    with dice(race, turned(90), Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium", spins=1)
    assert where(race, "A")[:2] == (1410, 400)
    assert 15 < where(race, "A")[2] < 30  # it stopped turning at first contact
    assert story(race, (Moved, Spun, Collision))[:2] == [Moved, Spun]
    assert [entry.orientation for entry in told(race, Collision)] == [Orientation.SIDESWIPE]


def test_g18_a_collision_in_the_movement_does_not_prevent_the_spin() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)})
    with dice(race, Declaration.EVADE, Declaration.EVADE, NO_SPIN):
        drive(race, "A", "medium", spins=1)
    assert where(race, "A") == (1245, 400, 0)


# --- G19: Smash and Evade


def test_g19_both_declare_and_neither_knows_the_others() -> None:
    race = head_on()
    with suspends(race):
        meet(race)
    assert race.door.open == 2
    assert asked(race, 0)[:2] == (0, Question.DECLARE)
    assert asked(race, 1)[:2] == (1, Question.DECLARE)
    assert [sorted(asked(race, n)[2]) for n in (0, 1)] == [
        [Declaration.EVADE, Declaration.SMASH]
    ] * 2


def test_g19_both_smash() -> None:
    race = head_on(3, 2)
    with dice(race, Declaration.SMASH, Declaration.SMASH, 4, 5, 6, 1, 2, 3, 3, 3, 3, 4):
        meet(race)
    assert hazards(race) == [1, 4]


def test_g19_all_smashes_then_all_evades() -> None:
    race = head_on(3, 2)
    with dice(race, Declaration.EVADE, Declaration.SMASH, 4, 4, 4, 1, 1, 6, 5, 5):
        meet(race)
    assert rolled(race, Question.SMASH_DIE) == [4, 4, 4, 1, 1]
    assert rolled(race, Question.EVADE_DIE) == [6, 5, 5]  # as many as A's gear
    assert hazards(race) == [2, 1]


def test_g19_the_mover_smashes_and_the_other_evades_with_their_gear() -> None:
    race = head_on(1, 4)
    with dice(race, Declaration.SMASH, Declaration.EVADE, 6, 6, 6, 1, 1, 6, 6, 1, 1):
        meet(race)
    assert hazards(race) == [1, 4]


def test_g19_uncancelled_hits_are_hazards_and_no_more() -> None:
    race = head_on()
    kart(race, "B").hazards = 3
    with dice(race, Declaration.SMASH, Declaration.EVADE, 4, 5, 1):
        meet(race)
    assert hazards(race) == [1, 5]


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        ((Declaration.EVADE, Declaration.EVADE), [1, 1]),
        ((Declaration.SMASH, Declaration.SMASH, 1, 2, 3, 1), [1, 1]),
        ((Declaration.SMASH, Declaration.EVADE, 4, 1, 6), [1, 1]),  # the only hit is cancelled
        ((Declaration.SMASH, Declaration.EVADE, 6, 1, 6), [1, 1]),  # a hit of two is cancelled
        ((Declaration.EVADE, Declaration.SMASH, 6, 6, 1), [4, 1]),
    ],
)
def test_g19_everyone_involved_ends_with_at_least_one(
    answers: tuple[int, ...], left: list[int]
) -> None:
    race = head_on()
    with dice(race, *answers):
        meet(race)
    assert hazards(race) == left


def test_g19_the_least_is_one_of_this_collision_whatever_one_has() -> None:
    race = head_on()
    kart(race, "A").hazards = 2
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        meet(race)
    assert hazards(race) == [3, 1]


def test_g19_who_is_not_involved_takes_nothing() -> None:
    race = scene({"A": A, "B": (1320, 400, 180), "C": (1200, 440, 0)})
    with dice(race, Declaration.SMASH, Declaration.EVADE, 6, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 4, 0]


# --- G20: orientation

MET = [
    ("medium", (1320, 400, 180), Orientation.HEAD_ON, FRONT, FRONT),
    ("medium", (1320, 400, 0), Orientation.TAILGATE, FRONT, REAR),
    ("medium", (1320, 400, 90), Orientation.T_BONE, FRONT, RIGHT),
    ("medium", (1320, 400, 270), Orientation.T_BONE, FRONT, LEFT),
    ("medium", (1320, 400, 225), Orientation.HEAD_ON, FRONT, FRONT),  # 45° of head-on: a corner
    ("veer right", (1330, 440, 0), Orientation.SIDESWIPE, RIGHT, LEFT),
    ("veer left", (1330, 360, 180), Orientation.SIDESWIPE, LEFT, LEFT),
    ("hairpin right", (1260, 465.5, 270), Orientation.T_BONE, RIGHT, FRONT),
    ("hairpin right", (1260, 465.5, 90), Orientation.T_BONE, RIGHT, REAR),  # E9
    ("short reverse", (1080, 400, 0), Orientation.TAILGATE, REAR, FRONT),
    ("short reverse", (1080, 400, 180), Orientation.TAILGATE, REAR, REAR),
    ("short reverse", (1080, 400, 90), Orientation.T_BONE, REAR, LEFT),  # E9
]


@pytest.mark.parametrize(("way", "other", "orientation", "edge", "other_edge"), MET)
def test_g20_orientation_by_the_first_point_of_contact(
    way: str, other: Pose, orientation: int, edge: int, other_edge: int
) -> None:
    race = scene({"A": A, "B": other})
    with suspends(race):  # for what they declare
        drive(race, "A", way)
    assert told(race, Collision) == [Collision(0, 1, orientation, edge, other_edge)]


@pytest.mark.parametrize("edge", [FRONT, RIGHT, REAR, LEFT])
@pytest.mark.parametrize("other", [FRONT, RIGHT, REAR, LEFT])
def test_g20_e9_every_pair_of_edges_side_beats_rear(edge: int, other: int) -> None:
    found = orientation_of(edge, other)
    sides = (edge in (LEFT, RIGHT)) + (other in (LEFT, RIGHT))
    if sides:
        assert found == (Orientation.SIDESWIPE if sides == 2 else Orientation.T_BONE)
    elif REAR in (edge, other):
        assert found == Orientation.TAILGATE
    else:
        assert found == Orientation.HEAD_ON
    assert found == orientation_of(other, edge)


# --- G21: Smash dice


@pytest.mark.parametrize("gears", [(1, 1), (3, 2), (2, 5), (5, 5)])
def test_g21_head_on_the_sum_of_gears_for_both(gears: tuple[int, int]) -> None:
    race = head_on(*gears)
    with dice(race, Declaration.SMASH, Declaration.SMASH, *[1] * (2 * sum(gears))):
        meet(race)
    assert [[entry.who, entry.hits, entry.dice] for entry in told(race, Smash)] == [
        [0, 0, sum(gears)],
        [1, 0, sum(gears)],
    ]


@pytest.mark.parametrize(
    ("where", "orientation"),
    [((1253.5, 400, 90), Orientation.T_BONE), ((1200, 432, 0), Orientation.SIDESWIPE)],
)
@pytest.mark.parametrize("gears", [(1, 4), (4, 1), (3, 3)])
def test_g21_from_the_side_the_smashers_own_gear(
    where: Pose, orientation: int, gears: tuple[int, int]
) -> None:
    race = scene({"A": A, "B": where}, gears=dict(zip("AB", gears, strict=True)))
    with dice(race, Declaration.SMASH, Declaration.SMASH, *[1] * sum(gears)):
        meet(race)
    assert told(race, Collision)[0].orientation == orientation
    assert [entry.dice for entry in told(race, Smash)] == list(gears)


@pytest.mark.parametrize("gears", [(4, 1), (3, 2), (5, 2)])
def test_g21_tailgate_the_difference_for_both(gears: tuple[int, int]) -> None:
    race = tail(*gears)
    difference = gears[0] - gears[1]
    with dice(race, Declaration.SMASH, Declaration.SMASH, *[4] * (2 * difference)):
        meet(race)
    assert hazards(race) == [difference, difference]


def test_g21_tailgate_in_the_same_gear_has_no_dice() -> None:
    race = tail(3, 3)
    with dice(race, Declaration.SMASH, Declaration.SMASH):
        meet(race)
    assert hazards(race) == [1, 1]


def test_g21_gears_as_they_are_at_the_moment_of_contact() -> None:
    race = scene({"A": A, "B": (1320, 400, 90)}, gears={"A": 2})
    race.manoeuvre = manoeuvre("medium")  # trivial: a SHIFT
    with dice(race, 0, Shift.GEAR_UP):
        skid(race, kart(race, "A"))
    with dice(race, Declaration.SMASH, Declaration.EVADE, 1, 1, 1):
        drive(race, "A", "medium")
    assert rolled(race, Question.SMASH_DIE) == [1, 1, 1]


# --- E10, E11


@pytest.mark.parametrize("gears", [(1, 2), (2, 5)])
def test_e10_tailgated_by_a_slower_kart_both_evade(gears: tuple[int, int]) -> None:
    race = tail(*gears)
    with dice(race):  # nobody is asked, and nothing is rolled
        meet(race)
    assert [[entry.who, entry.declaration] for entry in told(race, Decided)] == [
        [0, Declaration.EVADE],
        [1, Declaration.EVADE],
    ]
    assert [[entry.who, entry.other] for entry in told(race, BothEvade)] == [
        [0, 1]
    ]  # A is the slower
    assert hazards(race) == [1, 1]


def test_e10_is_told_only_when_it_holds() -> None:
    race = tail(3, 2)
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        meet(race)
    assert told(race, BothEvade) == []


@pytest.mark.parametrize(("gears", "slower"), [((1, 3), 0), ((3, 1), 1)])
def test_e10_rear_against_rear_each_tailgates_the_other(
    gears: tuple[int, int], slower: int
) -> None:
    race = scene({"A": A, "B": (1125, 400, 180)}, gears=dict(zip("AB", gears, strict=True)))
    with dice(race):
        meet(race)
    assert [entry.who for entry in told(race, BothEvade)] == [slower]
    assert hazards(race) == [1, 1]


def test_e10_the_moving_kart_is_the_mover() -> None:
    """A's rear at B's front: it is B who tailgates."""
    slower = scene({"A": A, "B": (1125, 400, 0)}, gears={"A": 3, "B": 1})
    with dice(slower):
        meet(slower)
    assert hazards(slower) == [1, 1]
    faster = scene({"A": A, "B": (1125, 400, 0)}, gears={"A": 1, "B": 3})
    with dice(faster, Declaration.SMASH, Declaration.SMASH, 6, 6, 1, 1):
        meet(faster)
    assert hazards(faster) == [1, 4]


def test_e10_only_when_tailgated() -> None:
    race = scene({"A": A, "B": (1253.5, 400, 90)}, gears={"A": 1, "B": 3})
    with suspends(race):
        meet(race)
    assert Declaration.SMASH in asked(race)[2]


def test_e11_a_collision_changes_nobodys_position_heading_or_gear() -> None:
    race = head_on(3, 2)
    with dice(race, Declaration.SMASH, Declaration.SMASH, *[6] * 10):
        meet(race)
    assert hazards(race) == [10, 10]
    assert (where(race, "A"), where(race, "B")) == ((1200, 400, 0), (1275, 400, 180))
    assert [kart(race, name).gear for name in "AB"] == [3, 2]
