"""The Bullet Bill (G24, E12): Gear 2, heavy, along the road, and once."""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import told
from tests.kart.scene import hazards, road, scene
from tests.kart.table import Pose, body, dice, drive, hold, kart, put, terms

from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import Body
from wreckoning.rulesets.kart.events import (
    BillFired,
    BillGone,
    BillMoved,
    Cause,
    Collision,
    Decided,
    Hazards,
    HitBill,
    Modifier,
    Orientation,
    SlidBack,
)
from wreckoning.rulesets.kart.questions import Attack
from wreckoning.rulesets.kart.race import MM, Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.bills import move_bills
from wreckoning.rulesets.kart.rules.line import is_on_road
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)


def fired(course: dict[str, Any] | None = None, at: Pose = A, **more: Pose) -> Race:
    """A has fired a Bullet Bill from (1200, 400), along the road."""
    race = scene({"A": at, **more}, course=course)
    hold(race, "A", Item.BULLET_BILL)
    with dice(race, Attack.BULLET_BILL):
        item_attack(race, kart(race, "A"))
    return race


def pose(bill: Body) -> Pose:
    return bill.x / MM, bill.y / MM, bill.heading / 100


def test_g24_it_moves_at_the_end_of_the_turn_in_which_it_is_fired() -> None:
    race = scene({"A": A})
    hold(race, "A", Item.BULLET_BILL)
    race.phase = Phase.ATTACK
    seen = []
    for answers in ((Attack.BULLET_BILL,), (), ()):
        with dice(race, *answers):
            step(race)
        seen.append((race.phase, pose(race.bills[0])))
    assert seen == [
        (Phase.WIPEOUT, A),
        (Phase.BILL, A),
        (Phase.MANOEUVRE, (1410, 400, 0)),  # a Medium, from front edge to rear edge
    ]


def test_g24_it_moves_at_the_end_of_every_activation() -> None:
    race = fired()
    race.slot, race.phase = 1, Phase.WIPEOUT  # B's
    step(race)
    assert race.phase == Phase.BILL
    step(race)
    assert race.bills[0].x == 1410 * MM


def test_g24_it_is_told_where_it_is_fired_and_where_it_comes_to() -> None:
    race = fired()
    assert told(race, BillFired) == [BillFired(0, 0, 1200 * MM, 400 * MM, 0)]
    with dice(race):  # it leaves its owner alone, though it touches them
        move_bills(race)
    assert told(race, BillMoved) == [BillMoved(0, 0, 1410 * MM, 400 * MM, 0)]


def test_g24_kept_it_is_not_in_play() -> None:
    race = scene({"A": A})
    hold(race, "A", Item.BULLET_BILL)
    race.phase = Phase.ATTACK
    with dice(race, Attack.PASS):
        step(race)
    assert kart(race, "A").holds == Item.BULLET_BILL
    assert race.bill_owners == [NOBODY] * len(race.bill_owners)


def test_e12_along_the_road_where_it_runs_down_the_table() -> None:
    """On its middle, where the point ahead is neither left nor right of it."""
    race = fired(at=(2700, 850, 80))
    assert pose(race.bills[0]) == (2700, 850, 90)


# Gear 2 and heavy, against a middle kart in Gear 3: one die more for weight.
@pytest.mark.parametrize(
    ("target", "orientation", "without"),
    [
        ((1350, 400, 180), Orientation.HEAD_ON, 5),
        ((1350, 400, 90), Orientation.T_BONE, 2),
        ((1350, 400, 270), Orientation.T_BONE, 2),
        (
            (1350, 400, 0),
            Orientation.TAILGATE,
            1,
        ),  # slower than its target, it smashes all the same
    ],
)
@pytest.mark.parametrize(("key", "more"), [("light", 2), ("middle", 1), ("heavy", 0)])
def test_g24_its_dice(target: Pose, orientation: int, without: int, key: str, more: int) -> None:
    race = scene({"A": A, "B": target}, karts={"B": key}, gears={"B": 3})
    hold(race, "A", Item.BULLET_BILL)
    with dice(race, Attack.BULLET_BILL):
        item_attack(race, kart(race, "A"))
    with dice(race, *[1] * (without + more)):
        move_bills(race)
    assert [
        told(race, HitBill)[0].who,
        told(race, HitBill)[0].owner,
        told(race, HitBill)[0].orientation,
    ] == [1, 0, orientation]
    assert hazards(race) == [0, 1]
    assert [driver.collisions for driver in race.karts[:2]] == [0, 1]


