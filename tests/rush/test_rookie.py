"""The rookie races to win: what it does in plain situations, and what its races look like."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rush.table import (
    arm,
    asked,
    car,
    lay_mine,
    put,
    spot,
    square,
    suspends,
    table,
    with_lanes,
    wreck,
)

from wreckoning.bots.rush.pace import caution
from wreckoning.bots.rush.rookie import (
    look_out,
    place_worth,
    ram_worth,
    rookie,
    sprint,
    squares_home,
)
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.rulesets.rush.events import Braked, ObstructionHit, Shifted, TurnBegins
from wreckoning.rulesets.rush.questions import Menu, RamWith, is_drive, square_in
from wreckoning.rulesets.rush.race import Equipment, Race
from wreckoning.rulesets.rush.rules.boosting import finish_move
from wreckoning.rulesets.rush.rules.gearstick import shift, spend_points
from wreckoning.rulesets.rush.rules.moving import make_a_move
from wreckoning.rulesets.rush.rules.ramming import choose_ram_with
from wreckoning.rulesets.rush.spots import NEUTRAL, speed_of
from wreckoning.rulesets.rush.squares import FINISH

RUSH = find_ruleset("rush")


def choice(race: Race, ask: Any) -> int:
    """What the rookie in A takes when this is asked."""
    with suspends(race):
        ask(race, car(race, "A"))
    option = rookie(race, race.door.asks[0])
    assert option in asked(race)[2]
    return option


def test_it_accelerates_on_an_empty_road() -> None:
    race = table(at="1.c.1 4.e.1", gear="g2_5")
    assert speed_of(choice(race, shift)) > 5


def test_it_does_not_stay_in_neutral() -> None:
    """Even with a car right in front of it and one structure point left."""
    race = table("A B C D", at="2.c.1 2.c.2 2.b.2 2.d.2", gear="neutral")
    car(race, "A").structure = 1
    assert choice(race, shift) == spot("g1_4")


def test_it_cools_down_before_it_blows_up() -> None:
    race = table(at="1.c.1 4.e.1", gear="g4_12")
    car(race, "A").heat = 5
    taken = choice(race, shift)
    assert race.matrix.zone[taken] < race.matrix.zone[spot("g4_12")]


def test_it_puts_out_heat_before_the_dice() -> None:
    race = table(at="1.c.1 4.e.1")
    arm(race, "A", Equipment.EXTINGUISHER)
    car(race, "A").heat = 4
    assert choice(race, spend_points) == Menu.USE + Equipment.EXTINGUISHER


def test_rookie_shoots_at_any_target() -> None:
    race = table(at="1.c.1 1.c.3")
    arm(race, "A", Equipment.MACHINE_GUN)
    assert choice(race, spend_points) == Menu.USE + Equipment.MACHINE_GUN


def test_it_drives_around_what_lies_there_and_into_no_wall() -> None:
    race = table("A B C", at="2.c.1 2.c.2 2.d.8", gear="g2_5")
    wreck(race, "B")
    lay_mine(race, "2.c.4", "C")
    race.lane_changes = 4
    taken = choice(race, make_a_move)
    assert is_drive(taken)
    assert taken < Menu.HIT
    at = list(race.reach.square).index(square_in(taken))
    assert race.reach.harm[at] == 0


def test_it_goes_over_the_line_when_it_can() -> None:
    race = table(at="4.c.4 2.c.1", gear="g4_8")
    assert choice(race, make_a_move) == FINISH


def test_turbo_carries_it_over_the_line() -> None:
    """Eight squares to go: speed 7 is one too few, and heat counts for nothing any more."""
    race = table(at="4.c.1 2.c.1", gear="g4_7")
    taken = choice(race, spend_points)
    assert Menu.TURBO < taken < Menu.BRAKE
    assert speed_of(taken - Menu.TURBO) == 8


def test_it_boosts_over_the_line() -> None:
    race = table(at="4.c.7 2.c.1", gear="g4_8")
    arm(race, "A", Equipment.BOOSTER)
    race.movement, car(race, "A").heat = 0, 5
    assert choice(race, finish_move) == Menu.BOOST + 2


def test_it_rams_with_all_it_has() -> None:
    race = table(at="2.c.1 2.b.2")
    arm(race, "A", Equipment.SIDE_BUMPER, Equipment.SAW)
    other = car(race, "B")
    assert choice(race, lambda race, driver: choose_ram_with(race, driver, other)) == RamWith.BOTH


def test_it_keeps_away_from_a_deadly_rush() -> None:
    """Nine dice into B would be the end of A, who has one point left."""
    race = table(at="2.c.1 2.c.2", gear="g4_9")
    race.lane_changes, car(race, "A").structure = 2, 1
    taken = choice(race, make_a_move)
    assert taken != 1000 + square("2.c.2")


@pytest.mark.parametrize("races", [4, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", RUSH.course_names())
def test_its_races_are_races(name: str, races: int) -> None:
    """Most come home, soon; there is heat and contact, and walls are seldom hit."""
    rounds, home, heat, contacts, walls = [], 0, 0, 0, 0
    for seed in range(races):
        seats = [Seat(each, "rookie") for each in "ABCDEF"]
        match = Match(RUSH, RUSH.load_course(name), seats, dice=Seeded(seed), bot_seed=seed)
        assert match.is_over
        cars = match.race.cars
        rounds.append(match.race.rounds)
        home += sum(each.finish_round > 0 for each in cars)
        heat += sum(each.heat_taken for each in cars)
        contacts += sum(each.contacts for each in cars)
        walls += sum(entry[0] == ObstructionHit.code for entry in match.told)
    assert 4 <= min(rounds) <= max(rounds) <= 11
    assert home >= 3.4 * races  # of 6; the last of each race has nobody left to race against
    assert heat >= 18 * races
    assert contacts >= races
    assert walls <= 6 * races


WALL = with_lanes("........", "......#.", ".....#..", "......#.", "........")


def test_it_brakes_before_a_wall_it_cannot_steer_around() -> None:
    """Speed 11, no Steering, five squares before a wall three lanes wide."""
    race = table(at="1.c.8 4.e.1", gear="g5_11", track=WALL)
    race.movement, car(race, "A").steering, car(race, "A").structure = 0, 0, 3
    taken = choice(race, spend_points)
    assert taken > Menu.BRAKE
    assert speed_of(taken - Menu.BRAKE) < 11


def test_it_cools_down_while_there_is_far_to_go() -> None:
    """One heat point below the skull an orange spot is left by a Brake point."""
    race = table(at="1.c.1 4.e.1", gear="g4_9")
    race.movement, car(race, "A").heat = 0, 5
    taken = choice(race, spend_points)
    assert taken > Menu.BRAKE
    assert race.matrix.zone[taken - Menu.BRAKE] < race.matrix.zone[spot("g4_9")]


def test_while_it_boosts_it_mines_who_follows() -> None:
    race = table(at="2.c.4 2.c.1", cars={"A": "gravedigger", "D": "ironclad"})
    arm(race, "A", Equipment.BOOSTER)
    race.movement = 0
    with suspends(race, Menu.BOOST + 2, 6):
        finish_move(race, car(race, "A"))
    assert rookie(race, race.door.asks[0]) == Menu.MINE
    car(race, "B").square = square("4.c.1")
    assert rookie(race, race.door.asks[0]) == Menu.DONE


@pytest.mark.parametrize(("names", "percent"), [("A B", (297, 77)), ("A B C", (297, 187, 77))])
def test_the_leader_saves_heat_and_turbo_and_the_last_spends_them(
    names: str, percent: tuple[int, ...]
) -> None:
    """By the order of the round: A leads, then B, then C."""
    race = table(names, at="2.c.5 2.c.3 2.c.1")
    for slot, expected in enumerate(percent):
        race.slot = slot
        assert caution(race, race.cars[slot]) == expected
    race.slot = 0
    for other in names.split()[1:]:
        wreck(race, other)
    assert caution(race, car(race, "A")) == 100  # nobody is left to race against


def test_it_sprints_home_with_turbo() -> None:
    """Eleven squares to go at speed 9, two Turbo points: home in this turn."""
    race = table(at="3.c.6 1.c.1", gear="g4_9")
    race.movement = 0
    assert squares_home(race, car(race, "A")) == 11
    taken = choice(race, spend_points)
    assert Menu.TURBO < taken < Menu.BRAKE
    assert speed_of(taken - Menu.TURBO) == 10
    car(race, "A").turbo = 1  # one is not enough
    assert sprint(race, car(race, "A"), look_out(race, car(race, "A"))) == NEUTRAL
    car(race, "A").turbo, car(race, "A").heat = 2, 5  # and this would blow the engine up
    assert sprint(race, car(race, "A"), look_out(race, car(race, "A"))) == NEUTRAL


def own_lane(lane: str) -> dict[str, Any]:
    """The test track, this its middle lane."""
    return with_lanes("........", "........", lane, "........", "........")


def test_a_ram_into_a_blocked_side_is_worth_less() -> None:
    """It always leads straight ahead, and never to where the driver wants to be."""
    race = table("A B C", at="2.c.1 2.b.2 2.a.2", track=own_lane("....#..."))
    driver, ram = car(race, "A"), Menu.RAM + square("2.b.2")
    blocked = ram_worth(race, driver, ram)
    put(race, "C", "4.a.1")
    assert ram_worth(race, driver, ram) > blocked


@pytest.mark.parametrize(("at", "clear"), [("2.c.1 2.b.2 2.a.2", False), ("2.c.1 2.b.2", True)])
def test_a_ram_that_is_held_is_worth_what_lies_straight_ahead(at: str, clear: bool) -> None:
    """A rams B, whose lane is free; in A's own lane is an obstruction, or none.

    Into a blocked side that makes all the difference, else as much as the ram is likely to fail.
    """
    names, ram = " ".join("ABC"[: len(at.split())]), Menu.RAM + square("2.b.2")
    worth, own = [], []
    for lane in ("........", "....#..."):
        race = table(names, at=at, track=own_lane(lane))
        worth.append(ram_worth(race, car(race, "A"), ram))
        own.append(place_worth(race, car(race, "A"), square("2.c.2")))
    assert own[0] > own[1]
    assert worth[0] - worth[1] == pytest.approx((own[0] - own[1]) / (2 if clear else 1), abs=1)


def test_it_rams_rather_with_what_is_armed() -> None:
    """A Side Bumper displaces more often and hurts less; a Saw hurts the other."""
    race = table("A B C", at="2.c.1 2.b.2 2.a.2")
    driver, worth = car(race, "A"), []
    for equipment in ((), (Equipment.SAW,), (Equipment.SIDE_BUMPER,)):
        arm(race, "A", *equipment)
        worth.append(ram_worth(race, driver, Menu.RAM + square("2.b.2")))
    assert worth == sorted(set(worth))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", RUSH.course_names())
def test_it_does_not_accelerate_and_brake_in_one_turn(name: str) -> None:
    """A Brake point never takes back the gearstick's step up."""
    for seed in range(4):
        seats = [Seat(each, "rookie") for each in "ABCDEF"]
        match = Match(RUSH, RUSH.load_course(name), seats, dice=Seeded(seed), bot_seed=seed)
        steps = 0
        for entry in match.told:
            if entry[0] == TurnBegins.code:
                steps = 0
            elif entry[0] == Shifted.code:
                steps = speed_of(entry[3]) - speed_of(entry[2])
            elif entry[0] == Braked.code:
                assert steps <= 0


def test_it_rams_only_where_it_does_something() -> None:
    """B cannot be pushed off the track's edge: A drives on past it."""
    race = table(at="2.b.1 2.a.2", gear="g1_4")
    race.lane_changes = 3
    taken = choice(race, make_a_move)
    assert is_drive(taken)
    assert taken < Menu.RAM
