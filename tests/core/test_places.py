"""The folders that can be written to: the usual one, else another, else none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from wreckoning.core.files.places import (
    cache_path,
    data_folder,
    data_note,
    make_folder,
    usual_data_folder,
)

NOBODY = 65534
HOMES = ["/dev/null/x", "/proc/1/x", "", "~", "relative/home", "/", "/nonexistent\n"]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, and no folder named for ours."""
    for name in ("WRECK_CACHE", "WRECK_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def own(temporary: Path) -> Path:
    """This user's folder among temporary files."""
    return temporary / f"wreckoning-{os.getuid()}"


def test_the_usual_folders_are_taken_if_they_work(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_path("a") == tmp_path / "home/.cache/wreckoning/a"
    assert data_folder() == usual_data_folder() == tmp_path / "home/.local/share/wreckoning"
    assert data_note() == ""
    assert list(tmp_path.iterdir()) == [temporary], "looking makes nothing"


def test_a_home_that_cannot_be_written_to_has_a_temporary_one(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/dev/null/x")
    assert data_folder() == own(temporary)
    assert cache_path("a") == own(temporary) / "cache/a"
    assert str(data_folder()) in data_note()
    assert "/dev/null/x" in data_note()
    assert "\n" not in data_note()
    assert usual_data_folder() == Path("/dev/null/x/.local/share/wreckoning"), "for a database"
    make_folder(cache_path("a", "b"))
    assert cache_path("a", "b").is_dir()
    assert own(temporary).stat().st_mode & 0o777 == 0o700


def test_the_data_folder_comes_before_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/dev/null/x")
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))
    assert cache_path("a") == tmp_path / "data/cache/a"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert cache_path("a") == tmp_path / "own/wreckoning/a"
    monkeypatch.setenv("WRECK_CACHE", "/dev/null/y")
    assert cache_path("a") == tmp_path / "own/wreckoning/a"
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path / "named"))
    assert cache_path("a") == tmp_path / "named/a"


def test_what_is_cached_already_is_found_where_it_is(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written when another folder worked."""
    monkeypatch.setenv("HOME", "/dev/null/x")
    make_folder(cache_path("old"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_path("old") == own(temporary) / "cache/old"
    assert cache_path("new") == tmp_path / "home/.cache/wreckoning/new"


def test_a_named_folder_for_data_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRECK_DATA", "/dev/null/x")
    assert data_folder() == Path("/dev/null/x")
    assert data_note() == ""


@pytest.mark.parametrize("kind", ["file", "link", "open", "other"])
def test_a_temporary_folder_of_another_user_is_not_used(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Compiled code is run: nobody else may put it there."""
    monkeypatch.setenv("HOME", "/dev/null/x")
    if kind == "file":
        own(temporary).touch()
    elif kind == "link":
        own(temporary).symlink_to(tmp_path)
    else:
        own(temporary).mkdir(mode=0o700)
    if kind == "open":
        own(temporary).chmod(0o777)
    if kind == "other":
        own(temporary).rename(temporary / f"wreckoning-{NOBODY}")
        monkeypatch.setattr(os, "getuid", lambda: NOBODY)
    assert not cache_path("a").is_relative_to(temporary)
    with pytest.raises(OSError, match="Not a directory"):
        make_folder(cache_path("a"))


def test_a_cache_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", "/dev/null/x")
    (tmp_path / "wreckoning").mkdir()
    assert cache_path("a") == tmp_path / "wreckoning/a"
    os.chown(tmp_path / "wreckoning", os.getuid() or NOBODY, -1)  # only root gives folders away
    monkeypatch.setattr(os, "getuid", lambda: NOBODY - 1)
    assert not cache_path("a").is_relative_to(tmp_path / "wreckoning")


@pytest.mark.parametrize("home", HOMES)
def test_any_home_gives_a_place_and_never_a_relative_one(
    monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("HOME", home)
    assert cache_path("a").is_absolute()
    assert data_folder().is_absolute()


def test_without_any_place_there_is_still_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/dev/null/x")
    for name in ("WRECK_CACHE", "WRECK_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/y")
    assert data_folder() == usual_data_folder()
    with pytest.raises(OSError, match="Not a directory"):
        make_folder(cache_path("a"))


AS_NOBODY = """
import os, platformdirs.unix
from wreckoning.core.files.places import cache_path, data_folder, data_note
if os.getuid() == 0:
    os.setgid(65534); os.setuid(65534)
print(os.getuid(), cache_path("a"), data_folder(), bool(data_note()))
"""


def test_a_home_that_may_not_even_be_looked_into(tmp_path: Path) -> None:
    """As of a user who has taken another one's rights, but kept the name of the home folder."""
    home, folder = tmp_path / "home", tempfile.mkdtemp(dir="/tmp")
    home.mkdir(mode=0o000)
    Path(folder).chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY],
        env={"HOME": str(home), "TMPDIR": folder, "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    user, *found = done.stdout.split()
    shutil.rmtree(folder)
    own = Path(folder, f"wreckoning-{user}")
    assert found == [str(own / "cache/a"), str(own), "True"]
