"""A Grand Prix (E21): points for places, coins, and what ten of them buy."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.kart.scene import hazards, road, scene
from tests.kart.table import body, dice, drive, kart, put

from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import Seat
from wreckoning.core.series import Driven, Raced, raced, refusals
from wreckoning.rulesets.kart.cards import fitted, karts, upgrades
from wreckoning.rulesets.kart.events import Coin
from wreckoning.rulesets.kart.grand_prix import check, setup_after, standings
from wreckoning.rulesets.kart.numbers import Declaration
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
    assert [entry.coins for entry in told(race, Coin)] == [1, 2]


def test_e21_not_beyond_what_stops() -> None:
    race = scene({"A": A, "B": (1340, 400, 90)}, course=road(coin=[(1270, 400), (1400, 400)]))
    with dice(race, Declaration.EVADE, Declaration.EVADE):
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
    if (bought.handling and card.handling == 4) or (bought.gear and card.max_gear == 6):
        with pytest.raises(Illegal, match="the most there is"):
            fitted(1, seat)
    else:
        assert fitted(1, seat)[1:] == (min(handling, 4), min(gear, 6))
    past = [race_of((1, 20), kart=key)]
    if handling > 4 or gear > 6:
        with pytest.raises(Illegal, match="the most there is"):
            check(past, 0, seat)
    else:
        check(past, 0, seat)


def test_e21_what_was_bought_when_karts_had_other_figures_stays() -> None:
    """Heavy karts had Handling 2 in version 1.0: +2 was worth having, and is kept."""
    past = [race_of((1, 20), kart="heavy", upgrades="handling_2")]
    check(past, 0, driving("heavy", "handling_2"))
    assert fitted(1, driving("heavy", "handling_2"))[1:] == (4, 6)


def test_e21_what_is_not_for_sale() -> None:
    with pytest.raises(Illegal, match="upgrade"):
        fitted(1, Seat("A", "person", {"kart": "light", "upgrades": "turbo"}))


# --- several races


def race_of(*drivers: tuple[int, int], kart: str = "light", upgrades: str = "") -> Raced:
    """A race that is over: the place of each driver and the coins; all drove the same."""
    setup = {"kart": kart, **({"upgrades": upgrades} if upgrades else {})}
    return Raced(
        "Dishwater Dip",
        "t1",
        tuple(
            Driven(name, setup, place, {"points": points_of(place), "coins": coins})
            for name, (place, coins) in zip("ABCDEF", drivers, strict=False)
        ),
    )


def driving(kart: str = "light", upgrades: str = "", player: str = "person") -> Seat:
    return Seat("A", player, {"kart": kart, **({"upgrades": upgrades} if upgrades else {})})


def test_e21_what_a_race_comes_to() -> None:
    race = scene({name: (1400 - 80 * n, 400, 0) for n, name in enumerate("ABC")})
    kart(race, "B").finish_round = 1
    kart(race, "C").coins = 3
    end_race(race)
    seats = [Seat("A", setup={"kart": "heavy"}), Seat("B"), Seat("C")]
    over = raced(RULESET, race, seats, "Dishwater Dip", "t1")
    assert [(one.name, one.place, dict(one.counts)) for one in over.drivers] == [
        ("A", 2, {"points": 6, "coins": 0}),
        ("B", 1, {"points": 8, "coins": 0}),
        ("C", 3, {"points": 4, "coins": 3}),
    ]
    assert over.drivers[0].setup == {"kart": "heavy"}


def test_e21_the_most_points_lead_then_who_won_more_races() -> None:
    """A and B have 16 points, B by two wins; C and D are level in everything, and share a place."""
    past = [
        race_of((2, 0), (1, 0), (4, 0), (3, 0)),
        race_of((2, 0), (1, 0), (3, 0), (4, 0)),
        race_of((3, 0), (5, 0), (4, 0), (3, 0)),
        race_of((5, 0), (6, 0), (3, 0), (4, 0)),
    ]
    found = standings(past, [Seat(name) for name in "ABCD"])
    assert [(one.name, one.place, one.score) for one in found] == [
        ("B", 1, 16),
        ("A", 2, 16),
        ("C", 3, 12),
        ("D", 3, 12),
    ]
    assert found[0].races == (8, 8, 0, 0)
    assert dict(found[0].figures)["won"] == 2


def test_e21_coins_of_all_races_less_what_was_spent() -> None:
    past = [race_of((1, 12), (2, 3)), race_of((1, 4), (2, 2), upgrades="gear")]
    found = standings(past, [driving(upgrades="gear"), Seat("B")])
    figures = {one.name: dict(one.figures) for one in found}
    assert figures["A"] == {"coins": 6, "spent": 10, "won": 2}
    assert figures["B"] == {"coins": 5, "spent": 0, "won": 0}


@pytest.mark.parametrize(
    ("coins", "kart", "upgrade", "problem"),
    [
        (9, "light", "gear", "costs 10 coins, there are 9"),
        (10, "light", "gear", ""),
        (19, "middle", "handling_gear", "costs 20 coins, there are 19"),
        (20, "middle", "handling_gear", ""),
        (99, "light", "gear_2", "above 6"),
        (99, "light", "handling", "above 4"),
        (99, "heavy", "", "Light kart from the first race to the last"),
        (0, "light", "", ""),
    ],
)
def test_e21_ten_coins_buy_a_step(coins: int, kart: str, upgrade: str, problem: str) -> None:
    past = [race_of((1, coins), kart="middle" if kart == "middle" else "light")]
    if not problem:
        check(past, 0, driving(kart, upgrade))
        return
    with pytest.raises(Illegal, match=problem) as found:
        check(past, 0, driving(kart, upgrade))
    assert found.value.rule == "E21"
    assert str(found.value).startswith("seat 1, A: ")


def test_e21_no_upgrade_in_the_first_race() -> None:
    check([], 0, driving("heavy"))
    with pytest.raises(Illegal, match="costs 10 coins, there are 0"):
        check([], 0, driving("heavy", "handling"))


def test_e21_what_is_bought_is_paid_once_and_stays() -> None:
    past = [race_of((1, 13), kart="middle"), race_of((1, 6), kart="middle", upgrades="gear")]
    check(past, 0, driving("middle", "gear"))
    with pytest.raises(Illegal, match=r"\+1 maximum gear is bought, and stays"):
        check(past, 0, driving("middle"))
    with pytest.raises(Illegal, match=r"\+1 maximum gear is bought, and stays"):
        check(past, 0, driving("middle", "handling"))
    with pytest.raises(Illegal, match="costs 10 coins more, there are 9"):
        check(past, 0, driving("middle", "handling_gear"))
    check([*past, race_of((1, 1), kart="middle", upgrades="gear")], 0, driving("middle", "gear"))
    more = [*past, race_of((1, 1), kart="middle", upgrades="gear")]
    check(more, 0, driving("middle", "handling_gear"))


def test_e21_what_a_seat_may_not_choose_and_why() -> None:
    told = refusals(RULESET, [race_of((1, 14))], 0, driving())
    assert set(told["kart"]) == {"middle", "heavy", ""}
    assert "gear" not in told["upgrades"]
    assert "above 6, the most there is" in told["upgrades"]["gear_2"]
    assert "above 4, the most there is" in told["upgrades"]["handling"]
    assert set(refusals(RULESET, [], 0, Seat("A"))["upgrades"]) == set(upgrades())


@pytest.mark.parametrize(
    ("kart", "coins", "bought"),
    [
        ("light", 9, None),
        ("light", 10, "gear"),
        ("heavy", 10, "handling"),
        ("middle", 10, "handling"),
        ("middle", 20, "handling_gear"),
        ("heavy", 30, "handling"),
        ("light", 30, "gear"),
    ],
)
def test_e21_a_bot_buys_what_it_can(kart: str, coins: int, bought: str | None) -> None:
    """Handling first. People choose for themselves."""
    past = [race_of((1, coins), kart=kart)]
    assert setup_after(past, 0, driving(kart, player="rookie")).get("upgrades") == bought
    assert setup_after(past, 0, driving(kart)) == {"kart": kart}
    later = [*past, race_of((1, 0), kart=kart, upgrades=bought or "")]
    again = setup_after(later, 0, driving(kart, bought or "", player="rookie"))
    assert again.get("upgrades") == bought


def test_e21_a_new_grand_prix_begins_without_upgrades() -> None:
    for player in ("person", "rookie"):
        assert setup_after([], 0, driving("heavy", "handling", player)) == {"kart": "heavy"}
