"""Karts: Perks and Debuffs (R11–R13, A28).

| figure     | standard | Strong Hitch | Loose Hitch | Slow | Thirsty | Thin Skin | Big Trunk |
|------------|----------|--------------|-------------|------|---------|-----------|-----------|
| drag       | 3        | 4            | 1           |      |         |           |           |
| maximum    | 5        |              |             | 4    |         |           |           |
| pull_ahead | 3        |              |             |      | 4       |           |           |
| spin_out   | 1        |              |             |      |         | 2         |           |
| hand       | 0        |              |             |      |         |           | 1         |
"""

from __future__ import annotations

import re

import pytest

from wreckoning.core.errors import Illegal
from wreckoning.core.records import pack
from wreckoning.core.rules import written
from wreckoning.rulesets.rtd import karts
from wreckoning.rulesets.rtd.race import Figures

STANDARD = {"drag": 3, "spin_out": 1, "pull_ahead": 3, "maximum": 5}
FIGURES = [field.name for field in Figures.fields]


def figures_of(figures: Figures) -> dict[str, int]:
    """The figures that are not 0."""
    return {name: getattr(figures, name) for name in FIGURES if getattr(figures, name)}


def with_perk(perk: str) -> dict[str, int]:
    """A kart's figures with this Perk, and a Debuff that touches something else."""
    debuff = "slow" if perk != "slow" else "thirsty"
    return figures_of(karts.build(perk, debuff)[2])


def with_debuff(debuff: str) -> dict[str, int]:
    return figures_of(karts.build("high_acceleration", debuff)[2])


def test_r11_standard_kart_has_no_cards() -> None:
    perk, debuff, figures = karts.build(None, None)
    assert (perk, debuff) == (karts.NO_CARD, karts.NO_CARD)
    assert figures_of(figures) == STANDARD


def test_r11_one_perk_is_taken_with_one_debuff() -> None:
    perk, debuff, figures = karts.build("ramming_speed", "slow")
    assert (perk, debuff) == (1, 3)
    assert figures_of(figures) == {**STANDARD, "ram": 1, "maximum": 4}


def test_r11_karts_share_nothing() -> None:
    first = karts.build("ramming_speed", "slow")[2]
    before = pack(first)
    first.ram = 7
    assert pack(karts.build("ramming_speed", "slow")[2]) == before
    assert figures_of(karts.build(None, None)[2]) == STANDARD


@pytest.mark.parametrize(
    ("perk", "figure", "value"),
    [
        ("ramming_speed", "ram", 1),
        ("item_bonus", "item_roll", 1),
        ("high_acceleration", "high_acceleration", 1),
        ("hot_start", "rocket_start", 1),
        ("grippy_tires", "slide_penalty_ignored", 1),
        ("slipstreamer", "draft", 1),
        ("heavy_bumper", "spin_out_check", 1),
        ("keen_eye", "box", 1),
        ("big_trunk", "hand", 1),
        ("strong_hitch", "drag", 4),
        ("sure_wheels", "hazard", 1),
    ],
)
def test_r12_a_perk_changes_its_figure_and_no_other(perk: str, figure: str, value: int) -> None:
    assert with_perk(perk) == {**STANDARD, "maximum": 4, figure: value}


def test_r12_every_perk_is_tested_and_the_rulebooks_come_first() -> None:
    assert list(karts.perks())[:3] == ["ramming_speed", "item_bonus", "high_acceleration"]
    assert len(karts.perks()) == 11
    assert [card.code for card in karts.perks().values()] == list(range(1, 12))


@pytest.mark.parametrize(
    ("debuff", "figure", "value"),
    [
        ("featherweight", "ram", -1),
        ("low_loot", "item_roll", -1),
        ("slow", "maximum", 4),
        ("cold_engine", "rocket_start", -1),
        ("bald_tires", "slide", -1),
        ("bad_aim", "aim", -1),
        ("thin_skin", "spin_out", 2),
        ("butterfingers", "box", -1),
        ("loose_hitch", "drag", 1),
        ("thirsty", "pull_ahead", 4),
        ("nervous", "hazard", -1),
    ],
)
def test_r13_a_debuff_changes_its_figure_and_no_other(debuff: str, figure: str, value: int) -> None:
    assert with_debuff(debuff) == {**STANDARD, "high_acceleration": 1, figure: value}


