"""Files on this machine: where they are, and how to write them whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import wreckoning
from wreckoning.core.errors import Malformed
from wreckoning.core.files.places import data_folder
from wreckoning.server.store.at_rest import OTHERS, make_private_folder, mask_in, tighten

LARGEST = 64 * 1024 * 1024


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write or replace a file: after a crash it is the complete old or new one.

    Raises Malformed if it cannot be written.
    """
    with _written_beside(path) as (stream, temporary):
        stream.write(content.encode() if isinstance(content, str) else content)
        _finish(stream, _mode_of(path))
        os.replace(temporary, path)


def write_new(path: Path, text: str, private: bool = False) -> None:
    """Write a complete new file. Raises Malformed if it exists already."""
    with _written_beside(path, private) as (stream, temporary):
        stream.write(text.encode())
        _finish(stream, 0o600 if private else _mode_of(path))
        _claim(temporary, path)


def _mode_of(path: Path) -> int:
    """The permissions of a file: as they are, or its owner's alone inside the data folder."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(path.stat().st_mode)
    if data_folder().resolve() in path.resolve().parents:
        return 0o666 & ~mask_in(path.parent)
    usual = os.umask(OTHERS)
    os.umask(usual)  # there is no other way to read it
    return 0o666 & ~usual


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file, readable only by its owner, to write in pieces.

    It gets its name when it is complete. Raises Malformed if the name is taken.
    """
    if path.exists():
        raise _there_already(path)
    with _written_beside(path, True) as (stream, temporary):
        yield stream
        _finish(stream, 0o600)
        _claim(temporary, path)


def _there_already(path: Path) -> Malformed:
    return Malformed(str(path), "is there already; nothing was overwritten")


def _finish(stream: BinaryIO, mode: int) -> None:
    """Flush all of it to the disk."""
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
def _written_beside(path: Path, private: bool = False) -> Iterator[tuple[BinaryIO, Path]]:
    """A temporary file in the same folder, removed afterwards unless it got its final name."""
    try:
        _make_folder(path.parent, private)
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


def _make_folder(folder: Path, private: bool) -> None:
    """Create a folder, if wished its owner's alone, as all in the data folder. Raises OSError."""
    own = data_folder().resolve()
    if own in (folder.resolve(), *folder.resolve().parents):
        make_private_folder(folder)
        tighten([folder] if folder.resolve() != own else [])
    elif private:
        make_private_folder(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)


def _sync_folder(folder: Path) -> None:
    """Flush the new name itself to the disk, if the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_text(path: Path) -> str:
    """Read a text file. Raises Malformed, naming it, if it cannot be read."""
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


def at_home(path: str) -> Path:
    """A path, which may begin with `~`. Raises Malformed if nobody knows where that is."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise Malformed(path, "cannot be found: this user has no home folder") from None


def program() -> str:
    """The command to call this program: `wreck`, or its path if that is not found."""
    called = Path(sys.argv[0])
    if called.name != "wreck" or shutil.which("wreck"):
        return "wreck"
    path = os.path.relpath(called)
    return path if not path.startswith("..") else str(called.resolve())


def packages() -> Path:
    """The folder that this package lies in: `src`, or where packages are installed."""
    return Path(wreckoning.__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The root of the checkout that this package runs from; None if there is none."""
    root = packages().parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "tests").is_dir()
    return root if is_checkout and packages().name == "src" else None
