"""For who runs the server: is it well, and how much does it do?"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from wreckoning import __version__
from wreckoning.table.api.common import REFUSALS, Served
from wreckoning.table.metrics import METRICS

ELSEWHERE: dict[int | str, dict[str, Any]] = {status: REFUSALS[status] for status in (403, 429)}
router = APIRouter(tags=["operations"], responses=ELSEWHERE)


@router.get("/healthz", responses={503: {"description": "The store does not answer"}})
async def healthz(served: Served) -> Response:
    """Is the server up, and does its store answer?"""
    try:
        await asyncio.wait_for(asyncio.to_thread(served.tables.store.ping), 5)
    except (SQLAlchemyError, TimeoutError):
        return JSONResponse({"status": "store does not answer"}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(served: Served) -> Response:
    """Counts and times, as Prometheus reads them."""
    METRICS.rooms.set(len(served.tables.rooms.all()))
    return Response(generate_latest(METRICS.registry), media_type=CONTENT_TYPE_LATEST)
