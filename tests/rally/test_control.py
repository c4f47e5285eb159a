"""Losing control, and driving over others (W21, W22, W32, V7, V39, V40)."""

from __future__ import annotations

import pytest
from tests.journal import story, told
from tests.rally.movement import most_forward, move, move_asks, plan, plan_options
from tests.rally.scene import (
    Pose,
    asked,
    body,
    build,
    dice,
    field,
    rolled,
    scene,
    suspends,
    terms,
    vehicle,
    where,
)

from wreckoning.rulesets.rally.events import (
    DroveOver,
    LostControl,
    Modifier,
    Moved,
    Nudged,
    Trial,
    Tried,
)
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import BEARINGS, MOST_STEPS, Leg, Nudge, Question
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.activation import recover
from wreckoning.rulesets.rally.rules.losing_control import control_test, lose_control

PASSES, FAILS = 6, 5  # a car's command test
SAFE, HURT = 5, 4  # its defence test
STRAIGHT = MOST_STEPS
FAR = (40.0, 30.0, 0.0)
ALONE: dict[str, Pose | None] = {"A": (20, 18, 0), "B": FAR}
EVERY_WAY = [
    Nudge.STAY,
    *range(Nudge.HALF, Nudge.HALF + BEARINGS),
    *range(Nudge.INCH, Nudge.INCH + BEARINGS),
]


def lose(race: Race, *answers: int) -> None:
    """A loses control, with these answers."""
    with dice(race, *answers):
        lose_control(race, vehicle(race, "A"))


def losing_asks(race: Race, *answers: int) -> tuple[int, int, list[int]]:
    """Who is asked what when A loses control, after these answers."""
    with suspends(race, *answers):
        lose_control(race, vehicle(race, "A"))
    return asked(race)


def test_w21_a_failed_command_test_loses_control() -> None:
    race = scene(ALONE)
    with dice(race, PASSES):
        assert control_test(race, vehicle(race, "A"), int(Trial.CRITICAL_HIT), 0)
    assert vehicle(race, "A").lost_control == 0
    with dice(race, FAILS, Nudge.STAY, STRAIGHT, SAFE):
        assert not control_test(race, vehicle(race, "A"), int(Trial.CRITICAL_HIT), 0)
    assert vehicle(race, "A").lost_control == 1


def test_w7_w21_a_failed_recovery_loses_no_control() -> None:
    """It stands still then, and a marker stays as it is."""
    race = scene(ALONE)
    vehicle(race, "A").stress = 1
    with dice(race, FAILS):
        recover(race, vehicle(race, "A"))
    assert (vehicle(race, "A").stress, vehicle(race, "A").lost_control) == (1, 0)


def test_w21_another_player_moves_it_up_to_an_inch_and_turns_it_up_to_45() -> None:
    race = scene(ALONE)
    assert losing_asks(race) == (1, Question.NUDGE_MOVE, EVERY_WAY)
    assert losing_asks(race, Nudge.STAY) == (
        1,
        Question.NUDGE_TURN,
        list(range(2 * MOST_STEPS + 1)),
    )


@pytest.mark.parametrize(
    ("push", "turn", "there"),
    [
        (Nudge.STAY, STRAIGHT, (20, 18, 0)),
        (Nudge.INCH, 0, (21, 18, 315)),
        (Nudge.INCH + 4, 18, (20, 19, 45)),
        (Nudge.HALF + 8, 10, (19.5, 18, 5)),
        (Nudge.INCH + 14, STRAIGHT, (20.71, 17.29, 0)),
    ],
)
def test_w21_where_a_nudge_leaves_it(
    push: int, turn: int, there: tuple[float, float, float]
) -> None:
    race = scene(ALONE)
    lose(race, push, turn, SAFE)
    assert where(race, "A") == there
    assert told(race, LostControl) == [LostControl(0, 0, 1)]
    at = body(race, "A")
    assert told(race, Nudged) == [Nudged(0, 0, at.x, at.y, at.heading)]


@pytest.mark.parametrize(("die", "left"), [(SAFE, 10), (HURT, 9), (1, 9), (12, 10)])
def test_w21_then_a_defence_test_or_1_damage(die: int, left: int) -> None:
    race = scene(ALONE)
    lose(race, Nudge.STAY, STRAIGHT, die)
    assert vehicle(race, "A").hit_points == left
    assert told(race, Tried) == [Tried(0, 0, Trial.LOST_CONTROL, int(left == 10))]


