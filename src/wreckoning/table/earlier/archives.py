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

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import orjson

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed

FOLDER = Path(__file__).parent
VERSIONS = "versions.json"  # in an archive: {"rtd": "1.0", …}
LONGEST = 120.0  # seconds; telling a race takes one to three
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from wreckoning.{module} import {name}; {name}()"
)


@dataclass(frozen=True)
class Archive:
    """The rules of a release: a version of each ruleset."""

    path: Path
    versions: Mapping[str, str]

    def tell(self, request: ReadOnlyJson) -> Json:
        """Tell a race (`teller`). Raises Malformed if these rules do not play it."""
        try:
            done = subprocess.run(
                self._command("table.earlier.teller", "main"),
                input=orjson.dumps(request),
                capture_output=True,
                timeout=LONGEST,
                check=True,
            )
        except (subprocess.SubprocessError, OSError) as error:
            raise Malformed(self.path.name, f"does not tell this race: {_reason(error)}") from None
        reply: Json = orjson.loads(done.stdout)
        if "error" in reply:
            raise Malformed(self.path.name, reply["error"])
        return reply

    def run(self, arguments: Sequence[str], given: bytes | None = None) -> int:
        """Run a command of that release, which prints its output. `given` is its standard input."""
        started = [*self._command("cli.main", "run"), *arguments]
        return subprocess.run(started, input=given, check=False).returncode

    def _command(self, module: str, name: str) -> list[str]:
        return [sys.executable, "-c", START.format(module=module, name=name), str(self.path)]


def _reason(error: Exception) -> str:
    """The last line that the process wrote, or how it ended."""
    written = getattr(error, "stderr", None) or b""
    lines = written.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else type(error).__name__


@cache
def archives() -> tuple[Archive, ...]:
    """All archives, the latest first."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.zip"), reverse=True))


def _read(path: Path) -> Archive:
    with ZipFile(path) as archive:
        return Archive(path, json.loads(archive.read(VERSIONS)))


def find(ruleset: str, version: str) -> Archive | None:
    """The archive with this version; None if there is none."""
    return next((one for one in archives() if one.versions.get(ruleset) == version), None)


def here(ruleset: str) -> Iterator[str]:
    """The earlier versions of a ruleset that are here, the latest first."""
    yield from dict.fromkeys(one.versions[ruleset] for one in archives() if ruleset in one.versions)
