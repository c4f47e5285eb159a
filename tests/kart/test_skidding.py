"""Skid dice, Push It and SHIFTs (G1, G3, G9 to G12, G17)."""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.kart.table import asked, dice, kart, manoeuvre, suspends, table

from wreckoning.core import door
from wreckoning.rulesets.kart.events import Cause, Gear, Hazards, Pushed
from wreckoning.rulesets.kart.questions import Question, Shift
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.hazards import gain_hazards
from wreckoning.rulesets.kart.rules.skidding import skid

OFF_ROAD = {"A": (1500.0, 1000.0, 0.0)}
HAZARD, SPIN, SLIDE = 1, 2, 3
CANCEL = [int(Shift.CANCEL_HAZARD), int(Shift.CANCEL_SPIN), int(Shift.CANCEL_SLIDE)]


def moving(template: str = "gentle left", gear: int = 3, **rest: object) -> Race:
    """A, off the road, with this template: permitted, neither trivial nor hazardous."""
    race = table(at=OFF_ROAD, gear=gear, **rest)  # type: ignore[arg-type]
    race.manoeuvre = manoeuvre(template)
    return race


@pytest.mark.parametrize(
    ("face", "hazards", "spins", "slides"),
    [(HAZARD, 1, 0, 0), (SPIN, 1, 1, 0), (SLIDE, 1, 0, 1)],
)
def test_g1_g12_what_is_not_cancelled_is_a_hazard(
    face: int, hazards: int, spins: int, slides: int
) -> None:
    race = moving()
    with dice(race, 1, face, 0):
        skid(race, kart(race, "A"))
    assert (kart(race, "A").hazards, race.spins, race.slides) == (hazards, spins, slides)
    assert told(race, Hazards) == [Hazards(0, 1, 1, Cause.SKID, 0)]


@pytest.mark.parametrize("face", [4, 5, 6])
def test_g1_g3_four_to_six_is_a_shift(face: int) -> None:
    race = moving()
    with suspends(race, 1, face, 0):
        skid(race, kart(race, "A"))
    assert asked(race) == (0, Question.SHIFT, [Shift.NOTHING, Shift.GEAR_UP, Shift.GEAR_DOWN])


@pytest.mark.parametrize(("kind", "dice_of"), [("light", 4), ("middle", 3), ("heavy", 3)])
def test_g9_none_up_to_handling(kind: str, dice_of: int) -> None:
    race = moving(karts={"A": kind})
    with suspends(race):
        skid(race, kart(race, "A"))
    assert asked(race) == (0, Question.SKID_DICE, list(range(dice_of + 1)))


def test_g9_no_dice_nothing_happens() -> None:
    race = moving()
    with dice(race, 0):
        skid(race, kart(race, "A"))
    assert (kart(race, "A").hazards, race.spins, race.slides) == (0, 0, 0)


def test_g10_any_dice_once_more_for_a_hazard() -> None:
    race = moving()
    # HAZARD, SHIFT, SPIN; the first and the third again: SHIFT, SHIFT
    with dice(race, 3, HAZARD, 5, SPIN, 0b101, 6, 4, Shift.NOTHING):
        skid(race, kart(race, "A"))
    assert told(race, Pushed) == [Pushed(0, 2, 1)]
    assert (kart(race, "A").hazards, kart(race, "A").pushes) == (1, 1)
    assert [entry[2] for entry in entries(race, door.ROLL)] == [HAZARD, 5, SPIN, 6, 4]


def test_g10_only_once_a_movement_and_only_if_one_likes() -> None:
    race = moving()
    with dice(race, 1, HAZARD, 0b1, HAZARD):  # not asked again
        skid(race, kart(race, "A"))
    assert kart(race, "A").hazards == 2
    race = moving()
    with dice(race, 1, HAZARD, 0):
        skid(race, kart(race, "A"))
    assert (kart(race, "A").hazards, kart(race, "A").pushes) == (1, 0)


