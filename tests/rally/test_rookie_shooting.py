"""The rookie's shooting, activating, placing and nudging."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rally.scene import asked, dice, field, scene, suspends, vehicle

from wreckoning.bots.rally.shooting import blast_worth, shooting_answer
from wreckoning.core.ids import as_seat
from wreckoning.rulesets.rally.questions import MOST_STEPS, Nudge, Question, Target
from wreckoning.rulesets.rally.race import INCH, Mission, Phase, Race
from wreckoning.rulesets.rally.rules.losing_control import lose_control
from wreckoning.rulesets.rally.rules.shooting import attack
from wreckoning.rulesets.rally.turn import step

A = (10.0, 18.0, 0.0)
GUN = "car/heavy_machine_gun"
B, C = Target.VEHICLE + 1, Target.VEHICLE + 2


def choice(race: Race) -> int:
    """What the rookie takes of what stands open."""
    option = int(shooting_answer(race, race.door.asks[0]))
    assert option in asked(race)[2]
    return option


def shot(race: Race) -> int:
    """What A's weapon is fired at."""
    with suspends(race):
        attack(race, vehicle(race, "A"))
    return choice(race)


def battle(mission: Mission = Mission.BATTLE_ROYALE, **more: Any) -> Race:
    """A before B and C, which stand alike."""
    builds = {"A": GUN, **more.pop("builds", {})}
    race = scene(
        {"A": A, "B": (20, 15, 0), "C": (20, 21, 0)},
        teams="A, B, C",
        builds=builds,
        course=field(more.pop("terrain", [])),
    )
    race.course.mission = int(mission)
    return race


def test_it_shoots_at_who_loses_most() -> None:
    assert shot(battle(builds={"B": "truck", "C": "buggy"})) == C
    assert shot(battle(builds={"B": "buggy", "C": "truck"})) == B


def test_it_finishes_who_is_nearly_wrecked() -> None:
    race = battle(builds={"B": "buggy", "C": "truck"})
    vehicle(race, "C").hit_points = 1
    assert shot(race) == C


def test_it_shoots_at_the_leader_of_a_race() -> None:
    race = battle(Mission.TWO_LAP_RACE)
    vehicle(race, "C").gates = 2
    assert shot(race) == C
    vehicle(race, "B").gates = 3
    assert shot(race) == B


def test_it_hunts_the_first_team_in_scavengers() -> None:
    for runner, target in ((1, B), (2, C)):
        race = battle(Mission.SCAVENGERS)
        race.runner = as_seat(runner)
        assert shot(race) == target


def test_it_explodes_what_opponents_stand_at() -> None:
    terrain = [("exploding", 25, 18, 1, 1)]
    race = scene(
        {"A": A, "B": (24, 15, 0), "C": (24, 21, 0), "D": (28, 18, 0)},
        teams="A, B C D",
        builds={"A": "car/light_machine_gun.stabilised"},
        course=field(terrain),
    )
    assert shot(race) == Target.TERRAIN
    race = scene({"A": A, "B": (40, 30, 0)}, builds={"A": GUN}, course=field(terrain))
    assert shot(race) == Target.PASS  # nobody is near it
    race = scene({"A": A, "B": (27, 15, 0)}, teams="A B,", builds={"A": GUN}, course=field(terrain))
    assert blast_worth(race, vehicle(race, "A"), 0, 0) < 0


@pytest.mark.parametrize(("teams", "use"), [("A, B C", 1), ("A C, B", 0), ("A B C,", 0)])
def test_it_drops_on_opponents_and_not_on_friends(teams: str, use: int) -> None:
    race = scene(
        {"A": A, "B": (5, 16, 0), "C": (5, 20, 0)}, teams=teams, builds={"A": "car/oil_dropper"}
    )
    with suspends(race):
        attack(race, vehicle(race, "A"))
    assert asked(race)[1] == Question.DROP
    assert choice(race) == use


# --- who goes next


def test_it_activates_who_can_shoot_now() -> None:
    for armed, chosen in (("A", 0), ("B", 1)):
        race = scene(
            {"A": A, "B": (10, 24, 0), "C": (20, 21, 0)},
            teams="A B, C",
            builds={armed: GUN},
            phase=Phase.CHOOSE,
        )
        with suspends(race):
            step(race)
        assert choice(race) == chosen


def test_it_activates_who_leads_so_that_the_way_is_free() -> None:
    race = scene(
        {"A": (10, 6, 0), "B": (15, 6, 0), "C": (40, 30, 0)}, teams="A B, C", phase=Phase.CHOOSE
    )
    with suspends(race):
        step(race)
    assert choice(race) == 1


# --- placing


def waiting(names: str, teams: str, **placed: tuple[float, float, float]) -> Race:
    race = scene(
        {**dict.fromkeys(names), **placed},
        teams=teams,
        builds={"A": "truck", "B": "sports_car"},
        phase=Phase.DEPLOY,
    )
    for number, (x, y) in enumerate(((20, 3), (20, 6), (20, 9))):
        race.course.spot_x[number], race.course.spot_y[number] = x * INCH, y * INCH
        race.course.spot_row[number] = race.course.spot_group[number] = 0
    race.course.spot_count = 3
    return race


def test_it_places_the_fastest_first() -> None:
    race = waiting("AB", "A B, C", C=(40, 30, 0))
    with suspends(race):
        step(race)
    assert asked(race)[1] == Question.PLACE
    assert choice(race) == 1


def test_rookie_does_not_deploy_right_behind_a_vehicle() -> None:
    for y, free in ((4, {1, 2}), (6, {0, 2}), (8, {0, 1})):
        race = waiting("A", "A, B", B=(26, y, 0))
        with suspends(race):
            step(race)
        assert asked(race)[1] == Question.SPOT
        assert choice(race) in free


# --- nudges


def nudged(name: str) -> tuple[int, int]:
    """How A, nearest to both, nudges a vehicle that looks along the way to gate 1: push, turn."""
    race = scene({"A": (14, 6, 0), "B": (14, 9, 0), "C": (14, 3, 0)}, teams="A C, B")
    it = vehicle(race, name)
    with suspends(race):
        lose_control(race, it)
    push = choice(race)
    with suspends(race, push):
        lose_control(race, it)
    turn = choice(race)
    with dice(race, push, turn, 9):
        lose_control(race, it)
    return push, turn


def test_it_pushes_opponents_back_and_turns_them_away() -> None:
    push, turn = nudged("B")
    assert push - Nudge.INCH in (7, 8, 9)
    assert turn in (0, 2 * MOST_STEPS)


def test_it_pushes_its_own_forward() -> None:
    push, turn = nudged("C")
    assert push - Nudge.INCH in (15, 0, 1)
    assert abs(turn - MOST_STEPS) <= 6
