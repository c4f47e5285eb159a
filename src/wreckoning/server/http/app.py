"""Puts the server together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import asdict, is_dataclass
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from wreckoning import __version__
from wreckoning.core import shown
from wreckoning.core.documents import Json
from wreckoning.core.errors import WreckError
from wreckoning.leagues.messages import COMMAND, NEW_LEAGUE
from wreckoning.server.http.conditional import Conditional
from wreckoning.server.http.host_header import HostCheck, Hosts
from wreckoning.server.http.middleware import (
    Attended,
    Faults,
    Methods,
    Private,
    ServerTime,
    error_reply,
)
from wreckoning.server.http.routes import (
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
from wreckoning.server.http.routes.common import Serving
from wreckoning.server.kept_races import keep_told
from wreckoning.server.leagues.clock import LeagueClock
from wreckoning.server.leagues.reviewing import LeagueReviewer
from wreckoning.server.limits import Limits, RequestLimit
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.live.listening import Listener
from wreckoning.server.live.menu_chances import Menus
from wreckoning.server.live.service import TableService
from wreckoning.server.metrics import METRICS
from wreckoning.server.notices.keys import vapid_key
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.store.store import Store
from wreckoning.server.tidying import tidy
from wreckoning.server.workers.warming import Warming
from wreckoning.table.models import NEW_CAMPAIGN
from wreckoning.table.refusals import error_json, first_fault, kind_of, refusal
from wreckoning.table.replies import Push, RefusalKind, Refusing

log = structlog.get_logger("server")

LARGE_BODIES: dict[str, TypeAdapter[Any]] = {
    "NewCampaign": NEW_CAMPAIGN,
    "NewLeague": NEW_LEAGUE,
    "LeagueCommand": COMMAND,
}
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
            asyncio.create_task(keep_told(all_tables.live_tables)),
            asyncio.create_task(serving.watch.watch(lambda: all_tables.large_work.is_busy)),
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
            all_tables.large_work.close()
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
        redirect_slashes=False,  # it would name the host as it was reached here
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
    app.add_middleware(Conditional)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Attended)
    app.add_middleware(RequestLimit, limits=limits)
    app.add_middleware(Methods, routes=app.router.routes)
    app.add_middleware(HostCheck, hosts=hosts or Hosts())
    app.add_middleware(Faults)
    app.add_middleware(Private)
    app.add_middleware(ServerTime, clock=lambda: app.state.serving.tables.clock())
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(WreckError)
    async def refused(_: Request, error: WreckError) -> JSONResponse:
        kind, status = kind_of(error)
        METRICS.refusals.labels(kind).inc()
        return JSONResponse(asdict(Refusing(refusal(error))), status)

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
        return JSONResponse(asdict(told), error.status_code, headers=error.headers)


def _document(app: FastAPI) -> Json:
    """The API as OpenAPI describes it. Drawing data are sent complete, including defaults."""
    if not app.openapi_schema:
        schemas = FastAPI.openapi(app)["components"]["schemas"]
        for taken, kind in LARGE_BODIES.items():  # no route reads them: FastAPI does not know them
            schema = kind.json_schema(ref_template="#/components/schemas/{model}")
            for name, part in {taken: schema, **schema.pop("$defs")}.items():
                schemas.setdefault(name, part)
        in_order = sorted(schemas.items())
        schemas.clear()
        schemas.update(in_order)
        for name, kind in vars(shown).items():
            if is_dataclass(kind) and name in schemas:
                schemas[name]["required"] = list(schemas[name]["properties"])
    return FastAPI.openapi(app)


def _malformed(text: str, status: int) -> JSONResponse:
    METRICS.refusals.labels("malformed").inc()
    return error_reply("malformed", text, status)
