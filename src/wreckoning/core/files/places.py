"""The folders of this machine that can be written to: for what may be lost, and for what must not.

    cache_path(name)       what can be made again: compiled programs, notes about sources
    data_folder()          races, records, secrets, the arena
    data_note()            where they are, if that is not the usual folder; to be told
    usual_data_folder()    the server's database: there or nowhere

A usual folder may be missing, another user's, or on a disk that cannot be written to. Then the
next one is taken: for the cache the data folder, then a temporary one; for data a temporary one.
Nothing is created by looking. A folder that a variable of the environment names for data is the
only one: what cannot be written there is an error.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

CACHE, DATA, PROGRAM = "WRECK_CACHE", "WRECK_DATA", "wreckoning"
NOWHERE = Path(os.devnull) / PROGRAM  # cannot be there
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_path(*parts: str) -> Path:
    """Where this is kept, or is to be: where it is already, else in the first folder that works.

    If none works, it is a path that cannot be written to.
    """
    roots = list(_cache_roots())
    there = (root for root in roots if os.path.exists(root.joinpath(*parts)))
    works = (root for root in roots if _is_usable(root))
    return (next(there, None) or next(works, None) or NOWHERE).joinpath(*parts)


def make_folder(folder: Path) -> None:
    """Create a folder for the cache. One among temporary files is its owner's alone.

    Raises OSError if that does not work.
    """
    own = _temporary()
    if own is not None and folder.is_relative_to(own):
        own.mkdir(mode=0o700, exist_ok=True)
        if not _is_own(own):
            raise PermissionError(f"{own} belongs to another user")
    folder.mkdir(parents=True, exist_ok=True)


def only_owner_writes(path: Path) -> bool:
    """True if only this user, or root, may write to this file or folder. Raises OSError.

    A group of the user's own, as many systems give each user, is no other.
    """
    found = path.stat()
    if not hasattr(os, "getuid"):  # Windows
        return True
    others = stat.S_IWOTH if _is_private(found.st_gid, found.st_uid) else OTHERS_MAY_WRITE
    return found.st_uid in (os.getuid(), 0) and not found.st_mode & others


def _is_private(group: int, user: int) -> bool:
    """True if this is the group of this user only, named as they are."""
    import grp
    import pwd

    try:
        own, members = pwd.getpwuid(user), grp.getgrgid(group)
    except KeyError:
        return False
    return own.pw_name == members.gr_name and not set(members.gr_mem) - {own.pw_name}


def data_folder() -> Path:
    """The folder of races and records, which works if any does."""
    usual = usual_data_folder()
    return usual if os.environ.get(DATA) or _is_usable(usual) else _temporary() or usual


def is_data_folder_named() -> bool:
    """True if WRECK_DATA names the folder for data: what cannot be written there is an error."""
    return bool(os.environ.get(DATA))


def data_note() -> str:
    """A line that says where data is, and why, if it is not in the usual folder; else ''."""
    found, usual = data_folder(), usual_data_folder()
    if found == usual:
        return ""
    return (
        f"{usual} cannot be written to: what is kept for you is in {found} instead, which the "
        f"system may empty; {DATA} names another folder"
    )


def usual_data_folder() -> Path:
    """The user's folder for data, whether it works or not. WRECK_DATA names another one."""
    if given := os.environ.get(DATA):
        return Path(given)
    import platformdirs

    return _absolute(platformdirs.user_data_dir(PROGRAM, appauthor=False))


def _cache_roots() -> Iterator[Path]:
    """The folders to try, the best first."""
    import platformdirs

    if given := os.environ.get(CACHE):
        yield Path(given)
        if _is_usable(Path(given)):
            return  # a named folder that works is the only one
    own = _temporary()
    others = [_absolute(platformdirs.user_cache_dir(PROGRAM)), data_folder() / "cache"]
    yield from filter(_is_safe, [*others, *([own / "cache"] if own else [])])


def _absolute(folder: str) -> Path:
    """This folder; nowhere for `~/…`, as it is called if nobody knows where the home folder is."""
    return Path(folder) if os.path.isabs(folder) else NOWHERE


def _temporary() -> Path | None:
    """This user's own folder among temporary files, made or not; None if there cannot be one."""
    try:
        folder = tempfile.gettempdir()
    except OSError:
        return None
    own = Path(folder, f"{PROGRAM}-{os.getuid()}" if hasattr(os, "getuid") else PROGRAM)
    is_last_resort = folder == os.getcwd()  # Python's: nobody looks for our files there
    return own if not is_last_resort and _is_usable(own) and _is_own(own) else None


def _is_usable(folder: Path) -> bool:
    """True if the folder can be written to, or be made."""
    while not os.path.exists(folder) and folder != folder.parent:
        folder = folder.parent
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def _is_own(folder: Path) -> bool:
    """True if it is this user's, and nobody else may write to it; or if there is none yet."""
    try:
        found = folder.lstat()
    except OSError:
        return True
    is_closed = stat.S_ISDIR(found.st_mode) and not found.st_mode & OTHERS_MAY_WRITE
    return is_closed and found.st_uid == os.getuid() if hasattr(os, "getuid") else True


def _is_safe(root: Path) -> bool:
    """False for a folder of another user: what is compiled there would be run."""
    try:
        return not hasattr(os, "getuid") or root.stat().st_uid in (os.getuid(), 0)
    except OSError:
        return True
