"""Movement in the open: pace, plans, manoeuvres, backward, advance, Boost (W6 to W9, W14, W31)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.movement import (
    leg,
    most_back,
    most_forward,
    move,
    move_asks,
    plan,
    plan_options,
    turns,
)
from tests.rally.scene import activate, body, build, dice, field, scene, vehicle, where

from wreckoning.geometry.angles import DEGREE, TURN
from wreckoning.rulesets.rally.events import Boosted, Moved, Recovered, Way
from wreckoning.rulesets.rally.questions import Leg, Pace, Question
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.rules.activation import begin, recover
from wreckoning.rulesets.rally.rules.planning import choose_move
from wreckoning.rulesets.rally.rules.plans import may_stop, may_stop_turned

MIDDLE = {"A": (8.0, 18.0, 0.0)}
ALL_TURNS = [turn for turn in range(-45, 50, 5) if turn]
USE, KEEP = 1, 0


# A car (Command 6) with two or three markers.
@pytest.mark.parametrize(
    ("stress", "faces", "left"),
    [
        (0, (), 0),
        (1, (6,), 0),
        (1, (5,), 1),
        (2, (1, 7), 1),
        (3, (2, 6, 3), 2),
        (3, (12,), 0),
        (3, (4, 12), 0),
    ],
)
def test_w6_w7_a_command_test_for_each_marker_and_a_12_takes_all(
    stress: int, faces: tuple[int, ...], left: int
) -> None:
    race = scene(MIDDLE)
    vehicle(race, "A").stress = stress
    with dice(race, *faces):
        recover(race, vehicle(race, "A"))
    assert vehicle(race, "A").stress == left
    assert told(race, Recovered) == ([Recovered(0, 0, stress - left, left)] if stress else [])


def test_w6_an_activation_begins_with_nothing_done() -> None:
    race = scene(MIDDLE)
    race.pace, race.moved, race.spent, race.turns, race.direction = Pace.ADVANCE, 1, 5000, 2, 1
    begin(race, vehicle(race, "A"))
    assert vehicle(race, "A").activated
    assert (race.pace, race.moved, race.spent, race.turns, race.direction) == (0, 0, 0, 0, 0)


def test_w9_stand_drive_or_advance() -> None:
    assert move_asks(scene(MIDDLE), "A") == (
        0,
        Question.PACE,
        [Pace.STAND, Pace.DRIVE, Pace.ADVANCE],
    )


def test_w9_a_slow_vehicle_never_advances() -> None:
    race = scene(MIDDLE)
    build(race, "A").slow = 1
    assert move_asks(race, "A") == (0, Question.PACE, [Pace.STAND, Pace.DRIVE])


def test_w9_who_stands_does_not_move() -> None:
    race = scene(MIDDLE)
    move(race, "A", Pace.STAND)
    assert where(race, "A") == (8, 18, 0)
    assert race.moved == 0
    assert told(race, Moved) == []


def longest(race: Race, pace: int) -> float:
    """How far it may go straight on: the longest first leg, and what may follow it."""
    first = plan_options(race, "A", pace)
    if most_forward(first) < 10:
        return most_forward(first)
    more = plan_options(race, "A", pace, leg("forward 10"))
    return 10 + (most_forward(more) if max(more) > 100 and min(more[1:]) < 200 else 0)


@pytest.mark.parametrize(
    ("kind", "pace", "inches"),
    [
        ("car", Pace.DRIVE, 10),
        ("car", Pace.ADVANCE, 16),
        ("sports_car", Pace.DRIVE, 12),
        ("sports_car", Pace.ADVANCE, 21),
        ("buggy", Pace.DRIVE, 9),
        ("buggy", Pace.ADVANCE, 15),
    ],
)
def test_w9_w14_as_far_as_its_movement(kind: str, pace: int, inches: float) -> None:
    assert longest(scene(MIDDLE, builds={"A": kind}), pace) == inches


@pytest.mark.parametrize(("stress", "lost", "inches"), [(1, 0, 9), (3, 0, 7), (0, 6, 8), (2, 6, 6)])
def test_w8_w17_stress_and_damage_take_from_it(stress: int, lost: int, inches: float) -> None:
    race = scene(MIDDLE)
    vehicle(race, "A").stress = stress
    vehicle(race, "A").hit_points -= lost
    assert longest(race, Pace.DRIVE) == inches


def test_v15_half_inches_and_steps_of_5_degrees() -> None:
    options = plan_options(scene(MIDDLE), "A", Pace.DRIVE)
    assert [leg("forward 0.5"), leg("forward 1")] == options[1:3]
    assert turns(options) == ALL_TURNS


def test_w14_straight_on_and_a_turn_on_the_spot() -> None:
    race = scene(MIDDLE)
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "right 30", "forward 6"))
    assert where(race, "A") == (8 + 4 + 5.2, 18 + 3, 30)
    assert (race.moved, race.spent, race.turns, race.direction) == (1, 10000, 1, 1)
    assert told(race, Way) == [Way(0, 0, 10000, 1, 1)]


def test_w14_one_manoeuvre_is_free_and_more_cost_2_inches_each() -> None:
    race = scene(MIDDLE)
    assert most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "right 45"))) == 10
    assert most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "right 45", "left 45"))) == 8
    assert (
        most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "right 5", "left 5", "left 5"))) == 6
    )
    left = plan_options(race, "A", *plan(Pace.DRIVE, "right 45", "forward 8.5"))
    assert turns(left) == []
    assert turns(plan_options(race, "A", *plan(Pace.DRIVE, "right 45", "forward 8"))) == ALL_TURNS


def test_w14_an_advance_allows_one_manoeuvre_only() -> None:
    race = scene(MIDDLE)
    assert turns(plan_options(race, "A", *plan(Pace.ADVANCE, "forward 2"))) == ALL_TURNS
    assert turns(plan_options(race, "A", *plan(Pace.ADVANCE, "forward 2", "left 20"))) == []


@pytest.mark.parametrize("pace", [Pace.DRIVE, Pace.ADVANCE])
def test_w14_manoeuvrable_has_another_free_one_also_in_an_advance(pace: int) -> None:
    race = scene(MIDDLE)
    build(race, "A").manoeuvrable = 1
    two = plan_options(race, "A", *plan(pace, "forward 1", "left 20", "forward 1", "right 20"))
    assert most_forward(two) == (8 if pace == Pace.DRIVE else 14)
    assert turns(two) == (ALL_TURNS if pace == Pace.DRIVE else [])


def test_w14_backward_counts_double() -> None:
    race = scene({"A": (30.0, 18.0, 0.0)})
    assert most_back(plan_options(race, "A", Pace.DRIVE)) == 4.5  # in one option
    options = plan_options(race, "A", *plan(Pace.DRIVE, "back 4"))
    assert most_back(options) == 1
    move(race, "A", *plan(Pace.DRIVE, "back 4.5", "back 0.5", "left 45"))
    assert where(race, "A") == (25, 18, 315)
    assert (race.spent, race.direction) == (10000, -1)
    assert told(race, Way) == [Way(0, 0, 5000, 1, -1)]


def test_w14_not_forward_and_backward_in_one_activation() -> None:
    race = scene({"A": (30.0, 18.0, 0.0)})
    ahead = plan_options(race, "A", *plan(Pace.DRIVE, "forward 1"))
    assert not [option for option in ahead if 200 < option < 300]
    behind = plan_options(race, "A", *plan(Pace.DRIVE, "back 1"))
    assert not [option for option in behind if 100 < option < 200]
    turned = plan_options(race, "A", *plan(Pace.DRIVE, "back 1", "left 45"))
    assert not [option for option in turned if 100 < option < 200]


def test_v16_nothing_happens_until_go() -> None:
    race = scene(MIDDLE)
    options = plan_options(race, "A", *plan(Pace.DRIVE, "forward 4", "right 30"))
    assert where(race, "A") == (8, 18, 0)
    assert Leg.GO in options
    assert told(race, Moved) == []


def test_v16_straight_legs_in_a_row_are_one_leg() -> None:
    race = scene(MIDDLE)
    plan_options(race, "A", *plan(Pace.DRIVE, "forward 4", "forward 0.5", "forward 3"))
    assert race.path.count == 1
    assert race.path.legs[0].length == 7500


def test_v16_go_with_no_leg_is_to_stay() -> None:
    race = scene(MIDDLE)
    move(race, "A", *plan(Pace.DRIVE, "go"))
    assert where(race, "A") == (8, 18, 0)
    assert race.moved == 0


def test_v16_the_plan_is_gone_at_the_checkpoint() -> None:
    race = scene(MIDDLE)
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert (race.path.count, race.trial.count) == (0, 0)


BOOSTED = {"A": "car/light_machine_gun//boost"}


def boosting(**more: object) -> Race:
    """A with a Boost, on an empty table or one with terrain."""
    race = scene(MIDDLE, **more)  # type: ignore[arg-type]
    build(race, "A").boost = 1
    return race


def test_w31_v37_boost_is_9_inches_straight_before_the_movement() -> None:
    race = boosting()
    assert move_asks(race, "A") == (0, Question.BOOST, [KEEP, USE])
    move(race, "A", USE, *plan(Pace.DRIVE, "right 45", "go"))
    assert where(race, "A") == (17, 18, 45)
    assert (race.moved, race.spent, race.direction) == (1, 0, 1)
    assert told(race, Boosted) == [Boosted(0, 0)]


def test_v37_after_a_boost_it_goes_forward() -> None:
    race = boosting()
    options = plan_options(race, "A", USE, Pace.DRIVE)
    assert most_forward(options) == 10
    assert not [option for option in options if 200 < option < 300]


def test_w31_boost_only_once() -> None:
    race = boosting()
    move(race, "A", USE, Pace.STAND)
    assert vehicle(race, "A").boosted
    assert move_asks(race, "A")[1] == Question.PACE


def test_w31_boost_may_be_kept() -> None:
    race = boosting()
    move(race, "A", KEEP, Pace.STAND)
    assert not vehicle(race, "A").boosted
    assert where(race, "A") == (8, 18, 0)


def test_v37_no_boost_that_would_end_over_a_vehicle() -> None:
    race = scene({**MIDDLE, "B": (18.0, 18.0, 90.0)})
    build(race, "A").boost = 1
    assert move_asks(race, "A")[1] == Question.PACE


def test_v37_slow_terrain_counts_in_a_boost() -> None:
    race = boosting(course=field([("slow", 21, 18, 20, 4)]))  # from x = 11 on
    move(race, "A", USE, Pace.STAND)
    assert where(race, "A") == (8 + 1.5 + 3.5, 18, 0)


def test_v37_out_of_control_in_a_boost_the_movement_is_over() -> None:
    race = scene({**MIDDLE, "B": (40.0, 30.0, 0.0)}, course=field([("impassable", 14, 18, 1, 4)]))
    build(race, "A").boost = 1
    activate(race, "A")
    with dice(race, USE, 2, 0, 6):  # fails; is not pushed, has no room to turn; the defence test
        choose_move(race, vehicle(race, "A"))
    assert race.pace == Pace.STAND
    assert body(race, "A").x == pytest.approx(12000, abs=5)


@pytest.mark.parametrize("away", [1.5, 2.5, 3.5, 4.5, 8])
@pytest.mark.parametrize("terrain", ["vehicle", "barrier"])
def test_v16_where_nothing_is_in_reach_of_a_turn_it_may_stop_however_it_is_turned(
    terrain: str, away: float
) -> None:
    """The quick answer for all turns is never more generous than that for each."""
    boxes = [("barrier", 20 + away, 18, 1, 6)] if terrain == "barrier" else []
    poses = {"A": (20, 18, 0)} | ({"B": (20 + away, 18, 90)} if terrain == "vehicle" else {})
    race = scene(poses, course=field(boxes))
    car, at = vehicle(race, "A"), body(race, "A")
    may_stop_always = may_stop_turned(race, car)
    turned = []
    for heading in range(0, TURN, 5 * DEGREE):
        at.heading = heading
        turned.append(may_stop(race, car, at))
    assert all(turned) or not may_stop_always
    assert may_stop_always == (away == 8)
