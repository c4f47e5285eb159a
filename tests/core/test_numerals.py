"""Numbers that people type: understood whole, or refused whole."""

from __future__ import annotations

import pytest

from wreckoning.core.dice import Seeded, read_dice
from wreckoning.core.errors import Malformed
from wreckoning.core.texts.numerals import LARGEST, is_digits, read_whole
from wreckoning.leagues.rounds import read_key
from wreckoning.show.typed_moves import read_number

HOSTILE = [
    *("", " ", " 5", "5 ", "5\n", "1_000", "1,000", "+5", "5.0", "1e3", "0x10", "nan", "inf"),
    *("٣", "３", "五", "²", "½", "५", "--5", "5-", "−5", "True", "9" * 20, "9" * 5000),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_plain_number_is_none(text: str) -> None:
    assert read_whole(text, -LARGEST) is None
    assert read_number(text) == 0
    assert not is_digits(text) or len(text) > 19


def test_plain_numbers_are_read_exactly() -> None:
    assert [read_whole(text) for text in ("0", "007", "12", str(LARGEST))] == [0, 7, 12, LARGEST]
    assert read_whole(str(LARGEST + 1)) is None
    assert read_whole("-3") is None
    assert read_whole("-3", -5) == -3
    assert read_whole("4", 1, 3) is None


@pytest.mark.parametrize("text", HOSTILE)
def test_a_seed_is_a_plain_number(text: str) -> None:
    with pytest.raises(Malformed, match=r"^dice: expected ") as refused:
        read_dice(f"seeded:{text}", lambda most: 0)
    assert len(str(refused.value)) < 200
    assert isinstance(read_dice("seeded:7", lambda most: 0), Seeded)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("at", range(5))
def test_the_key_of_a_race_has_plain_numbers(text: str, at: int) -> None:
    parts = ["3", "1", "2", "1", "1"]
    with pytest.raises(Malformed, match="expected a key like"):
        read_key("-".join([*parts[:at], text, *parts[at + 1 :]]))
    assert read_key("3-1-f-1-1").heat == "f"
