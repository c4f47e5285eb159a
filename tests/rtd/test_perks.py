"""Perks and Debuffs as they act on the rolls (R11–R13, A27, A67, and the house cards).

Every card is driven through every trial below, and changes the ones it names and no other.

| trial            | what is measured                                   |
|------------------|----------------------------------------------------|
| rocket start     | modifiers of the Rocket Start                      |
| turn start       | M after the start of a turn that began at 0        |
| grid             | M before the Rocket Start                          |
| aggressive       | modifiers of Drive Aggressively                    |
| slide            | modifiers of a Power Slide on a straight           |
| slide on curve   | modifiers of a Power Slide on a broad curve        |
| draft            | modifiers of a Draft's Pass roll                   |
| jockeying        | modifiers of a Pass roll while jockeying           |
| being passed     | modifiers of the roll to keep the place            |
| ramming          | modifiers of the Ram check                         |
| being rammed     | modifiers against a Ram                            |
| not spinning out | modifiers of the check after a Ram                 |
| blast            | modifiers of the check against a blast             |
| avoiding a peel  | modifiers of the check to avoid a Banana           |
| hazard           | modifiers of the check against a hazard            |
| throw            | modifiers of a Banana's throw                      |
| bomb throw       | modifiers of a Bob-omb's throw                     |
| bomb dodge       | modifiers of the dodge of a dropped Bob-omb        |
| green shell      | modifiers of its attack                            |
| red shell        | modifiers of its attack                            |
| dodge            | modifiers of the dodge of a shell                  |
| dodge, dragging  | the same with a Banana on the hook                 |
| dodge, circling  | the same with a Triple Red Shell                   |
| fall back        | modifiers of the check not to Fall Back            |
| pull ahead       | modifiers of the check to Pull Ahead               |
| pulled ahead     | M after it, from 5                                 |
| spun out         | M after a spin-out, from 3                         |
| flipped          | M after a flip, from 3                             |
| box              | modifiers of the check for an item box             |
| item roll        | modifiers of the Item Roll in first place          |
| maximum          | M after Cleanup, from 9                            |
| trunk            | how many Mushrooms fit in hand                     |
| dash panel       | modifiers of the check for a dash panel            |
| path             | modifiers of the check of an alternate path        |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.journal import entries, modifiers
from tests.rtd.table import course_with, dice, jockey, kart, play_to, table

from wreckoning.core.declared import Asked
from wreckoning.core.door import ROLL
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd import karts
from wreckoning.rulesets.rtd.events import Modifier
from wreckoning.rulesets.rtd.numbers import Item, Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Kart, Phase, Race
from wreckoning.rulesets.rtd.rules.actions import draft, drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.bombs import caught_in_blast, drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.features import course_features, meet_hazard
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import hits_box, item_roll, stow
from wreckoning.rulesets.rtd.rules.momentum import flip, settle_momentum, spin_out
from wreckoning.rulesets.rtd.rules.movement import fall_backs, pull_aheads
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.paths import take_path
from wreckoning.rulesets.rtd.rules.powers import boost
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell, red_shell
from wreckoning.rulesets.rtd.rules.standings import segment_index
from wreckoning.rulesets.rtd.rules.start import rocket_start, rocket_starts

COURSE = course_with(
    {
        1: {
            "boxes": "plenty",
            "hazard": [{"name": "Rock", "modifier": 0, "damage": "spin"}],
            "dash_panel": [{"name": "Panel", "check": 0, "momentum": 1}],
            "path": [{"name": "Gap", "check": 0, "success": {"momentum": 1}}],
        },
        2: {"kind": "broad_curve"},
    }
)
Trial = Callable[[Race, Kart], int]


def total(race: Race, question: Asked, who: int) -> int:
    """The modifiers of this driver's roll for this question."""
    found = [
        result - die
        for seat, asked, die, result, _ in entries(race, ROLL)
        if (seat, asked) == (who, question)
    ]
    assert len(found) == 1
    return found[0]


def roll(question: Asked, *answers: int) -> Callable[[Callable[[Race, Kart], Any]], Trial]:
    """A trial: with these answers, the modifiers of the driver's roll for this question."""

    def wrap(play: Callable[[Race, Kart], Any]) -> Trial:
        def trial(race: Race, driver: Kart) -> int:
            with dice(race, *answers):
                play(race, driver)
            return total(race, question, driver.seat)

        return trial

    return wrap


def turn_start(race: Race, driver: Kart) -> int:
    with dice(race, *[Order.DEFENSIVE] * 3):
        play_to(race, Phase.ACTIONS)
    return driver.momentum


def grid(race: Race, driver: Kart) -> int:
    with dice(race, NO, NO, NO):
        rocket_starts(race)
    return driver.momentum - 1


