"""Output that nobody can take: a full disk, a reader that has gone, a closed stream."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.run import MAIN, PLAIN

LOG = min(
    (Path(__file__).parents[1] / "golden" / "rush").glob("*.jsonl"),
    key=lambda path: path.stat().st_size,
)
COMMANDS = [  # each writes in another way: by Rich, as help, by print, by a terminal's voice
    ("games",),
    ("league", "new", "--help"),
    ("post", str(LOG)),
    ("play", "rush", "--dice", "seeded:1", "--plain"),
]
FULL = "/dev/full"


def run_to(target: str, arguments: tuple[str, ...], folder: Path) -> tuple[int, str]:
    """Run `wreck` in a shell with its output sent there; the exit status, and what it says."""
    command = ["sh", "-c", f'exec "$@" {target}', "sh", sys.executable, "-c", MAIN, *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=100, cwd=folder,
        env={**os.environ, **PLAIN},
    )  # fmt: skip
    return done.returncode, done.stderr.decode()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_said_in_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    status, said = run_to(f">{FULL}", arguments, tmp_path)
    assert said == "wreck: standard output: cannot be written: No space left on device\n"
    assert status == 2


@pytest.mark.sampled(2)
@pytest.mark.parametrize("arguments", COMMANDS[1:3], ids=" ".join)
def test_a_reader_who_has_gone_ends_the_command(arguments: tuple[str, ...], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments], stdin=subprocess.DEVNULL, stdout=writing,
        stderr=subprocess.PIPE, timeout=100, cwd=tmp_path, env={**os.environ, **PLAIN},
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("target", "arguments", "expected"),
    [
        (
            ">&-",
            ("games",),
            (2, "wreck: standard output: cannot be written: Bad file descriptor\n"),
        ),
        (f"2>{FULL} >{FULL}", ("games",), (2, "")),
        (f"2>{FULL}", ("nothing",), (2, "")),
        ("2>&-", ("nothing",), (2, "")),
    ],
)
def test_closed_and_full_streams(
    target: str, arguments: tuple[str, ...], expected: tuple[int, str], tmp_path: Path
) -> None:
    assert run_to(target, arguments, tmp_path) == expected
