"""Reads input from a file or standard input; prints JSON and other files for programs.

Any fault of the input raises Malformed.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from wreckoning.cli import files
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.readers.terminals import NotWritten

STANDARD_INPUT = "-"
CAMPAIGN, LEAGUE, LOG = "a campaign's file", "a league's file", "a race's log"
KINDS = {  # of files, each with how it is known, and the command that shows it
    CAMPAIGN: (re.compile(r'(?<!\\)"form"\s*:\s*"wreckoning campaign'), "wreck campaign show"),
    LEAGUE: (re.compile(r'(?<!\\)"form"\s*:\s*"wreckoning league'), "wreck league show"),
    LOG: (re.compile(r'\s*\{"wreckoning"\s*:'), "wreck replay"),
}
WIDTH = 96
INDENT = 2


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises Malformed."""
    if path != STANDARD_INPUT:
        return files.read_text(Path(path)).removeprefix("\ufeff")
    where = name_of(path)
    data = sys.stdin.buffer.read(files.LARGEST + 1)
    if len(data) > files.LARGEST:
        raise Malformed(where, f"expected at most {files.LARGEST} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed(where, "expected UTF-8 text") from None


def name_of(path: str) -> str:
    """The name of the input in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def kind_of_file(text: str) -> str:
    """One of `KINDS`, or ''. Its form shows that for certain."""
    known = [kind for kind, (sign, _) in KINDS.items() if kind != LOG and sign.search(text)]
    return known[0] if known else LOG if KINDS[LOG][0].match(text) else ""


def wrong_kind(text: str, where: str, expected: str) -> Malformed:
    """The error for another kind of file than expected; it names the command that shows it."""
    kind = kind_of_file(text)
    found = f", found {kind}: see it with {KINDS[kind][1]}" if kind else ""
    return Malformed(where, f"expected {expected}{found}")


def read_json(path: str) -> Any:
    """Read a JSON document. Raises Malformed, naming line and column."""
    return read_json_text(read_text(path), name_of(path))


def read_json_text(text: str, where: str) -> Any:
    """Read a JSON document from a text. Raises Malformed, naming line and column."""
    try:
        found = json.loads(text, parse_constant=lambda name: _refuse_constant(name, text))
        json.dumps(found, ensure_ascii=False).encode()
        return found
    except UnicodeEncodeError:
        raise Malformed(where, "expected text without halves of characters") from None
    except json.JSONDecodeError as error:
        place = f"{where}: line {error.lineno}, column {error.colno}"
        raise Malformed(place, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise Malformed(where, "not readable as JSON: nested too deeply") from None
    except ValueError:
        raise Malformed(where, "not readable as JSON: a number of too many digits") from None


CONSTANT = re.compile(r'"(?:\\.|[^"\\])*"|(-?Infinity|NaN)')  # or a string, which may hold one


def _refuse_constant(name: str, text: str) -> None:
    """NaN and Infinity are no JSON, though Python reads them."""
    at = next((match.start() for match in CONSTANT.finditer(text) if match[1]), 0)
    raise json.JSONDecodeError(f"expected a number, found {name}", text, at)


def print_file(text: str) -> None:
    """Print a file for another program: in a pipe exactly its bytes, in UTF-8, and flush it.

    Raises NotWritten.
    """
    if sys.stdout.isatty():
        print(text.replace("\r\n", "\n"), end="", flush=True)
        return
    sys.stdout.flush()
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        raise NotWritten(error) from None


def print_json(value: object) -> None:
    """Print JSON in a form for programs and people, and flush it."""
    print_file(f"{lay_out(value)}\n")


def print_figures(figures: Json, as_json: bool) -> None:
    """Print figures by name: as JSON, or one a line."""
    if as_json:
        print_json(figures)
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):36} {value}")


def lay_out(value: object, margin: int = 0) -> str:
    """JSON with everything on one line that fits there; plain values share lines."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if margin + len(text) < WIDTH or not isinstance(value, dict | list) or not value:
        return text
    inner = margin + INDENT
    if isinstance(value, dict):
        keys = [json.dumps(str(key), ensure_ascii=False) + ": " for key in value]
        parts = [key + lay_out(value[name], inner) for key, name in zip(keys, value, strict=True)]
        brackets, values = "{}", list(value.values())
    else:
        parts = [lay_out(part, inner) for part in value]
        brackets, values = "[]", value
    lines = [parts[0]]
    for part, before, this in zip(parts[1:], values, values[1:], strict=False):
        line = f"{lines[-1]}, {part}"
        if _is_plain(before) and _is_plain(this) and inner + len(line) < WIDTH:
            lines[-1] = line
        else:
            lines.append(part)
    body = (",\n" + " " * inner).join(lines)
    return f"{brackets[0]}\n{' ' * inner}{body}\n{' ' * margin}{brackets[1]}"


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return not any(isinstance(part, dict | list) for part in value)
    return not isinstance(value, dict)
