"""Processes that tests start die with the tests, however those end."""

from __future__ import annotations

import shutil


def with_us(signal: str) -> list[str]:
    """What to put before a command: it gets this signal when who started it is gone.

    Where there is no `setpriv`, nothing; it is only to leave no mess behind.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal] if setpriv else []
