"""Blue Shells (R25, R45, A64, A65, A77).

Sent on turn t, it strikes at the end of the Action Phase of turn t + 1.

| first place          | hit directly                    | check against the blast             |
|----------------------|---------------------------------|-------------------------------------|
| any driver           | they                              | 2nd and 3rd, if in their segment      |
| … and makes 2nd share| they and 2nd                      | 3rd                                 |
| Boo or Star          | nobody                          | 2nd and 3rd                         |
"""

from __future__ import annotations

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import asked, dice, kart, order, play_to, put, suspends, table

from wreckoning.core.door import ROLL
from wreckoning.core.ids import as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import BlueShellEscaped, BlueShellStrikes, Modifier
from wreckoning.rulesets.rtd.numbers import Item, Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, NO, YES, Phase, Race
from wreckoning.rulesets.rtd.rules.blue_shell import (
    blue_shells_strike,
    leader,
    send_blue_shell,
    strike,
)
from wreckoning.rulesets.rtd.rules.deploy import deploy

A, B, C, D = seat_range(4)


def loaded(names: str = "A B C D") -> Race:
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


def rolled(race: Race) -> list[tuple[int, str, int]]:
    """Every roll: which, who, and what their modifiers came to."""
    return [
        (q, chr(ord("A") + who), result - die) for who, q, die, result, _ in entries(race, ROLL)
    ]


# --- on its way


def test_r45_it_strikes_at_the_end_of_the_next_turns_action_phase() -> None:
    race = loaded()
    kart(race, "D").hand[0] = Item.BLUE_SHELL
    with dice(race):
        kart(race, "D").hook = Item.NONE
        deploy(race, kart(race, "D"), Item.BLUE_SHELL)
        blue_shells_strike(race)  # this turn's own Action Phase ends: not yet
    assert momentum(race) == [3, 3, 3, 3]
    assert (race.blue_shells[0].due, race.blue_shells[0].owner) == (2, D)
    race.turn = 2
    with dice(race, NO, 4, 4):
        blue_shells_strike(race)
    assert momentum(race) == [0, 3, 3, 3]
    assert race.blue_shells[0].due == 0


def test_r25_r45_in_a_turn_it_comes_after_the_actions_and_before_the_features() -> None:
    race = table("A B", momentum=[3, 3], turn=0)
    kart(race, "B").hand[0] = Item.BLUE_SHELL
    with dice(race, Order.DEFENSIVE, DEPLOY + Item.BLUE_SHELL):
        play_to(race, Phase.FEATURES)
    assert momentum(race) == [3, 3]
    race.turn, race.phase, race.slot = 2, Phase.BLUE_SHELLS, 0
    with dice(race, NO, 4):
        play_to(race, Phase.FEATURES)
    assert momentum(race) == [0, 3]


def test_r25_all_that_are_due_strike_the_oldest_first() -> None:
    race = loaded("A B C")
    send_blue_shell(race, kart(race, "C"))
    send_blue_shell(race, kart(race, "B"))
    race.turn = 2
    send_blue_shell(race, kart(race, "A"))
    with dice(race, NO, 4, 4, NO, 4, 4):
        blue_shells_strike(race)
    assert [event.owner for event in told(race, BlueShellStrikes)] == [C, B]
    assert (race.blue_shells[0].due, race.blue_shells[0].owner) == (3, A)
    assert (race.blue_shells[1].due, race.blue_shells[1].owner) == (0, NOBODY)


# --- the drivers it hits


def test_r45_a_direct_hit_throws_the_leader_into_the_air_and_the_next_two_check() -> None:
    race = loaded()
    with dice(race, NO, 4, 3):
        strike(race, D)
    assert rolled(race) == [(Question.BLAST_CHECK, "B", 0), (Question.BLAST_CHECK, "C", 0)]
    assert momentum(race) == [0, 3, 2, 3]
    assert robbed(race) == "AC"


def test_a64_it_hits_the_leader_at_the_moment_of_impact() -> None:
    race = loaded("A B C")
    send_blue_shell(race, kart(race, "C"))
    race.turn = 2
    race.order[:3] = [2, 0, 1]
    with dice(race, NO, 4, 4):
        blue_shells_strike(race)
    assert momentum(race) == [3, 3, 0]


def test_a64_a38_first_among_those_still_racing() -> None:
    race = loaded()
    kart(race, "A").finish_turn = 1
    put(race, A=15)
    assert leader(race) == B
    with dice(race, NO, 4, 4):
        strike(race, D)
    assert momentum(race) == [3, 0, 3, 3]


def test_a64_there_is_no_dodge() -> None:
    race = loaded()
    put(race, A=1)
    kart(race, "A").defensive = 1
    with dice(race):
        strike(race, D)
    assert momentum(race) == [0, 3, 3, 3]


def test_a65_the_leader_may_send_it_and_is_hit_if_still_first() -> None:
    race = loaded("A B")
    put(race, A=1)
    send_blue_shell(race, kart(race, "A"))
    race.turn = 2
    with dice(race):
        blue_shells_strike(race)
    assert momentum(race) == [0, 3]
    assert robbed(race) == "A"


def test_a65_the_leader_who_sent_it_is_not_hit_once_passed() -> None:
    race = loaded("A B")
    send_blue_shell(race, kart(race, "A"))
    race.turn = 2
    put(race, B=1)
    race.order[:2] = [1, 0]
    with dice(race):
        blue_shells_strike(race)
    assert momentum(race) == [3, 0]


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a64_a77_only_boo_or_star_escapes_and_the_blast_still_strikes_the_next_two(
    status: str,
) -> None:
    race = loaded()
    setattr(kart(race, "A"), status, 1)
    with dice(race, 3, 3):  # no question of sharing: they are not hit
        strike(race, D)
    assert momentum(race) == [3, 2, 2, 3]
    assert robbed(race) == "BC"
    assert told(race, BlueShellEscaped)


