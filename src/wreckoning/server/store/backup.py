"""Backs up a whole database in one file, and restores it to any other database.

Compressed JSON Lines: a header, then for each table its columns and one line for each row, then the
end with a checksum over everything before it. It contains everything in the database, including the
secrets of dice.

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from wreckoning import __version__
from wreckoning.core.errors import Malformed
from wreckoning.server.store import schema
from wreckoning.server.store.backup_rows import MB, NOT_ONE, BackupLines, reader_of
from wreckoning.server.store.database import (
    HEAD,
    build_up_to,
    check_empty,
    lock,
    revision_of,
    revisions,
    take_down,
)
from wreckoning.server.store.news import reason
from wreckoning.server.store.schema import Values

FORMAT = 1
AT_ONCE, AT_ONCE_SIZE = 500, 4 * MB  # rows, and bytes of their lines
MARK = "wreckoning_backup"


# --- making one


def write_backup(engine: Engine, stream: BinaryIO) -> dict[str, int]:
    """Write all rows as of one moment, while others go on writing. Returns their numbers."""
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
    """A connection that sees the database as of its first read, and reads in pieces."""
    options: Values = {"stream_results": True, "yield_per": AT_ONCE}
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
    """A backup that was read to its end and is complete."""

    name: str
    schema: str
    made: str
    counts: dict[str, int]


@dataclass(frozen=True)
class _Section:
    """A table in a backup: its name and its columns."""

    table: str
    columns: list[Any]


def check_backup(stream: BinaryIO, name: str) -> Backup:
    """Read a whole backup and check its sum, before anything is restored. Raises Malformed."""
    lines = BackupLines(stream, name)
    reading = iter(lines)
    header = next(reading, None)
    if not isinstance(header, dict) or MARK not in header:
        raise Malformed(name, NOT_ONE)
    if header[MARK] != FORMAT or header.get("schema") not in revisions():
        by = str(header.get("by"))[:20]
        raise Malformed(name, f"was made by a newer version than this ({by!a})")
    counts: dict[str, int] = {}
    for section, row in _contents(lines, reading):
        counts[section.table] = counts.get(section.table, 0) + (row is not None)
    made = ascii(str(header.get("made"))[:40]).strip("'")
    return Backup(name, header["schema"], made, counts)


def _contents(
    lines: BackupLines, reading: Iterator[Any]
) -> Iterator[tuple[_Section, list[Any] | None]]:
    """Each table (without a row), and each of its rows. Raises Malformed for a wrong end."""
    section, counts = None, dict[str, int]()
    for line in reading:
        if isinstance(line, list):
            if section is None or len(line) != len(section.columns):
                raise lines.wrong("expected a row of the table above it")
            counts[section.table] += 1
            yield section, line
        elif isinstance(line, dict) and isinstance(line.get("columns"), list):
            section = _Section(str(line.get("table"))[:40], line["columns"])
            if section.table in counts:
                raise lines.wrong(f"the table {section.table!a} is there already")
            counts[section.table] = 0
            yield section, None
        elif isinstance(line, dict) and "end" in line:
            if line.get("sha256") != lines.sum.hexdigest() or line["end"] != counts:
                raise Malformed(lines.name, "has been changed: its sum is wrong")
            if next(reading, None) is not None:
                raise lines.wrong("expected nothing after the end")
            return
        else:
            raise lines.wrong("expected a row or a table")
    raise Malformed(lines.name, "is cut off: it has no end")


def restore_backup(engine: Engine, stream: BinaryIO, backup: Backup) -> None:
    """Fill an empty database, completely or not at all. Raises Malformed."""
    try:
        with engine.begin() as connection:
            lock(connection)
            check_empty(connection)
            take_down(connection)
            build_up_to(connection, backup.schema)
            known = MetaData()
            known.reflect(connection, only=lambda name, _: name in schema.metadata.tables)
            for batch in _batches(BackupLines(stream, backup.name), known):
                connection.execute(insert(batch.table), batch.rows)
            _go_on_counting(connection, known)
            build_up_to(connection, HEAD)
    except SQLAlchemyError as error:
        raise Malformed(backup.name, f"cannot be restored: {reason(error)}") from None


@dataclass
class _Batch:
    """Rows of a table to insert at once."""

    table: Table
    read: Callable[[list[Any]], Values]
    rows: list[Values] = field(default_factory=list)
    size: int = 0  # bytes of their lines

    @property
    def is_full(self) -> bool:
        return len(self.rows) == AT_ONCE or self.size > AT_ONCE_SIZE


def _batches(lines: BackupLines, known: MetaData) -> Iterator[_Batch]:
    """All rows, in batches. Raises Malformed for values that a table does not take."""
    reading = iter(lines)
    next(reading, None)  # the header
    batch: _Batch | None = None
    for section, row in _contents(lines, reading):
        if batch is not None and batch.rows and (row is None or batch.is_full):
            yield batch
            batch.rows, batch.size = [], 0
        if row is None or batch is None:
            batch = _batch_of(section, known, lines)
        else:
            batch.rows.append(batch.read(row))
            batch.size += lines.size
    if batch is not None and batch.rows:
        yield batch


def _batch_of(section: _Section, known: MetaData, lines: BackupLines) -> _Batch:
    """A batch for the rows of a table. Raises Malformed if there is no such table."""
    if section.table not in known.tables:
        raise lines.wrong(f"holds a table that is not known: {section.table!a}")
    table = known.tables[section.table]
    return _Batch(table, reader_of(table, section.columns, lines))


def _go_on_counting(connection: Connection, known: MetaData) -> None:
    """Number new rows after the restored ones, if PostgreSQL gives the numbers."""
    if connection.dialect.name != "postgresql":
        return
    asked = text("SELECT pg_get_serial_sequence(:name, 'id')")
    for table in known.tables.values():
        if table.primary_key.columns.keys() != ["id"]:
            continue
        sequence = connection.execute(asked, {"name": table.name}).scalar()
        last = connection.execute(select(func.max(table.c.id))).scalar()
        if sequence and last is not None:
            move = text("SELECT setval(:name, :last)")
            connection.execute(move, {"name": sequence, "last": last})
