"""Items: Shells, bananas, Mushrooms, Stars, Bullet Bills and their boxes (G24, G25, E12 to E15)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kart.table import (
    SMASH,
    Pose,
    asked,
    body,
    dice,
    drive,
    field,
    hold,
    kart,
    manoeuvre,
    put,
    suspends,
    table,
    terms,
    told,
    where,
)

from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.rulesets.kart.events import Cause, Event, Modifier, Orientation
from wreckoning.rulesets.kart.questions import (
    DROP_BANANA,
    FIRE_BILL,
    PASS,
    SHELL_AHEAD,
    SHELL_BEHIND,
    Question,
)
from wreckoning.rulesets.kart.race import MM, Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import is_distracted, item_attack, may_shoot
from wreckoning.rulesets.kart.rules.bills import move_bills
from wreckoning.rulesets.kart.rules.gates import is_armed
from wreckoning.rulesets.kart.rules.manoeuvres import use_before_moving
from wreckoning.rulesets.kart.turn import end_activation, step

A_EAST: Pose = (1500, 1000, 0)
PIPE: dict[str, Any] = {"radius": 10}


def shooter(target: Pose, names: str = "A B", **track: Any) -> Race:
    """A holds a Shell and looks to the right; B is the target."""
    race = table(names, at={"A": A_EAST, "B": target}, track=field(**track))
    hold(race, "A", Item.SHELL)
    return race


def can_shoot(race: Race, edge: int) -> bool:
    return bool(may_shoot(race, kart(race, "A"), edge, 1))


# --- Shells


def test_g25_five_dice_and_the_target_evades() -> None:
    race = shooter((1700, 1000, 0))
    with dice(race, SHELL_AHEAD + 1, 6, 5, 4, 3, 1, 6, 6, 2):
        item_attack(race, kart(race, "A"))
    assert told(race, Event.ATTACKED) == [[0, 1, FRONT, 4, 2]]
    assert told(race, Event.HAZARDS) == [[1, 2, 2, Cause.ATTACK, 0]]
    assert terms(race, "A") == [(Modifier.SHELL, 5)]
    assert terms(race, "B") == [(Modifier.EVADE_GEAR, 3)]
    assert kart(race, "A").holds == Item.NONE


def test_g25_one_may_pass() -> None:
    race = shooter((1700, 1000, 0))
    with suspends(race):
        item_attack(race, kart(race, "A"))
    assert asked(race) == (0, Question.ATTACK, [PASS, SHELL_AHEAD + 1])
    with dice(race, PASS):
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.SHELL


# A's front edge is at 1537.5; B, looking up, has its nearest side 16 before its middle.
@pytest.mark.parametrize(
    ("x", "reached"), [(1537.5 + 270 + 16, True), (1537.5 + 270.1 + 16, False)]
)
def test_e14_double_range_from_the_nearest_point_of_the_edge(x: float, reached: bool) -> None:
    assert can_shoot(shooter((x, 1000, 90)), FRONT) is reached


@pytest.mark.parametrize(
    ("pose", "ahead", "behind"),
    [
        ((1650, 1000, 0), True, False),
        ((1350, 1000, 0), False, True),
        ((1500, 1100, 0), False, False),  # beside
        ((1640, 1120, 0), True, False),  # its near corners are within 45°
        ((1570, 1200, 0), False, False),
    ],
)
def test_e14_within_45_degrees_of_straight(pose: Pose, ahead: bool, behind: bool) -> None:
    race = shooter(pose)
    assert (can_shoot(race, FRONT), can_shoot(race, REAR)) == (ahead, behind)


def test_e14_from_the_rear_edge_too() -> None:
    race = shooter((1350, 1000, 0))
    with dice(race, SHELL_BEHIND + 1, 1, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert told(race, Event.ATTACKED) == [[0, 1, REAR, 0, 0]]


def test_e14_cover_is_a_die_less_for_each_thing_at_most_two() -> None:
    pipes = [{"x": 1600, "y": 1006, **PIPE}, {"x": 1640, "y": 1010, **PIPE}]
    for count, cover in ((1, -1), (2, -2)):
        race = shooter((1750, 1000, 90), pipe=pipes[:count])
        with dice(race, SHELL_AHEAD + 1, *[1] * (5 + cover)):
            item_attack(race, kart(race, "A"))
        assert terms(race, "A") == [(Modifier.SHELL, 5), (Modifier.COVER, cover)]
    pipes.append({"x": 1680, "y": 1012, **PIPE})
    race = shooter((1750, 1000, 90), pipe=pipes)
    with dice(race, SHELL_AHEAD + 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))


def test_e14_a_kart_is_cover_too() -> None:
    race = shooter((1780, 1000, 90), names="A B C")
    put(body(race, "C"), 1650, 1030, 0)
    with dice(race, SHELL_AHEAD + 1, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert terms(race, "A") == [(Modifier.SHELL, 5), (Modifier.COVER, -1)]


def test_e14_out_of_sight_there_is_no_attack() -> None:
    race = shooter((1700, 1000, 0), cube=[{"x": 1600, "y": 1000, "size": 80}])
    with dice(race):  # to pass is all there is: nothing is asked
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.SHELL


def test_e13_who_touches_an_obstruction_is_distracted() -> None:
    race = shooter((1700, 1000, 0), cube=[{"x": 1500, "y": 1041, "size": 50}])
    assert is_distracted(race, kart(race, "A"))
    with dice(race):
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.SHELL
    assert not is_distracted(race, kart(race, "B"))


def test_e16_items_only_after_ones_first_gate() -> None:
    race = shooter((1700, 1000, 0))
    kart(race, "A").gate = 0
    assert not is_armed(kart(race, "A"))
    with dice(race):
        item_attack(race, kart(race, "A"))
    kart(race, "A").lap = 1
    assert is_armed(kart(race, "A"))


# --- boxes


def test_e15_a_box_gives_an_item_to_who_holds_none() -> None:
    race = table(at={"A": A_EAST}, track=field(box=[{"x": 1600, "y": 1000}]))
    with dice(race, 4):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.STAR
    assert told(race, Event.ITEM) == [[0, Item.STAR, 0, 0, 0]]
    assert where(race, "A") == (1710, 1000, 0)


@pytest.mark.parametrize("reason", ["holds", "taken"])
def test_e15_not_twice_and_back_in_the_next_round(reason: str) -> None:
    race = table(at={"A": A_EAST}, track=field(box=[{"x": 1600, "y": 1000}]))
    if reason == "holds":
        kart(race, "A").holds = int(Item.SHELL)
    else:
        race.box_round[0] = race.rounds
    with dice(race):
        drive(race, "A", "medium")
    put(body(race, "A"), *A_EAST)
    race.rounds += 1
    kart(race, "A").holds = int(Item.NONE)
    with dice(race, 1):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.SHELL


def test_e15_the_switch_items() -> None:
    box = field(box=[{"x": 1600, "y": 1000}])
    race = table(at={"A": A_EAST}, track=box, items="shells")
    with dice(race):  # no die: it is a Shell
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.SHELL
    race = table(at={"A": A_EAST}, track=box, items="none")
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").holds == Item.NONE


# --- bananas


def test_e15_a_banana_is_dropped_behind_and_attacks_once() -> None:
    race = table(at={"A": A_EAST, "B": (1300, 1000, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race, DROP_BANANA):
        item_attack(race, kart(race, "A"))
    assert told(race, Event.BANANA_DROPPED) == [[0, 0, (1500 - 37.5 - 20) * MM, 1000 * MM, 0]]
    put(body(race, "A"), 1500, 500, 0)
    with dice(race, 6, 4, 1, 6, 1, 1):  # 3 hits, one cancelled
        drive(race, "B", "medium")
    assert told(race, Event.BANANA_HIT) == [[1, 0, 0, 3, 1]]
    assert told(race, Event.HAZARDS) == [[1, 2, 2, Cause.BANANA, 0]]
    assert terms(race, "B")[0] == (Modifier.BANANA, 3)
    assert race.banana_owners[0] == NOBODY
    assert where(race, "B") == (1510, 1000, 0)  # it stops nobody


def test_e15_no_banana_where_there_is_no_table() -> None:
    race = table(at={"A": (40, 1000, 0)})
    hold(race, "A", Item.BANANA)
    with dice(race):
        item_attack(race, kart(race, "A"))
    assert kart(race, "A").holds == Item.BANANA
    assert race.bananas[0].half_length == 0


# --- Mushroom and Star


def test_e15_a_mushroom_is_a_medium_before_moving() -> None:
    race = table(at={"A": A_EAST})
    hold(race, "A", Item.MUSHROOM)
    race.phase = Phase.MANOEUVRE
    with dice(race, 1, manoeuvre("medium")):
        step(race)
    assert where(race, "A") == (1710, 1000, 0)
    assert told(race, Event.HAZARDS) == [[0, 1, 1, Cause.MUSHROOM, 0]]
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
    race = table(at={"A": A_EAST})
    hold(race, "A", Item.MUSHROOM)
    with dice(race, 0):
        use_before_moving(race, kart(race, "A"))
    assert (where(race, "A"), kart(race, "A").holds) == ((1500, 1000, 0), Item.MUSHROOM)


def test_e15_a_star_takes_no_hits_and_smashes_with_two_dice_more() -> None:
    race = table(at={"A": A_EAST, "B": (1650, 1000, 90)}, gear=1)
    hold(race, "A", Item.STAR)
    with dice(race, 1):
        use_before_moving(race, kart(race, "A"))
    assert (kart(race, "A").star, kart(race, "A").holds) == (2, Item.NONE)
    with dice(race, SMASH, SMASH, 6, 6, 6, 6):
        drive(race, "A", "medium")
    assert terms(race, "A") == [(Modifier.OWN_GEAR, 1), (Modifier.STAR, 2)]
    assert [kart(race, name).hazards for name in "AB"] == [1, 6]  # one at least, all the same


def test_e15_a_star_lasts_until_the_end_of_the_next_activation() -> None:
    race = table(at={"A": A_EAST})
    kart(race, "A").star = 2
    for left in (1, 0, 0):
        race.slot, race.gear_phase = 0, 1
        end_activation(race, kart(race, "A"))
        assert kart(race, "A").star == left


def test_e15_nor_does_a_shell_hurt_a_star() -> None:
    race = shooter((1700, 1000, 0))
    kart(race, "B").star = 1
    with dice(race, SHELL_AHEAD + 1, 6, 6, 6, 6, 6, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert kart(race, "B").hazards == 0


# --- Bullet Bills


def fired(other: Pose = (2500, 1000, 0), **track: Any) -> Race:
    """A's Bullet Bill starts at (1600, 200), on the middle of the road, looking along it."""
    race = table(at={"A": (1600, 200, 90), "B": other}, track=field(**track))
    hold(race, "A", Item.BULLET_BILL)
    with dice(race, FIRE_BILL):
        item_attack(race, kart(race, "A"))
    return race


