"""The server's time in every reply, since the reader's clock may be wrong.

All times in replies and messages are meant by this clock: a page compares them with it, never with
its own. On a WebSocket the message `time` says the same.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "server-time"  # seconds since 1970, to the millisecond


class ServerTime:
    """Adds the header to every HTTP reply, but not to those that browsers keep and use again."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float]) -> None:
        self._app, self._clock = app, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "max-age" not in headers.get("cache-control", ""):
                    headers[HEADER] = f"{self._clock():.3f}"
            await send(message)

        await self._app(scope, receive, stamped if scope["type"] == "http" else send)
