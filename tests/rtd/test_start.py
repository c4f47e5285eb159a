"""Turn 0: Rocket Starts and the grid (R14, R15, A6, A7, R12).

Rocket Start (A6): what the driver ends on

| result    | check (R1) | start (R14) | standard kart | High Acceleration |
|-----------|------------|-------------|---------------|-------------------|
| 7 or more | +2         | +2          | 4             | 5                 |
| 6         | +1         | +2          | 3             | 4                 |
| 4, 5      |            | +2          | 2             | 3                 |
| 2, 3      |            | +1          | 1             | 2                 |
| 1 or less | to 0       | none        | 0             | 0 (1 on turn 1)   |
| no attempt|            | +1          | 1             | 2                 |
"""

from __future__ import annotations

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import asked, dice, kart, order, set_order, step, suspends, table

from wreckoning.core.door import ROLL
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import GridSet, Modifier, Momentum
from wreckoning.rulesets.rtd.numbers import Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Phase, Race
from wreckoning.rulesets.rtd.rules.start import rocket_start, rocket_starts, set_grid

ACCELERATION = ("high_acceleration", "low_loot")
HOT = ("hot_start", "low_loot")
COLD = ("item_bonus", "cold_engine")


def grid(names: str = "A B", **options: object) -> Race:
    """A race before turn 0."""
    race = table(names, turn=0, **options)  # type: ignore[arg-type]
    race.phase = Phase.ROCKET_START
    return race


@pytest.mark.parametrize(("natural", "momentum"), [(6, 3), (5, 2), (4, 2), (3, 1), (2, 1), (1, 0)])
def test_r14_a6_rocket_start_in_a_standard_kart(natural: int, momentum: int) -> None:
    race = grid()
    with dice(race, YES, NO, natural):
        rocket_starts(race)
    assert kart(race, "A").momentum == momentum
    assert kart(race, "B").momentum == 1


@pytest.mark.parametrize(("natural", "momentum"), [(6, 4), (5, 3), (4, 3), (3, 2), (2, 2), (1, 0)])
def test_a6_rocket_start_with_high_acceleration(natural: int, momentum: int) -> None:
    race = grid(karts={"A": ACCELERATION})
    with dice(race, YES, NO, natural):
        rocket_starts(race)
    assert kart(race, "A").momentum == momentum


def test_a6_high_acceleration_fires_again_on_turn_1_after_a_critical_failure() -> None:
    race = grid(karts={"A": ACCELERATION})
    with dice(race, YES, NO, 1, Order.AGGRESSIVE, Order.AGGRESSIVE):
        step(race)
        assert kart(race, "A").momentum == 0
        step(race)
        assert order(race) == "BA"
        assert kart(race, "A").momentum == 0
        step(race)
    assert race.turn == 1
    assert kart(race, "A").momentum == 1


@pytest.mark.parametrize("card", [None, ACCELERATION])
def test_r14_no_attempt_brings_1_and_rolls_nothing(card: tuple[str, str] | None) -> None:
    race = grid(karts={"A": card} if card else None)
    with dice(race, NO, NO):
        rocket_starts(race)
    assert kart(race, "A").momentum == (2 if card else 1)
    assert entries(race, ROLL) == []


@pytest.mark.parametrize(
    ("card", "natural", "momentum"),
    [(HOT, 6, 4), (HOT, 5, 3), (HOT, 3, 2), (HOT, 1, 1), (COLD, 6, 2), (COLD, 4, 1), (COLD, 2, 0),
     (COLD, 1, 0)],
)  # fmt: skip
def test_a6_a13_a_critical_failure_is_a_result(
    card: tuple[str, str], natural: int, momentum: int
) -> None:
    race = grid(karts={"A": card})
    with dice(race):
        assert kart(race, "A").momentum == 0
    with dice(race, natural):
        rocket_start(race, kart(race, "A"), True)
    assert kart(race, "A").momentum == momentum
    assert modifiers(race) == [(Modifier.PERK, 1 if card is HOT else -1)]


def test_r14_the_start_is_the_only_action_and_all_are_asked_at_once() -> None:
    race = grid("A B C")
    with suspends(race):
        step(race)
    assert race.door.open == 3
    for seat in range(3):
        ask = race.door.asks[seat]
        assert (ask.by, ask.question) == (seat, Question.ROCKET_START)
        assert ask.options[: ask.count] == [YES, NO]
    # no die is rolled before all have chosen
    race = grid("A B C")
    with suspends(race, YES, YES):
        step(race)
    assert entries(race, ROLL) == []


def test_r14_the_momentum_cap_of_a_slow_kart_is_cleanups() -> None:
    race = grid(karts={"A": ("hot_start", "slow")})
    with dice(race, YES, NO, 6):
        rocket_starts(race)
    assert kart(race, "A").momentum == 4


def test_r12_high_acceleration_counts_before_the_rocket_start() -> None:
    race = grid(karts={"B": ACCELERATION})
    with suspends(race):
        rocket_starts(race)
    assert [kart(race, name).momentum for name in "AB"] == [0, 1]


# --- R15, A7: the grid


def on_grid(names: str, momentum: list[int]) -> Race:
    race = table(names, momentum=momentum, turn=0)
    race.phase = Phase.GRID
    return race


@pytest.mark.parametrize(
    ("momentum", "expected"),
    [([0, 1, 2, 3], "DCBA"), ([3, 2, 1, 0], "ABCD"), ([1, 3, 0, 2], "BDAC")],
)
def test_r15_grid_order_by_momentum(momentum: list[int], expected: str) -> None:
    race = on_grid("A B C D", momentum)
    with dice(race):
        step(race)
    assert order(race) == expected
    places = [(entry.who, entry.place) for entry in told(race, GridSet)]
    assert places == [(ord(name) - ord("A"), n) for n, name in enumerate(expected, 1)]
    assert race.phase == Phase.TURN_START


def test_r15_ties_are_broken_by_opposed_checks() -> None:
    race = on_grid("A B C", [1, 2, 2])
    with dice(race, 3, 5):
        set_grid(race)
    assert order(race) == "CBA"
    assert [entry[:3] for entry in entries(race, ROLL)] == [
        [1, Question.GRID_CHECK, 3],
        [2, Question.GRID_CHECK, 5],
    ]


def test_a7_all_tied_drivers_roll_and_equal_ones_again_among_themselves() -> None:
    race = on_grid("A B C D", [1, 1, 1, 1])
    # A 4, B 6, C 4, D 2; then only A and C: 3, 3; then 1, 2
    with dice(race, 4, 6, 4, 2, 3, 3, 1, 2):
        set_grid(race)
    assert order(race) == "BCAD"
    assert [entry[0] for entry in entries(race, ROLL)] == [0, 1, 2, 3, 0, 2, 0, 2]


def test_a7_two_ties_are_broken_apart() -> None:
    race = on_grid("A B C D E", [0, 2, 0, 2, 1])
    # B and D, then A and C: a 6 at the back never beats a 1 at the front
    with dice(race, 1, 2, 6, 6, 5, 6):
        set_grid(race)
    assert order(race) == "DBECA"
    assert [entry[0] for entry in entries(race, ROLL)] == [1, 3, 0, 2, 0, 2]


def test_a7_a_tie_of_three_where_two_stay_equal_at_the_front() -> None:
    race = on_grid("A B C", [1, 1, 1])
    with dice(race, 6, 2, 6, 1, 5):
        set_grid(race)
    assert order(race) == "CAB"


@pytest.mark.parametrize("rolls", [(6, 1), (1, 6)])
def test_a7_r5_the_dice_have_no_momentum_effects(rolls: tuple[int, int]) -> None:
    race = on_grid("A B", [1, 1])
    with dice(race, *rolls):
        set_grid(race)
    assert [kart(race, name).momentum for name in "AB"] == [1, 1]
    assert told(race, Momentum) == []


def test_r15_no_dice_without_a_tie() -> None:
    race = on_grid("A B", [0, 1])
    with dice(race):
        set_grid(race)
    assert order(race) == "BA"


def test_r15_twelve_drivers_find_their_places() -> None:
    race = table("A B C D E F G H I J K L", momentum=[n % 4 for n in range(12)], turn=0)
    set_order(race, "ABCDEFGHIJKL")
    # at each Momentum three are level: 2, 6, 4
    with dice(race, *(2, 6, 4) * 4):
        set_grid(race)
    assert order(race) == "HLDGKCFJBEIA"


def test_r14_r15_turn_0_from_start_to_grid() -> None:
    race = grid("A B C")
    with dice(race, YES, NO, YES, 2, 6, 3, 4):
        step(race)
        assert race.phase == Phase.GRID
        step(race)
    # C 3; A and B have 1 each: 3 v 4
    assert [kart(race, name).momentum for name in "ABC"] == [1, 1, 3]
    assert order(race) == "CBA"
    assert race.turn == 0
    assert all(kart(race, name).progress == 0 for name in "ABC")
    assert all(kart(race, name).order == 0 for name in "ABC")
    with suspends(race):
        step(race)
    assert asked(race)[:2] == (2, Question.ORDER)
    assert [race.door.asks[i].by for i in range(race.door.open)] == [2, 1, 0]
    assert race.queue[3] == NOBODY
