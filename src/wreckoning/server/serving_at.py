"""Notes the address of a server in its data folder, for `wreck healthy`."""

from __future__ import annotations

import contextlib
from pathlib import Path

from wreckoning.core.files.places import usual_data_folder

USUAL = "http://127.0.0.1:8740/"


def note_address(address: str) -> None:
    """Note where the server is; not if the folder cannot be written to."""
    with contextlib.suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        _file().write_text(address, "utf-8")


def noted_address() -> str:
    """Where the server is that was started last; the usual address if none is noted."""
    try:
        return _file().read_text("utf-8").strip() or USUAL
    except (OSError, ValueError):
        return USUAL


def _file() -> Path:
    return usual_data_folder() / "address"