def test_e12_a_bullet_bill_flies_along_the_road() -> None:
    race = fired()
    assert told(race, Event.BILL_FIRED) == [[0, 0, 1600 * MM, 200 * MM, 0]]
    with dice(race):  # its owner, whom it touches, it leaves alone
        move_bills(race)
    assert told(race, Event.BILL_MOVED) == [[0, 0, 1810 * MM, 200 * MM, 0]]
    for _ in range(6):
        move_bills(race)
    bill = race.bills[0]
    assert bill.x > 2600 * MM
    assert 0 < bill.heading < 9000  # round the first bend


def test_g24_gear_2_heavy_and_always_smashes() -> None:
    race = fired((1800, 200, 180))  # head-on: 2 + 3, and one for weight
    with dice(race, 6, 6, 1, 1, 1, 1, 6, 1, 1):
        move_bills(race)
    assert told(race, Event.HIT_BILL)[0][:3] == [1, 0, Orientation.HEAD_ON]
    assert terms(race, "B")[:3] == [
        (Modifier.OWN_GEAR, 2),
        (Modifier.OTHER_GEAR, 3),
        (Modifier.WEIGHT, 1),
    ]
    assert told(race, Event.HAZARDS) == [[1, 3, 3, Cause.COLLISION, 0]]
    assert race.bill_owners[0] == NOBODY
    assert race.bills[0].half_length == 0


