"""The referee's dice for a driver's next pool (E26): a Smash, an Evade, the attack of a Shell.

A stands on (1200, 400), in Gear 2; B on (1400, 400) before it, in Gear 2 too.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import modifiers, told
from tests.kart.scene import hazards, meet, road, rolled, scene
from tests.kart.table import dice, hold, kart, terms
from tests.kart.test_positions import match_at as position
from tests.kart.view_table import answer, match_at, option

from wreckoning.core.errors import Illegal
from wreckoning.core.records import NOBODY
from wreckoning.odds.spreads import at_least
from wreckoning.rulesets.kart import view
from wreckoning.rulesets.kart.events import Modifier, NoDice, Pool
from wreckoning.rulesets.kart.odds.spreads import hit_odds, left_odds
from wreckoning.rulesets.kart.questions import Attack, Declaration, Question
from wreckoning.rulesets.kart.race import Item, Race, Roll
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.collisions import collide_with_obstruction

AHEAD = int(Attack.SHELL_AHEAD) + 1
SHOOTER = {"gear": 2, "holds": "shell", "gate": 1}


def modified(who: str, roll: Roll, extra: int) -> Race:
    """A is about to shoot at B, or from the side to ram it."""
    at = {"A": (1200.0, 400.0, 0.0), "B": (1400.0, 400.0, 90.0)}
    race = scene(at, gears={"A": 2, "B": 2})
    hold(race, "A", Item.SHELL)
    kart(race, who).extra_roll, kart(race, who).extra = int(roll), extra
    return race


def attack(race: Race, *faces: int) -> list[int]:
    with dice(race, AHEAD, *faces):
        item_attack(race, kart(race, "A"))
    return hazards(race)


def test_e26_the_dice_of_an_attack_decide_one_way_and_the_other() -> None:
    assert attack(modified("A", Roll.ATTACK_DIE, 1), 1, 1, 1, 1, 1, 4, 1, 1) == [0, 1]
    race = modified("A", Roll.ATTACK_DIE, -4)
    assert attack(race, 1) == [0, 0]
    assert terms(race, "A") == [(Modifier.SHELL, 5), (Modifier.EXTRA, -4)]
    assert (kart(race, "A").extra_roll, kart(race, "A").extra) == (Roll.NONE, 0)


def test_e26_the_dice_of_an_evade_decide_one_way_and_the_other() -> None:
    race = modified("B", Roll.EVADE_DIE, 1)
    assert attack(race, 4, 1, 1, 1, 1, 1, 1, 6) == [0, 0]
    assert terms(race, "B") == [(Modifier.EVADE_GEAR, 2), (Modifier.EXTRA, 1)]
    assert attack(modified("B", Roll.EVADE_DIE, -1), 4, 1, 1, 1, 1, 1) == [0, 1]


@pytest.mark.parametrize(("extra", "count"), [(2, 4), (-1, 1)])
def test_e26_the_dice_of_a_smash_decide_one_way_and_the_other(extra: int, count: int) -> None:
    """From the side: as many as the own gear. The hazards are the hits, at least 1 (G19)."""
    race = modified("A", Roll.SMASH_DIE, extra)
    hits = [1, *[6] * (count - 1)]
    with dice(race, Declaration.SMASH, Declaration.EVADE, *hits, *([1, 1] if count > 1 else [])):
        meet(race)
    assert rolled(race, Question.SMASH_DIE) == hits
    assert hazards(race) == [1, max(2 * (count - 1), 1)]
    assert (kart(race, "A").extra_roll, kart(race, "A").extra) == (Roll.NONE, 0)


def test_e26_it_is_used_up_by_the_next_pool_of_its_kind_and_by_no_other() -> None:
    race = modified("B", Roll.SMASH_DIE, 2)
    attack(race, 4, 1, 1, 1, 1, 1, 1)
    assert modifiers(race, 1) == [(Modifier.EVADE_GEAR, 2)]
    assert (kart(race, "B").extra_roll, kart(race, "B").extra) == (Roll.SMASH_DIE, 2)
    race = modified("A", Roll.ATTACK_DIE, 1)
    attack(race, *[1] * 6)
    hold(race, "A", Item.SHELL)
    attack(race, *[1] * 5)


def test_e26_g22_there_are_never_less_than_no_dice() -> None:
    race = modified("A", Roll.ATTACK_DIE, -6)
    assert attack(race) == [0, 0]
    assert told(race, NoDice) == [NoDice(0, Pool.ATTACK, -1)]
    race = modified("B", Roll.EVADE_DIE, -6)
    assert attack(race, 5, 1, 1, 1, 1) == [0, 1]
    assert told(race, NoDice) == [NoDice(1, Pool.EVADE, -4)]


def test_e26_e20_an_evade_without_a_hit_to_cancel_does_not_use_it_up() -> None:
    race = modified("B", Roll.EVADE_DIE, 2)
    attack(race, 1, 1, 1, 1, 1)
    assert kart(race, "B").extra == 2


def test_e26_the_dice_of_things_have_it_not() -> None:
    """A pipe smashes with the kart's gear, and its weight: 2 + 1 dice."""
    race = scene({"A": (1200, 400, 0)}, gears={"A": 2}, course=road(pipe=[(1262, 400, 25)]))
    kart(race, "A").extra_roll, kart(race, "A").extra = int(Roll.SMASH_DIE), 3
    with dice(race, 1, 1, 1):
        collide_with_obstruction(race, kart(race, "A"), 0)
    assert kart(race, "A").extra == 3
    assert NOBODY not in hazards(race)