def test_w21_a_nudge_goes_over_no_base() -> None:
    race = scene({**ALONE, "B": (20, 19.9, 0)})  # 0.4 inches next to it
    _, _, options = losing_asks(race)
    right = {Nudge.HALF + 4, Nudge.INCH + 4}
    assert not right & set(options)
    assert {Nudge.INCH, Nudge.INCH + 12, Nudge.STAY} <= set(options)
    _, _, turns = losing_asks(race, Nudge.STAY)
    assert STRAIGHT in turns
    assert not {0, 18} & set(turns)


def test_w21_a_nudge_does_not_go_over_a_wreck_either() -> None:
    race = scene({**ALONE, "C": (20, 19.9, 0)})
    vehicle(race, "C").status = int(Status.WRECKED)
    assert Nudge.HALF + 4 not in losing_asks(race)[2]


def test_w21_a_nudge_does_not_go_off_the_board() -> None:
    race = scene({"A": (20, 1, 0), "B": FAR})
    options = losing_asks(race)[2]
    assert Nudge.HALF + 12 not in options
    assert Nudge.INCH + 4 in options


@pytest.mark.parametrize("kind", ["slow", "barrier", "impassable", "wreckage", "exploding"])
def test_w21_a_nudge_goes_onto_no_terrain(kind: str) -> None:
    race = scene(ALONE, course=field([(kind, 20, 19.9, 6, 0.8)]))  # ¾ inch next to it
    options = losing_asks(race)[2]
    assert Nudge.HALF + 4 in options
    assert Nudge.INCH + 4 not in options
    race.gone[0] = 1
    assert Nudge.INCH + 4 in losing_asks(race)[2]


def test_v40_terrain_in_which_it_stands_does_not_hinder() -> None:
    race = scene(ALONE, course=field([("slow", 20, 18, 6, 6)]))
    assert losing_asks(race)[2] == EVERY_WAY


def test_w21_a_nudge_causes_no_further_test() -> None:
    race = scene(ALONE, course=field([("impassable", 22, 18, 1, 4)]))  # it touches it
    lose(race, Nudge.STAY, SAFE)  # in which it cannot be turned
    assert vehicle(race, "A").tests == 0


# A and C are one team's, B the other's.
@pytest.mark.parametrize(
    ("b", "c", "by"),
    [((24, 18, 0), (14, 18, 0), 1), ((27, 18, 0), (14, 18, 0), 0), ((26, 18, 0), (14, 18, 0), 0)],
)
def test_w21_v7_the_player_with_the_nearest_other_vehicle(b: Pose, c: Pose, by: int) -> None:
    race = scene({"A": (20, 18, 0), "B": b, "C": c}, teams="A C, B")
    assert losing_asks(race)[0] == by


def test_v7_ties_by_initiative() -> None:
    race = scene({"A": (20, 18, 0), "B": (26, 18, 0), "C": (14, 18, 0)})
    assert losing_asks(race)[0] == 1
    race.seats[1].initiative, race.seats[2].initiative = 2, 1
    assert losing_asks(race)[0] == 2


def test_v7_wrecks_and_who_is_off_the_board_do_not_count() -> None:
    race = scene({"A": (20, 18, 0), "B": (26, 18, 0), "C": (8, 18, 0)})
    for status in (Status.WRECKED, Status.FINISHED, Status.ELIMINATED, Status.DESTROYED):
        vehicle(race, "B").status = int(status)
        assert losing_asks(race)[0] == 2


def test_v40_where_no_other_vehicle_drives_nobody_moves_it() -> None:
    race = scene(ALONE)
    vehicle(race, "B").status = int(Status.FINISHED)
    lose(race, SAFE)
    assert told(race, LostControl) == [LostControl(0, 0, None)]
    assert told(race, Nudged) == []


# B stands across A's way: from 15.25 to 16.75. A's front is at 9.5; over it, A is at 18.5 or more.
ACROSS: dict[str, Pose | None] = {"A": (8, 18, 0), "B": (16, 18, 90), "C": FAR}


