"""`wreck serve` by fork: a process that has read the program once, and a server in 0.1 seconds.

with forking(folder) as fork_server:
    served = fork_server.serve(db)      a server, as from the command line
    served.kill()                       … which dies at once, with all that it started
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
from tests.table.dying import with_us
from tests.table.serving import WITHIN, Browser, Served

MAIN = "from tests.table.forking import fork_on_request; fork_on_request()"


class ForkServer:
    """A process without threads that forks a server for each line it reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = 0
        paths = [path for path in sys.path if path]
        self._process = subprocess.Popen(
            [*with_us("KILL"), sys.executable, "-c", MAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1"},
            text=True,
            start_new_session=True,
        )

    def serve(self, db: str, helpers: bool = False, as_json: bool = False, port: int = 0) -> Forked:
        """Start a server on this database; it answers when this returns. It may log JSON.

        Without `helpers`, nothing runs next to it: the process that works chances out, and the
        thread that loads compiled rules. Both take longer to start than the server.
        """
        self._made += 1
        files = [str(self.folder / f"{name}-{self._made}") for name in ("stdout", "stderr")]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"db": db, "files": files, "helpers": helpers, "as_json": as_json, "port": port}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        return Forked(db, pid, *map(Path, files)).wait()

    def close(self) -> None:
        """End it; its servers must have ended."""
        self._process.communicate(timeout=WITHIN)


@contextlib.contextmanager
def forking(folder: Path) -> Iterator[ForkServer]:
    """A fork server for as long as it is needed; its servers' files are in this folder."""
    fork_server = ForkServer(folder)
    try:
        yield fork_server
    finally:
        fork_server.close()


class Forked(Served):
    """A server by fork. Nobody learns its exit status.

    with fork_server.serve(db) as served: …      stops it in the end
    """

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __init__(self, db: str, pid: int, output: Path, errors: Path) -> None:
        self.db, self.pid, self._output, self._errors = db, pid, output, errors
        self.said, self.address, self.http = "", "", httpx.Client()
        self.browsers: list[Browser] = []

    def wait(self) -> Forked:
        """Wait until it prints its address."""
        until = time.monotonic() + WITHIN
        while "\n" not in (said := self._output.read_text() if self._output.exists() else ""):
            assert self.is_alive, self.errors
            assert time.monotonic() < until, self.errors
            time.sleep(0.002)
        self.said = said
        self.address = said.split("Wreckoning is at ")[1].split("/ ")[0]
        self.http = httpx.Client(base_url=self.address, timeout=WITHIN, trust_env=False)
        return self

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """Kill it at once, with all its child processes."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._ends()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and wait until it has."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)
        self._ends()
        return 0

    def _ends(self) -> None:
        until = time.monotonic() + WITHIN
        while self.is_alive:
            assert time.monotonic() < until, f"not ended within {WITHIN:.0f} s\n{self.errors}"
            time.sleep(0.002)
        self.hang_up()
        self.http.close()


# --- in the fork server


def fork_on_request() -> None:
    """Fork a server for each line of standard input; tell its process id."""
    _read_the_program()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a server that has ended is gone at once
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _become_server(**json.loads(line))
        print(pid, flush=True)
    os._exit(0)  # tidying up would take longer than a start


def _read_the_program() -> None:
    """Import, and keep, what a server needs: courses, a race of each ruleset, a database."""
    from tests.table.sitting import Sitting

    import wreckoning.server.running  # noqa: F401
    from wreckoning.core.ruleset import rulesets
    from wreckoning.server.live.live_table import LiveTable
    from wreckoning.server.store.database import open_database, read_address

    for ruleset in rulesets():
        courses = ruleset.course_names()
        for course in courses:
            ruleset.load_course(course)
        table = Sitting("Ann", "Bob:random", ruleset=ruleset.key, course=courses[0], dice="fair")
        LiveTable(table.start().game, 0, 0).state([])
    with tempfile.TemporaryDirectory() as folder:
        open_database(read_address(f"{folder}/table.db")).dispose()


def _become_server(db: str, files: list[str], helpers: bool, as_json: bool, port: int) -> None:
    """Leave the fork server, and run like `wreck serve`."""
    from tests.table.hosting import FREELY

    from wreckoning.server.live.menu_chances import Menus
    from wreckoning.server.running import run
    from wreckoning.server.workers.warming import Warming

    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    Thread(target=_end_with, args=[os.dup(0)], daemon=True).start()
    null = os.open(os.devnull, os.O_RDONLY)
    for number, source in enumerate([null, *map(_written, files)]):
        os.dup2(source, number)
    os.environ["NO_COLOR"] = "1"
    if not helpers:
        Menus.request = lambda self, live: None  # type: ignore[method-assign]
        Warming.request = lambda self, ruleset: None  # type: ignore[method-assign]
    try:
        run(db, "127.0.0.1", port, as_json=as_json, limits=FREELY)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _written(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def _end_with(pipe: int) -> None:
    """End when the tests end for any reason, which closes this pipe."""
    hangs_up = select.poll()
    hangs_up.register(pipe, 0)
    hangs_up.poll()
    os._exit(1)
