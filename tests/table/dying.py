"""Processes that tests start die with the tests, however those end."""

from __future__ import annotations

import shutil


def with_us(signal: str) -> list[str]:
    """A prefix for a command, which gets this signal when its starter is gone.

    Without `setpriv` it is empty; it only helps to clean up.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal] if setpriv else []
