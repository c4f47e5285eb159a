"""The rookie: gets round, shifts up, stays below six hazards where it can, and hits back."""

from __future__ import annotations

import pytest
from tests.kart.table import (
    asked,
    dice,
    drive,
    field,
    hold,
    kart,
    manoeuvre,
    suspends,
    table,
    where,
)

from wreckoning.bots.kart.rookie import rookie
from wreckoning.bots.kart.steering import LONGEST, worth_from, worth_of
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.paths import Path, travel_of
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import WAYS, Attack, Question, Shift, manoeuvre_name
from wreckoning.rulesets.kart.race import CHOICES, Item, Items, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.manoeuvres import choose_manoeuvre, use_before_moving
from wreckoning.rulesets.kart.rules.paths import lay
from wreckoning.rulesets.kart.rules.skidding import skid
from wreckoning.rulesets.kart.ruleset import RULESET

RACES, MANY = 3, 8
BY_SLOW = [RACES, pytest.param(MANY, marks=pytest.mark.slow)]


def choice(race: Race, index: int = 0) -> int:
    """What the rookie takes of what stands open."""
    option = int(rookie(race, race.door.asks[index]))
    assert option in asked(race, index)[2]
    return option


def chosen(race: Race) -> str:
    """The template it takes."""
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    return manoeuvre_name(choice(race))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("races", BY_SLOW)
@pytest.mark.parametrize("course", RULESET.course_names())
def test_it_gets_round(course: str, races: int) -> None:
    home = 0
    for seed in range(races):
        seats = [Seat(name, "rookie") for name in "AB"]
        match = Match(RULESET, RULESET.load_course(course), seats, dice=Seeded(seed), bot_seed=seed)
        result = match.result()
        assert result is not None
        home += result["places"][0]["finish_round"] is not None
    assert home >= races - 1


@pytest.mark.parametrize("races", BY_SLOW)
def test_it_beats_the_absent_and_the_random(races: int) -> None:
    for other in ("absent", "random"):
        first = 0
        for seed in range(races):
            seats = [Seat("A", other), Seat("B", "rookie")]
            course = RULESET.load_course("dishwater_dip")
            match = Match(RULESET, course, seats, dice=Seeded(seed), bot_seed=seed)
            result = match.result()
            assert result is not None
            first += result["places"][0]["name"] == "B"
        assert first >= races - 1


def test_it_drives_around_what_stands_in_the_way() -> None:
    assert chosen(table(at={"A": (1700, 200, 0)})) in ("long", "medium")
    cube = [{"x": 1930, "y": 200, "size": 40}]
    template = chosen(table(at={"A": (1700, 200, 0)}, track=field(cube=cube)))
    assert template.split()[0] in ("swerve", "veer", "gentle", "short")


def test_it_shifts_up_while_it_is_calm() -> None:
    for hazards, shift in ((0, Shift.GEAR_UP), (4, Shift.DROP_HAZARD)):
        race = table(at={"A": (1700, 200, 0)}, gear=2)
        race.manoeuvre = manoeuvre("medium")
        kart(race, "A").hazards = hazards
        with suspends(race, 0):
            skid(race, kart(race, "A"))
        assert choice(race) == shift


def test_in_a_crowd_it_would_rather_not_slide() -> None:
    for x, shift in ((1900, Shift.CANCEL_SLIDE), (2400, Shift.GEAR_UP)):
        race = table(at={"A": (1700, 200, 0), "B": (x, 200, 0)}, gear=2)
        race.manoeuvre = manoeuvre("veer right")
        with suspends(race, 2, 3, 4, 0):
            skid(race, kart(race, "A"))
        assert choice(race) == shift


def test_it_slides_to_the_free_side() -> None:
    race = table(at={"A": (1700, 200, 0), "B": (1950, 250, 0)})
    with suspends(race):
        drive(race, "A", "medium", slides=1)
    assert Question.SLIDE.name_of(choice(race)).startswith("slide left")
    race = table(at={"A": (1700, 200, 0), "B": (1950, 150, 0)})
    with suspends(race):
        drive(race, "A", "medium", slides=1)
    assert Question.SLIDE.name_of(choice(race)).startswith("slide right")


