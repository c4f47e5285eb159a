"""`scripts/python`: the Python that `make` and CI use serves, or one line says what is needed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "dirname", "sed", "sort", "head", "tail", "tr", "make", "find", "touch")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MINORS = [int(m) for m in re.findall(r"Python :: 3\.(\d+)'", str(PROJECT["classifiers"]))]
NEXT = max(MINORS) + 1  # the first that our packages are not pinned for
NEEDED = (
    f"Wreckoning's packages are pinned for CPython 3.11 to 3.{max(MINORS)}, with its venv module; "
)
WITHOUT_VENV = "sys.modules['ensurepip'] = None"
PYPY = "sys.implementation = type('Other', (), {'name': 'pypy'})"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A folder that is the PATH, with the programs that the script itself uses."""
    folder = tmp_path / "a bin"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (folder / tool).symlink_to(found)
    return folder


def put(folder: Path, name: str, minor: int, but: str = "") -> str:
    """A Python of this version, of which something else may be different. Returns its path."""
    version = f"import sys; sys.version_info = (3, {minor}, 1, 'final', 0)"
    code = f"{version}; {but or 'pass'}; exec(sys.argv[1])"
    tells = f'[ "$1" = --version ] && echo "Python 3.{minor}.1" && exit'
    return broken(folder, name, f'{tells}\nexec "{sys.executable}" -c "{code}" "$2"')


def broken(folder: Path, name: str, does: str) -> str:
    """A program of this name. Returns its path."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{does}\n")
    (folder / name).chmod(0o755)
    return str(folder / name)


def shim(folder: Path, name: str) -> str:
    """What a version manager leaves for a version that is not switched on."""
    return broken(folder, name, f'echo "pyenv: {name}: command not found" >&2; exit 127')


def chosen(*folders: Path, which: str = "", python: str = "") -> str:
    """What the script prints, on either stream: a path, or what is wrong."""
    path = ":".join(map(str, folders))
    command = ["/bin/sh", str(ROOT / "scripts" / "python"), *([which] if which else [])]
    environment = {"PATH": path, "PYTHON": python}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) is bool(ran.stdout), ran
    assert (ran.stdout + ran.stderr).count("\n") == 1, ran
    return (ran.stdout + ran.stderr).strip()


def test_classifiers_name_every_version_from_the_first_that_is_required() -> None:
    assert list(range(11, NEXT)) == MINORS
    assert PROJECT["requires-python"] == ">=3.11"


def test_newest_and_oldest_supported_python(there: Path) -> None:
    paths = {minor: put(there, f"python3.{minor}", minor) for minor in (10, *MINORS, NEXT)}
    put(there, "python3", NEXT)
    assert chosen(there) == paths[NEXT - 1]
    assert chosen(there, which="newest") == paths[NEXT - 1]
    assert chosen(there, which="oldest") == paths[11]


@pytest.mark.parametrize("which", ["newest", "oldest"])
def test_only_a_python_that_serves_is_chosen(which: str, there: Path, tmp_path: Path) -> None:
    shim(there, "python3.14")
    shim(there, "python3.11")
    put(there, "python3.13", 13, WITHOUT_VENV)
    (there / "python3.12").mkdir()
    good = put(tmp_path / "later", "python3.12", 12)
    assert chosen(there, tmp_path / "later", which=which) == good


def test_another_program_of_the_same_name_is_tried(there: Path, tmp_path: Path) -> None:
    shim(there, "python3.13")
    good = put(tmp_path / "later", "python3.13", 13)
    put(tmp_path / "later", "python3.12", 12)
    assert chosen(there, tmp_path / "later") == good


def test_plain_name_serves_if_its_version_does(there: Path) -> None:
    assert chosen(there).startswith(f"{NEEDED}found no Python. ")
    assert chosen(there, which="oldest").startswith(f"{NEEDED}found no Python. ")
    assert put(there, "python3", 12) == chosen(there)


@pytest.mark.parametrize("name", [f"python3.{NEXT}", "python3"])
def test_a_version_without_packages_is_named(name: str, there: Path) -> None:
    path = put(there, name, NEXT)
    hint = "Install one of these, or name it: make PYTHON=/path/to/python"
    assert chosen(there) == f"{NEEDED}found {path} (3.{NEXT}.1). {hint}"


def test_what_is_wrong_with_each_is_said(there: Path) -> None:
    bad = [f"{shim(there, 'python3.13')} (does not run)"]
    bad += [f"{put(there, 'python3.12', 12, WITHOUT_VENV)} (3.12.1 without venv)"]
    bad += [f"{put(there, 'python3.11', 11, PYPY)} (pypy 3.11.1)"]
    bad += [f"{put(there, 'python3', 9)} (3.9.1)"]
    assert chosen(there).startswith(f"{NEEDED}found {', '.join(bad)}. ")


def test_a_named_python_leaves_no_choice(there: Path) -> None:
    put(there, "python3.13", 13)
    other = put(there, "python3.11", 11)
    assert chosen(there, python="python3.11") == other
    assert chosen(there, python=other) == other
    assert f"found {shim(there, 'mine')} (does not run). " in chosen(there, python="mine")
    assert "found no python9. " in chosen(there, python="python9")
    assert f"found {there}/nothing (does not run). " in chosen(there, python=f"{there}/nothing")


def test_an_unknown_wish_is_one_line(there: Path) -> None:
    assert chosen(there, which="best") == "scripts/python: expected oldest or newest, found best"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of a checkout that `make` reads."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "scripts/python"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "web").mkdir()
    (tmp_path / "hatch_build.py").touch()
    return tmp_path


@pytest.mark.parametrize(("named", "again"), [("", 0), ("python3.11", 0), ("python3.12", 1)])
def test_environment_of_another_python_than_the_named_is_made_again(
    named: str, again: int, there: Path, project: Path
) -> None:
    (project / ".venv").mkdir()
    put(project / ".venv" / "bin", "python", 11)
    for minor in (11, 12):
        put(there, f"python3.{minor}", minor)
    (project / ".venv" / ".ready").touch()
    command = [
        str(there / "make"),
        "--dry-run",
        "terminal",
        *([f"PYTHON={named}"] if named else []),
    ]
    ran = subprocess.run(
        command, cwd=project, env={"PATH": str(there)}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.count("Setting up .venv") == again


def test_make_says_it_in_one_line(there: Path, project: Path) -> None:
    put(there, "python3", NEXT)
    for target in ("play", "terminal", "test", "lint"):
        command = [str(there / "make"), target]
        ran = subprocess.run(
            command, cwd=project, env={"PATH": str(there)}, capture_output=True, text=True
        )
        assert ran.returncode == 2
        assert ran.stdout == ""
        said, whose = ran.stderr.splitlines()
        assert said.startswith(f"{NEEDED}found {there}/python3 (3.{NEXT}.1). ")
        assert whose.startswith("make: *** [Makefile:")
