"""A Grand Prix (E21): points for places, coins, and what ten of them buy."""

from __future__ import annotations

import pytest
from tests.kart.scene import hazards, road, scene
from tests.kart.table import EVADE, body, dice, drive, kart, put, told

from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.cards import fitted, karts, upgrades
from wreckoning.rulesets.kart.events import Event
from wreckoning.rulesets.kart.outcome import points_of, result
from wreckoning.rulesets.kart.rules.ending import end_race
from wreckoning.rulesets.kart.ruleset import RULESET

A = (1200.0, 400.0, 0.0)


@pytest.mark.parametrize(("place", "points"), [(1, 8), (2, 6), (3, 4), (4, 2), (5, 0), (6, 0)])
def test_e21_points_for_places(place: int, points: int) -> None:
    assert points_of(place) == points


def test_e21_the_result_says_points_and_coins() -> None:
    names = "ABCDE"
    race = scene({name: (1400 - 80 * n, 400, 0) for n, name in enumerate(names)})
    kart(race, "A").finish_round = 1
    kart(race, "C").coins = 3
    end_race(race)
    seats = [Seat(name) for name in names]
    places = result(race, seats)["places"]
    assert [place["name"] for place in places] == list(names)
    assert [place["points"] for place in places] == [8, 6, 4, 2, 0]
    assert [place["coins"] for place in places] == [0, 0, 3, 0, 0]
    assert RULESET.result(race, seats) == result(race, seats)


def test_e21_every_coin_driven_over_is_picked_up() -> None:
    race = scene({"A": A}, course=road(coin=[(1300, 400), (1400, 390), (1300, 500)]))
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").coins == 2
    assert [entry[1] for entry in told(race, Event.COIN)] == [1, 2]


def test_e21_not_beyond_what_stops() -> None:
    race = scene({"A": A, "B": (1340, 400, 90)}, course=road(coin=[(1270, 400), (1400, 400)]))
    with dice(race, EVADE, EVADE):
        drive(race, "A", "medium")
    assert kart(race, "A").coins == 1
    assert hazards(race) == [1, 1]


def test_e21_a_coin_is_back_in_the_next_round() -> None:
    race = scene({"A": A}, course=road(coin=[(1300, 400)]))
    for _ in range(2):
        put(body(race, "A"), *A)
        with dice(race):
            drive(race, "A", "medium")
    assert kart(race, "A").coins == 1
    race.rounds += 1
    put(body(race, "A"), *A)
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").coins == 2


def test_e21_ten_coins_a_step() -> None:
    assert {key: card.price for key, card in upgrades().items()} == {
        "handling": 10,
        "gear": 10,
        "handling_2": 20,
        "gear_2": 20,
        "handling_gear": 20,
    }


@pytest.mark.parametrize("key", list(karts()))
@pytest.mark.parametrize("upgrade", list(upgrades()))
def test_e21_up_to_handling_4_and_gear_6(key: str, upgrade: str) -> None:
    card, bought = karts()[key], upgrades()[upgrade]
    handling, gear = card.handling + bought.handling, card.max_gear + bought.gear
    seat = Seat("A", "person", {"kart": key, "upgrades": upgrade})
    if handling > 4 or gear > 6:
        with pytest.raises(Illegal, match="the most there is"):
            fitted(1, seat)
    else:
        assert fitted(1, seat)[1:] == (handling, gear)


def test_e21_what_is_not_for_sale() -> None:
    with pytest.raises(Illegal, match="upgrade"):
        fitted(1, Seat("A", "person", {"kart": "light", "upgrades": "turbo"}))
