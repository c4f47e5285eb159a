"""Questions of a check: does it succeed, and what Momentum does it bring?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.odds.questions import Chances, Given, OddsQuestion
from wreckoning.odds.trials import FoundWays, Trial
from wreckoning.rulesets.rtd.odds.scene import change_heads, changes, momentum, part

Wanted = Callable[[Trial], object]


@dataclass(frozen=True)
class Checked:
    """A question of a check: whether it succeeds, and the Momentum that comes of it all."""

    name: str
    title: str
    rule: str
    success: str  # the column's name
    least: int  # change of Momentum
    most: int

    def question(
        self, find: Callable[..., tuple[FoundWays, Wanted]], *givens: Given
    ) -> OddsQuestion:
        """`find` gives the ways, and which of them are a success."""
        columns = changes(self.least, self.most)

        def work_out(**circumstances: object) -> Chances:
            found, wanted = find(**circumstances)
            return {self.success: part(found, wanted), **momentum(found, columns)}

        return OddsQuestion(
            self.name,
            self.title,
            self.rule,
            "chances",
            (self.success, *columns),
            work_out,
            givens,
            (self.success.replace("_", " "), *change_heads(self.least, self.most)),
            columns,
            numbers=True,
        )


def given(trial: Trial) -> object:
    return trial.given


def told(event: type[Event], who: SeatIndex | None = None) -> Callable[[Trial], bool]:
    return lambda trial: trial.told(event, who)


def not_told(event: type[Event]) -> Callable[[Trial], bool]:
    return lambda trial: not trial.told(event)
