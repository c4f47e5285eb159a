"""Routes of leagues: make, view and run them; their files for other programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from wreckoning.core.documents import Json
from wreckoning.leagues import messages
from wreckoning.leagues.points import shipped
from wreckoning.server.http.conditional import tagged
from wreckoning.server.http.routes.common import (
    REFUSALS,
    IsWhole,
    Served,
    address,
    json_body,
    send_in_thread,
    send_json,
    takes,
)
from wreckoning.server.leagues import pages

router = APIRouter(prefix="/api/leagues", tags=["leagues"], responses=REFUSALS)
LeagueId = Annotated[
    str, Path(max_length=32, pattern=r"^[a-z0-9]+$", description="The league's id")
]
RaceKeyInPath = Annotated[str, Path(max_length=24, pattern=r"^[0-9f-]+$", description="A race")]
Page = Annotated[int, Query(ge=1, le=1000, description="Lists are sent page by page"), IsWhole]
Division = Annotated[int, Query(ge=0, le=20, description="From 1; 0 for all drivers"), IsWhole]
Round = Annotated[int, Query(ge=0, le=200, description="From 1; 0 for all rounds"), IsWhole]


@router.get("", response_model=messages.LeagueCards)
async def leagues(
    served: Served, state: messages.LeagueStateWord = "running", page: Page = 1
) -> Response:
    """Public leagues, the latest first."""
    return send_json(await served.leagues.listed(state, page))


@router.post("", response_model=messages.MadeLeague, openapi_extra=takes("NewLeague"))
async def new_league(request: Request, served: Served) -> Response:
    """Make a league, or take one over from a file. Answers with its id and the owner's token."""
    served.made.take(address(request))
    return send_json(await served.leagues.create(await json_body(request), address(request)))


@router.get("/points", response_model=messages.PointsTables)
async def points() -> messages.PointsTables:
    """The included tables of points."""
    return messages.PointsTables([*shipped().values()])


@router.post("/{league}/look", response_model=messages.LeagueInfo)
async def look(
    league: LeagueId, wanted: messages.LookAtLeague, request: Request, served: Served
) -> Response:
    """View a league with these tokens."""
    served.commands.take(address(request))
    tokens = await served.profiles.proofs(wanted.tokens)
    seen = await served.leagues.look(league)
    return await send_in_thread(lambda: pages.info(seen, tokens))


@router.post(
    "/{league}/do", response_model=messages.LeagueDone, openapi_extra=takes("LeagueCommand")
)
async def do(league: LeagueId, request: Request, served: Served) -> Response:
    """Sign up, leave, check in; or run the league as its owner."""
    served.commands.take(address(request))
    wanted = await served.leagues.read_command(await json_body(request), address(request))
    return send_json(await served.leagues.do(league, await served.proved(wanted), address(request)))


@router.get("/{league}/standings", response_model=messages.LeagueStandings)
async def standings(
    league: LeagueId,
    request: Request,
    served: Served,
    division: Division = 1,
    driver_class: Annotated[str, Query(max_length=40)] = "",
    page: Page = 1,
) -> Response:
    """The standings of a division, a class, or of all drivers."""
    given = league, address(request), page, division, driver_class
    found = orjson.loads(await served.leagues.standings(*given))
    lucks = await served.leagues.luck(league, [row["entry"] for row in found["rows"]])
    return send_json(pages.with_luck(found, lucks))


