"""Reading and writing the lab's files: every fault is one line that names the file."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from wreckoning.core.errors import Malformed

MAX_BYTES = 256 * 1024


def read_text(path: Path) -> str:
    """A small text file. Raises Malformed."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise Malformed(str(path), f"cannot be read: {problem}") from None
    if len(data) > MAX_BYTES:
        raise Malformed(str(path), f"expected at most {MAX_BYTES} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Malformed(f"{path.name}: line {line}", "expected UTF-8 text") from None


def parse_toml(where: str, text: str) -> dict[str, Any]:
    """A TOML document. Raises Malformed, naming the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Malformed(where, "not readable as TOML: nested too deeply") from None
    except ValueError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        raise Malformed(f"{where}: line {line}", f"not readable as TOML: {error}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write or replace a file: after a crash there is the old one or the new one, whole."""
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
    """Why a file could not be written; a full disk, mostly."""
    return Malformed(str(path), f"cannot be written: {error.strerror or error}")
