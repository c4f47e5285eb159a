"""Terrain: slow, barriers, impassable, the edge, wreckage, exploding (W16, W23 to W25, V6, V8)."""

from __future__ import annotations

import pytest
from tests.journal import story, told
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
from tests.rally.scene import body, build, dice, field, scene, vehicle, where

from wreckoning.core.records import NOBODY
from wreckoning.geometry.paths import add_straight
from wreckoning.rulesets.rally.events import (
    WRECKS,
    Caught,
    HitTerrain,
    LostControl,
    Smashed,
    Trial,
    Tried,
    Waits,
)
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import MOST_STEPS, Leg, Nudge, Question
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.exploding import explode
from wreckoning.rulesets.rally.rules.plans import legs_open

PASSES, FAILS, SAFE = 6, 5, 5  # a car's command test; its defence test
AHEAD = {"A": (8.0, 18.0, 0.0), "B": (40.0, 30.0, 0.0)}
STRAIGHT = MOST_STEPS


def ahead(kind: str, at: float = 14, length: float = 1, width: float = 4) -> Race:
    """A's front is at x = 9.5. Terrain lies across its way, from at − length / 2 on."""
    return scene(AHEAD, course=field([(kind, at, 18, length, width)]))


def spent_for(race: Race, *legs: str) -> int:
    """What a drive of these legs costs."""
    move(race, "A", *plan(Pace.DRIVE, *legs, "go"))
    return race.spent


# Slow terrain from 13 to 15: the front is in it after 3½ inches, the rear out of it after 8½.
@pytest.mark.parametrize(
    ("inches", "spent"), [(3, 3000), (3.5, 3500), (4, 4500), (4.5, 5500), (6, 8500)]
)
def test_w16_v15_slow_terrain_counts_double(inches: float, spent: int) -> None:
    assert spent_for(ahead("slow", 14, 2), f"forward {inches}") == spent


def test_v15_a_half_inch_that_leaves_slow_terrain_counts_double() -> None:
    race = ahead("slow", 9, 3)  # up to 10.5: all of the vehicle, rear at 6.5, leaves it after 4
    assert spent_for(race, "forward 5") == 2 * 4000 + 1000


def test_w16_how_far_it_comes_in_slow_terrain() -> None:
    assert most_forward(plan_options(ahead("slow", 20, 20), "A", Pace.DRIVE)) == 5  # from 10 on


def test_w13_rugged_has_no_penalty_in_slow_terrain() -> None:
    race = ahead("slow", 14, 10)
    build(race, "A").rugged = 1
    assert spent_for(race, "forward 6") == 6000


def test_v38_backward_in_slow_terrain_counts_four_times() -> None:
    race = ahead("slow", 6, 12)  # around it
    assert most_back(plan_options(race, "A", Pace.DRIVE)) == 2.5


# A barrier from 13.75 to 14.25.
def test_w16_a_barrier_costs_an_inch_once() -> None:
    race = ahead("barrier", 14, 0.5)
    assert spent_for(race, "forward 9") == 10000
    assert where(race, "A")[0] == 17


def test_w16_a_movement_does_not_end_on_a_barrier() -> None:
    race = ahead("barrier", 14, 0.5)
    over = plan_options(race, "A", *plan(Pace.DRIVE, "forward 6"))
    assert Leg.GO not in over
    assert most_forward(over) == 3
    assert Leg.GO in plan_options(race, "A", *plan(Pace.DRIVE, "forward 4"))
    assert Leg.GO in plan_options(race, "A", *plan(Pace.DRIVE, "forward 8"))


def test_w16_no_leg_onto_a_barrier_without_the_movement_to_come_off_it() -> None:
    race = ahead("barrier", 14, 0.5)
    vehicle(race, "A").stress = 3  # 7 inches: 8 are needed, and one for the barrier
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 4


def test_v38_each_barrier_costs_its_inch() -> None:
    walls = [("barrier", 11.0, 18.0, 0.5, 4.0), ("barrier", 13.0, 18.0, 0.5, 4.0)]
    race = scene(AHEAD, course=field(walls))
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 8  # the rear at 14.5


# A wall below y = 23. A vehicle that looks 45° down comes to it with a corner after 4.82 inches.
def slanting(kind: str = "impassable") -> Race:
    return scene({"A": (8, 18, 45), "B": (40, 8, 0)}, course=field([(kind, 24, 24, 48, 2)]))


