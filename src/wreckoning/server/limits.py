"""The limits of the server: how much one client may use."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from wreckoning.server.arrivals import path_of
from wreckoning.server.metrics import METRICS
from wreckoning.table.refusals import TooMany, error_json

REMEMBERED = 10_000  # addresses
# The address whose request is being worked on, for fair turns; '' for the server's own work
VISITOR: ContextVar[str] = ContextVar("VISITOR", default="")


@dataclass(frozen=True)
class Limits:
    """The limits. Rates are (how many at once, how many a second), sizes bytes."""

    head: int = 32 * 1024  # a request's first line and its header lines
    head_line: int = 8 * 1024 - 16  # one of them; websockets reads none longer than 8 KiB
    head_lines: int = 100
    head_seconds: float = 10
    body: int = 64 * 1024
    large_file: int = 8 * 1024 * 1024  # the same, for the file of a campaign or league
    large_bodies: int = 6  # longer than `body`, at once
    large_bodies_per_address: int = 2
    pause_seconds: float = 5  # in which none of a large body comes
    body_seconds: float = 20
    idle_seconds: int = 75  # until a connection without a request is closed; proxies keep them 60
    stalled: float = 30  # seconds in which a client reads next to nothing of what it is sent
    connections: int = 4000
    connections_per_address: int = 500
    frames: tuple[float, float] = (240, 80)  # over a WebSocket: messages, their parts, pings
    requests: tuple[float, float] = (400, 80)  # to the API, by address
    replays: tuple[float, float] = (40, 1)  # of them: replays, logs, campaigns' files, pictures
    files: tuple[float, float] = (2400, 400)  # of the pages, by address
    message: int = 16 * 1024  # over a WebSocket
    tables: tuple[float, float] = (30, 1 / 20)  # made by an address
    profiles: tuple[float, float] = (30, 1 / 20)  # made, or signed in to, by an address
    chat: tuple[float, float] = (8, 1)  # by token
    emotes: tuple[float, float] = (3, 1 / 4)  # by token
    notices: tuple[float, float] = (10, 1 / 20)  # channels added, and tests, by person or table
    commands: tuple[float, float] = (120, 40)  # over a WebSocket, or by address
    hello_seconds: float = 10  # until a new WebSocket must send its tokens
    silent_lines: int = 50  # from an address, before their hello
    lines_per_address: int = 400
    lines_per_seat: int = 8
    watchers: int = 2000
    watchers_per_table: int = 200
    watchers_per_address: int = 50  # at a table


class Buckets:
    """A token bucket for each key, refilled over time. Raises TooMany when one is empty."""

    def __init__(self, rate: tuple[float, float], what: str) -> None:
        self._most, self._per_second = rate
        self._what = what
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Take one."""
        now = clock()
        level, then = self._levels.pop(key, (self._most, now))
        level = min(self._most, level + (now - then) * self._per_second)
        if level < 1:
            self._levels[key] = level, now
            raise TooMany(f"too many {self._what} at once; wait a moment")
        self._levels[key] = level - 1, now
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)


class RequestLimit:
    """Refuses requests from an address that sends too many, before any work is done for them."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self._requests = Buckets(limits.requests, "requests")
        self._replays = Buckets(limits.replays, "replays and logs")
        self._files = Buckets(limits.files, "files")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        VISITOR.set(address_key(client[0] if client else ""))
        if scope["type"] == "http":
            try:
                self._count(path_of(scope), VISITOR.get())
            except TooMany as error:
                METRICS.refusals.labels("too_many").inc()
                told = error_json("too_many", str(error))
                await JSONResponse(asdict(told), 429, {"retry-after": "1"})(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _count(self, path: str, address: str) -> None:
        if path == "/healthz":  # always answered
            return
        if not path.startswith(("/api/", "/metrics")):
            self._files.take(address)
            return
        self._requests.take(address)
        if path.endswith(("/replay", "/log", "/file", "/board.png")):
            self._replays.take(address)


@lru_cache(4096)
def address_key(address: str) -> str:
    """The key for an address. For IPv6 the first half: a home or a machine has all of it."""
    try:
        one = ip_address(address.partition("%")[0])
    except ValueError:  # in the form that a proxy gives
        return address[:64]
    if isinstance(one, IPv6Address):
        return str(one.ipv4_mapped or IPv6Network((one, 64), strict=False))
    return str(one)
