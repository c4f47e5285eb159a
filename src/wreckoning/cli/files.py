"""Files on this machine: where they are kept, and writing them whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wreckoning.core.errors import Malformed

LARGEST = 64 * 1024 * 1024


def data_folder() -> Path:
    """Where races and records are kept. WRECK_DATA names another place."""
    given = os.environ.get("WRECK_DATA")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_data_dir("wreckoning", appauthor=False))


def write_atomic(path: Path, text: str) -> None:
    """Write or replace a file: after a crash there is the old one or the new one, whole."""
    with _written_beside(path) as (stream, temporary):
        stream.write(text.encode())
        _finish(stream, 0o644)
        os.replace(temporary, path)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet, whole. Raises Malformed if it is."""
    with _written_beside(path) as (stream, temporary):
        stream.write(text.encode())
        _finish(stream, 0o644)
        _claim(temporary, path)


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that must not be there yet, for its owner alone, to be written bit by bit.

    It gets its name when it is whole. Raises Malformed.
    """
    if path.exists():
        raise _there_already(path)
    with _written_beside(path) as (stream, temporary):
        yield stream
        _finish(stream, 0o600)
        _claim(temporary, path)


def _there_already(path: Path) -> Malformed:
    return Malformed(str(path), "is there already; nothing was overwritten")


def _finish(stream: BinaryIO, mode: int) -> None:
    """All of it on the disk."""
    stream.flush()
    os.fsync(stream.fileno())
    os.chmod(stream.name, mode)


def _claim(temporary: Path, path: Path) -> None:
    """Give the finished file its name. Raises Malformed if the name is taken."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise _there_already(path) from None
    except OSError:  # a file system without links: claim the name first, then fill it
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        except FileExistsError:
            raise _there_already(path) from None
        os.replace(temporary, path)


@contextlib.contextmanager
def _written_beside(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A temporary file in the same folder, gone afterwards unless it was given its name."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            with temporary.open("wb") as stream:
                yield stream, temporary
            _sync_folder(path.parent)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise Malformed(str(path), f"cannot be written: {error.strerror or error}") from None


def _sync_folder(folder: Path) -> None:
    """Put the new name itself on the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_text(path: Path) -> str:
    """A text file. Raises Malformed, naming it, if that cannot be."""
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise Malformed(str(path), f"cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise Malformed(str(path), f"expected at most {LARGEST} bytes, found more")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed(str(path), "expected UTF-8 text") from None


def program() -> str:
    """How to call this program again from here: `wreck`, or its path where that is not found."""
    called = Path(sys.argv[0])
    if called.name != "wreck" or shutil.which("wreck"):
        return "wreck"
    path = os.path.relpath(called)
    return path if not path.startswith("..") else str(called.resolve())
