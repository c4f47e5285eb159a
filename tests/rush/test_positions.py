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


@pytest.mark.parametrize("what", [{"structure": 0}, {"heat": 6}])
def test_n3_without_structure_or_with_full_heat_it_is_a_wreck(what: dict[str, int]) -> None:
    race = match_at(phase="round", rounds=2, cars={"B": {"square": "2.c.4", **what}}).race
    assert race.cars[1].wrecked_round == 2


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (
            {"cars": {"A": {"structure": 10}}},
            r"cars\[0\].structure: expected 0 to 9, found 10 \(N4",
        ),
        ({"cars": {"A": {"heat": 7}}}, r"heat: expected 0 to 6, found 7 \(N4\)"),
        ({"cars": {"A": {"mines": 1}}}, r"mines: expected 0 to 0, found 1 \(N4\)"),
        ({"cars": {"A": {"gear": "g1_18"}}}, r"gear: expected a spot of the gear matrix.*N9"),
        ({"cars": {"A": {"lap": 1}}}, r"lap: expected 0 to 0, found 1 \(N6\)"),
        ({"cars": {"A": {"turns": -1}}}, r"cars\[0\].turns: expected 0 or more"),
        ({"rounds": 0}, r"position.rounds: expected 1 to 10000, found 0 \(N8\)"),
        ({"activations": 3}, r"activations: expected 0 to 2, found 3 \(N16\)"),
        ({"cars": {"A": {"square": "9.a.1"}}}, r"square: expected a square of the course.*9.a.1"),
        (
            {"cars": {"A": {"square": "2.a.1"}, "B": {"square": "2.a.1"}}},
            r"cars\[1\].square: expected a square of its own, found 2.a.1",
        ),
        ({"cars": {"A": {"square": None}}}, r"expected a square for a car still racing"),
        ({"mines": [{"square": "9.a.1", "owner": "A"}]}, r"mines\[0\].square: expected a square"),
        (
            {"cars": {"A": {"structure": 0}, "B": {"heat": 6}}},
            r"expected at least two cars still racing \(D20\)",
        ),
        ({"phase": "points"}, r"expected a spot with a speed in this phase, found neutral"),
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
