"""Options: the words of a ruleset become an option; a die's face needs none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from wreckoning.core.asks import Ask
from wreckoning.core.match import Match
from wreckoning.core.shown import Option
from wreckoning.show.options import OptionWords, in_two_ways, option_of


@dataclass
class Asked:
    """As much of an ask as it takes."""

    is_dice: bool
    names: tuple[str, ...] = ("stay", "go")
    options: tuple[int, ...] = (4, 7)
    rule: str = "R1"


def described(option: int) -> OptionWords:
    chance = Fraction(1, option) if option > 4 else None
    return OptionWords(f"Option {option}", "", chance, ("R1", "R2", "R1"), "hit")


def test_an_option_has_its_name_its_words_and_each_rule_once() -> None:
    ask = cast(Ask, Asked(is_dice=False))
    assert option_of(ask, 1, described) == Option("go", "Option 7", "", 1 / 7, ("R1", "R2"), "hit")
    assert option_of(ask, 0, described) == Option("stay", "Option 4", "", None, ("R1", "R2"), "")


def test_a_face_is_not_described() -> None:
    ask = cast(Ask, Asked(is_dice=True))
    assert option_of(ask, 0, described) == Option("stay", "stay", "", None, ("R1",))


def test_a_label_is_the_same_option_without_trying_anything_out() -> None:
    def words(_: Match, ask: Ask, option: int, is_thorough: bool) -> OptionWords:
        return OptionWords(f"{ask.rule}: {option}", chance=1 if is_thorough else None)

    describe_option, label_option = in_two_ways(words)
    match, ask = cast(Match, None), cast(Ask, Asked(is_dice=False))
    assert describe_option(match, ask, 1) == Option("go", "R1: 7", "", 1.0)
    assert label_option(match, ask, 1) == Option("go", "R1: 7", "")
