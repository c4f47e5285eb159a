"""Stores an experiment's findings on the disk: a folder with finished lots, one a line.

    experiment.toml   the file as it was run
    plan.json         the experiment to which the lots belong
    lots.jsonl        finished lots; only appended to, each line with a checksum

A killed run leaves complete lines and perhaps a torn one: that lot is raced again.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.lab.files import cannot_write, write_whole
from wreckoning.lab.lots import Lot
from wreckoning.lab.needs import need
from wreckoning.lab.variants import Lineup

EXPERIMENT, PLAN, LOTS, LOCK = "experiment.toml", "plan.json", "lots.jsonl", ".lock"
SYNC_SECONDS = 1.0  # of work that may be lost if the machine (not the program) fails


class ExperimentStore:
    """The folder of one experiment. `with Store(...) as store:` locks it against other runs."""

    def __init__(self, folder: Path, lineup: Lineup) -> None:
        self.folder = folder
        self._digest, self._experiment = lineup.digest, lineup.experiment
        self._stream: BinaryIO | None = None
        self._lock: Any = None
        self._synced = monotonic()
        self.lots: dict[tuple[int, int], Lot] = {}

    def __enter__(self) -> ExperimentStore:
        self._claim()
        path = self.folder / LOTS
        try:
            self._hold()
            self._stream = path.open("ab", buffering=0)
            whole = self._load(path)
            self._stream.truncate(whole)
        except OSError as error:
            self.close()
            raise cannot_write(path, error) from None
        except Malformed:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Flush everything to the disk, and unlock the folder."""
        if self._stream is not None:
            self._sync()
            self._stream.close()
            self._stream = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def add(self, variant: int, number: int, lot: Lot) -> None:
        """Store a finished lot, whole or not at all. Raises Malformed if the disk is full."""
        assert self._stream is not None
        line = _line({"variant": variant, "lot": number, **lot.as_json()})
        path = self.folder / LOTS
        before = path.stat().st_size
        try:
            written = 0
            while written < len(line):
                written += self._stream.write(line[written:]) or 0
            if monotonic() - self._synced > SYNC_SECONDS:
                self._sync()
        except OSError as error:
            self._stream.truncate(before)
            kept = f"{len(self.lots)} lots are kept, and a later run goes on from there"
            raise Malformed(str(path), f"cannot be written: {error.strerror}; {kept}") from None
        self.lots[variant, number] = lot

    def _sync(self) -> None:
        assert self._stream is not None
        os.fsync(self._stream.fileno())
        self._synced = monotonic()

    def _claim(self) -> None:
        """Make the folder this experiment's. Raises Malformed if it is another's."""
        path = self.folder / PLAN
        if not path.exists():
            if self.folder.is_dir() and any(self.folder.iterdir()):
                raise Malformed(str(self.folder), "expected a new or empty folder, found files")
            plan = {"digest": self._digest, "folder": str(self._experiment.folder.resolve())}
            write_whole(self.folder / EXPERIMENT, self._experiment.text.encode())
            write_whole(path, json.dumps(plan).encode())
            return
        if read_plan(self.folder)["digest"] != self._digest:
            raise Malformed(
                str(self.folder),
                "holds another experiment, or the file, a course or the rules have changed since;"
                " name another folder with --out, or start again with --fresh",
            )

    def _hold(self) -> None:
        """Lock the folder. Raises Malformed if another run has it."""
        filelock = need("filelock", "lab")
        lock = filelock.FileLock(self.folder / LOCK, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise Malformed(
                str(self.folder), "another run of this experiment is under way"
            ) from None
        self._lock = lock

    def _load(self, path: Path) -> int:
        """Load the finished lots. Returns how many bytes of them are complete."""
        whole = 0
        for size, key, lot in _read(path):
            self.lots[key] = lot
            whole += size
        return whole


def _line(values: Json) -> bytes:
    text = json.dumps(values, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}\n".encode()


def _read(path: Path) -> Iterator[tuple[int, tuple[int, int], Lot]]:
    """The complete lines before the first torn one: its size, the lot's key, and the lot."""
    with path.open("rb") as stream:
        for line in stream:
            head, _, text = line.rstrip(b"\n").partition(b" ")
            if not line.endswith(b"\n") or head != f"{zlib.crc32(text):08x}".encode():
                return
            values = json.loads(text)
            yield len(line), (values["variant"], values["lot"]), Lot.from_json(values)


def read_plan(folder: Path) -> dict[str, str]:
    """The experiment of this folder: `digest`, and the `folder` of its file. Raises Malformed."""
    path = folder / PLAN
    try:
        found = json.loads(path.read_text("utf-8"))
        return {name: str(found[name]) for name in ("digest", "folder")}
    except (OSError, ValueError, KeyError, TypeError):
        raise Malformed(str(folder), "expected the folder of an experiment") from None


def stored_lots(folder: Path) -> dict[tuple[int, int], Lot]:
    """The finished lots of an experiment's folder."""
    path = folder / LOTS
    return {key: lot for _, key, lot in _read(path)} if path.exists() else {}


def clear(folder: Path) -> None:
    """Delete the results of an experiment, to start again. Raises Malformed for another folder."""
    if not folder.exists():
        return
    read_plan(folder)
    shutil.rmtree(folder)
