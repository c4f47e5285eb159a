"""Answers HEAD wherever GET is answered, and says which methods there are."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wreckoning.server.arrivals import is_for_programs, path_of


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
