"""Laps and the records of a course (R10, A39).

Laps of a course of 5 segments:

| what happens in the lap         | turns |
|---------------------------------|-------|
| nothing                         | 5     |
| Pulled Ahead once               | 4     |
| Fell Back once                  | 6     |
| Fell Back and Pulled Ahead      | 5     |
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rtd.table import dice, kart, play_to, put, set_order, story, table

from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd.events import Finished, Lap
from wreckoning.rulesets.rtd.race import YES, Order, Phase, Race
from wreckoning.rulesets.rtd.rules.cleanup import settle_order
from wreckoning.rulesets.rtd.rules.records import best_laps, completions
from wreckoning.show.course_records import CourseRecord, update

A, B, C = seat_range(3)
FIRST = CourseRecord(15, "Ann", "race 1")


def turn_of_stances(race: Race, *answers: int) -> None:
    """A whole turn in which everybody drives defensively."""
    with dice(race, *[Order.DEFENSIVE] * race.drivers, *answers):
        play_to(race, Phase.TURN_START)


# --- laps


def test_r10_a39_a_lap_counts_the_turns_in_which_it_was_driven() -> None:
    race = table("A B", momentum=[1, 1], turn=0)
    for turn in range(1, 6):
        turn_of_stances(race)
        assert race.turn == turn
        assert kart(race, "A").laps == (turn == 5)
    assert told(race, Lap) == [Lap(A, 1, 5), Lap(B, 1, 5)]
    assert kart(race, "A").best_lap == kart(race, "A").lap_start == 5


def test_r10_pulling_ahead_shortens_the_lap() -> None:
    race = table("A B", momentum=[4, 1], turn=0)
    with dice(race, Order.RAM, Order.DEFENSIVE, YES, 4):
        play_to(race, Phase.TURN_START)
    for _ in range(3):
        turn_of_stances(race)
    assert told(race, Lap) == [Lap(A, 1, 4)]
    turn_of_stances(race)
    assert told(race, Lap) == [Lap(B, 1, 5)]


def test_r10_pulling_ahead_across_the_line_shortens_the_next_lap() -> None:
    race = table("A B", momentum=[4, 1], turn=4)
    put(race, A=4, B=4)
    with dice(race, Order.RAM, Order.DEFENSIVE, YES, 4):
        play_to(race, Phase.TURN_START)
    assert told(race, Lap) == [Lap(A, 1, 5), Lap(B, 1, 5)]
    for _ in range(4):
        turn_of_stances(race)
    assert told(race, Lap) == [Lap(A, 2, 4)]
    assert kart(race, "A").best_lap == 4


def test_r10_falling_back_lengthens_it() -> None:
    race = table("A B", momentum=[1, 0], turn=0)
    turn_of_stances(race, 1)
    for _ in range(4):
        turn_of_stances(race)
    assert told(race, Lap) == [Lap(A, 1, 5)]
    turn_of_stances(race)
    assert told(race, Lap) == [Lap(B, 1, 6)]


def test_r10_falling_back_in_the_last_segment_of_a_lap_completes_none() -> None:
    race = table("A B", momentum=[1, 1], turn=5)
    put(race, A=4, B=4)
    kart(race, "B").fell_back = 1
    settle_order(race)
    assert [kart(race, name).laps for name in "AB"] == [1, 0]


def test_r10_laps_are_told_in_race_order() -> None:
    race = table("A B C", momentum=[1, 1, 1], turn=5)
    put(race, A=4, B=4, C=5)
    set_order(race, "CBA")
    settle_order(race)
    assert [lap.who for lap in told(race, Lap)] == [C, B, A]


@pytest.mark.parametrize(("best", "after", "driven"), [(0, 9, 9), (6, 6, 6), (9, 9, 6), (10, 9, 9)])
def test_r10_a39_the_best_lap_is_the_shortest_and_of_equal_ones_the_first(
    best: int, after: int, driven: int
) -> None:
    race = table("A B", turn=9)
    put(race, A=4)
    kart(race, "A").best_lap = best
    kart(race, "A").best_lap_turn = 6 if best else 0
    settle_order(race)
    assert (kart(race, "A").best_lap, kart(race, "A").best_lap_turn) == (after, driven)


def test_r10_the_last_lap_ends_at_the_finish() -> None:
    race = table("A B C", momentum=[1, 1, 1], turn=14)
    put(race, A=14, B=13, C=13)
    for name in "ABC":
        driver = kart(race, name)
        driver.laps, driver.lap_start, driver.best_lap = 2, 9, 5
    race.phase = Phase.FINISH_LINE
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert story(race, Lap, Finished) == ["A LAP", "A FINISHED"]
    assert told(race, Lap) == [Lap(A, 3, 5)]
    assert [kart(race, name).laps for name in "ABC"] == [3, 2, 2]


def test_r10_no_lap_is_counted_twice() -> None:
    race = table("A B C", momentum=[1, 1, 1], turn=14)
    put(race, A=15, B=12, C=12)
    driver = kart(race, "A")
    driver.laps, driver.finish_turn, driver.place = 3, 14, 1
    kart(race, "B").laps = kart(race, "C").laps = 2
    race.phase = Phase.FINISH_LINE
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert told(race, Lap) == []


# --- the records of a course


def test_r10_the_first_time_is_a_record() -> None:
    assert update(None, 15, "Ann", "race 1") == FIRST


@pytest.mark.parametrize(
    ("turns", "holder", "equalled"),
    [(14, "Ben", ()), (15, "Ann", (("Ben", "race 2"),)), (16, "Ann", ())],
)
def test_a39_strictly_better_to_take_it_and_equal_to_be_listed(
    turns: int, holder: str, equalled: tuple[tuple[str, str], ...]
) -> None:
    record = update(FIRST, turns, "Ben", "race 2")
    assert (record.turns, record.holder, record.equalled) == (min(turns, 15), holder, equalled)


def test_a39_a_better_one_forgets_who_equalled_the_old() -> None:
    record = update(update(FIRST, 15, "Ben", "race 2"), 13, "Cat", "race 3")
    assert record == CourseRecord(13, "Cat", "race 3")


def test_a39_the_holder_may_equal_their_own_in_another_race_but_not_in_the_same() -> None:
    assert update(FIRST, 15, "Ann", "race 1") == FIRST
    assert update(FIRST, 15, "Ann", "race 2").equalled == (("Ann", "race 2"),)


def test_a39_a_race_entered_twice_is_listed_once() -> None:
    once = update(FIRST, 15, "Ben", "race 2")
    assert update(once, 15, "Ben", "race 2") == once


def test_r10_a39_the_earlier_lap_and_the_better_placed_driver_count_first() -> None:
    race = table("A B C D")
    for seat, (place, lap, driven_in, finish) in enumerate(
        [(2, 5, 9, 15), (1, 4, 12, 15), (4, 4, 8, 0), (3, 0, 0, 16)]
    ):
        own = race.karts[seat]
        own.place, own.best_lap, own.best_lap_turn, own.finish_turn = place, lap, driven_in, finish
    assert best_laps(race) == [(4, 2), (5, 0), (4, 1)], "who completed no lap is left out"
    assert completions(race) == [(15, 1), (15, 0), (16, 3)], "who did not finish is left out"
