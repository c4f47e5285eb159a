"""`wreck table`: backup, restore, export, list."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.cli.run import process, refused, wreck
from tests.table.house import fill

from wreckoning.server.store.database import open_existing, read_address
from wreckoning.server.store.schema import chats, moves, snapshots, tables


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, str]]:
    """A database with some of everything, and the tables' ids."""
    db = str(tmp_path_factory.mktemp("filled") / "table.db")
    return db, fill(db)


def test_backup_and_restore(filled: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    db, ids = filled
    file = tmp_path / "sub" / "race night.jsonl.gz"
    told = wreck("table", "backup", str(file), "--db", db)
    assert told.status == 0
    assert told.out.startswith(f"{file}: 6 tables, ")
    assert "2 chat lines." in told.out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # there are secrets in it
    assert os.listdir(file.parent) == [file.name]
    other = str(tmp_path / "new" / "other.db")
    told = wreck("table", "restore", str(file), "--db", other)
    assert told.status == 0, told
    assert "6 tables" in told.out
    listed = [json.loads(wreck("table", "list", "--json", "--db", d).out) for d in (db, other)]
    assert listed[0] == listed[1]
    assert {one["id"] for one in listed[0]} == set(ids.values())


def test_the_database_of_serve_is_the_default(
    filled: tuple[str, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.gz"
    wreck("table", "backup", str(file), "--db", filled[0])
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))
    assert wreck("table", "restore", str(file)).status == 0
    assert (tmp_path / "data" / "table.db").exists()
    assert wreck("table", "list").out.count("\n") == 6
    monkeypatch.setenv("WRECK_DB", str(tmp_path / "nowhere.db"))
    assert refused("table", "list").endswith("nowhere.db is not there")


def test_table_commands_as_json(filled: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    file = tmp_path / "b.gz"
    told = json.loads(wreck("table", "backup", str(file), "--db", filled[0], "--json").out)
    assert told["file"] == str(file)
    assert told["rows"]["tables"] == 6
    db = str(tmp_path / "t.db")
    again = json.loads(wreck("table", "restore", str(file), "--db", db, "--json").out)
    assert again["rows"] == told["rows"]
    assert again["made"].endswith("+00:00")


def test_existing_files_are_not_overwritten(
    filled: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    file = tmp_path / "b.gz"
    file.write_text("mine")
    said = refused("table", "backup", str(file), "--db", filled[0])
    assert said == f"{file}: is there already; nothing was overwritten"
    assert file.read_text() == "mine"
    assert os.listdir(tmp_path) == ["b.gz"]


def test_restore_needs_an_empty_database(
    filled: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    file = tmp_path / "b.gz"
    wreck("table", "backup", str(file), "--db", filled[0])
    before = wreck("table", "list", "--json", "--db", filled[0]).out
    said = refused("table", "restore", str(file), "--db", filled[0])
    assert said == "--db: holds tables already; restore into an empty database"
    assert wreck("table", "list", "--json", "--db", filled[0]).out == before


def test_bad_backups_change_nothing(filled: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    file, db = tmp_path / "b.gz", tmp_path / "new" / "t.db"
    wreck("table", "backup", str(file), "--db", filled[0])
    data = file.read_bytes()
    for bad, said in (
        (data[:-200], "is cut off or damaged"),
        (data[:900] + bytes([data[900] ^ 1]) + data[901:], ""),
        (b"hello", "is not a backup of Wreckoning's tables"),
    ):
        file.write_bytes(bad)
        assert said in refused("table", "restore", str(file), "--db", str(db))
        assert not db.exists()
    assert "No such file" in refused("table", "restore", "nowhere.gz", "--db", str(db))


@pytest.mark.parametrize("command", [["list"], ["backup", "b.gz"], ["export", "logs"]])
def test_file_without_a_database_is_refused(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    given = ["--db", str(file)]
    assert refused("table", *command, *given, folder=tmp_path).endswith("x.db is not there")
    assert not file.exists()
    file.write_text("no database, but a text that is long enough to be none " * 40)
    assert "cannot be opened" in refused("table", *command, *given, folder=tmp_path)
    file.write_bytes(b"")
    said = refused("table", *command, *given, folder=tmp_path)
    assert said.endswith("holds no tables of Wreckoning")
    assert set(os.listdir(tmp_path)) <= {"x.db", "logs"}
    said = refused("table", *command, "--db", "mysql://x/y", folder=tmp_path)
    assert "expected a file for SQLite, or postgresql://" in said
    nobody = "postgresql://me:secret@127.0.0.1:1/none"
    said = refused("table", *command, "--db", nobody, folder=tmp_path)
    assert "cannot be opened" in said
    assert "secret" not in said


def test_export_writes_logs(filled: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    db, ids = filled
    folder = tmp_path / "logs"
    told = wreck("table", "export", str(folder), "--db", db)
    assert told.status == 0
    assert told.out == f"2 races written to {folder}, 0 there already.\n"
    assert told.err == f"wreck: no log of {ids['never']}: the race has not begun\n"
    assert {path.name for path in folder.iterdir()} == {
        f"{ids[kind]}.jsonl" for kind in ("over", "abandoned")
    }
    over = str(folder / f"{ids['over']}.jsonl")
    assert wreck("replay", over, "--json").status == 0
    for kind in ("over", "abandoned"):
        checked = wreck("verify", str(folder / f"{ids[kind]}.jsonl"), "--json")
        assert checked.status == 0, checked
        assert json.loads(checked.out)["over"] is (kind == "over")
    written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    told = wreck("table", "export", str(folder), "--db", db, "--json")
    assert json.loads(told.out)["written"] == []
    assert set(json.loads(told.out)["there"]) == {ids["over"], ids["abandoned"]}
    assert list(json.loads(told.out)["without"]) == [ids["never"]]
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == written


@pytest.fixture
def evil(filled: tuple[str, dict[str, str]], tmp_path: Path) -> str:
    """The same database, but the race that is over is called `../evil`: no server does that."""
    db = str(tmp_path / "evil.db")
    shutil.copy(filled[0], db)
    was = filled[1]["over"]
    engine = open_existing(read_address(db))
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.execute(update(tables).where(tables.c.id == was).values(id="../evil"))
        for table in (one for one in tables.metadata.tables.values() if "table_id" in one.c):
            of_it = update(table).where(table.c.table_id == was)
            connection.execute(of_it.values(table_id="../evil"))
    engine.dispose()
    return db


def test_id_with_a_path_is_not_exported(evil: str, tmp_path: Path) -> None:
    folder = tmp_path / "sub" / "logs"
    told = wreck("table", "export", str(folder), "--db", evil)
    assert told.status == 0
    assert told.out.startswith("1 race written")
    assert "no log of '../evil': expected an id of letters, digits, - and _\n" in told.err
    assert {path.name for path in (tmp_path / "sub").rglob("*evil*")} == set()
    assert len(list(folder.iterdir())) == 1


def test_id_with_a_path_is_not_restored(evil: str, tmp_path: Path) -> None:
    file, db = tmp_path / "b.gz", tmp_path / "new.db"
    assert wreck("table", "backup", str(file), "--db", evil).status == 0
    said = refused("table", "restore", str(file), "--db", str(db))
    assert "tables.id: expected an id of letters, digits, - and _, found '../evil'" in said
    assert not db.exists()


def test_small_file_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    file, db = tmp_path / "bomb.gz", tmp_path / "new.db"
    head = b'{"wreckoning_backup": 1, "schema": "0002"}\n'
    file.write_bytes(gzip.compress(head + b" " * (16 * 1024 * 1024)))
    said = refused("table", "restore", str(file), "--db", str(db))
    assert said == f"{file}: line 2: expected at most 8 MiB in a line"
    assert not db.exists()


def test_table_list(filled: tuple[str, dict[str, str]]) -> None:
    db, ids = filled
    lines = wreck("table", "list", "--db", db).out.splitlines()
    shown = {line.split()[0]: line for line in lines}
    assert set(shown) == set(ids.values())
    assert "  over       " in shown[ids["over"]]
    assert shown[ids["open"]].endswith(": D0, D1, D2")


def test_help_comes_at_once() -> None:
    assert "restore" in process("table", "--help").out


def test_table_delete(tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    ids = fill(db)
    given = ["--db", db]
    assert "expected a table, or --idle" in refused("table", "delete", *given)
    said = refused("table", "delete", ids["over"], "nobody", *given)
    assert said == "ID: no table 'nobody'; nothing was deleted"
    assert wreck("table", "list", *given).out.count("\n") == 6
    told = wreck("table", "delete", ids["over"], ids["running"], ids["over"], *given)
    assert told.out == "Deleted 2 tables.\n"
    listed = json.loads(wreck("table", "list", "--json", *given).out)
    assert {one["id"] for one in listed} == set(ids.values()) - {ids["over"], ids["running"]}
    assert wreck("table", "delete", "--idle", "1", *given).out == "Deleted 0 tables.\n"
    engine = open_existing(read_address(db))
    with engine.begin() as connection:
        connection.execute(update(tables).values(updated=tables.c.updated - 90_000))
        for kept in (moves, snapshots, chats):  # nothing is left of those that are deleted
            of = set(connection.execute(select(kept.c.table_id)).scalars())
            assert of <= {one["id"] for one in listed}
    engine.dispose()
    assert wreck("table", "delete", "--idle", "1", *given).out == "Deleted 1 table.\n"
    left = json.loads(wreck("table", "list", "--json", *given).out)
    assert [one["state"] for one in left].count("open") == 0
    assert len(left) == 3
