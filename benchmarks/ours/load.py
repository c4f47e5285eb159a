"""Simulates hundreds of players to measure a server: full tables that answer at a given rate.

Bounded in number and time. It only connects to the given server, on this machine.
"""

from __future__ import annotations

import asyncio
import gc
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import orjson
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from wreckoning.table.models import key_of

UPDATE = '{"type":"update","version":'
NEXT = ',{"type":"'
FULL = 16 * 1024 * 1024
STARTING = 8  # tables made at the same time


class Wire(asyncio.Protocol):
    """A connection to the server, as cheap as possible: it takes its time from the server's."""

    def __init__(self, url: str, hear: Callable[[str], None]) -> None:
        self._line, self._hear = ClientProtocol(parse_uri(url), max_size=FULL), hear
        self._parts: list[bytes] = []  # of an incomplete message
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._line.send_request(self._line.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Receive complete messages."""
        self._line.receive_data(data)
        for event in self._line.events_received():
            if isinstance(event, Response):
                self.opened.set_result(None)
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT):
                self._parts.append(bytes(event.data))
                if event.fin:
                    whole, self._parts = b"".join(self._parts), []
                    self._hear(whole.decode())
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is closed."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError())

    def send(self, message: object) -> None:
        """Send a message."""
        self._line.send_text(orjson.dumps(message))
        self._flush()

    def close(self) -> None:
        """Close the connection."""
        self._line.send_close()
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        waiting = b"".join(self._line.data_to_send())
        if waiting:
            self._transport.write(waiting)


@dataclass(eq=False)
class Player:
    """A browser at a table: its seat, and the questions it has not answered."""

    table: Crowd
    number: int
    token: str
    line: Wire | None = None
    version: int = 0
    open: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(eq=False)
class Crowd:
    """A table and its players. `heard` is when each of them heard of a version."""

    id: str
    players: list[Player] = field(default_factory=list)
    heard: dict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    sent: dict[str, tuple[float, int]] = field(default_factory=dict)  # request → time, sender
    acknowledged: dict[str, tuple[int, float]] = field(default_factory=dict)  # (version, when)
    over: bool = False

    def key_of(self, request: str) -> str:
        """The key of this answer in the store."""
        sender = self.players[self.sent[request][1]]
        return key_of("answer", request, sender.token)


@dataclass
class Figures:
    """The results. Times in milliseconds. `own_share`: of a core, that the load itself takes."""

    sent: int
    acknowledged: int
    refused: int
    seconds: float
    to_others: list[float]
    to_reply: list[float]
    own_share: float = 0.0

    @property
    def rate(self) -> float:
        """Durable answers a second."""
        return self.acknowledged / self.seconds


class Load:
    """Tables with seats, shared among servers; behind the seats of people these `bots`."""

    def __init__(
        self,
        addresses: Sequence[str],
        ruleset: str,
        course: str,
        seats: int,
        bots: Sequence[str] = (),
        seed: int = 1,
    ) -> None:
        self.ruleset, self.course, self.seats = ruleset, course, seats
        self.addresses = addresses
        self.bots = bots
        self.crowds: list[Crowd] = []
        self._random = random.Random(seed)
        self._ready: dict[Player, None] = {}  # those with an open question
        self._refused = 0

    async def gather(self, tables: int) -> None:
        """Make the tables, start the races, connect all players."""
        room = asyncio.Semaphore(STARTING)
        async with httpx.AsyncClient(timeout=60) as client:

            async def one(number: int) -> None:
                async with room:
                    address = self.addresses[number % len(self.addresses)]
                    await self._gather_one(client, address)

            await asyncio.gather(*map(one, range(tables)))

    async def _gather_one(self, client: httpx.AsyncClient, address: str) -> None:
        seats = [{"player": "mine", "name": f"Driver {n}"} for n in range(1, self.seats + 1)]
        seats += [{"player": bot, "name": f"Bot {n}"} for n, bot in enumerate(self.bots, 1)]
        wanted = {"ruleset": self.ruleset, "course": self.course, "seats": seats, "listed": False}
        made = (await client.post(f"{address}/api/tables", json=wanted)).raise_for_status().json()
        crowd = Crowd(made["id"])
        start = {"request": secrets.token_hex(8), "token": made["host"]}
        begun = await client.post(f"{address}/api/tables/{crowd.id}/start", json=start)
        begun.raise_for_status()
        for seat in made["seats"]:
            player = Player(crowd, seat["seat"], seat["token"])
            player.line = await self._connect(player, address)
            player.line.send({"do": "hello", "tokens": [player.token], "seen": None})
            crowd.players.append(player)
        self.crowds.append(crowd)

    async def _connect(self, player: Player, address: str) -> Wire:
        def hear(text: str) -> None:
            now = time.perf_counter()
            for message in read(text):
                self._hear(player, message, now)

        url = f"{address.replace('http', 'ws', 1)}/api/tables/{player.table.id}/live"
        to = urlsplit(address)
        loop = asyncio.get_running_loop()
        host, port = to.hostname or "", to.port or 80
        _, wire = await loop.create_connection(lambda: Wire(url, hear), host, port)
        await wire.opened
        return wire

    def _hear(self, player: Player, message: dict[str, Any], now: float) -> None:
        crowd, kind = player.table, message["type"]
        if kind == "update":
            player.version = message["version"]
            crowd.heard[player.version].setdefault(player.number, now)
        elif kind == "menus":
            menus = message["menus"]
            player.open = {menu["ask"]: menu for menu in menus if menu["seat"] == player.number}
            if player.open:
                self._ready[player] = None
            else:
                self._ready.pop(player, None)
        elif kind == "reply":
            crowd.acknowledged[message["request"]] = message["version"], now
        elif kind == "refusal":
            self._refused += 1
        elif kind == "state":
            player.version = message["version"]

    async def drive(self, rate: float, seconds: float) -> Figures:
        """Answer this many questions a second, evenly, for all players with an open question."""
        self._refused = 0
        gc.collect()
        gc.disable()  # a collection here, of up to 0.2 s, would look like the server's
        before = {request for crowd in self.crowds for request in crowd.acknowledged}
        began, own = time.perf_counter(), time.process_time()
        sent = 0
        while (now := time.perf_counter()) < began + seconds:
            due = int((now - began) * rate) + 1
            while sent < due and self._ready:
                self._answer_one()
                sent += 1
            sent = max(sent, due - int(rate / 10) - 1)  # no catching up
            pause = 0.0005 if self._ready else 1 / rate  # a load that waits leaves the processor
            await asyncio.sleep(max(pause, began + sent / rate - time.perf_counter()))
        lasted = time.perf_counter() - began
        own_share = (time.process_time() - own) / lasted
        gc.enable()
        await asyncio.sleep(1)
        return replace(self._figures(before, lasted), own_share=own_share)

    def _answer_one(self) -> None:
        player = next(iter(self._ready))
        del self._ready[player]
        ask, menu = player.open.popitem()
        option = self._random.choice(menu["options"])["name"]
        request = secrets.token_hex(8)
        answer = {
            "do": "answer",
            "request": request,
            "token": player.token,
            "version": player.version,
            "seat": player.number,
            "ask": ask,
            "answer": option,
        }
        assert player.line is not None
        player.table.sent[request] = time.perf_counter(), player.number
        player.line.send(answer)

    def _figures(self, before: set[str], seconds: float) -> Figures:
        others: list[float] = []
        replies: list[float] = []
        for crowd in self.crowds:
            for request, (version, at) in crowd.acknowledged.items():
                if request in before:
                    continue
                sent, who = crowd.sent[request]
                replies.append((at - sent) * 1000)
                heard = crowd.heard.get(version, {})
                others += [(when - sent) * 1000 for seat, when in heard.items() if seat != who]
        count = sum(len(crowd.sent) for crowd in self.crowds) - len(before)
        return Figures(count, len(replies), self._refused, seconds, others, replies)

    def acknowledged(self) -> dict[str, set[str]]:
        """The keys of all answers that were acknowledged, by table."""
        return {crowd.id: set(map(crowd.key_of, crowd.acknowledged)) for crowd in self.crowds}

    async def go(self) -> None:
        """Disconnect all players."""
        for player in (player for crowd in self.crowds for player in crowd.players):
            if player.line is not None:
                player.line.close()
        await asyncio.sleep(0)


def read(text: str) -> list[dict[str, Any]]:
    """Read the messages of one packet. Of an update only the version is read: it is long."""
    told = text.removeprefix("[")
    found: list[dict[str, Any]] = []
    if told.startswith(UPDATE):
        number = told[len(UPDATE) : told.index(",", len(UPDATE))]
        found = [{"type": "update", "version": int(number)}]
        after = told.find(NEXT)
        if after < 0:
            return found
        text = "[" + told[after + 1 :]
    heard = orjson.loads(text)
    return found + (heard if isinstance(heard, list) else [heard])


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all does not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
