"""What a plan will come to: cost, end, what is met on the way (W14, W18, W22 to W24, V36)."""

from __future__ import annotations

from tests.rally.movement import leg
from tests.rally.scene import Pose, activate, body, field, scene, vehicle

from wreckoning.core.records import pack
from wreckoning.geometry.paths import clear_path
from wreckoning.rulesets.rally.forecast import Forecast, forecast, plan_with
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import Leg
from wreckoning.rulesets.rally.race import INCH, Race

AWAY: Pose = (44, 33, 90)  # where B stands if it does not matter


def foretold(race: Race, *legs: str, pace: int = Pace.DRIVE) -> Forecast:
    """Of A's plan with these legs; nothing of the game is changed by looking."""
    activate(race, "A")
    race.pace = pace
    clear_path(race.path, 0)
    for words in legs:
        race.path = plan_with(race, leg(words))
    before = pack(race)
    found = forecast(race, vehicle(race, "A"), race.path)
    assert pack(race) == before
    return found


def test_w14_it_says_what_a_plan_costs_and_what_is_left() -> None:
    found = foretold(scene({"A": (8, 18, 0), "B": AWAY}), "forward 3", "right 45", "left 30")
    assert (found.spent, found.left) == (5 * INCH, 5 * INCH)  # the second manoeuvre costs 2
    assert (found.turns, found.free_turns, found.turns_left) == (2, 0, 2)
    assert found.pose == (11 * INCH, 18 * INCH, 15_00)
    assert found.may_end
    assert not found.meetings


def test_w14_an_advance_has_no_second_manoeuvre() -> None:
    found = foretold(scene({"A": (8, 18, 0), "B": AWAY}), "left 45", pace=Pace.ADVANCE)
    assert (found.left, found.turns_left) == (16 * INCH, 0)


def test_w14_backward_counts_double() -> None:
    found = foretold(scene({"A": (12, 18, 0), "B": AWAY}), "back 2")
    assert (found.spent, found.pose) == (4 * INCH, (10 * INCH, 18 * INCH, 0))


def test_no_plan_is_to_stay() -> None:
    found = foretold(scene({"A": (8, 18, 0), "B": AWAY}))
    assert (found.spent, found.turns, found.pose) == (0, 0, (8 * INCH, 18 * INCH, 0))
    assert found.may_end


def test_w18_it_says_whether_the_next_gate_is_crossed() -> None:
    race = scene({"A": (20, 6, 0), "B": AWAY})
    assert foretold(race, "forward 6").gates
    assert not foretold(race, "forward 5").gates  # its rear is not through


def test_w22_it_meets_a_vehicle_and_goes_on_over_it() -> None:
    race = scene({"A": (8, 18, 0), "B": (14, 18, 90)})
    found = foretold(race, "forward 9.5")
    [met] = found.meetings
    assert (met.is_vehicle, met.which, met.ends) == (True, 1, False)
    assert abs(met.distance - 3750) <= 1  # to its side, three quarters of an inch before (14, 18)
    assert found.pose[0] == 17_500
    assert found.may_end


def test_v16_over_a_vehicle_it_may_not_end() -> None:
    found = foretold(scene({"A": (8, 18, 0), "B": (14, 18, 90)}), "forward 6")
    assert not found.may_end


def test_w23_hard_terrain_ends_it() -> None:
    walls = [("impassable", 16.0, 18.0, 2.0, 8.0)]
    found = foretold(scene({"A": (8, 18, 0), "B": AWAY}, course=field(walls)), "forward 9")
    [met] = found.meetings
    assert (met.is_vehicle, met.which, met.ends) == (False, 0, True)
    assert abs(found.pose[0] - 13_500) <= 1
    assert found.spent == 5500


def test_w24_wreckage_does_not_end_it() -> None:
    walls = [("wreckage", 13.0, 18.0, 1.0, 4.0), ("impassable", 18.0, 18.0, 2.0, 8.0)]
    found = foretold(scene({"A": (8, 18, 0), "B": AWAY}, course=field(walls)), "forward 9")
    assert [(met.which, met.ends) for met in found.meetings] == [(0, False), (1, True)]


def test_v36_a_gate_on_the_edge_leads_off_the_board() -> None:
    course = field(
        mission="outrun",
        gate=[{"name": "Out", "x": 48, "y": 18, "heading": 0}],
        grid=[{"x": 6, "y": 18, "heading": 0, "rows": 2, "lanes": 3}],
    )
    race = scene({"A": (42, 18, 0), "B": AWAY}, course=course)
    found = foretold(race, "forward 8")
    assert (found.leaves, found.gates, found.may_end) == (True, True, True)
    assert not foretold(race, "forward 4").leaves


def test_to_end_a_plan_adds_nothing_to_it() -> None:
    race = scene({"A": (8, 18, 0), "B": AWAY})
    activate(race, "A")
    assert plan_with(race, Leg.GO).count == 0
    assert plan_with(race, leg("forward 2")).count == 1
    assert race.path.count == 0  # a copy
    assert body(race, "A").x == 8 * INCH