def test_it_does_not_push_against_what_it_touches() -> None:
    """A cube is at A's nose; straight on, A would end in it and slide back to where it is."""
    cube = [{"x": 2163, "y": 200, "size": 250}]
    race = table(at={"A": (2000.5, 200, 0)}, gear=1, track=field(cube=cube))
    template = chosen(race)
    with dice(race):
        drive(race, "A", template)
    assert where(race, "A") != (2000.5, 200, 0)


# Two karts that touch, each with a pipe behind the other, as they came to stand in a race
JAMMED = {"A": (1471.53, 934.48, 255.0), "B": (1510.51, 876.7, 150.14)}


def test_it_backs_out_of_a_jam() -> None:
    race = table(at=JAMMED, gear=1, track=RULESET.load_course("toadstool_market").document)
    kart(race, "A").gate = 1
    assert chosen(race) == "short reverse"


def test_stuck_in_a_higher_gear_it_shifts_down_to_back_out() -> None:
    """All that is permitted leads nowhere; nearly wiped out it saves itself first."""
    jam = {"A": JAMMED["B"], "B": JAMMED["A"]}
    course = RULESET.load_course("toadstool_market").document
    for hazards, shift in ((0, Shift.GEAR_DOWN), (5, Shift.DROP_HAZARD)):
        race = table(at=jam, gear=5, track=course)
        race.manoeuvre = manoeuvre("gentle right")
        kart(race, "A").hazards = hazards
        with suspends(race, 1, 4, 0):
            skid(race, kart(race, "A"))
        assert choice(race) == shift
    free = table(at={"A": jam["A"], "B": (600, 200, 0)}, gear=5, track=course)
    free.manoeuvre = manoeuvre("gentle right")
    with suspends(free, 1, 4, 0):
        skid(free, kart(free, "A"))
    assert choice(free) != Shift.GEAR_DOWN


def test_at_the_tables_edge_too() -> None:
    race = table(at={"A": (1700, 37.5, 270)}, gear=4)
    race.manoeuvre = manoeuvre("medium")
    with suspends(race, 1, 4, 0):
        skid(race, kart(race, "A"))
    assert choice(race) == Shift.GEAR_DOWN


@pytest.mark.parametrize(
    ("y", "faces", "hazards", "push"),
    [
        (200, (1, 4, 3), 0, 0b101),  # on the road, free: all that is no SHIFT
        (200, (4, 1, 5), 0, 0b010),
        (200, (4, 5, 6), 0, 0),
        (1000, (1, 4, 3), 0, 0b101),  # for a hazard: two dice, worth a hazard each
        (1000, (4, 1, 5), 0, 0),
        (1000, (1, 4, 5), 5, 0),  # five hazards, but the SHIFTs take more away
    ],
)
def test_it_pushes_where_that_is_free_or_worth_it(
    y: int, faces: tuple[int, ...], hazards: int, push: int
) -> None:
    race = table(at={"A": (1700, y, 0)})
    race.manoeuvre = manoeuvre("veer left")
    kart(race, "A").hazards = hazards
    with suspends(race):
        skid(race, kart(race, "A"))
    assert choice(race) == 3  # all its dice
    with suspends(race, 3, *faces):
        skid(race, kart(race, "A"))
    assert choice(race) == push


def test_alone_it_pushes_against_a_wipeout() -> None:
    race = table(at={"A": (1700, 1000, 0)})
    race.manoeuvre = manoeuvre("veer left")
    for hazards, push in ((4, 0), (5, 1)):
        kart(race, "A").hazards = hazards
        with suspends(race, 1, 2):
            skid(race, kart(race, "A"))
        assert choice(race) == push


def up_or_not(heading: int, gear: int, phase: int, template: str = "long") -> Shift:
    """What a heavy kart does with a SHIFT on the road, without hazards, in this gear phase."""
    race = table(at={"A": (700, 200, heading)}, gear=gear, karts={"A": "heavy"})
    race.gear_phase = phase
    race.manoeuvre = manoeuvre(template)
    with suspends(race, 1, 4, 0):
        skid(race, kart(race, "A"))
    return Shift(choice(race))


def test_into_gear_6_only_on_a_straight_and_for_an_activation_at_once() -> None:
    assert up_or_not(0, 5, 5) == Shift.GEAR_UP
    assert up_or_not(0, 5, 4) != Shift.GEAR_UP
    assert up_or_not(0, 4, 2) == Shift.GEAR_UP
    assert up_or_not(40, 5, 5) != Shift.GEAR_UP  # on its way off the road


