"""What holds for every request and reply, whatever it is about: a class for each.

ServerTime  the server's time in every reply, since the reader's clock may be wrong
Private     keeps replies out of caches, except those that anyone may read
Faults      answers requests that fail by a fault of ours
Methods     HEAD wherever GET is answered, and the methods that there are
Attended    stops the work on a request whose client has gone
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wreckoning.server.arrivals import is_for_programs, path_of
from wreckoning.server.http.host_header import READS
from wreckoning.server.logbook import failed
from wreckoning.table.refusals import error_json
from wreckoning.table.replies import RefusalKind

SERVER_TIME = "server-time"  # the header: seconds since 1970, to the millisecond
NO_STORE = "no-store"
KEEPS = ("cache-control", "etag", "last-modified")  # a reply with one of these may be kept
LOOKS = re.compile(r"/api/(campaigns|leagues)(/\w+/look)?")  # they only read, by any method


class ServerTime:
    """Adds the server's time to every HTTP reply but those that browsers keep and use again.

    All times in replies and messages are meant by this clock: a page compares them with it, never
    with its own. On a WebSocket the message `time` says the same.
    """

    def __init__(self, app: ASGIApp, clock: Callable[[], float]) -> None:
        self._app, self._clock = app, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "max-age" not in headers.get("cache-control", ""):
                    headers[SERVER_TIME] = f"{self._clock():.3f}"
            await send(message)

        await self._app(scope, receive, stamped if scope["type"] == "http" else send)


class Private:
    """Says `cache-control: no-store` in every reply of the API that belongs to one person.

    A reply may only be kept if it says so itself, and nothing in its request proves who asks: no
    token is sent, and no body that could have one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_for_programs(scope):
            await self.app(scope, receive, send)
            return
        is_open = scope["method"] in READS and "authorization" not in Headers(scope=scope)

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not is_open or not any(name in headers for name in KEEPS):
                    headers["cache-control"] = NO_STORE
            await send(message)

        await self.app(scope, receive, marked)


class Faults:
    """Answers requests that fail by a fault of ours with an error, and logs them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            failed(error, "request", method=scope["method"], path=scope["path"][:100])
            if not begun:
                text = "something went wrong here; it is in the server's log"
                await error_reply("failed", text, 500)(scope, receive, send)


class Methods:
    """HEAD is GET without the body; OPTIONS, and every 405, list the methods of the address."""

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute]) -> None:
        self.app, self._routes = app, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" and (allowed := self._allowed(scope)):
            await Response(status_code=204, headers={"allow": allowed})(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 405:
                MutableHeaders(scope=message)["allow"] = self._allowed(scope)
            if is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"} if is_head else scope, receive, watched)

    def _allowed(self, scope: Scope) -> str:
        """The methods of an address, '' if nothing is there."""
        found, path = set[str](), path_of(scope)
        for route in self._routes:
            pattern, methods = getattr(route, "path_regex", None), getattr(route, "methods", None)
            if pattern and methods and pattern.match(path):
                found |= methods
        if not found and not is_for_programs(scope):
            found = {"GET"}  # a page, or the page that says so
        if "GET" in found:
            found.add("HEAD")
        return ", ".join(sorted({*found, "OPTIONS"})) if found else ""


class Attended:
    """Stops the work on a request as soon as its client has gone, if that leaves nothing half done.

    Those are requests that only read, and files that nobody knows of before the answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _may_stop(scope):
            await self.app(scope, receive, send)
            return
        messages: asyncio.Queue[Message] = asyncio.Queue()
        is_answered = False

        async def listen() -> None:
            while (message := await receive())["type"] != "http.disconnect":
                messages.put_nowait(message)

        gone = asyncio.ensure_future(listen())

        async def received() -> Message:
            getting = asyncio.ensure_future(messages.get())
            try:
                await asyncio.wait({getting, gone}, return_when=asyncio.FIRST_COMPLETED)
                return getting.result() if getting.done() else {"type": "http.disconnect"}
            finally:
                getting.cancel()

        async def watched(message: Message) -> None:
            nonlocal is_answered
            is_answered = message["type"] == "http.response.body" and not message.get("more_body")
            await send(message)

        work = asyncio.ensure_future(self.app(scope, received, watched))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and not is_answered:
                work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
        finally:
            gone.cancel()
            work.cancel()


def _may_stop(scope: Scope) -> bool:
    return scope["method"] in ("GET", "HEAD") or bool(LOOKS.fullmatch(path_of(scope)))


def error_reply(kind: RefusalKind, text: str, status: int) -> JSONResponse:
    """An error as the API words it."""
    return JSONResponse(asdict(error_json(kind, text)), status)
