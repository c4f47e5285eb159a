"""Decisions of policies: by the ruleset's plain functions, or compiled once those are ready.

Both decide alike; a decision that takes long takes a moment when compiled.
"""

from __future__ import annotations

from wreckoning.core.door import Decide, RaceRecord
from wreckoning.core.ruleset import Ruleset

_COMPILED: dict[str, Decide] = {}  # by ruleset


def decide(ruleset: Ruleset, race: RaceRecord, index: int) -> int:
    """The option that the asked seat's policy chooses for the open ask at `index`."""
    return int(_COMPILED.get(ruleset.key, ruleset.decide)(race, index))


def use(key: str, compiled: Decide) -> None:
    """Use this compiled function for the bots of ruleset `key` from now on."""
    _COMPILED[key] = compiled


def use_plain(key: str) -> None:
    """Use the ruleset's plain functions again."""
    _COMPILED.pop(key, None)
