"""Try out an action of a driver of Kart RTD (`odds.trials`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.odds.trials import FoundWays
from wreckoning.rulesets.rtd.events import Passed, PassEnded, PassFailed
from wreckoning.rulesets.rtd.odds.scene import TRIALS
from wreckoning.rulesets.rtd.race import Kart, Race

Action = Callable[[Race, Kart], Any]
MOST_RUNS = 240
PASSING = (Passed, PassFailed, PassEnded)  # one of them ends a Pass action


class Try(Protocol):
    """A way to try something out for a description: `trials`, or `no_trials` if that takes long."""

    def __call__(
        self,
        race: Race,
        seat: SeatIndex,
        action: Action,
        watch: Iterable[type[Event]] = (),
        settled: Iterable[type[Event]] = (),
        dice: int = 99,
        runs: int = MOST_RUNS,
    ) -> FoundWays: ...


def no_trials(
    race: Race,  # noqa: ARG001
    seat: SeatIndex,  # noqa: ARG001
    action: Action,  # noqa: ARG001
    watch: Iterable[type[Event]] = (),  # noqa: ARG001
    settled: Iterable[type[Event]] = (),  # noqa: ARG001
    dice: int = 99,  # noqa: ARG001
    runs: int = MOST_RUNS,  # noqa: ARG001
) -> FoundWays:
    """Try nothing, so that no chance is known."""
    return FoundWays()


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
