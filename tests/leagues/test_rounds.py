"""Groups, heats, finals, the best of several races; brackets and ladders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.leagues.scene import a_league, order, run

from wreckoning.core.errors import Malformed
from wreckoning.leagues.calendar import close_round, open_round
from wreckoning.leagues.rounds import groups_of, neighbours, next_bouts, read_key
from wreckoning.leagues.standings import standings


@given(st.integers(1, 60), st.integers(2, 12), st.integers(0, 5))
def test_groups_are_even_and_hold_everybody_once(drivers: int, seats: int, turn: int) -> None:
    lineup = list(range(1, drivers + 1))
    for groups in (groups_of(lineup, seats, turn), neighbours(lineup, seats)):
        sizes = [len(group) for group in groups]
        assert sorted(entry for group in groups for entry in group) == lineup
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1


def test_a_second_heat_brings_others_together() -> None:
    lineup = list(range(1, 10))
    first, second = groups_of(lineup, 3, 0), groups_of(lineup, 3, 1)
    assert {frozenset(group) for group in first}.isdisjoint(frozenset(group) for group in second)


def test_heats_follow_one_another_and_the_best_meet_in_the_final() -> None:
    league = a_league("ABCD")
    league.rounds[0].seats, league.rounds[0].final = 2, 2
    open_round(league, 1, 1.0)
    assert [(bout.key, bout.entries) for bout in next_bouts(league, 1)] == [
        ("1-1-1-1-1", (1, 4)),
        ("1-1-1-2-1", (2, 3)),
    ]
    run(league, "1-1-1-1-1", "DA")
    assert [bout.key for bout in next_bouts(league, 1)] == ["1-1-1-2-1"]
    run(league, "1-1-1-2-1", "BC")
    assert [(bout.key, bout.entries) for bout in next_bouts(league, 1)] == [("1-1-f-1-1", (2, 4))]
    run(league, "1-1-f-1-1", "BD")
    assert next_bouts(league, 1) == []


def test_the_best_of_three_ends_after_two_wins() -> None:
    league = a_league("AB")
    league.rounds[0].best_of = 3
    open_round(league, 1, 1.0)
    run(league, "1-1-1-1-1", "AB")
    assert [bout.key for bout in next_bouts(league, 1)] == ["1-1-1-1-2"]
    run(league, "1-1-1-1-2", "AB")
    assert next_bouts(league, 1) == []


def test_a_bracket_goes_on_until_one_race_is_left() -> None:
    league = a_league("ABCDEFGH", kind="bracket", go_on=2)
    league.rounds[0].seats = 4
    open_round(league, 1, 1.0)
    run(league, "1-1-1-1-1", "ADEH")
    run(league, "1-1-1-2-1", "BCFG")
    close_round(league, 1, 2.0)
    assert len(league.rounds) == 2
    open_round(league, 2, 3.0)
    assert league.rounds[1].lineups == [[1, 2, 3, 4]]  # the winners first, then by seed
    run(league, "2-1-1-1-1", "BACD")
    close_round(league, 2, 4.0)
    assert len(league.rounds) == 2
    assert order(league, standings(league))[:4] == "BACD"


def test_on_a_ladder_the_best_climb_and_the_last_fall() -> None:
    league = a_league("ABCD", rounds=2, kind="ladder")
    for plan in league.rounds:
        plan.seats = 2
    open_round(league, 1, 1.0)
    assert [bout.entries for bout in next_bouts(league, 1)] == [(1, 2), (3, 4)]
    run(league, "1-1-1-1-1", "BA")
    run(league, "1-1-1-2-1", "DC")
    close_round(league, 1, 2.0)
    assert order(league, standings(league)) == "BDAC"
    open_round(league, 2, 3.0)
    assert league.rounds[1].lineups == [[2, 4, 1, 3]]


@pytest.mark.parametrize("key", ["", "1-1-1-1", "1-1-x-1-1", "f-1-1-1-1", "1-1-1-1-1-1"])
def test_a_key_that_names_no_race_is_refused(key: str) -> None:
    with pytest.raises(Malformed, match="expected a key like"):
        read_key(key)
