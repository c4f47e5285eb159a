"""When wipeouts happen, and what they leave alone (G26)."""

from __future__ import annotations

import pytest
from tests.kart.scene import hazards, road, scene
from tests.kart.table import EVADE, SMASH, dice, drive, hold, kart, told, where

from wreckoning.rulesets.kart.events import Event
from wreckoning.rulesets.kart.questions import SHELL_AHEAD
from wreckoning.rulesets.kart.race import Item, Phase
from wreckoning.rulesets.kart.rules.wipeouts import wipe_out_all
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)


@pytest.mark.parametrize("face", range(1, 25))
def test_g26_every_heading_of_the_scatter_die(face: int) -> None:
    race = scene({"A": A})
    kart(race, "A").hazards = 6
    with dice(race, face):
        wipe_out_all(race)
    assert where(race, "A") == (1200, 400, 15 * face % 360)


def test_g26_only_in_the_wipeout_step() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)}, gears={"A": 3, "B": 3})
    race.manoeuvre = 10
    with dice(race, SMASH, EVADE, 6, 6, 6, 6, 1, 1, 1, 1, 1):
        step(race)
    assert hazards(race) == [1, 8]
    with dice(race):
        step(race)  # the attack step
    assert (hazards(race), kart(race, "B").gear) == ([1, 8], 3)
    with dice(race, 12):
        step(race)
    assert (hazards(race), kart(race, "B").gear) == ([1, 0], 1)


def test_g26_a_shells_hits_count_in_the_same_activation() -> None:
    race = scene({"A": A, "B": (1400, 400, 0)})
    hold(race, "A", Item.SHELL)
    kart(race, "B").hazards = 4
    race.phase = Phase.ATTACK
    with dice(race, SHELL_AHEAD + 1, 6, 1, 1, 1, 1, 1):
        step(race)
    with dice(race, 6):
        step(race)
    assert [entry[0] for entry in told(race, Event.WIPEOUT)] == [1]


def test_g26_each_rolls_for_himself() -> None:
    race = scene({"A": A, "B": (1500, 1000, 0), "C": (1800, 1000, 0)}, gears={"C": 5})
    for name, count in (("A", 6), ("B", 5), ("C", 9)):
        kart(race, name).hazards = count
    with dice(race, 1, 2):
        wipe_out_all(race)
    assert [where(race, name)[2] for name in "ABC"] == [15, 0, 30]
    assert hazards(race) == [0, 5, 0]
    assert kart(race, "C").gear == 1


def test_g26_item_coins_and_gates_are_kept() -> None:
    race = scene({"A": A})
    it = kart(race, "A")
    it.hazards, it.holds, it.coins, it.gate = 6, int(Item.SHELL), 4, 2
    with dice(race, 6):
        wipe_out_all(race)
    assert (it.holds, it.coins, it.gate) == (Item.SHELL, 4, 2)


def test_g26_e2_who_wipes_out_before_his_slot_has_lost_it() -> None:
    """Gear Phase 2, A before B: B in Gear 2 wipes out, and the round is over."""
    race = scene({"A": A}, gears={"A": 2, "B": 2})
    race.gear_phase, race.phase = 2, Phase.WIPEOUT
    kart(race, "B").hazards = 6
    with dice(race, 12):
        step(race)
    assert race.phase == Phase.ROUND


def test_g26_hazards_of_a_collision_after_that_start_from_none() -> None:
    race = scene({"A": A}, course=road(pipe=[(1340, 400)]))
    kart(race, "A").hazards = 6
    with dice(race, 24):
        wipe_out_all(race)
    with dice(race, 1, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 0]