@router.get("/{league}/calendar", response_model=messages.LeagueCalendar)
async def calendar(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The rounds, with their dates."""
    seen = await served.leagues.look(league)
    return await send_in_thread(lambda: pages.calendar_page(seen, page))


@router.get("/{league}/results", response_model=messages.LeagueResults)
async def results(
    league: LeagueId, request: Request, served: Served, round: Round = 0, page: Page = 1
) -> Response:
    """The races: those under way, then those that are over, the latest first."""
    visitor = address(request)
    return _as_json(await served.leagues.page(league, visitor, 1, "results", round, page))


@router.get("/{league}/records", response_model=messages.LeagueRecords)
async def records(league: LeagueId, request: Request, served: Served, page: Page = 1) -> Response:
    """The records of each course."""
    return _as_json(await served.leagues.page(league, address(request), page, "records"))


@router.get("/{league}/ratings", response_model=messages.LeagueRatings)
async def ratings(league: LeagueId, request: Request, served: Served, page: Page = 1) -> Response:
    """The drivers' ratings."""
    return _as_json(await served.leagues.page(league, address(request), page, "ratings"))


@router.get("/{league}/teams", response_model=messages.LeagueTeams)
async def teams(league: LeagueId, request: Request, served: Served, page: Page = 1) -> Response:
    """The standings of teams."""
    return _as_json(await served.leagues.page(league, address(request), page, "teams"))


@router.get("/{league}/entries", response_model=messages.LeagueEntries)
async def entries(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The drivers, and the waiting list."""
    seen = await served.leagues.look(league)
    return await send_in_thread(lambda: pages.entries_page(seen, page))


@router.get("/{league}/drivers/{entry}", response_model=messages.LeagueDriver)
async def driver(
    league: LeagueId,
    entry: Annotated[int, Path(ge=1, le=10**6, description="The driver's number"), IsWhole],
    request: Request,
    served: Served,
    page: Page = 1,
) -> Response:
    """A driver: form, and results against each other driver."""
    visitor = address(request)
    return _as_json(await served.leagues.page(league, visitor, 1, "driver", entry, page))


def _as_json(text: bytes) -> Response:
    return Response(text, media_type="application/json")


# Files for other programs


def _as_file(found: Sequence[bytes], kind: str, updated: float | None = None) -> Response:
    return tagged(b"".join(found), kind, updated=updated)


@router.get("/{league}/standings.csv", response_class=Response)
async def standings_csv(
    league: LeagueId, request: Request, served: Served, division: Division = 0
) -> Response:
    """The standings for a spreadsheet."""
    given = league, address(request), "standings.csv", division
    return _as_file(await served.leagues.view(*given), "text/csv")


@router.get("/{league}/results.csv", response_class=Response)
async def results_csv(league: LeagueId, request: Request, served: Served) -> Response:
    """All results for a spreadsheet."""
    found = await served.leagues.view(league, address(request), "results.csv")
    return _as_file(found, "text/csv")


@router.get("/{league}/calendar.ics", response_class=Response)
async def calendar_file(league: LeagueId, request: Request, served: Served) -> Response:
    """The dates for a calendar program, which may subscribe to this address."""
    page = f"{request.base_url}league/{league}"
    updated = await served.leagues.updated(league)
    drawn = await served.leagues.view(league, address(request), "calendar.ics", page)
    return _as_file(drawn, "text/calendar", updated)


@router.get("/{league}/feed.atom", response_class=Response)
async def feed(league: LeagueId, request: Request, served: Served) -> Response:
    """Results and corrections for a feed reader."""
    page = f"{request.base_url}league/{league}"
    given = league, address(request), "feed.atom", page, str(request.url.replace(query=""))
    updated = await served.leagues.updated(league)
    return _as_file(await served.leagues.view(*given), "application/atom+xml", updated)


@router.get("/{league}/races/{race}/log", response_class=Response)
async def log(league: LeagueId, race: RaceKeyInPath, served: Served) -> Response:
    """The log of a finished race."""
    return tagged(await served.leagues.log(league, race), "application/jsonl")


@router.get("/{league}/file", response_model=Json)
async def file(
    league: LeagueId,
    request: Request,
    served: Served,
    logs: Annotated[bool, Query(description="With the log of each race")] = True,
) -> Response:
    """Download the league as a file, which `wreck league` and other servers read."""
    pieces = served.leagues.document(league, logs, address(request))
    first = await anext(pieces)

    async def whole() -> AsyncIterator[bytes]:
        yield first
        async for piece in pieces:
            yield piece

    answer = StreamingResponse(whole(), media_type="application/json")
    name = f"wreckoning-league-{league}.json"
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer
