"""A SQLite file as a power cut may leave it, made from what a killed server left.

Commits are synced to the write-ahead log (WAL) before anybody hears of them. What was written to
the log after that may be lost, wholly or from some byte on. Pages that the log holds may stand
torn in the main file: a checkpoint was copying them. What a checkpoint has begun to copy was synced
before, also if nobody had heard of it when the server was about to be killed: it is not lost.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.table.kill.audit import NOTHING, Audit, Told
from tests.table.kill.site import Site

HEADER, FRAME = 32, 24  # bytes, of the log and of each of its frames

Salts = tuple[int, int]  # others each time that the log begins again


@dataclass(frozen=True)
class Extent:
    """The extent of a log: the end of its last commit, and the pages until there."""

    salts: Salts
    end: int
    pages: frozenset[int]  # from 1
    page_size: int


def log_of(db: Path) -> Path:
    """The write-ahead log of a database."""
    return db.with_name(db.name + "-wal")


def extent(db: Path) -> Extent:
    """The present extent of a log."""
    with log_of(db).open("rb") as log:
        header = log.read(HEADER)
        if len(header) < HEADER:
            return Extent((0, 0), 0, frozenset(), 4096)
        size, salts = struct.unpack(">8xI4x", header[:16])[0], struct.unpack(">II", header[16:24])
        end, at, pages, held = HEADER, HEADER, set[int](), frozenset[int]()
        while len(frame := log.read(FRAME)) == FRAME:
            page, commits, *of = struct.unpack(">IIII", frame[:16])
            if tuple(of) != salts or len(log.read(size)) < size:
                break
            at += FRAME + size
            pages.add(page)
            if commits:
                end, held = at, frozenset(pages)
    return Extent((salts[0], salts[1]), end, held, size)


def in_main_file(db: Path) -> int:
    """The bytes of the log that a checkpoint may have copied, by the log's index."""
    found = extent(db)
    index = db.with_name(db.name + "-shm").read_bytes()
    salts, (attempted,) = struct.unpack(">II", index[32:40]), struct.unpack("=I", index[128:132])
    if salts != found.salts:
        return found.end  # all of it: the log is about to begin again
    return min(HEADER + attempted * (FRAME + found.page_size), found.end) if attempted else 0


def copied(db: Path, folder: Path) -> Path:
    """A copy of a database that nobody writes to."""
    folder.mkdir()
    for file in (db, log_of(db)):
        if file.exists():
            shutil.copy(file, folder / file.name)
    return folder / db.name


def lose_tail(synced: Extent, saved: int, db: Path, chance: random.Random) -> None:
    """Lose unsynced bytes from some point on, or replace them by noise or zeros."""
    found = extent(db)
    least = max(synced.end, saved) if synced.salts == found.salts else found.end
    _lose_from(log_of(db), chance.randint(least, found.end), chance)


def lose_anything(_: Extent, saved: int, db: Path, chance: random.Random) -> None:
    """Lose the log from any byte on that no checkpoint has copied, as no power cut does."""
    _lose_from(log_of(db), chance.randint(saved, extent(db).end), chance)


def tear_pages(_: Extent, __: int, db: Path, chance: random.Random) -> None:
    """Tear some pages of the main file that the log holds."""
    found = extent(db)
    with db.open("r+b") as file:
        last = os.fstat(file.fileno()).st_size // found.page_size
        for page in sorted(found.pages):
            if 1 < page <= last and chance.random() < 0.5:
                torn = chance.randrange(found.page_size)
                file.seek((page - 1) * found.page_size + torn)
                file.write(chance.randbytes(found.page_size - torn))


def _lose_from(log: Path, at: int, chance: random.Random) -> None:
    length = log.stat().st_size
    instead = chance.choice([b"", bytes(length - at), chance.randbytes(length - at)])
    with log.open("r+b") as file:
        file.truncate(at)
        file.seek(at)
        file.write(instead)


class PowerCuts:
    """Whenever a server is killed, the power might have been cut as well.

    `told` is what clients have been told when it is called. Files are copied to `folder`.
    """

    def __init__(self, site: Site, told: Callable[[], Told], folder: Path) -> None:
        self.images = 0
        self._db, self._told, self._folder = Path(site.db), told, folder
        self._chance = random.Random(815)
        site.autopsy = self._before

    def _before(self) -> Callable[[], None]:
        """Note what clients have been told; the log goes at least so far as that."""
        told, synced = self._told(), extent(self._db)
        return lambda: self._after(told, synced)

    def _after(self, told: Told, synced: Extent) -> None:
        """Check the files as a power cut may leave them."""
        saved = in_main_file(self._db)
        for harm in (lose_tail, tear_pages, lose_anything):
            copy = copied(self._db, self._folder / "image")
            harm(synced, saved, copy, self._chance)
            audit = Audit(str(copy))
            try:
                audit.contains(NOTHING if harm is lose_anything else told)
                audit.loads(self._chance)
            finally:
                audit.close()
            shutil.rmtree(copy.parent)
            self.images += 1