def test_g24_gear_2_heavy_and_always_smashes() -> None:
    race = fired(B=(1400, 400, 180))
    kart(race, "B").gear = 3  # head-on: 2 + 3, and one for weight
    with dice(race, 6, 6, 1, 1, 1, 1, 6, 1, 1):
        move_bills(race)
    assert terms(race, "B")[:3] == [
        (Modifier.OWN_GEAR, 2),
        (Modifier.OTHER_GEAR, 3),
        (Modifier.WEIGHT, 1),
    ]
    assert told(race, Hazards) == [Hazards(1, 3, 3, Cause.COLLISION, 0)]
    assert race.bill_owners[0] == NOBODY
    assert race.bills[0].half_length == 0


def test_g24_who_is_hit_evades_and_is_not_asked() -> None:
    race = fired(B=(1400, 400, 90))
    kart(race, "B").gear = 3
    with dice(race, 6, 6, 4, 6, 6, 1):
        move_bills(race)
    assert hazards(race) == [0, 3]
    assert told(race, Decided) == []


def test_e12_it_leaves_play_after_smashing_once() -> None:
    race = fired(B=(1350, 400, 90), C=(1350, 480, 90))
    with dice(race, 1, 1, 1):
        move_bills(race)
    with dice(race):
        move_bills(race)
    assert hazards(race) == [0, 1, 0]


def test_e12_not_even_a_smash_without_hits_keeps_it() -> None:
    race = fired(B=(1350, 400, 0))
    with dice(race, 1, 1):  # tailgating Gear 1: one die, and one for weight
        move_bills(race)
    assert race.bill_owners[0] == NOBODY
    put(body(race, "B"), 900, 1000, 0)
    with dice(race):
        drive(race, "A", "medium")  # nothing is left in the way
    assert hazards(race) == [0, 1]


def test_e12_it_hits_its_owner_too_once_it_has_left_them() -> None:
    race = fired()
    with dice(race):
        move_bills(race)  # to x = 1410
    put(body(race, "A"), 1530, 400, 180)
    with dice(race, 1, 1, 1, 1):  # head-on with Gear 1: three dice and one
        move_bills(race)
    assert hazards(race) == [1, 0]


@pytest.mark.parametrize("heading", [0, 90, 180, 270])
def test_e12_it_flies_along_the_road_wherever_its_owner_looks(heading: int) -> None:
    race = fired(at=(1200, 400, heading))
    assert pose(race.bills[0]) == (1200, 400, 0)


def test_e12_back_to_the_middle_of_the_road() -> None:
    race = fired(at=(1200, 520, 0))
    for _ in range(5):
        with dice(race):
            move_bills(race)
    assert race.bills[0].y / MM == pytest.approx(400, abs=3)


