"""Rules of earlier releases: they come with the program in one archive, each in a folder of it.

Such a folder has the packages that play, tell and check races by the rules of a release, and the
versions of these rules. `scripts/keep-rules` adds one; run it before the first change of a rule
after a release. Releases have most of their files in common, so that together they take little more
room than one. They are unpacked when a race needs them, and run in processes of their own. Only
JSON and logs pass between them and this program.

    rules = find("rtd", "1.0")        None if no release with these rules is here
    rules.tell(request)               see `teller`
    rules.run("replay", ["a.jsonl"])  a command of that release
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from lzma import LZMAError
from pathlib import Path
from tarfile import TarError
from tempfile import TemporaryDirectory, TemporaryFile

import orjson
import structlog

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.files.places import cache_path, make_folder

ARCHIVE = Path(__file__).parent / "rules.tar.xz"
VERSIONS = "versions.json"  # in each folder: {"rtd": "1.0", …}
PACKAGE = "wreckoning/__init__.py"  # without it, Python would import the present rules
DAMAGED = (OSError, ValueError, KeyError, EOFError, TarError, LZMAError)
LONGEST = 120.0  # seconds; telling a race takes one to three
HERE = """
import sys
folder = sys.argv.pop(1)
sys.path.insert(0, folder)
import wreckoning
if not str(wreckoning.__file__).startswith(folder):  # the present rules must not tell it
    sys.exit("these rules are not there any more")
"""
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
_UNPACKING = threading.Lock()


@dataclass(frozen=True)
class EarlierRules:
    """The rules of a release, by the name of their folder: a version of each ruleset."""

    name: str
    versions: Mapping[str, str]
    files: frozenset[str]  # in the archive

    @property
    def path(self) -> Path:
        """Where they are unpacked. Raises Malformed if they cannot be."""
        return _unpacked(self.name, self.files)

    def tell(self, request: ReadOnlyJson) -> Json:
        """Tell a race (`teller`). Raises Malformed if these rules do not play it."""
        kept = _tellers.get()
        path = self.path
        if kept is None:
            with contextlib.closing(Teller(path)) as teller:
                return teller.tell(request)
        if path not in kept:
            kept[path] = Teller(path)
        return kept[path].tell(request)

    def run(self, arguments: Sequence[str], given: bytes | None = None) -> int:
        """Run a command of that release, which prints its output. `given` is its standard input."""
        started = [sys.executable, "-c", START, str(self.path), *arguments]
        return subprocess.run(started, input=given, check=False).returncode


class Teller:
    """A process that tells races by the rules of a release, one after another.

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
        late = threading.Timer(LONGEST, self._process.kill)
        late.start()
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
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
    """Meanwhile the rules of each release tell all races in one process."""
    kept: dict[Path, Teller] = {}
    before = _tellers.set(kept)
    try:
        yield
    finally:
        _tellers.reset(before)
        for teller in kept.values():
            teller.close()


def earlier_rules() -> tuple[EarlierRules, ...]:
    """All rules in the archive, the latest first. What cannot be read is named in the log."""
    try:
        return _read_archive(ARCHIVE)
    except DAMAGED as error:
        _cannot_read(ARCHIVE.name, error)
        return ()


@cache
def _read_archive(path: Path) -> tuple[EarlierRules, ...]:
    with tarfile.open(path) as archive:
        names = archive.getnames()
        tops = sorted({name.split("/")[0] for name in names}, reverse=True)
        return tuple(one for top in tops if (one := _read(archive, top, names)) is not None)


def _read(archive: tarfile.TarFile, top: str, names: Sequence[str]) -> EarlierRules | None:
    files = frozenset(name for name in names if name.split("/")[0] == top)
    try:
        stream = archive.extractfile(f"{top}/{VERSIONS}")
        versions = {} if stream is None else json.load(stream)
        texts = versions.items() if isinstance(versions, dict) else [(0, 0)]
        if not all(isinstance(key, str) and isinstance(of, str) for key, of in texts):
            raise ValueError(VERSIONS)
        if f"{top}/{PACKAGE}" not in files:
            raise ValueError(PACKAGE)
    except DAMAGED as error:
        _cannot_read(top, error)
        return None
    return EarlierRules(top, versions, files)


def _cannot_read(what: str, error: Exception) -> None:
    log.error("earlier rules cannot be read", archive=what, error=str(error)[:200])


def _unpacked(name: str, files: Collection[str]) -> Path:
    """The folder of a release in this user's cache; it is unpacked if it is not whole there."""
    try:
        place = cache_path("rules", _digest(ARCHIVE))
        with _UNPACKING:
            if not _are_in(place, files):
                _unpack(name, place, files)
    except DAMAGED as error:
        raise Malformed(name, f"these rules cannot be unpacked: {str(error)[:160]}") from None
    return place / name


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _are_in(place: Path, files: Collection[str]) -> bool:
    """False if some are missing: a cache may be emptied, also in part."""
    return all(Path(place, file).is_file() for file in files)


def _unpack(name: str, place: Path, files: Collection[str]) -> None:
    make_folder(place)
    with TemporaryDirectory(dir=place) as own, tarfile.open(ARCHIVE) as archive:
        members = [one for one in archive if one.name in files]
        if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
            archive.extractall(own, members, filter="data")
        else:
            archive.extractall(own, members)
        try:
            Path(own, name).rename(place / name)
        except OSError:  # something is there
            if not _are_in(place, files):  # and not from another process that was first
                shutil.rmtree(place / name, ignore_errors=True)
                Path(own, name).rename(place / name)


def find(ruleset: str, version: str) -> EarlierRules | None:
    """The rules of this version; None if they are not here."""
    return next((one for one in earlier_rules() if one.versions.get(ruleset) == version), None)


def here(ruleset: str) -> Iterator[str]:
    """The earlier versions of a ruleset that are here, the latest first."""
    known = (one.versions for one in earlier_rules())
    yield from dict.fromkeys(versions[ruleset] for versions in known if ruleset in versions)
