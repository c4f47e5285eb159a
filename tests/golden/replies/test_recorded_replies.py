"""The server says what it said, to the letter, if the same is played with the same chance.

If replies have to change, `python -m tests.golden.replies.make` records them again.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from tests.golden.replies.make import record
from tests.golden.replies.recording import read


def test_replies_are_as_recorded(tmp_path: Path) -> None:
    for said, recorded in zip_longest(record(tmp_path), read()):
        assert said == recorded
