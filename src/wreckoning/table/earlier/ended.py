"""A race that ended under earlier rules: it stays as it was, told by these rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Tell = Callable[..., dict[str, Any]]  # (the wanted part, …): `teller`


@dataclass(frozen=True)
class EndedRace:
    """What a table shows of the race. Slower parts are requested later, by `tell`."""

    stand: dict[str, Any]  # `teller`
    tell: Tell

    @property
    def number(self) -> int:
        """The number of its answers."""
        return int(self.stand["number"])

    @property
    def log(self) -> str:
        """Its complete log."""
        return str(self.stand["log"])

    @property
    def board(self) -> dict[str, Any]:
        """The board at its end, with podium and dice."""
        return dict(self.stand["board"])

    @property
    def result(self) -> dict[str, Any] | None:
        """Places and times; None if it was given up."""
        found: dict[str, Any] | None = self.stand["result"]
        return found

    @cached_property
    def digest(self) -> str:
        """The digest of its log."""
        from wreckoning.core.log_file import read_log

        return read_log(self.log).digests[-1]

    def replay(self) -> dict[str, Any]:
        """The race from its start, moment by moment. Takes seconds."""
        return dict(self.tell("replay")["replay"])

    def position(self, number: int) -> dict[str, Any]:
        """The position to play on from after this many answers, and whether the race is over."""
        return dict(self.tell("position", number=number)["position"])
