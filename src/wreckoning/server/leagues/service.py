"""Makes, shows and changes the leagues of a server, and runs their rounds.

A league changes by one command after another. Each is stored as the next version, together with
everything that is due then: rounds that open or close, tables of races, and results.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import orjson
import structlog

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.leagues.messages import (
    LeagueCards,
    LeagueCommand,
    LeagueDone,
    MadeLeague,
    NextSeason,
    Replace,
    SeasonLuck,
)
from wreckoning.leagues.model import League, unchecked
from wreckoning.leagues.rounds import read_key
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.leagues import changing, running, storage, views
from wreckoning.server.leagues.changing import Does, StoredChange
from wreckoning.server.leagues.commands import adopt_entries, carry_out, is_owner
from wreckoning.server.leagues.loading import NO_LEAGUE, load, seat_now
from wreckoning.server.leagues.luck import luck_of, stamp_of
from wreckoning.server.leagues.pages import SeenLeague
from wreckoning.server.leagues.storage import LISTED, RaceResult, StoredLeague, StoredRace
from wreckoning.server.live.service import TableService, fresh_id
from wreckoning.server.metrics import METRICS
from wreckoning.server.worked_out import Kept
from wreckoning.table import models
from wreckoning.table.campaigns.stretches import stretches_of
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import Forbidden, Unknown, going_on
from wreckoning.table.table import ABANDONED, digest
from wreckoning.table.table import FINISHED as RACE_OVER
from wreckoning.table.table import OPEN as TABLE_OPEN

T = TypeVar("T")

KEPT = 48 * 2**20  # bytes of pages and files
AT_A_TIME = 60  # results in one change
HEADS = 100  # leagues without results in memory
LOGS = 20  # in one piece of a file
WORKS = 500  # changes in a row that are due at once
OURS = "the server"  # as a visitor

log = structlog.get_logger("leagues")


class LeagueService:
    """Every league of this server."""

    def __init__(self, tables: TableService, campaigns: CampaignService) -> None:
        self._tables, self._campaigns = tables, campaigns
        self._engine = tables.store.engine
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._work = tables.large_work
        self._kept = Kept(KEPT)
        self._heads: OrderedDict[str, tuple[int, League]] = OrderedDict()
        self._toured: dict[TableId, storage.TouringMark] = {}  # when they were brought on

    # New leagues

    async def create(self, body: bytes, visitor: str = "") -> MadeLeague:
        """Make a league as a request's body says, or take one over from a file.

        The visitor is an address. Raises a WreckError.
        """
        name, host = fresh_id(), secrets.token_urlsafe(18)
        made = changing.make, body, name, digest(host), self._tables.clock()
        await self._work.run(len(body), visitor, *made)
        await self._bring_on_quietly(name, visitor)
        return MadeLeague(name, host)

    # Viewing

    async def listed(self, state: str, page: int) -> LeagueCards:
        """A page of public leagues."""
        found, total = await self._read(storage.listed, self._engine, state, page)
        return LeagueCards(found, page, max(1, -(-total // LISTED)))

    async def look(self, name: str) -> SeenLeague:
        """A league as it is now, without its results. Nothing may change it."""
        row = await self._load(name)
        races = await self._read(storage.awaited, self._engine, name)
        counted = await self._read(storage.counts_of, self._engine, name)
        league = await self._head(row)
        seat_now(races, league.entries)
        return SeenLeague(row, league, races, counted)

    async def adopt(self, name: str, tokens: Sequence[str], profiles: Sequence[str]) -> bool:
        """Give what these tokens open in a league to their person's profile.

        True if nothing is held by its token alone any more. Raises a WreckError.
        """
        does = partial(adopt_entries, tokens=tokens, profiles=profiles)
        return bool((await self._change(name, does)).reply)

    async def _head(self, row: StoredLeague) -> League:
        """A league without its results, read once for each version."""
        known = self._heads.get(row.id)
        if known is None or known[0] != row.version:
            known = row.version, unchecked(await asyncio.to_thread(lambda: row.head))
            self._heads[row.id] = known
        self._heads.move_to_end(row.id)
        if len(self._heads) > HEADS:
            self._heads.popitem(last=False)
        return known[1]

    async def view(self, name: str, visitor: str, view: str, *given: object) -> Sequence[bytes]:
        """A view of a league (`views`) as it is sent, worked out once for each version.

        Raises a WreckError.
        """
        version, size = await self._size(name)

        async def draw() -> list[bytes]:
            return await self._work.run(size, visitor, views.draw, name, view, *given)

        lucks = await self._lucks(name) if view in views.WITH_LUCK else None
        return await self._kept.get((name, version, lucks, view, *given), draw)

    async def updated(self, name: str) -> float | None:
        """When a league last changed, in seconds since 1970; None if there is none."""
        found: float | None = await self._read(storage.updated_of, self._engine, name)
        return found

    async def page(self, name: str, visitor: str, page: int, view: str, *given: object) -> bytes:
        """A page of a list, from 1. Raises Malformed beyond the last."""
        return _chosen(await self.view(name, visitor, view, *given), page)

    async def standings(
        self, name: str, visitor: str, page: int, division: int, driver_class: str
    ) -> bytes:
        """A page of a table: of a division (from 1), of all drivers (0), or of a class."""
        found: Sequence[bytes] = []
        if not driver_class:  # those are stored with the league
            version = await self._read(storage.version_of, self._engine, name)

            async def read() -> list[bytes]:
                table: list[bytes] = await self._read(
                    views.stored_table, self._engine, name, division
                )
                return table

            found = await self._kept.get((name, version, division), read)
        if not found:
            found = await self.view(name, visitor, "standings", division, driver_class)
        return _chosen(found, page)

    async def _size(self, name: str) -> tuple[int, int]:
        """The version of a league, and its size in bytes. Raises Unknown."""
        found: tuple[int, int] | None = await self._read(storage.size_of, self._engine, name)
        if found is None:
            raise Unknown(NO_LEAGUE)
        return found

    async def _lucks(self, name: str) -> tuple[int, float]:
        """What changes with each review of a race: their number, and the sum of all luck."""
        found: tuple[int, float] = await self._read(stamp_of, self._engine, name)
        return found

    async def check_owner(self, name: str, token: str) -> None:
        """Raise Forbidden unless this is the owner's token or the proof of their profile."""
        if not is_owner((await self._load(name)).keeping, token):
            raise Forbidden("only the owner of this league can do that")

    async def luck(self, name: str, entries: Sequence[int] | None = None) -> dict[int, SeasonLuck]:
        """The luck of these drivers, or of all, in the races that were reviewed."""
        found: dict[int, SeasonLuck] = await self._read(luck_of, self._engine, name, entries)
        return found

    async def log(self, name: str, key: str) -> str:
        """The log of a race. Raises Unknown."""
        found: str = await self._read(storage.log_of, self._engine, name, key)
        if not found:
            raise Unknown("no log of such a race in this league")
        return found

    async def document(self, name: str, with_logs: bool, visitor: str = "") -> AsyncIterator[bytes]:
        """A league as a file, as `wreck league` reads it, in pieces; with logs also those of games.

        Raises a WreckError before the first piece.
        """
        (whole,) = await self.view(name, visitor, "file")
        if not with_logs:
            yield whole
            return
        yield whole[:-1] + b',"logs":{'
        comma = b""
        async for kept, text in self._logs(name):
            yield comma + orjson.dumps(kept) + b":" + orjson.dumps(text)
            comma = b","
        yield b"}}"

    async def _logs(self, name: str) -> AsyncIterator[tuple[str, str]]:
        """All logs of a league by the names of their files, with those of games of campaigns."""
        league = await self._head(await self._load(name))
        keys = await self._read(storage.logged, self._engine, name)
        for at in range(0, len(keys), LOGS):
            some = keys[at : at + LOGS]
            for kept, key, text in await self._read(storage.logs_of, self._engine, name, some):
                yield kept, text
                if league.rounds[read_key(key).round - 1].campaign is not None:
                    for table, log in (await self._logs_of_games(text, kept)).items():
                        yield table, log

    async def _logs_of_games(self, text: str, campaign: str) -> dict[str, str]:
        """The logs of the games of a campaign, by their tables; none if it was played elsewhere."""
        tables: list[TableId] = []
        with contextlib.suppress(ValueError, Malformed):  # a file that was imported unchecked
            for stretch in stretches_of(json.loads(text), campaign):
                tables += stretch.last_tables if stretch.match == campaign else []
        found: dict[str, str] = {}
        for table_id in tables:
            with contextlib.suppress(Unknown, Illegal):  # gone; or given up before its start
                table = await self._tables.following.copy(table_id)
                found[table_id] = await asyncio.to_thread(log_of, table)
        return found

    # Changes

    async def read_command(self, body: bytes, visitor: str = "") -> LeagueCommand:
        """Read a command from a request's body. Raises NotJson or Malformed."""
        return await self._work.run(len(body), visitor, changing.read_command, body)

    async def do(self, name: str, wanted: LeagueCommand, visitor: str = "") -> LeagueDone:
        """Carry out a command once, and everything that is due then. Raises a WreckError."""
        turns = await self._turns(name) if isinstance(wanted, Replace) else {}
        does: Does = partial(carry_out, wanted=wanted, turns=turns)
        if isinstance(wanted, NextSeason):
            does = partial(changing.begin_next_season, token=wanted.token)
        changed = await self._change(name, does, wanted.key, visitor)
        if not isinstance(wanted, NextSeason):
            await self._bring_on_quietly(name, visitor)
        done = json.loads(changed.reply or "{}")
        return LeagueDone(done.get("entry", 0), done.get("token", ""), done.get("league", ""))

    async def _turns(self, name: str) -> dict[str, int]:
        """The turns in which running races are, by their keys."""
        found = {}
        for race in await self._read(storage.awaited, self._engine, name):
            if race.table_state == "running" and not race.is_campaign:
                async with self._tables.following.newest(race.table) as live:
                    found[race.key] = running.turn_of(live.table)
        return found

    async def _change(
        self, name: str, does: Does, key: str = "", visitor: str = OURS
    ) -> StoredChange:
        """Change a league and store it, with all that is due then (`changing.change`)."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            _, size = await self._size(name)
            given = name, does, key, self._tables.clock()
            changed: StoredChange = await self._work.run(size, visitor, changing.change, *given)
            METRICS.tables.inc(changed.tables)
            return changed

    # Rounds by themselves

    async def due(self) -> list[str]:
        """The leagues where something has to be done. Raises Busy."""
        now = self._tables.clock()
        found: list[str] = await self._read(storage.due, self._engine, now)
        touring = await self._read(storage.touring, self._engine, now)
        under_way = {name: mark for of in touring.values() for name, mark in of.items()}
        self._toured = {name: self._toured[name] for name in self._toured if name in under_way}
        more = [league for league, of in touring.items() if self._to_bring_on(of)]
        return sorted({*found, *more})

    def _to_bring_on(self, of: Mapping[TableId, storage.TouringMark]) -> list[TableId]:
        """The campaigns in which something has happened since they were brought on."""
        return [name for name, mark in of.items() if self._toured.get(name) != mark]

    async def bring_on(self, name: str) -> None:
        """Do everything that is due in a league. Raises a WreckError.

        A race that cannot start, or be counted, does not stop the others. Campaigns take one step:
        games of bots take long, and other leagues wait meanwhile.
        """
        problems = await self._bring_campaigns_on(name)
        problems += await self._bring_rounds_on(name)
        if problems:
            raise problems[0]

    async def _bring_rounds_on(self, name: str, visitor: str = OURS) -> list[WreckError]:
        """Do everything that is due, except in campaigns. Returns what went wrong."""
        problems: list[WreckError] = []
        for _ in range(WORKS):
            problems.clear()
            if not await self._take_step(name, problems, visitor):
                break
        return problems

    async def _bring_on_quietly(self, name: str, visitor: str = OURS) -> None:
        """Do what is due after a command, which is stored: the clock reports problems."""
        with contextlib.suppress(WreckError):
            await self._bring_rounds_on(name, visitor)

    async def _take_step(self, name: str, problems: list[WreckError], visitor: str) -> bool:
        """Count the races that are over, open and close rounds, seat and start. False: all done."""
        results, row = await self._over(name, problems), await self._load(name)

        does = partial(changing.count_results, results=results)
        after = row.version
        if results or await self._is_due(row):
            after = (await self._change(name, does, visitor=visitor)).version
        started = await self._seat_and_start(name, problems)
        return started or after != row.version

    async def _is_due(self, row: StoredLeague) -> bool:
        """True if rounds open or close, drivers are replaced, or a race needs another table."""
        now = self._tables.clock()
        if row.due is not None and row.due <= now:
            return True
        return any(
            race.table_state in (ABANDONED, None)
            or (not race.seats.settled and race.starts <= now and race.table_state == TABLE_OPEN)
            for race in await self._read(storage.awaited, self._engine, row.id)
        )

    async def _bring_campaigns_on(self, name: str) -> list[WreckError]:
        """Start the campaigns of a league, and bring their games on. Returns what went wrong."""
        touring = await self._read(storage.touring, self._engine, self._tables.clock())
        marks, problems = touring.get(name, {}), list[WreckError]()
        for campaign in self._to_bring_on(marks):
            with going_on(problems):
                await self._campaigns.bring_on(campaign, bool(marks[campaign].starts))
                self._toured[campaign] = marks[campaign]
        return problems

    async def _over(self, name: str, problems: list[WreckError]) -> list[RaceResult]:
        """The results of races that are over, some at a time."""
        found: list[RaceResult] = []
        for race in await self._read(storage.awaited, self._engine, name):
            if race.table_state == RACE_OVER and len(found) < AT_A_TIME:
                with going_on(problems):
                    found.append(await self._result(race))
        return found

    async def _result(self, race: StoredRace) -> RaceResult:
        if race.is_campaign:
            file = await self._campaigns.document(race.table)
            return await self._work.run(len(file), OURS, changing.result_of_campaign, file, race)
        table = await self._tables.following.copy(race.table)
        result = await asyncio.to_thread(running.result_of, table, race)
        return RaceResult(result, await asyncio.to_thread(log_of, table))

    async def _seat_and_start(self, name: str, problems: list[WreckError]) -> bool:
        """Seat substitutes, and start the tables whose time has come. True if any was touched."""
        touched = False
        for race in await self._read(storage.awaited, self._engine, name):
            if race.is_campaign:
                continue
            if race.is_reseated:
                await self._reseat(name, race)
                touched = True
            is_due = race.table_state == TABLE_OPEN and race.starts <= self._tables.clock()
            if is_due and race.seats.settled:
                with going_on(problems):
                    await self._start(race)
                    touched = True
        return touched

    async def _start(self, race: StoredRace) -> None:
        """Start a race, once; a driver who left their seat meanwhile sits in it again."""
        key = f"reseat-{secrets.token_hex(8)}"
        await self._tables.commands.change(
            race.table, key, lambda table: running.seat_drivers(table, race.seats, absent=True)
        )
        start = models.Start(request=f"start-{race.table}", token=race.seats.host)
        await self._tables.do(race.table, start)

    async def _reseat(self, name: str, race: StoredRace) -> None:
        key = f"reseat-{secrets.token_hex(8)}"
        if race.table_state not in (None, ABANDONED):
            await self._tables.commands.change(
                race.table, key, lambda table: running.seat_drivers(table, race.seats)
            )
        await self._read(storage.note_seated, self._engine, name, race.key, race.seats)

    # Reading

    async def _load(self, name: str) -> StoredLeague:
        row: StoredLeague = await self._read(load, self._engine, name)
        return row

    async def _read(self, ask: Callable[..., T], *arguments: object) -> T:
        return await self._tables.live_tables.read(ask, *arguments)


def _chosen(pages: Sequence[bytes], page: int) -> bytes:
    if page > len(pages):
        raise Malformed("page", f"expected 1 to {len(pages)}, found {page}")
    return pages[page - 1]
