"""Knows whether changes can be stored. Logs when that begins to fail, and when it works again."""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable
from threading import Lock

import structlog

from wreckoning.server.store.news import reason
from wreckoning.table.refusals import NOT_SURE, Busy, NotStored

CALM = 5.0  # seconds without a failure, until the trouble counts as over
FULL = "the disk is full"
DISK_FULL = "53100"  # PostgreSQL's code for it

log = structlog.get_logger("store")


class Trouble:
    """Why changes cannot be stored, by the latest tries. Threads may share it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.why = ""  # '' if they can
        self._clock = clock
        self._refused = 0  # changes, since it began
        self._failed_at = 0.0
        self._lock = Lock()

    @property
    def may_be_over(self) -> bool:
        """True if nothing has failed for a while."""
        return self._clock() - self._failed_at >= CALM

    def failed(self, error: Exception, changes: int) -> Busy:
        """Note that this many changes were not stored. Returns the error for their senders."""
        why = FULL if is_full(error) else reason(error)
        with self._lock:
            began = not self.why
            self.why, self._failed_at = why, self._clock()
            self._refused = changes + (0 if began else self._refused)
        if began:
            log.error("nothing can be stored", error=why)
        if why == FULL:
            return NotStored(f"{FULL}, so this was not stored; try again later")
        return Busy(NOT_SURE)

    def worked(self) -> None:
        """Note that a change was stored. Small ones may succeed while larger ones still fail."""
        if not self.why or not self.may_be_over:
            return
        with self._lock:
            ended, self.why = bool(self.why), ""
        if ended:
            log.info("changes are stored again", refused=self._refused)


def is_full(error: BaseException) -> bool:
    """True if this error of a database, or of the system, means that the disk is full."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    if isinstance(cause, OSError):
        return cause.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(cause, "sqlstate", None) == DISK_FULL
