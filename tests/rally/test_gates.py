"""Gates and laps (W18, W34, V21, V36)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import story, told
from tests.rally.movement import most_forward, move, move_asks, plan, plan_options
from tests.rally.scene import build, dice, field, scene, vehicle, where

from wreckoning.core.records import NOBODY
from wreckoning.geometry.contact import circle_of
from wreckoning.geometry.paths import Path, add_pivot, add_straight, clear_path, travel_of
from wreckoning.rulesets.rally.events import GateCrossed, HitTerrain, Lap, Tried
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import MOST_STEPS, Leg, Nudge, Question
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.contacts import Contact, first_edge
from wreckoning.rulesets.rally.rules.losing_control import lose_control

SAFE = 5
BEHIND = (20.0, 6.0, 0.0)  # gate 1: across x = 24, from y = 1 to 11


def crossed(race: Race) -> list[tuple[int, int]]:
    """Which gates were crossed, and in which lap."""
    return [(entry.gate, entry.lap) for entry in told(race, GateCrossed)]


# The rear is 1½ inches behind the middle: all of it is across when the middle is past 25.5.
@pytest.mark.parametrize(("inches", "gates"), [(4, 0), (5.5, 0), (6, 1)])
def test_w18_the_whole_vehicle_has_to_be_across(inches: float, gates: int) -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(Pace.DRIVE, f"forward {inches}", "go"))
    assert crossed(race) == [(0, 0)] * gates
    assert vehicle(race, "A").gates == gates
    assert vehicle(race, "A").gate == gates


def test_v21_an_unfinished_crossing_is_remembered() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert vehicle(race, "A").through
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert crossed(race) == [(0, 0)]
    assert vehicle(race, "A").through == 0


def test_v21_who_turns_back_has_not_crossed() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    move(race, "A", *plan(Pace.DRIVE, "back 3", "go"))
    assert vehicle(race, "A").through == 0
    assert vehicle(race, "A").gates == 0


def test_w18_not_against_its_direction() -> None:
    race = scene({"A": (29, 6, 180)})
    move(race, "A", *plan(Pace.DRIVE, "forward 9", "go"))
    assert crossed(race) == []


def test_w18_not_round_its_end() -> None:
    race = scene({"A": (20, 12.5, 0)})
    move(race, "A", *plan(Pace.DRIVE, "forward 9", "go"))
    assert crossed(race) == []


def test_w18_backward_through_it_is_crossing_it() -> None:
    race = scene({"A": (22, 6, 180)})
    move(race, "A", *plan(Pace.DRIVE, "back 4.5", "go"))
    assert crossed(race) == [(0, 0)]


def test_w18_only_the_next_gate_counts() -> None:
    race = scene({"A": (28, 30, 180)})
    move(race, "A", *plan(Pace.DRIVE, "forward 9", "go"))
    assert crossed(race) == []
    vehicle(race, "A").gate, vehicle(race, "A").gates = 1, 1
    race = scene({"A": (28, 30, 180)})
    vehicle(race, "A").gate, vehicle(race, "A").gates = 1, 1
    move(race, "A", *plan(Pace.DRIVE, "forward 9", "go"))
    assert crossed(race) == [(1, 0)]
    assert vehicle(race, "A").gate == 0


def test_w34_a_lap_is_complete_with_gate_1() -> None:
    race = scene({"A": BEHIND})
    a = vehicle(race, "A")
    a.gates, a.gate, a.lap = 2, 0, 0
    move(race, "A", *plan(Pace.DRIVE, "forward 6", "go"))
    assert crossed(race) == [(0, 1)]
    assert told(race, Lap) == [Lap(0, 0, 1)]
    assert (a.gates, a.gate, a.lap) == (3, 1, 1)


def test_w34_the_start_is_no_lap() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(Pace.DRIVE, "forward 6", "go"))
    assert told(race, Lap) == []


def test_w18_w21_a_nudge_may_carry_it_across() -> None:
    race = scene({"A": (24.8, 6, 0), "B": (40, 30, 0)})
    a = vehicle(race, "A")
    a.through = 3  # its front corners
    with dice(race, Nudge.INCH, MOST_STEPS, SAFE):
        lose_control(race, a)
    assert crossed(race) == [(0, 0)]
    assert a.through == 0  # of the next gate nothing is through


def two_gates(first: float, second: float) -> Race:
    """A is behind two gates across the board, crossed to the right, at these places."""
    gates = [
        {"name": f"Gate {number}", "x": x, "y": 6, "heading": 0}
        for number, x in enumerate((first, second), 1)
    ]
    race = scene({"A": (14, 6, 0)}, course=field(gate=gates))
    build(race, "A").movement = 20
    return race


def test_w18_gates_are_crossed_in_their_order_one_behind_the_other() -> None:
    race = two_gates(18, 24)
    move(race, "A", *plan(Pace.DRIVE, "forward 10", "forward 5", "go"))
    assert crossed(race) == [(0, 0), (1, 0)]


def test_w18_a_gate_passed_before_its_turn_does_not_count() -> None:
    """Gate 2 lies on the way to gate 1: the vehicle was through it before it was its next."""
    race = two_gates(24, 18)
    move(race, "A", *plan(Pace.DRIVE, "forward 10", "forward 5", "go"))
    assert crossed(race) == [(0, 0)]
    assert vehicle(race, "A").gate == 1


def test_v21_what_is_through_stays_through_however_often_it_stops() -> None:
    race = scene({"A": BEHIND})
    for inches in (4, 0.5, 4):
        move(race, "A", *plan(Pace.DRIVE, f"forward {inches}", "go"))
    assert crossed(race) == [(0, 0)]


def test_w37_in_a_battle_royale_no_gate_is_crossed_or_half_crossed() -> None:
    race = scene({"A": BEHIND, "B": (40, 30, 0)}, course=field() | {"mission": "battle_royale"})
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert vehicle(race, "A").through == 0
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert crossed(race) == []


def test_w35_v18_the_gates_are_counted_from_the_first_to_be_crossed() -> None:
    """All start at gate 1, cross gate 2 and then gate 1."""
    race = scene({"A": (28, 30, 180)})
    race.course.first_gate = 1
    a = vehicle(race, "A")
    a.gate = 1
    move(race, "A", *plan(Pace.DRIVE, "forward 9", "go"))
    assert crossed(race) == [(1, 0)]
    assert (a.gates, a.gate, a.lap) == (1, 0, 0)


def test_w18_it_is_crossed_where_it_is_not_where_the_movement_ends() -> None:
    race = scene({"A": BEHIND, "B": (33, 6, 90)})
    build(race, "A").movement = 20
    move(race, "A", *plan(Pace.DRIVE, "forward 10", "forward 6", "go"), 6, 6)
    events = [GateCrossed, Tried]
    assert story(race, events) == [GateCrossed, Tried, Tried]


def outrun(**more: Any) -> dict[str, Any]:
    """A table with one gate in the edge at the right: from (48, 13) to (48, 23)."""
    gate = {"name": "Out", "x": 48, "y": 18, "heading": 0}
    grid = {"x": 6, "y": 18, "heading": 0, "rows": 2, "lanes": 3}
    return field(mission="outrun", gate=[gate], grid=[grid], **more)


def test_w39_v36_off_the_board_by_the_gate() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun())
    move(race, "A", *plan(Pace.DRIVE, "forward 7.5"))  # which is all it can do then
    assert crossed(race) == [(0, 0)]
    assert vehicle(race, "A").status == Status.FINISHED


def edge_met(race: Race, path: Path) -> tuple[int, int]:
    """Where vehicle A meets the edge on a path, and how."""
    car, end = vehicle(race, "A"), travel_of(path)
    circle = circle_of(path, race.bodies[car.index], end)
    return first_edge(race, car, circle, path, end)


def test_v36_not_wholly_through_it_meets_the_edge() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun())
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 7.5
    move(race, "A", *plan(Pace.DRIVE, "forward 7", "go"), 6, Leg.GO)
    assert told(race, HitTerrain) == [HitTerrain(0, 0, NOBODY)]
    assert where(race, "A") == (46.5, 18, 0)


def test_v36_v41_right_in_front_of_its_gate_there_is_no_edge() -> None:
    """The front is at the edge after 4 inches: in the gate it may stop there, next to it not."""
    race = scene({"A": (42.5, 18, 0), "B": (8, 18, 0)}, course=outrun())
    assert most_forward(plan_options(race, "A", *plan(Pace.DRIVE, "forward 4"))) == 3.5
    move(race, "A", *plan(Pace.DRIVE, "forward 4", "go"))
    assert where(race, "A") == (46.5, 18, 0)
    race = scene({"A": (42.5, 13.2, 0), "B": (8, 18, 0)}, course=outrun())
    assert move_asks(race, "A", *plan(Pace.DRIVE, "forward 4"))[1] == Question.COMMAND_DIE


def test_v36_through_it_on_two_straights_meets_the_edge() -> None:
    """V36: "all through it on one straight"; a turn with the nose outside is none."""
    race = scene({"A": (44, 18, 0), "B": (8, 18, 0)}, course=outrun())
    path = race.trial
    add_straight(path, 8500)
    assert edge_met(race, path)[1] == Contact.WAY_OUT
    clear_path(path, 0)
    add_straight(path, 3500)  # its nose leaves the table after 2½ inches
    add_pivot(path, 500)
    add_straight(path, 5000)
    assert edge_met(race, path) == (2500, Contact.TERRAIN)


def test_v36_turned_on_the_spot_through_the_edge_is_no_way_out() -> None:
    race = scene({"A": (46.4, 18, 0), "B": (8, 18, 0)}, course=outrun())
    vehicle(race, "A").through = 3
    path = race.trial
    add_pivot(path, 4500)
    add_straight(path, 9000)
    assert edge_met(race, path)[1] == Contact.TERRAIN


def test_v36_half_through_before_it_goes_on() -> None:
    """What is through of it counts: a crossing may begin in one activation and end in another."""
    race = scene({"A": (46, 18, 0), "B": (8, 18, 0)}, course=outrun())
    vehicle(race, "A").through = 0
    path = race.trial
    add_straight(path, 9000)
    assert edge_met(race, path)[1] == Contact.WAY_OUT


def test_v36_next_to_the_gate_is_the_edge() -> None:
    race = scene({"A": (42, 13.2, 0), "B": (8, 18, 0)}, course=outrun())
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 5


def test_w38_only_the_first_team_leaves_by_the_gate() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun() | {"mission": "scavengers"})
    race.runner = 1
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 4.5
    race.runner = 0
    assert most_forward(plan_options(race, "A", Pace.DRIVE)) == 7.5
