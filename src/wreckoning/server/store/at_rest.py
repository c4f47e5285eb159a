"""Keeps files with secrets from other users of the machine.

The database has the secrets of dice that are still rolled, keys, and the passwords of channels.
New files and folders are their owner's alone. A folder with the set-group-ID bit is shared with its
group on purpose: there the group may read and write too.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def mask_in(folder: Path) -> int:
    """The permissions that new files in a folder do not get."""
    with contextlib.suppress(OSError):
        if folder.stat().st_mode & stat.S_ISGID:
            return stat.S_IRWXO
    return OTHERS


def keep_private(folder: Path) -> None:
    """Let this process create nothing that other users can read. `folder` may be shared."""
    os.umask(mask_in(folder))


def make_private_folder(folder: Path) -> None:
    """Create a folder, and what is missing above it. Raises OSError."""
    for one in [one for one in (*reversed(folder.parents), folder) if not one.exists()]:
        one.mkdir(mode=0o777 & ~mask_in(one.parent), exist_ok=True)


def claim(file: Path) -> None:
    """Create an empty file before another user does, if it is missing. Raises OSError."""
    if not file.exists():
        file.touch(mode=0o666 & ~mask_in(file.parent))


def files_of(database: Path) -> list[Path]:
    """The files of a SQLite database that are there."""
    names = [database.name + ending for ending in ("", "-wal", "-shm", "-journal", ".lock")]
    return [one for name in names if (one := database.with_name(name)).exists()]


def tighten(paths: Iterable[Path]) -> int:
    """Take files and folders from other users. Returns how many were changed.

    Earlier releases left them readable. What belongs to another user stays as it is.
    """
    changed = 0
    for path in paths:
        with contextlib.suppress(OSError):
            mode, mask = stat.S_IMODE(path.stat().st_mode), mask_in(path.parent)
            if mode & mask:
                path.chmod(mode & ~mask)
                changed += 1
    return changed
