"""The servers of the moment: which of them dies, and when."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Any

import httpx
from tests.table.forking import Forked, ForkServer
from tests.table.postgres import Postgres

SOON = 0.01  # seconds until a client tries again
WAITS = 0.6  # seconds that a kill waits for the moment it was to come at
CRASHES = 0.2  # how often it is PostgreSQL that dies
AFTER = 0.04  # seconds after a command is sent, in which a server dies


class Site:
    """Some servers on one database. `postgres`, if given, crashes now and then."""

    def __init__(
        self,
        fork_server: ForkServer,
        db: str,
        seed: int,
        servers: int = 1,
        postgres: Postgres | None = None,
        helpers: bool = False,
    ) -> None:
        self.db, self.kills, self.crashes = db, 0, 0
        self.is_on = True  # clients stop when it is off
        self.words = ""  # what servers wrote that are gone
        # Called before a kill; what it returns, after it, before another server takes the place.
        self.autopsy: Callable[[], Callable[[], None]] = lambda: lambda: None
        self.sent = 0  # commands
        self._fork_server, self._postgres, self._helpers = fork_server, postgres, helpers
        self._chance = random.Random(seed)
        self._awaited, self._has_come = "", asyncio.Event()
        self._http = httpx.AsyncClient(trust_env=False, verify=False, timeout=20)
        self.up = [self._serve() for _ in range(servers)]

    def _serve(self) -> Forked:
        return self._fork_server.serve(self.db, self._helpers)

    def address(self, chance: random.Random) -> str:
        """A server that is up. Raises OSError if there is none."""
        if not self.up:
            raise OSError("no server is up")
        return chance.choice(self.up).address

    def is_up(self, address: str) -> bool:
        """Whether the server at this address is up."""
        return any(server.address == address for server in self.up)

    def sends(self, kind: str) -> None:
        """Note that a client sends a command of this kind."""
        self.sent += 1
        if self._awaited in ("", kind):
            self._has_come.set()

    async def post(self, chance: random.Random, path: str, **body: Any) -> tuple[int, Any]:
        """Ask until a server answers that it was done or refused: its status, and the answer."""
        while True:
            self.sends(path.rsplit("/", 1)[-1])
            answer = await self._ask(chance, "POST", path, json=body)
            if answer is not None and answer.status_code not in (429, 503):
                return answer.status_code, answer.json()
            await asyncio.sleep(SOON)

    async def get(self, chance: random.Random, path: str) -> Any:
        """Get something that must exist."""
        while (answer := await self._ask(chance, "GET", path)) is None:
            await asyncio.sleep(SOON)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _ask(
        self, chance: random.Random, how: str, path: str, **more: Any
    ) -> httpx.Response | None:
        """None if no server is up, or if it dies before it answers."""
        with contextlib.suppress(httpx.TransportError, OSError):
            return await self._http.request(how, self.address(chance) + path, **more)
        return None

    async def kill(self, kills: int, kinds: list[str], done: Callable[[], int], each: int) -> None:
        """Kill servers, each time after this many more acknowledged commands.

        A server dies shortly after a command of one of these kinds was sent, or at any time ("").
        """
        for _ in range(kills):
            enough = done() + self._chance.randint(1, 2 * each)
            while done() < enough:
                await asyncio.sleep(SOON)
            self._awaited = self._chance.choice(kinds)
            self._has_come.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._has_come.wait(), WAITS)
            await asyncio.sleep(self._chance.uniform(0, AFTER))
            await self.strike(self.autopsy())

    async def strike(self, autopsy: Callable[[], None]) -> None:
        """Kill a server or PostgreSQL, and start another in its place."""
        if self._postgres is not None and self._chance.random() < CRASHES:
            await asyncio.to_thread(self._postgres.crash)
            self._postgres.launch()  # it would end with any other thread
            await asyncio.to_thread(self._postgres.wait)
            self.crashes += 1
        else:
            victim = self.up.pop(self._chance.randrange(len(self.up)))
            await asyncio.to_thread(self._replace, victim, autopsy)
        self.kills += 1

    def _replace(self, victim: Forked, autopsy: Callable[[], None]) -> None:
        self._gone(victim, victim.kill)
        autopsy()
        self.up.append(self._serve())

    async def close(self) -> None:
        """Stop all requests of clients."""
        await self._http.aclose()

    def stop(self) -> None:
        """Stop all servers cleanly."""
        while self.up:
            server = self.up.pop()
            self._gone(server, server.stop)

    def _gone(self, server: Forked, ends: Callable[[], Any]) -> None:
        ends()
        self.words += server.errors