def slide_on_curve(race: Race, driver: Kart) -> None:
    driver.progress = 1
    power_slide(race, driver)


def ahead(race: Race) -> Kart:
    """The driver is third; who is directly ahead of them."""
    return race.karts[race.order[1]]


def leader(race: Race) -> Kart:
    return race.karts[race.order[0]]


def be_passed(race: Race, driver: Kart) -> None:
    pass_attempt(race, last(race), driver, 0)


def last(race: Race) -> Kart:
    """The driver is second here; who is third."""
    race.order[1], race.order[2] = race.order[2], race.order[1]
    return race.karts[race.order[2]]


def jockeying(race: Race, driver: Kart) -> None:
    driver.momentum = 1
    jockey(race, driver)
    driver.momentum = 0


def ramming(race: Race, driver: Kart) -> None:
    driver.ramming = 1
    pass_attempt(race, driver, ahead(race), 0)


def be_rammed(race: Race, driver: Kart) -> None:
    rammer = last(race)
    rammer.ramming = 1
    pass_attempt(race, rammer, driver, 0)


def dragging(race: Race, driver: Kart) -> None:
    driver.hook = Item.BANANA
    red_shell(race, last(race))


def circling(race: Race, driver: Kart) -> None:
    driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, 3
    red_shell(race, last(race))


def pulls_ahead(race: Race, driver: Kart) -> None:
    driver.momentum = 5
    come_first(race)
    pull_aheads(race)


def come_first(race: Race) -> None:
    race.order[:3] = [2, 0, 1]


def pulled_ahead(race: Race, driver: Kart) -> int:
    with dice(race, YES, 4):
        pulls_ahead(race, driver)
    return driver.momentum


def spun_out(race: Race, driver: Kart) -> int:
    driver.momentum = 3
    spin_out(race, driver)
    return driver.momentum


def flipped(race: Race, driver: Kart) -> int:
    driver.momentum = 3
    flip(race, driver)
    return driver.momentum


def maximum(race: Race, driver: Kart) -> int:
    driver.momentum = 9
    settle_momentum(race, driver)
    return driver.momentum


def trunk(race: Race, driver: Kart) -> int:
    return sum(stow(race, driver, Item.MUSHROOM, 0) for _ in range(4))


def rolls_for_an_item(race: Race, driver: Kart) -> None:
    come_first(race)
    item_roll(race, driver)


def drives_over(race: Race, _: Kart) -> None:
    come_first(race)
    race.course.segment[0].hazards[0].exists = 0
    course_features(race)


Q = Question
TRIALS: dict[str, Trial] = {
    "rocket start": roll(Q.ROCKET_CHECK, 4)(lambda r, k: rocket_start(r, k, True)),
    "turn start": turn_start,
    "grid": grid,
    "aggressive": roll(Q.AGGRESSIVE_CHECK, 4)(drive_aggressively),
    "slide": roll(Q.SLIDE_CHECK, 2)(power_slide),
    "slide on curve": roll(Q.SLIDE_CHECK, 1)(slide_on_curve),
    "draft": roll(Q.PASS_ROLL, 1, 6)(draft),
    "jockeying": roll(Q.PASS_ROLL, 1, 6)(jockeying),
    "being passed": roll(Q.PASS_DEFENCE, 1, 6)(be_passed),
    "ramming": roll(Q.RAM_CHECK, 1, 6, 1, 6)(ramming),
    "being rammed": roll(Q.RAM_DEFENCE, 1, 6, 1, 6)(be_rammed),
    "not spinning out": roll(Q.SPIN_OUT_CHECK, 6, 1, 4)(be_rammed),
    "blast": roll(Q.BLAST_CHECK, 4)(lambda r, k: caught_in_blast(r, k, Item.BANANA, NOBODY)),
    "avoiding a peel": roll(Q.AVOID_CHECK, 5, 5)(lambda r, _: lay(r, leader(r), Item.BANANA)),
    "hazard": roll(Q.HAZARD_CHECK, 4)(lambda r, k: meet_hazard(r, k, segment_index(r, k), 0)),
    "throw": roll(Q.THROW_CHECK, 6)(lambda r, k: throw(r, k, leader(r), Item.BANANA)),
    "bomb throw": roll(Q.THROW_CHECK, 5, 4, 4)(lambda r, k: throw_bomb(r, k, leader(r))),
    "bomb dodge": roll(Q.BOMB_DODGE, 6)(lambda r, _: drop_bomb(r, ahead(r))),
    "green shell": roll(Q.SHELL_ATTACK, 6, 1)(
        lambda r, k: green_shell(r, k, Direction.FORWARDS, NOBODY)
    ),
    "red shell": roll(Q.SHELL_ATTACK, 6, 1)(red_shell),
    "dodge": roll(Q.SHELL_DEFENCE, 2, 6)(
        lambda r, _: green_shell(r, ahead(r), Direction.BACKWARDS, NOBODY)
    ),
    "dodge, dragging": roll(Q.SHELL_DEFENCE, 2, 6)(dragging),
    "dodge, circling": roll(Q.SHELL_DEFENCE, 2, 6)(circling),
    "fall back": roll(Q.FALL_BACK_CHECK, 4)(lambda r, _: fall_backs(r)),
    "pull ahead": roll(Q.PULL_AHEAD_CHECK, YES, 4)(pulls_ahead),
    "pulled ahead": pulled_ahead,
    "spun out": spun_out,
    "flipped": flipped,
    "box": roll(Q.BOX_CHECK, 5)(lambda r, k: hits_box(r, k, 0)),
    "item roll": roll(Q.ITEM_ROLL, 4)(rolls_for_an_item),
    "maximum": maximum,
    "trunk": trunk,
    "dash panel": roll(Q.DASH_CHECK, 4, 4, 4)(drives_over),
    "path": roll(Q.PATH_CHECK, 4)(lambda r, k: take_path(r, k, 0)),
}