def test_w23_touching_it_is_a_command_test_passed_it_goes_on() -> None:
    race = slanting()
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 5
    options = plan_options(race, "A", *plan(Pace.DRIVE, "forward 5"), PASSES)
    assert where(race, "A")[1] == pytest.approx(23 - 1.06 - 0.53, abs=0.01)
    assert told(race, HitTerrain) == [HitTerrain(0, 0, 0)]
    assert told(race, Tried) == [Tried(0, 0, Trial.TERRAIN, 1)]
    assert (race.spent, vehicle(race, "A").crashes) == (5000, 1)
    assert Leg.GO in options


def test_v8_v41_a_new_plan_with_what_is_left_but_not_into_the_wall() -> None:
    race = slanting()
    options = plan_options(race, "A", *plan(Pace.DRIVE, "forward 5"), PASSES)
    assert not any(100 < option < 200 for option in options)
    assert min(turns(options)) == -45
    turned = plan_options(slanting(), "A", *plan(Pace.DRIVE, "forward 5"), PASSES, leg("left 45"))
    assert most_forward(turned) == 5


def test_v41_what_is_not_touched_yet_may_be_driven_into() -> None:
    race = ahead("impassable", 14.1)  # 4.1 inches ahead
    assert most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "forward 4"))) == 0.5
    race = ahead("impassable", 14.06)
    assert most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "forward 4"))) == 0.5


@pytest.mark.parametrize("kind", ["impassable", "exploding"])
@pytest.mark.parametrize("away", [0.0, 0.04])
def test_w23_w25_v41_right_in_front_of_it_is_touching_it(kind: str, away: float) -> None:
    """Source: "Any time a vehicle moves so that it is touching any impassable terrain it must take
    a command test"; of what explodes: "moves into contact". Nothing is left but to go.
    """
    race = ahead(kind, 14 + away)
    _, question, _ = move_asks(race, "A", *plan(Pace.DRIVE, "forward 4"))
    assert question == Question.COMMAND_DIE
    assert where(race, "A")[0] == 12
    assert told(race, HitTerrain) == [HitTerrain(0, 0, 0)]


def test_w23_v6_v41_and_so_is_the_edge() -> None:
    """The front of A, 3 long, is at the edge at x = 48 after 4 inches; backward the rear at 0."""
    race = scene({"A": (42.5, 18, 0), "B": (20, 30, 0)})
    assert move_asks(race, "A", *plan(Pace.DRIVE, "forward 4"))[1] == Question.COMMAND_DIE
    race = scene({"A": (3.5, 18, 0), "B": (20, 30, 0)})
    assert move_asks(race, "A", *plan(Pace.DRIVE, "back 2"))[1] == Question.COMMAND_DIE
    assert told(race, HitTerrain) == [HitTerrain(0, 0, NOBODY)]


def test_w23_v41_next_to_and_behind_it_is_not() -> None:
    """Along a wall that its side touches, and away from one."""
    wall = ("impassable", 24.0, 19.25, 40.0, 1.0)
    race = scene({"A": (8, 18, 0), "B": (20, 30, 0)}, course=field([wall]))
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert where(race, "A") == (12, 18, 0)
    race = scene({"A": (8, 18, 90), "B": (20, 30, 0)}, course=field([("impassable", 8, 16, 4, 1)]))
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert where(race, "A") == (8, 22, 90)


# Impassable terrain from 13.5 on: 4 inches ahead of the front.
def test_w23_who_cannot_go_on_without_reversing_waits() -> None:
    walls = [
        ("impassable", 14.0, 18.0, 1.0, 4.0),
        ("impassable", 11.0, 16.9, 8.0, 0.5),
        ("impassable", 11.0, 19.1, 8.0, 0.5),
    ]
    race = scene({"A": (8, 18, 0)}, course=field(walls))
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES)
    assert told(race, Waits) == [Waits(0, 0)]
    assert most_back(plan_options(race, "A", Pace.DRIVE)) == 5  # in its next activation


def test_w23_failed_it_loses_control_and_the_movement_is_over() -> None:
    race = ahead("impassable")
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), FAILS, Nudge.STAY, SAFE)
    assert story(race, [HitTerrain, LostControl]) == [
        HitTerrain,
        LostControl,
    ]
    assert vehicle(race, "A").lost_control == 1
    assert where(race, "A") == (12, 18, 0)


