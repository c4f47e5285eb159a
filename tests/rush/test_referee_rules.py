"""The referee's modifier of a driver's next roll (D26), in every kind of roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.journal import modifiers
from tests.rush.table import car, dice, spot, table
from tests.rush.test_positions import match_at as position
from tests.rush.view_table import answer, match_at, moving, option

from wreckoning.core.errors import Illegal
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rush import view
from wreckoning.rulesets.rush.events import Cause, Modifier
from wreckoning.rulesets.rush.odds.spreads import NO_EXTRA, ram_chances, rush_odds
from wreckoning.rulesets.rush.questions import Question, RamWith
from wreckoning.rulesets.rush.race import Equipment, Race, Roll
from wreckoning.rulesets.rush.rules.boosting import boost_heat
from wreckoning.rulesets.rush.rules.driving import obstruction_damage
from wreckoning.rulesets.rush.rules.gearstick import heat_roll
from wreckoning.rulesets.rush.rules.litter import drive_through
from wreckoning.rulesets.rush.rules.ramming import rush_and_crush, saw, side_ram
from wreckoning.rulesets.rush.rules.shooting import fire
from wreckoning.rulesets.rush.rules.steering import steering_roll

Measure = Callable[[Race], int]


def heat(race: Race) -> int:
    heat_roll(race, car(race, "A"))
    return car(race, "A").heat


def lane_changes(race: Race) -> int:
    steering_roll(race, car(race, "A"))
    return race.lane_changes


def litter(race: Race) -> int:
    return int(drive_through(race, car(race, "A"), Cause.WRECK, NOBODY))


def obstruction(race: Race) -> int:
    return obstruction_damage(race, car(race, "A"))


def pushed(race: Race) -> int:
    return int(side_ram(race, car(race, "A"), car(race, "B"), 1))


def sawn(race: Race) -> int:
    saw(race, car(race, "A"), car(race, "B"))
    return 9 - car(race, "B").structure


def rushed(race: Race) -> int:
    race.movement = 2
    rush_and_crush(race, car(race, "A"), car(race, "B"))
    return 9 - car(race, "A").structure


def gun(race: Race) -> int:
    fire(race, car(race, "A"), Equipment.MACHINE_GUN)
    return 9 - car(race, "B").structure


def flamer(race: Race) -> int:
    fire(race, car(race, "B"), Equipment.FLAMER)
    return car(race, "A").heat


def boosted(race: Race) -> int:
    boost_heat(race, car(race, "A"))
    return car(race, "A").heat


CASES = [
    (Roll.HEAT_DIE, heat, (2, 3, 4), 2, (1, 0)),
    (Roll.HEAT_DIE, heat, (2, 3, 4), -1, (1, 2)),
    (Roll.STEERING_DIE, lane_changes, (3, 5, 1), 2, (5, 6)),
    (Roll.STEERING_DIE, lane_changes, (3, 5, 1), -2, (5, 3)),
    (Roll.OBSTRUCTION_DIE, obstruction, (3, 5, 2), 2, (2, 4)),
    (Roll.OBSTRUCTION_DIE, obstruction, (3, 5, 2), -4, (2, 1)),
    (Roll.LITTER_DIE, litter, (3,), 1, (1, 0)),
    (Roll.LITTER_DIE, litter, (4,), -1, (0, 1)),
    (Roll.RAM_DIE, pushed, (3,), 1, (0, 1)),
    (Roll.RAM_DIE, pushed, (4,), -1, (1, 0)),
    (Roll.SAW_DIE, sawn, (3,), 1, (0, 1)),
    (Roll.SAW_DIE, sawn, (4,), -1, (1, 0)),
    (Roll.RUSH_DIE, rushed, (2, 4), 1, (1, 0)),
    (Roll.RUSH_DIE, rushed, (2, 4), -2, (1, 2)),
    (Roll.GUN_DIE, gun, (2, 3), -1, (1, 2)),
    (Roll.GUN_DIE, gun, (2, 3), 1, (1, 0)),
    (Roll.BOOST_DIE, boosted, (2,), 1, (1, 0)),
    (Roll.BOOST_DIE, boosted, (3,), -1, (0, 1)),
]


@pytest.mark.parametrize(("roll", "measure", "faces", "extra", "found"), CASES)
def test_d26_it_decides_a_roll_one_way_and_the_other_and_only_one_of_its_kind(
    roll: Roll, measure: Measure, faces: tuple[int, ...], extra: int, found: tuple[int, int]
) -> None:
    """A at speed 8, with three red and three white dice; B two squares ahead."""
    wrong = other(roll)
    for kind, end, left in ((roll, found[1], (0, 0)), (wrong, found[0], (wrong, extra))):
        race = table("A B", at="2.c.1 2.c.3", gear="g2_8")
        a = car(race, "A")
        a.extra_roll, a.extra = int(kind), extra
        with dice(race, *faces):
            assert measure(race) == end
        assert (a.extra_roll, a.extra) == left
        told = modifiers(race)
        assert told == ([(Modifier.EXTRA, extra)] * len(faces) if kind == roll else [])


def other(roll: Roll) -> int:
    return int(Roll.BOOST_DIE if roll != Roll.BOOST_DIE else Roll.HEAT_DIE)


def test_d26_the_flamer_has_a_roll_of_its_own() -> None:
    race = table("A B", at="2.c.1 2.c.3")
    b = car(race, "B")
    b.extra_roll, b.extra = int(Roll.FLAMER_DIE), -1
    with dice(race, 3, 4):
        assert flamer(race) == 1
    assert (b.extra_roll, b.extra) == (0, 0)


def test_d26_d6_with_the_side_bumper_no_result_is_above_6() -> None:
    race = table("A B", at="2.c.1 2.b.2")
    a = car(race, "A")
    a.figures.has[Equipment.SIDE_BUMPER] = a.armed[Equipment.SIDE_BUMPER] = 1
    a.extra_roll, a.extra = int(Roll.RAM_DIE), 4
    with dice(race, int(RamWith.SIDE_BUMPER), 3):
        assert side_ram(race, a, car(race, "B"), 1)
    assert modifiers(race) == [(Modifier.SIDE_BUMPER, 1), (Modifier.EXTRA, 4)]
    assert car(race, "B").structure == 8


def test_d26_without_dice_it_waits() -> None:
    """Blue has no red dice, and the lowest speeds have no white ones."""
    race = table("A B", gear="g1_4")
    a = car(race, "A")
    for roll, rule in ((Roll.HEAT_DIE, heat_roll), (Roll.STEERING_DIE, steering_roll)):
        a.extra_roll, a.extra = int(roll), 2
        with dice(race):
            rule(race, a)
        assert (a.extra_roll, a.extra) == (roll, 2)
    assert spot("g1_4") == a.gear


def test_d26_the_log_shows_it_with_each_die() -> None:
    ann = {"square": "2.c.1", "extra_roll": "rush_die", "extra": 1}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.4"}})
    line = answer(match, "rush 2.c.4", 2, 6, 1)[1]
    assert line.text == (
        "Ann ran into the back of Bob: ⚁ 2 +1 referee = 3 ⚅ 6 +1 referee = 6 "
        "⚀ 1 +1 referee = 2 (Ann structure 9→8, Bob structure 9→7)"
    )
    assert "D26" in line.rules


def test_d26_who_rolls_the_dice_is_told_what_is_added() -> None:
    ann = {"square": "2.c.1", "extra_roll": "rush_die", "extra": 1}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.4"}})
    answer(match, "rush 2.c.4", 2)
    asked = view.describe_ask(match, match.asks[0])
    assert asked.question == "Ann: Rush 'n' Crush (+1 referee)"


# What options show


def gears(**extra: Any) -> str:
    cars = {"Ann": {"square": "2.c.1", "gear": "g3_8", **extra}}
    match = match_at(phase="gear", rounds=2, cars=cars, queue=["Ann", "Bob", "Cid"])
    return option(match, "g3_9").meaning


def test_d26_the_chances_of_a_gear_count_it() -> None:
    assert "44% for 1 heat" in gears()
    assert "35% for 1 heat" in gears(extra_roll="heat_die", extra=1)
    assert "no heat" in gears(extra_roll="heat_die", extra=4)
    assert "lane changes: 97% for 2+" in gears()
    assert "lane changes: 97% for 3+" in gears(extra_roll="steering_die", extra=1)
    assert gears(extra_roll="steering_die", extra=-4).endswith("lane changes: 31% for 2+")


def test_d26_the_chances_of_what_is_run_into_count_it() -> None:
    def told(extra_roll: str, extra: int, where: str, name: str) -> str:
        ann = {"square": "2.c.1", "extra_roll": extra_roll, "extra": extra}
        return option(moving("g2_5", {"Ann": ann, "Bob": {"square": where}}), name).meaning

    assert "50% Bob is pushed aside" in told("none", 0, "2.b.2", "ram 2.b.2")
    assert "67% Bob is pushed aside" in told("ram_die", 1, "2.b.2", "ram 2.b.2")
    assert "on average you lose 1.0" in told("none", 0, "2.c.4", "rush 2.c.4")
    assert "on average you lose 0.5" in told("rush_die", 1, "2.c.4", "rush 2.c.4")


def test_d26_the_chance_of_a_shot_counts_it() -> None:
    ann = {"square": "2.c.1", "armed": [0, 0, 1, 0, 0, 0], "extra_roll": "gun_die", "extra": 2}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.3"}})
    shot = option(match, "use machine_gun")
    assert shot.chance == 0
    assert "2 squares ahead: no hit" in shot.meaning


def test_d26_the_chance_of_a_saw_to_be_armed_counts_it() -> None:
    def told(**extra: Any) -> str:
        ann = {"square": "2.c.1", **extra}
        return option(moving("g2_5", {"Ann": ann}, driver="cinder"), "arm saw").meaning

    assert "in a Side Ram, 50% for one more structure point" in told()
    assert "83% for one more" in told(extra_roll="saw_die", extra=2)


def test_d26_the_exact_chances_are_those_of_the_rules() -> None:
    extra = (int(Roll.RAM_DIE), -2)
    assert ram_chances(True, False, RamWith.NOTHING, extra)[3] * 6 == 1
    assert ram_chances(True, False, RamWith.NOTHING, NO_EXTRA)[3] * 6 == 3
    assert rush_odds(2, False, (int(Roll.RUSH_DIE), -4)) == {(2, 2): 1}


# Positions


@pytest.mark.parametrize("given", [{"extra": 1}, {"extra_roll": "ram_die"}])
def test_d26_a_position_names_the_roll_and_what_is_added(given: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match=r"cars\[B\]\.extra: expected both .* or neither \(D26\)$"):
        position(phase="gear", rounds=1, cars={"B": given})
    position(phase="gear", rounds=1, cars={"B": {"extra_roll": "ram_die", "extra": -4}})


def test_d26_rolls_have_the_numbers_of_their_questions() -> None:
    """Not that of the grid, which is drawn by lot."""
    dice_of_drivers = {
        one.name: int(one) for one in Question if one.is_die and one is not Question.GRID_DRAW
    }
    assert {roll.name: int(roll) for roll in Roll if roll} == dice_of_drivers
