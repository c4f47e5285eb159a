"""Points, dropped rounds, ties, classes, teams, shares and corrections."""

from __future__ import annotations

from typing import Any

import pytest
from tests.leagues.scene import TEN, a_league, order, run, table

from wreckoning.core.errors import Malformed
from wreckoning.leagues.model import GUEST, Points, ResultCorrection
from wreckoning.leagues.points import find_points, read_points, shipped
from wreckoning.leagues.standings import standings, team_standings
from wreckoning.server.leagues.running import check_rounds


def test_five_tables_of_points_come_along() -> None:
    assert sorted(shipped()) == ["by_place", "classic", "grand_prix", "kart_night", "wreckers"]
    assert all(key == points.key for key, points in shipped().items())
    assert find_points("grand_prix").places[0] == 25


def test_a_faulty_table_of_points_is_one_clear_line() -> None:
    with pytest.raises(Malformed, match=r"own\.toml: places: field required"):
        read_points('title = "x"', "own.toml")
    with pytest.raises(Malformed, match=r"expected one of .*grand_prix.*did you mean"):
        find_points("grand_pricks")


def test_places_score_and_divisions_stand_apart() -> None:
    league = a_league("ABC DE")
    run(league, "1-1-1-1-1", "BAC")
    run(league, "1-2-1-1-1", "ED")
    assert table(league, standings(league, 0)) == [(1, "B", 10), (2, "A", 6), (3, "C", 4)]
    assert table(league, standings(league, 1)) == [(1, "E", 10), (2, "D", 6)]


def test_equal_places_score_alike() -> None:
    league = a_league("ABC", tie_breaks=[])
    run(league, "1-1-1-1-1", "A=BC")
    assert table(league, standings(league)) == [(1, "A", 10), (1, "B", 10), (3, "C", 4)]


def test_a_guest_takes_no_place_from_a_driver() -> None:
    league = a_league("ABC")
    race = run(league, "1-1-1-1-1", "ABC")
    race.entries[0] = GUEST
    assert table(league, standings(league))[:2] == [(1, "B", 10), (2, "C", 6)]


def test_pole_fastest_lap_and_tallies_score() -> None:
    points = Points(places=[10], pole=3, fastest_lap=2, each={"kills": 4}, most={"passes": 1})
    league = a_league("ABC", points=points)
    run(
        league,
        "1-1-1-1-1",
        "ABC",
        grid=[3, 1, 2],
        tallies={"best_lap": [5, 4, 0], "kills": [0, 0, 2], "passes": [0, 7, 3]},
    )
    assert table(league, standings(league)) == [(1, "A", 10), (2, "C", 8), (3, "B", 6)]


def test_the_worst_round_is_dropped_once_enough_are_driven() -> None:
    league = a_league("AB", rounds=3, points=TEN.model_copy(update={"drop": 1}))
    run(league, "1-1-1-1-1", "AB")
    run(league, "2-1-1-1-1", "BA")
    assert standings(league)[0].dropped == []
    run(league, "3-1-1-1-1", "AB")
    rows = standings(league)
    assert table(league, rows) == [(1, "A", 20), (2, "B", 16)]
    assert [row.dropped for row in rows] == [[2], [3]]


def test_a_round_that_was_missed_can_be_the_dropped_one() -> None:
    league = a_league("AB", rounds=2, points=TEN.model_copy(update={"drop": 1}))
    run(league, "1-1-1-1-1", "AB")
    run(league, "2-1-1-1-1", "A")
    for plan in league.rounds:
        plan.closed = 1.0
    assert [row.dropped for row in standings(league)] == [[2], [2]]


def test_each_tie_break_decides_and_says_so() -> None:
    league = a_league("ABC", rounds=3, points=Points(places=[5, 5, 5]), tie_breaks=["wins"])
    run(league, "1-1-1-1-1", "ABC")
    run(league, "2-1-1-1-1", "BCA")
    run(league, "3-1-1-1-1", "BAC")
    assert order(league, standings(league)) == "BAC"
    assert [row.tie for row in standings(league)] == ["wins"] * 3
    league.terms.tie_breaks = ["head_to_head"]
    assert order(league, standings(league)) == "BAC"
    league.terms.tie_breaks = ["last_round"]
    assert order(league, standings(league)) == "BAC"
    league.terms.tie_breaks = ["entry"]
    assert order(league, standings(league)) == "ABC"
    league.terms.tie_breaks = []
    assert {row.place for row in standings(league)} == {1}


def test_countback_looks_at_second_places_when_wins_are_equal() -> None:
    league = a_league(
        "ABCD", rounds=2, points=Points(places=[1, 1, 1, 1]), tie_breaks=["countback"]
    )
    run(league, "1-1-1-1-1", "ACDB")
    run(league, "2-1-1-1-1", "BACD")
    assert order(league, standings(league)) == "ABCD"


def test_a_class_has_places_of_its_own() -> None:
    league = a_league("ABCD", classes=["light", "heavy"])
    for entry in league.entries:
        entry.driver_class = "light" if entry.name in "BD" else "heavy"
    run(league, "1-1-1-1-1", "ABCD")
    assert table(league, standings(league, driver_class="light")) == [(1, "B", 10), (2, "D", 6)]


def test_the_best_drivers_of_a_team_score_in_each_round() -> None:
    league = a_league("ABCD", rounds=2, team_counts=1)
    for entry in league.entries:
        entry.team = "Red" if entry.name in "AB" else "Blue"
    run(league, "1-1-1-1-1", "ABCD")
    run(league, "2-1-1-1-1", "CBAD")
    assert [(row.team, row.points) for row in team_standings(league)] == [("Red", 16), ("Blue", 14)]


