"""Rules of earlier releases: archives that come with the program, each run in a process of its own.

An archive is a ZIP file in this folder. It has the packages that play, tell and check races by the
rules of a release, and the versions of these rules. `scripts/keep-rules` writes one; run it before
the first change of a rule after a release. Only JSON and logs pass between an archive and this
program.

    archive = find("rtd", "1.0")        None if no release with these rules is here
    archive.tell(request)               see `teller`
    archive.run("replay", ["a.jsonl"])  a command of that release
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from zipfile import BadZipFile, ZipFile

import orjson
import structlog

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed

FOLDER = Path(__file__).parent
VERSIONS = "versions.json"  # in an archive: {"rtd": "1.0", …}
PACKAGE = "wreckoning/__init__.py"  # without it, Python would import the present rules
LONGEST = 120.0  # seconds; telling a race takes one to three
HERE = "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
START = HERE + "from wreckoning.cli.main import run; run()"
TELL = (
    HERE
    + """
import json, orjson
from wreckoning.table.earlier import teller
teller.TELLS["checkpoints"] = lambda match, request, marks: marks  # without the story: quick
for line in sys.stdin.buffer:
    try:
        reply = teller.tell(json.loads(line))
    except Exception as error:
        reply = {"error": str(error) or type(error).__name__}
    sys.stdout.buffer.write(orjson.dumps(reply) + b"\\n")
    sys.stdout.buffer.flush()
"""
)

log = structlog.get_logger("upgrades")


@dataclass(frozen=True)
class Archive:
    """The rules of a release: a version of each ruleset."""

    path: Path
    versions: Mapping[str, str]

    def tell(self, request: ReadOnlyJson) -> Json:
        """Tell a race (`teller`). Raises Malformed if these rules do not play it."""
        kept = _tellers.get()
        if kept is None:
            with contextlib.closing(Teller(self.path)) as teller:
                return teller.tell(request)
        if self.path not in kept:
            kept[self.path] = Teller(self.path)
        return kept[self.path].tell(request)

    def run(self, arguments: Sequence[str], given: bytes | None = None) -> int:
        """Run a command of that release, which prints its output. `given` is its standard input."""
        started = [sys.executable, "-c", START, str(self.path), *arguments]
        return subprocess.run(started, input=given, check=False).returncode


class Teller:
    """A process that tells races by the rules of an archive, one after another.

    It starts with the first, which takes a second. If it ends too early, it starts again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = TemporaryFile()  # noqa: SIM115

    def tell(self, request: ReadOnlyJson) -> Json:
        """Tell a race. Raises Malformed if these rules do not play it."""
        try:
            reply: object = orjson.loads(self._answer(orjson.dumps(request)))
        except (OSError, ValueError) as error:
            problem = f"does not tell this race: {self._last_words() or error}"
            self._end()
            raise Malformed(self._path.name, problem) from None
        if not isinstance(reply, dict) or "error" in reply:
            said = reply["error"] if isinstance(reply, dict) else "does not tell this race"
            raise Malformed(self._path.name, str(said)[:200])
        return reply

    def _answer(self, line: bytes) -> bytes:
        """The line that answers this one. Raises OSError, also if it takes too long."""
        if self._process is None:
            command = [sys.executable, "-c", TELL, str(self._path)]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        late = threading.Timer(LONGEST, self._process.kill)
        late.start()
        try:
            found = self._process.stdout.readline()
        finally:
            late.cancel()
        if not found:
            raise BrokenPipeError("its process has ended, or took too long")
        return found

    def _last_words(self) -> str:
        """The last line that the process wrote about what is wrong."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else ""

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with contextlib.suppress(OSError):  # it may have ended before it read all
            process.communicate()

    def close(self) -> None:
        """End the process."""
        self._end()
        self._errors.close()


_tellers: ContextVar[dict[Path, Teller] | None] = ContextVar("tellers", default=None)


@contextlib.contextmanager
def kept_open() -> Iterator[None]:
    """Meanwhile each archive tells all races in one process."""
    kept: dict[Path, Teller] = {}
    before = _tellers.set(kept)
    try:
        yield
    finally:
        _tellers.reset(before)
        for teller in kept.values():
            teller.close()


@cache
def archives() -> tuple[Archive, ...]:
    """All archives that can be read, the latest first. The others are named in the log."""
    found = map(_read, sorted(FOLDER.glob("*.zip"), reverse=True))
    return tuple(archive for archive in found if archive is not None)


def _read(path: Path) -> Archive | None:
    try:
        with ZipFile(path) as archive:
            versions = json.loads(archive.read(VERSIONS))
            archive.getinfo(PACKAGE)
            damaged = archive.testzip()
    except (
        BadZipFile,
        OSError,
        ValueError,
        KeyError,
        EOFError,
        NotImplementedError,
        zlib.error,
    ) as error:
        log.error("earlier rules cannot be read", archive=path.name, error=str(error)[:200])
        return None
    texts = versions.items() if isinstance(versions, dict) else [(0, 0)]
    if damaged or not all(isinstance(key, str) and isinstance(of, str) for key, of in texts):
        log.error("earlier rules cannot be read", archive=path.name, error=damaged or VERSIONS)
        return None
    return Archive(path, versions)


def find(ruleset: str, version: str) -> Archive | None:
    """The archive with this version; None if there is none."""
    return next((one for one in archives() if one.versions.get(ruleset) == version), None)


def here(ruleset: str) -> Iterator[str]:
    """The earlier versions of a ruleset that are here, the latest first."""
    yield from dict.fromkeys(one.versions[ruleset] for one in archives() if ruleset in one.versions)
