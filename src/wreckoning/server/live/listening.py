"""Listens for changes stored by other processes on the same PostgreSQL."""

from __future__ import annotations

import asyncio
import json

import structlog
from sqlalchemy import Engine

from wreckoning.server.live.following import Following
from wreckoning.server.logbook import described
from wreckoning.server.store.database import ALIVE
from wreckoning.server.store.news import CHANNEL, reason

AGAIN_AFTER = 2.0  # seconds

log = structlog.get_logger("listening")


class Listener:
    """A separate connection that waits for NOTIFY."""

    def __init__(self, engine: Engine, following: Following) -> None:
        url = engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._following = following
        self._missed = False  # the connection was lost, so there may be news

    async def listen(self) -> None:
        """Listen until cancelled. After a lost connection, reconnect and check all tables."""
        while True:
            try:
                await self._listen()
            except Exception as error:
                if not self._missed:
                    log.warning("the connection for news is lost", error=reason(error))
            self._missed = True
            await asyncio.sleep(AGAIN_AFTER)

    async def _listen(self) -> None:
        import psycopg  # here: a server on SQLite does without it

        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True, **ALIVE)
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            if self._missed:
                await self._following.catch_up_all()
                self._missed = False
                log.info("news comes again")
            async for notice in connection.notifies():
                self._hear(notice.payload)

    def _hear(self, payload: str) -> None:
        try:
            self._following.on_news(json.loads(payload))
        except Exception as error:
            log.error("news could not be read", **described(error))