def test_v16_a_plan_that_comes_to_it_goes_no_further() -> None:
    race = ahead("impassable")
    with pytest.raises(AssertionError):  # no other leg is asked for: GO is all that is left
        plan_options(race, "A", *plan(Pace.DRIVE, "forward 4.5"))
    assert legs_open(race, vehicle(race, "A"), race.path) == (0, 0, 0, True)


def test_v16_where_it_may_not_stop_a_plan_goes_on_to_the_wall_it_nearly_touches() -> None:
    # B from 9.02 to 10.52; after 4½ inches A's rear is at 10.5, and the wall 0.04 ahead.
    places = {"A": (7.5, 18.0, 0.0), "B": (9.77, 18.0, 90.0)}
    race = scene(places, course=field([("impassable", 14.04, 18, 1, 4)]))
    race.pace = Pace.DRIVE
    add_straight(race.path, 4500)
    assert legs_open(race, vehicle(race, "A"), race.path) == (1, 0, 0, False)


# A barrier along A's left side, from 0.8 to 1.1 off its middle line: turned left A stands on it. A
# wall is 0.8 inches from the end that comes to (6.4, 18.5) and (7.5, 19.6) by the turn.
@pytest.mark.parametrize(("heading", "way"), [(0, "forward"), (180, "back")])
def test_v16_it_may_turn_where_it_may_not_stop_if_there_is_one_way_on(
    heading: int, way: str
) -> None:
    things = [("barrier", 8.0, 17.05, 1.0, 0.3), ("impassable", 5.0, 20.3, 2.0, 2.0)]
    race = scene({"A": (8, 18, heading)}, course=field(things))
    assert -45 in turns(plan_options(race, "A", Pace.DRIVE))
    options = plan_options(race, "A", *plan(Pace.DRIVE, "left 45"))
    other = {"forward": "back", "back": "forward"}[way]
    assert leg("go") not in options
    assert leg(f"{other} 0.5") not in options
    assert leg(f"{way} 3") in options


def test_v16_a_turn_into_it_ends_the_plan() -> None:
    race = scene({"A": (8, 18, 0)}, course=field([("impassable", 8, 20.25, 10, 2)]))  # from 19.25
    assert turns(plan_options(race, "A", Pace.DRIVE)) == [*range(-25, 0, 5), 5, 10, 15, 20, 25]
    plan_options(race, "A", *plan(Pace.DRIVE, "right 25"), PASSES)
    assert 20 < where(race, "A")[2] < 25
    assert (race.turns, race.spent) == (1, 0)


def test_v6_the_edge_is_impassable() -> None:
    race = scene({"A": (43, 18, 0)})  # its front 3½ inches before the edge
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 4
    move(race, "A", *plan(Pace.DRIVE, "forward 4"), PASSES)
    assert told(race, HitTerrain) == [HitTerrain(0, 0, NOBODY)]
    assert where(race, "A") == (46.5, 18, 0)


def test_w24_wreckage_passed_is_smashed_and_the_move_goes_on() -> None:
    race = ahead("wreckage")
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), PASSES)
    assert where(race, "A") == (16, 18, 0)
    assert race.gone[0]
    assert told(race, Tried) == [Tried(0, 0, Trial.WRECKAGE, 1)]
    assert told(race, Smashed) == [Smashed(0, 0, 0)]


def test_w24_wreckage_failed_ends_the_move() -> None:
    race = ahead("wreckage")
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), FAILS, Nudge.STAY, SAFE)
    assert where(race, "A") == (12, 18, 0)
    assert not race.gone[0]
    assert vehicle(race, "A").lost_control == 1


def test_w24_v3_a_wrecked_vehicle_is_wreckage() -> None:
    race = scene({**AHEAD, "C": (14.0, 18.0, 90.0)})
    vehicle(race, "C").status = int(Status.WRECKED)
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), PASSES)
    assert vehicle(race, "C").status == Status.DESTROYED
    assert told(race, Smashed) == [Smashed(0, 0, WRECKS + 2)]
    assert where(race, "A") == (16, 18, 0)


def test_w24_who_stands_at_wreckage_may_go_into_it() -> None:
    race = ahead("wreckage", 10, 1)  # touching the front
    move(race, "A", *plan(Pace.DRIVE, "forward 5", "go"), PASSES)
    assert race.gone[0]


# Exploding terrain from 13.5 on.
def test_w25_no_way_through_and_it_explodes_on_a_9() -> None:
    race = ahead("exploding")
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 4.5
    by, question, _ = move_asks(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES)
    assert (by, question) == (-2, Question.EXPLOSION_DIE)
    race = ahead("exploding")
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES, 8)
    assert not race.gone[0]