def test_e12_all_the_way_round_on_the_road() -> None:
    race = fired(B=(1500, 1000, 0))
    put(body(race, "A"), 1300, 1000, 0)
    quarters = set()
    for _ in range(33):  # 6.9 m: once round and a little
        with dice(race):
            move_bills(race)
        assert is_on_road(race, race.bills[0])
        quarters.add(race.bills[0].heading // 9000)
    assert quarters == {0, 1, 2, 3}
    assert race.bill_owners[0] == 0


def test_e12_off_the_table_it_leaves_play() -> None:
    """Bent by hand: the road here leads nowhere near the edge."""
    race = fired()
    put(race.bills[0], 1200, 60, 0)
    race.course.line_y[1] = race.course.line_y[2] = 10 * MM
    for _ in range(4):
        with dice(race):
            move_bills(race)
    assert race.bill_owners[0] == NOBODY
    assert hazards(race) == [0, 0]


@pytest.mark.parametrize(("kind", "gone"), [("pipe", 0), ("cube", 0), ("mushroom", 1)])
def test_e12_an_obstruction_is_smashed_too(kind: str, gone: int) -> None:
    race = fired(road(**{kind: [(1400, 400)]}))
    with dice(race):
        move_bills(race)
    assert race.bill_owners[0] == NOBODY
    assert race.gone[0] == gone


def test_g24_several_move_each_and_not_into_each_other() -> None:
    race = fired(B=(1350, 480, 0))
    hold(race, "B", Item.BULLET_BILL)
    with dice(race, Attack.BULLET_BILL):
        item_attack(race, kart(race, "B"))
    put(body(race, "B"), 1300, 1000, 0)
    with dice(race):
        move_bills(race)
    assert [entry.who for entry in told(race, BillMoved)] == [0, 1]
    assert race.bill_owners[:2] == [0, 1]


def test_g24_g18_a_kart_that_runs_into_it_stops_and_is_smashed() -> None:
    race = fired(B=(1560, 400, 180))
    with dice(race):
        move_bills(race)  # to x = 1410, its front at 1447.5
    with dice(race, 1, 1, 1, 1):  # head-on with Gear 1: three dice and one
        drive(race, "B", "medium")
    assert body(race, "B").x == (1447.5 + 37.5) * MM
    assert [
        told(race, HitBill)[0].who,
        told(race, HitBill)[0].owner,
        told(race, HitBill)[0].orientation,
    ] == [1, 0, Orientation.HEAD_ON]
    assert hazards(race) == [0, 1]
    assert told(race, BillGone) == [BillGone(0, 0)]


# --- E8: a kart and the Bullet Bill that it touches at the start of its movement


def test_e8_a_bullet_bill_touched_at_the_start_is_left_alone() -> None:
    """A fires and drives off: the Bullet Bill stands where A does."""
    race = fired()
    with dice(race):
        drive(race, "A", "medium")
    assert (body(race, "A").x, race.bill_owners[0]) == (1410 * MM, 0)
    assert told(race, HitBill) == []


def test_e8_who_would_end_in_a_bullet_bill_slides_back() -> None:
    """One at A's nose, made too long to drive through."""
    race = fired()
    race.bills[0].half_length = 100 * MM
    put(race.bills[0], 1200 + 37.5 + 100, 400, 0)
    with dice(race):
        drive(race, "A", "medium")
    assert body(race, "A").x == pytest.approx(1200 * MM, abs=10)
    assert len(told(race, SlidBack)) == 1
    assert told(race, HitBill) == []
    assert race.bill_owners[0] == 0


def test_e8_through_a_bullet_bill_into_another_kart() -> None:
    race = fired(B=(1395, 400, 90))
    with dice(race, 0, 0):  # both evade
        drive(race, "A", "medium")
    assert [[entry.who, entry.other] for entry in told(race, Collision)] == [[0, 1]]
    assert told(race, HitBill) == []


def test_e8_a_bullet_bill_leaves_alone_the_karts_it_touches_and_meets_the_next() -> None:
    race = fired(B=(1253.5, 400, 90), C=(1350, 400, 90))
    with dice(race, 1, 1, 1):
        move_bills(race)
    assert [entry.who for entry in told(race, HitBill)] == [2]


def test_e8_an_obstruction_that_a_bullet_bill_touches_does_not_stop_it() -> None:
    race = fired(road(cube=[(1262, 400, 50)]), at=(900, 400, 0))
    put(race.bills[0], 1199.5, 400, 0)
    with dice(race):
        move_bills(race)
    assert race.bills[0].x == 1409.5 * MM
    assert race.bill_owners[0] == 0


@pytest.mark.parametrize("place", [0, 1, 11])
def test_g24_it_moves_in_whichever_place_it_is_kept(place: int) -> None:
    race = fired()
    if place:
        race.bills[place], race.bills[0] = race.bills[0], race.bills[place]
        race.bill_owners[0], race.bill_owners[place] = NOBODY, 0
    with dice(race):
        move_bills(race)
    assert race.bills[place].x == 1410 * MM
