"""Routes of the race of the day."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from wreckoning.server.http.routes.common import REFUSALS, Served, address, send_json
from wreckoning.server.http.routes.profiles import Day, Device
from wreckoning.table import models, replies

router = APIRouter(prefix="/api/daily", tags=["race of the day"], responses=REFUSALS)


@router.get("", response_model=replies.DailyRace)
async def daily(device: Device, served: Served, day: Day = "") -> Response:
    """The race of a day, today's without one, with its results; and your own race."""
    return send_json(await served.daily.look(day, device))


@router.post("", response_model=replies.DailyMade)
async def race(wanted: models.NewDailyRace, request: Request, served: Served) -> Response:
    """Begin today's race, once for each profile. Answers with the table that you have."""
    served.made.take(address(request))
    table = await served.daily.race(await served.proved(wanted))
    return send_json(replies.DailyMade(table))
