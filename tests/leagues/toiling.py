"""Work for the process of large leagues. It imports little, so that the process has it at once."""

from __future__ import annotations

import os
import time
from pathlib import Path


def where(_: object) -> int:
    """The process that does this."""
    return os.getpid()


def refuse(_: object, error: Exception) -> None:
    """Refuse whatever it is."""
    raise error


def toil(_: object, mark: str) -> None:
    """Work without end, and leave a mark at the beginning."""
    Path(mark).touch()
    time.sleep(600)
