"""A backup is all there is, in one file, for every database; a bad one changes nothing."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select, text
from tests.table.house import fill
from tests.table.postgres import Postgres

from wreckoning.core.errors import Malformed
from wreckoning.table import database, schema
from wreckoning.table.backup import check_backup, restore_backup, write_backup
from wreckoning.table.database import open_database, open_empty, open_existing, read_address
from wreckoning.table.rows import read_game
from wreckoning.table.store import Store
from wreckoning.table.writer import Save, Say


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
        stored = store.load(table)
        assert stored is not None
        read_game(stored)
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


def test_it_is_of_one_moment_while_others_write(
    filled: tuple[Engine, dict[str, str]], tmp_path: Path
) -> None:
    """A move and its table are stored together: no backup has one without the other."""
    engine = restored(backed_up(filled[0]), str(tmp_path / "busy.db"))
    a_moment(engine, filled[1]["open"])


def test_it_is_of_one_moment_on_postgres_too(
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
    version = store.version(table) or 0
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


SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade():
    op.add_column("chats", sa.Column("mood", sa.Text, server_default="merry"))


def downgrade():
    op.drop_column("chats", "mood")
"""


def test_an_older_form_is_brought_up_to_date(
    good: bytes, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / "0003_mood.py").write_text(SECOND)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    for db in (postgres.new_database(), str(tmp_path / "t.db")):
        engine = restored(good, db)
        with engine.connect() as connection:
            assert database.revision_of(connection) == "0003"
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
    """With a right sum, whatever it says."""
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
        lambda data: changed(data, lambda x: [x[0].replace('"0002"', '"0999"'), *x[1:]], True),
        "newer version",
    ),
    "a newer format": (
        lambda data: changed(data, lambda x: [x[0].replace('up":1', 'up":2'), *x[1:]], True),
        "newer version",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_backup_is_refused_and_nothing_is_touched(what: str, good: bytes) -> None:
    spoil, said = BAD[what]
    with pytest.raises(Malformed, match=said) as refused:
        check_backup(io.BytesIO(spoil(good)), "b.gz")
    assert str(refused.value).startswith("b.gz")
    assert "\n" not in str(refused.value)


def test_a_turned_bit_anywhere_is_found(good: bytes) -> None:
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


def test_only_into_an_empty_database(good: bytes, postgres: Postgres, tmp_path: Path) -> None:
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


def test_an_older_database_is_not_read_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = read_address(str(tmp_path / "t.db"))
    open_database(db).dispose()
    folder = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / "0003_mood.py").write_text(SECOND)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    with pytest.raises(Malformed, match="older version; `wreck serve` renews it"):
        open_existing(db)
    open_database(db).dispose()
    open_existing(db).dispose()
