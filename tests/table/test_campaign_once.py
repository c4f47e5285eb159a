"""Campaigns: a request sent twice is done once, and a server that dies leaves no table behind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError
from tests.table.campaigning import EIGHT, Played, begin, stored, to_the_game
from tests.table.house import run
from tests.table.serving import REQUESTS

from wreckoning.server.campaigns import storage
from wreckoning.server.campaigns.changing import CampaignNow, load
from wreckoning.server.campaigns.service import GO_ON
from wreckoning.server.live.service import TableService
from wreckoning.table import models
from wreckoning.table.campaigns.stretches import MOST
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Busy


def test_a_move_sent_twice_is_made_once(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "rookie")
        for _ in range(3):
            await played.move(0, "the-same-request", do="roster", team=EIGHT)
        assert await played.moves() == ["roster", "roster"]  # the bot's, and ours
        await played.move(0, do="roster", team=EIGHT)
        assert await played.moves() == ["roster"] * 3

    run(tmp_path, does)


def test_the_same_request_of_another_seat_is_another_move(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        for seat in (0, 1):
            await played.move(seat, "the-same-request", do="roster", team=EIGHT)
        assert await played.moves() == ["roster", "roster"]

    run(tmp_path, does)


def test_a_claim_sent_twice_gets_the_same_token(tmp_path: Path) -> None:
    """Also after a restart: the first reply may have been lost with the server."""

    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "open")
        token = await played.claim(1, "Bob", "the-claim-of-bob")
        assert await played.seen_from(tables).claim(1, "Bob", "the-claim-of-bob") == token
        assert (await played.look(token))["you"]["seats"] == [1]
        assert await played.moves() == ["join"]

    run(tmp_path, does)


class Gone:
    """A database that fails at the transaction of this number, from 1; 0: it stays."""

    def __init__(self, tables: TableService) -> None:
        self.at, self.begun = 0, 0
        event.listen(tables.store.engine, "begin", self._begins)

    def _begins(self, connection: Connection) -> None:
        self.begun += 1
        if self.begun == self.at:
            raise OperationalError("any", None, OSError("the connection is lost"))


def test_no_table_is_made_twice_if_any_write_fails(tmp_path: Path) -> None:
    """As when the server dies there: all tables are the campaign's, one for each game."""

    async def does(tables: TableService) -> None:
        gone = Gone(tables)
        for at in range(1, 200):
            played = await begin(tables, "mine", "mine")
            await to_the_game(played)
            before = stored(tables)
            gone.at, gone.begun = at, 0
            try:
                await played.move(1, do="field", vehicles=[0, 1, 2])
                await played.look()
            except Busy:
                failed = True
            else:
                failed = gone.begun >= at
            gone.at = 0
            if (await played.look())["page"]["phase"] == "field":  # it was not done: once more
                await played.move(1, do="field", vehicles=[0, 1, 2])
            [game] = (await played.look())["tables"]
            assert stored(tables) == {**before, game["table"]: "running"}
            if not failed:
                assert at > 4, "some writes have failed"
                return

    run(tmp_path, does)


def test_game_with_an_unstarted_table_is_started(tmp_path: Path) -> None:
    """The server died after it had made the table, and before it started the game."""

    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        tables.do, do = stopped, tables.do  # type: ignore[assignment, method-assign]
        with pytest.raises(Busy):
            await played.look()
        assert list(stored(tables).values()) == ["open"]
        tables.do = do  # type: ignore[method-assign]
        [game] = (await played.look())["tables"]
        assert stored(tables) == {game["table"]: "running"}

    async def stopped(*_: Any) -> None:
        raise Busy("the server stops")

    run(tmp_path, does)


def test_a_campaign_has_no_more_tables_than_its_file_may_name(tmp_path: Path) -> None:
    """A game that is abandoned gets another table, up to that. The file can be taken up again."""

    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        await to_the_game(played)
        row = load(tables.store.engine, played.id)
        row.keeping.fair[-1].games = [
            TableId(name) for name in (f"{played.id}g1", *(f"t{n}" for n in range(2, MOST)))
        ]
        storage.change(tables.store.engine, replace(row, version=row.version + 1))
        await played.move(1, do="field", vehicles=[0, 1, 2])
        seen = await played.look()
        [last] = seen["tables"]
        assert (seen["problem"], len(stored(tables))) == ("", 1)
        token = load(tables.store.engine, played.id).keeping.games["0"].host
        abandon = models.Abandon(request=next(REQUESTS), token=token)
        await tables.do(last["table"], abandon)
        seen = await played.look()
        assert seen["problem"] == "expected at most 100 tables of a campaign; " + GO_ON
        assert (seen["tables"], len(stored(tables))) == ([last], 1)
        document = json.loads(await played.campaigns.document(played.id))
        people = [{"player": "mine"}, {"player": "mine"}]
        again = {"ruleset": "rally", "title": "On", "players": people, "document": document}
        made = await played.campaigns.create(json.dumps(again).encode())
        [table] = (await Played(tables, made).look())["tables"]
        assert stored(tables)[table["table"]] == "running"

    run(tmp_path, does)


def test_second_process_starts_the_game_as_well(tmp_path: Path) -> None:
    """The process that made the table meanwhile may die before it starts the game."""

    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        second = played.seen_from(tables)
        now, behind = second.campaigns._now, [await second.campaigns._now(played.id)]
        tables.do, do = stopped, tables.do  # type: ignore[assignment, method-assign]
        with pytest.raises(Busy):
            await played.look()
        tables.do = do  # type: ignore[method-assign]

        async def look(name: str) -> CampaignNow:
            return behind.pop() if behind else await now(name)

        second.campaigns._now = look  # type: ignore[method-assign]
        [game] = (await second.look())["tables"]
        assert stored(tables) == {game["table"]: "running"}

    async def stopped(*_: Any) -> None:
        raise Busy("the server stops")

    run(tmp_path, does)
