"""Routes for operators: health and metrics."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from wreckoning import __version__
from wreckoning.table import replies
from wreckoning.table.api.common import REFUSALS, Served
from wreckoning.table.metrics import METRICS
from wreckoning.table.store import Store

ELSEWHERE: dict[int | str, dict[str, Any]] = {status: REFUSALS[status] for status in (403, 429)}
router = APIRouter(tags=["operations"], responses=ELSEWHERE)


@router.get(
    "/healthz",
    response_model=replies.Health,
    responses={503: {"model": replies.Health, "description": "Nothing can be stored"}},
)
async def healthz(served: Served) -> Response:
    """Check that the server runs, its store answers, and changes can be stored."""
    try:
        why_not = await asyncio.wait_for(asyncio.to_thread(_look, served.tables.store), 5)
    except (SQLAlchemyError, TimeoutError):
        return JSONResponse({"status": "store does not answer"}, 503)
    if why_not:
        return JSONResponse({"status": f"{why_not}: nothing can be stored"}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


def _look(store: Store) -> str:
    """Why changes cannot be stored; '' if they can. Raises if the store does not answer."""
    store.ping()
    return store.why_not_written()


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(served: Served) -> Response:
    """Counts and times in Prometheus' format."""
    METRICS.rooms.set(len(served.tables.live_tables.all()))
    return Response(generate_latest(METRICS.registry), media_type=CONTENT_TYPE_LATEST)
