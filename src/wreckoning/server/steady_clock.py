"""A clock in seconds since 1970 that does not jump when the system's clock is set.

Deadlines are stored in seconds since 1970, so that they hold over a restart and for all processes.
While a process runs, its clock counts by the system's steady counter, which also counts while the
machine sleeps. If the system's clock is set, this one follows slowly: by at most one second in a
hundred. So a race whose decisions take minutes is never held up, or over at once. A restart follows
the system's clock, except back behind what was stored last.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

import structlog

FOLLOWS = 0.01  # of the passed time
JUMP = 60.0  # seconds of difference, from which on it is logged
DAY = 86400.0  # what was stored further ahead was stored by a clock that was wrong

log = structlog.get_logger("clocks")


def ticks() -> float:
    """Seconds of a counter that nobody sets; it goes on while the machine sleeps, if it can."""
    counter = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if counter is None else time.clock_gettime(counter)


class SteadyClock:
    """The clock of a process; threads may share it. `newest` is the latest stored time."""

    def __init__(
        self,
        newest: float = 0.0,
        wall: Callable[[], float] = time.time,
        counter: Callable[[], float] = ticks,
    ) -> None:
        self._wall, self._counter = wall, counter
        self._lock = Lock()
        self._then, self._now = counter(), wall()
        if 0 < newest - self._now < DAY:
            self._now = newest
        self._is_told = False

    def __call__(self) -> float:
        """Seconds since 1970."""
        with self._lock:
            then, self._then = self._then, self._counter()
            passed = max(0.0, self._then - then)
            self._now += passed
            behind = self._wall() - self._now
            most = FOLLOWS * passed
            self._now += min(max(behind, -most), most)
            self._tell(behind)
            return self._now

    def _tell(self, behind: float) -> None:
        """Log once that the system's clock was set."""
        if not self._is_told and abs(behind) > JUMP:
            text = (
                "the system's clock was set: deadlines follow slowly, or when the server restarts"
            )
            log.warning(text, seconds=round(behind))
        self._is_told = abs(behind) > JUMP
