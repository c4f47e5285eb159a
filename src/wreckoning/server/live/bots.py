"""Bots that think, at the tables of a server: in separate processes, so that it never waits.

A table does not wait for them as it does for rules: the questions of bots stay open, all clients
see which bot is thinking, and each decision is a separate change. A few processes think, each for
several tables, one after another. If too many tables wait, veterans decide for bots, first for
those of visitors (addresses) with more than their share of the waiting tables. Until a game's
search is compiled, the usual opponent answers. Both are logged. They think while the machine has
nothing else to do, unless that turns out to be never.

A bot that fails, or takes its process with it, is not asked again in that turn: the policy for
absent players answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
import zlib
from collections import Counter
from typing import Protocol
from weakref import WeakKeyDictionary

import structlog

from wreckoning.analysis.win_chance import weigh
from wreckoning.core.asks import Ask
from wreckoning.core.bots import thinking_bots
from wreckoning.core.errors import WreckError
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import absent_policy, default_opponent
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.commands import Action
from wreckoning.server.live.live_table import LiveTable, Reply
from wreckoning.server.logbook import described
from wreckoning.server.workers.bot_worker import (
    BotAnswer,
    ThoughtTask,
    begin_thinking,
    load_search,
    think,
)
from wreckoning.server.workers.compiling import is_stopped, wait_for_search
from wreckoning.server.workers.workers import ProcessEnded, TookTooLong, Worker, WorkerError
from wreckoning.table.ids import TableId
from wreckoning.table.racing import thought
from wreckoning.table.refusals import Stopping
from wreckoning.table.table import Table, TableChange

log = structlog.get_logger("thinking")
CROWD = 3  # tables waiting for one process, above which visitors have a share
MOST = 9  # the same, above which veterans decide for all
VETERAN = "veteran"
TURN = 1.0  # seconds for a turn
HINT = 1.0  # seconds
PATIENCE = 30.0  # seconds, until a process that does not answer is ended
PACE = 0.25  # seconds after each decision, so that people can watch
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
        count = workers or max(1, (os.cpu_count() or 1) // 2)
        self.workers = [Worker(begin_thinking) for _ in range(count)]
        self._waiting = [Counter[str]() for _ in self.workers]  # tables, by visitor
        # The turn that the bot of each seat has lost
        self._lost: WeakKeyDictionary[Match, dict[SeatIndex, int]] = WeakKeyDictionary()
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
                await self._decide(live)
                await asyncio.sleep(PACE)
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
        chosen = await self._choose(live.table, match, name, outlook)

        def action(table: Table) -> TableChange | None:
            open_ = [one for one, _ in table.thinking() if one == ask]
            if not open_ or table.match is None:
                return None
            if (table.match.moment, table.match.settled) != moment:
                return None
            if isinstance(chosen, str):
                return thought(table, ask, table.match.advice(ask, chosen))
            return thought(table, ask, chosen)

        await self._commands.change(live.table.id, f"think-{secrets.token_hex(8)}", action, True)

    async def _choose(
        self, table: Table, match: Match, bot: str, outlook: SeatOutlook
    ) -> int | str:
        """The bot's option, or the policy that chooses instead."""
        rules, lost = table.ruleset, self._lost.setdefault(match, {})
        if lost.get(outlook.seat) == outlook.turn:
            return absent_policy(rules)
        number = self._number(table.id)
        if self._is_crowded(number, VISITOR.get()):
            self._tell_of_crowd(self._waiting[number].total() + 1)
            bot = VETERAN
        if bot in rules.policies:
            return bot
        if not self.is_ready(rules.key) and is_ours(rules.key, bot):
            return default_opponent(rules)
        task = ThoughtTask(table.id, bot, outlook, TURN, self._gives_way)
        answer = await self._think(number, task)
        if answer.option is not None:
            return answer.option
        lost[outlook.seat] = outlook.turn
        log.warning(
            "a bot loses its turn", table=table.id, bot=bot, seat=outlook.seat + 1, why=answer.why
        )
        return absent_policy(rules)

    async def _think(self, number: int, task: ThoughtTask) -> BotAnswer:
        """The bot's decision. If its process fails, it loses its turn."""
        waiting, visitor = self._waiting[number], VISITOR.get()
        waiting[visitor] += 1
        try:
            return await self.workers[number].run(think, task, longest=PATIENCE)
        except TookTooLong:
            self._gives_way = False  # it may be that this machine is always busy
            return BotAnswer(None, f"no answer in {PATIENCE:.0f} s")
        except ProcessEnded:
            return BotAnswer(None, "its process has ended")
        finally:
            waiting[visitor] -= 1
            waiting += Counter()  # forget who has none

    def _number(self, table: TableId) -> int:
        """The number of the worker that thinks for this table."""
        return zlib.crc32(table.encode()) % len(self.workers)

    def _is_crowded(self, number: int, visitor: str) -> bool:
        """True if too many tables wait for a process, and this visitor has their share of them."""
        waiting = self._waiting[number]
        share = max(1, CROWD // len({*waiting, visitor}))
        total = waiting.total()
        return total >= CROWD and (waiting[visitor] >= share or total >= MOST)

    def _tell_of_crowd(self, waiting: int) -> None:
        now = time.monotonic()
        if now - self._told > AGAIN:
            self._told = now
            log.warning("many bots think at once: veterans decide", tables=waiting)

    async def weigh(
        self, table: TableId, outlook: SeatOutlook, ask: Ask
    ) -> list[tuple[float, float]] | None:
        """The chance to win with each option and its error; None if the process fails."""
        worker = self.workers[self._number(table)]
        try:
            return await worker.run(weigh, outlook, ask, HINT, longest=PATIENCE)
        except WorkerError:
            log.error("a hint failed", table=table)
            return None

    def is_ready(self, ruleset: str) -> bool:
        """True if this game's search is compiled. If not, starts compiling it in the background."""
        if ruleset not in self._compiling:
            self._compiling[ruleset] = asyncio.create_task(self._compile(ruleset))
        task = self._compiling[ruleset]
        return task.done() and not task.cancelled()

    async def _compile(self, ruleset: str) -> None:
        began = time.perf_counter()
        try:
            await wait_for_search(ruleset)
            for worker in self.workers:
                with contextlib.suppress(ProcessEnded):  # the next one loads it when it needs it
                    await worker.run(load_search, ruleset)
            took = round(time.perf_counter() - began)
            log.info("bots think now; rookies drove for them", ruleset=ruleset, seconds=took)
        except Exception as error:
            if not is_stopped(error):
                log.error("a search cannot be compiled", ruleset=ruleset, **described(error))
            await asyncio.Event().wait()  # it is never ready

    def close(self) -> None:
        """Stop at once: the running decisions are no longer needed."""
        self._is_closed = True
        for task in (*self._thinks.values(), *self._compiling.values()):
            task.cancel()
        for worker in self.workers:
            worker.close()


def is_ours(ruleset: str, bot: str) -> bool:
    """True if this bot comes with the program: all of these search."""
    return thinking_bots(ruleset)[bot].value.startswith("wreckoning.")
