"""Coins in words: on the way of an option, on a dashboard (E21)."""

from __future__ import annotations

from dataclasses import replace

from tests.kart.scene import road
from tests.kart.view_table import match_at, option, row

from wreckoning.core.series import Driven, Raced, Series


def test_e21_an_option_says_how_many_coins_lie_on_its_way() -> None:
    track = road(coin=[(1300, 400), (1330, 400), (1300, 500), (1420, 390)])
    match = match_at(track=track)
    medium = option(match, "medium")
    assert "over 3 coins" in medium.meaning
    assert "E21" in medium.rules
    assert "over 2 coins" in option(match, "short").meaning
    assert "coin" not in option(match, "short reverse").meaning
    taken = match_at(track=track, coin_round=[1, 1, 1, 1])
    assert "coin" not in option(taken, "medium").meaning, "they are back in the next round"


def test_e21_in_a_grand_prix_the_dashboard_has_the_coins_of_all_races() -> None:
    """Less those that were spent on what is driven now."""
    match = match_at(karts={"Ann": {"coins": 2}, "Bob": {"coins": 2}})
    alone = {name: row(match, name).gauges for name in match.names}
    assert [gauge.value for gauge in alone["Ann"] if gauge.name == "Coins"] == [2]
    assert all(gauge.name != "Coins" for gauge in alone["Cid"])
    before = [
        Driven(name, seat.setup, place, {"points": 0, "coins": coins})
        for place, (name, seat, coins) in enumerate(
            zip(match.names, match.seats, (13, 0, 7), strict=True), 1
        )
    ]
    seats = [replace(match.seats[0], setup={"kart": "light", "upgrades": "gear"})]
    match.seats = (*seats, *match.seats[1:])
    match.series = Series(({}, {}), (Raced("One", "t1", tuple(before)),))
    coins = {
        name: [gauge.value for gauge in row(match, name).gauges if gauge.name == "Coins"]
        for name in match.names
    }
    assert coins == {"Ann": [13 - 10 + 2], "Bob": [2], "Cid": [7]}
