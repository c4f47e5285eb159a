"""Routes of tables: make, list, view and fork them."""

from __future__ import annotations

import io
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import Response
from pydantic import StringConstraints

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex
from wreckoning.server.encoding import dump
from wreckoning.server.http.conditional import saved_as, tagged
from wreckoning.server.http.routes.common import (
    REFUSALS,
    SVG,
    IsWhole,
    Served,
    TableInPath,
    address,
    send_json,
    sends,
)
from wreckoning.server.metrics import METRICS
from wreckoning.server.workers.reviews import ReviewState
from wreckoning.table import models, race_commands, replies
from wreckoning.table.identity import is_proof
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.messages import ruleset_card
from wreckoning.table.orders import check, own_orders
from wreckoning.table.shown.posts import turn_post
from wreckoning.table.table import RUNNING

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)
PER_PAGE = 24
SEVERAL = 24
SomeId = Annotated[TableId, StringConstraints(max_length=32, pattern=r"^[a-z0-9]+$")]
PNG, JSON_LINES = "image/png", "application/x-ndjson"


After = Annotated[int, Query(ge=0), IsWhole]
OrderedSeat = Annotated[SeatIndex, Query(ge=0, lt=models.MAX_SEATS), IsWhole]


def seat_token(authorization: Annotated[str, Header(max_length=100)] = "") -> str:
    """The token in the header: a seat's or a device's; '' without one."""
    token = authorization.removeprefix("Bearer ")
    return "" if is_proof(token) else token


SeatToken = Annotated[str, Depends(seat_token)]
Turn = Annotated[int, Query(ge=0, le=100_000), IsWhole]


@router.get("", response_model=replies.TablePage)
async def tables(
    served: Served,
    state: Literal["open", "running", "over"] = "open",
    offset: Annotated[int, Query(ge=0, le=100_000), IsWhole] = 0,
) -> Response:
    """Public tables, the latest first."""
    store = served.tables.store
    found = await served.tables.live_tables.read(store.listed, state, offset, PER_PAGE + 1)
    return send_json(replies.TablePage(found[:PER_PAGE], len(found) > PER_PAGE))


@router.post("", response_model=replies.Made)
async def new_table(wanted: models.NewTable, request: Request, served: Served) -> Response:
    """Make a table. Answers with its id, the host's token, and those of your own seats."""
    served.made.take(address(request))
    return send_json(await served.tables.create(await served.proved(wanted), address(request)))


@router.post("/first-race", response_model=replies.Made)
async def first_race(wanted: models.NewFirstRace, request: Request, served: Served) -> Response:
    """Begin a ruleset's first race. Answers as for a new table."""
    served.made.take(address(request))
    return send_json(await served.tables.create(await served.proved(wanted), address(request)))


@router.get("/several", response_model=replies.Glances)
async def several(
    served: Served,
    id: Annotated[list[SomeId], Query(max_length=SEVERAL, description="A table; repeatable")],
) -> Response:
    """The existing ones of these tables: summary, awaited seats, and progress."""
    return send_json(replies.Glances(await served.glancing.at(id)))


@router.get("/{table_id}", response_model=replies.State)
async def state(table_id: TableInPath, served: Served) -> Response:
    """The whole state of a table, as anyone may see it."""
    await served.tables.live_tables.get(table_id)
    said = await served.tables.live_tables.chat_messages(table_id)
    async with served.tables.following.newest(table_id) as live:
        return send_json(live.state(said))


@router.get("/{table_id}/ruleset", response_model=replies.RulesetCard)
async def ruleset(table_id: TableInPath, served: Served) -> Response:
    """The ruleset as it is played at this table: with the cards and figures of its house file."""
    table = await served.tables.following.copy(table_id)
    return send_json(await served.draw(ruleset_card, table.ruleset))


@router.get("/{table_id}/invitation.svg", **sends(SVG))
async def invitation(table_id: TableInPath, request: Request, served: Served) -> Response:
    """The table's address as a QR code."""
    await served.tables.live_tables.get(table_id)
    code = segno.make(str(request.base_url) + f"table/{table_id}", error="m")
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return tagged(drawn.getvalue(), SVG)


@router.get("/{table_id}/board.png", **sends(PNG))
async def board_picture(
    table_id: TableInPath, served: Served, turn: Turn | None = None
) -> Response:
    """The board as it stands or at the end of a turn, 1200 × 630 pixels, as chats show it."""
    drawn = await served.pictures.of(await served.tables.following.copy(table_id), turn)
    return tagged(drawn, PNG, {"cache-control": "public, max-age=60"})


@router.get("/{table_id}/log", **sends(JSON_LINES))
async def log(table_id: TableInPath, served: Served) -> Response:
    """The log of the race so far; it contains the dice's secret once the race is over."""
    table = await served.tables.following.copy(table_id)
    text = await served.draw(log_of, table)
    name = f"wreckoning-{table.settings.ruleset}-{table_id}.jsonl"
    return tagged(text, JSON_LINES, saved_as(name))


@router.get("/{table_id}/post", response_model=replies.TurnPost)
async def post(
    table_id: TableInPath,
    request: Request,
    served: Served,
    turn: Turn | None = None,
    markup: replies.Markup = "markdown",
) -> Response:
    """A turn as a post to paste, the last complete one if none is given."""
    table = await served.tables.following.copy(table_id)
    return send_json(await served.draw(turn_post, table, str(request.base_url), turn, markup))


