"""Names that look like another's at the same table."""

from __future__ import annotations

import pytest
from tests.table.sitting import Sitting

from wreckoning.core.errors import Malformed
from wreckoning.table.lookalikes import look_alike

CYRILLIC_A, GREEK_ALPHA, VARIATION = "\u0410", "\u0391", "\ufe0f"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        (f"{CYRILLIC_A}nn", "Ann"),
        (f"{GREEK_ALPHA}nn", "Ann"),
        ("\u0412\u041e\u0412", "bob"),  # all of it Cyrillic
        (f"An{VARIATION}n", "Ann"),
        ("B0b", "Bob"),
        ("Car1", "Carl"),
        ("CarI", "Carl"),
        ("Arny", "Amy"),
        ("d\u0456ce", "dice"),
    ],
)
def test_lookalike_names_are_found(name: str, other: str) -> None:
    assert look_alike(name, ["Zoe", other]) == other
    assert look_alike(other, ["Zoe", name]) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [("Anna", "Ann"), ("Jose", "José"), ("Cari", "Carl"), ("Дима", "Dima"), ("李", "Ann")],
)
def test_different_names_are_allowed(name: str, other: str) -> None:
    assert look_alike(name, [other]) == ""


def test_lookalike_of_another_name_at_the_table_is_refused() -> None:
    table = Sitting("Ann", "open", "Cid:rookie").game
    sitting = Sitting(game=table)
    words = f"seat 2: expected a name that does not look like 'Ann', found '{CYRILLIC_A}nn'"
    with pytest.raises(Malformed, match=words):
        sitting.claim(1, f"{CYRILLIC_A}nn")
    with pytest.raises(Malformed, match="does not look like 'dice'"):
        sitting.claim(1, "d\u0456ce")
    sitting.claim(1, "Bob")
    assert table.settings.seats[1].name == "Bob"
    with pytest.raises(Malformed, match="does not look like 'Cid'"):
        sitting.do("change", sitting.tokens[1], seat=1, name="C\u0456d")
    assert table.settings.seats[1].name == "Bob"
