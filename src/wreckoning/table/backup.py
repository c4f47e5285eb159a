"""All that a database holds in one file, which any other database can be made from again.

Compressed JSON Lines: a header, then for each table its columns and a line a row, then the end
with a sum over all before it. It holds what the database holds: also the secrets of dice.

    {"wreckoning_backup": 1, "schema": "0001", "made": "2026-11-21T20:00:00+00:00", "by": "0.1.0"}
    {"table": "records", "columns": ["course", "kept"]}
    ["rtd/…", "{…}"]
    {"end": {"records": 1, …}, "sha256": "…"}
"""

from __future__ import annotations

import base64
import datetime
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from wreckoning import __version__
from wreckoning.core.errors import Malformed
from wreckoning.table import schema
from wreckoning.table.database import (
    HEAD,
    build_up_to,
    check_empty,
    lock,
    revision_of,
    revisions,
    take_down,
)
from wreckoning.table.notices import reason

FORMAT = 1
AT_ONCE = 500  # rows
MARK = "wreckoning_backup"
NOT_ONE = "is not a backup of Wreckoning's tables"


# --- making one


def write_backup(engine: Engine, stream: BinaryIO) -> dict[str, int]:
    """Write all rows as they are at one moment; others may go on writing. How many of each."""
    try:
        return _write(engine, stream)
    except SQLAlchemyError as error:
        raise Malformed("--db", f"cannot be read: {reason(error)}") from None


def _write(engine: Engine, stream: BinaryIO) -> dict[str, int]:
    counts: dict[str, int] = {}
    with gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0) as packed:
        written = hashlib.sha256()

        def put(line: object) -> None:
            data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            written.update(data)
            packed.write(data)

        with _one_moment(engine) as connection:
            made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
            form = revision_of(connection)
            put({MARK: FORMAT, "schema": form, "made": made, "by": __version__})
            for table in schema.metadata.sorted_tables:
                put({"table": table.name, "columns": [column.name for column in table.columns]})
                counts[table.name] = 0
                for row in connection.execute(select(table).order_by(*table.primary_key)):
                    put([_as_json(value) for value in row])
                    counts[table.name] += 1
        put({"end": counts, "sha256": written.hexdigest()})
    return counts


def _one_moment(engine: Engine) -> Connection:
    """A connection that sees everything as it is when it first looks, and reads bit by bit."""
    options: dict[str, Any] = {"stream_results": True, "yield_per": AT_ONCE}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return engine.connect().execution_options(**options)
    connection = engine.connect().execution_options(**options)
    connection.exec_driver_sql("BEGIN")
    return connection


def _as_json(value: object) -> object:
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(value).decode()}
    return value


# --- reading one


@dataclass
class Backup:
    """A file that was read to its end and found whole."""

    name: str
    schema: str
    made: str
    counts: dict[str, int]


@dataclass
class _Lines:
    """The lines of a backup, summed up on the way."""

    stream: BinaryIO
    name: str
    number: int = 0
    sum: Any = field(default_factory=hashlib.sha256)

    def __iter__(self) -> Iterator[Any]:
        self.stream.seek(0)
        try:
            with gzip.GzipFile(fileobj=self.stream, mode="rb") as packed:
                for data in packed:
                    self.number += 1
                    line = json.loads(data)
                    yield line
                    self.sum.update(data)
        except (EOFError, zlib.error):
            raise Malformed(self.name, "is cut off or damaged") from None
        except gzip.BadGzipFile:
            damaged = "is cut off or damaged" if self.number else NOT_ONE
            raise Malformed(self.name, damaged) from None
        except (ValueError, RecursionError):
            raise self.wrong("not JSON") from None

    def wrong(self, what: str) -> Malformed:
        """An error that says where."""
        return Malformed(f"{self.name}: line {self.number}", what)


def check_backup(stream: BinaryIO, name: str) -> Backup:
    """Read it all and check its sum, before anything is done with it. Raises Malformed."""
    lines = _Lines(stream, name)
    reading = iter(lines)
    header = next(reading, None)
    if not isinstance(header, dict) or MARK not in header:
        raise Malformed(name, NOT_ONE)
    if header[MARK] != FORMAT or header.get("schema") not in revisions():
        by = str(header.get("by"))[:20]
        raise Malformed(name, f"was made by a newer version than this ({by})")
    counts: dict[str, int] = {}
    columns: dict[str, int] = {}
    for line in reading:
        if isinstance(line, list):
            if not counts or len(line) != columns[next(reversed(counts))]:
                raise lines.wrong("expected a row of the table above it")
            counts[next(reversed(counts))] += 1
        elif isinstance(line, dict) and isinstance(line.get("columns"), list):
            counts[str(line.get("table"))] = 0
            columns[str(line.get("table"))] = len(line["columns"])
        elif isinstance(line, dict) and "end" in line:
            if line.get("sha256") != lines.sum.hexdigest() or line["end"] != counts:
                raise Malformed(name, "has been changed: its sum is wrong")
            if next(reading, None) is not None:
                raise lines.wrong("expected nothing after the end")
            return Backup(name, header["schema"], str(header.get("made")), counts)
        else:
            raise lines.wrong("expected a row or a table")
    raise Malformed(name, "is cut off: it has no end")


def restore_backup(engine: Engine, stream: BinaryIO, backup: Backup) -> None:
    """Fill an empty database, wholly or not at all. Raises Malformed."""
    try:
        with engine.begin() as connection:
            lock(connection)
            check_empty(connection)
            take_down(connection)
            build_up_to(connection, backup.schema)
            found = MetaData()
            found.reflect(connection)
            for name, columns, rows in _tables(_Lines(stream, backup.name)):
                _fill(connection, found.tables[name], columns, rows)
            build_up_to(connection, HEAD)
    except SQLAlchemyError as error:
        raise Malformed(backup.name, f"cannot be restored: {reason(error)}") from None
    except KeyError as error:
        raise Malformed(backup.name, f"holds a table that is not known: {error}") from None


def _tables(lines: _Lines) -> Iterator[tuple[str, list[str], Iterator[list[Any]]]]:
    reading = iter(lines)
    next(reading)
    line = next(reading)
    while "table" in line:
        following: list[Any] = []

        def rows(following: list[Any] = following) -> Iterator[list[Any]]:
            for row in reading:
                if isinstance(row, dict):
                    following.append(row)
                    return
                yield row

        yield line["table"], line["columns"], rows()
        line = following[0]


def _fill(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterator[list[Any]]
) -> None:
    while some := list(islice(rows, AT_ONCE)):
        filled = [dict(zip(columns, map(_from_json, row), strict=True)) for row in some]
        connection.execute(insert(table), filled)
    if connection.dialect.name == "postgresql" and table.primary_key.columns.keys() == ["id"]:
        _go_on_counting(connection, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """The next row gets a number that none has yet, where numbers are given by the database."""
    asked = text("SELECT pg_get_serial_sequence(:name, 'id')")
    sequence = connection.execute(asked, {"name": table.name}).scalar()
    last = connection.execute(select(func.max(table.c.id))).scalar()
    if sequence and last is not None:
        connection.execute(text("SELECT setval(:name, :last)"), {"name": sequence, "last": last})


def _from_json(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
