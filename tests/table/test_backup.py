"""A backup has everything in one file, for every database; a bad one changes nothing."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import threading
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, select, text
from tests.table.house import fill
from tests.table.postgres import Postgres

from wreckoning.core.errors import Malformed
from wreckoning.server.store import database, schema
from wreckoning.server.store.backup import check_backup, restore_backup, write_backup
from wreckoning.server.store.backup_rows import MB
from wreckoning.server.store.database import open_database, open_empty, open_existing, read_address
from wreckoning.server.store.rows import read_table
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import Save, Say
from wreckoning.table.ids import TableId


def rows(engine: Engine) -> dict[str, list[Any]]:
    """Everything in a database."""
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in schema.metadata.sorted_tables
        }


def backed_up(engine: Engine) -> bytes:
    stream = io.BytesIO()
    counts = write_backup(engine, stream)
    assert counts == {name: len(found) for name, found in rows(engine).items()}
    return stream.getvalue()


def restored(data: bytes, db: str) -> Engine:
    stream = io.BytesIO(data)
    backup = check_backup(stream, "b.gz")
    engine = open_empty(read_address(db))
    try:
        restore_backup(engine, stream, backup)
    except BaseException:
        engine.dispose()
        raise
    return engine


def body(data: bytes) -> list[str]:
    """The lines without the header, which says when it was made."""
    return gzip.decompress(data).decode().splitlines()[1:-1]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, dict[str, str]]]:
    """A database that holds some of everything."""
    db = str(tmp_path_factory.mktemp("filled") / "table.db")
    ids = fill(db)
    engine = open_existing(read_address(db))
    assert all(rows(engine).values()), "some table holds nothing"
    yield engine, ids
    engine.dispose()


@pytest.fixture(scope="module")
def good(filled: tuple[Engine, dict[str, str]]) -> bytes:
    """A backup of it."""
    return backed_up(filled[0])


def test_from_sqlite_to_postgres_and_back(
    filled: tuple[Engine, dict[str, str]], good: bytes, postgres: Postgres, tmp_path: Path
) -> None:
    here, ids = filled
    there = restored(good, postgres.new_database())
    assert rows(there) == rows(here)
    again = backed_up(there)
    assert body(again) == body(good)
    back = restored(again, str(tmp_path / "back.db"))
    assert rows(back) == rows(here)
    store = Store(there)
    for table in ids.values():  # and they can be played on
        stored = store.load(TableId(table))
        assert stored is not None
        read_table(stored)
    store.close()
    back.dispose()


def test_numbers_go_on_after_those_restored(good: bytes, postgres: Postgres) -> None:
    store = Store(restored(good, postgres.new_database()))
    last = rows(store.engine)["chats"][-1]
    row = dict(zip(schema.chats.columns.keys(), last, strict=True))
    row = {**row, "request": "another-one"}
    del row["id"]
    assert store.writer.write(Say(row)).result()["id"] == last[0] + 1
    store.close()


def test_backup_is_consistent_while_others_write(
    filled: tuple[Engine, dict[str, str]], tmp_path: Path
) -> None:
    """A move and its table are stored together: no backup has one without the other."""
    engine = restored(backed_up(filled[0]), str(tmp_path / "busy.db"))
    a_moment(engine, filled[1]["open"])


def test_backup_is_consistent_on_postgres(
    filled: tuple[Engine, dict[str, str]], good: bytes, postgres: Postgres
) -> None:
    engine = restored(good, postgres.new_database())
    a_moment(engine, filled[1]["open"])


def a_moment(engine: Engine, table: str) -> None:
    store, stop = Store(engine), threading.Event()
    writing = threading.Thread(target=keep_writing, args=[store, table, stop])
    writing.start()
    try:
        found = [gzip.decompress(write(engine)).decode() for _ in range(12)]
    finally:
        stop.set()
        writing.join()
        store.close()
    versions = set()
    for written in found:
        lines = [json.loads(line) for line in written.splitlines()]
        ours = [line for line in lines if isinstance(line, list) and line[0] == table]
        version = next(line[3] for line in ours if len(line) == len(schema.tables.columns))
        moves = [line[1] for line in ours if len(line) == len(schema.moves.columns)]
        assert max(moves, default=0) == version
        versions.add(version)
    assert len(versions) > 2, "nothing was written meanwhile"


def write(engine: Engine) -> bytes:
    stream = io.BytesIO()
    write_backup(engine, stream)
    return stream.getvalue()


def keep_writing(store: Store, table: str, stop: threading.Event) -> None:
    version = store.version(TableId(table)) or 0
    while not stop.is_set():
        version += 1
        move = {
            "table_id": table,
            "version": version,
            "request": f"request-{version}",
            "kind": "change",
            "who": "",
            "keep": 0,
            "entries": "[]",
            "result": "{}",
            "at": 1.5,
        }
        row = {"id": table, "state": "open", "version": version}
        store.writer.write(Save(row, move)).result()


FORM = database.revisions()[0]
NEXT = f"{int(FORM) + 1:04}"
NEWER = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{NEXT}", "{FORM}"


def upgrade():
    op.add_column("chats", sa.Column("mood", sa.Text, server_default="merry"))


def downgrade():
    op.drop_column("chats", "mood")
"""