def test_before_a_bend_it_shifts_down_from_gear_6() -> None:
    race = table(at={"A": (2450, 200, 0)}, gear=6, karts={"A": "heavy"})
    race.gear_phase = 6
    race.manoeuvre = manoeuvre("medium")
    with suspends(race, 1, 4, 0):
        skid(race, kart(race, "A"))
    assert choice(race) == Shift.GEAR_DOWN


def test_it_steers_for_a_box_if_it_holds_nothing() -> None:
    """The box lies 50 mm off the way straight on. Taken in this round, or with full hands: no."""
    for holds, taken, template in ((0, 0, "veer right"), (1, 0, "long"), (0, 1, "long")):
        race = table(at={"A": (1700, 200, 0)}, track=field(box=[{"x": 1940, "y": 250}]))
        kart(race, "A").holds = holds
        race.box_round[0] = taken
        assert chosen(race) == template
    race.switches.items, race.box_round[0] = Items.NONE, 0
    assert chosen(race) == "long"


@pytest.mark.parametrize(
    ("heading", "gears", "weights", "answers"),
    [
        (180, (3, 3), (2, 2), [Declaration.SMASH, Declaration.SMASH]),
        (180, (4, 3), (2, 2), [Declaration.SMASH, Declaration.EVADE]),
        (0, (4, 3), (2, 2), [Declaration.SMASH, Declaration.EVADE]),
        (
            0,
            (3, 3),
            (2, 2),
            [Declaration.EVADE, Declaration.EVADE],
        ),  # no difference of the gears: no dice
        (0, (3, 3), (3, 2), [Declaration.SMASH, Declaration.EVADE]),  # but one for the heavier
    ],
)
def test_it_smashes_who_is_not_faster(
    heading: int, gears: tuple[int, int], weights: tuple[int, int], answers: list[int]
) -> None:
    race = table(at={"A": (1500, 1000, 0), "B": (1650, 1000, heading)})
    for name, gear, weight in zip("AB", gears, weights, strict=True):
        kart(race, name).gear, kart(race, name).weight = gear, weight
    with suspends(race):
        drive(race, "A", "medium")
    assert [choice(race, 0), choice(race, 1)] == answers


def test_it_uses_its_items() -> None:
    race = table(at={"A": (1700, 200, 0), "B": (1900, 200, 0)})
    hold(race, "A", Item.SHELL)
    with suspends(race):
        item_attack(race, kart(race, "A"))
    assert choice(race) == Attack.SHELL_AHEAD + 1
    hold(race, "A", Item.STAR)
    with suspends(race):
        use_before_moving(race, kart(race, "A"))
    assert choice(race) == 1
    hold(race, "A", Item.MUSHROOM)
    with suspends(race):
        use_before_moving(race, kart(race, "A"))
    assert choice(race) == 0  # B is in the way
    hold(race, "A", Item.BANANA)
    with suspends(race):
        item_attack(race, kart(race, "A"))
    assert choice(race) == 300  # and near


def test_it_looks_along_the_road_after_a_spin() -> None:
    race = table(at={"A": (1700, 320, 315)})
    with suspends(race):
        drive(race, "A", "medium", spins=1)
    assert choice(race) == 9  # 45° to the right


def test_it_looks_for_boxes_as_far_as_a_manoeuvre_leads() -> None:
    race = table(at={"A": (1700, 200, 0)})
    for number in range(WAYS * CHOICES):
        lay(race, race.trial, race.bodies[0], number)
        assert travel_of(race.trial) < LONGEST


def test_it_rates_a_manoeuvre_again_if_it_stands_elsewhere() -> None:
    race = table(at={"A": (1700, 200, 0)})
    me, body, path, turn = kart(race, "A"), race.bodies[0], Path(), manoeuvre("turn left")
    for place in ("x", "y", "heading"):
        for gate in (0, 1):
            lay(race, path, body, turn)
            worth = worth_from(race, body, gate, path)
            assert [worth_of(race, me, gate, turn) for _ in range(2)] == [worth, worth]
        setattr(body, place, getattr(body, place) + 3000)
