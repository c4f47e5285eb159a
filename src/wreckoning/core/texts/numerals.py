"""Whole numbers that people type: understood whole, or not at all.

Only plain digits count: Python's own `int` also reads `1_000`, ` 5 ` and the digits of other
scripts, and gives up at 4,300 digits.
"""

from __future__ import annotations

import re

WHOLE = re.compile("-?[0-9]{1,19}")
LARGEST = 2**63 - 1
EXPECTED = "a whole number in plain digits, such as 12"
SHOWN = 40  # characters of what was found


def is_digits(text: str) -> bool:
    """True for one or more of the digits 0 to 9, and nothing else."""
    return text.isascii() and text.isdecimal()


def read_whole(text: str, low: int = 0, high: int = LARGEST) -> int | None:
    """A whole number in this range, such as `12` or `-3`; None for anything else."""
    if not WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if low <= number <= high else None


def check_whole(given: object) -> object:
    """Check a text that is to be a whole number; other values are left alone. Raises ValueError."""
    if isinstance(given, str) and read_whole(given, -LARGEST) is None:
        raise ValueError(f"expected {EXPECTED}, found {given[:SHOWN]!r}")
    return given