@pytest.mark.parametrize(
    ("share", "expected"),
    [("finisher", {"C": 10}), ("starter", {"A": 10}), ("split", {"A": 3, "C": 7})],
)
def test_a_seat_that_changed_hands_scores_by_the_leagues_rule(
    share: str, expected: dict[str, int]
) -> None:
    league = a_league("ABC", share=share)
    league.entries[2].state = "waiting"
    race = run(league, "1-1-1-1-1", "AB")
    race.shares = {0: [(1, 333), (3, 667)]}
    scored = {name: points for _, name, points in table(league, standings(league)) if points}
    assert scored == {**expected, "B": 6}


def test_a_corrected_place_moves_the_others_up() -> None:
    league = a_league("ABC")
    run(league, "1-1-1-1-1", "ABC")
    change = ResultCorrection(
        race="1-1-1-1-1", entry=1, do="place", value=3, reason="jumped the start"
    )
    league.corrections.append(change)
    assert table(league, standings(league)) == [(1, "B", 10), (2, "C", 6), (3, "A", 4)]
    assert league.races[0].places == [1, 2, 3]  # what happened stays


def test_points_can_be_taken_and_a_race_can_be_void() -> None:
    league = a_league("AB", rounds=2)
    run(league, "1-1-1-1-1", "AB")
    run(league, "2-1-1-1-1", "AB")
    league.corrections += [
        ResultCorrection(race="1-1-1-1-1", entry=1, do="points", value=-5, reason="late"),
        ResultCorrection(race="2-1-1-1-1", entry=GUEST, do="void", reason="wrong course"),
    ]
    assert table(league, standings(league)) == [(1, "B", 6), (2, "A", 5)]


def test_the_final_places_its_drivers_and_the_heats_place_the_rest() -> None:
    league = a_league("ABCD")
    league.rounds[0].heats, league.rounds[0].final = 2, 2
    league.rounds[0].lineups = [[1, 2, 3, 4]]
    run(league, "1-1-1-1-1", "ABCD")
    run(league, "1-1-2-1-1", "ABDC")
    run(league, "1-1-f-1-1", "BA")
    assert table(league, standings(league)) == [(1, "B", 10), (2, "A", 6), (3, "C", 4), (3, "D", 4)]


def test_the_best_of_three_scores_once() -> None:
    league = a_league("AB")
    league.rounds[0].best_of = 3
    for number, finish in enumerate(("AB", "BA", "BA"), 1):
        run(league, f"1-1-1-1-{number}", finish)
    assert table(league, standings(league)) == [(1, "B", 10), (2, "A", 6)]


def test_a_round_may_score_by_the_games_own_points() -> None:
    league = a_league("AB")
    league.rounds[0].scoring = "own"
    run(league, "1-1-1-1-1", "AB", own=[8, 6])
    assert table(league, standings(league)) == [(1, "A", 8), (2, "B", 6)]


def test_only_rounds_to_come_must_be_of_a_game_with_points_of_its_own() -> None:
    """A round that has opened stays as it is, so that its league can be changed and imported."""
    league = a_league("AB", rounds=1)
    league.rounds[0].scoring, league.rounds[0].opened = "own", None
    with pytest.raises(Malformed, match="no points of its own"):
        check_rounds(league)
    league.rounds[0].opened = 1.0
    check_rounds(league)


def test_the_ends_of_a_division_are_marked() -> None:
    league = a_league("AB CD")
    league.terms.divisions[0].down = league.terms.divisions[1].up = 1
    run(league, "1-1-1-1-1", "AB")
    run(league, "1-2-1-1-1", "CD")
    assert [row.moves for row in standings(league, 0)] == ["", "down"]
    assert [row.moves for row in standings(league, 1)] == ["up", ""]


def test_a_round_may_be_placed_by_the_games_own_points() -> None:
    """The order is the game's own (A 8 + 2, B 6 + 6, C 4 + 8), the points are the table's."""
    league = a_league("ABC", rounds=1)
    league.rounds[0].scoring = "order"
    run(league, "1-1-1-1-1", "ABC", own=[8, 6, 4])
    run(league, "1-1-1-1-2", "CBA", own=[2, 6, 8])
    assert table(league, standings(league)) == [(1, "B", 10), (1, "C", 10), (3, "A", 4)]
    league.corrections.append(
        ResultCorrection(race="1-1-1-1-2", entry=GUEST, do="void", reason="?!?")
    )
    assert order(league, standings(league)) == "ABC"


def test_a_grand_prix_is_placed_by_its_own_standings() -> None:
    """E21: A, B and C have 12 points each; A and C have won a race."""

    def raced(places: list[int]) -> dict[str, Any]:
        drivers = [
            {
                "name": name,
                "setup": {},
                "place": place,
                "counts": {"points": 10 - 2 * place, "coins": 0},
            }
            for name, place in zip("ABC", places, strict=True)
        ]
        return {"course": "Lovers' Knot", "race": "r", "drivers": drivers}

    league = a_league("ABC")
    league.rounds[0].scoring = "order"
    run(league, "1-1-1-1-1", "ABC", own=[8, 6, 4], raced=raced([1, 2, 3]))
    run(league, "1-1-1-1-2", "CBA", own=[4, 6, 8], raced=raced([3, 2, 1]))
    for race in league.races:
        race.ruleset = "kart"
    assert table(league, standings(league)) == [(1, "A", 10), (1, "C", 10), (3, "B", 4)]


def test_the_own_order_of_a_game_without_points_is_by_its_places() -> None:
    league = a_league("ABC")
    league.rounds[0].scoring = "order"
    run(league, "1-1-1-1-1", "CAB")
    assert order(league, standings(league)) == "CAB"