def test_backup_of_an_older_schema_is_migrated(
    good: bytes, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / f"{NEXT}_mood.py").write_text(NEWER)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    for db in (postgres.new_database(), str(tmp_path / "t.db")):
        engine = restored(good, db)
        with engine.connect() as connection:
            assert database.revision_of(connection) == NEXT
            moods = connection.execute(text("SELECT mood FROM chats")).scalars().all()
        assert moods == ["merry", "merry"]  # one each that was said
        engine.dispose()
        monkeypatch.undo()
        for opened in (open_existing, open_database):
            with pytest.raises(Malformed, match="was made by a newer version"):
                opened(read_address(db))
        monkeypatch.setattr(database, "MIGRATIONS", folder)


# --- bad ones


def resealed(lines: list[str]) -> bytes:
    """The backup with a correct sum over any content."""
    *before, end = lines
    text = "".join(line + "\n" for line in before)
    last = json.loads(end)
    last["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return gzip.compress((text + json.dumps(last) + "\n").encode())


def changed(data: bytes, change: Callable[[list[str]], list[str]], sealed: bool) -> bytes:
    lines = change(gzip.decompress(data).decode().splitlines())
    return resealed(lines) if sealed else gzip.compress("".join(x + "\n" for x in lines).encode())


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "is not a backup"),
    "something else": (lambda data: b"SQLite format 3\0" * 9, "is not a backup"),
    "another gzip": (lambda data: gzip.compress(b"hello\n"), "not JSON"),
    "another JSON": (lambda data: gzip.compress(b'{"a": 1}\n'), "is not a backup"),
    "cut off": (lambda data: data[: len(data) // 2], "cut off or damaged"),
    "without its end": (lambda data: changed(data, lambda x: x[:-1], False), "has no end"),
    "a value changed": (
        lambda data: changed(data, lambda x: [y.replace("rookie", "rookiE") for y in x], False),
        "its sum is wrong",
    ),
    "a row missing": (lambda data: changed(data, lambda x: x[:2] + x[3:], True), "sum is wrong"),
    "a row too short": (lambda data: changed(data, lambda x: x[:2] + ["[1]"] + x[3:], True), "row"),
    "a row of nothing": (
        lambda data: changed(data, lambda x: x[:1] + x[2:], True),
        "expected a row",
    ),
    "two ends": (lambda data: changed(data, lambda x: [*x, x[-1]], False), "after the end"),
    "a newer form": (
        lambda data: changed(data, lambda x: [x[0].replace(f'"{FORM}"', '"0999"'), *x[1:]], True),
        "newer version",
    ),
    "a newer format": (
        lambda data: changed(data, lambda x: [x[0].replace('up":1', 'up":2'), *x[1:]], True),
        "newer version",
    ),
}


BAD["a table twice"] = (
    lambda data: changed(data, lambda x: [*x[:-1], x[1], x[-1]], True),
    "the table '[a-z]+' is there already",
)


def test_leftover_of_the_write_check_is_restored(tmp_path: Path) -> None:
    """A server may end between storing it and deleting it again."""
    store = Store(open_database(read_address(str(tmp_path / "table.db"))))

    def ends(*of: Any) -> None:
        if of[2].startswith("DELETE FROM records"):
            raise KeyboardInterrupt

    event.listen(store.engine, "before_cursor_execute", ends)
    with pytest.raises(KeyboardInterrupt):
        store._try_to_write()
    data = backed_up(store.engine)
    store.close()
    again = restored(data, str(tmp_path / "again.db"))
    assert len(rows(again)["records"]) == 1
    again.dispose()


@pytest.mark.parametrize("what", BAD)
def test_bad_backup_is_refused_and_changes_nothing(what: str, good: bytes) -> None:
    spoil, said = BAD[what]
    with pytest.raises(Malformed, match=said) as refused:
        check_backup(io.BytesIO(spoil(good)), "b.gz")
    assert str(refused.value).startswith("b.gz")
    assert "\n" not in str(refused.value)


def test_any_flipped_bit_is_found(good: bytes) -> None:
    last = len(good) - 9  # its end is filled up with bits of no matter, as are the first ten bytes
    for at in [*range(10, last, last // 40), *range(last + 1, len(good))]:
        spoilt = good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :]
        with pytest.raises(Malformed):
            check_backup(io.BytesIO(spoilt), "b.gz")


def test_a_row_that_the_database_refuses_leaves_it_empty(
    good: bytes, postgres: Postgres, tmp_path: Path
) -> None:
    def twice(lines: list[str]) -> list[str]:
        end = json.loads(lines[-1])
        end["end"]["records"] += 1
        at = next(n for n, line in enumerate(lines) if '"records"' in line)
        return [*lines[: at + 2], lines[at + 1], *lines[at + 2 : -1], json.dumps(end)]

    data = changed(good, twice, True)
    for db in (postgres.new_database(), str(tmp_path / "t.db")):
        with pytest.raises(Malformed, match="cannot be restored"):
            restored(data, db)
        engine = open_database(read_address(db))
        assert not any(rows(engine).values())
        engine.dispose()


# --- rows that no server has written


def with_value(data: bytes, table: str, column: str, value: object) -> bytes:
    """The backup with another value in the last row of a table, and a right sum."""

    def change(lines: list[str]) -> list[str]:
        parsed = [json.loads(line) for line in lines]
        at = next(n for n, line in enumerate(parsed) if is_head(line, table))
        last = next(n for n, line in enumerate(parsed) if n > at and not isinstance(line, list)) - 1
        assert last > at
        row = parsed[last]
        row[parsed[at]["columns"].index(column)] = value
        lines[last] = json.dumps(row)
        return lines

    return changed(data, change, True)


def is_head(line: object, table: str) -> bool:
    return isinstance(line, dict) and line.get("table") == table


WRONG: list[tuple[str, str, object, str]] = [
    ("tables", "id", "../evil", "expected an id of letters, digits, - and _, found '../evil'"),
    ("tables", "id", "", "expected an id of letters, digits, - and _, found ''"),
    ("tables", "id", ".hidden", "expected an id of letters, digits, - and _, found '.hidden'"),
    ("tables", "id", "a\nb", "expected an id of letters, digits, - and _, found 'a\\nb'"),
    ("tables", "id", "x" * 33, "expected at most 32 characters, found 33"),
    ("campaigns", "id", "a/b", "expected an id of letters, digits, - and _, found 'a/b'"),
    ("moves", "table_id", "..", "expected an id of letters, digits, - and _, found '..'"),
    (
        "tables",
        "settings",
        {"a": 1},
        "expected text without NUL and halves of characters, found an",
    ),
    ("tables", "settings", "no JSON", "expected the text of a JSON object, found other text"),
    ("tables", "settings", "[" * 100_000, "expected the text of a JSON object, found other text"),
    ("tables", "summary", "[]", "expected the text of a JSON object, found other text"),
    ("tables", "state", None, "expected text without NUL and halves of characters, found null"),
    (
        "tables",
        "state",
        ["open"],
        "expected text without NUL and halves of characters, found a list",
    ),
    ("tables", "listed", 1, "expected true or false, found 1"),
    ("tables", "version", "3", "expected a whole number from -1 to 2147483647, found other text"),
    ("tables", "version", 2**70, "expected a whole number from -1 to 2147483647, found 118059162"),
    ("tables", "version", 1.5, "expected a whole number from -1 to 2147483647, found 1.5"),
    ("tables", "updated", 1e300, "expected seconds since 1970, found 1e+300"),
    ("tables", "updated", {}, "expected seconds since 1970, found an object"),
    ("tables", "updated", True, "expected seconds since 1970, found True"),
    ("league_luck", "value", 1e9, "expected a number from -1000 to 1000, found 1000000000.0"),
    ("moves", "entries", "{}", "expected the text of a JSON list, found other text"),
    (
        "moves",
        "who",
        "\x00",
        "expected text without NUL and halves of characters, found other text",
    ),
    ("moves", "who", "\ud800", "expected text without NUL and halves of characters, found other"),
    ("snapshots", "data", "text", 'expected {"base64": …}, found other text'),
    ("snapshots", "data", {"base64": "?"}, 'expected {"base64": …}, found an object'),
    ("snapshots", "data", {"base64": 7}, 'expected {"base64": …}, found an object'),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("table", "column", "value", "said"), WRONG, ids=lambda x: str(x)[:20])
def test_invalid_row_is_refused_in_one_line(
    good: bytes, tmp_path: Path, table: str, column: str, value: object, said: str
) -> None:
    with pytest.raises(Malformed) as refused:
        restored(with_value(good, table, column, value), str(tmp_path / "t.db"))
    line = str(refused.value)
    assert re.match(rf"b\.gz: line \d+: {table}\.{column}: ", line), line
    assert line.partition(f"{column}: ")[2].startswith(said)
    assert "\n" not in line
    assert len(line) < 160
    engine = open_database(read_address(str(tmp_path / "t.db")))
    assert not any(rows(engine).values())
    engine.dispose()


def test_rows_are_refused_on_postgres_too(good: bytes, postgres: Postgres) -> None:
    """A campaign's row comes last: all before it is taken back."""
    db = postgres.new_database()
    for table, column, value in (("chats", "at", "now"), ("tables", "id", "../evil")):
        with pytest.raises(Malformed, match=f"{table}.{column}: expected"):
            restored(with_value(good, table, column, value), db)
        engine = open_database(read_address(db))
        assert not any(rows(engine).values())
        engine.dispose()
    restored(good, db).dispose()


HEADS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another table": (lambda head: head.update(table="alembic_version"), "is not known: 'alembic"),
    "a column too many": (
        lambda head: head.update(columns=[*head["columns"][:-1], "mood"]),
        "expected these columns of records: course, kept",
    ),
    "no names": (lambda head: head.update(columns=[{}, []]), "expected the columns of records"),
}


@pytest.mark.parametrize("what", HEADS)
def test_unknown_database_table_is_refused(good: bytes, tmp_path: Path, what: str) -> None:
    change, said = HEADS[what]

    def altered(lines: list[str]) -> list[str]:
        at = next(n for n, line in enumerate(lines) if is_head(json.loads(line), "records"))
        head, end = json.loads(lines[at]), json.loads(lines[-1])
        change(head)
        end["end"] = {head["table"] if n == "records" else n: end["end"][n] for n in end["end"]}
        return [*lines[:at], json.dumps(head), *lines[at + 1 : -1], json.dumps(end)]

    with pytest.raises(Malformed, match=said):
        restored(changed(good, altered, True), str(tmp_path / "t.db"))


def test_file_changed_after_its_check_is_refused(good: bytes, tmp_path: Path) -> None:
    backup = check_backup(io.BytesIO(good), "b.gz")
    other = changed(good, lambda x: [y.replace("rookie", "rookiE") for y in x], False)
    engine = open_empty(read_address(str(tmp_path / "t.db")))
    with pytest.raises(Malformed, match="its sum is wrong"):
        restore_backup(engine, io.BytesIO(other), backup)
    engine.dispose()


# --- files that unpack to far more than they are


class Endless:
    """The bytes of a packed file whose lines never end, or that never ends; packed as it is read.

    It notes how much of it was read.
    """

    def __init__(self, head: bytes, again: bytes) -> None:
        self.packing = zlib.compressobj(9, zlib.DEFLATED, 31)
        self.ready = self.packing.compress(head)
        self.again = again * max(1, MB // len(again))
        self.at = 0

    def read(self, size: int = -1) -> bytes:
        assert self.at < MB, "so much packed is read of it, and it is not refused"
        while len(self.ready) < min(size, 8192):
            self.ready += self.packing.compress(self.again)
        data, self.ready = self.ready[:size], self.ready[size:]
        self.at += len(data)
        return data

    def seek(self, at: int, whence: int = 0) -> int:
        return at

    def tell(self) -> int:
        return self.at


HEAD = f'{{"wreckoning_backup": 1, "schema": "{FORM}"}}\n{{"table": "records", "columns": ["a"]}}\n'
HEAD_LINE = HEAD.encode()


@pytest.mark.parametrize(
    ("again", "said"),
    [
        (b"[", "line 3: expected at most 8 MiB in a line"),
        (b'["%s"]\n' % (b"x" * 99_999), "unpacks to more than 200 times its size"),
        (b"\n", "not JSON"),
    ],
    ids=["one line", "rows", "empty lines"],
)
def test_small_file_that_unpacks_to_gigabytes_is_refused(again: bytes, said: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Malformed, match=said):
            check_backup(Endless(HEAD_LINE, again), "b.gz")  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 64 * MB
    finally:
        tracemalloc.stop()


def test_line_of_nested_brackets_is_refused() -> None:
    """As long as a line may be, and nested as deep, or as wide, as it can be."""
    for line in (b"[" * (7 * MB), b"[" + b"[]," * (MB // 4) + b"[]]"):
        with pytest.raises(Malformed, match=r"not JSON|expected a row of the table"):
            check_backup(io.BytesIO(gzip.compress(HEAD_LINE + line + b"\n")), "b.gz")


def test_restore_needs_an_empty_database(good: bytes, postgres: Postgres, tmp_path: Path) -> None:
    for db in (postgres.new_database(), str(tmp_path / "t.db")):
        engine = open_database(read_address(db))  # as a server makes it: empty, that is fine
        with engine.begin() as connection:
            connection.execute(insert(schema.records), {"course": "c", "kept": "{}"})
        with pytest.raises(Malformed, match="holds tables already"):
            restored(good, db)
        with engine.begin() as connection:
            connection.execute(schema.records.delete())
        restored(good, db).dispose()
        engine.dispose()


def test_backup_of_an_unmigrated_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = read_address(str(tmp_path / "t.db"))
    open_database(db).dispose()
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / f"{NEXT}_mood.py").write_text(NEWER)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    with pytest.raises(Malformed, match="older version; `wreck serve` renews it"):
        open_existing(db)
    open_database(db).dispose()
    open_existing(db).dispose()
