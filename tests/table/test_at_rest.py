"""Files with secrets are their owner's alone: the database, and what the terminal keeps."""

from __future__ import annotations

import configparser
import contextlib
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.run import wreck
from tests.table.serving import make_table, serving, start

from wreckoning.cli import files
from wreckoning.server.store.at_rest import claim, files_of, tighten
from wreckoning.server.store.database import open_database, read_address

UMASKS = [0o000, 0o002, 0o022, 0o077]


@contextlib.contextmanager
def usual(umask: int) -> Iterator[None]:
    """The umask of the user who starts us."""
    before = os.umask(umask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The permissions of all files below a folder, and of the folders."""
    found = [folder, *folder.rglob("*")]
    return {one.name: f"{stat.S_IMODE(one.stat().st_mode):o}" for one in found}


def readable(folder: Path, bits: int = 0o077) -> list[str]:
    """What others can do something with."""
    return [name for name, mode in modes(folder).items() if int(mode, 8) & bits]


@pytest.mark.parametrize("umask", UMASKS)
def test_a_new_database_is_private(tmp_path: Path, umask: int) -> None:
    database = tmp_path / "new" / "folder" / "table.db"
    with usual(umask):
        engine = open_database(read_address(str(database)))
    with engine.connect():
        assert len(files_of(database)) == 3, "with its journal and its index"
        assert readable(tmp_path / "new") == []
    engine.dispose()


@pytest.mark.slow
def test_a_server_keeps_all_it_writes_private(tmp_path: Path) -> None:
    """Also what an earlier release left readable: it says so in one line, once."""
    home, database = tmp_path / "home", tmp_path / "home" / "table.db"
    with usual(0o022):
        home.mkdir()
        (home / "other.txt").write_text("their own")
        open_database(read_address(str(database))).dispose()
        database.chmod(0o644)
        (home / "table.db.lock").write_text("")
        with serving(str(database), tmp_path) as served:
            start(served, make_table(served, "mine", "rookie"))
            assert readable(home) == ["home", "other.txt"]
            assert {one.name for one in files_of(database)} >= {"table.db", "table.db-wal"}
            assert "kept from other users" in served.errors
        with serving(str(database), tmp_path) as served:
            assert "kept from other users" not in served.errors


@pytest.mark.slow
def test_a_folder_shared_on_purpose_stays_shared(tmp_path: Path) -> None:
    """With the set-group-ID bit, its group reads and writes; all others do not."""
    shared, database = tmp_path / "shared", tmp_path / "shared" / "table.db"
    shared.mkdir()
    shared.chmod(0o2770)
    with usual(0o022), serving(str(database), tmp_path) as served:
        make_table(served, "mine", "open")
        found = {name: mode for name, mode in modes(shared).items() if name != "shared"}
    assert set(found.values()) == {"660"}, found


def test_files_of_others_are_left(tmp_path: Path) -> None:
    assert tighten([tmp_path / "missing"]) == 0
    kept = tmp_path / "file"
    claim(kept)
    kept.write_text("content")
    claim(kept)
    assert (kept.read_text(), tighten([kept])) == ("content", 0)
    kept.chmod(0o604)
    assert (tighten([kept]), readable(tmp_path, 0o007)) == (1, [])


@pytest.mark.parametrize("umask", UMASKS)
def test_the_terminal_keeps_its_data_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int
) -> None:
    """Races, secrets, records, orders: whatever is written below the data folder."""
    data = tmp_path / "new" / "data"
    monkeypatch.setenv("WRECK_DATA", str(data))
    with usual(umask):
        files.write_atomic(data / "records.json", "{}")
        files.write_new(data / "races" / "one.jsonl", "a race")
        with files.new_file(data / "secrets" / "one") as stream:
            stream.write(b"secret")
    assert readable(data) == []
    (data / "races").chmod(0o755)  # by an earlier release
    files.write_atomic(data / "races" / "two.jsonl", "a race")
    assert readable(data) == []


@pytest.mark.parametrize("umask", UMASKS)
def test_files_elsewhere_are_as_the_user_likes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int
) -> None:
    """By their umask; and a file that is written again stays as it was."""
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))
    league, mine = tmp_path / "league.json", tmp_path / "mine.json"
    with usual(umask):
        files.write_new(league, "{}")
        files.write_new(mine, "{}")
        mine.chmod(0o600)
        files.write_atomic(league, "{1}")
        files.write_atomic(mine, "{1}")
    assert modes(tmp_path)["league.json"] == f"{0o666 & ~umask:o}"
    assert modes(tmp_path)["mine.json"] == "600"


@pytest.mark.parametrize("umask", UMASKS)
def test_backups_exports_and_restored_databases_are_private(tmp_path: Path, umask: int) -> None:
    database, back = tmp_path / "table.db", tmp_path / "out" / "back"
    open_database(read_address(str(database))).dispose()
    with usual(umask):
        assert wreck("table", "backup", str(back), "--db", str(database)).status == 0
        again = str(tmp_path / "out" / "again.db")
        assert wreck("table", "restore", str(back), "--db", again).status == 0
        files.write_new(tmp_path / "out" / "logs" / "x7.jsonl", "a log", private=True)
    assert len(modes(tmp_path / "out")) == 5
    assert readable(tmp_path / "out") == []


def test_the_unit_of_the_guide_is_what_systemd_expects(tmp_path: Path) -> None:
    """Each line has a setting; and it is checked by systemd itself if that is here."""
    guide = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
    [unit] = re.findall(r"```ini\n(.*?)```", guide, re.DOTALL)
    read = configparser.ConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit)
    service = dict(read["Service"])
    assert service["UMask"] == "0077"
    assert service["DynamicUser"] == "yes"
    program, *arguments = service["ExecStart"].split()
    assert program.endswith("/bin/wreck")
    help_text = wreck("serve", "--help").out
    assert [one for one in arguments if one.startswith("--") and one not in help_text] == []
    if shutil.which("systemd-analyze"):
        file = tmp_path / "wreckoning.service"
        file.write_text(unit.replace(program, sys.executable))
        checked = subprocess.run(
            ["systemd-analyze", "verify", str(file)], capture_output=True, text=True
        )
        assert str(file) not in checked.stderr, checked.stderr
