"""Item boxes, and what items do to whom (E15): bananas, the Mushroom's move, the Star's turns."""

from __future__ import annotations

import pytest
from tests.kart.scene import hazards, road, scene, turned
from tests.kart.table import (
    EVADE,
    SMASH,
    body,
    dice,
    drive,
    hold,
    kart,
    manoeuvre,
    put,
    told,
    where,
)

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.kart.cards import items
from wreckoning.rulesets.kart.events import Cause, Event
from wreckoning.rulesets.kart.questions import DROP_BANANA
from wreckoning.rulesets.kart.race import Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.bills import move_bills
from wreckoning.rulesets.kart.rules.gates import is_armed
from wreckoning.rulesets.kart.rules.manoeuvres import use_before_moving
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)
USE = 1
BOX = road(box=[(1340, 400)])


# --- boxes


@pytest.mark.parametrize("item", [item for item in Item if item])
def test_e15_each_item_is_a_face_of_the_item_die(item: Item) -> None:
    race = scene({"A": A}, course=BOX)
    with dice(race, int(item)):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == item
    assert len(items()) == 5


def test_e15_a_box_that_is_not_reached_gives_nothing() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)}, course=BOX)
    with dice(race, EVADE, EVADE):
        drive(race, "A", "medium")  # stopped at x = 1245, its front at 1282.5
    assert (kart(race, "A").holds, race.box_round[0]) == (Item.NONE, 0)


def test_e15_a_box_taken_is_gone_for_the_others_in_this_round() -> None:
    race = scene({"A": A, "B": (1480, 420, 180)}, course=BOX)
    with dice(race, 1):
        drive(race, "A", "short")
    put(body(race, "A"), 1200, 1000, 0)
    with dice(race):
        drive(race, "B", "medium")
    put(body(race, "B"), 1480, 400, 180)
    race.rounds += 1
    with dice(race, 2):
        drive(race, "B", "medium")
    assert [kart(race, name).holds for name in "AB"] == [Item.SHELL, Item.BANANA]


def test_e15_one_box_of_two() -> None:
    race = scene({"A": A}, course=road(box=[(1390, 400), (1300, 400)]))
    with dice(race, 3):
        drive(race, "A", "medium")
    assert race.box_round[:2] == [0, race.rounds]  # the first on the way
    assert kart(race, "A").holds == Item.MUSHROOM


def test_e15_who_holds_one_leaves_the_box_to_others() -> None:
    race = scene({"A": A, "B": (1480, 400, 180)}, course=BOX)
    kart(race, "A").holds = int(Item.STAR)
    with dice(race):
        drive(race, "A", "short")
    put(body(race, "A"), 1200, 1000, 0)
    with dice(race, 1):
        drive(race, "B", "medium")
    assert [kart(race, name).holds for name in "AB"] == [Item.STAR, Item.SHELL]


def test_e15_g27_boxes_on_a_boost_and_behind_it() -> None:
    course = road(box=[(1560, 400)], boost=[(1400, 400, 0, 135, 60)])
    race = scene({"A": A}, course=course)
    with dice(race, manoeuvre("medium"), 4):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.STAR


# --- bananas


def banana() -> Race:
    """A's banana lies with its middle at (1142.5, 400)."""
    race = scene({"A": A, "B": (900, 400, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race, DROP_BANANA):
        item_attack(race, kart(race, "A"))
    return race


def test_e15_a_banana_attacks_its_owner_too() -> None:
    race = banana()
    with dice(race, 4, 4, 1, 6):
        drive(race, "A", "medium reverse")
    assert hazards(race) == [1, 0]
    assert race.banana_owners[0] == NOBODY


def test_e15_a_banana_attacks_only_the_first() -> None:
    race = banana()
    with dice(race, 6, 1, 1, 1):
        drive(race, "B", "medium")
    put(body(race, "B"), 900, 1000, 0)
    with dice(race):
        drive(race, "A", "medium reverse")
    assert hazards(race) == [0, 2]


def test_e15_a_banana_is_not_used_before_the_first_gate() -> None:
    race = scene({"A": A})
    hold(race, "A", Item.BANANA)
    kart(race, "A").gate = 0
    assert not is_armed(kart(race, "A"))
    with dice(race):
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.BANANA


def test_e15_a_spin_onto_a_banana_touches_it() -> None:
    race = banana()
    put(body(race, "B"), 1142.5 - 210, 434, 0)  # beside it after a Medium
    with dice(race, turned(90), 4, 1, 1, 1):
        drive(race, "B", "medium", spins=1)
    assert hazards(race) == [0, 1]


def test_e15_six_hazards_of_a_banana_wipe_out_in_this_activation() -> None:
    race = banana()
    kart(race, "B").hazards = 3
    race.slot = 1
    race.manoeuvre, race.phase = manoeuvre("medium"), Phase.DRIVE
    with dice(race, 6, 4, 1, 1):
        step(race)
    assert hazards(race) == [0, 6]
    with dice(race):
        step(race)  # no item to attack with
    with dice(race, 6):
        step(race)
    assert hazards(race) == [0, 0]


# --- Mushroom


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
    with dice(race, USE, SMASH, EVADE, 4, 1, 6):
        use_before_moving(race, kart(race, "A"))
    assert where(race, "A") == (1245, 400, 0)
    assert hazards(race) == [1 + 1, 1]


def test_e15_g16_a_mushroom_off_the_road_costs_the_hazard_of_leaving_it() -> None:
    """From y = 550 on: the road ends at 600."""
    race = mushroom((1300, 550, 90))
    with dice(race, USE):
        use_before_moving(race, kart(race, "A"))
    causes = [entry[3] for entry in told(race, Event.HAZARDS)]
    assert causes == [Cause.MUSHROOM, Cause.OFF_ROAD]


# --- Star


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
    with dice(race, EVADE, SMASH, 6, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 1]


def test_e15_a_star_smashes_with_two_dice_more() -> None:
    """Head-on in Gear 1: two dice, and two."""
    race = star()
    put(body(race, "A"), 1190, 400, 0)
    with dice(race, SMASH, SMASH, 4, 4, 4, 4, 6, 6):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 4]


def test_e15_a_star_is_there_between_ones_activations_and_ends_with_the_next() -> None:
    race = star()
    race.manoeuvre, race.phase = 0, Phase.WIPEOUT
    race.gear_phase = 1
    with dice(race):
        step(race)  # the end of A's activation
    assert kart(race, "A").star > 0
    race.phase = Phase.WIPEOUT
    with dice(race):
        step(race)  # the end of B's: his runs nothing down
    assert kart(race, "A").star > 0
    race.slot, race.gear_phase, race.phase = (0 - race.pole) % 2, 1, Phase.WIPEOUT
    with dice(race):
        step(race)  # the end of A's next
    assert kart(race, "A").star == 0
