"""Checkpoints of a race: its state between two stretches of play, and how it is stored for undo."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Generic

from wreckoning.core.protocols import R
from wreckoning.core.records import pack, unpack


@dataclass(frozen=True)
class Checkpoint(Generic[R]):
    """The race between two stretches of play, and how much happened before."""

    race: R  # never changed: play goes on in a copy
    number: int
    entries: int  # how many answers and corrections …
    told: int  # … journal entries …
    rolls: int  # … and rolls there had been


@dataclass(frozen=True)
class PackedCheckpoint:
    """A compressed checkpoint: a race is thousands of numbers, most of them 0."""

    entries: int
    number: int
    told: int
    rolls: int
    data: bytes

    @staticmethod
    def of(mark: Checkpoint[R]) -> PackedCheckpoint:
        data = zlib.compress(pack(mark.race), 1)
        return PackedCheckpoint(mark.entries, mark.number, mark.told, mark.rolls, data)

    def taken_out(self, kind: type[R]) -> Checkpoint[R]:
        race = unpack(kind, zlib.decompress(self.data))
        return Checkpoint(race, self.number, self.entries, self.told, self.rolls)
