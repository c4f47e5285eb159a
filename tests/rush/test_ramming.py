"""Side Ram (N19), Saw (N20), Rush 'n' Crush (N21): every cell of the table, and the exact chances.

A stands on 2.c.1 and goes left, into B on 2.b.2. The far side is 2.a.2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.journal import modifiers, told
from tests.rush.table import (
    arm,
    asked,
    car,
    dice,
    lay_mine,
    square,
    suspends,
    table,
    where,
    with_lanes,
    wreck,
)

from wreckoning.core.door import ENTRY, MODIFIER, ROLL
from wreckoning.rulesets.rush.events import Cause, Displaced, LitterMet, Modifier, Rush, Structure
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Question, RamWith
from wreckoning.rulesets.rush.race import Equipment, Race
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.standings import settle_order

BOTH = (Equipment.SIDE_BUMPER, Equipment.SAW)
ROCK = with_lanes(".#......", "........", "........", "........", "........")


def ram(*faces: int, blocked: bool = False, with_: int = -1) -> Race:
    """A rams B; C is in the way if `blocked`."""
    names, at = ("A B C", "2.c.1 2.b.2 2.a.2") if blocked else ("A B", "2.c.1 2.b.2")
    race = table(names, at=at)
    race.lane_changes = 1
    answers = faces
    if with_ >= 0:
        arm(race, "A", *BOTH)
        answers = (with_, *faces)
    with dice(race, *answers):
        drive(race, car(race, "A"), Side.LEFT)
    return race


def lost(race: Race) -> str:
    """Who lost structure points: Y, T, 3."""
    full = {"A": 9, "B": 9, "C": 6}
    signs = {"A": "Y", "B": "T", "C": "3"}
    names = "ABC"[: race.racers]
    return "".join(
        signs[name] * (full[name] - car(race, name).structure)
        for name in names
        if car(race, name).structure < full[name]
    )


@pytest.mark.parametrize(
    ("blocked", "row"),
    [(False, ("Y", "Y", "", "", "T", "T")), (True, ("Y", "Y", "", "T", "T", "T3"))],
)
def test_n19_the_table(blocked: bool, row: tuple[str, ...]) -> None:
    for face, who in enumerate(row, 1):
        assert lost(ram(face, blocked=blocked)) == who


@pytest.mark.parametrize("face", range(1, 7))
def test_n19_d6_on_a_clear_side_4_or_more_displaces(face: int) -> None:
    race = ram(face)
    if face >= 4:
        assert (where(race, "A"), where(race, "B")) == ("2.b.2", "2.a.2")
        assert (race.movement, race.lane_changes) == (7, 0)
        assert told(race, Displaced) == [Displaced(1, square("2.b.2"), square("2.a.2"), 0)]
    else:  # straight ahead, and no lane change is spent
        assert (where(race, "A"), where(race, "B")) == ("2.c.2", "2.b.2")
        assert (race.movement, race.lane_changes) == (7, 1)


@pytest.mark.parametrize("face", range(1, 7))
def test_n19_d6_on_a_blocked_side_nobody_is_displaced(face: int) -> None:
    race = ram(face, blocked=True)
    assert [where(race, name) for name in "ABC"] == ["2.c.2", "2.b.2", "2.a.2"]
    assert (race.movement, race.lane_changes) == (7, 1)


def test_n19_to_the_right_the_far_side_is_right() -> None:
    race = table(at="2.c.1 2.d.2")
    race.lane_changes = 1
    with dice(race, 4):
        drive(race, car(race, "A"), Side.RIGHT)
    assert (where(race, "A"), where(race, "B")) == ("2.d.2", "2.e.2")


def test_d6_the_tracks_edge_blocks() -> None:
    """There is no third party to hurt: a 6 takes one point of the target."""
    race = table(at="2.b.1 2.a.2")
    race.lane_changes = 1
    with dice(race, 6):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), where(race, "B"), lost(race)) == ("2.b.2", "2.a.2", "T")


def test_d6_an_obstruction_blocks() -> None:
    race = table(at="2.c.1 2.b.2", track=ROCK)
    race.lane_changes = 1
    with dice(race, 4):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "B"), lost(race)) == ("2.b.2", "T")


def test_d6_a_wreck_is_clear_and_the_displaced_car_meets_it() -> None:
    race = table("A B C", at="2.c.1 2.b.2 2.a.2")
    wreck(race, "C")
    race.lane_changes = 1
    with dice(race, 4, 1):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), where(race, "B"), car(race, "B").structure) == ("2.b.2", "2.a.2", 8)


def test_d6_n26_the_displaced_car_meets_a_mine_and_then_the_rammer_what_lies_there() -> None:
    race = table("A B C", at="2.c.1 2.b.2 4.a.1")
    lay_mine(race, "2.a.2", "C")
    lay_mine(race, "2.b.2", "C")
    race.lane_changes = 1
    with dice(race, 4, 1, 3):
        drive(race, car(race, "A"), Side.LEFT)
    assert [car(race, name).structure for name in "AB"] == [8, 8]
    assert not any(mine.square for mine in race.mines)


def test_d11_a_car_killed_while_it_is_displaced_meets_nothing() -> None:
    """B dies of the ram on the square of C's mine: no die is rolled, and the mine stays."""
    race = table("A B C D", at="2.c.1 2.b.2 4.a.1 2.a.2")
    lay_mine(race, "2.a.2", "C")
    wreck(race, "D")
    race.lane_changes, car(race, "B").structure = 1, 1
    with dice(race, 5):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), where(race, "B")) == ("2.b.2", "2.a.2")
    assert car(race, "B").wrecked_round == 1
    assert race.mines[0].square == square("2.a.2")
    assert told(race, LitterMet) == []


