"""Run `wreck` as a person does, with its output and exit status."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer

from wreckoning.cli import main

MAIN = "from wreckoning.cli.main import run; run()"
PLAIN = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    status: int
    out: str
    err: str


def wreck(*arguments: str, given: str | bytes = b"", folder: Path | None = None) -> Ran:
    """Run `wreck` with these arguments and this standard input, in this process."""
    with chdir(folder or Path.cwd()):
        status, out, err = bytes_in("utf-8", *arguments, given=given)
    return Ran(status, out.decode(), err.decode())


def bytes_in(code: str, *arguments: str, given: str | bytes = b"") -> tuple[int, bytes, bytes]:
    """The status and the bytes of both streams, which are in a code page."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=code, newline="\n") for _ in range(2))
    with given_to(arguments, given), redirect_stdout(out), redirect_stderr(err):
        status = status_of()
        sys.stdout.flush()
        sys.stderr.flush()
    return status, out.buffer.getvalue(), err.buffer.getvalue()


@contextmanager
def given_to(arguments: tuple[str, ...], given: str | bytes) -> Iterator[None]:
    data = given if isinstance(given, bytes) else given.encode()
    stdin = io.TextIOWrapper(io.BytesIO(data))
    with (
        patch.object(sys, "argv", ["wreck", *arguments]),
        patch.object(sys, "stdin", stdin),
        patch.object(main, "app", _command()),
        patch.dict(os.environ, PLAIN),
    ):
        yield


@cache
def _command() -> Any:
    """The command line, built once, as that is slower than most commands."""
    return typer.main.get_command(main.app)


def status_of() -> int:
    try:
        main.run()
    except SystemExit as end:
        return 0 if end.code is None else int(end.code)
    return 0


def process(*arguments: str, given: str = "") -> Ran:
    """Run `wreck` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        input=given.encode(),
        capture_output=True,
        timeout=60,
        env={**os.environ, **PLAIN},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(*arguments: str, given: str | bytes = b"", folder: Path | None = None) -> str:
    """The one line that bad input brings, with exit status 2 and nothing else printed."""
    ran = wreck(*arguments, given=given, folder=folder)
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("wreck: ")
    assert len(ran.err) < 600
    return ran.err.removeprefix("wreck: ").rstrip("\n")