def test_w22_both_take_a_command_test_and_it_goes_on() -> None:
    race = scene({**ACROSS, "B": (12, 18, 90)})
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), PASSES, PASSES)
    assert where(race, "A") == (16, 18, 0)
    assert told(race, Tried) == [
        Tried(0, 0, Trial.DRIVING_OVER, 1),
        Tried(1, 1, Trial.DRIVEN_OVER, 1),
    ]
    assert told(race, DroveOver) == [DroveOver(0, 0, 1)]
    assert vehicle(race, "A").overtaken == 1


def test_w22_not_without_the_movement_to_come_out_the_other_side() -> None:
    race = scene(ACROSS)  # 10.25 inches would do
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 5.5
    race = scene({**ACROSS, "B": (15.5, 18, 90)})
    over = plan_options(race, "A", *plan(Pace.DRIVE, "forward 6"))
    assert most_forward(over) == 4
    assert Leg.GO not in over


def test_w22_the_mover_fails_it_loses_control_where_it_touches() -> None:
    race = scene({**ACROSS, "B": (12, 18, 90)})
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), FAILS, PASSES, Nudge.STAY, SAFE)
    assert where(race, "A") == (9.75, 18, 0)
    assert vehicle(race, "A").overtaken == 0
    assert vehicle(race, "A").lost_control == 1


def test_w22_the_other_fails_it_loses_control_after_the_mover_is_done() -> None:
    race = scene({**ACROSS, "B": (12, 18, 90)})
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), PASSES, FAILS, Nudge.STAY, STRAIGHT, SAFE)
    assert where(race, "A") == (16, 18, 0)
    assert told(race, LostControl) == [LostControl(1, 1, 0)]  # placed by A, which is nearest
    events = [Moved, LostControl]
    assert story(race, events)[-2:] == events
    assert race.over == 0


def test_w22_both_fail_the_mover_first() -> None:
    race = scene({**ACROSS, "B": (12, 18, 90)})
    answers = (FAILS, FAILS, Nudge.STAY, SAFE, Nudge.STAY, SAFE)  # neither can be turned
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), *answers)
    assert [entry.vehicle for entry in told(race, LostControl)] == [0, 1]


def test_w22_over_two_at_once() -> None:
    race = scene({"A": (8, 18, 0), "B": (11, 17, 90), "C": (13, 19, 90)})
    move(race, "A", *plan(Pace.DRIVE, "forward 8.5", "go"), PASSES, PASSES, PASSES, PASSES)
    assert [entry.other for entry in told(race, DroveOver)] == [1, 2]


def test_v39_stopped_over_another_it_is_put_back() -> None:
    # B ends at 11.75, C begins at 13.25: at C, A still stands over B.
    race = scene({"A": (8, 18, 0), "B": (11, 18, 90), "C": (14, 18, 90)})
    answers = (PASSES, PASSES, FAILS, PASSES, Nudge.STAY, SAFE)
    move(race, "A", *plan(Pace.DRIVE, "forward 8.5", "go"), *answers)
    assert where(race, "A") == (8.75, 18, 0)


def test_v39_one_test_each_however_often_it_is_crossed() -> None:
    race = scene({"A": (8, 18, 0), "B": (12, 18, 90), "C": FAR})
    build(race, "A").movement = 23
    legs = ("forward 8", *["right 45"] * 4, "forward 8", "go")
    move(race, "A", *plan(Pace.DRIVE, *legs), PASSES, PASSES)
    assert len(told(race, DroveOver)) == 1


def test_w32_driven_over_by_a_reckless_driver_at_minus_3() -> None:
    race = scene({**ACROSS, "B": (12, 18, 90)})
    build(race, "A").reckless = 1
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), 6, 8, Nudge.STAY, STRAIGHT, SAFE)
    assert rolled(race, Question.COMMAND_DIE) == [(6, 6), (8, 5)]
    assert terms(race, 1) == [(Modifier.RECKLESS, -3)]
    assert terms(race, 0) == []


def test_w22_a_turn_into_another_is_driving_over_it_too() -> None:
    race = scene({"A": (8, 18, 0), "B": (9.5, 20, 0), "C": FAR})
    by, question, _ = move_asks(race, "A", *plan(Pace.DRIVE, "right 45", "forward 9.5"))
    assert (by, question) == (0, Question.PLAN)
    asks = move_asks(race, "A", *plan(Pace.DRIVE, "right 45", "forward 9.5", "go"))
    assert asks[1] == Question.COMMAND_DIE
