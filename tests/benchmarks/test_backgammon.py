"""Backgammon, rule by rule. A player counts the points by the pips that are left: 25 is the bar."""

from __future__ import annotations

from collections import Counter

import pytest
from benchmarks.backgammon.questions import Question
from benchmarks.backgammon.race import BAR, CHECKERS, LAST_TURN, Race
from benchmarks.backgammon.ruleset import RULESET
from tests.benchmarks.playing import begin, step

from wreckoning.core.door import RANDOM, seed_race
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY

Points = dict[int, int]


def board(mine: Points, theirs: Points | None = None) -> Race:
    """The first player to throw, both with checkers on these points; the rest is borne off."""
    race: Race = begin(RULESET, 2)
    race.seat = 1
    for side, places in zip(race.sides, (mine, theirs or {1: 2}), strict=True):
        side.points = [0] * 26
        for point, checkers in places.items():
            side.points[point] = checkers
        side.points[0] = CHECKERS - sum(places.values())
    return race


def points(race: Race, seat: SeatIndex = 0) -> Points:
    """Where a player's checkers are."""
    return {n: count for n, count in enumerate(race.sides[seat].points) if n and count}


def asked(race: Race, *answers: int) -> list[str]:
    """What may be played, in words."""
    options = step(RULESET, race, answers)
    assert options is not None, "nothing is asked"
    question = race.door.asks[0].question
    return [Question(question).name_of(option) for option in options]


def played(race: Race, *answers: int) -> Points:
    """Where the first player's checkers are after a turn in which nothing more is asked."""
    assert step(RULESET, race, answers) is None
    return points(race)


def option(race: Race, name: str, *answers: int) -> int:
    """The option of this name, after these answers."""
    twin = race.copy()
    found = step(RULESET, twin, answers)
    assert found is not None
    question = twin.door.asks[0].question
    return next(each for each in found if Question(question).name_of(each) == name)


@pytest.mark.parametrize(("dice", "seat"), [([3, 3, 5, 5, 2, 6], 1), ([4, 1], 0)])
def test_b1_the_higher_begins_with_these_dice(dice: list[int], seat: SeatIndex) -> None:
    race = begin(RULESET, 2)
    assert step(RULESET, race, dice) is not None
    assert race.door.asks[0].question == Question.PLAY
    assert race.door.asks[0].by == race.seat == seat
    assert race.door.asks[0].subject == 10 * max(dice[-2:]) + min(dice[-2:])


def test_b2_a_double_is_played_twice() -> None:
    race = board({20: 1})
    assert played(race, 2, 2) == {12: 1}
    assert race.turn == 1
    assert race.sides[0].plays == 2


def test_b2_not_if_a_die_was_left() -> None:
    race = board({20: 1}, {9: 2})  # their 9 is our 16: closed after one move of two pips
    assert played(race, 2, 2) == {18: 1}
    assert race.sides[0].plays == 1


def test_b3_a_single_checker_is_hit_and_a_pair_closes() -> None:
    race = board({20: 1}, {9: 1, 1: 1})  # their 9 is our 16
    assert step(RULESET, race.copy(), [4, 1]) is not None
    high = option(race, "high 20", 4, 1)
    assert played(race, 4, 1, high) == {15: 1}
    assert points(race, 1) == {1: 1, BAR: 1}
    closed = board({20: 1}, {9: 2, 1: 1})
    assert played(closed, 4, 1) == {15: 1}, "only by way of 19"
    assert points(closed, 1) == {9: 2, 1: 1}


def test_b4_the_bar_comes_first() -> None:
    race = board({BAR: 1, 13: 2})
    assert asked(race.copy(), 6, 2) == ["high bar", "low bar"]
    two = board({BAR: 2, 13: 2})
    assert asked(two.copy(), 6, 2) == ["high bar", "low bar"]
    shut = board({BAR: 1, 13: 2}, {6: 2, 2: 2})
    assert played(shut, 6, 2) == {13: 2, BAR: 1}, "both ways in are closed"


def test_b5_both_dice_if_there_is_any_way_to() -> None:
    race = board({13: 1}, {14: 2})  # their 14 is our 11
    assert played(race, 6, 2) == {5: 1}, "the 6 first, for the 2 is closed"
    kept = board({13: 1, 7: 1}, {14: 2})
    assert asked(kept, 6, 2) == ["high 13", "low 7"], "7 by the 6 would leave the 2 unplayed"


def test_b5_else_the_higher() -> None:
    race = board({13: 1}, {20: 2, 1: 1})  # their 20 is our 5: no second move, either way
    assert played(race, 6, 2) == {7: 1}


def test_b5_else_the_lower_else_none() -> None:
    lower = board({13: 1}, {20: 2, 18: 2})  # our 5 and 7
    assert played(lower, 6, 2) == {11: 1}
    none = board({13: 1}, {18: 2, 14: 2})  # our 7 and 11
    assert played(none, 6, 2) == {13: 1}


def test_b6_bearing_off_from_the_dies_own_point_or_the_highest() -> None:
    race = board({6: 1, 4: 2, 1: 1})
    assert asked(race, 5, 3) == ["high 6", "low 4", "low 6"], "nothing off below 6"
    exact = board({5: 1, 3: 1})
    assert played(exact.copy(), 5, 3, option(exact, "high 5", 5, 3)) == {}
    lower = board({2: 1, 1: 1})
    assert played(lower.copy(), 6, 5, option(lower, "high 2", 6, 5)) == {}
    assert asked(lower, 6, 5) == ["high 2", "low 2"], "the highest, whichever die"


def test_b6_not_while_a_checker_is_away() -> None:
    race = board({7: 1, 2: 1})
    assert asked(race, 3, 2) == ["high 7", "low 7"], "2 may not be borne off first"


def test_b7_all_off_wins() -> None:
    race = board({2: 1, 1: 1})
    assert played(race, 6, 5, option(race, "low 2", 6, 5)) == {}
    assert RULESET.is_over(race)
    assert race.winner == 0


def test_b8_after_the_last_turn_nobody_has_won() -> None:
    race = board({24: 1})
    race.turn = LAST_TURN - 1
    step(RULESET, race, [2, 1, option(race, "high 24", 2, 1)])
    assert not RULESET.is_over(race)
    race = board({24: 1})
    race.turn = LAST_TURN
    assert played(race, 2, 2) == {20: 1}, "no second play of a double"
    assert RULESET.is_over(race)
    assert race.winner == NOBODY


def test_b9_the_usual_set_up() -> None:
    race = begin(RULESET, 2)
    for seat in seat_range(2):
        assert points(race, seat) == {24: 2, 13: 5, 8: 3, 6: 5}


def test_a_random_player_takes_every_whole_play_alike() -> None:
    """Of seven plays of 5 and 2 two begin `high 12`, two `high 10`, two `low 10`, one `low 12`.

    Three of them end on 10 and 5; if first halves were taken alike, half of all would.
    """
    start = board({12: 1, 10: 1})
    ends: Counter[tuple[int, ...]] = Counter()
    games = 3000
    for number in range(games):
        race = start.copy()
        seed_race(race, 11, number)
        race.door.policy[0] = RANDOM
        race.door.tape[:2] = [5, 2]
        race.door.given = 2
        RULESET.step(race)
        ends[tuple(points(race))] += 1
    assert set(ends) == {(5, 10), (7, 8), (3, 12)}
    for end, plays in (((5, 10), 3), ((7, 8), 2), ((3, 12), 2)):
        assert ends[end] == pytest.approx(games * plays / 7, abs=4 * (games / 4) ** 0.5)
