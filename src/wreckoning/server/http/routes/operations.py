"""Routes for operators: health and metrics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from wreckoning import __version__
from wreckoning.core.documents import Json
from wreckoning.server.http.routes.common import REFUSALS, Served, send_json
from wreckoning.server.metrics import METRICS
from wreckoning.table import replies

ELSEWHERE: dict[int | str, Json] = {status: REFUSALS[status] for status in (403, 429)}
router = APIRouter(tags=["operations"], responses=ELSEWHERE)


@router.get(
    "/healthz",
    response_model=replies.Health,
    responses={503: {"model": replies.Health, "description": "Nothing can be stored"}},
)
async def healthz(served: Served) -> Response:
    """Check that the server runs, its store answers, and changes can be stored."""
    why_not = await served.watch.why()
    if why_not:
        return send_json(replies.Health(why_not), 503)
    return send_json(replies.Health("ok", __version__))


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(served: Served) -> Response:
    """Counts and times in Prometheus' format."""
    METRICS.rooms.set(len(served.tables.live_tables.all()))
    return Response(generate_latest(METRICS.registry), media_type=CONTENT_TYPE_LATEST)
