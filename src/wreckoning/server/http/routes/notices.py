"""Routes of channels: where people, and tables, are told whose turn it is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from wreckoning.server.http.routes.common import REFUSALS, Served, TableInPath, address, send_json
from wreckoning.server.http.routes.leagues import LeagueId
from wreckoning.server.http.routes.profiles import Device, describe
from wreckoning.server.notices import models

router = APIRouter(prefix="/api", tags=["notices"], responses=REFUSALS)
Id = Annotated[str, Path(max_length=32, pattern=r"^[a-z0-9]+$")]


@router.get("/profile/channels", response_model=models.Channels)
async def own(device: Device, served: Served) -> Response:
    """Where you are told that it is your turn, and what you may add."""
    return send_json(await served.channels.look(await served.channels.own(device), device))


@router.post("/profile/channels", response_model=models.Channels)
async def add(
    wanted: models.NewChannel, device: Device, request: Request, served: Served
) -> Response:
    """Add a channel by its address."""
    owner = await served.channels.own(device)
    await served.channels.add(owner, wanted.address, str(request.base_url))
    return send_json(await served.channels.look(owner, device))


@router.post("/profile/channels/push", response_model=models.Channels)
async def subscribe(
    wanted: models.Subscription, device: Device, request: Request, served: Served
) -> Response:
    """Add this browser, by Web Push."""
    await served.channels.subscribe(device, wanted, describe(request), str(request.base_url))
    return send_json(await served.channels.look(await served.channels.own(device), device))


@router.post("/profile/channels/{name}/test", response_model=models.Channels)
async def test(name: Id, device: Device, request: Request, served: Served) -> Response:
    """Send a notice there now. The answer says whether it was taken."""
    owner = await served.channels.own(device)
    await served.channels.test(owner, name, address(request))
    return send_json(await served.channels.look(owner, device))


@router.post("/profile/channels/{name}/remove", response_model=models.Channels)
async def remove(name: Id, device: Device, served: Served) -> Response:
    """Remove a channel."""
    owner = await served.channels.own(device)
    await served.channels.remove(owner, name)
    return send_json(await served.channels.look(owner, device))


@router.post("/leagues/{league}/channels", response_model=models.Channels)
async def of_league(league: LeagueId, wanted: models.AsHost, served: Served) -> Response:
    """Where this league posts each turn of its races; for its owner."""
    return send_json(await served.channels.look(await served.channels.of_league(league, wanted)))


@router.post("/leagues/{league}/channels/add", response_model=models.Channels)
async def add_to_league(
    league: LeagueId, wanted: models.NewTableChannel, request: Request, served: Served
) -> Response:
    """Add a channel for the league, by its address."""
    owner = await served.channels.of_league(league, wanted)
    await served.channels.add(owner, wanted.address, str(request.base_url))
    return send_json(await served.channels.look(owner))


@router.post("/leagues/{league}/channels/{name}/test", response_model=models.Channels)
async def test_of_league(
    league: LeagueId, name: Id, wanted: models.AsHost, request: Request, served: Served
) -> Response:
    """Send a notice there now. The answer says whether it was taken."""
    owner = await served.channels.of_league(league, wanted)
    await served.channels.test(owner, name, address(request))
    return send_json(await served.channels.look(owner))


@router.post("/leagues/{league}/channels/{name}/remove", response_model=models.Channels)
async def remove_from_league(
    league: LeagueId, name: Id, wanted: models.AsHost, served: Served
) -> Response:
    """Remove a channel of the league."""
    owner = await served.channels.of_league(league, wanted)
    await served.channels.remove(owner, name)
    return send_json(await served.channels.look(owner))


@router.post("/tables/{table_id}/channels", response_model=models.Channels)
async def of_table(table_id: TableInPath, wanted: models.AsHost, served: Served) -> Response:
    """Where this table tells whose turn it is, or posts each turn; for its host."""
    return send_json(await served.channels.look(await served.channels.of_table(table_id, wanted)))


@router.post("/tables/{table_id}/channels/add", response_model=models.Channels)
async def add_to_table(
    table_id: TableInPath, wanted: models.NewTableChannel, request: Request, served: Served
) -> Response:
    """Add a channel for the table, by its address."""
    owner = await served.channels.of_table(table_id, wanted)
    await served.channels.add(owner, wanted.address, str(request.base_url))
    return send_json(await served.channels.look(owner))


@router.post("/tables/{table_id}/channels/{name}/test", response_model=models.Channels)
async def test_of_table(
    table_id: TableInPath, name: Id, wanted: models.AsHost, request: Request, served: Served
) -> Response:
    """Send a notice there now. The answer says whether it was taken."""
    owner = await served.channels.of_table(table_id, wanted)
    await served.channels.test(owner, name, address(request))
    return send_json(await served.channels.look(owner))


@router.post("/tables/{table_id}/channels/{name}/remove", response_model=models.Channels)
async def remove_from_table(
    table_id: TableInPath, name: Id, wanted: models.AsHost, served: Served
) -> Response:
    """Remove a channel of the table."""
    owner = await served.channels.of_table(table_id, wanted)
    await served.channels.remove(owner, name)
    return send_json(await served.channels.look(owner))
