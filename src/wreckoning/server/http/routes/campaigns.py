"""Routes of campaigns: make, view and play them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from wreckoning.core.documents import Json
from wreckoning.server.http.conditional import saved_as, tagged
from wreckoning.server.http.routes.common import (
    REFUSALS,
    IsWhole,
    Served,
    address,
    json_body,
    send_json,
    takes,
)
from wreckoning.table import models, replies

router = APIRouter(prefix="/api/campaigns", tags=["campaigns"], responses=REFUSALS)
CampaignId = Annotated[
    str, Path(max_length=32, pattern=r"^[a-z0-9]+$", description="The campaign's id")
]


@router.get("", response_model=replies.CampaignCards)
async def campaigns(
    served: Served,
    state: Literal["open", "running", "over"] = "running",
    page: Annotated[
        int, Query(ge=1, le=1000, description="Lists are sent page by page"), IsWhole
    ] = 1,
) -> Response:
    """Public campaigns, the latest first."""
    return send_json(await served.campaigns.listed(state, page))


@router.post("", response_model=replies.Made, openapi_extra=takes("NewCampaign"))
async def new_campaign(request: Request, served: Served) -> Response:
    """Make a campaign, or load one from a file. Answers with its id and your tokens."""
    served.made.take(address(request))
    return send_json(await served.campaigns.create(await json_body(request)))


@router.post("/{campaign}/look", response_model=replies.CampaignInfo)
async def look(
    campaign: CampaignId, wanted: models.Look, request: Request, served: Served
) -> Response:
    """View a campaign with these tokens."""
    served.commands.take(address(request))
    return send_json(
        await served.campaigns.look(campaign, await served.profiles.proofs(wanted.tokens))
    )


@router.post("/{campaign}/claim", response_model=replies.Claimed)
async def claim(
    campaign: CampaignId, wanted: models.CampaignClaim, request: Request, served: Served
) -> Response:
    """Take an open seat."""
    served.commands.take(address(request))
    return send_json(await served.campaigns.claim(campaign, await served.proved(wanted)))


@router.post("/{campaign}/text", response_model=replies.CampaignInfo)
async def text(
    campaign: CampaignId, wanted: models.CampaignText, request: Request, served: Served
) -> Response:
    """Give your text for the dice, before the first roll. Answers with the page after it."""
    served.commands.take(address(request))
    wanted = await served.proved(wanted)
    await served.campaigns.give_text(campaign, wanted)
    return send_json(await served.campaigns.look(campaign, [wanted.token]))


@router.post("/{campaign}/move", response_model=replies.CampaignInfo)
async def move(
    campaign: CampaignId, wanted: models.CampaignMove, request: Request, served: Served
) -> Response:
    """Make a move in a campaign, as its page offers it. Answers with the page after it."""
    served.commands.take(address(request))
    wanted = await served.proved(wanted)
    await served.campaigns.do(campaign, wanted)
    return send_json(await served.campaigns.look(campaign, [wanted.token]))


@router.get("/{campaign}/file", response_model=Json)
async def file(campaign: CampaignId, served: Served) -> Response:
    """Download a campaign as a file, which another server can load."""
    document = await served.campaigns.document(campaign)
    name = f"wreckoning-campaign-{campaign}.json"
    return tagged(document, "application/json", saved_as(name))
