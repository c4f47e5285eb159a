"""The end of the race (A38), every way it can come, and whole races through `turn.step`.

| how the race ends                          | places                             |
|--------------------------------------------|------------------------------------|
| all but one have finished                  | the one who is left is last        |
| the last of them finish in the same turn   | race order; nobody is left         |
| two drivers, the first finishes            | the other is second                |
| a driver pulls ahead  into the last segment | they finish this turn, behind them |
| a driver falls back  in the last segment    | they do not finish this turn       |
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rtd.table import (
    ABSENT,
    course_with,
    dice,
    kart,
    order,
    play_to,
    put,
    set_order,
    step,
    story,
    table,
)

from wreckoning.core import door
from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd import turn
from wreckoning.rulesets.rtd.events import BlueShellStrikes, Finished, Lap, Ordered, RaceOver
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import NO, YES, Order, Phase, Race
from wreckoning.rulesets.rtd.rules.movement import finish_line, is_decided
from wreckoning.rulesets.rtd.rules.standings import ahead_in_group, in_attack_reach

A, B, C, D = seat_range(4)


def places(race: Race, names: str) -> list[int]:
    """Their places at the finish, in the order named."""
    return [kart(race, name).place for name in names]


def near_the_end(names: str, phase: int, **progress: int) -> Race:
    """Everybody in the last segment, at 1 M, on turn 15; `progress` for those who are not."""
    race = table(names, momentum=[1] * len(names.split()), turn=15)
    put(race, **dict.fromkeys(names.split(), 14) | progress)
    race.phase = phase
    return race


# --- whole races


@pytest.mark.parametrize("drivers", ["A B", "A B C D", "A B C D E F G H I J K L"])
def test_worked_case_5_segments_3_laps_never_off_pace(drivers: str) -> None:
    race = table(drivers, turn=0)
    race.phase = Phase.ROCKET_START
    count = race.drivers
    with dice(race, *[NO] * count, *grid_rolls(count)):  # nobody risks a Rocket Start: all on 1 M
        play_to(race, Phase.TURN_START)
    names = order(race)
    for now in range(1, 16):
        assert not turn.is_over(race)
        with dice(race, *[Order.DEFENSIVE] * count):
            play_to(race, Phase.OVER if now == 15 else Phase.TURN_START)
        laps = told(race, Lap)
        assert len(laps) == (count if now % 5 == 0 else 0)
        assert all((lap.lap, lap.turns) == (now // 5, 5) for lap in laps)
    assert turn.is_over(race)
    assert order(race) == names
    assert places(race, names) == list(range(1, count + 1))
    for name in names:
        driver = kart(race, name)
        assert (driver.finish_turn, driver.laps, driver.best_lap) == (15, 3, 5)
    assert told(race, RaceOver) == [RaceOver(15)]


def grid_rolls(drivers: int) -> list[int]:
    """Rolls that order so many tied drivers, six at a time, as they sit."""
    if drivers <= 6:
        return [6 - n for n in range(drivers)]
    rolls = [6 - n // 2 for n in range(drivers)]
    return rolls + [6, 1] * (drivers // 2)


@pytest.mark.parametrize("course_length", [1, 3])
def test_r9_a_race_has_as_many_laps_as_its_course(course_length: int) -> None:
    race = table("A B", momentum=[1, 1], course=course_with({}, laps=course_length), turn=0)
    while not turn.is_over(race):
        with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
            step(race)
            while race.phase not in (Phase.TURN_START, Phase.OVER):
                step(race)
    assert race.turn == 5 * course_length


def test_a38_a_race_of_the_absent_comes_to_its_end() -> None:
    race = table("A B C", turn=0)
    race.phase = Phase.ROCKET_START
    door.seed_race(race, 7, 1)
    for seat in range(3):
        race.door.policy[seat] = ABSENT
    while not turn.is_over(race):
        door.at_checkpoint(race)
        step(race)
    assert sorted(places(race, "ABC")) == [1, 2, 3]
    assert race.turn >= 15


# --- who finishes, and when


def test_a38_who_completes_the_last_segment_finishes_in_race_order() -> None:
    race = near_the_end("A B C D", Phase.FINISH_LINE, C=13, D=13)
    set_order(race, "BACD")
    with dice(race):
        play_to(race, Phase.ITEM_BOXES)
    assert places(race, "BACD") == [1, 2, 0, 0]
    assert told(race, Finished) == [Finished(B, 1, 15), Finished(A, 2, 15)]
    assert not turn.is_over(race)


def test_a38_it_is_the_end_of_the_movement_phase_that_counts() -> None:
    race = near_the_end("A B C", Phase.JOCKEYING, C=12)
    kart(race, "B").momentum = 3
    with dice(race, 6, 1):  # B passes A in the last segment
        play_to(race, Phase.OVER)
    assert places(race, "ABC") == [2, 1, 3]


def test_a38_the_last_segment_of_an_earlier_lap_is_no_finish() -> None:
    race = near_the_end("A B", Phase.FINISH_LINE, A=9, B=4)
    finish_line(race)
    assert [kart(race, name).finish_turn for name in "AB"] == [0, 0]


def test_a38_who_falls_back_in_the_last_segment_does_not_finish() -> None:
    race = near_the_end("A B C", Phase.FALL_BACKS, C=13)
    kart(race, "B").momentum = 0
    with dice(race, 1):
        play_to(race, Phase.TURN_START)
    assert places(race, "ABC") == [1, 0, 0]
    assert order(race) == "ABC"
    assert [kart(race, name).progress for name in "ABC"] == [15, 14, 14]


def test_a38_who_pulls_ahead_into_the_last_segment_finishes_this_turn() -> None:
    race = near_the_end("A B C", Phase.PULL_AHEADS, B=13, C=13)
    kart(race, "B").momentum = 4
    with dice(race, YES, 4):
        play_to(race, Phase.OVER)
    assert places(race, "ABC") == [1, 2, 3]
    assert kart(race, "B").finish_turn == 15


def test_a38_a_pull_ahead_over_the_line_finishes_first() -> None:
    race = near_the_end("A B C", Phase.PULL_AHEADS, A=13, B=13, C=13)
    kart(race, "A").momentum = 4
    with dice(race, YES, 4):
        play_to(race, Phase.TURN_START)
    assert places(race, "ABC") == [1, 0, 0]


def test_a38_a_pull_ahead_that_is_cancelled_finishes_nothing() -> None:
    rocks = {"name": "Rocks", "modifier": 0, "damage": "spin"}
    race = table("A B", momentum=[4, 1], course=course_with({5: {"hazard": [rocks]}}))
    put(race, A=13, B=12)
    race.phase = Phase.PULL_AHEADS
    with dice(race, YES, 4, 2):
        play_to(race, Phase.TURN_START)
    assert places(race, "AB") == [0, 0]


def test_a3_a38_a_finisher_is_placed_ahead_of_one_who_falls_back_in_the_last_segment() -> None:
    # A finishes. B falls back, and C pulls ahead past them: C is second. Then B and D race on.
    race = near_the_end("A B C D", Phase.FALL_BACKS, C=13, D=12)
    kart(race, "B").momentum = 0
    kart(race, "C").momentum = 4
    with dice(race, 1, YES, 4):
        play_to(race, Phase.TURN_START)
    assert places(race, "ACBD") == [1, 2, 0, 0]
    assert order(race) == "ACBD"
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
        play_to(race, Phase.OVER)
    assert places(race, "ACBD") == [1, 2, 3, 4]


def test_a38_a_path_that_advances_into_the_last_segment_leads_to_the_finish_too() -> None:
    path = {"name": "Cut", "items": ["mushroom"], "success": {"advance": True}}
    race = table("A B", momentum=[0, 1], course=course_with({4: {"path": [path]}}), turn=12)
    put(race, A=13, B=13)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, Order.PATH_1, Order.DEFENSIVE):
        play_to(race, Phase.OVER)
    assert places(race, "AB") == [1, 2]


# --- how the race ends


def test_a38_it_goes_on_until_one_driver_is_left() -> None:
    race = near_the_end("A B C", Phase.FINISH_LINE, B=12, C=12)
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert not is_decided(race)
    race.phase = Phase.FINISH_LINE
    put(race, B=14)
    with dice(race):
        play_to(race, Phase.OVER)
    assert is_decided(race)
    assert places(race, "ABC") == [1, 2, 3]
    assert kart(race, "C").finish_turn == 0  # they have a place, but no time


def test_a38_of_two_drivers_the_first_to_finish_ends_it() -> None:
    race = near_the_end("A B", Phase.FINISH_LINE, B=3)
    with dice(race):
        play_to(race, Phase.OVER)
    assert places(race, "AB") == [1, 2]
    assert story(race, Finished) == ["A FINISHED"]


def test_a38_all_may_finish_in_the_same_turn() -> None:
    race = near_the_end("A B C", Phase.FINISH_LINE)
    set_order(race, "CAB")
    with dice(race):
        play_to(race, Phase.OVER)
    assert places(race, "CAB") == [1, 2, 3]
    assert [kart(race, name).finish_turn for name in "ABC"] == [15, 15, 15]


def test_a38_the_last_two_may_finish_together_after_the_others() -> None:
    race = near_the_end("A B C", Phase.FINISH_LINE, A=15)
    kart(race, "A").finish_turn, kart(race, "A").place = 14, 1
    with dice(race):
        play_to(race, Phase.OVER)
    assert places(race, "ABC") == [1, 2, 3]
    assert [kart(race, name).finish_turn for name in "ABC"] == [14, 15, 15]


def test_a38_the_last_driver_left_may_be_one_who_fell_back_at_the_line() -> None:
    race = near_the_end("A B", Phase.FALL_BACKS)
    kart(race, "B").momentum = 0
    with dice(race, 2):
        play_to(race, Phase.OVER)
    assert places(race, "AB") == [1, 2]
    assert kart(race, "B").finish_turn == 0


def test_a38_when_the_race_is_over_there_is_no_cleanup() -> None:
    race = near_the_end("A B", Phase.FINISH_LINE, B=13)
    kart(race, "B").momentum = -1
    with dice(race):
        play_to(race, Phase.OVER)
    assert kart(race, "B").momentum == -1


# --- finished drivers


def finished_leader() -> Race:
    """A has finished; B and C are together, two segments from the end."""
    race = near_the_end("A B C", Phase.TURN_START, A=15, B=12, C=12)
    leader = kart(race, "A")
    leader.finish_turn, leader.place, leader.laps = 14, 1, 3
    return race


def test_a38_finished_drivers_do_not_act() -> None:
    race = finished_leader()
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 2, 3):
        play_to(race, Phase.TURN_START)
    assert story(race, Ordered) == ["B ORDERED", "C ORDERED"]
    assert kart(race, "A").progress == 15


def test_a38_nor_can_they_be_targeted() -> None:
    race = finished_leader()
    put(race, B=15)
    assert not in_attack_reach(race, kart(race, "B"), kart(race, "A"))
    assert ahead_in_group(race, kart(race, "B")) == -1


@pytest.mark.parametrize(
    ("item", "field"), [("THUNDERBOLT", "shrunk_until"), ("BLOOPER", "ink_until")]
)
def test_a38_nothing_that_reaches_everybody_reaches_them(item: str, field: str) -> None:
    race = finished_leader()
    kart(race, "B").momentum = 4
    kart(race, "B").hand[0] = Order[f"DEPLOY_{item}"] - 20
    with dice(race, Order[f"DEPLOY_{item}"], Order.DEFENSIVE):
        play_to(race, Phase.BLUE_SHELLS)
    assert getattr(kart(race, "A"), field) == 0
    assert getattr(kart(race, "C"), field) == 17


def test_a38_a_blue_shell_strikes_the_first_of_those_still_racing() -> None:
    race = finished_leader()
    kart(race, "B").hand[0] = Item.BLUE_SHELL
    with dice(race, Order.DEPLOY_BLUE_SHELL, Order.DEFENSIVE):
        play_to(race, Phase.TURN_START)
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, NO, 4):
        play_to(race, Phase.FEATURES)
    assert [[entry.who, entry.owner] for entry in told(race, BlueShellStrikes)] == [[B, B]]
    assert kart(race, "B").hand[0] == Item.NONE


def test_a38_they_keep_their_places_in_the_count() -> None:
    race = finished_leader()
    race.phase = Phase.FINISH_LINE
    put(race, B=14, C=13)
    with dice(race):
        play_to(race, Phase.OVER)
    assert order(race) == "ABC"
    assert places(race, "ABC") == [1, 2, 3]
