"""The exact chances of Kart Edition, each cell against icepool's, from the rulebook's words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import d
from tests.odds.oracle import Expected, Oracle, check, check_table, question_of

from wreckoning.core.ruleset import find_ruleset
from wreckoning.odds.tables import questions_of, table_of

HITS = d(6).map({1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2})  # G2
WEIGHTS = {"light": 1, "middle": 2, "heavy": 3}
ITEMS = ("shell", "banana", "mushroom", "star", "bullet_bill")


def exactly(die: Any, columns: range) -> Expected:
    return {str(n): Fraction(die.probability("==", n)) for n in columns}


def at_least(die: Any) -> Expected:
    return {str(n): Fraction(die.probability(">=", n)) for n in range(1, 7)}


# --- skid dice: 4 to 6 is a SHIFT, and each SHIFT cancels one of the others


def shifts_of(dice: int) -> Any:
    return dice @ (d(6) >= 4)


def shifts(dice: int) -> Expected:
    return exactly(shifts_of(dice), range(dice + 1))


def results(dice: int) -> Expected:
    found = {name: 1 - Fraction(5, 6) ** dice for name in ("hazard", "spin", "slide")}
    return {**found, "shift": 1 - Fraction(1, 2) ** dice}


def uncancelled(dice: int, trivial: bool) -> Expected:
    left = shifts_of(dice).map(lambda n: max(dice - n - n - trivial, 0))
    return exactly(left, range(5))


def spare(dice: int, trivial: bool) -> Expected:
    left = shifts_of(dice).map(lambda n: max(n + trivial - (dice - n), 0))
    return exactly(left, range(6))


def push(again: int, shifts: int, others: int, trivial: bool) -> Expected:
    left = shifts_of(again).map(lambda n: max(again - n + others - n - shifts - trivial, 0))
    return exactly(left, range(5))


def wipeout(hazards: int, dice: int, trivial: bool) -> Expected:
    left = shifts_of(dice).map(lambda n: hazards + max(dice - n - n - trivial, 0))
    return {"wipeout": Fraction(left.probability(">=", 6))}


# --- hits, and what an Evade leaves of them


def after_evade(dice: int, gear: int, least: int = 0) -> Any:
    hits, sixes = max(dice, 0) @ HITS, gear @ (d(6) == 6)
    return icepool.map(lambda hit, cancelled: max(hit - cancelled, least), hits, sixes)


def hits(dice: int) -> Expected:
    return at_least(dice @ HITS)


def evades(gear: int) -> Expected:
    return at_least(gear @ (d(6) == 6))


def pool(orientation: str, gear: int, other_gear: int, weight: int, other_weight: int) -> int:
    """G21, G22: who smashes is named first."""
    own = {"head_on": gear + other_gear, "tailgate": abs(gear - other_gear)}.get(orientation, gear)
    return own + weight - other_weight


def collision(
    orientation: str,
    gear: int,
    other_gear: int,
    other_does: str,
    weight: str,
    other_weight: str,
    star: bool,
    who: str,
) -> Expected | None:
    """G19: everyone ends with a hazard at least. E10: a slower tailgater does not smash."""
    if orientation == "tailgate" and gear < other_gear:
        return None
    own, other = WEIGHTS[weight], WEIGHTS[other_weight]
    both = other_does == "smash"
    if who == "you":
        dice = pool(orientation, other_gear, gear, other, own) if both and not star else 0
        return at_least(after_evade(dice, 0, 1))
    dice = pool(orientation, gear, other_gear, own, other) + 2 * star
    return at_least(after_evade(dice, 0 if both else other_gear, 1))


def obstruction(kind: str, gear: int, weight: str) -> Expected:
    """G20, G22, G23: head-on with gear 0; immovable ones are heavy, mushrooms middle."""
    heavy = 2 if kind == "mushroom" else 3
    return at_least(after_evade(gear + heavy - WEIGHTS[weight], gear, 1))


def bullet_bill(orientation: str, gear: int, weight: str) -> Expected:
    dice = pool(orientation, 2, gear, 3, WEIGHTS[weight])
    return at_least(after_evade(dice, gear, 1))


def shell(gear: int, cover: int) -> Expected:
    return at_least(after_evade(5 - cover, gear))


def banana(gear: int) -> Expected:
    return at_least(after_evade(3, gear))


# --- single dice


def box() -> Expected:
    return {item: Fraction(1, 5) for item in ITEMS}


def scatter() -> Expected:
    """24 headings, 15° apart."""
    return {
        "as_before": Fraction(1, 24),
        "45": Fraction(7, 24),
        "90": Fraction(13, 24),
        "backwards": Fraction(11, 24),
    }


def pole(karts: int) -> Expected:
    return {"you": Fraction(1, karts)}


ORACLES: dict[str, Oracle] = {
    "shifts": shifts,
    "results": results,
    "uncancelled": uncancelled,
    "spare": spare,
    "push": push,
    "wipeout": wipeout,
    "hits": hits,
    "evades": evades,
    "collision": collision,
    "obstruction": obstruction,
    "bullet_bill": bullet_bill,
    "shell": shell,
    "banana": banana,
    "box": box,
    "scatter": scatter,
    "pole": pole,
}


def test_every_question_has_an_oracle() -> None:
    assert {each.name for each in questions_of(find_ruleset("kart"))} == set(ORACLES)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ORACLES)
def test_every_cell_is_icepools(name: str) -> None:
    check(question_of("kart", name), ORACLES[name])


@pytest.mark.parametrize("who", ["you", "other"])
def test_g19_both_may_smash(who: str) -> None:
    given = ["gear=3", "other_gear=2", "other_does=smash", f"who={who}", "other_weight=heavy"]
    question = question_of("kart", "collision")
    check_table(question, table_of(question, given), collision)
