"""Campaigns as rounds on a server: made once, played by their drivers, counted by themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.leagues.scene import a_tour
from tests.leagues.serving import BEGUN, Hours, Played, other_process, run
from tests.table.campaigning import EIGHT
from tests.table.serving import REQUESTS

from wreckoning.core.fair import Fair
from wreckoning.leagues.local import recompute, unlike
from wreckoning.leagues.model import read_league
from wreckoning.leagues.standings import standings
from wreckoning.server.campaigns import storage
from wreckoning.server.campaigns.storage import StoredCampaign
from wreckoning.table import models
from wreckoning.table.campaigns.playing import kind_of

ROUND = {"ruleset": "rally", "courses": [], "campaign": {"rounds": "3"}, "seats": 4}


async def two(league: Played, **fields: Any) -> str:
    """A league of two people with an open campaign, by its id."""
    await league.make(title="Cup", rounds=[{**ROUND, **fields}])
    await league.sign_up("A")
    await league.sign_up("B")
    await league.do("open", round=1)
    [invited] = (await league.look("A")).you.invitations
    assert invited.campaign
    return str(invited.table)


async def choose(league: Played, name: str) -> None:
    """Choose a roster in the campaign of the open round."""
    [invited] = (await league.look(name)).you.invitations
    [seat] = invited.seats
    given = {"request": next(REQUESTS), "version": 0, **vars(seat)}
    move = {"do": "roster", "team": EIGHT}
    wanted = models.CampaignMove.model_validate({**given, "move": move})
    await league.campaigns.do(invited.table, wanted)


def kept(league: Played, name: str) -> StoredCampaign:
    row = storage.load(league.tables.store.engine, name)
    assert row is not None
    return row


def finish(league: Played, name: str) -> None:
    """Store this campaign as if A had won all of its games."""
    row = kept(league, name)
    tour = a_tour("AB", dice=Fair(row.secret, row.id, []))
    row = replace(row, version=row.version + 1)
    over = storage.filled(row, kind_of("rally"), tour.campaign)
    assert storage.change(league.tables.store.engine, over)


def test_a_campaign_starts_when_all_have_chosen_and_counts_when_it_is_over(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        name = await two(league, scoring="own")
        await league.clock.look()
        assert kept(league, name).state == "open"
        await choose(league, "A")
        await league.clock.look()
        assert kept(league, name).state == "open"
        await choose(league, "B")
        assert await league.leagues.due() == [league.id]
        await league.clock.look()
        assert kept(league, name).state == "running"
        await league.clock.look()
        assert await league.leagues.due() == [], "nothing is done until a player moves"
        assert (await league.campaigns.look(name, [])).league == league.id
        finish(league, name)
        await league.clock.look()
        assert (await league.look()).state == "over"
        found = await league.league()
        assert [row.points for row in standings(found, 0)] == [3, 0]
        document = await league.file()
        logs = document.pop("logs")
        read = read_league(document)
        assert unlike(read.races, recompute(read, logs.__getitem__)) == []
        page = await league.leagues.page(league.id, "", 1, "results", 0, 1)
        [result] = json.loads(page)["rows"]
        assert (result["table"], result["campaign"], result["state"]) == (name, True, "over")

    run(tmp_path, does)


def test_a_league_with_a_campaigns_file_that_is_none_can_be_exported(tmp_path: Path) -> None:
    """The logs of a file are stored as they are when it is imported."""

    async def does(league: Played, _: Hours) -> None:
        name = await two(league)
        for each in "AB":
            await choose(league, each)
        await league.clock.look()
        finish(league, name)
        await league.clock.look()
        document = await league.file()
        for faulty in ("garbage", '{"ruleset": "rally"}'):
            await league.make(document={**document, "logs": {name: faulty}})
            again = await league.file()
            assert list(again["logs"].values()) == [faulty]

    run(tmp_path, does)


def test_a_process_that_was_too_late_makes_no_second_campaign(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        await league.make(title="Cup", rounds=[{**ROUND, "opens": "2030-03-17T18:00"}])
        await league.sign_up("A")
        await league.sign_up("B")
        hours.now += 3600
        done: list[str] = []
        hours.meanwhile = other_process(tmp_path, league, hours, done)
        await league.clock.look()
        assert done == [league.id]
        [made], total = storage.listed(league.tables.store.engine, "open", 1)
        assert total == 1
        [invited] = (await league.look("B")).you.invitations
        assert invited.table == made.id

    run(tmp_path, does)


def test_a_campaign_that_is_not_over_at_the_closing_date_does_not_count(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        name = await two(league, closes="2030-03-18T18:00")
        hours.now = BEGUN + 2 * 86_400
        await league.clock.look()
        seen = await league.look("A")
        assert (seen.state, seen.races, seen.you.invitations) == ("over", 0, [])
        finish(league, name)
        assert await league.leagues.due() == []

    run(tmp_path, does)


def test_nobody_steps_in_during_a_campaign(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await two(league)
        await league.sign_up("C", "rookie")
        refused = await league.refused("replace", round=1, leaves=1, comes=3)
        assert refused == "a campaign keeps its players: nobody can step in for A"

    run(tmp_path, does)


def test_a_calendar_with_another_campaign_is_refused(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await two(league)
        faulty = [{**ROUND, "campaign": {"weather": "on"}}]
        refused = await league.refused("change", rounds=faulty)
        assert refused == "round 2: weather: expected one of rounds, size, hire"
        refused = await league.refused("change", rounds=[{**ROUND, "campaign": None}])
        assert refused == "round 2: courses: expected at least one"

    run(tmp_path, does)
