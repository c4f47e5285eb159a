"""Gates and laps (W18, W34, V21, V36)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rally.movement import DRIVE, most_forward, move, plan, plan_options
from tests.rally.scene import build, dice, field, scene, story, told, vehicle, where

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rally.events import Event
from wreckoning.rulesets.rally.questions import GO, MOST_STEPS, NUDGE_INCH
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.losing_control import lose_control

SAFE = 5
BEHIND = (20.0, 6.0, 0.0)  # gate 1: across x = 24, from y = 1 to 11


def crossed(race: Race) -> list[tuple[int, int]]:
    """Which gates were crossed, and in which lap."""
    return [(entry[2], entry[3]) for entry in told(race, Event.GATE_CROSSED)]


# The rear is 1½ inches behind the middle: all of it is across when the middle is past 25.5.
@pytest.mark.parametrize(("inches", "gates"), [(4, 0), (5.5, 0), (6, 1)])
def test_w18_the_whole_vehicle_has_to_be_across(inches: float, gates: int) -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(DRIVE, f"forward {inches}", "go"))
    assert crossed(race) == [(0, 0)] * gates
    assert vehicle(race, "A").gates == gates
    assert vehicle(race, "A").gate == gates


def test_v21_an_unfinished_crossing_is_remembered() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(DRIVE, "forward 4", "go"))
    assert vehicle(race, "A").through
    move(race, "A", *plan(DRIVE, "forward 4", "go"))
    assert crossed(race) == [(0, 0)]
    assert vehicle(race, "A").through == 0


def test_v21_who_turns_back_has_not_crossed() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(DRIVE, "forward 4", "go"))
    move(race, "A", *plan(DRIVE, "back 3", "go"))
    assert vehicle(race, "A").through == 0
    assert vehicle(race, "A").gates == 0


def test_w18_not_against_its_direction() -> None:
    race = scene({"A": (29, 6, 180)})
    move(race, "A", *plan(DRIVE, "forward 9", "go"))
    assert crossed(race) == []


def test_w18_not_round_its_end() -> None:
    race = scene({"A": (20, 12.5, 0)})
    move(race, "A", *plan(DRIVE, "forward 9", "go"))
    assert crossed(race) == []


def test_w18_backward_through_it_is_crossing_it() -> None:
    race = scene({"A": (22, 6, 180)})
    move(race, "A", *plan(DRIVE, "back 4.5", "go"))
    assert crossed(race) == [(0, 0)]


def test_w18_only_the_next_gate_counts() -> None:
    race = scene({"A": (28, 30, 180)})
    move(race, "A", *plan(DRIVE, "forward 9", "go"))
    assert crossed(race) == []
    vehicle(race, "A").gate, vehicle(race, "A").gates = 1, 1
    race = scene({"A": (28, 30, 180)})
    vehicle(race, "A").gate, vehicle(race, "A").gates = 1, 1
    move(race, "A", *plan(DRIVE, "forward 9", "go"))
    assert crossed(race) == [(1, 0)]
    assert vehicle(race, "A").gate == 0


def test_w34_a_lap_is_complete_with_gate_1() -> None:
    race = scene({"A": BEHIND})
    a = vehicle(race, "A")
    a.gates, a.gate, a.lap = 2, 0, 0
    move(race, "A", *plan(DRIVE, "forward 6", "go"))
    assert crossed(race) == [(0, 1)]
    assert told(race, Event.LAP) == [[0, 0, 1, 0, 0]]
    assert (a.gates, a.gate, a.lap) == (3, 1, 1)


def test_w34_the_start_is_no_lap() -> None:
    race = scene({"A": BEHIND})
    move(race, "A", *plan(DRIVE, "forward 6", "go"))
    assert told(race, Event.LAP) == []


def test_w18_w21_a_nudge_may_carry_it_across() -> None:
    race = scene({"A": (24.8, 6, 0), "B": (40, 30, 0)})
    a = vehicle(race, "A")
    a.through = 3  # its front corners
    with dice(race, NUDGE_INCH, MOST_STEPS, SAFE):
        lose_control(race, a)
    assert crossed(race) == [(0, 0)]


def test_w18_it_is_crossed_where_it_is_not_where_the_movement_ends() -> None:
    race = scene({"A": BEHIND, "B": (33, 6, 90)})
    build(race, "A").movement = 20
    move(race, "A", *plan(DRIVE, "forward 10", "forward 6", "go"), 6, 6)
    events = [Event.GATE_CROSSED, Event.TEST]
    assert story(race, events) == [Event.GATE_CROSSED, Event.TEST, Event.TEST]


def outrun(**more: Any) -> dict[str, Any]:
    """A table with one gate in the edge at the right: from (48, 13) to (48, 23)."""
    gate = {"name": "Out", "x": 48, "y": 18, "heading": 0}
    grid = {"x": 6, "y": 18, "heading": 0, "rows": 2, "lanes": 3}
    return field(mission="outrun", gate=[gate], grid=[grid], **more)


def test_w39_v36_off_the_board_by_the_gate() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun())
    move(race, "A", *plan(DRIVE, "forward 7.5"))  # which is all it can do then
    assert crossed(race) == [(0, 0)]
    assert vehicle(race, "A").status == Status.FINISHED


def test_v36_not_wholly_through_it_meets_the_edge() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun())
    assert most_forward(plan_options(race, "A", DRIVE)) == 7.5
    move(race, "A", *plan(DRIVE, "forward 7", "go"), 6, GO)
    assert told(race, Event.HIT_TERRAIN) == [[0, 0, NOBODY, 0, 0]]
    assert where(race, "A") == (46.5, 18, 0)


def test_v36_beside_the_gate_is_the_edge() -> None:
    race = scene({"A": (42, 13.2, 0), "B": (8, 18, 0)}, course=outrun())
    assert most_forward(plan_options(race, "A", DRIVE)) == 5


def test_w38_only_the_first_team_leaves_by_the_gate() -> None:
    race = scene({"A": (42.2, 18, 0), "B": (8, 18, 0)}, course=outrun() | {"mission": "scavengers"})
    race.runner = 1
    assert most_forward(plan_options(race, "A", DRIVE)) == 4.5
    race.runner = 0
    assert most_forward(plan_options(race, "A", DRIVE)) == 7.5
