"""Reads the lines of a backup, within bounds, and checks its rows against their tables.

Lines are unpacked and read one by one, so a small file that unpacks to gigabytes is refused before
it takes more memory than one line. The bounds are far above the needs of a busy server: a table
takes about 20 kB, and compression makes a backup seven times smaller.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sqlalchemy import Column, Table

from wreckoning.core.errors import Malformed
from wreckoning.server.store.schema import Values, is_plain_id
from wreckoning.table.models import UNSTORABLE

MB = 1024 * 1024
LONGEST = 8 * MB  # bytes of a line
LARGEST = 64 * 1024 * MB  # bytes unpacked
MOST_PACKED, FROM = 200, 16 * MB  # the most for each packed byte, above this size
IDS = {"id", "table_id"}
OBJECTS = {"settings", "standing", "summary", "result", "kept", "document", "keeping"}
LISTS = {"entries"}
AMOUNTS, MOST_AMOUNT = {"value", "band"}, 1000  # of luck, in wins
LAST_SECOND = 253_402_300_799  # of the year 9999, since 1970
MOST = 2**31 - 1
NOT_ONE = "is not a backup of Wreckoning's tables"


@dataclass
class BackupLines:
    """The lines of a backup, with a checksum over them. Raises Malformed, naming the line."""

    stream: BinaryIO
    name: str
    number: int = 0
    size: int = 0  # of the line, in bytes
    sum: Any = field(default_factory=hashlib.sha256)

    def __iter__(self) -> Iterator[Any]:
        self.stream.seek(0)
        unpacked = 0
        try:
            with gzip.GzipFile(fileobj=self.stream, mode="rb") as packed:
                while data := packed.readline(LONGEST + 1):
                    self.number += 1
                    self.size = len(data)
                    unpacked += len(data)
                    self._check_bounds(unpacked)
                    yield json.loads(data, parse_constant=_no_number)
                    self.sum.update(data)
        except (EOFError, zlib.error):
            raise Malformed(self.name, "is cut off or damaged") from None
        except gzip.BadGzipFile:
            damaged = "is cut off or damaged" if self.number else NOT_ONE
            raise Malformed(self.name, damaged) from None
        except OSError as error:
            raise Malformed(self.name, f"cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError):
            raise self.wrong("not JSON") from None

    def _check_bounds(self, unpacked: int) -> None:
        if self.size > LONGEST:
            raise self.wrong(f"expected at most {LONGEST // MB} MiB in a line")
        if unpacked > LARGEST:
            raise self.wrong(f"expected at most {LARGEST // MB} MiB unpacked")
        if unpacked > max(FROM, MOST_PACKED * self.stream.tell()):
            raise self.wrong(f"unpacks to more than {MOST_PACKED} times its size")

    def wrong(self, what: str) -> Malformed:
        """An error that names the line."""
        return Malformed(f"{self.name}: line {self.number}", what)


def _no_number(constant: str) -> Any:
    raise ValueError(constant)


def reader_of(table: Table, columns: object, lines: BackupLines) -> Callable[[Sequence[Any]], Any]:
    """A function that reads a row of these columns for the database. Both raise Malformed."""
    if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
        raise lines.wrong(f"expected the columns of {table.name}")
    if sorted(columns) != sorted(table.columns.keys()):
        raise lines.wrong(f"expected these columns of {table.name}: {', '.join(table.c.keys())}")
    known = [table.columns[name] for name in columns]

    def read(row: Sequence[Any]) -> Values:
        pairs = zip(known, row, strict=True)
        return {column.name: _read(column, value, lines) for column, value in pairs}

    return read


def _read(column: Column[Any], value: object, lines: BackupLines) -> Any:
    """Read a value of this column. Raises Malformed."""
    if value is None and column.nullable:
        return None
    try:
        return READ[column.type.python_type](column, value)
    except _Wrong as wrong:
        found = wrong.found or FOUND.get(type(value), "") or str(value)[:20]
        place = f"{column.table.name}.{column.name}"
        raise lines.wrong(f"{place}: expected {wrong.expected}, found {found}") from None


class _Wrong(Exception):
    """A value that a column does not take. It is not shown if it may be secret."""

    def __init__(self, expected: str, found: str = "") -> None:
        self.expected, self.found = expected, found


def _read_text(column: Column[Any], value: object) -> str:
    if not isinstance(value, str) or UNSTORABLE.search(value):
        raise _Wrong("text without NUL and halves of characters")
    length = getattr(column.type, "length", None)
    if length is not None and len(value) > length:
        raise _Wrong(f"at most {length} characters", str(len(value)))
    if column.name in IDS and not is_plain_id(value):
        raise _Wrong("an id of letters, digits, - and _", ascii(value)[:40])
    if column.name in OBJECTS and not isinstance(_parsed(value), dict):
        raise _Wrong("the text of a JSON object")
    if column.name in LISTS and not isinstance(_parsed(value), list):
        raise _Wrong("the text of a JSON list")
    return value


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _read_flag(_: Column[Any], value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("true or false")
    return value


def _read_number(_: Column[Any], value: object) -> int:
    if type(value) is not int or not -1 <= value <= MOST:
        raise _Wrong(f"a whole number from -1 to {MOST}")
    return value


def _read_time(column: Column[Any], value: Any) -> float:
    if column.name in AMOUNTS:
        return _read_amount(value)
    if type(value) not in (int, float) or not 0 <= value <= LAST_SECOND:
        raise _Wrong("seconds since 1970")
    return float(value)


def _read_amount(value: Any) -> float:
    if type(value) not in (int, float) or not -MOST_AMOUNT <= value <= MOST_AMOUNT:
        raise _Wrong(f"a number from -{MOST_AMOUNT} to {MOST_AMOUNT}")
    return float(value)


def _read_bytes(_: Column[Any], value: Any) -> bytes:
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (TypeError, KeyError, ValueError):
        raise _Wrong('{"base64": …}') from None


FOUND = {dict: "an object", list: "a list", str: "other text", type(None): "null"}
READ: dict[type, Callable[[Column[Any], Any], Any]] = {
    str: _read_text,
    bool: _read_flag,
    int: _read_number,
    float: _read_time,
    bytes: _read_bytes,
}
