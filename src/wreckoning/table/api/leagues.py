"""Routes of leagues: make, view and run them; their files for other programs."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from wreckoning.table.api.common import REFUSALS, Served, address, send_json
from wreckoning.table.leagues import feeds, messages, pages
from wreckoning.table.leagues.points import shipped

router = APIRouter(prefix="/api/leagues", tags=["leagues"], responses=REFUSALS)
LeagueId = Annotated[
    str, Path(max_length=32, pattern=r"^[a-z0-9]+$", description="The league's id")
]
RaceKeyInPath = Annotated[str, Path(max_length=24, pattern=r"^[0-9f-]+$", description="A race")]
Page = Annotated[int, Query(ge=1, le=1000, description="Lists are sent page by page")]
Division = Annotated[int, Query(ge=0, le=20, description="From 1; 0 for all drivers")]
Round = Annotated[int, Query(ge=0, le=200, description="From 1; 0 for all rounds")]


@router.get("", response_model=messages.LeagueCards)
async def leagues(
    served: Served, state: messages.LeagueStateWord = "running", page: Page = 1
) -> Response:
    """Public leagues, the latest first."""
    return send_json(await served.leagues.listed(state, page))


@router.post("", response_model=messages.MadeLeague)
async def new_league(wanted: messages.NewLeague, request: Request, served: Served) -> Response:
    """Make a league, or take one over from a file. Answers with its id and the owner's token."""
    served.made.take(address(request))
    return send_json(await served.leagues.create(await served.proved(wanted)))


@router.get("/points", response_model=messages.PointsTables)
async def points() -> messages.PointsTables:
    """The included tables of points."""
    return {"points": [*shipped().values()]}


@router.post("/{league}/look", response_model=messages.LeagueInfo)
async def look(
    league: LeagueId, wanted: messages.LookAtLeague, request: Request, served: Served
) -> messages.LeagueInfo:
    """View a league with these tokens."""
    served.commands.take(address(request))
    tokens = await served.profiles.proofs(wanted.tokens)
    return pages.info(await served.leagues.look(league, with_results=False), tokens)


@router.post("/{league}/do", response_model=messages.LeagueDone)
async def do(
    league: LeagueId, wanted: messages.LeagueCommand, request: Request, served: Served
) -> Response:
    """Sign up, leave, check in; or run the league as its owner."""
    served.commands.take(address(request))
    return send_json(await served.leagues.do(league, await served.proved(wanted)))


@router.get("/{league}/standings", response_model=messages.LeagueStandings)
async def standings(
    league: LeagueId,
    served: Served,
    division: Division = 1,
    driver_class: Annotated[str, Query(max_length=40)] = "",
    page: Page = 1,
) -> Response:
    """The standings of a division, a class, or of all drivers."""
    rows = await served.leagues.standings(league, division, driver_class)
    found = pages.standings_page(rows, page)
    lucks = await served.leagues.luck(league, [row["entry"] for row in found["rows"]])
    return send_json(pages.with_luck(found, lucks))


@router.get("/{league}/calendar", response_model=messages.LeagueCalendar)
async def calendar(league: LeagueId, served: Served, page: Page = 1) -> messages.LeagueCalendar:
    """The rounds, with their dates."""
    seen = await served.leagues.look(league, with_results=False)
    return await asyncio.to_thread(pages.calendar_page, seen, page)


@router.get("/{league}/results", response_model=messages.LeagueResults)
async def results(league: LeagueId, served: Served, round: Round = 0, page: Page = 1) -> Response:
    """The races: those under way, then those that are over, the latest first."""
    seen = await served.leagues.look(league)
    return send_json(await asyncio.to_thread(pages.results_page, seen, round, page))


@router.get("/{league}/records", response_model=messages.LeagueRecords)
async def records(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The records of each course."""
    found = await served.leagues.league(league)
    return send_json(await asyncio.to_thread(pages.records_page, found, page))


@router.get("/{league}/ratings", response_model=messages.LeagueRatings)
async def ratings(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The drivers' ratings."""
    found = await served.leagues.league(league)
    return send_json(await asyncio.to_thread(pages.ratings_page, found, page))


@router.get("/{league}/teams", response_model=messages.LeagueTeams)
async def teams(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The standings of teams."""
    found = await served.leagues.league(league)
    return send_json(await asyncio.to_thread(pages.teams_page, found, page))


@router.get("/{league}/entries", response_model=messages.LeagueEntries)
async def entries(league: LeagueId, served: Served, page: Page = 1) -> Response:
    """The drivers, and the waiting list."""
    seen = await served.leagues.look(league, with_results=False)
    return send_json(pages.entries_page(seen, page))


@router.get("/{league}/drivers/{entry}", response_model=messages.LeagueDriver)
async def driver(
    league: LeagueId,
    entry: Annotated[int, Path(ge=1, le=10**6, description="The driver's number")],
    served: Served,
    page: Page = 1,
) -> Response:
    """A driver: form, and results against each other driver."""
    seen = await served.leagues.look(league)
    return send_json(await asyncio.to_thread(pages.driver_page, seen, entry, page))


# Files for other programs


@router.get("/{league}/standings.csv", response_class=Response)
async def standings_csv(league: LeagueId, served: Served, division: Division = 0) -> Response:
    """The standings for a spreadsheet."""
    found = await served.leagues.league(league)
    where = pages.division_in(found, division)
    lucks = await served.leagues.luck(league)
    text = await asyncio.to_thread(feeds.standings_csv, found, where, None, lucks)
    return Response(text, media_type="text/csv")


@router.get("/{league}/results.csv", response_class=Response)
async def results_csv(league: LeagueId, served: Served) -> Response:
    """All results for a spreadsheet."""
    found = await served.leagues.league(league)
    return Response(await asyncio.to_thread(feeds.results_csv, found), media_type="text/csv")


@router.get("/{league}/calendar.ics", response_class=Response)
async def calendar_file(league: LeagueId, request: Request, served: Served) -> Response:
    """The dates for a calendar program, which may subscribe to this address."""
    found = await served.leagues.league(league)
    page = f"{request.base_url}league/{league}"
    drawn = await asyncio.to_thread(feeds.calendar_file, found, league, page)
    return Response(drawn, media_type="text/calendar")


@router.get("/{league}/feed.atom", response_class=Response)
async def feed(league: LeagueId, request: Request, served: Served) -> Response:
    """Results and corrections for a feed reader."""
    seen = await served.leagues.look(league)
    page = f"{request.base_url}league/{league}"
    drawn = await asyncio.to_thread(
        feeds.news_feed, seen.league, page, seen.row.updated, str(request.url)
    )
    return Response(drawn, media_type="application/atom+xml")


@router.get("/{league}/races/{race}/log", response_class=Response)
async def log(league: LeagueId, race: RaceKeyInPath, served: Served) -> Response:
    """The log of a finished race."""
    return Response(await served.leagues.log(league, race), media_type="application/jsonl")


@router.get("/{league}/file", response_model=dict[str, Any])
async def file(
    league: LeagueId,
    served: Served,
    logs: Annotated[bool, Query(description="With the log of each race")] = True,
) -> Response:
    """Download the league as a file, which `wreck league` and other servers read."""
    answer = send_json(await served.leagues.document(league, logs))
    name = f"wreckoning-league-{league}.json"
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer
