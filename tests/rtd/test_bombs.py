"""Bob-ombs (R41, A57, A58, A72, A78) and the blast they share with Blue Shells.

| how                | target                   | their defence          | blast                 |
|--------------------|--------------------------|----------------------|-----------------------|
| thrown             | ahead, not the next      | none: user's check   | the two behind them    |
| dropped            | immediately behind       | check at −2          | the two behind them    |
| dragged and met    | who fails to Ram or Pass | none                 | the two behind them    |

A direct hit: 0 M, all items lost. The blast: a check, or −1 M and all items lost.
"""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.rtd.table import dice, kart, put, table

from wreckoning.core.door import ROLL
from wreckoning.rulesets.rtd.events import Deployed
from wreckoning.rulesets.rtd.numbers import Item, Use
from wreckoning.rulesets.rtd.race import Race
from wreckoning.rulesets.rtd.rules.bombs import drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.deploy import use_item
from wreckoning.rulesets.rtd.rules.passing import pass_attempt


def loaded(names: str = "A B C D E") -> Race:
    """Everybody has 3 M, a Banana on the hook and a Boo in hand."""
    race = table(names, momentum=[3] * len(names.split()))
    for k in race.karts[: race.drivers]:
        k.hook, k.hand[0] = Item.BANANA, Item.BOO
    return race


def momentum(race: Race) -> list[int]:
    return [k.momentum for k in race.karts[: race.drivers]]


def robbed(race: Race) -> str:
    """Who has lost everything."""
    lost = [k for k in race.karts[: race.drivers] if k.hook == Item.NONE and k.hand[0] == Item.NONE]
    assert all(k.hook == Item.BANANA or k in lost for k in race.karts[: race.drivers])
    return "".join(chr(ord("A") + k.seat) for k in lost)


def rolled(race: Race) -> list[tuple[str, int]]:
    """Who rolled, and what their modifiers came to."""
    return [(chr(ord("A") + who), result - die) for who, _, die, result, _ in entries(race, ROLL)]


# --- thrown


def test_r41_thrown_forward_without_penalty_and_without_a_dodge() -> None:
    race = loaded()
    with dice(race, 4, 4, 4):
        throw_bomb(race, kart(race, "E"), kart(race, "A"))
    assert rolled(race) == [("E", 0), ("B", 0), ("C", 0)]  # three between: no penalty
    assert momentum(race) == [0, 3, 3, 3, 3]
    assert robbed(race) == "A"


def test_r41_a57_missed_or_not_the_next_two_in_line_check_or_lose_1_and_all_items() -> None:
    race = loaded()
    with dice(race, 3, 3, 4):
        throw_bomb(race, kart(race, "E"), kart(race, "A"))
    assert momentum(race) == [3, 2, 3, 3, 3]
    assert robbed(race) == "B"


def test_r41_r2_the_check_against_the_blast_has_its_own_momentum() -> None:
    race = loaded()
    with dice(race, 4, 1, 6):
        throw_bomb(race, kart(race, "E"), kart(race, "A"))
    assert momentum(race) == [0, 3 - 1 - 1, 3 + 1, 3, 3]


def test_a57_the_blast_may_reach_the_user() -> None:
    race = loaded("A B C")
    with dice(race, 4, 4, 3):
        throw_bomb(race, kart(race, "C"), kart(race, "A"))
    assert momentum(race) == [0, 3, 2]
    assert robbed(race) == "AC"


def test_a18_the_own_blast_is_no_attack_on_the_user() -> None:
    race = loaded("A B C")
    kart(race, "B").defensive = kart(race, "C").defensive = 1
    with dice(race, 4, 3, 4):
        throw_bomb(race, kart(race, "C"), kart(race, "A"))
    assert rolled(race) == [("C", 0), ("B", 1), ("C", 0)]


# --- dropped


@pytest.mark.parametrize(("die", "hit"), [(5, True), (6, False)])
def test_r41_dropped_the_driver_immediately_behind_dodges_at_minus_2(die: int, hit: bool) -> None:
    race = loaded()
    with dice(race, die, 4, 4):
        drop_bomb(race, kart(race, "A"))
    assert rolled(race) == [("B", -2), ("C", 0), ("D", 0)]
    assert momentum(race) == [3, 0 if hit else 3, 3, 3, 3]
    assert robbed(race) == ("B" if hit else "")


def test_r41_r1_a_dodge_of_1_costs_2_before_the_air_takes_the_rest() -> None:
    race = loaded()
    kart(race, "B").momentum = 1
    with dice(race, 1, 4, 4):  # 1 − 2: −2 M; to 0 never raises it (A15)
        drop_bomb(race, kart(race, "A"))
    assert kart(race, "B").momentum == -1


def test_r41_it_always_explodes_and_the_blast_is_behind_the_target() -> None:
    race = loaded()
    with dice(race, 6, 3, 3):
        drop_bomb(race, kart(race, "A"))
    assert momentum(race) == [3, 3, 2, 2, 3]
    assert robbed(race) == "CD"


def test_r41_a5_only_in_the_same_segment() -> None:
    race = loaded()
    put(race, A=1, B=1, C=1, D=0, E=0)
    with dice(race, 6, 4):
        drop_bomb(race, kart(race, "A"))
    assert rolled(race) == [("B", -2), ("C", 0)]


def test_a72_dropped_with_nobody_behind_it_harms_nobody_and_is_spent() -> None:
    race = loaded("A B C")
    kart(race, "C").hook = Item.NONE
    with dice(race):
        use_item(race, kart(race, "C"), Item.BOB_OMB, Use.DROP)
    assert momentum(race) == [3, 3, 3]
    assert told(race, Deployed) == [Deployed(2, Item.BOB_OMB)]
    put(race, A=1, B=0, C=0)
    with dice(race):
        drop_bomb(race, kart(race, "A"))
    assert momentum(race) == [3, 3, 3]


def test_r19_a18_the_defensive_dodge_and_escape_at_plus_1() -> None:
    race = loaded()
    kart(race, "B").defensive = kart(race, "D").defensive = 1
    with dice(race, 5, 4, 3):
        drop_bomb(race, kart(race, "A"))
    assert rolled(race) == [("B", -1), ("C", 0), ("D", 1)]
    assert robbed(race) == ""


# --- immune drivers


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a78_the_immune_do_not_dodge_nor_check_but_stand_in_line(status: str) -> None:
    race = loaded()
    setattr(kart(race, "B"), status, 1)
    setattr(kart(race, "C"), status, 1)
    with dice(race, 3):  # the two behind B are C, immune, and D; E is not reached
        drop_bomb(race, kart(race, "A"))
    assert rolled(race) == [("D", 0)]
    assert momentum(race) == [3, 3, 3, 2, 3]
    assert robbed(race) == "D"


# --- dragged


def test_a58_a_failed_passer_is_hit_directly_and_the_two_behind_are_blasted() -> None:
    race = loaded()
    kart(race, "A").hook = Item.BOB_OMB
    with dice(race, 2, 2, 4, 3):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "A").hook == Item.NONE  # spent (A48)
    kart(race, "A").hook = Item.BANANA
    assert momentum(race) == [3, 0, 3, 2, 3]
    assert robbed(race) == "BD"


def test_a58_a26_after_a_failed_ram_the_pass_goes_on_with_0() -> None:
    race = loaded("A B")
    kart(race, "A").hook = Item.BOB_OMB
    kart(race, "B").ramming = 1
    with dice(race, 2, 2, 6, 2):  # the ram fails; 6 + 0 against 2 + 3
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == -1
    assert (kart(race, "B").hook, kart(race, "B").hand[0]) == (Item.NONE, Item.NONE)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.NONE, Item.BOO)


def test_r41_other_statuses_count_on_the_throw() -> None:
    race = loaded()
    kart(race, "E").ink_until = kart(race, "E").shrunk_until = 1
    with dice(race, 6, 4, 4):
        throw_bomb(race, kart(race, "E"), kart(race, "A"))
    assert rolled(race)[0] == ("E", -3)
    assert momentum(race) == [3, 3, 3, 3, 3]
