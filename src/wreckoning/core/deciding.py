"""What a bot decides: by its ruleset's plain functions, or by the same ones compiled once they are
at hand. Both decide alike; where a decision takes long, compiled it takes a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.door import RaceRecord
from wreckoning.core.ruleset import Ruleset

Decide = Callable[[Any, int], int]

_COMPILED: dict[str, Decide] = {}  # by ruleset


def decide(ruleset: Ruleset, race: RaceRecord, index: int) -> int:
    """The option that the policy of the seat takes which open ask `index` is put to."""
    return int(_COMPILED.get(ruleset.key, ruleset.decide)(race, index))


def use(key: str, compiled: Decide) -> None:
    """From now on this decides for the bots of the ruleset `key`."""
    _COMPILED[key] = compiled


def use_plain(key: str) -> None:
    """From now on the ruleset's plain functions decide again."""
    _COMPILED.pop(key, None)
