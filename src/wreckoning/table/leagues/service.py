"""Makes, shows and changes the leagues of a server, and runs their rounds.

A league changes by one command after another. Each is stored as the next version, together with
everything that is due then: rounds that open or close, tables of races, and results.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import orjson
import structlog
from pydantic import ValidationError

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table import models
from wreckoning.table.campaigns.service import CampaignService
from wreckoning.table.campaigns.stretches import stretches_of
from wreckoning.table.ids import TableId
from wreckoning.table.leagues import running, storage
from wreckoning.table.leagues.calendar import is_over, opens_at
from wreckoning.table.leagues.commands import carry_out, check_planned, is_owner
from wreckoning.table.leagues.luck import luck_of, lucks_of
from wreckoning.table.leagues.messages import (
    LeagueCard,
    LeagueCards,
    LeagueCommand,
    LeagueDone,
    MadeLeague,
    NewLeague,
    NextSeason,
    Replace,
    SeasonLuck,
    StandingsRow,
)
from wreckoning.table.leagues.model import (
    BRACKET,
    League,
    LeagueRace,
    from_head,
    head_of,
    read_league,
    to_document,
    unchecked,
)
from wreckoning.table.leagues.pages import (
    SeenLeague,
    all_standings,
    division_in,
    standings_rows,
)
from wreckoning.table.leagues.points import shipped
from wreckoning.table.leagues.rounds import file_of, race_order, read_key, round_of
from wreckoning.table.leagues.running import LeagueDraft
from wreckoning.table.leagues.season import champions, next_season
from wreckoning.table.leagues.storage import (
    FINISHED,
    LISTED,
    OPEN,
    RUNNING,
    LeagueKeeping,
    LeagueState,
    RaceResult,
    StoredLeague,
    StoredRace,
)
from wreckoning.table.logbook import described
from wreckoning.table.logs import log_of
from wreckoning.table.metrics import METRICS
from wreckoning.table.profiles.identity import profile_in
from wreckoning.table.refusals import Busy, Forbidden, Stopping, Unknown, going_on
from wreckoning.table.refusals import first_fault as fault_in
from wreckoning.table.service import TRIES, TableService, draw_randomness, fresh_id
from wreckoning.table.table import ABANDONED, digest
from wreckoning.table.table import FINISHED as RACE_OVER
from wreckoning.table.table import OPEN as TABLE_OPEN

NO_LEAGUE = "no such league: the link may be incomplete"
IN_MEMORY = 50  # leagues whose results stay in memory
AT_A_TIME = 60  # results in one change
WORKS = 500  # changes in a row that are due at once
AGAIN = 60.0  # seconds, until a league with a problem is brought on again …
SOON = 5.0  # … because the store does not answer

Does = Callable[[LeagueDraft], str]  # the reply, to be sent again if the request is repeated

log = structlog.get_logger("leagues")


class LeagueService:
    """Every league of this server."""

    def __init__(self, tables: TableService, campaigns: CampaignService) -> None:
        self._tables, self._campaigns = tables, campaigns
        self._engine = tables.store.engine
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._results: OrderedDict[str, dict[str, LeagueRace]] = OrderedDict()
        self._read_leagues: OrderedDict[str, tuple[int, League]] = OrderedDict()
        self._toured: dict[TableId, storage.TouringMark] = {}  # when they were brought on

    # New leagues

    async def create(self, wanted: NewLeague) -> MadeLeague:
        """Make a league, or take one over from a file. Raises a WreckError."""
        named = wanted.champions.leagues if wanted.champions else []
        sources = [await self.league(name) for name in dict.fromkeys(named)]
        now = self._tables.clock()
        league, logs = await asyncio.to_thread(_wanted_league, wanted, sources, now)
        name, host = fresh_id(), secrets.token_urlsafe(18)
        keeping = LeagueKeeping(host=digest(host), host_profile=profile_in(wanted.token))
        past = [RaceResult(race, logs.get(race.kept, "")) for race in league.races]
        row = self._row(name, league, keeping, wanted.listed, 0, self._tables.clock())
        await self._read(storage.add, self._engine, row, past)
        await self._bring_on_quietly(name)
        return {"id": name, "host": host}

    def _row(
        self,
        name: str,
        league: League,
        keeping: LeagueKeeping,
        listed: bool,
        version: int,
        made: float,
    ) -> dict[str, Any]:
        now = self._tables.clock()
        return {
            "id": name,
            "state": _state(league),
            "listed": listed,
            "version": version,
            "created": made,
            "updated": now,
            "due": running.next_due(league, now) if version else now,
            "document": head_of(league).model_dump_json(),
            "keeping": keeping.model_dump_json(),
            "summary": json.dumps(_summary(league)),
            "standings": orjson.dumps(all_standings(league)).decode(),
        }

    # Viewing

    async def listed(self, state: str, page: int) -> LeagueCards:
        """A page of public leagues."""
        found, total = await self._read(storage.listed, self._engine, state, page)
        cards = cast(list[LeagueCard], found)
        return {"leagues": cards, "page": page, "pages": max(1, -(-total // LISTED))}

    async def look(self, name: str, with_results: bool = True) -> SeenLeague:
        """A league as it is now. Nothing may change it.

        A large one opens ten times faster without its results.
        """
        row = await self._load(name)
        league = await self._read(self._league if with_results else _without_results, row)
        races = await self._read(storage.awaited, self._engine, name)
        counted = await self._read(storage.counts_of, self._engine, name)
        return SeenLeague(row, league, races, counted)

    async def check_owner(self, name: str, token: str) -> None:
        """Raise Forbidden unless this is the owner's token or the proof of their profile."""
        if not is_owner((await self._load(name)).keeping, token):
            raise Forbidden("only the owner of this league can do that")

    async def standings(self, name: str, division: int, driver_class: str) -> list[StandingsRow]:
        """A table as it is sent: of a division (from 1), or of all drivers (0)."""
        if driver_class:
            league = await self.league(name)
            chosen = division_in(league, division)
            return await asyncio.to_thread(standings_rows, league, chosen, driver_class)
        found = await self._read(storage.standings_of, self._engine, name)
        if found is None:
            raise Unknown(NO_LEAGUE)
        if division >= len(found):
            raise Malformed("division", f"expected 1 to {len(found) - 1}")
        rows = cast(list[StandingsRow], found[division])
        if any("races" not in row for row in rows):  # stored by an earlier version
            league = await self.league(name)
            return await asyncio.to_thread(standings_rows, league, division_in(league, division))
        return rows

    async def luck(self, name: str, entries: Sequence[int] | None = None) -> dict[int, SeasonLuck]:
        """The luck of these drivers, or of all, in the races that were reviewed."""
        found: dict[int, SeasonLuck] = await self._read(luck_of, self._engine, name, entries)
        return found

    async def league(self, name: str) -> League:
        """A league with its results. Nothing may change it."""
        version = await self._read(storage.version_of, self._engine, name)
        known = self._read_leagues.get(name)
        if known is not None and known[0] == version:
            return known[1]
        return (await self.look(name)).league

    async def log(self, name: str, key: str) -> str:
        """The log of a race. Raises Unknown."""
        found: str = await self._read(storage.log_of, self._engine, name, key)
        if not found:
            raise Unknown("no log of such a race in this league")
        return found

    async def document(self, name: str, with_logs: bool) -> dict[str, Any]:
        """A league as a file, as `wreck league` reads it; with logs also those of games."""
        league = await self.league(name)
        found = to_document(league)
        lucks = await self._read(lucks_of, self._engine, name)
        for race in found["races"]:
            luck = lucks.get(race["key"], {})
            race["luck"] = {str(entry): list(luck[entry]) for entry in sorted(luck)}
        for entry in found["entries"]:
            entry["profile"] = ""  # it belongs to this server
        if with_logs:
            logs = {}
            for race in league.races:
                text = await self._read(storage.log_of, self._engine, name, race.key)
                if text:
                    logs[race.kept] = text
                    if round_of(league, race).campaign is not None:
                        logs |= await self._logs_of_games(text, race.kept)
            found["logs"] = logs
        return found

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

    async def do(self, name: str, wanted: LeagueCommand) -> LeagueDone:
        """Carry out a command once, and everything that is due then. Raises a WreckError."""
        turns = await self._turns(name) if isinstance(wanted, Replace) else {}
        if isinstance(wanted, NextSeason):
            return await self._next_season(name, wanted)

        def does(draft: LeagueDraft) -> str:
            return carry_out(draft, wanted, turns)

        row = await self._change(name, does, wanted.key)
        await self._bring_on_quietly(name)
        done = json.loads(row.keeping.replies[wanted.key] or "{}")
        return {"entry": done.get("entry", 0), "token": done.get("token", ""), "league": ""}

    async def _turns(self, name: str) -> dict[str, int]:
        """The turns in which running races are, by their keys."""
        found = {}
        for race in await self._read(storage.awaited, self._engine, name):
            if race.table_state == "running" and not race.is_campaign:
                async with self._tables.following.newest(race.table) as live:
                    found[race.key] = running.turn_of(live.table)
        return found

    async def _next_season(self, name: str, wanted: NextSeason) -> LeagueDone:
        made: list[dict[str, Any]] = []

        def does(draft: LeagueDraft) -> str:
            if not is_owner(draft.keeping, wanted.token):
                raise Forbidden("only the owner of this league can do that")
            if draft.keeping.next:
                raise Illegal("the next season has begun already")
            new, keeping = next_season(draft.league), draft.keeping.model_copy(deep=True)
            keeping.replies, keeping.next = {}, ""
            draft.keeping.next = fresh_id()
            now = self._tables.clock()
            made[:] = [self._row(draft.keeping.next, new, keeping, draft.listed, 0, now)]
            return json.dumps({"league": draft.keeping.next})

        row = await self._change(name, does, wanted.key, made)
        done = json.loads(row.keeping.replies[wanted.key])
        return {"entry": 0, "token": "", "league": done["league"]}

    async def _change(
        self, name: str, does: Does, key: str = "", new: Sequence[dict[str, Any]] = ()
    ) -> StoredLeague:
        """Change a league and store it, with all that is due then. Keeps other processes' changes.

        A request with a known `key` was carried out before, and is not done again.
        """
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                row = await self._load(name)
                if key and key in row.keeping.replies:
                    return row
                races = await self._read(storage.awaited, self._engine, name)
                draft, changed = await self._read(self._drafted, row, races, does, key)
                if changed is None:
                    return row
                following = next(iter(new), None)
                if await self._read(storage.change, self._engine, changed, draft.change, following):
                    METRICS.tables.inc(len(draft.change.made))
                    return replace(row, version=row.version + 1, keeping=draft.keeping)
        raise Busy("too much happens in this league at once; try again")

    def _drafted(
        self, row: StoredLeague, races: list[StoredRace], does: Does, key: str
    ) -> tuple[LeagueDraft, dict[str, Any] | None]:
        """Apply a change, and all that is due after it. No row if nothing has changed."""
        league = self._league(row, fresh=True)
        now, keeping = self._tables.clock(), row.keeping.model_copy(deep=True)
        draft = LeagueDraft(league, keeping, races, now, row.listed, id=row.id)
        reply = does(draft)
        if key:
            keeping.note_reply(key, reply)
        running.bring_on(draft, (draw_randomness() for _ in itertools.count()))
        document, due = head_of(league).model_dump_json(), running.next_due(league, now)
        parts = document, due, keeping, draft.listed
        if parts == (row.document, row.due, row.keeping, row.listed) and not draft.change:
            return draft, None
        return draft, self._row(row.id, league, keeping, draft.listed, row.version + 1, row.created)

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

    async def _bring_rounds_on(self, name: str) -> list[WreckError]:
        """Do everything that is due, except in campaigns. Returns what went wrong."""
        problems: list[WreckError] = []
        for _ in range(WORKS):
            problems.clear()
            if not await self._work(name, problems):
                break
        return problems

    async def _bring_on_quietly(self, name: str) -> None:
        """Do what is due after a command, which is stored: the clock reports problems."""
        with contextlib.suppress(WreckError):
            await self._bring_rounds_on(name)

    async def _work(self, name: str, problems: list[WreckError]) -> bool:
        """Count the races that are over, open and close rounds, seat and start. False: all done."""
        results = await self._over(name, problems)

        def does(draft: LeagueDraft) -> str:
            awaited = {race.key for race in draft.races}
            for result in results:
                if result.race.key in awaited:
                    draft.league.races.append(result.race)
                    draft.change.counted.append(result)
                    draft.races = [r for r in draft.races if r.key != result.race.key]
            running.settle(draft)
            return ""

        before = (await self._load(name)).version
        after = (await self._change(name, does)).version
        started = await self._seat_and_start(name, problems)
        return started or after != before

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
            document = await self._campaigns.document(race.table)
            return await asyncio.to_thread(running.result_of_campaign, document, race)
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

    def _league(self, row: StoredLeague, fresh: bool = False) -> League:
        """A league with its results. Only one that is `fresh` may be changed."""
        known = self._read_leagues.get(row.id)
        if not fresh and known is not None and known[0] == row.version:
            return known[1]
        results = self._results.setdefault(row.id, {})
        self._results.move_to_end(row.id)
        for race in storage.counted(self._engine, row.id, results.keys()):
            results[race.key] = race
        while len(self._results) > IN_MEMORY:
            self._results.popitem(last=False)
        league = from_head(row.head, sorted(results.values(), key=race_order))
        if not fresh:
            self._read_leagues[row.id] = row.version, league
            self._read_leagues.move_to_end(row.id)
            while len(self._read_leagues) > IN_MEMORY:
                self._read_leagues.popitem(last=False)
        return league

    async def _load(self, name: str) -> StoredLeague:
        row: StoredLeague | None = await self._read(storage.load, self._engine, name)
        if row is None:
            raise Unknown(NO_LEAGUE)
        return row

    async def _read(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        return await self._tables.live_tables.read(ask, *arguments)


class LeagueClock:
    """Brings the leagues in the store on, whenever something is due."""

    def __init__(self, leagues: LeagueService, clock: Callable[[], float]) -> None:
        self._leagues, self._clock = leagues, clock
        self._broken: dict[str, float] = {}  # leagues with a problem, until when

    async def watch(self, every: float = 1.0) -> None:
        """Run until cancelled. A problem of one league, or of the store, does not stop it."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.look()
            except WreckError:
                continue  # the store does not answer: that is logged already
            except Exception as error:
                log.error("the leagues cannot be watched", **described(error))

    async def look(self) -> None:
        """Do what is due now. Raises Busy."""
        now = self._clock()
        self._broken = {name: until for name, until in self._broken.items() if until >= now}
        for name in await self._leagues.due():
            if name not in self._broken:
                await self._bring_on(name)

    async def _bring_on(self, name: str) -> None:
        try:
            await self._leagues.bring_on(name)
        except Stopping:
            pass
        except Busy:  # the store logs the reason itself
            self._broken[name] = self._clock() + SOON
        except Exception as error:
            why = {"error": str(error)} if isinstance(error, WreckError) else described(error)
            log.error("a league cannot go on", league=name, **why)
            self._broken[name] = self._clock() + AGAIN


def _without_results(row: StoredLeague) -> League:
    return unchecked(row.head)


def _wanted_league(
    wanted: NewLeague, sources: Sequence[League], now: float
) -> tuple[League, dict[str, str]]:
    """The league that is to be made, and the logs of its past races. Raises a WreckError.

    `sources` are the leagues whose champions meet.
    """
    if wanted.document is not None:
        return _taken_over(wanted.document, now)
    if wanted.champions is not None:
        if len(wanted.rounds) != 1 and (wanted.champions.kind == BRACKET or not wanted.rounds):
            raise Malformed("rounds", "expected one: a bracket gets more by itself")
        of, plan = wanted.champions, wanted.rounds[0]
        league = champions(wanted.title, wanted.owner, sources, of.each, of.kind, plan, of.go_on)
        league.text, league.rounds = wanted.text, [*wanted.rounds]
        check_planned(league, 0, now)
        return league, {}
    try:
        terms = wanted.terms or _usual_terms()
        league = League(wanted.title, wanted.owner, terms, wanted.text, rounds=[*wanted.rounds])
    except ValidationError as error:
        raise Malformed("league", fault_in(error.errors())) from None
    _check_new_rounds(league, now)
    return league, {}


def _check_new_rounds(league: League, now: float) -> None:
    """Check rounds that were just given. Raises a WreckError."""
    if not league.rounds:
        raise Malformed("rounds", "expected at least one")
    check_planned(league, 0, now)


def _usual_terms() -> Any:
    from wreckoning.table.leagues.model import Division, LeagueTerms

    points = shipped()["grand_prix"].model_copy(deep=True)
    return LeagueTerms(points=points, divisions=[Division(title="League")])


def _taken_over(given: dict[str, Any], now: float) -> tuple[League, dict[str, str]]:
    document = dict(given)
    logs = document.pop("logs", {})
    league = read_league(document, "document")
    if not isinstance(logs, dict) or not all(isinstance(text, str) for text in logs.values()):
        raise Malformed("document: logs", "expected logs by name")
    for race in league.races:
        if race.kept in logs:
            bout = read_key(race.key)
            text, race.kept = logs.pop(race.kept), file_of(league.rounds[bout.round - 1], bout)
            logs[race.kept] = text
    for entry in league.entries:
        entry.profile = ""  # of another server: the driver takes the entry by its name
    for plan in league.rounds:
        past = opens_at(league, plan)
        if plan.opened is None and past is not None and past <= now:
            plan.opens = plan.closes = None  # its owner opens it
    running.check_rounds(league)
    return league, logs


def _state(league: League) -> LeagueState:
    if is_over(league):
        return FINISHED
    return RUNNING if any(plan.opened is not None for plan in league.rounds) else OPEN


def _summary(league: League) -> dict[str, Any]:
    dates = [opens_at(league, plan) for plan in league.rounds if plan.opened is None]
    games = dict.fromkeys(plan.ruleset for plan in league.rounds)
    return {
        "title": league.title,
        "season": league.season,
        "games": [find_ruleset(key).title for key in games],
        "drivers": sum(entry.state == "in" for entry in league.entries),
        "rounds": len(league.rounds),
        "closed": sum(plan.closed is not None for plan in league.rounds),
        "opens": min((date for date in dates if date is not None), default=None),
    }
