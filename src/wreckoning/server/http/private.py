"""Keeps replies of the API out of caches, except those that anyone may read."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wreckoning.server.arrivals import is_for_programs
from wreckoning.server.http.host_header import READS

NO_STORE = "no-store"
KEEPS = ("cache-control", "etag", "last-modified")  # a reply with one of these may be kept


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
