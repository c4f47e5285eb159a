"""What is refused, with the rule's number and the figures that decide it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kart.table import field

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.courses import load
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.refusals import refusal
from wreckoning.rulesets.kart.ruleset import RULESET


def match_at(
    phase: str, gear: int = 3, other: tuple[int, int] = (1700, 1000), **rest: Any
) -> Match:
    """A stands in the middle of the field and looks to the right, B somewhere."""
    seats = [Seat("A"), Seat("B")]
    karts = {"A": {"gear": gear, "gate": 1, **rest.pop("kart", {})}}
    bodies = {
        "A": {"x": 1500 * MM, "y": 1000 * MM},
        "B": {"x": other[0] * MM, "y": other[1] * MM},
    }
    position = {"phase": phase, "rounds": 1, "karts": karts, "bodies": bodies, **rest}
    cubes = [{"x": 1620, "y": 1000, "size": 60}] if rest.pop("cube", False) else []
    position.pop("cube", None)
    course = load(field(cube=cubes))
    return Match(RULESET, course, seats, start_position=position, automatic=False)


def refused(match: Match, answer: str) -> str:
    with pytest.raises(Illegal) as error:
        match.answer(answer)
    return str(error.value)


@pytest.mark.parametrize(
    ("gear", "answer", "problem"),
    [
        (3, "hard", "Hard: to the left or to the right? (G8)"),
        (5, "hard left", "Hard is not permitted in Gear 5: only in 1, 2, 3, 4 (G7)"),
        (1, "long", "Long is not permitted in Gear 1: only in 3, 4, 5, 6 (G7)"),
        (2, "short reverse", "Short: reverse is for Gear 1, this is Gear 2 (E5)"),
        (1, "long reverse", "Long is not permitted in Gear 1"),
        (1, "turn reverse", "Turn: only straights are driven in reverse (E5)"),
        (3, "medium left", "Medium: a straight (G8)"),
    ],
)
def test_g7_a_template_that_is_not_permitted(gear: int, answer: str, problem: str) -> None:
    assert problem in refused(match_at("manoeuvre", gear), answer)


def test_g9_more_dice_than_handling() -> None:
    match = match_at("skid", manoeuvre=10)
    assert "4 dice: this kart's Handling is 3 (G9)" in refused(match, "4")


def test_g10_dice_that_are_not_there() -> None:
    match = match_at("skid", manoeuvre=10)
    match.answer("1")
    match.answer(1)
    assert "only 1 die can be rolled again (G10)" in refused(match, "re-roll 2")


@pytest.mark.parametrize(
    ("gear", "answer", "problem"),
    [
        (5, "gear_up", "Gear 5 is this kart's maximum (E1)"),
        (1, "gear_down", "there is no gear below 1 (E1)"),
        (3, "drop_hazard", "there is no hazard token to drop (G3)"),
        (3, "cancel_spin", "there is no SPIN left to cancel (G3)"),
    ],
)
def test_g3_what_a_shift_cannot_do(gear: int, answer: str, problem: str) -> None:
    match = match_at("skid", gear, manoeuvre=31)
    match.answer("1")
    match.answer(4)
    match.answer("keep")
    assert problem in refused(match, answer)


@pytest.mark.parametrize(
    ("manoeuvre", "answer", "problem"),
    [
        (42, "slide left, 60 left", "60° is too far: a slide turns up to 45° either way (E6)"),
        (42, "slide left, 10 left", "10° is not a multiple of 15°: turns go in steps of 15° (E6)"),
        (42, "slide right, 15 left", "not to the right: a slide goes to the outside of the turn"),
    ],
)
def test_e6_a_slide_out_of_range(manoeuvre: int, answer: str, problem: str) -> None:
    assert problem in refused(match_at("drive", manoeuvre=manoeuvre, slides=1), answer)


def test_e7_a_spin_out_of_range() -> None:
    match = match_at("drive", manoeuvre=10, spins=1, other=(1500, 500))
    assert "105° is too far: a spin turns up to 90° either way (E7)" in refused(match, "105 left")
    assert "20° is not a multiple of 15°: turns go in steps of 15° (E7)" in refused(
        match, "20 right"
    )


@pytest.mark.parametrize(
    ("other", "cube", "answer", "problem"),
    [
        (
            (1900, 1000),
            False,
            "shell ahead 2",
            "out of range: 325.0 mm from the front edge, a Shell reaches 270 mm (E14)",
        ),
        (
            (1500, 1150),
            False,
            "shell ahead 2",
            "90.0° from straight at the front edge, a Shell flies within 45° of it (E14)",
        ),
        (  # its nearest corner is 200 ahead of the rear edge, and 32 to the side of its other end
            (1700, 1000),
            False,
            "shell behind 2",
            "170.9° from straight at the rear edge, a Shell flies within 45° of it (E14)",
        ),
        (  # its nearest corner is 100 ahead of the front edge, and 105 to the side of its end
            (1600, 1137),
            False,
            "shell ahead 2",
            "46.4° from straight at the front edge, a Shell flies within 45° of it (E14)",
        ),
        ((1720, 1000), True, "shell ahead 2", "out of sight: all 5 lines are blocked, by 1 thing"),
        ((1700, 1000), False, "shell ahead 1", "you cannot shoot at yourself (G25)"),
        ((1700, 1000), False, "banana", "this kart holds shell (E15)"),
    ],
)
def test_e14_a_target_out_of_arc_range_or_sight(
    other: tuple[int, int], cube: bool, answer: str, problem: str
) -> None:
    match = match_at("attack", other=other, cube=cube, kart={"holds": "shell"})
    by_name = answer.replace("2", "b").replace("1", "a")
    if match.asks[0].question == "attack":
        assert problem in refused(match, answer)
        assert problem in refused(match, by_name)
    else:  # nobody can be shot at, so nothing is asked: the reason is there all the same
        ask = Ask(0, "A", "attack", "G25", 1, (0,), ("pass",), seats=("A", "B"))
        for given in (answer, by_name):
            reason = refusal(match.race, ask, given)
            assert reason is not None
            assert problem in f"{reason[0]} ({reason[1]})"


def test_g25_a_target_that_does_not_race_is_refused() -> None:
    match = match_at("attack", kart={"holds": "shell"})
    problem = refused(match, "shell ahead Zoe")
    assert problem == "attack: A: there is no driver zoe here: A, B (G25)"
