"""Parts that all routes share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Path, Request
from fastapi.responses import Response
from pydantic import BeforeValidator

from wreckoning.core.documents import Json
from wreckoning.core.texts.numerals import check_whole
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.daily import Daily
from wreckoning.server.encoding import dump
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.leagues.luck import keep_luck
from wreckoning.server.leagues.service import LeagueService
from wreckoning.server.limits import VISITOR, Buckets, Limits, address_key
from wreckoning.server.live.admission import Admission
from wreckoning.server.live.bots import Thinking
from wreckoning.server.live.glances import Glancing
from wreckoning.server.live.hints import Hints
from wreckoning.server.live.menu_chances import Menus
from wreckoning.server.live.pictures import Pictures
from wreckoning.server.live.replays import Replays
from wreckoning.server.live.service import TableService
from wreckoning.server.notices.channels import ChannelService
from wreckoning.server.notices.kinds import NO_NOTICES, NoticeSettings
from wreckoning.server.notices.notifier import Notifier
from wreckoning.server.notices.sender import Sender
from wreckoning.server.profiles.service import Profiles
from wreckoning.server.store.store_watch import StoreWatch
from wreckoning.server.workers.reviews import Reviews
from wreckoning.table import models
from wreckoning.table.ids import TableId
from wreckoning.table.models import Model
from wreckoning.table.refusals import NotJson
from wreckoning.table.replies import Refusing

SVG = "image/svg+xml"
FORBIDDEN = "Another's seat, a thing for the host, or a Host or Origin that is not this server's"
# Each model of a response is made again for each route: the others refer to that of the first.
AS_REFUSING = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusing"}}}
REFUSALS: dict[int | str, Json] = {
    400: {"model": Refusing, "description": "The body cannot be read"},
    403: {"content": AS_REFUSING, "description": FORBIDDEN},
    404: {"content": AS_REFUSING, "description": "No such table, seat or ruleset"},
    408: {"content": AS_REFUSING, "description": "The request came too slowly"},
    409: {"content": AS_REFUSING, "description": "Not permitted now, or the question has changed"},
    413: {"content": AS_REFUSING, "description": "The body is too large"},
    414: {"content": AS_REFUSING, "description": "The address is too long"},
    422: {"content": AS_REFUSING, "description": "A value that cannot be read"},
    429: {"content": AS_REFUSING, "description": "Too much at once"},
    431: {"content": AS_REFUSING, "description": "The head is too large"},
    503: {"content": AS_REFUSING, "description": "The store does not answer; send it again"},
}

# For a whole number in an address, of which pydantic reads `1_000` and ` 5` as well.
IsWhole = BeforeValidator(check_whole)

TableInPath = Annotated[
    TableId, Path(max_length=32, pattern=r"^[a-z0-9]+$", description="The table's id")
]


M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Serving:
    """What the routes of one server share. `key` is its private one for Web Push."""

    def __init__(
        self,
        tables: TableService,
        menus: Menus,
        limits: Limits,
        notices: NoticeSettings = NO_NOTICES,
        key: str = "",
    ) -> None:
        self.tables, self.menus, self.limits = tables, menus, limits
        self.watch = StoreWatch(tables.store)
        self.campaigns = CampaignService(tables)
        self.leagues = LeagueService(tables, self.campaigns)
        self.profiles = Profiles(tables)
        self.daily = Daily(tables, self.profiles)
        self.sender = Sender(notices)
        self.channels = ChannelService(
            tables, self.profiles, self.sender, notices, key, limits, self.leagues
        )
        self.notifier = Notifier(
            tables, self.campaigns, self.channels, self.sender, notices, self.profiles.now
        )
        self.thinking = Thinking(tables.commands)
        self.hints = Hints(tables.commands, tables.following, self.thinking)
        self.glancing = Glancing(tables.live_tables)
        self.drawing = FairQueue("drawings", each=32, most=512)
        self.replays = Replays(self.drawing)
        self.pictures = Pictures(self.drawing)
        self.reviews = Reviews(tables.store, along=[keep_luck])
        self.made = Buckets(limits.tables, "new tables")
        self.people = Buckets(limits.profiles, "new profiles and sign-ins")
        self.chat = Buckets(limits.chat, "messages")
        self.emotes = Buckets(limits.emotes, "emotes")
        self.commands = Buckets(limits.commands, "commands")
        self.admission = Admission(limits)

    async def draw(self, does: Callable[..., T], *given: object) -> T:
        """Do this in a thread when it is the visitor's turn: one draws at a time."""
        return await self.drawing.in_thread(VISITOR.get(), does, *given)

    def count_talk(self, command: models.TableCommand) -> None:
        """Count what a seat says. Raises TooMany."""
        if isinstance(command, models.Emote):
            self.emotes.take(command.token)
        if isinstance(command, models.Chat | models.Emote):
            self.chat.take(command.token)

    async def proved(self, sent: M) -> M:
        """The message with its token replaced by the profile's proof, if there is one."""
        token = getattr(sent, "token", "")
        proof = await self.profiles.proof(token)
        return sent if proof == token else sent.model_copy(update={"token": proof})


def serving(request: Request) -> Serving:
    """The server of this request."""
    return cast(Serving, request.app.state.serving)


Served = Annotated[Serving, Depends(serving)]


def address(request: Request) -> str:
    """The address under which a request is counted."""
    return address_key(request.client.host if request.client else "")


def send_json(content: object, status: int = 200) -> Response:
    """Answer with plain data as JSON."""
    return Response(dump(content), status, media_type="application/json")


async def send_in_thread(makes: Callable[[], object]) -> Response:
    """Make a large answer in a thread, and send it as JSON."""
    text = await asyncio.to_thread(lambda: dump(makes()))
    return Response(text, media_type="application/json")


def takes(kind: str) -> Json:
    """The description of a body that may be large, by its name: the route does not read it."""
    schema = {"$ref": f"#/components/schemas/{kind}"}
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}


async def json_body(request: Request) -> bytes:
    """The unread body of a request with JSON. Raises NotJson."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJson
    return await request.body()


def sends(kind: str) -> Json:
    """The description of a route that does not send JSON."""
    return {"response_class": Response, "responses": {200: {"content": {kind: {}}}}}
