"""Programs that a wheel brings with it, so that nobody has to compile them.

    shipped/rtd-0123456789abcdef.program    a compiled program as the cache keeps it; its name
                                            identifies the code, and what has compiled it
    shipped/manifest.json                   the machines they are for, and a digest of each program

Machine code is run as it is, so it must be exactly what the manifest says, in a folder that only
its owner can write to. Otherwise a line in the program's log says why it is not used, and the rules
are compiled. A program of other code, or for other machines, is not looked at.
"""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from wreckoning.core.compiling.target import machine
from wreckoning.core.files.places import only_owner_writes

SHIPPED = Path(__file__).with_name("shipped")
MANIFEST = "manifest.json"
KEPT = "*.nbc"  # a program in the cache


def read_shipped(name: str) -> bytes | None:
    """The shipped program of this name, checked; None if there is none that can be used."""
    try:
        digest = _read_digest(name)
        return _read_checked(SHIPPED / f"{name}.program", digest) if digest else None
    except OSError as error:
        why = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        _warn(f"The compiled rules that came with the program are not used: {why}")
        return None


def is_shipped(name: str) -> bool:
    """True if the wheel has a program of this name that can be used."""
    return read_shipped(name) is not None


def ship(programs: Iterable[Path], folder: Path) -> None:
    """Make `folder` the folder of shipped programs, with these folders of the cache.

    Raises ValueError if one of them does not hold exactly one program, or if this processor is of
    no kind that others are of.
    """
    if not machine():
        raise ValueError("programs compiled here run on this kind of processor only")
    folder.mkdir(parents=True)
    digests = {}
    for program in programs:
        (kept,) = program.glob(KEPT)
        shutil.copyfile(kept, folder / f"{program.name}.program")
        digests[program.name] = hashlib.sha256(kept.read_bytes()).hexdigest()
    manifest = {"machine": machine(), "programs": digests}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def _read_digest(name: str) -> str:
    """The digest of a program for this machine, by the manifest; '' if there is none.

    Raises OSError for a manifest that cannot be used.
    """
    path = SHIPPED / MANIFEST
    if not path.exists():
        return ""  # a checkout, or a wheel without programs
    _check_writers(SHIPPED)
    _check_writers(path)
    try:
        found = json.loads(path.read_text("utf-8"))
        is_for_this = found["machine"] == machine()
        return str(found["programs"].get(name, "")) if is_for_this else ""
    except (ValueError, LookupError, TypeError, AttributeError):
        raise OSError(0, f"{path} is damaged") from None


def _read_checked(path: Path, digest: str) -> bytes:
    """The file's bytes. Raises OSError if they do not have this digest, or others may write."""
    _check_writers(path)
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise OSError(0, f"{path} is damaged")
    return data


def _check_writers(path: Path) -> None:
    if not only_owner_writes(path):
        raise OSError(0, f"others may write to {path}")


@cache
def _warn(line: str) -> None:
    """Log a line once."""
    logging.getLogger(__name__).warning(line)