# The log, and what options show


def shot(**bob: Any) -> Any:
    given = {"Ann": SHOOTER, "Bob": bob}
    return match_at({"Bob": (1460, 400, 0)}, given, phase="attack")


def test_e26_the_log_shows_it_among_the_terms_of_its_pool() -> None:
    line = answer(shot(extra_roll="evade_die", extra=1), "shell ahead Bob", 6, 1, 1, 1, 4, 6, 1)[0]
    assert line.text == (
        "Ann shot a Shell from the front at Bob with 5 dice (Shell 5): ⚅ 6 ⚀ 1 ⚀ 1 ⚀ 1 ⚃ 4; "
        "Bob evaded with 2 dice (gear 1, +1 referee): ⚅ 6 ⚀ 1 → 1 cancelled, 2 hits; "
        "Bob's hazards 0→2 (hits +2)"
    )
    assert "E26" in line.rules
    line = answer(shot(extra_roll="evade_die", extra=-1), "shell ahead Bob", 6, 1, 1, 1, 4)[0]
    assert "⚃ 4; Bob had no dice to evade with (gear 1, −1 referee), 3 hits" in line.text
    assert "E26" in line.rules
    match = match_at(
        {"Bob": (1460, 400, 0)},
        {"Ann": {**SHOOTER, "extra_roll": "attack_die", "extra": -6}},
        phase="attack",
    )
    line = answer(match, "shell ahead Bob")[0]
    assert "Ann had no dice to attack with (Shell 5, −6 referee)" in line.text


def test_e26_the_log_says_whose_evade_has_no_dice() -> None:
    """The pipe has dice: its Smash is not the driver's."""
    ann = {"gear": 2, "extra_roll": "evade_die", "extra": -2}
    match = match_at(karts={"Ann": ann}, track=road(pipe=[(1400, 400, 25)]))
    for given in ("medium", "0", "nothing", 4, 1, 1, 1):
        match.answer(given)
    hit = next(line for line in view.log_lines(match, match.events()) if "hit a pipe" in line.text)
    assert "the pipe smashed with 4 dice (+2 Ann's gear" in hit.text
    assert "Ann had no dice to evade with (gear 2, −2 referee)" in hit.text


def test_e26_the_chance_of_a_shell_counts_it() -> None:
    found = option(shot(extra_roll="evade_die", extra=2), "shell ahead Bob")
    assert found.meaning.startswith(
        "5 dice (Shell 5); Bob evades with 3 dice (gear 1, +2 referee): "
    )
    assert found.chance == pytest.approx(float(at_least(left_odds(5, 3), 1)))
    given = {"Ann": {**SHOOTER, "extra_roll": "attack_die", "extra": -2}}
    found = option(match_at({"Bob": (1460, 400, 0)}, given, phase="attack"), "shell ahead Bob")
    assert found.meaning.startswith("3 dice (Shell 5, −2 referee); ")
    assert found.chance == pytest.approx(float(at_least(left_odds(3, 1), 1)))


def test_e26_the_chances_of_a_collision_count_it() -> None:
    given = {
        "Ann": {"gear": 2, "extra_roll": "smash_die", "extra": 2},
        "Cid": {"gear": 3, "extra_roll": "evade_die", "extra": -1},
    }
    match = match_at({"Cid": (1360, 400, 180)}, given)
    for each in ("medium", "0", "nothing"):
        match.answer(each)
    ann, cid = match.asks
    smash = option(match, "smash", ann)
    assert smash.meaning.startswith("5 dice (gear 2, +3 Cid's gear, −2 lighter, +2 referee): 3.3 ")
    assert "if Cid evades with 2 dice" in smash.meaning
    assert smash.chance == pytest.approx(float(at_least(hit_odds(5), 1)))
    evade = option(match, "evade", cid)
    assert evade.meaning.startswith("2 dice (gear 3, −1 referee), each 6 cancels a hit: if Ann ")
    assert "smashes with 5 dice (gear 2, +3 Cid's gear, −2 lighter, +2 referee)" in evade.meaning
    match.answer("smash", "Ann")
    match.answer("evade", "Cid")
    situation = str(view.describe_ask(match, match.asks[0]))
    assert "dice: gear 2, +3 Cid's gear, −2 lighter, +2 referee" in situation


# Positions


@pytest.mark.parametrize("given", [{"extra": 1}, {"extra_roll": "smash_die"}])
def test_e26_a_position_names_the_roll_and_what_is_added(given: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match=r"karts\[B\]\.extra: expected both .* or neither \(E26\)$"):
        position(phase="manoeuvre", rounds=1, karts={"B": given})
    position(phase="manoeuvre", rounds=1, karts={"B": {"extra_roll": "smash_die", "extra": -6}})


def test_e26_rolls_have_the_numbers_of_their_questions() -> None:
    assert {roll.name: int(roll) for roll in Roll if roll} == {
        one.name: int(one) for one in (Question.SMASH_DIE, Question.EVADE_DIE, Question.ATTACK_DIE)
    }
