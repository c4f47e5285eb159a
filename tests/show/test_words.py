"""Words that several games share."""

from __future__ import annotations

from dataclasses import dataclass

from tests.toy.race import Modifiers, Questions

from wreckoning.core.events import Roll
from wreckoning.core.ids import as_seat
from wreckoning.show.words import by_code, rounds, show_roll, titled, turn_words


@dataclass
class Card:
    code: int


def test_a_card_is_found_by_its_code_and_kept() -> None:
    shown = [{"one": Card(1), "two": Card(2)}, {}]
    find = by_code(lambda: shown.pop(0))
    assert find(2) == Card(2)
    assert find(2) == Card(2), "cards are looked up once"


def test_names_and_numbers_in_words() -> None:
    assert titled("sports_car") == titled("SPORTS_CAR") == "Sports Car"
    assert [rounds(number) for number in (1, 2)] == ["1 round", "2 rounds"]
    assert [turn_words(angle) for angle in (-30, 0, 45)] == ["30° left", "straight on", "45° right"]


def test_a_die_shows_its_modifiers_and_what_they_make_of_it() -> None:
    bare = Roll[Questions, Modifiers](as_seat(0), Questions.LEAP_ROLL, 5, (), 5)
    assert show_roll(bare) == "⚄ 5"
    added = Roll(as_seat(0), Questions.LEAP_ROLL, 5, ((Modifiers.SPRINGS, 1),), 6)
    assert show_roll(added) == "⚄ 5 +1 springs = 6"
    assert show_roll(added, "5") == "5 +1 springs = 6"
