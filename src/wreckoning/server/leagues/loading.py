"""Reads whole leagues from the database, and keeps the latest ones. All of this blocks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from wreckoning.leagues.model import League, LeagueEntry, LeagueRace, unchecked
from wreckoning.leagues.people import numbers_now
from wreckoning.leagues.rounds import race_order
from wreckoning.server.leagues import storage
from wreckoning.server.leagues.storage import StoredLeague, StoredRace
from wreckoning.table.refusals import Unknown

NO_LEAGUE = "no such league: the link may be incomplete"
MOST = 40_000  # races kept, of all leagues together
LEAST = 10  # counted for each league besides its races, of which it may have none


@dataclass
class _Known:
    """A league as it was read last, and all results read so far."""

    version: int = -1
    league: League | None = None
    races: dict[str, LeagueRace] = field(default_factory=dict)


class _Memory:
    """The latest leagues of one database. Threads share it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def of(self, name: str) -> _Known:
        """What is known of a league. Others are forgotten if they are too many."""
        known = self._known.setdefault(name, _Known())
        self._known.move_to_end(name)
        while len(self._known) > 1 and self._size() > MOST:
            self._known.popitem(last=False)
        return known

    def _size(self) -> int:
        return sum(LEAST + len(known.races) for known in self._known.values())


_MEMORIES: WeakKeyDictionary[Engine, _Memory] = WeakKeyDictionary()


def load(engine: Engine, name: str) -> StoredLeague:
    """A league without its races. Raises Unknown."""
    row = storage.load(engine, name)
    if row is None:
        raise Unknown(NO_LEAGUE)
    return row


def load_league(engine: Engine, name: str) -> tuple[StoredLeague, League]:
    """A league with its results. Nothing may change it. Raises Unknown."""
    memory = _MEMORIES.setdefault(engine, _Memory())
    with memory.lock:
        row = load(engine, name)
        known = memory.of(name)
        if known.league is None or known.version != row.version:
            known.league, known.version = _read(engine, row, known.races), row.version
        return row, known.league


def fresh_league(engine: Engine, row: StoredLeague) -> League:
    """A league with its results, which may be changed, except for the results."""
    memory = _MEMORIES.setdefault(engine, _Memory())
    with memory.lock:
        return _read(engine, row, memory.of(row.id).races)


def _read(engine: Engine, row: StoredLeague, races: dict[str, LeagueRace]) -> League:
    """Read a league; of its races, those that are not known yet."""
    for race in storage.counted(engine, row.id, races.keys()):
        races[race.key] = race
    return unchecked(row.head, sorted(races.values(), key=race_order))


def seat_now(races: Iterable[StoredRace], entries: Iterable[LeagueEntry]) -> None:
    """Name the drivers of races that are not over by their present numbers."""
    now = numbers_now(entries)
    for race in races if now else ():
        for seat in race.seats.seats:
            seat.entry = now.get(seat.entry, seat.entry)
        for hand in race.seats.hands:
            hand.leaves = now.get(hand.leaves, hand.leaves)
            hand.comes = now.get(hand.comes, hand.comes)
