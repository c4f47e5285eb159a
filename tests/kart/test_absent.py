"""A driver whose player does not answer (E23): on along the road, without dice, at nobody."""

from __future__ import annotations

import pytest
from tests.kart.table import asked, drive, hold, kart, manoeuvre, suspends, table

from wreckoning.bots.kart.absent import absent
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, absent_policy
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS, Attack, Shift, manoeuvre_name
from wreckoning.rulesets.kart.race import Item, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.manoeuvres import choose_manoeuvre, use_before_moving
from wreckoning.rulesets.kart.rules.skidding import skid
from wreckoning.rulesets.kart.ruleset import RULESET


def choice(race: Race, index: int = 0) -> int:
    """What the absent driver takes of what stands open."""
    option = int(absent(race, race.door.asks[index]))
    assert option in asked(race, index)[2]
    return option


@pytest.mark.parametrize(
    ("pose", "template"),
    [
        ((1700, 200, 0), "medium"),
        ((2600, 200, 0), "right"),
        ((2850, 1000, 90), "medium"),
        ((1700, 200, 330), "right"),
    ],
)
def test_e23_absent_driver_keeps_to_the_road(
    pose: tuple[float, float, float], template: str
) -> None:
    race = table(at={"A": pose}, gear=2)
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    assert template in manoeuvre_name(choice(race))
    assert race.trial.count == 0


def test_e23_no_skid_dice() -> None:
    race = table(at={"A": (1500, 1000, 0)})
    race.manoeuvre = manoeuvre("medium")
    with suspends(race):
        skid(race, kart(race, "A"))
    assert choice(race) == 0


@pytest.mark.parametrize(("hazards", "shift"), [(0, Shift.NOTHING), (2, Shift.DROP_HAZARD)])
def test_e23_a_trivial_template_drops_a_hazard(hazards: int, shift: int) -> None:
    race = table(at={"A": (1500, 1000, 0)})
    race.manoeuvre = manoeuvre("medium")
    kart(race, "A").hazards = hazards
    with suspends(race, 0):
        skid(race, kart(race, "A"))
    assert choice(race) == shift


def test_e23_absent_driver_turns_by_neither_slide_nor_spin() -> None:
    race = table(at={"A": (1500, 1000, 0)})
    with suspends(race):
        drive(race, "A", "turn left", slides=1)
    assert choice(race) == 100 + 3
    with suspends(race):
        drive(race, "A", "medium", spins=1)
    assert choice(race) == MOST_SPIN_STEPS


def test_e23_absent_driver_evades_and_attacks_nobody() -> None:
    race = table(at={"A": (1500, 1000, 0), "B": (1650, 1000, 0)})
    with suspends(race):
        drive(race, "A", "medium")
    assert choice(race, 0) == choice(race, 1) == Declaration.EVADE
    hold(race, "A", Item.SHELL)
    with suspends(race):
        item_attack(race, kart(race, "A"))
    assert choice(race) == Attack.PASS
    hold(race, "A", Item.STAR)
    with suspends(race):
        use_before_moving(race, kart(race, "A"))
    assert choice(race) == 0


def test_e23_a_race_of_the_absent_ends() -> None:
    assert absent_policy(RULESET) == "absent"
    for name in RULESET.course_names():
        seats = [Seat("A", "absent"), Seat("B", "absent")]
        assert Match(RULESET, RULESET.load_course(name), seats, dice=Seeded(3)).is_over