def test_g24_who_runs_into_it_is_smashed_too() -> None:
    race = fired((2000, 200, 180))
    move_bills(race)  # to 1810
    with dice(race, 1, 1, 1, 1, 1, 1):
        drive(race, "B", "medium")
    assert kart(race, "B").hazards == 1
    assert told(race, Event.BILL_GONE) == [[0, 0, 0, 0, 0]]
    assert where(race, "B")[0] == pytest.approx(1885, abs=0.1)


def test_e12_it_leaves_play_at_an_obstruction() -> None:
    race = fired(pipe=[{"x": 1700, "y": 200}])
    with dice(race):
        move_bills(race)
    assert race.bill_owners[0] == NOBODY
    race = fired(mushroom=[{"x": 1700, "y": 200}])
    with dice(race):
        move_bills(race)
    assert (race.bill_owners[0], race.gone[0]) == (NOBODY, 1)


def test_g24_it_moves_at_the_end_of_every_activation() -> None:
    race = fired()
    race.slot, race.phase = 1, Phase.WIPEOUT  # B's
    step(race)
    assert race.phase == Phase.BILL
    step(race)
    assert race.bills[0].x == 1810 * MM


def test_e15_shells_and_bills_are_for_the_attack_mushrooms_for_before() -> None:
    race = table(at={"A": A_EAST})
    for item in (Item.MUSHROOM, Item.STAR):
        hold(race, "A", item)
        with dice(race):
            item_attack(race, kart(race, "A"))
    for item in (Item.SHELL, Item.BANANA, Item.BULLET_BILL):
        hold(race, "A", item)
        with dice(race):
            use_before_moving(race, kart(race, "A"))
