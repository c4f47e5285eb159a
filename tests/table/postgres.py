"""A PostgreSQL of our own for tests: private, in a folder under /tmp, gone afterwards."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from tests.table.dying import with_us

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
SETTINGS = {"listen_addresses": "", "fsync": "off", "full_page_writes": "off"}
WITHIN = 60  # seconds


def binaries() -> Path:
    """The folder of `initdb` and `postgres`."""
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "postgres").exists():
        return Path(found).resolve().parent
    for place in PLACES:
        for folder in sorted(Path("/").glob(place[1:]), reverse=True):
            if (folder / "initdb").exists() and (folder / "postgres").exists():
                return folder
    raise RuntimeError("these tests need PostgreSQL: scripts/need postgresql installs it")


class Postgres:
    """A server that is up; `stop` and `start` it as you like."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._data = folder, folder / "data"
        self._names = (f"table{number}" for number in itertools.count())
        self._process: subprocess.Popen[bytes] | None = None
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            names = {user.pw_name for user in pwd.getpwall()}
            user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        make = ["-A", "trust", "-U", "wreck", "-E", "UTF8", "--locale=C", "--no-sync"]
        command = [str(binaries() / "initdb"), *make, "-D", str(self._data)]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **self._user)
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it. It ends when the thread that called this has ended."""
        given = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [str(binaries() / "postgres"), "-D", str(self._data), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*with_us("QUIT"), *command, *given],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._user,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + WITHIN
        while True:
            try:
                psycopg.connect(self._address("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop at once; committed data stays."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """Stop without a checkpoint, as `pg_ctl stop -m immediate` does; `start` recovers."""
        self._end(signal.SIGQUIT)

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Leave all connections open meanwhile, and answer none."""
        assert self._process is not None
        first = self._process.pid
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
        pairs = [map(int, line.split()) for line in listed.stdout.splitlines()]
        processes = [first, *(child for child, parent in pairs if parent == first)]
        for number in processes:
            os.kill(number, signal.SIGSTOP)
        try:
            yield
        finally:
            for number in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGCONT)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(WITHIN)
            self._process = None

    def new_database(self) -> str:
        """The address of an empty database."""
        name = next(self._names)
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://wreck@/{name}?host={self.folder}"


@contextlib.contextmanager
def private_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for one user only."""
    folder = Path(tempfile.mkdtemp(prefix="wreck-pg-", dir="/tmp"))  # a socket's path is short
    postgres = None
    try:
        postgres = Postgres(folder)
        yield postgres
    finally:
        if postgres is not None:
            postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
