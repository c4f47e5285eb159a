"""Try out an action of a driver of Kart RTD (`odds.trials`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.core.asks import Ask
from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.odds.trials import FoundWays
from wreckoning.rulesets.rtd.events import Passed, PassEnded, PassFailed
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.odds.scene import TRIALS
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.standings import ahead_in_group, behind_in_group

Action = Callable[[Race, Kart], Any]
MOST_RUNS = 240
PASSING = (Passed, PassFailed, PassEnded)  # one of them ends a Pass action


@dataclass(frozen=True)
class Situation:
    """A driver who is asked. Unless `is_thorough` nothing is tried, so that no chance is known."""

    match: Match
    ask: Ask
    kart: Kart
    is_thorough: bool

    @property
    def race(self) -> Race:
        return self.match.race

    @property
    def names(self) -> Sequence[str]:
        return self.match.names

    @property
    def ahead(self) -> SeatIndex:
        """The driver ahead in the segment, or NOBODY."""
        return ahead_in_group(self.race, self.kart)

    @property
    def behind(self) -> SeatIndex:
        """The driver behind in the segment, or NOBODY."""
        return behind_in_group(self.race, self.kart)

    def tries(
        self,
        action: Action,
        watch: Iterable[type[Event]] = (),
        settled: Iterable[type[Event]] = (),
        dice: int = 99,
        runs: int = MOST_RUNS,
        seat: SeatIndex | None = None,
    ) -> FoundWays:
        """The ways that `action` of the driver (or of another seat) may go: see `trials`."""
        if not self.is_thorough:
            return FoundWays()
        seat = self.kart.seat if seat is None else seat
        return trials(self.race, seat, action, watch, settled, dice, runs)


def trials(
    race: Race,
    seat: SeatIndex,
    action: Action,
    watch: Iterable[type[Event]] = (),
    settled: Iterable[type[Event]] = (),
    dice: int = 99,
    runs: int = MOST_RUNS,
) -> FoundWays:
    """The ways that `action` of this seat may go; `after` is the driver's Momentum."""
    return TRIALS(
        race,
        lambda copy: action(copy, copy.karts[seat]),
        lambda copy: copy.karts[seat].momentum,
        watch,
        settled,
        dice,
        runs,
    )