def test_w25_who_touches_it_takes_two_tests_of_3_damage() -> None:
    race = ahead("exploding")
    plan_options(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES, 9, 4, SAFE)
    assert race.gone[0]
    assert vehicle(race, "A").hit_points == 7
    assert told(race, Caught) == [Caught(0, 0, 0, 1)]
    race = ahead("exploding")
    plan_options(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES, 9, 4, 2)
    assert vehicle(race, "A").hit_points == 4


def test_w25_failed_it_loses_control_first() -> None:
    race = ahead("exploding")
    back_an_inch = 208
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), FAILS, back_an_inch, STRAIGHT, SAFE, 12, 3)
    assert where(race, "A") == (11, 18, 0)
    assert told(race, Caught) == [Caught(0, 0, 0, 0)]  # an inch away: one test
    assert vehicle(race, "A").hit_points == 7


@pytest.mark.parametrize(("gap", "caught"), [(0.04, 2), (0.06, 1), (4.0, 1), (4.01, 0)])
def test_w25_v41_everybody_within_4_inches_is_caught(gap: float, caught: int) -> None:
    race = scene({"A": (20 - 1.5 - gap, 18, 0), "B": (40, 30, 0)})
    race = scene(
        {"A": (20 - 1.5 - gap, 18, 0), "B": (40, 30, 0)},
        course=field([("exploding", 21, 18, 2, 4)]),
    )
    with dice(race, *[1] * caught):
        explode(race, 0, 1)
    assert vehicle(race, "A").hit_points == 10 - 3 * caught
    assert vehicle(race, "B").damage_dealt == 3 * caught


def test_w25_who_is_destroyed_by_it_moves_no_more() -> None:
    race = ahead("exploding")
    vehicle(race, "A").hit_points = 2
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES + 1, 9, 3, 3)
    assert vehicle(race, "A").status == Status.WRECKED


# Over a barrier at 11 (10.75 to 11.25) to wreckage at 13.5, where the test fails.
def test_v17_stopped_on_a_barrier_it_is_put_back() -> None:
    things = [("barrier", 11.0, 18.0, 0.5, 4.0), ("wreckage", 14.0, 18.0, 1.0, 4.0)]
    race = scene(AHEAD, course=field(things))
    move(race, "A", *plan(Pace.DRIVE, "forward 8", "go"), FAILS, Nudge.STAY, SAFE)
    assert body(race, "A").x == pytest.approx(10750 - 1500, abs=1)


def test_v15_a_half_inch_that_is_begun_counts_in_full() -> None:
    race = ahead("impassable", 14.2)  # 4.2 inches ahead
    move(race, "A", *plan(Pace.DRIVE, "forward 4.5"), PASSES)
    assert body(race, "A").x == pytest.approx(12200, abs=1)
    assert race.spent == 4500


def test_w16_a_barrier_under_it_after_a_turn_costs_its_inch() -> None:
    race = scene({"A": (8, 18, 0)}, course=field([("barrier", 9, 16.8, 1, 0.5)]))  # to 17.05
    over = plan_options(race, "A", *plan(Pace.DRIVE, "left 45"))
    assert Leg.GO not in over
    assert most_forward(over) == 9
    move(race, "A", *plan(Pace.DRIVE, "left 45", "forward 5", "go"))
    assert race.spent == 6000


# Down the table: slow from y = 13 to 15, a barrier from 13.75 to 14.25; A's front is at 9.5.
@pytest.mark.parametrize(
    ("kind", "depth", "inches", "spent"),
    [("slow", 2.0, 6, 8500), ("slow", 2.0, 3, 3000), ("barrier", 0.5, 8, 9000)],
)
def test_w16_v15_down_the_table_as_along_it(
    kind: str, depth: float, inches: float, spent: int
) -> None:
    course = field([(kind, 8.0, 14.0, 4.0, depth)])
    race = scene({"A": (8, 8, 90), "B": (40, 30, 0)}, course=course)
    assert spent_for(race, f"forward {inches}") == spent


def test_v16_no_plan_ends_over_a_vehicle_in_front_of_a_wall() -> None:
    """B stands across the way at 12.25 to 13.75, the wall at 14: A's front comes to 12 at most."""
    course = field([("impassable", 14.5, 18.0, 1.0, 4.0)])
    race = scene({"A": (8, 18, 0), "B": (13, 18, 90)}, course=course)
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 2.5
