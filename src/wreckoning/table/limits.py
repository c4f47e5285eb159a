"""How much anybody may ask of the server."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wreckoning.table.refusals import TooMany

REMEMBERED = 10_000  # addresses


@dataclass(frozen=True)
class Limits:
    """Rates are (how many at once, how many a second)."""

    body: int = 64 * 1024  # bytes
    message: int = 16 * 1024  # bytes, over a line
    tables: tuple[float, float] = (30, 1 / 20)  # made by an address
    chat: tuple[float, float] = (8, 1)  # by a token
    commands: tuple[float, float] = (120, 40)  # over a line, or by an address
    lines_per_address: int = 400
    lines_per_table: int = 200


class Buckets:
    """A bucket for each key, that fills by and by. Raises TooMany when one is empty."""

    def __init__(self, rate: tuple[float, float], what: str) -> None:
        self._most, self._per_second = rate
        self._what = what
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        """One more."""
        now = clock()
        level, then = self._levels.pop(key, (self._most, now))
        level = min(self._most, level + (now - then) * self._per_second)
        if level < 1:
            self._levels[key] = level, now
            raise TooMany(f"too many {self._what} at once; wait a moment")
        self._levels[key] = level - 1, now
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)


class BodyLimit:
    """Refuses bodies larger than so many bytes, before they are read."""

    def __init__(self, app: ASGIApp, largest: int) -> None:
        self.app, self.largest = app, largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        told = headers.get(b"content-length", b"0")
        if told.isdigit() and int(told) > self.largest:
            await self._refuse(send)
            return
        body, more = b"", True
        if b"transfer-encoding" in headers:
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    return
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > self.largest:
                    await self._refuse(send)
                    return
            await self.app(scope, _given(body, receive), send)
            return
        await self.app(scope, receive, send)

    async def _refuse(self, send: Send) -> None:
        text = f"expected at most {self.largest} bytes"
        error = {"error": {"kind": "too_many", "text": text, "rule": ""}}
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(error).encode()})


def _given(body: bytes, receive: Receive) -> Receive:
    """A request whose body is here already."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        message: dict[str, Any] = {"type": "http.request", "body": body, "more_body": False}
        return message

    return again
