"""Computes chances and previews of open questions in a separate process.

The questions themselves are sent at once; this sends them again, complete. Only the newest question
of a table counts.
"""

from __future__ import annotations

import asyncio
import time

import orjson
import structlog

from wreckoning.server.encoding import dump
from wreckoning.server.live.clients import Client
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.logbook import described
from wreckoning.server.metrics import METRICS
from wreckoning.server.workers.menu_worker import get_ready, task_of, work_out
from wreckoning.server.workers.workers import ProcessEnded, Worker, begin_batch
from wreckoning.table.ids import ShownSeat, shown_seat
from wreckoning.table.table import OPEN, RUNNING

log = structlog.get_logger("menus")
CROWD = 8  # with this many tables waiting, answers come first: chances rest
RESTS = 10  # times as long as the last ones took
LONGEST_REST = 1.0  # seconds of such a rest: starting a worker takes longer
IDLE = 600.0  # seconds without a question, until the process ends: it takes up to 100 MiB
BUSY = 0.05  # seconds, until tables that are all busy are tried again


class Menus:
    """Computes the chances of waiting questions, one table after another."""

    def __init__(self) -> None:
        self.worker = Worker(begin_batch)
        self._waiting: dict[LiveTable, float] = {}
        self._news = asyncio.Event()
        self._soon = ""  # the ruleset whose questions come soon

    def request(self, live: LiveTable) -> None:
        """Note a change at this table: its players may have a new question."""
        if live.table.state in (OPEN, RUNNING) and any(client.seats for client in live.clients):
            self._soon = live.table.settings.ruleset
            if not self.worker.is_running:
                self._news.set()
        if any(_is_open(client) for client in live.clients):
            self._waiting.setdefault(live, time.perf_counter())
            self._news.set()

    async def work(self) -> None:
        """Run until cancelled."""
        while True:
            await self._some_news()
            self._news.clear()
            self._begin()
            while self._waiting:
                live = self._next()
                if live is None:  # bots may drive on for long
                    await asyncio.sleep(BUSY)
                    continue
                began, taken = self._waiting.pop(live), time.perf_counter()
                try:
                    await self._serve(live)
                except ProcessEnded:  # start a new one, and try once more
                    self._waiting.setdefault(live, began)
                    await asyncio.sleep(1)
                except Exception as error:
                    log.error("a menu could not be worked out", **described(error))
                METRICS.menus.observe(time.perf_counter() - began)
                if len(self._waiting) > CROWD:
                    took = time.perf_counter() - taken
                    await asyncio.sleep(min(RESTS * took, LONGEST_REST))

    async def _some_news(self) -> None:
        """Wait for news; the process ends if there is none for long."""
        try:
            await asyncio.wait_for(self._news.wait(), IDLE)
        except TimeoutError:
            self.worker.end()  # the next question starts another
            await self._news.wait()

    def _next(self) -> LiveTable | None:
        """The table that has waited longest and is not busy. Forgets those that no longer wait."""
        waiting = self._waiting.items()
        self._waiting = {live: since for live, since in waiting if any(map(_is_open, live.clients))}
        return next((live for live in self._waiting if not live.lock.locked()), None)

    async def _serve(self, live: LiveTable) -> None:
        """Complete the menus of all clients that lack chances, computing each moment only once."""
        waiting = {client: client.last_menus for client in live.clients if _is_open(client)}
        match, drawing = live.table.match, live.drawing
        if match is None or not waiting:
            return
        if live.complete is None or live.complete[0] != drawing:
            task = task_of(match, live.table.number)
            menus = await self.worker.run(work_out, task)
            if live.drawing != drawing:
                return
            live.complete = drawing, dict(menus)
            if live.lock.locked():  # the question there may be changing
                self.request(live)
                return
        for client, questions in waiting.items():
            if client.last_menus == questions:
                _send(live, client, live.complete[1])
                client.last_full_menus = questions

    def _begin(self) -> None:
        """Start the process before the first question, since that takes a moment."""
        if self._soon and not self.worker.is_running:
            try:
                self.worker.submit(get_ready, self._soon)
            except Exception as error:
                log.error("the process for chances could not be started", **described(error))
        self._soon = ""

    def close(self) -> None:
        """Stop at once: the running computation is no longer needed."""
        self.worker.close()


def _is_open(client: Client) -> bool:
    """True if this client has a question without chances."""
    return client.last_menus not in (None, client.last_full_menus)


def _send(live: LiveTable, client: Client, menus: dict[ShownSeat, bytes]) -> None:
    asked = [shown_seat(ask) for ask in live.asks_of(client)]
    mine = [orjson.Fragment(menus[seat]) for seat in asked if seat in menus]
    if mine and len(mine) == len(asked):
        client.send(dump({"type": "menus", "menus": mine}))