STANDARD = {
    "slide": -1,
    "slide on curve": 1,
    "jockeying": 1,
    "throw": -1,
    "bomb dodge": -2,
    "green shell": -1,
    "red shell": 2,
    "dodge, dragging": 3,
    "dodge, circling": 6,
    "pulled ahead": 2,
    "spun out": 2,
    "flipped": 1,
    "maximum": 5,
    "trunk": 1,
}

# What each card changes, and by how much: every trial that is not named stays as it is.
PERKS = {
    "ramming_speed": {"ramming": 1, "being rammed": 1},
    "item_bonus": {"item roll": 1},
    "high_acceleration": {"turn start": 1, "grid": 1},
    "hot_start": {"rocket start": 1},
    "grippy_tires": {"slide": 1},
    "slipstreamer": {"draft": 1},
    "heavy_bumper": {"not spinning out": 1, "blast": 1},
    "keen_eye": {"box": 1},
    "big_trunk": {"trunk": 1},
    "strong_hitch": {"dodge, dragging": 1},
    "sure_wheels": {"hazard": 1},
}
DEBUFFS = {
    "featherweight": {"ramming": -1, "being rammed": -1},
    "low_loot": {"item roll": -1},
    "slow": {"maximum": -1},
    "cold_engine": {"rocket start": -1},
    "bald_tires": {"slide": -1, "slide on curve": -1},
    "bad_aim": {"throw": -1, "bomb throw": -1, "green shell": -1, "red shell": -1},
    "thin_skin": {"spun out": -1},
    "butterfingers": {"box": -1},
    "loose_hitch": {"dodge, dragging": -2},
    "thirsty": {"pulled ahead": -1},
    "nervous": {"hazard": -1},
}


def drive(perk: str | None, debuff: str | None) -> dict[str, int]:
    """All trials with this kart, the third of three; what is not 0."""
    cards = {"C": (perk, debuff)} if perk and debuff else {}
    found = {}
    for name, trial in TRIALS.items():
        race = table("A B C", course=COURSE, karts=cards)
        found[name] = trial(race, kart(race, "C"))
    return {name: value for name, value in found.items() if value}


def test_r11_the_standard_kart_has_the_rulebooks_own_numbers() -> None:
    assert drive(None, None) == STANDARD


@pytest.mark.parametrize("perk", PERKS)
def test_r12_a_perk_changes_its_own_rolls_and_no_other(perk: str) -> None:
    debuff = "thirsty" if perk != "thirsty" else "slow"
    changes = PERKS[perk] | DEBUFFS[debuff]
    expected = {name: STANDARD.get(name, 0) + changes.get(name, 0) for name in TRIALS}
    assert drive(perk, debuff) == {name: value for name, value in expected.items() if value}


@pytest.mark.parametrize("debuff", DEBUFFS)
def test_r13_a_debuff_changes_its_own_rolls_and_no_other(debuff: str) -> None:
    changes = PERKS["big_trunk"] | DEBUFFS[debuff]
    expected = {name: STANDARD.get(name, 0) + changes.get(name, 0) for name in TRIALS}
    assert drive("big_trunk", debuff) == {name: value for name, value in expected.items() if value}


def test_r12_r13_every_card_is_driven() -> None:
    assert list(PERKS) == list(karts.perks())
    assert list(DEBUFFS) == list(karts.debuffs())