# --- the blast


def test_a64_the_blast_is_for_2nd_and_3rd_in_the_same_segment_only() -> None:
    race = loaded()
    put(race, A=1, B=1, C=0, D=0)
    with dice(race, NO, 3):
        strike(race, D)
    assert momentum(race) == [0, 2, 3, 3]
    race = loaded()
    put(race, A=1)
    with dice(race):
        strike(race, D)
    assert momentum(race) == [0, 3, 3, 3]


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a78_the_immune_do_not_check_but_stand_in_line(status: str) -> None:
    race = loaded()
    setattr(kart(race, "B"), status, 1)
    with dice(race, 3):  # nobody to share it with; C checks, D is fourth
        strike(race, D)
    assert momentum(race) == [0, 3, 2, 3]


def test_a18_defensive_driving_counts_in_the_blast_of_anothers_shell() -> None:
    race = loaded("A B C")
    kart(race, "B").defensive = kart(race, "C").defensive = 1
    with dice(race, NO, 4, 4):
        strike(race, C)
    assert rolled(race) == [(Question.BLAST_CHECK, "B", 1), (Question.BLAST_CHECK, "C", 0)]


# --- sharing it


def test_r45_a64_the_leader_may_make_the_driver_behind_share_it() -> None:
    race = loaded()
    with dice(race, YES, 4, 3, 4):
        strike(race, D)
    assert rolled(race) == [
        (Question.SHARE_ROLL, "A", 3),
        (Question.SHARE_DEFENCE, "B", 3),
        (Question.BLAST_CHECK, "C", 0),  # B was hit already
    ]
    assert momentum(race) == [0, 0, 3, 3]
    assert robbed(race) == "AB"
    assert order(race) == "ABCD"  # nobody changes places


@pytest.mark.parametrize(("die", "shared"), [(3, False), (4, True)])
def test_a64_the_leaders_pass_roll_must_be_strictly_higher(die: int, shared: bool) -> None:
    race = loaded()
    with dice(race, YES, die, 3, 4, *([] if shared else [4])):
        strike(race, D)
    assert momentum(race) == [0, 0 if shared else 3, 3, 3]


def test_a64_it_costs_nothing_and_its_dice_bring_nothing() -> None:
    race = loaded("A B")
    kart(race, "A").momentum = -1
    with dice(race, YES, 6, 1):  # 6 − 1 against 1 + 3
        strike(race, B)
    assert momentum(race) == [-1, 0]


def test_r45_r4_it_is_a_pass_roll_with_pass_modifiers() -> None:
    race = loaded("A B")
    kart(race, "A").slide_bonus = 1
    kart(race, "A").shrunk_until = 1
    kart(race, "B").ink_until = 1
    kart(race, "B").defensive = 1
    with dice(race, YES, 1, 6, 4):
        strike(race, D)
    assert modifiers(race)[:5] == [
        (Modifier.MOMENTUM, 3),
        (Modifier.SLIDE, 1),
        (Modifier.MOMENTUM, 3),
        (Modifier.INK, -1),
        (Modifier.DEFENSIVE, 1),
    ]


def test_a18_a_defensive_leader_has_plus_1_but_not_against_their_own_shell() -> None:
    race = loaded("A B")
    kart(race, "A").defensive = 1
    with dice(race, YES, 1, 6, 4):
        strike(race, B)
    assert rolled(race)[0] == (Question.SHARE_ROLL, "A", 4)
    race = loaded("A B")
    kart(race, "A").defensive = 1
    with dice(race, YES, 1, 6, 4):
        strike(race, A)
    assert rolled(race)[0] == (Question.SHARE_ROLL, "A", 3)


def test_a64_only_with_the_driver_directly_behind_in_the_same_segment() -> None:
    race = loaded()
    with suspends(race):
        strike(race, D)
    assert asked(race) == (A, Question.SHARE, [YES, NO])
    assert race.door.asks[0].subject == B
    race = loaded()
    put(race, A=1)
    with dice(race):
        strike(race, D)


def test_a64_declined_there_is_no_roll() -> None:
    race = loaded("A B")
    with dice(race, NO, 4):
        strike(race, B)
    assert momentum(race) == [0, 3]


def test_r45_two_shells_may_hit_the_same_leader() -> None:
    race = loaded("A B")
    send_blue_shell(race, kart(race, "B"))
    send_blue_shell(race, kart(race, "B"))
    race.turn = 2
    with dice(race, YES, 4, 3, NO, 3):
        blue_shells_strike(race)
    assert momentum(race) == [0, -1]


def test_r25_those_still_on_their_way_close_ranks_the_oldest_first() -> None:
    race = table("A B", turn=3)
    for shell, (due, owner) in zip(race.blue_shells, [(3, 1), (4, 0), (4, 1)], strict=False):
        shell.due, shell.owner = due, as_seat(owner)
    kart(race, "A").star_until = 3
    with dice(race, 4):  # B escapes the blast
        blue_shells_strike(race)
    on_their_way = [(shell.due, shell.owner) for shell in race.blue_shells[:4]]
    assert on_their_way == [(4, 0), (4, 1), (0, NOBODY), (0, NOBODY)]
