"""What is refused, with the rule's number and the square."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rush.table import with_lanes

from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush.courses import load
from wreckoning.rulesets.rush.ruleset import RULESET

ROCK = with_lanes("........", "........", "...#....", "........", "........")


def match_at(phase: str, changes: int = 1, **rest: Any) -> Match:
    """A stands on 2.c.3, before a rock, B on 2.d.5; speed 7."""
    seats = [
        Seat("A", setup={"car": "gravedigger", "driver": "twitch"}),
        Seat("B", setup={"car": "ironclad"}),
    ]
    mine = {"square": "2.c.3", "gear": "g3_7", "steering": 1, **rest}
    cars = {"A": mine, "B": {"square": "2.d.5", "gear": "g3_7"}}
    position = {"phase": phase, "rounds": 2, "cars": cars, "queue": ["A", "B"]}
    return Match(RULESET, load(ROCK), seats, start_position={**position, "lane_changes": changes})


def refused(match: Match, answer: str) -> str:
    with pytest.raises(Illegal) as error:
        match.answer(answer)
    return str(error.value)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("3.c.8", "3.c.8 is not connected: not next to 2.c.3 (ahead is 2.c.4)"),
        ("2.c.4", "2.c.4 is offered as: hit 2.c.4 (N15)"),
        ("2.d.5", "2.d.5 is offered as:"),
        ("9.a.1", "there is no 9.a.1 on this course (N6)"),
        ("99.c.5", "there is no 99.c.5 (N6)"),
        ("hit 2.f.1", "there is no 2.f.1 (N6)"),
        ("3.a.3", "3.a.3 is not connected"),
        ("turbo g3_8", "Turbo and Brake points are spent before the dice (N10)"),
        ("boost 2", "the Rocket Booster is for the end of the movement (N24)"),
        ("use booster", "the booster is not armed (N16)"),
        ("arm saw", "this driver has no saw (N2)"),
        ("use machine_gun", "the machine gun is not armed (N16)"),
    ],
)
def test_n15_in_the_move(answer: str, problem: str) -> None:
    assert problem in refused(match_at("move"), answer)


def test_n14_more_lane_changes_than_there_are() -> None:
    match = match_at("move", changes=0, steering=0)
    assert "2.b.4 takes 1 lane change; 0 lane changes and 0 Steering points are left (N14)" in (
        refused(match, "2.b.4")
    )
    match = match_at("move", changes=0, steering=1)
    line = refused(match, "3.a.2")
    assert "3.a.2 takes 2 lane changes; 0 lane changes and 1 Steering point are left (N14)" in line


def test_d16_an_obstruction_next_to_the_car() -> None:
    match = match_at("move", square="2.b.3")
    assert "2.c.4 is an obstruction: it is only ever hit straight ahead (D16)" in (
        refused(match, "2.c.4")
    )


def test_n16_what_was_moved_this_turn() -> None:
    match = match_at("points")
    match.answer("arm machine_gun")
    assert "the machine gun was armed or used this turn already (N16)" in (
        refused(match, "use machine_gun")
    )
    match.answer("arm flamer")
    assert "both Activations of this turn are used up (N16)" in refused(match, "arm booster")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (
            "use machine_gun",
            "nobody is in range of the machine gun, within three squares ahead (D19)",
        ),
        ("use flamer", "nobody is in range of the flamer, within three squares behind (D19)"),
        ("use extinguisher", "there is no heat to put out (D19)"),
        ("use booster", "the booster is used with `boost`, at the end of the movement (N24)"),
        ("arm flamer", "the flamer is armed already (N16)"),
        ("2.b.4", "you cannot move now (D11)"),
        ("turbo g5_7", "the gear matrix has no g5_7 (N9)"),
        ("turbo g5_9", "no line leads from g3_7 to g5_9 in one step (N9)"),
        ("brake neutral", "you may not slow down to 0 (N9)"),
        ("mine", "you are not about to leave a square (N26)"),
    ],
)
def test_d19_n9_before_the_dice(answer: str, problem: str) -> None:
    armed = [0, 1, 1, 0, 1, 1]
    assert problem in refused(match_at("points", armed=armed), answer)


def test_n18_the_way_around_comes_first() -> None:
    """Whatever the equipment: while a side of the obstruction is asked for, it is not its turn."""
    match = match_at("move")
    for each in ("hit 2.c.4", 4, 4, 4, 4):
        match.answer(each)
    assert match.asks[0].question == "swerve"
    for answer in ("arm flamer", "use machine_gun", "mine", "boost 1", "brake g3_6"):
        assert "choose a side of the obstruction first (N18)" in refused(match, answer)
    assert "the compulsory lane change does not lead to 2.c.5 (N18)" in refused(match, "2.c.5")
    assert "there is no 9.a.1 on this course (N6)" in refused(match, "9.a.1")


def test_n24_squares_of_a_boost_and_what_waits_for_its_end() -> None:
    match = match_at("after", changes=0, square="2.d.1", armed=[0, 1, 0, 0, 1, 0])
    for answer in ("boost 0", "boost 4", "boost"):
        assert "boost 1, 2 or 3 squares (N24)" in refused(match, answer)
    assert "the booster is used with `boost`" in refused(match, "use booster")
    match.answer("boost 3")
    match.answer(6)
    assert match.asks[0].names == ("done", "mine")
    for answer in ("arm machine_gun", "boost 1"):
        assert "finish the boost first (N24)" in refused(match, answer)


def test_n10_d3_points() -> None:
    match = match_at("points", turbo=0)
    assert "no Turbo point is left (N10)" in refused(match, "turbo g3_8")
    match.answer("brake g3_6")
    match = match_at("points")
    match.answer("brake g3_6")
    assert "not spent in the same turn (D3)" in refused(match, "turbo g3_7")


def test_n9_the_gearstick() -> None:
    match = match_at("gear")
    assert "no line leads from g3_7 to g3_9 in one step (N9)" in refused(match, "g3_9")
    assert "gear: A: you may not slow down to 0 (N9)" in refused(match, "neutral")


@pytest.mark.parametrize("answer", ["", "banana", "arm banana", "g9_9", "ram", "fly 2.b.4"])
def test_n9_what_names_nothing_is_told_what_there_is(answer: str) -> None:
    for phase in ("gear", "points", "move"):
        assert "expected one of" in refused(match_at(phase), answer)