def test_n8_n19_a_displaced_car_has_only_now_arrived() -> None:
    """ "The one that arrived first is ahead": B was there before C, and after the push is not."""
    race = table("A B C", at="2.c.1 2.b.2 2.e.2")
    race.lane_changes = 1
    assert car(race, "B").arrived < car(race, "C").arrived
    with dice(race, 4):
        drive(race, car(race, "A"), Side.LEFT)
    settle_order(race)
    assert list(race.queue[:3]) == [2, 1, 0]  # C, then B, then A in B's old space


def test_d6_not_displaced_what_stands_straight_ahead_comes_next() -> None:
    race = table("A B C", at="2.c.1 2.b.2 2.c.2")
    race.lane_changes, race.movement = 1, 2
    with dice(race, 3, 6, 6):
        drive(race, car(race, "A"), Side.LEFT)
    assert told(race, Rush) == [Rush(0, 2, square("2.c.2"), 2)]
    assert (where(race, "A"), race.movement) == ("2.c.1", 0)


def test_n19_a_rammer_who_is_destroyed_goes_nowhere() -> None:
    race = table(at="2.c.1 2.b.2")
    race.lane_changes, car(race, "A").structure = 1, 1
    with dice(race, 2):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), car(race, "A").wrecked_round) == ("2.c.1", 1)


def test_n19_the_side_bumper_adds_1_and_7_counts_as_6() -> None:
    race = ram(3, with_=RamWith.SIDE_BUMPER)
    assert (where(race, "B"), lost(race)) == ("2.a.2", "")
    assert modifiers(race) == [(Modifier.SIDE_BUMPER, 1)]
    assert lost(ram(2, with_=RamWith.SIDE_BUMPER)) == ""
    assert lost(ram(6, blocked=True, with_=RamWith.SIDE_BUMPER)) == "T3"


def test_n19_n20_with_the_saw_too_the_roll_tells_its_modifier() -> None:
    race = ram(3, 5, with_=RamWith.BOTH)
    journal = race.door.journal
    kinds = [journal[ENTRY * n] for n in range(race.door.told)]
    at = kinds.index(MODIFIER)
    assert kinds[at + 1] == ROLL
    assert lost(race) == "T"


@pytest.mark.parametrize("face", range(1, 7))
def test_n20_the_saw_hits_on_4_to_6_whatever_the_ram_does(face: int) -> None:
    race = ram(1, face, with_=RamWith.SAW)
    assert car(race, "B").structure == 9 - (face >= 4)
    assert car(race, "A").structure == 8
    causes = [event.cause for event in told(race, Structure)]
    assert causes == [Cause.RAM, Cause.SAW][: 1 + (face >= 4)]


def test_n19_n20_d19_they_are_declared_before_the_die() -> None:
    race = table(at="2.c.1 2.b.2")
    race.lane_changes = 1
    arm(race, "A", *BOTH)
    with suspends(race):
        drive(race, car(race, "A"), Side.LEFT)
    assert asked(race) == (0, Question.RAM_WITH, list(RamWith))
    with suspends(race, RamWith.BOTH):
        drive(race, car(race, "A"), Side.LEFT)
    assert asked(race)[1] == Question.RAM_DIE


