"""A player who does not answer (V44): the vehicles drive on, and shoot and push nobody."""

from __future__ import annotations

from tests.rally.scene import activate, asked, scene, suspends, vehicle, where

from wreckoning.bots.rally.absent import absent
from wreckoning.core.dice import Seeded
from wreckoning.core.door import RANDOM
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, absent_policy
from wreckoning.rulesets.rally.questions import MOST_STEPS, Nudge, Pace, Question, Target
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.rules.losing_control import nudge
from wreckoning.rulesets.rally.rules.planning import choose_move
from wreckoning.rulesets.rally.rules.shooting import attack
from wreckoning.rulesets.rally.ruleset import RULESET

KEEP = 0


def choice(race: Race) -> int:
    """What the absent player's policy takes of what stands open."""
    option = int(absent(race, race.door.asks[0]))
    assert option in asked(race)[2]
    return option


def test_v44_no_boost_and_no_advance() -> None:
    race = scene({"A": (10, 6, 0), "B": (40, 30, 180)}, builds={"A": "car/boost"})
    a = activate(race, "A")
    with suspends(race):
        choose_move(race, a)
    assert (asked(race)[1], choice(race)) == (Question.BOOST, KEEP)
    with suspends(race, KEEP):
        choose_move(race, a)
    assert asked(race)[1] == Question.PACE
    assert Pace.ADVANCE in asked(race)[2]
    assert choice(race) == Pace.DRIVE


def test_v44_it_drives_on_towards_its_gate() -> None:
    race = scene({"A": (10, 6, 0), "B": (40, 30, 180)})
    race.door.live, race.door.policy[0] = 1, RANDOM + RULESET.policies.index("absent")
    choose_move(race, activate(race, "A"))
    assert where(race, "A")[0] > 16


def test_v44_its_weapons_stay_silent() -> None:
    builds = {"A": "car/light_machine_gun/oil_dropper"}
    race = scene({"A": (10, 6, 0), "B": (15, 6, 180), "C": (5, 6, 0)}, builds=builds)
    a = activate(race, "A")
    with suspends(race):
        attack(race, a)
    assert (asked(race)[1], choice(race)) == (Question.TARGET, Target.PASS)
    with suspends(race, Target.PASS):
        attack(race, a)
    assert (asked(race)[1], choice(race)) == (Question.DROP, KEEP)


def test_v44_it_leaves_others_where_they_lost_control() -> None:
    race = scene({"A": (10, 18, 0), "B": (16, 18, 0)})
    with suspends(race):
        nudge(race, vehicle(race, "B"), 0)
    assert (asked(race)[1], choice(race)) == (Question.NUDGE_MOVE, Nudge.STAY)
    with suspends(race, Nudge.STAY):
        nudge(race, vehicle(race, "B"), 0)
    assert (asked(race)[1], choice(race)) == (Question.NUDGE_TURN, MOST_STEPS)


def test_v44_a_game_in_which_nobody_answers_comes_to_its_end() -> None:
    assert absent_policy(RULESET) == "absent"
    seats = [Seat("Ann", "absent"), Seat("Bob", "absent")]
    match = Match(RULESET, RULESET.load_course("gasket_gulch"), seats, dice=Seeded(5))
    assert match.is_over
    assert all(vehicle.attacks == 0 for vehicle in match.race.vehicles)
