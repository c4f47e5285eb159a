"""Bots that think, at the tables of a server: in separate processes, so that it never waits.

A table does not wait for them as it does for rules: the questions of bots stay open, all clients
see which bot is thinking, and each decision is a separate change. A few processes think, each for
several tables, one after another. If too many tables wait, bots think as quickly as a veteran.
Until a game's search is compiled, the usual opponent answers. Both are logged. They think while
the machine has nothing else to do, unless that turns out to be never.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol

import structlog

from wreckoning.core.errors import WreckError
from wreckoning.core.outlook import SeatOutlook
from wreckoning.core.ruleset import default_opponent
from wreckoning.table.bot_worker import (
    BotAnswer,
    ThoughtTask,
    begin_thinking,
    compile_search,
    load_search,
    think,
    weigh_options,
)
from wreckoning.table.commands import Action
from wreckoning.table.ids import TableId
from wreckoning.table.live_table import LiveTable, Reply
from wreckoning.table.logbook import described
from wreckoning.table.refusals import Stopping
from wreckoning.table.table import Table, TableChange
from wreckoning.table.workers import beginning, end_pool

log = structlog.get_logger("thinking")
CROWD = 3  # tables waiting for one process, above which bots think quickly
TURN, QUICK_TURN = 1.0, 0.1  # seconds for a turn; in a crowd
HINT = 1.0  # seconds
PATIENCE = 30.0  # seconds, until a process that does not answer is ended
PACE = 0.25  # the least time between two decisions, so that people can watch
AGAIN = 60.0  # seconds, until the log mentions a crowd again


class Changing(Protocol):
    """Carries out changes of a table (`CommandRunner`)."""

    async def change(
        self, table_id: TableId, key: str, action: Action, is_short: bool = False
    ) -> Reply: ...


class Thinking:
    """Thinks for the bots of all tables of this process, in `workers` processes.

    The default is one for each two cores.
    """

    def __init__(self, commands: Changing, workers: int = 0) -> None:
        self._commands = commands
        self._workers = workers or max(1, (os.cpu_count() or 1) // 2)
        self._pools: dict[int, ProcessPoolExecutor] = {}
        self._waiting: dict[int, int] = {}  # tables, by process
        self._thinks: dict[str, asyncio.Task[None]] = {}  # by table
        self._compiling: dict[str, asyncio.Task[None]] = {}  # by ruleset; done: it is ready
        self._told = -AGAIN
        self._gives_way = True
        self._is_closed = False

    def request(self, live: LiveTable) -> None:
        """Note a change at this table: a bot may have a question."""
        name = live.table.id
        if name not in self._thinks and not self._is_closed and live.table.thinking():
            task = asyncio.create_task(self._think_on(live))
            self._thinks[name] = task
            task.add_done_callback(lambda _: self._thinks.pop(name, None))

    async def _think_on(self, live: LiveTable) -> None:
        """Decide until no bot of this table is asked any more."""
        try:
            while live.table.thinking():
                began = time.perf_counter()
                await self._decide(live)
                await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - began)))
        except Stopping:
            pass
        except WreckError as error:
            log.warning("a bot's answer is not taken", table=live.table.id, error=str(error))
        except Exception as error:
            log.error("a bot cannot think", table=live.table.id, **described(error))

    async def _decide(self, live: LiveTable) -> None:
        """Make one decision in another process; carry it out if the question is still open."""
        async with live.lock:
            asked = live.table.thinking()
            if not asked or live.table.match is None:
                return
            (ask, name), match = asked[0], live.table.match
            moment = match.moment, match.settled
            outlook = match.outlook(ask.by)
        number = zlib.crc32(live.table.id.encode()) % self._workers
        task = ThoughtTask(live.table.id, name, outlook, TURN, self._gives_way)
        option = None
        if self.is_ready(live.table.ruleset.key):
            option = await self._think(number, task)

        def action(table: Table) -> TableChange | None:
            open_ = [one for one, _ in table.thinking() if one == ask]
            if not open_ or table.match is None:
                return None
            if (table.match.moment, table.match.settled) != moment:
                return None
            usual = default_opponent(table.ruleset)
            chosen = table.match.advice(ask, usual) if option is None else option
            return table.thought(ask, chosen)

        await self._commands.change(live.table.id, f"think-{secrets.token_hex(8)}", action, True)

    async def _think(self, number: int, task: ThoughtTask) -> int | None:
        """The bot's decision; None if its process fails: the usual opponent answers then."""
        waiting = self._waiting[number] = self._waiting.get(number, 0) + 1
        if waiting > CROWD:
            self._tell_of_crowd(waiting)
            task = task.within(QUICK_TURN)
        try:
            answer = asyncio.wrap_future(self._submit(number, think, task))
            thought: BotAnswer = await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            log.error("a process that thinks does not answer", table=task.table)
            self._gives_way = False  # it may be that this machine is always busy
            self._end(number)
            return None
        except BrokenProcessPool:
            log.error("a process that thinks has ended", table=task.table)
            self._end(number)
            return None
        finally:
            self._waiting[number] -= 1
        if thought.why:
            log.warning("a bot loses its turn", table=task.table, bot=task.bot, why=thought.why)
        return thought.option

    def _tell_of_crowd(self, waiting: int) -> None:
        now = time.monotonic()
        if now - self._told > AGAIN:
            self._told = now
            log.warning("many bots think at once: as quickly as veterans", tables=waiting)

    async def weigh(
        self, table: TableId, outlook: SeatOutlook, index: int
    ) -> list[tuple[float, float]] | None:
        """The chance to win with each option and its error; None if the process fails."""
        number = zlib.crc32(table.encode()) % self._workers
        try:
            found: list[tuple[float, float]] = await asyncio.wait_for(
                asyncio.wrap_future(self._submit(number, weigh_options, outlook, index, HINT)),
                PATIENCE,
            )
        except (TimeoutError, BrokenProcessPool):
            log.error("a hint failed", table=table)
            self._end(number)
            return None
        return found

    def is_ready(self, ruleset: str) -> bool:
        """True if this game's search is compiled. If not, starts compiling it in the background."""
        if ruleset not in self._compiling:
            self._compiling[ruleset] = asyncio.create_task(self._compile(ruleset))
        task = self._compiling[ruleset]
        return task.done() and not task.cancelled()

    async def _compile(self, ruleset: str) -> None:
        began = time.perf_counter()
        try:
            await asyncio.to_thread(compile_search, ruleset)
            for number in range(self._workers):
                await asyncio.wrap_future(self._submit(number, load_search, ruleset))
            took = round(time.perf_counter() - began)
            log.info("bots think now; rookies drove for them", ruleset=ruleset, seconds=took)
        except Exception as error:
            log.error("a search cannot be compiled", ruleset=ruleset, **described(error))
            await asyncio.Event().wait()  # it is never ready

    def _submit(self, number: int, does: Callable[..., Any], *arguments: Any) -> Any:
        if number not in self._pools:
            context = get_context("spawn")
            self._pools[number] = ProcessPoolExecutor(1, context, begin_thinking)
        with beginning():
            return self._pools[number].submit(does, *arguments)

    def _end(self, number: int) -> None:
        pool = self._pools.pop(number, None)
        if pool is not None:
            end_pool(pool)

    def close(self) -> None:
        """Stop at once: the running decisions are no longer needed."""
        self._is_closed = True
        for task in (*self._thinks.values(), *self._compiling.values()):
            task.cancel()
        for number in list(self._pools):
            self._end(number)
