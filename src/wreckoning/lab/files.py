"""Writes the lab's files: every fault is one line that names the file."""

from __future__ import annotations

import os
from pathlib import Path

from wreckoning.core.errors import Malformed


def write_whole(path: Path, data: bytes) -> None:
    """Write or replace a file: after a crash it is the complete old or new one."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> Malformed:
    """The error for a file that cannot be written, mostly because the disk is full."""
    return Malformed(str(path), f"cannot be written: {error.strerror or error}")
