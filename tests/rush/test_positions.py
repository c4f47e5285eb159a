"""Positions: what is completed, and what no race comes to is refused with its rule."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rush.table import RING, course, square

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush.courses import load
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.squares import square_name


def match_at(track: dict[str, Any] | None = None, **position: Any) -> Match:
    """A (Ironclad), B and C (Battleaxe), from this position."""
    seats = [Seat("A", setup={"car": "ironclad"}), Seat("B"), Seat("C", setup={"car": "battleaxe"})]
    return Match(RULESET, load(track or course()), seats, start_position=position)


def test_n8_from_squares_to_the_first_question() -> None:
    cars = {"A": {"square": "2.c.1", "gear": "g4_8"}, "B": {"square": "2.a.5", "gear": "g4_8"}}
    match = match_at(phase="gear", rounds=3, cars=cars)
    ask = match.asks[0]
    assert (ask.who, ask.question) == ("B", "gear")
    assert match.race.queue[:3] == [1, 0, 2]
    assert square_name(match.race.cars[2].square) == "1.b.5"  # on the grid


def test_n14_in_the_move_the_whole_speed_is_left() -> None:
    match = match_at(phase="move", rounds=1, cars={"A": {"square": "2.c.1", "gear": "g2_5"}})
    assert (match.race.movement, match.race.lane_changes, match.race.activations) == (5, 99, 2)
    assert "2.c.6" in match.asks[0].names


def test_d12_who_is_home_has_a_place() -> None:
    cars = {"B": {"finish_round": 4}}
    race = match_at(phase="round", rounds=5, cars=cars).race
    assert [car.place for car in race.cars[:3]] == [0, 1, 0]
    assert (race.home, race.cars[1].square) == (1, 0)


def test_d12_a_correction_keeps_who_came_home_first_in_a_round() -> None:
    home = {"A": {"finish_round": 4, "home": 2}, "B": {"finish_round": 4, "home": 1}}
    position = {"phase": "gear", "rounds": 5, "cars": home}
    match = Match(RULESET, load(course()), [Seat(name) for name in "ABCD"], start_position=position)
    match.correct({"cars": {"C": {"square": "3.c.1"}}})
    assert [car.place for car in match.race.cars[:4]] == [2, 1, 0, 0]


@pytest.mark.parametrize("what", [{"structure": 0}, {"heat": 6}])
def test_n3_without_structure_or_with_full_heat_it_is_a_wreck(what: dict[str, int]) -> None:
    race = match_at(phase="round", rounds=2, cars={"B": {"square": "2.c.4", **what}}).race
    assert race.cars[1].wrecked_round == 2


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (
            {"cars": {"A": {"structure": 10}}},
            r"cars\[A\].structure: expected 0 to 9, found 10 \(N4",
        ),
        ({"cars": {"A": {"heat": 7}}}, r"heat: expected 0 to 6, found 7 \(N4\)"),
        ({"cars": {"A": {"mines": 1}}}, r"mines: expected 0 to 0, found 1 \(N4\)"),
        ({"cars": {"A": {"gear": "g1_18"}}}, r"gear: expected a spot of the gear matrix.*N9"),
        ({"cars": {"A": {"lap": 1}}}, r"lap: expected 0 to 0, found 1 \(N6\)"),
        ({"cars": {"A": {"turns": -1}}}, r"cars\[A\].turns: expected 0 or more"),
        ({"rounds": 0}, r"position.rounds: expected 1 to 10000, found 0 \(N8\)"),
        ({"activations": 3}, r"activations: expected 0 to 2, found 3 \(N16\)"),
        ({"cars": {"A": {"square": "9.a.1"}}}, r"square: expected a square of the course.*9.a.1"),
        (
            {"cars": {"A": {"square": "2.a.1"}, "B": {"square": "2.a.1"}}},
            r"cars\[B\].square: expected a square of its own, found 2.a.1",
        ),
        ({"cars": {"A": {"square": None}}}, r"expected a square for a car still racing"),
        ({"mines": [{"square": "9.a.1", "owner": "A"}]}, r"mines\[0\].square: expected a square"),
        (
            {"cars": {"A": {"structure": 0}, "B": {"heat": 6}, "C": {"heat": 6}}},
            r"expected a car still racing \(D20\)",
        ),
        (
            {"cars": {"A": {"finish_round": 1}, "B": {"heat": 6}}},
            r"expected at least two cars still racing \(D20\)",
        ),
        ({"phase": "move"}, r"expected a spot with a speed in this phase, found neutral"),
        ({"cars": {"A": {"armed": [0, 0, 0, 0, 1, 1], "place": 2}}}, r"place: expected 0, found 2"),
        (
            {"cars": {"A": {"finish_round": 1, "wrecked_round": 1}}},
            r"expected a car home or destroyed, found both \(D11\)",
        ),
        ({"slot": 4}, r"position.queue: expected each car once"),
    ],
)
def test_n8_what_no_race_comes_to(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(Illegal, match=problem):
        match_at(**{"phase": "gear", "rounds": 1, **position})


def test_n2_only_what_the_driver_has_is_armed() -> None:
    with pytest.raises(Illegal, match=r"armed: expected only equipment of its driver's armed \(N2"):
        match_at(phase="gear", rounds=1, cars={"A": {"armed": [1, 1, 1, 1]}})


def test_n18_no_car_stands_on_an_obstruction() -> None:
    rock = course()
    rock["own_tile"][1]["front"]["lanes"][2] = "...#...."
    with pytest.raises(Illegal, match=r"expected road, found 2.c.4, which holds an obstruction"):
        match_at(rock, phase="gear", rounds=1, cars={"A": {"square": "2.c.4"}})


def test_n15_a_square_is_given_by_its_name() -> None:
    with pytest.raises(Malformed, match=r"position.cars\[A\].square: no square '2.f.1'"):
        match_at(cars={"A": {"square": "2.f.1"}})
    match = match_at(RING, phase="gear", rounds=1, cars={"A": {"square": "3.e.2", "lap": 1}})
    assert match.race.cars[0].square == square("3.e.2")
    assert match.position()["cars"]["A"]["square"] == "3.e.2"


def test_n8_a_correction_moves_a_car() -> None:
    match = match_at(phase="gear", rounds=1, cars={"A": {"gear": "g2_5"}})
    match.correct({"cars": {"A": {"square": "3.c.1"}}})
    assert match.position()["cars"]["A"]["square"] == "3.c.1"


def test_n8_the_phase_alone_is_enough() -> None:
    race = match_at(phase="gear").race
    assert race.rounds == 1
    assert sorted(race.queue[:3]) == [0, 1, 2]


SEVEN = {"A": {"square": "2.c.1", "gear": "g3_7"}}
FIVE = {"A": {"square": "2.c.1", "gear": "g2_5"}}
FLAT_OUT = {"A": {"square": "2.c.1", "gear": "g5_18"}}


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"turbo_used": 1, "brake_used": 1}, r"expected Turbo or Brake points, found both \(D3"),
        ({"turbo_used": 5}, r"turbo_used: expected 0 to 4, found 5 \(N10"),
        ({"brake_used": 5}, r"brake_used: expected 0 to 4, found 5 \(N10"),
        (
            {"turbo_used": 2, "cars": {"A": {**SEVEN["A"], "turbo": 3}}},
            r"cars\[A\].turbo: expected 0 to 2 with 2 used, found 3 \(N10",
        ),
        ({"movement": 8}, r"movement: expected 1 to 7 in this phase, found 8 \(N14"),
        ({"lane_changes": 7}, r"lane_changes: expected 0 to 6 at speed 7, found 7 \(N13"),
        ({"cars": FIVE, "lane_changes": 2}, r"lane_changes: expected 99 at speed 5, found 2 \(N13"),
        ({"cars": FLAT_OUT, "lane_changes": 1}, r"expected 0 at speed 18, found 1 \(N13"),
        ({"phase": "points", "movement": 3}, r"movement: expected 0 in this phase, found 3 \(N14"),
        (
            {"phase": "gear", "turbo_used": 1},
            r"turbo_used: expected 0 in this phase, found 1 \(N10",
        ),
    ],
)
def test_n10_n13_n14_turns_that_cannot_be(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(Illegal, match=problem):
        match_at(**{"phase": "move", "cars": SEVEN, **position})


def test_n10_points_used_this_turn_are_gone() -> None:
    race = match_at(phase="rolls", turbo_used=2, cars=SEVEN).race
    assert race.cars[0].turbo == 2


# --- mines


def minelayers(**position: Any) -> Match:
    """A (Gravedigger) and B (Black Cat) have a Minelayer, C (Battleaxe) has none."""
    cars = {"A": "gravedigger", "B": "black_cat", "C": "battleaxe"}
    seats = [Seat(name, setup={"car": car}) for name, car in cars.items()]
    return Match(RULESET, load(course()), seats, start_position=position)


def mines(owner: str | None, *where: str) -> list[dict[str, Any]]:
    return [{"square": each, "owner": owner} for each in where]


def test_n26_mines_on_the_road_are_no_longer_in_the_car() -> None:
    match = minelayers(phase="gear", mines=mines("A", "2.a.1", "2.a.2"))
    assert [car.mines for car in match.race.cars[:3]] == [2, 4, 0]


def test_n26_all_four_on_the_road_and_none_in_the_car() -> None:
    match = minelayers(phase="gear", mines=mines("A", "2.a.1", "2.a.2", "2.a.3", "2.a.4"))
    assert match.race.cars[0].mines == 0


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (
            {"mines": mines("C", "2.a.1")},
            r"mines\[0\].owner: expected a car with a Minelayer, found that of cars\[C\] \(N26",
        ),
        (
            {"mines": mines(None, "2.a.1")},
            r"mines\[0\].owner: expected a car with a Minelayer, found without an owner \(N26",
        ),
        (
            {"mines": mines("A", "2.a.1"), "cars": {"A": {"mines": 4}}},
            r"cars\[A\].mines: expected 0 to 3 with 1 on the road, found 4 \(N26",
        ),
        (
            {"mines": mines("A", *(f"2.a.{n}" for n in range(1, 6)))},
            r"mines: expected at most 4 of cars\[A\], found 5 \(N26",
        ),
    ],
)
def test_n26_four_mines_a_minelayer(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(Illegal, match=problem):
        minelayers(phase="gear", **position)


def test_n26_a_correction_lays_no_fifth_mine() -> None:
    match = minelayers(phase="gear", rounds=1)
    with pytest.raises(Illegal, match=r"a car with a Minelayer, found that of cars\[C\] \(N26"):
        match.correct({"mines": mines("C", "2.a.1")})
    with pytest.raises(Illegal, match=r"expected 0 to 3 with 1 on the road, found 4 \(N26"):
        match.correct({"mines": mines("A", "2.a.1"), "cars": {"A": {"mines": 4}}})
    match.correct({"mines": mines("A", "2.a.1")})
    assert match.race.cars[0].mines == 3
