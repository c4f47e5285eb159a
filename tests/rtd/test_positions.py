"""Positions (A69): what is completed, and what no race comes to is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rtd.table import PLAIN_COURSE

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rtd.courses import load
from wreckoning.rulesets.rtd.rules.loot import is_fallen_behind
from wreckoning.rulesets.rtd.ruleset import RULESET

LAST = 14  # of the test track's 15 segments; who has finished stands at 15
CLEANUP = ("item_boxes", "fakes", "events", "statuses", "momentum", "order")
DEEP = 5_000


def match_at(**position: Any) -> Match:
    """A, B and C on the test track, from this position."""
    seats = [Seat(name) for name in "ABC"]
    return Match(RULESET, load(PLAIN_COURSE), seats, start_position=position)


def places(match: Match) -> list[int]:
    return [kart.place for kart in match.race.karts[:3]]


@pytest.mark.parametrize("phase", CLEANUP)
def test_a38_in_cleanup_nobody_stands_in_the_last_segment_of_the_race(phase: str) -> None:
    karts = {"A": {"progress": LAST}}
    with pytest.raises(Illegal, match=r"karts\[A\].progress: expected 15 for a driver who has"):
        match_at(phase=phase, turn=15, karts=karts)
    match_at(phase=phase, turn=15, karts={"A": {"progress": LAST, "fell_back": True}})
    assert places(match_at(phase=phase, turn=15, karts={"A": {"progress": 15}})) == [1, 0, 0]


def test_a41_who_pulled_ahead_puts_nobody_else_behind_base_pace() -> None:
    """“If a player has fallen behind”: the turn that is left open is that of base pace."""
    karts: dict[str, Any] = {name: {"progress": 2} for name in "BC"}
    match = match_at(phase="orders", karts={**karts, "A": {"progress": 3, "pulls_ahead": 1}})
    assert match.race.turn == 3
    assert not any(is_fallen_behind(kart, match.race.turn) for kart in match.race.karts[:3])
    assert match_at(phase="orders", karts={**karts, "A": {"progress": 3}}).race.turn == 4


def test_a38_a_place_is_that_in_the_order() -> None:
    karts: dict[str, Any] = {name: {"progress": 15} for name in "B"}
    assert places(match_at(phase="orders", turn=16, karts=karts)) == [0, 1, 0]
    for name, place in (("B", 2), ("A", 1)):
        wrong = {**karts, name: {**karts.get(name, {}), "place": place}}
        with pytest.raises(Illegal, match="place: expected"):
            match_at(phase="orders", turn=16, karts=wrong)


def test_a69_corrected_places_follow_the_order() -> None:
    seats = [Seat(name) for name in "ABCD"]
    karts = {"A": {"progress": 15}, "B": {"progress": 15}}
    start = {"phase": "orders", "turn": 16, "karts": karts}
    match = Match(RULESET, load(PLAIN_COURSE), seats, start_position=start)
    assert [kart.place for kart in match.race.karts[:4]] == [1, 2, 0, 0]
    match.correct({"order": ["B", "A", "C", "D"]})
    assert [kart.place for kart in match.race.karts[:4]] == [2, 1, 0, 0]


def test_a69_who_is_put_back_into_the_race_has_no_place() -> None:
    seats = [Seat(name) for name in "ABC"]
    start = {"phase": "orders", "turn": 16, "karts": {"A": {"progress": 15}}}
    match = Match(RULESET, load(PLAIN_COURSE), seats, start_position=start)
    match.correct({"karts": {"A": {"progress": 12, "finish_turn": 0}}})
    assert places(match) == [0, 0, 0]


def test_a74_a_fallen_driver_stands_last_in_the_segment() -> None:
    karts = {"A": {"fell_back": True}, "C": {"fell_back": True}}
    match = match_at(phase="orders", turn=1, karts=karts)
    assert match.position()["order"] == ["B", "A", "C"]
    with pytest.raises(Illegal, match="a driver who fell back is ahead"):
        match_at(phase="orders", turn=1, karts=karts, order=["A", "B", "C"])


def test_r25_blue_shells_strike_wherever_in_the_list_they_were_given() -> None:
    shells = {"3": {"due": 2, "owner": "B"}}
    match = match_at(phase="blue_shells", turn=2, blue_shells=shells)
    assert [event["event"] for event in match.events_json()] == ["blue_shell_strikes"]


def test_r45_a_blue_shell_on_its_way_has_a_turn_in_which_it_strikes() -> None:
    with pytest.raises(Illegal, match=r"blue_shells\[0\].due: expected the turn in which it"):
        match_at(phase="blue_shells", turn=2, blue_shells=[{"owner": "B"}])


def test_a43_no_item_beyond_the_places_in_hand() -> None:
    with pytest.raises(Illegal, match="hand: expected at most 1, found 2"):
        match_at(phase="orders", karts={"A": {"hand": ["none", "star"]}})


def test_r14_during_the_rocket_starts_nobody_has_an_order() -> None:
    match = match_at()
    for _ in "ABC":
        match.answer("yes")
    match.answer(4)
    assert match.asks[0].question == "rocket_check"
    assert [kart.order for kart in match.race.karts[:3]] == [0, 0, 0]


def test_a_position_without_a_bottom_is_refused() -> None:
    deep: Any = 0
    for _ in range(DEEP):
        deep = [deep]
    for position in ({"turn": deep}, {"what": deep}, {"peels": deep}, {"check": {"turn": deep}}):
        with pytest.raises(Malformed):
            match_at(**position)


def test_a69_a56_another_item_takes_the_place_of_circling_shells() -> None:
    match = match_at(phase="orders", karts={"A": {"hook": "triple_red_shell"}})
    assert match.race.karts[0].shells == 3
    match.correct({"karts": {"A": {"hook": "banana"}}})
    assert match.race.karts[0].shells == 0
    with pytest.raises(Illegal, match="shells: expected 1 to 3 with a Triple Red Shell"):
        match.correct({"karts": {"A": {"hook": "banana", "shells": 2}}})
