"""Days by the clock of UTC: each has a race, whose dice stay secret until the day is over."""

from __future__ import annotations

import datetime
import time


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def today(later: int = 0) -> str:
    """The present day, or one so many days later: `2026-11-24`."""
    moment = datetime.datetime.fromtimestamp(now(), datetime.UTC)
    return (moment.date() + datetime.timedelta(days=later)).isoformat()


def end_of(day: str) -> float:
    """When this day is over: seconds since 1970."""
    midnight = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
    return (midnight + datetime.timedelta(days=1)).timestamp()


def is_over(day: str) -> bool:
    """True once this day is over, so that its dice need not stay secret."""
    return day < today()
