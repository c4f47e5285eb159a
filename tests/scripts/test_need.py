"""`scripts/need`: programs of the system are there, or are installed, or it is said how."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "need"


def need(folder: Path, *programs: str) -> subprocess.CompletedProcess[str]:
    """With nothing on the path but what is in this folder."""
    command = ["/bin/sh", str(SCRIPT), *programs]
    return subprocess.run(command, env={"PATH": str(folder)}, capture_output=True, text=True)


def put(folder: Path, name: str, does: str = "") -> None:
    """A program of this name."""
    (folder / name).write_text(f"#!/bin/sh\n{does}\n")
    (folder / name).chmod(0o755)


def test_installed_program_needs_nothing(tmp_path: Path) -> None:
    put(tmp_path, "google-chrome")
    put(tmp_path, "firefox")
    ran = need(tmp_path, "chromium", "firefox")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("program", "package"), [("chromium", "chromium"), ("firefox", "firefox-esr")]
)
def test_missing_program_is_installed(program: str, package: str, tmp_path: Path) -> None:
    put(tmp_path, "id", "echo 0")
    put(
        tmp_path,
        "apt-get",
        f"""echo "$*" >> {tmp_path}/asked
: > {tmp_path}/{package}
/bin/chmod +x {tmp_path}/{package}""",
    )
    ran = need(tmp_path, program)
    assert ran.returncode == 0, ran
    assert f"as the tests need it: {program}" in ran.stdout
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked == ["-qq update", f"-qq install --no-install-recommends {package}"]


@pytest.mark.parametrize(("who", "apt"), [("0", "exit 1"), ("1000", "exit 1"), ("0", "")])
def test_missing_program_without_root_says_how_to_install(
    who: str, apt: str, tmp_path: Path
) -> None:
    put(tmp_path, "id", f"echo {who}")
    if apt:
        put(tmp_path, "apt-get", apt)
    ran = need(tmp_path, "chromium")
    assert ran.returncode == 1
    assert "The tests need chromium, and it is not here. Install it (" in ran.stderr
    assert ("Installing" in ran.stdout) is (who == "0" and apt != "")


def test_it_knows_what_it_can_find() -> None:
    ran = subprocess.run([str(SCRIPT), "emacs"], capture_output=True, text=True, env=os.environ)
    assert ran.returncode == 2
    assert (
        ran.stderr == "scripts/need: expected chromium, firefox, postgresql or nginx, found emacs\n"
    )