@pytest.mark.parametrize(
    ("x", "y", "template", "price"),
    [
        (1500, 200, "medium", 0),  # along the middle of the road
        (1500, 270, "turn right", 1),  # off it: the road is 300 mm wide
        (1500, 340, "medium", 1),  # half of it off the road
        (1500, 1000, "medium", 1),
    ],
)
def test_g17_e24_on_the_road_push_it_is_free(x: int, y: int, template: str, price: int) -> None:
    race = table(at={"A": (x, y, 0)})
    race.manoeuvre = manoeuvre(template)
    trivial = [Shift.NOTHING] if template == "medium" else []
    with suspends(race, 1, 4):
        skid(race, kart(race, "A"))
    assert (asked(race)[1], race.push_price) == (Question.PUSH, price)
    race = table(at={"A": (x, y, 0)})
    race.manoeuvre = manoeuvre(template)
    with dice(race, 1, 4, 0b1, HAZARD, *trivial):
        skid(race, kart(race, "A"))
    assert race.push_price == 0
    assert told(race, Pushed) == [Pushed(0, 1, price)]
    assert kart(race, "A").hazards == price + 1


def test_g11_g3_shifts_are_spent_one_by_one() -> None:
    race = moving()
    gain_hazards(race, kart(race, "A"), 2, Cause.SKID, 0)
    # a SPIN and two SHIFTs: one cancels the SPIN, the other drops a hazard
    with suspends(race, 3, SPIN, 4, 5, 0):
        skid(race, kart(race, "A"))
    assert asked(race)[2] == [
        Shift.NOTHING,
        CANCEL[1],
        Shift.GEAR_UP,
        Shift.GEAR_DOWN,
        Shift.DROP_HAZARD,
    ]
    race = moving()
    gain_hazards(race, kart(race, "A"), 2, Cause.SKID, 0)
    with dice(race, 3, SPIN, 4, 5, 0, CANCEL[1], Shift.DROP_HAZARD):
        skid(race, kart(race, "A"))
    assert (kart(race, "A").hazards, race.spins) == (1, 0)


@pytest.mark.parametrize(("face", "cancel"), list(enumerate(CANCEL, 1)))
def test_g3_a_shift_cancels_one_result(face: int, cancel: int) -> None:
    race = moving()
    with dice(race, 3, face, face, 4, 0, cancel):
        skid(race, kart(race, "A"))
    assert kart(race, "A").hazards == 1  # of two alike one is left


@pytest.mark.parametrize(("shift", "gear"), [(Shift.GEAR_UP, 4), (Shift.GEAR_DOWN, 2)])
def test_g3_a_gear_for_a_hazard(shift: int, gear: int) -> None:
    race = moving()
    with dice(race, 1, 4, 0, shift):
        skid(race, kart(race, "A"))
    assert (kart(race, "A").gear, kart(race, "A").hazards) == (gear, 1)
    assert told(race, Gear) == [Gear(0, 3, gear, Cause.SHIFT)]


def test_e1_several_gears_up_to_the_maximum() -> None:
    race = moving(karts={"A": "light"}, gear=3)
    with suspends(race, 3, 4, 5, 6, 0, Shift.GEAR_UP, Shift.GEAR_UP):
        skid(race, kart(race, "A"))
    assert asked(race)[2] == [
        Shift.NOTHING,
        Shift.GEAR_DOWN,
        Shift.DROP_HAZARD,
    ]  # a light kart has no Gear 6
    assert (kart(race, "A").gear, kart(race, "A").hazards) == (5, 2)


def test_e1_not_below_gear_1() -> None:
    race = moving(gear=1)
    with suspends(race, 1, 4, 0):
        skid(race, kart(race, "A"))
    assert asked(race)[2] == [Shift.NOTHING, Shift.GEAR_UP]


def test_e1_from_gear_2_down_to_gear_1() -> None:
    race = moving(gear=2)
    with dice(race, 1, 4, 0, Shift.GEAR_DOWN):
        skid(race, kart(race, "A"))
    assert kart(race, "A").gear == 1


def test_g7_a_trivial_template_brings_a_shift() -> None:
    race = moving("medium", gear=3)
    with dice(race, 0, Shift.GEAR_UP):
        skid(race, kart(race, "A"))
    assert kart(race, "A").gear == 4


def test_g11_nothing_leaves_the_rest() -> None:
    race = moving("medium", gear=3)
    with dice(race, 2, 4, 4, 0, Shift.NOTHING):
        skid(race, kart(race, "A"))
    assert kart(race, "A").gear == 3