@pytest.mark.parametrize(
    ("perk", "trial", "value"),
    [
        ("ramming_speed", "ramming", 1),
        ("item_bonus", "item roll", 1),
        ("hot_start", "rocket start", 1),
        ("slipstreamer", "draft", 1),
        ("heavy_bumper", "not spinning out", 1),
        ("keen_eye", "box", 1),
        ("sure_wheels", "hazard", 1),
    ],
)
def test_r11_a_perk_is_told_with_the_roll_it_acts_on(perk: str, trial: str, value: int) -> None:
    race = table("A B C", course=COURSE, karts={"C": (perk, "thirsty")})
    TRIALS[trial](race, kart(race, "C"))
    assert (Modifier.PERK, value) in modifiers(race)


# --- the cards whose rule has a second half


def test_a27_ramming_cards_do_not_count_on_the_check_against_spinning_out() -> None:
    race = table("A B", momentum=[3, 3], karts={"A": ("ramming_speed", "slow")})
    kart(race, "B").ramming = 1
    with dice(race, 6, 1, 3):  # 6 against 2; the check is a 3: they spin out
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "A").momentum == 3 - 1 - 1


def test_a27_both_sides_of_a_ram_count() -> None:
    race = table("A B", karts={"A": ("hot_start", "featherweight"), "B": ("ramming_speed", "slow")})
    kart(race, "B").ramming = 1
    with dice(race, 2, 3, 4):  # 3 against 2
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)


def test_r12_a67_high_acceleration_is_for_0_momentum_only() -> None:
    for before, after in ((0, 1), (1, 1), (4, 4)):
        race = table("A B", momentum=[before], karts={"A": ("high_acceleration", "thirsty")})
        with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
            play_to(race, Phase.ACTIONS)
        assert kart(race, "A").momentum == after


def test_r12_high_acceleration_fires_every_turn() -> None:
    race = table("A B", karts={"A": ("high_acceleration", "thirsty")})
    for _ in range(2):
        kart(race, "A").momentum = 0
        race.phase = Phase.TURN_START
        with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
            play_to(race, Phase.ACTIONS)
        assert kart(race, "A").momentum == 1


@pytest.mark.parametrize(("kind", "modifier"), [("tight", 0), ("curve", 0), ("broad_curve", 1)])
def test_grippy_tires_ignore_the_penalty_and_keep_the_bonus(kind: str, modifier: int) -> None:
    race = table(
        "A B", course=course_with({1: {"kind": kind}}), karts={"A": ("grippy_tires", "slow")}
    )
    with dice(race, 2):
        power_slide(race, kart(race, "A"))
    assert total(race, Q.SLIDE_CHECK, 0) == modifier


def test_thin_skin_makes_every_spin_out_cost_2() -> None:
    race = table("A B", momentum=[0, 3], karts={"B": ("hot_start", "thin_skin")})
    with dice(race, 4):
        lay(race, kart(race, "A"), Item.BANANA)
    assert kart(race, "B").momentum == 1
    kart(race, "B").momentum = 3
    with dice(race, 3):
        caught_in_blast(race, kart(race, "B"), Item.BANANA, NOBODY)
    assert kart(race, "B").momentum == 1


@pytest.mark.parametrize(
    ("perk", "debuff", "defence", "lost"),
    [
        ("strong_hitch", "slow", 3, True),  # 7 against 3 + 4
        ("hot_start", "slow", 3, False),  # 7 against 3 + 3: hit
        ("hot_start", "loose_hitch", 6, True),  # 7 against 6 + 1
        ("hot_start", "loose_hitch", 5, False),  # 7 against 5 + 1: hit
    ],
)
def test_r32_a49_hitches_change_what_a_dragged_item_saves(
    perk: str, debuff: str, defence: int, lost: bool
) -> None:
    race = table("A B", momentum=[3, 0], karts={"A": (perk, debuff)})
    kart(race, "A").hook = Item.BANANA
    with dice(race, 5, defence):
        red_shell(race, kart(race, "B"))
    assert (kart(race, "A").hook == 0) is lost
    assert kart(race, "A").momentum == (3 if lost else 1)


def test_a43_big_trunk_is_one_more_than_carry() -> None:
    for carry, fit in (("0", 1), ("1", 2), ("2", 3), ("3", 4)):
        race = table("A B", karts={"A": ("big_trunk", "slow")}, carry=carry)
        assert trunk(race, kart(race, "A")) + stow(race, kart(race, "A"), Item.MUSHROOM, 0) == fit


def test_r7_r13_slow_is_a_maximum_of_4_with_the_switch_too() -> None:
    race = table("A B", karts={"A": ("hot_start", "slow")}, momentum_cap="always")
    for name, most in (("A", 4), ("B", 5)):
        kart(race, name).momentum = 3
        kart(race, name).hand[0] = Item.MUSHROOM
        boost(race, kart(race, name), Item.MUSHROOM)
        boost(race, kart(race, name), Item.MUSHROOM)
        assert kart(race, name).momentum == most
