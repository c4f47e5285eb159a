"""The Mushroom's move and the Star's turns (E15)."""

from __future__ import annotations

from tests.journal import told
from tests.kart.scene import hazards, road, scene
from tests.kart.table import body, dice, drive, hold, kart, manoeuvre, put, table, terms, where

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.kart.events import Cause, Hazards, Modifier, Used
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Attack
from wreckoning.rulesets.kart.race import Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.bills import move_bills
from wreckoning.rulesets.kart.rules.manoeuvres import use_before_moving
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)
MIDDLE = (1500.0, 1000.0, 0.0)  # of a table without anything
USE = 1


# --- Mushroom


def test_e15_a_mushroom_is_a_medium_before_moving() -> None:
    race = table(at={"A": MIDDLE})
    hold(race, "A", Item.MUSHROOM)
    race.phase = Phase.MANOEUVRE
    with dice(race, 1, manoeuvre("medium")):
        step(race)
    assert where(race, "A") == (1710, 1000, 0)
    assert told(race, Used) == [Used(0, Item.MUSHROOM)]
    assert told(race, Hazards) == [Hazards(0, 1, 1, Cause.MUSHROOM, 0)]
    assert race.phase == Phase.SKID


def test_e15_a_mushroom_may_win_the_race() -> None:
    race = table(at={"A": (1450, 200, 0)})
    hold(race, "A", Item.MUSHROOM)
    kart(race, "A").gate = 2
    race.phase = Phase.MANOEUVRE
    with dice(race, 1):
        step(race)
    assert race.phase == Phase.OVER
    assert kart(race, "A").place == 1


def test_e15_kept_it_does_nothing() -> None:
    race = table(at={"A": MIDDLE})
    hold(race, "A", Item.MUSHROOM)
    with dice(race, 0):
        use_before_moving(race, kart(race, "A"))
    assert (where(race, "A"), kart(race, "A").holds) == ((1500, 1000, 0), Item.MUSHROOM)


def mushroom(at: tuple[float, float, float] = A, **more: tuple[float, float, float]) -> Race:
    race = scene({"A": at, **more})
    hold(race, "A", Item.MUSHROOM)
    return race


def test_e15_a_mushroom_is_a_straight_whatever_the_gear() -> None:
    race = mushroom()
    kart(race, "A").gear = 6
    with dice(race, USE):
        use_before_moving(race, kart(race, "A"))
    assert where(race, "A") == (1410, 400, 0)
    assert (hazards(race), kart(race, "A").holds) == ([1, 0], Item.NONE)


def test_e15_a_mushrooms_move_collides() -> None:
    race = mushroom(B=(1320, 400, 180))
    with dice(race, USE, Declaration.SMASH, Declaration.EVADE, 4, 1, 6):
        use_before_moving(race, kart(race, "A"))
    assert where(race, "A") == (1245, 400, 0)
    assert hazards(race) == [1 + 1, 1]


def test_e15_g16_a_mushroom_off_the_road_costs_the_hazard_of_leaving_it() -> None:
    """From y = 550 on: the road ends at 600."""
    race = mushroom((1300, 550, 90))
    with dice(race, USE):
        use_before_moving(race, kart(race, "A"))
    causes = [entry.cause for entry in told(race, Hazards)]
    assert causes == [Cause.MUSHROOM, Cause.OFF_ROAD]


# --- Star


def test_e15_a_star_takes_no_hits_and_smashes_with_two_dice_more() -> None:
    race = table(at={"A": MIDDLE, "B": (1650, 1000, 90)}, gear=1)
    hold(race, "A", Item.STAR)
    with dice(race, 1):
        use_before_moving(race, kart(race, "A"))
    assert (kart(race, "A").star, kart(race, "A").holds) == (2, Item.NONE)
    assert told(race, Used) == [Used(0, Item.STAR)]
    with dice(race, Declaration.SMASH, Declaration.SMASH, 6, 6, 6, 6):
        drive(race, "A", "medium")
    assert terms(race, "A") == [(Modifier.OWN_GEAR, 1), (Modifier.STAR, 2)]
    assert [kart(race, name).hazards for name in "AB"] == [1, 6]  # one at least, all the same


def test_e15_nor_does_a_shell_hurt_a_star() -> None:
    race = scene({"A": A, "B": (1400, 400, 0)}, gears={"B": 3})
    hold(race, "A", Item.SHELL)
    kart(race, "B").star = 1
    with dice(race, Attack.SHELL_AHEAD + 1, 6, 6, 6, 6, 6, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert hazards(race) == [0, 0]


def star() -> Race:
    race = scene({"A": A, "B": (1275, 400, 180)})
    hold(race, "A", Item.STAR)
    with dice(race, USE):
        use_before_moving(race, kart(race, "A"))
    return race


def test_e15_no_hits_of_a_banana_or_an_obstruction_are_taken() -> None:
    race = scene({"A": A}, course=road(pipe=[(1340, 400)]))
    race.bananas[0].half_length = race.bananas[0].half_width = 1500
    put(race.bananas[0], 1280, 400, 0)
    race.banana_owners[0] = 1
    kart(race, "A").star = 1
    with dice(race, 6, 6, 6, 1, 6, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 0]  # the least of the collision
    assert race.banana_owners[0] == NOBODY


def test_e15_no_hits_of_a_bullet_bill_are_taken() -> None:
    race = scene({"A": A, "B": (1275, 400, 180)})
    body_of_bill = race.bills[0]
    body_of_bill.half_length, body_of_bill.half_width = 3750, 1600
    put(body_of_bill, 1100, 400, 0)
    race.bill_owners[0] = 1
    kart(race, "A").star = 1
    with dice(race, 6, 6, 1):  # tailgating Gear 1: one die, and one for weight
        move_bills(race)
    assert hazards(race) == [1, 0]


def test_e15_a_star_evades_as_well_as_it_smashes() -> None:
    """Only who smashes has its two dice."""
    race = scene({"A": A, "B": (1275, 400, 180)})
    kart(race, "A").star = 1
    put(body(race, "A"), 1190, 400, 0)
    with dice(race, Declaration.EVADE, Declaration.SMASH, 6, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 1]


def test_e15_a_star_lasts_to_the_end_of_the_next_activation() -> None:
    race = star()
    race.manoeuvre, race.phase = 0, Phase.WIPEOUT
    race.gear_phase = 1
    with dice(race):
        step(race)  # the end of A's activation
    assert kart(race, "A").star > 0
    race.phase = Phase.WIPEOUT
    with dice(race):
        step(race)  # the end of B's: it runs nothing down
    assert kart(race, "A").star > 0
    race.slot, race.gear_phase, race.phase = (0 - race.pole) % 2, 1, Phase.WIPEOUT
    with dice(race):
        step(race)  # the end of A's next
    assert kart(race, "A").star == 0
