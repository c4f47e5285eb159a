"""Item boxes, what there is in them and when it is used, and bananas (E15)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.kart.scene import hazards, road, scene, turned
from tests.kart.table import (
    body,
    dice,
    drive,
    field,
    hold,
    kart,
    manoeuvre,
    put,
    table,
    terms,
    where,
)

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.kart.cards import items
from wreckoning.rulesets.kart.events import (
    BananaDropped,
    BananaHit,
    Cause,
    GotItem,
    Hazards,
    Modifier,
)
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Attack
from wreckoning.rulesets.kart.race import BODIES, MM, Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.gates import is_armed
from wreckoning.rulesets.kart.rules.manoeuvres import use_before_moving
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)
MIDDLE = (1500.0, 1000.0, 0.0)  # of a table without anything
USE = 1
BOX = road(box=[(1340, 400)])


# --- boxes


@pytest.mark.parametrize("item", [item for item in Item if item])
def test_e15_each_item_is_a_face_of_the_item_die(item: Item) -> None:
    race = scene({"A": A}, course=BOX)
    with dice(race, int(item)):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == item
    assert told(race, GotItem) == [GotItem(0, item, 0)]
    assert where(race, "A") == (1410, 400, 0)  # it stops nobody
    assert len(items()) == 5


def test_e15_a_box_that_is_not_reached_gives_nothing() -> None:
    race = scene({"A": A, "B": (1320, 400, 180)}, course=BOX)
    with dice(race, Declaration.EVADE, Declaration.EVADE):
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


def test_e15_the_switch_items() -> None:
    box = field(box=[{"x": 1600, "y": 1000}])
    race = table(at={"A": MIDDLE}, track=box, items="shells")
    with dice(race):  # no die: it is a Shell
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.SHELL
    race = table(at={"A": MIDDLE}, track=box, items="none")
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.NONE


def test_e15_shells_and_bills_are_for_the_attack_mushrooms_for_before() -> None:
    race = table(at={"A": MIDDLE})
    for item in (Item.MUSHROOM, Item.STAR):
        hold(race, "A", item)
        with dice(race):
            item_attack(race, kart(race, "A"))
    for item in (Item.SHELL, Item.BANANA, Item.BULLET_BILL):
        hold(race, "A", item)
        with dice(race):
            use_before_moving(race, kart(race, "A"))


# --- bananas


def test_e15_a_banana_is_dropped_behind_and_attacks_once() -> None:
    race = table(at={"A": MIDDLE, "B": (1300, 1000, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race, Attack.BANANA):
        item_attack(race, kart(race, "A"))
    assert told(race, BananaDropped) == [
        BananaDropped(0, 0, round((1500 - 37.5 - 20) * MM), 1000 * MM)
    ]
    put(body(race, "A"), 1500, 500, 0)
    with dice(race, 6, 4, 1, 6, 1, 1):  # 3 hits, one cancelled
        drive(race, "B", "medium")
    assert told(race, BananaHit) == [BananaHit(1, 0, 0, 3, 1)]
    assert told(race, Hazards) == [Hazards(1, 2, 2, Cause.BANANA, 0)]
    assert terms(race, "B")[0] == (Modifier.BANANA, 3)
    assert (kart(race, "A").hits_dealt, kart(race, "B").hits_taken) == (2, 2)
    assert race.banana_owners[0] == NOBODY
    assert where(race, "B") == (1510, 1000, 0)  # it stops nobody


def test_e15_no_banana_where_there_is_no_table() -> None:
    race = table(at={"A": (40, 1000, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race):
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.BANANA
    tried = race.bananas[0]
    assert (tried.x, tried.y, tried.heading, tried.half_length) == (0, 0, 0, 0)


def test_e15_no_banana_and_no_bill_where_there_is_no_more_place() -> None:
    for item in (Item.BANANA, Item.BULLET_BILL):
        race = table(at={"A": MIDDLE})
        race.banana_owners = [1] * BODIES
        race.bill_owners = [1] * BODIES
        hold(race, "A", item)
        with dice(race):
            item_attack(race, kart(race, "A"))
        assert kart(race, "A").holds == item
        assert race.banana_owners == race.bill_owners == [1] * BODIES


def banana() -> Race:
    """A's banana lies with its middle at (1142.5, 400)."""
    race = scene({"A": A, "B": (900, 400, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race, Attack.BANANA):
        item_attack(race, kart(race, "A"))
    return race


def test_e15_a_banana_attacks_its_owner_too() -> None:
    race = banana()
    with dice(race, 4, 4, 1, 6):
        drive(race, "A", "medium reverse")
    assert hazards(race) == [1, 0]
    assert (kart(race, "A").hits_taken, kart(race, "A").hits_dealt) == (1, 0)
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
    put(body(race, "B"), 1142.5 - 210, 434, 0)  # next to it after a Medium
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
