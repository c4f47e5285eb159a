"""Movement: slides, spins, contacts, obstructions, the table's edge and the road (G13 to G18)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import told
from tests.kart.table import asked, body, dice, drive, field, kart, suspends, table, where

from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.rulesets.kart.events import (
    Cause,
    Collision,
    Hazards,
    HitObstruction,
    NoDice,
    OffRoad,
    Pool,
    Removed,
    Slid,
    SlidBack,
)
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import MM, Obstruction
from wreckoning.rulesets.kart.rules.contacts import TOUCHING, touched_karts

MIDDLE = {"A": (1500.0, 1000.0, 0.0)}
STRAIGHT = 3  # a slide's turn of 0
LEFT, RIGHT = 0, 100
NO_SPIN = 6


# A Medium ends with the rear edge at 1672.5; the slide leads it 53 on and 53 aside.
@pytest.mark.parametrize(
    ("slide", "x", "y", "heading"),
    [
        (LEFT + STRAIGHT, 1710 + 53.0, 1000 - 53.0, 0),
        (RIGHT + STRAIGHT, 1710 + 53.0, 1000 + 53.0, 0),
        (LEFT + 0, 1672.5 + 53.0 + 26.5, 1000 - 53.0 - 26.5, 315),
        (RIGHT + 6, 1672.5 + 53.0 + 26.5, 1000 + 53.0 + 26.5, 45),
        (LEFT + 4, 1672.5 + 53.0 + 36.2, 1000 - 53.0 + 9.7, 15),
    ],
)
def test_g13_e6_a_slide_after_a_straight(slide: int, x: float, y: float, heading: float) -> None:
    race = table(at=MIDDLE)
    with dice(race, slide):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A")[:2] == pytest.approx((x, y), abs=0.15)
    assert where(race, "A")[2] == heading
    turned = (heading + 180) % 360 - 180
    assert told(race, Slid) == [Slid(0, int(slide >= RIGHT), round(turned))]


@pytest.mark.parametrize(
    ("template", "sides"),
    [
        ("medium", "LR"),
        ("veer left", "LR"),
        ("swerve right", "LR"),
        ("gentle left", "R"),
        ("turn right", "L"),
        ("hairpin left", "R"),
    ],
)
def test_e6_to_the_outside_of_a_turn(template: str, sides: str) -> None:
    race = table(at=MIDDLE)
    with suspends(race):
        drive(race, "A", template, slides=2)  # one slide however many results
    left, right = list(range(7)), list(range(100, 107))
    expected = (left if "L" in sides else []) + (right if "R" in sides else [])
    assert asked(race) == (0, Question.SLIDE, expected)


def test_e6_a_slide_in_reverse_goes_on_backward() -> None:
    race = table(at=MIDDLE, gear=1)
    with dice(race, LEFT + STRAIGHT):
        drive(race, "A", "short reverse", slides=1)
    assert where(race, "A") == pytest.approx((1500 - 150 - 53.0, 1000 - 53.0, 0), abs=0.15)


@pytest.mark.parametrize(("option", "turn"), [(0, 270), (5, 345), (6, 0), (12, 90)])
def test_g15_e7_a_spin_about_the_centre(option: int, turn: int) -> None:
    race = table(at=MIDDLE)
    with dice(race, option):
        drive(race, "A", "medium", spins=2)  # several are one turn
    assert where(race, "A") == (1710, 1000, turn)


def test_g15_collisions_are_looked_for_again() -> None:
    # B stands next to where A ends: turning, A's front comes into B's side.
    race = table(at={**MIDDLE, "B": (1710, 1050, 0)})
    with dice(race, 12, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium", spins=1)
    assert [told(race, Collision)[0].who, told(race, Collision)[0].other] == [0, 1]
    assert 0 < where(race, "A")[2] < 90


def test_g14_g18_the_mover_stops_at_the_first_contact() -> None:
    race = table("A B C", at={**MIDDLE, "B": (1700, 1000, 90), "C": (1650, 1020, 0)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    # C's rear edge is at 1612.5, in A's way; B is behind it
    assert where(race, "A") == pytest.approx((1575, 1000, 0), abs=0.1)
    assert told(race, Collision)[0].other == 2


def test_e8_what_is_touched_at_the_start_is_ignored() -> None:
    race = table(at={**MIDDLE, "B": (1500, 1032, 0)})  # side by side, touching
    assert touched_karts(race, body(race, "A"), 1) == 0b10
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A") == (1710, 1000, 0)
    far = table(at={**MIDDLE, "B": (1500, 1032.2, 0)})
    assert touched_karts(far, body(far, "A"), 1) == 0
    assert TOUCHING == MM // 10


def test_e8_through_what_is_touched_if_the_end_is_clear() -> None:
    race = table(at={**MIDDLE, "B": (1575, 1000, 0)})  # nose to tail, touching
    with dice(race):
        drive(race, "A", "medium")  # 210 on: B ends at 1612.5, A begins at 1672.5
    assert where(race, "A") == (1710, 1000, 0)


def test_e8_else_back_by_the_least_that_frees_it() -> None:
    # B stands across: 32 long in A's way, then 150 on is in B again? No: B lies along, 1537.5 on.
    race = table("A B C", at={**MIDDLE, "B": (1575, 1000, 0), "C": (1780, 1000, 0)})
    # A touches B. C stops A at 1742.5 − 37.5 = 1705, clear of B: nothing slides back.
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert where(race, "A")[0] == pytest.approx(1705, abs=0.1)
    assert told(race, SlidBack) == []
    # C 60 nearer stops A at 1645, 5 deep in B (up to 1612.5): back to where it began, far from C.
    race = table("A B C", at={**MIDDLE, "B": (1575, 1000, 0), "C": (1720, 1000, 0)})
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A")[0] == pytest.approx(1500, abs=0.1)
    assert told(race, SlidBack)[0].way == pytest.approx(145 * MM, abs=10)
    assert told(race, Collision) == []


def test_g23_an_immovable_obstruction_stops_the_movement() -> None:
    race = table(at=MIDDLE, track=field(cube=[{"x": 1650, "y": 1000, "size": 50}]))
    # gear 3 and heavy against middle: 4 dice; no hit, one hazard at least
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "medium")
    assert where(race, "A")[0] == pytest.approx(1587.5, abs=0.1)
    assert told(race, HitObstruction) == [HitObstruction(0, 0, Obstruction.CUBE, FRONT)]
    assert kart(race, "A").hazards == 1
    assert race.gone[0] == 0


def test_g23_a_destructible_one_is_removed_and_the_movement_goes_on() -> None:
    mushrooms: list[dict[str, Any]] = [{"x": x, "y": 1000, "radius": 15} for x in (1600, 1680)]
    race = table(at=MIDDLE, track=field(mushroom=mushrooms))
    with dice(race, 1, 1, 1, 1, 1, 1):  # middle against middle: 3 dice each
        drive(race, "A", "medium")
    assert where(race, "A") == (1710, 1000, 0)
    assert race.gone[:2] == [1, 1]
    assert kart(race, "A").hazards == 2
    assert told(race, Removed) == [Removed(0), Removed(1)]
    with dice(race):
        drive(race, "A", "short reverse")  # nothing is there any more


def test_e17_the_tables_edge_is_an_immovable_obstruction() -> None:
    race = table(at={"A": (2900, 1000, 0)})
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "medium")
    assert where(race, "A")[0] == pytest.approx(2962.5, abs=0.1)
    assert told(race, HitObstruction) == [HitObstruction(0, NOBODY, Obstruction.EDGE, FRONT)]
    race = table(at={"A": (2900, 1000, 180)}, gear=1)
    with dice(race, 1, 1):
        drive(race, "A", "medium reverse")
    assert told(race, HitObstruction)[0].edge == REAR


def test_g16_e24_leaving_the_road_is_a_hazard() -> None:
    race = table(at={"A": (1600, 300, 0)})  # the road goes from y = 50 to 350
    with dice(race):
        drive(race, "A", "turn right")
    assert told(race, Hazards) == [Hazards(0, 1, 1, Cause.OFF_ROAD, 0)]
    assert len(told(race, OffRoad)) == 1


@pytest.mark.parametrize(
    ("pose", "template"),
    [
        ((1600, 200, 0), "medium"),  # on the road all the time
        ((1600, 1000, 0), "medium"),  # never on it
        ((1600, 340, 0), "turn right"),  # not wholly on it before
        ((1600, 500, 270), "medium"),  # back onto it
    ],
)
def test_g16_e24_only_from_the_road(pose: tuple[float, float, float], template: str) -> None:
    race = table(at={"A": pose})
    with dice(race):
        drive(race, "A", template)
    assert kart(race, "A").hazards == 0


def test_g22_no_dice_are_told() -> None:
    # a heavy kart in Gear 1 … a mushroom is middle: 1 die less 1
    race = table(
        at=MIDDLE,
        gear=1,
        karts={"A": "heavy"},
        track=field(mushroom=[{"x": 1600, "y": 1000, "radius": 15}]),
    )
    with dice(race):
        drive(race, "A", "medium")
    assert told(race, NoDice) == [NoDice(0, Pool.SMASH, 0)]
    assert kart(race, "A").hazards == 1


def test_g14_nothing_is_left_of_a_path_that_was_driven() -> None:
    race = table(at=MIDDLE)
    with dice(race):
        drive(race, "A", "medium")
    assert race.path.count == 0
