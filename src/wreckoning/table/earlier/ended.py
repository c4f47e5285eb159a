"""A race that no current rules play: it stays as it was, told by its own rules.

It has ended, or it runs and cannot go on: then it can be given up, and its answers stay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from wreckoning.core.documents import Json

Tell = Callable[..., Json]  # (the wanted part, …): `teller`


@dataclass(frozen=True)
class EndedRace:
    """What a table shows of the race. Slower parts are requested later, by `tell`.

    `stored` is the number of its answers in the store. `why` says why it is not told, if its rules
    are not here either.
    """

    stand: Json  # `teller`
    tell: Tell
    stored: int
    why: str = ""

    @property
    def number(self) -> int:
        """The number of its answers."""
        return int(self.stand["number"])

    @property
    def log(self) -> str:
        """Its log, as it was when the table was read."""
        return str(self.stand["log"])

    @cached_property
    def log_given_up(self) -> str:
        """Its log with the dice's secret. Takes a second."""
        return str(self.tell("stand", given_up=True)["stand"]["log"])

    @property
    def board(self) -> Json:
        """The board at its end, with podium and dice."""
        return dict(self.stand["board"])

    @property
    def result(self) -> Json | None:
        """Places and times; None if it was given up."""
        found: Json | None = self.stand["result"]
        return found

    @cached_property
    def digest(self) -> str:
        """The digest of its log."""
        from wreckoning.core.logs.log_file import read_log

        return read_log(self.log).digests[-1]

    def replay(self) -> Json:
        """The race from its start, moment by moment. Takes seconds."""
        return dict(self.tell("replay")["replay"])

    def position(self, number: int) -> Json:
        """The position to play on from after this many answers, and whether the race is over."""
        return dict(self.tell("position", number=number)["position"])