@router.get("/{table_id}/replay", response_model=replies.Replay)
async def replay(table_id: TableInPath, served: Served, after: After = 0) -> Response:
    """The race moment by moment; with `after`, only from the moment after this many answers on."""
    async with served.tables.following.newest(table_id) as live:
        told, table = live.table_message(), live.copy()
    if table.match is None and table.ended is None:
        raise Illegal("the race has not begun")
    race = await served.replays.of(table, after)
    whole = b'{"table":%b,%b' % (dump(told).encode(), race[1:])
    return Response(whole, media_type="application/json")


@router.get("/{table_id}/review", response_model=ReviewState)
async def review(table_id: TableInPath, request: Request, served: Served) -> Response:
    """Each driver's chance to win at every step of a race, luck, costly decisions.

    The first request begins it; ask again every second or two until it is `done` or `failed`.
    During the race it goes as far as the answers that everybody knows, and is for spectators, if
    the table shows them the chances (`chances`): it is refused at an address from which a player of
    the race is connected, or took a seat.
    """
    async with served.tables.following.newest(table_id) as live:
        live.table.check_unsealed()
        if live.table.state == RUNNING:
            live.check_shows_chances(address(request))
        table = live.copy()
    return Response(await served.reviews.of(table), media_type="application/json")


@router.post("/{table_id}/hint", response_model=replies.Hint)
async def hint(
    table_id: TableInPath, wanted: models.WantHint, request: Request, served: Served
) -> Response:
    """The chance to win with each option of your question. The table notes it, for all to see."""
    served.commands.take(address(request))
    return send_json(await served.hints.give(table_id, await served.proved(wanted)))


@router.get("/{table_id}/orders", response_model=replies.OwnOrders)
async def orders(
    table_id: TableInPath, seat: OrderedSeat, token: SeatToken, served: Served
) -> Response:
    """Your seat's standing answers, what they choose now, and what they can say."""
    table = await served.tables.following.copy(table_id)
    table.own_seat(seat, await served.profiles.proof(token))
    return send_json(await served.draw(own_orders, table, seat))


@router.post("/{table_id}/orders/check", response_model=replies.CheckedOrders)
async def check_orders(
    table_id: TableInPath, wanted: models.CheckOrders, request: Request, served: Served
) -> Response:
    """What orders would mean and choose now, or the problem with them. Nothing is given."""
    served.commands.take(address(request))
    wanted = await served.proved(wanted)
    table = await served.tables.following.copy(table_id)
    table.own_seat(wanted.seat, wanted.token)
    return send_json(await served.draw(check, table, wanted.seat, wanted.text))


@router.get("/{table_id}/referee", response_model=replies.DriverFields)
async def driver_fields(table_id: TableInPath, token: SeatToken, served: Served) -> Response:
    """What the referee can correct of each driver. Only for the host."""
    table = await served.tables.following.copy(table_id)
    table.check_host(await served.profiles.proof(token))
    return send_json(await served.draw(race_commands.driver_fields, table))


@router.post("/{table_id}/fork", response_model=replies.Made)
async def fork(
    table_id: TableInPath, wanted: models.Fork, request: Request, served: Served
) -> Response:
    """Make a table that plays on from a moment of this race.

    While it runs, only its players and its host may, if the table allows hints (`hints`); its log
    notes it, for all to see. Nobody may while the dice of a day are secret.
    """
    served.made.take(address(request))
    wanted = await served.proved(wanted)
    tokens = await served.profiles.proofs(wanted.tokens)
    return send_json(await served.tables.fork(table_id, wanted.number, wanted.token, tokens))


@router.post("/{table_id}/again", response_model=replies.Made)
async def again(
    table_id: TableInPath, request: Request, served: Served, wanted: models.Again | None = None
) -> Response:
    """Make or find the table of the next race, with the same seats and the same host.

    Until that host comes, the first player to ask is the host.
    """
    served.made.take(address(request))
    tokens = await served.profiles.proofs(wanted.tokens if wanted else [])
    return send_json(await served.tables.again(table_id, tokens, address(request)))


def _route(kind: type[models.TableCommand]) -> Callable[..., Awaitable[Response]]:
    async def do(table_id: TableInPath, command: Any, request: Request, served: Served) -> Response:
        served.commands.take(address(request))
        served.count_talk(command)
        began = time.perf_counter()
        command = await served.proved(command)
        version, result = await served.tables.do(table_id, command, address(request))
        METRICS.doing.observe(time.perf_counter() - began)
        return send_json(replies.Done(version, result))

    do.__annotations__["command"] = kind
    do.__doc__ = kind.__doc__
    return do


for _kind in (
    models.Claim,
    models.ChangeSeat,
    models.Leave,
    models.SeatBot,
    models.Remove,
    models.Mute,
    models.Lift,
    models.Start,
    models.GiveAnswer,
    models.Undo,
    models.HandOver,
    models.TakeBack,
    models.GiveOrders,
    models.RaceOn,
    models.Correct,
    models.SkipSeat,
    models.Call,
    models.Abandon,
    models.Chat,
    models.Emote,
    models.ReadLine,
):
    _name = str(_kind.model_fields["do"].default)
    router.post(f"/{{table_id}}/{_name}", name=_name, response_model=replies.Done)(_route(_kind))
