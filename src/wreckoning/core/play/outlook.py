"""What may be known about a race between two answers: a search starts from this.

Standpoint    the race at its last checkpoint, and the answers and dice since
SeatOutlook   the same as an asked seat knows it: without dice to come, and without the
              answers of other seats to an incomplete group

Both are plain values that another process can take.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wreckoning.core import door
from wreckoning.core.asks import Ask
from wreckoning.core.documents import Json
from wreckoning.core.door import Door, RaceRecord
from wreckoning.core.errors import Suspended
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play import position
from wreckoning.core.records import Record, pack, unpack
from wreckoning.core.ruleset import Ruleset, find_ruleset

WORD = 8  # bytes


def known_words(kind: type[Record]) -> int:
    """How many integers of a race may be known at a checkpoint: all before its open asks."""
    return kind.offset("door") + Door.offset("asks")


def known_bytes(race: RaceRecord) -> bytes:
    """A packed race at a checkpoint, without policies, future dice and choices, tape, journal."""
    blind = race.copy()
    blind.door = Door()
    door.put_away(blind)
    return pack(blind)[: WORD * known_words(type(race))]


@dataclass(frozen=True)
class Standpoint:
    """A race between two answers. `race` is packed, at the last checkpoint."""

    ruleset: str
    names: tuple[str, ...]  # of the seats
    race: bytes
    tape: tuple[int, ...]  # answers and dice since, up to the open group

    @property
    def seats(self) -> int:
        return len(self.names)

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset of this race."""
        return find_ruleset(self.ruleset)

    def checkpoint(self) -> Any:
        """The race in its plain form at the last checkpoint. A copy."""
        kind = self.rules.race
        return unpack(kind, self.race.ljust(WORD * kind.words, b"\0"))

    def now(self) -> Any:
        """The race in its plain form after the tape."""
        race = self.checkpoint()
        door.take_up(race, list(self.tape))
        try:
            if not self.rules.is_over(race):
                self.rules.step(race)
        except Suspended:
            pass
        return race

    def position(self) -> Json:
        """The race after the tape, as JSON."""
        return position.to_json(self.now(), list(self.names))


@dataclass(frozen=True)
class SeatOutlook(Standpoint):
    """What a seat knows when it is asked."""

    seat: SeatIndex
    asks: tuple[Ask, ...]  # its own open asks
    turn: int = 0  # stays the same during a turn or activation
    given: tuple[tuple[int, int], ...] = ()  # index and option of its own answers to this group
