"""Reads users' TOML files: every fault is one `Malformed` that names the file and the line.

read_toml(path, "course", 64 * 1024)    the content of a file
read_text(path, "course", 64 * 1024)    its text
parse_toml(name, text)                  the content of a text
as_key(stem)                            a file's stem, or a title, as a key
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.toml_tables import MAX_NAME


def read_toml(path: Path | Traversable, what: str, most: int) -> Json:
    """The content of a file, with or without a byte order mark. Raises Malformed.

    `what`: what it should be, in one word. A file of more than `most` bytes is refused.
    """
    return parse_toml(path.name, read_text(path, what, most))


def read_text(path: Path | Traversable, what: str, most: int) -> str:
    """The text of a file, with the same checks. Raises Malformed."""
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise Malformed(path.name, f"cannot be read: {problem}") from None
    if len(data) > most:
        raise Malformed(path.name, f"expected a {what} of at most {most} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Malformed(f"{path.name}: line {line}", "expected UTF-8 text") from None


def parse_toml(where: str, text: str) -> Json:
    """The content of a TOML text, with or without a byte order mark. Raises Malformed."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise Malformed(where, "not readable as TOML: nested too deeply") from None
    except ValueError as error:
        problem = str(error)
        found = re.search(r"at line (\d+)", problem)
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        raise Malformed(f"{where}: line {line}", f"not readable as TOML: {problem}") from None


def as_key(stem: str, otherwise: str) -> str:
    """A stem as a key: small letters, digits, `_` and `-`; `otherwise` if nothing is left of it."""
    return re.sub(r"[^a-z0-9_-]+", "-", stem.lower())[:MAX_NAME].strip("-") or otherwise
