"""Puts the server together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import is_dataclass
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wreckoning import __version__
from wreckoning.core import shown
from wreckoning.core.errors import WreckError
from wreckoning.table.api import (
    campaigns,
    daily,
    leagues,
    live,
    notices,
    operations,
    pages,
    profiles,
    rulesets,
    tables,
)
from wreckoning.table.api.common import Serving
from wreckoning.table.clocks import Clocks
from wreckoning.table.hosts import HostCheck, Hosts
from wreckoning.table.leagues.reviewing import LeagueReviewer
from wreckoning.table.leagues.service import LeagueClock
from wreckoning.table.limits import Limits, RequestLimit
from wreckoning.table.listening import Listener
from wreckoning.table.logbook import failed
from wreckoning.table.menus import Menus
from wreckoning.table.metrics import METRICS
from wreckoning.table.notices.keys import vapid_key
from wreckoning.table.notices.kinds import NoticeSettings
from wreckoning.table.refusals import error_json, first_fault, kind_of, refusal
from wreckoning.table.replies import Push, RefusalKind
from wreckoning.table.service import TableService
from wreckoning.table.store import Store
from wreckoning.table.tidying import tidy
from wreckoning.table.warming import Warming

log = structlog.get_logger("server")

HEADERS = {  # of every answer; the server sends them
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
}


def create_app(
    engine: Engine,
    limits: Limits | None = None,
    hosts: Hosts | None = None,
    sends: NoticeSettings | None = None,
    review_leagues: bool = False,
) -> FastAPI:
    """Make a server on this database. It closes the database when it stops.

    Without `hosts` it only answers this machine; without `sends` it sends no notices. With
    `review_leagues` it reviews the races of leagues while nobody plays.
    """
    limits, sending = limits or Limits(), sends or NoticeSettings()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(engine)
        all_tables, menus = TableService(store), Menus()
        all_tables.commands.threads.on_slow = Warming().request
        key = await asyncio.to_thread(vapid_key, engine)
        serving = app.state.serving = Serving(all_tables, menus, limits, sending, key)
        all_tables.broadcaster.listeners += [menus.request, serving.thinking.request]
        tasks = [
            asyncio.create_task(Clocks(all_tables).watch()),
            asyncio.create_task(LeagueClock(serving.leagues, all_tables.clock).watch()),
            asyncio.create_task(menus.work()),
            asyncio.create_task(
                tidy(lambda: all_tables.commands.changes, all_tables.live_tables.drop_quiet)
            ),
        ]
        if review_leagues:
            reviewer = LeagueReviewer(all_tables, serving.reviews)
            tasks.append(asyncio.create_task(reviewer.watch()))
        if sending.kinds:
            tasks.append(asyncio.create_task(serving.notifier.work()))
        if not store.is_shared:
            tasks.append(asyncio.create_task(all_tables.following.watch_deleted()))
        else:
            presence, telling = all_tables.presence, all_tables.broadcaster
            tasks.append(asyncio.create_task(Listener(engine, all_tables.following).listen()))
            tasks.append(asyncio.create_task(presence.work(telling.send_presence)))
        log.info("started", version=__version__, database=engine.dialect.name)
        try:
            yield
        finally:
            all_tables.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            menus.close()
            serving.thinking.close()
            serving.reviews.close()
            serving.sender.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(all_tables.presence.leave(), 0.5)
            store.close()  # here, because other threads may still be reading
            log.info("stopped")

    app = FastAPI(
        title="Wreckoning",
        version=__version__,
        summary="Race night for tabletop car combat: the table's interface.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.webhooks.post("live", response_model=Push, summary="A table's WebSocket")(live.describe)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    app.state.limits = limits
    for router in (
        rulesets.router,
        tables.router,
        campaigns.router,
        daily.router,
        leagues.router,
        profiles.router,
        notices.router,
        live.router,
        operations.router,
    ):
        # As they are: including a router makes each of its routes a second time.
        app.router.routes += router.routes
    app.router.default = pages.Pages(app.router.default)
    _add_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(RequestLimit, limits=limits)
    app.add_middleware(HostCheck, hosts=hosts or Hosts())
    app.add_middleware(Faults)
    return app


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
                await _error("failed", text, 500)(scope, receive, send)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(WreckError)
    async def refused(_: Request, error: WreckError) -> JSONResponse:
        kind, status = kind_of(error)
        METRICS.refusals.labels(kind).inc()
        return JSONResponse({"error": refusal(error)}, status)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> JSONResponse:
        if error.errors()[0]["type"] == "json_invalid":
            return _malformed("not JSON", 400)
        return _malformed(first_fault(error.errors()), 422)

    @app.exception_handler(ValidationError)
    async def unfit(_: Request, error: ValidationError) -> JSONResponse:
        return _malformed(first_fault(error.errors()), 422)

    @app.exception_handler(HTTPException)
    async def nowhere(_: Request, error: HTTPException) -> JSONResponse:
        kinds: dict[int, RefusalKind] = {404: "unknown", 413: "too_many", 429: "too_many"}
        kind = kinds.get(error.status_code, "malformed")
        told = error_json(kind, str(error.detail)[:200])
        return JSONResponse(told, error.status_code, headers=error.headers)


def _document(app: FastAPI) -> dict[str, Any]:
    """The API as OpenAPI describes it. Drawing data are sent complete, including defaults."""
    if not app.openapi_schema:
        schemas = FastAPI.openapi(app)["components"]["schemas"]
        for name, kind in vars(shown).items():
            if is_dataclass(kind) and name in schemas:
                schemas[name]["required"] = list(schemas[name]["properties"])
    return FastAPI.openapi(app)


def _malformed(text: str, status: int) -> JSONResponse:
    METRICS.refusals.labels("malformed").inc()
    return _error("malformed", text, status)


def _error(kind: RefusalKind, text: str, status: int) -> JSONResponse:
    return JSONResponse(error_json(kind, text), status)