def test_n16_n20_each_takes_an_activation_and_is_disarmed() -> None:
    race = ram(3, 3, with_=RamWith.BOTH)
    assert race.activations == 0
    assert not any(car(race, "A").armed[e] for e in BOTH)
    again = table(at="2.c.1 2.b.2")
    again.lane_changes, again.activations = 1, 1
    arm(again, "A", *BOTH)
    with suspends(again):
        drive(again, car(again, "A"), Side.LEFT)
    assert asked(again)[2] == [RamWith.NOTHING, RamWith.SIDE_BUMPER, RamWith.SAW]


# --- exact chances


def shares(blocked: bool, with_: int) -> dict[str, Fraction]:
    races = [ram(face, blocked=blocked, with_=with_) for face in range(1, 7)]
    outcomes = [lost(race) for race in races]
    return {
        "you": Fraction(sum("Y" in who for who in outcomes), 6),
        "target": Fraction(sum("T" in who for who in outcomes), 6),
        "third": Fraction(sum("3" in who for who in outcomes), 6),
        "displaced": Fraction(sum(where(race, "B") == "2.a.2" for race in races), 6),
    }


def test_n19_the_chances_of_a_side_ram() -> None:
    third, half, sixth = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)
    bumper, bare = RamWith.SIDE_BUMPER, RamWith.NOTHING
    clear = {"you": third, "target": third, "third": 0, "displaced": half}
    assert shares(False, bare) == clear
    clear = {"you": sixth, "target": half, "third": 0, "displaced": 2 * third}
    assert shares(False, bumper) == clear
    assert shares(True, bare) == {"you": third, "target": half, "third": sixth, "displaced": 0}
    blocked = {"you": sixth, "target": 2 * third, "third": third, "displaced": 0}
    assert shares(True, bumper) == blocked


# --- Rush 'n' Crush


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("bumper", [False, True])
def test_n21_the_die(face: int, bumper: bool) -> None:
    """1–2 both; 3, with a Combat Bumper 3–4, only the target."""
    race = table(at="2.c.1 2.c.2")
    race.movement = 1
    car(race, "A").figures.combat_bumper = int(bumper)
    with dice(race, face):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").structure == 9 - (face <= 2)
    assert car(race, "B").structure == 9 - (face <= 3 + bumper)


def test_n21_d7_a_die_for_each_point_left_and_the_move_ends() -> None:
    """Speed 5, two squares driven: 3 are left, that into their square included."""
    race = table(at="2.c.1 2.c.4", gear="g2_5")
    with dice(race, 1, 3, 6):
        for _ in range(3):
            drive(race, car(race, "A"), Side.AHEAD)
    assert (race.movement, where(race, "A"), where(race, "B")) == (0, "2.c.3", "2.c.4")
    assert [car(race, name).structure for name in "AB"] == [8, 7]
    assert [car(race, name).gear for name in "AB"] == [car(race, "A").gear] * 2


def test_n21_the_chances() -> None:
    both, alone = 0, 0
    for face in range(1, 7):
        race = table(at="2.c.1 2.c.2")
        race.movement = 1
        with dice(race, face):
            drive(race, car(race, "A"), Side.AHEAD)
        both += car(race, "A").structure == 8
        alone += (car(race, "A").structure, car(race, "B").structure) == (9, 8)
    assert (Fraction(both, 6), Fraction(alone, 6)) == (Fraction(1, 3), Fraction(1, 6))


def test_n21_all_dice_are_rolled_even_if_a_car_is_destroyed() -> None:
    race = table(at="2.c.1 2.c.2", gear="g1_4")
    car(race, "B").structure = 1
    with dice(race, 3, 1, 1, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "B").wrecked_round == 1
    assert car(race, "A").structure == 7


def test_n21_every_pair_of_dice_adds_up() -> None:
    for faces in product(range(1, 7), repeat=2):
        race = table(at="2.c.1 2.c.2")
        race.movement = 2
        with dice(race, *faces):
            drive(race, car(race, "A"), Side.AHEAD)
        assert 9 - car(race, "A").structure == sum(face <= 2 for face in faces)
        assert 9 - car(race, "B").structure == sum(face <= 3 for face in faces)


def test_n19_n21_every_contact_is_counted_once() -> None:
    assert ram(3).cars[0].contacts == 1
    race = table(at="2.c.1 2.c.2", gear="g1_4")
    with dice(race, 6, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert [car(race, name).contacts for name in "AB"] == [1, 0]


def test_n21_a_rush_keeps_no_mine_for_later() -> None:
    """The move has ended: a mine chosen for this square stays in the car."""
    race = table(at="2.c.1 2.c.2", gear="g1_4", cars={"A": "gravedigger", "D": "ironclad"})
    race.dropping = 1
    with dice(race, 6, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (race.dropping, car(race, "A").mines) == (0, 4)