def test_r13_every_debuff_is_tested_and_the_rulebooks_come_first() -> None:
    assert list(karts.debuffs())[:3] == ["featherweight", "low_loot", "slow"]
    assert len(karts.debuffs()) == 11
    assert [card.code for card in karts.debuffs().values()] == list(range(1, 12))


def test_r12_r13_every_card_says_what_it_does_in_one_sentence() -> None:
    for card in [*karts.perks().values(), *karts.debuffs().values()]:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", card.key)
        assert re.fullmatch(r"[^.\n]+\.", card.text)
        assert card.title.lower().replace(" ", "_") == card.key
        assert card.figures
        assert set(card.figures) <= set(FIGURES)
        assert 0 not in card.figures.values()


@pytest.mark.parametrize(("perk", "debuff"), [("ramming_speed", None), (None, "slow")])
def test_a28_one_card_alone_is_refused(perk: str | None, debuff: str | None) -> None:
    with pytest.raises(Illegal, match=r"takes a Debuff too|without a Perk") as refused:
        karts.build(perk, debuff)
    assert refused.value.rule == "A28"


@pytest.mark.parametrize(
    ("perk", "debuff"),
    [
        ("ramming_speed", "featherweight"),
        ("item_bonus", "low_loot"),
        ("hot_start", "cold_engine"),
        ("grippy_tires", "bald_tires"),
        ("keen_eye", "butterfingers"),
        ("strong_hitch", "loose_hitch"),
        ("sure_wheels", "nervous"),
    ],
)
def test_a28_a_pair_that_touches_the_same_roll_is_refused(perk: str, debuff: str) -> None:
    with pytest.raises(Illegal, match="touch the same") as refused:
        karts.build(perk, debuff)
    assert refused.value.rule == "A28"


def test_a28_every_other_pair_is_allowed() -> None:
    allowed = 0
    for perk in karts.perks().values():
        for debuff in karts.debuffs().values():
            if perk.touches != debuff.touches:
                karts.build(perk.key, debuff.key)
                allowed += 1
    assert allowed == 11 * 11 - 7


def test_a28_who_touches_the_same_figure_says_so() -> None:
    for perk in karts.perks().values():
        for debuff in karts.debuffs().values():
            if set(perk.figures) & set(debuff.figures):
                assert perk.touches == debuff.touches


@pytest.mark.parametrize(
    ("perk", "debuff", "rule", "message"),
    [
        ("raming_speed", "slow", "R12", 'did you mean "ramming_speed"?'),
        ("item_bonus", "slwo", "R13", 'did you mean "slow"?'),
        ("zzz", "slow", "R12", "no perk 'zzz'; expected one of ramming_speed, item_bonus, "),
        ("", "slow", "R12", "no perk ''; expected one of "),
        ("slow", "slow", "R12", "Slow is a debuff, not a perk"),
        ("hot_start", "keen_eye", "R13", "Keen Eye is a perk, not a debuff"),
        ("zzz", None, "R12", "no perk 'zzz'"),
    ],
)
def test_r11_an_unknown_card_is_refused(
    perk: str, debuff: str | None, rule: str, message: str
) -> None:
    with pytest.raises(Illegal, match=re.escape(message)) as refused:
        karts.build(perk, debuff)
    assert refused.value.rule == rule
    assert "\n" not in str(refused.value)


def test_r11_r12_r13_a28_are_in_the_index() -> None:
    numbers = {entry.number for entry in written("wreckoning.rulesets.rtd.karts")}
    assert numbers == {"R11", "R12", "R13", "A28"}
