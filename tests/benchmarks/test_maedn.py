"""Mensch ärgere dich nicht, rule by rule. Fields are counted from a player's own start."""

from __future__ import annotations

import pytest
from benchmarks.maedn.race import OUT, PIECES, Race
from benchmarks.maedn.ruleset import RULESET
from tests.benchmarks.playing import begin, step

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY


def board(*places: list[int], seats: int = 4) -> Race:
    """Each player's pieces on these fields; the others are out."""
    race: Race = begin(RULESET, seats)
    for player, fields in zip(race.players, places, strict=False):
        player.pieces = fields + [OUT] * (PIECES - len(fields))
    return race


def fields(race: Race, seat: SeatIndex) -> list[int]:
    return sorted(field for field in race.players[seat].pieces if field != OUT)


def asked(race: Race, die: int) -> list[int]:
    """The fields whose pieces may move."""
    options = step(RULESET, race, [die])
    assert options is not None, "nothing is asked"
    return sorted(options)


def test_m1_players_throw_in_turn() -> None:
    race = board([], [], [], [])
    seats = []
    for _ in range(5):
        seats.append(race.seat)
        step(RULESET, race, [1])
    assert seats == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("places", [[], [0, 1, 2, 3], [38]])
def test_m2_a_six_throws_again_even_if_nothing_moved(places: list[int]) -> None:
    race = board(places)
    answers = [6, 3] if len(places) == 4 else [6]
    step(RULESET, race, answers)
    assert race.seat == 0
    stuck = board([38, 41, 42, 43])  # 44 is beyond the goal
    step(RULESET, stuck, [6])
    assert (stuck.seat, fields(stuck, 0)) == (0, [38, 41, 42, 43])


def test_m3_the_start_is_cleared_while_pieces_are_out() -> None:
    race = board([0, 20])
    step(RULESET, race, [3])
    assert fields(race, 0) == [3, 20]
    six = board([0, 20])
    step(RULESET, six, [6])
    assert fields(six, 0) == [6, 20], "moving on comes before bringing in"


def test_m3_not_if_its_own_piece_is_in_the_way() -> None:
    assert asked(board([0, 4, 20]), 4) == [4, 20]


def test_m3_not_with_all_pieces_in_the_game() -> None:
    assert asked(board([0, 5, 20, 30]), 4) == [0, 5, 20, 30]


def test_m4_a_six_must_bring_a_piece_in() -> None:
    race = board([20])
    step(RULESET, race, [6])
    assert fields(race, 0) == [0, 20]


def test_m4_not_onto_an_own_piece() -> None:
    assert asked(board([0, 6, 20]), 6) == [6, 20], "0 is blocked, and blocks"


def test_m5_any_piece_moves_but_not_onto_an_own_one_or_beyond() -> None:
    assert asked(board([10, 13, 20]), 3) == [13, 20]
    race = board([10, 38, 41])
    step(RULESET, race, [3])
    assert fields(race, 0) == [13, 38, 41], "38 is blocked, and 41 at its end"
    stuck = board([40, 42, 43])
    step(RULESET, stuck, [2])
    assert fields(stuck, 0) == [40, 42, 43]


def test_m5_pieces_are_jumped_over_in_the_goal_too() -> None:
    assert asked(board([40, 41, 20, 5]), 2) == [5, 20, 40, 41]


def test_m6_who_arrives_sends_out() -> None:
    race = board([8], [0])  # field 10 of the first is the second's start
    step(RULESET, race, [2])
    assert fields(race, 0) == [10]
    assert fields(race, 1) == []


def test_m6_around_the_corner_of_the_count() -> None:
    race = board([], [38], [], [16])  # 38 of the second and 18 of the last are 8 of the first
    race.seat = 3
    step(RULESET, race, [2])
    assert fields(race, 3) == [18]
    assert fields(race, 1) == []


def test_m6_nobody_is_sent_out_of_a_goal() -> None:
    race = board([39], [41], [41], [41])
    step(RULESET, race, [2])
    assert fields(race, 0) == [41]
    assert [fields(race, seat) for seat in (1, 2, 3)] == [[41]] * 3


def test_m6_who_comes_in_sends_out() -> None:
    race = board([], [30])  # the first's start
    step(RULESET, race, [6])
    assert (fields(race, 0), fields(race, 1)) == ([0], [])


def test_m7_four_in_the_goal_win() -> None:
    race = board([39, 41, 42, 43])
    assert not RULESET.is_over(race)
    step(RULESET, race, [1])
    assert RULESET.is_over(race)
    assert race.winner == 0


def test_m8_all_begin_out() -> None:
    race = board()
    assert [fields(race, seat) for seat in seat_range(4)] == [[]] * 4
    assert [player.corner for player in race.players[:4]] == [0, 1, 2, 3]
    assert race.winner == NOBODY


def test_m8_two_sit_opposite_each_other() -> None:
    race = board([18], [0], seats=2)
    step(RULESET, race, [2])
    assert fields(race, 1) == []
