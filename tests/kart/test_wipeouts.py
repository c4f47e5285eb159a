"""When wipeouts happen, where karts end up, and what is left alone (G26, E22)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from tests.journal import entries, told
from tests.kart.scene import hazards, road, scene
from tests.kart.table import dice, drive, field, hold, kart, table, where

from wreckoning.core import door
from wreckoning.rulesets.kart.events import Cause, Gear, Wipeout
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Attack, Question
from wreckoning.rulesets.kart.race import Item, Phase
from wreckoning.rulesets.kart.rules.contacts import is_free
from wreckoning.rulesets.kart.rules.wipeouts import wipe_out_all
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)
MIDDLE = {"A": (1500.0, 1000.0, 0.0)}


@pytest.mark.parametrize(("count", "wiped"), [(5, False), (6, True), (9, True)])
def test_g26_six_hazards_or_more(count: int, wiped: bool) -> None:
    race = table(at=MIDDLE, gear=4)
    kart(race, "A").hazards = count
    with dice(race, *([6] if wiped else [])):
        wipe_out_all(race)
    if wiped:
        assert (kart(race, "A").gear, kart(race, "A").hazards) == (1, 0)
        assert where(race, "A") == (1500, 1000, 90)  # 6 · 15°
        assert told(race, Gear) == [Gear(0, 4, 1, Cause.WIPEOUT)]
    else:
        assert (kart(race, "A").gear, kart(race, "A").hazards) == (4, 5)


def test_g26_any_kart_in_every_activation() -> None:
    race = table("A B C", at={**MIDDLE, "C": (1500, 1300, 0)})
    race.phase = Phase.WIPEOUT  # A's activation
    kart(race, "C").hazards = kart(race, "B").hazards = 6
    with dice(race, 24, 12):
        step(race)
    assert [kart(race, name).wipeouts for name in "ABC"] == [0, 1, 1]
    assert where(race, "B")[2] == 0  # 24 · 15°
    assert where(race, "C")[2] == 180


@pytest.mark.parametrize("face", range(1, 25))
def test_g26_every_heading_of_the_scatter_die(face: int) -> None:
    race = scene({"A": A})
    kart(race, "A").hazards = 6
    with dice(race, face):
        wipe_out_all(race)
    assert where(race, "A") == (1200, 400, 15 * face % 360)
    assert entries(race, door.ROLL) == [[0, Question.SCATTER_DIE, face, face, 0]]


def test_g26_only_in_the_wipeout_step() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)}, gears={"A": 3, "B": 3})
    race.manoeuvre = 10
    with dice(race, Declaration.SMASH, Declaration.EVADE, 6, 6, 6, 6, 1, 1, 1, 1, 1):
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
    with dice(race, Attack.SHELL_AHEAD + 1, 6, 1, 1, 1, 1, 1):
        step(race)
    with dice(race, 6):
        step(race)
    assert [entry.who for entry in told(race, Wipeout)] == [1]


def test_g26_item_coins_and_gates_are_kept() -> None:
    race = scene({"A": A})
    it = kart(race, "A")
    it.hazards, it.holds, it.coins, it.gate = 6, int(Item.SHELL), 4, 2
    with dice(race, 6):
        wipe_out_all(race)
    assert (it.holds, it.coins, it.gate) == (Item.SHELL, 4, 2)


def test_g26_e2_a_wipeout_before_the_slot_loses_it() -> None:
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


def test_e22_it_turns_on_until_it_stands_in_nothing() -> None:
    # A pipe right below A: at 90° the kart would stand in it, until 135° is passed.
    race = table(at=MIDDLE, track=field(pipe=[{"x": 1500, "y": 1043, "radius": 25}]))
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    assert where(race, "A")[2] == 165  # clockwise; the other way round it were 15


def test_e22_if_it_fits_no_other_way_it_keeps_its_heading() -> None:
    """Four pipes leave it only the heading it has, which is none of the scatter die's."""
    ahead, aside = (cos(radians(5)), sin(radians(5))), (-sin(radians(5)), cos(radians(5)))
    pipes = [
        (
            round(1200 + 35 * n * ahead[0] + 42.5 * m * aside[0]),
            round(400 + 35 * n * ahead[1] + 42.5 * m * aside[1]),
            25,
        )
        for n in (-1, 1)
        for m in (-1, 1)
    ]
    race = scene({"A": (1200, 400, 5)}, course=road(pipe=pipes))
    assert is_free(race, 0, race.bodies[0])
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    assert where(race, "A") == (1200, 400, 5)
    assert (kart(race, "A").gear, hazards(race)) == (1, [0, 0])


@pytest.mark.parametrize(("gear", "changes"), [(1, 0), (2, 1), (5, 1)])
def test_g26_the_gear_is_told_if_it_changes(gear: int, changes: int) -> None:
    race = scene({"A": A}, gears={"A": gear})
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    assert [[entry.from_, entry.to] for entry in told(race, Gear)] == [[gear, 1]] * changes


def test_e22_nor_off_the_table() -> None:
    race = table(at={"A": (1500, 17, 0)})
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    assert where(race, "A")[2] == 180
