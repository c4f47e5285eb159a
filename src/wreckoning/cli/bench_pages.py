"""What the pages weigh, how soon the board is drawn, and how soon it shows what was clicked."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def find_chromium() -> str | None:
    """The system's browser."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
