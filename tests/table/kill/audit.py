"""What is stored, compared with what clients were told: nothing lost, nothing doubled."""

from __future__ import annotations

import json
import random
import runpy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import select
from tests.table.kill.parties import Party
from tests.table.kill.tab import Account
from tests.table.kill.tour import Played, Tour
from typer.testing import CliRunner

from wreckoning.cli.main import app
from wreckoning.core.logs.log_file import RunningDigest, read_log, replay
from wreckoning.core.records import pack
from wreckoning.core.series import Series, raced, rules_of
from wreckoning.server.campaigns import storage
from wreckoning.server.encoding import dump
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.rows import read_table
from wreckoning.server.store.store import Store, Stored
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.messages import series_json
from wreckoning.table.replies import SeriesStanding
from wreckoning.table.table import Table, digest

SCRIPT = Path(__file__).parents[3] / "scripts" / "verify_dice.py"
BY_SCRIPT = runpy.run_path(str(SCRIPT))
SERVER_MADE = ("again", "claim", "expire")  # moves that nobody sent by this name


@dataclass
class Figures:
    """The numbers of things that were audited."""

    commands: int = 0  # acknowledged
    refused: int = 0
    tables: int = 0
    races: int = 0  # to their end
    rolls: int = 0
    chat: int = 0
    bought: int = 0
    campaigns: int = 0
    games: int = 0  # of campaigns, to their end


@dataclass(frozen=True)
class Told:
    """What clients had been told at a moment: commands of tables, moves of campaigns."""

    commands: dict[str, dict[str, dict[str, Any]]]
    moves: dict[str, Counter[str]]

    @staticmethod
    def by(parties: Sequence[Party], tours: Sequence[Tour]) -> Told:
        """What clients have been told by now."""
        accounts = [account for party in parties for account in party.accounts]
        played = [played for tour in tours for played in tour.played]
        return Told(
            {a.table: {key: sent.answer for key, sent in a.done()} for a in accounts},
            {each.id: Counter(each.made) for each in played},
        )


NOTHING = Told({}, {})


class Audit:
    """A database after the clients have gone, and what they know."""

    def __init__(self, db: str) -> None:
        self.store = Store(open_database(read_address(db)))
        self.figures = Figures()
        if not self.store.is_shared:
            with self.store.engine.connect() as connection:
                checked = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            assert checked == ["ok"]

    def close(self) -> None:
        self.store.close()

    def rows(self, table: Any, *where: Any) -> list[Any]:
        """Rows of the database."""
        order = table.primary_key.columns.values()[-1]
        with self.store.engine.connect() as connection:
            return list(connection.execute(select(table).where(*where).order_by(order)))

    def everything(self, parties: Sequence[Party], tours: Sequence[Tour]) -> Figures:
        """Check all tables and campaigns that the clients know; there are no others."""
        played = [played for tour in tours for played in tour.played]
        known = {account.table for party in parties for account in party.accounts}
        known |= {table for each in played for table in self.campaign(each)}
        assert {row.id for row in self.rows(schema.tables)} == known
        for party in parties:
            games = [self.table(account) for account in party.accounts]
            self.row_of_tables(games)
            shown = LiveTable(games[-1], 0, 0).state([])
            told = json.loads(
                dump({part: getattr(shown, part) for part in ("version", "play", "lines")})
            )
            assert told.items() <= party.shown.items()
            if party.cup:
                self.cup(party, games)
        return self.figures

    def contains(self, told: Told) -> None:
        """Check that everything told is stored, and other stored rows are complete."""
        stored = {row.id: row for row in self.rows(schema.tables)}
        moves = {table: dict[str, Any]() for table in stored}
        for row in self.rows(schema.moves):
            moves[row.table_id][row.request] = row
        chats = {row.request: row for row in self.rows(schema.chats)}
        for table, row in stored.items():
            versions = sorted(move.version for move in moves[table].values())
            assert versions == list(range(1, row.version + 1))
        for table, commands in told.commands.items():
            for key, answer in commands.items():
                if key in chats:
                    assert chats[key].id == answer["result"]["id"]
                else:
                    move = moves[table][key]
                    found = (move.version, json.loads(move.result))
                    assert found == (answer["version"], answer["result"])
        for campaign, made in told.moves.items():
            row = storage.load(self.store.engine, campaign)
            assert row is not None
            assert people(json.loads(row.document)) >= made

    def loads(self, chance: random.Random) -> None:
        """Check that a server can load each table and go on."""
        rows = self.rows(schema.tables, schema.tables.c.state == "running")
        if rows:
            stored = self.store.load(chance.choice(rows).id)
            assert stored is not None
            read_table(stored)

    # A table

    def table(self, account: Account) -> Table:
        """Check a table: every command once, its race, its chat, its tokens."""
        self.commands(account)
        self.chat(account)
        stored = self.store.load(TableId(account.table))
        assert stored is not None
        assert stored.version >= account.version, "what was told is not stored"
        game = read_table(stored)
        opened = {digest(token) for token in account.tokens}
        assert opened == {game.settings.host, *(s.token for s in game.settings.seats)} - {"", "-"}
        assert game.state in ("over", "abandoned")
        if game.match is not None:  # or it was given up before it began
            again = read_table(replace(stored, snapshot=None))
            assert again.match is not None
            assert pack(game.match.race) == pack(again.match.race)
            assert (game.match.asks, game.number) == (again.match.asks, again.number)
            self.log(game)
            self.moments(account, stored)
        self.figures.tables += 1
        self.figures.races += game.state == "over"
        return game

    def commands(self, account: Account) -> None:
        """Check that each acknowledged command is stored once, and no other."""
        moves = schema.moves
        rows = self.rows(moves, moves.c.table_id == account.table)
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        stored = {row.request: row for row in rows}
        assert len(stored) == len(rows)
        done = {key: sent for key, sent in account.done() if sent.message["do"] != "chat"}
        ours = {row.request for row in rows if row.kind not in SERVER_MADE}
        assert ours == set(done), "each that was acknowledged, and no other"
        for key, sent in done.items():
            row, told = stored[key], sent.answer
            assert (row.version, json.loads(row.result)) == (told["version"], told["result"])
            if row.kind == "answer":
                given = json.loads(row.entries)[0]
                asked = (sent.message["ask"], sent.message["answer"])
                assert (given["ask"], given["answer"]) == asked
        self.figures.commands += len(done)
        self.figures.refused += len(account.sent) - len(account.done())

    def moments(self, account: Account, stored: Stored) -> None:
        """Check the race at versions that were sent to a client: the digests must be the same."""
        moves = schema.moves
        rows = self.rows(moves, moves.c.table_id == account.table)
        told = sorted(account.digests)
        for version in random.Random(account.table).sample(told, min(2, len(told))):
            entries: list[Any] = []
            for row in rows[:version]:
                entries[row.keep :] = json.loads(row.entries)
            game = read_table(replace(stored, entries=entries, snapshot=None))
            assert game.match is not None
            found = game.number, RunningDigest().of(game.match)
            assert found == account.digests[version]

    def chat(self, account: Account) -> None:
        """Check that each acknowledged chat line is stored once, as sent."""
        chats = schema.chats
        rows = self.rows(chats, chats.c.table_id == account.table)
        done = {key: sent for key, sent in account.done() if sent.message["do"] == "chat"}
        assert Counter(row.request for row in rows) == Counter(done.keys())
        for row in rows:
            assert row.text == done[row.request].message["text"]
            assert row.id == done[row.request].answer["result"]["id"]
        said = {row.id: row.text for row in rows}
        assert account.chat.items() <= said.items()
        self.figures.chat += len(rows)

    def log(self, game: Table) -> None:
        """Check that its log is valid, and its dice verify by `wreck verify` and the script."""
        text = log_of(game)
        if game.settings.dice != "fair":
            replay(read_log(text), game.ruleset)
            return
        verified = CliRunner().invoke(app, ["verify", "-", "--json"], input=text)
        assert verified.exit_code == 0, verified.exception
        rolls = len(json.loads(verified.output)["rolls"])
        lines = [json.loads(line) for line in text.splitlines()]
        assert BY_SCRIPT["check_rolls"](lines) == rolls
        BY_SCRIPT["check_answers"](lines, [])
        self.figures.rolls += rolls

    def row_of_tables(self, games: Sequence[Table]) -> None:
        """Check successive tables, each made once."""
        following = [game.settings.next_table for game in games]
        assert following == [game.id for game in games[1:]] + [None]
        for game in games[:-1]:
            moves = self.rows(schema.moves, schema.moves.c.table_id == game.id)
            assert [row.kind for row in moves].count("again") == 1

    # A Grand Prix

    def cup(self, party: Party, games: Sequence[Table]) -> None:
        """Check a Grand Prix: its standings from the logs alone, and its upgrades."""
        series: Series | None = None
        for game in games:
            self._bought(party, game)
            if game.match is None:
                break
            log = read_log(log_of(game))
            read = log.header["series"]
            if series is None or series.is_over:
                series = Series(tuple(read["courses"]))
            assert read == series.as_json()
            if game.state != "over":
                break
            match, title = game.match, game.settings.course_title
            series = series.after(raced(game.ruleset, match.race, match.seats, title, game.id))
            standings = rules_of(game.ruleset).standings(series.past, match.seats)
            told = series_json(game)
            assert told is not None
            assert told.standings == [SeriesStanding(**vars(one)) for one in standings]

    def _bought(self, party: Party, game: Table) -> None:
        for number, seat in enumerate(game.settings.seats):
            upgrade = party.bought.get(f"{game.id}/{number}")
            if upgrade is not None:
                assert seat.setup["upgrades"] == upgrade
                self.figures.bought += 1

    # A campaign

    def campaign(self, played: Played) -> list[str]:
        """Check that each move and game counts once. Returns the tables of the games."""
        row = storage.load(self.store.engine, played.id)
        assert row is not None
        document = json.loads(row.document)
        fair = [each.model_dump() for each in row.keeping.fair]
        fair[-1]["secret"] = row.secret
        campaign = check_campaign({**document, "fair": fair}, played.id).campaign
        assert people(document) == played.made
        counted = [move["game"] for move in document["moves"] if move["do"] == "result"]
        assert len(counted) == len(set(counted))
        games = {int(number): game.table for number, game in row.keeping.games.items()}
        assert games.items() >= played.tables.items()
        for number, table in games.items():
            self._game(campaign, number, table, number in counted)
        self.figures.commands += played.made.total()
        self.figures.refused += played.refused.total()
        self.figures.campaigns += 1
        return list(games.values())

    def _game(self, campaign: Any, number: int, table: str, counted: bool) -> None:
        stored = self.store.load(TableId(table))
        assert stored is not None
        game = read_table(stored)
        assert counted == (game.state == "over"), "counted when it is over, and only then"
        if counted:
            self.log(game)
            assert game.match is not None
            result = game.match.ruleset.result(game.match.race, game.match.seats)
            points = {each["name"]: each["points"] for each in result["places"]}
            bout = campaign.bouts[number]
            names = {campaign.crews[seat].name: each for seat, each in bout.points.items()}
            assert names == points
            self.figures.games += 1


def people(document: dict[str, Any]) -> Counter[str]:
    """The moves of people in a campaign's document, as they noted them."""
    moves = [dict(move) for move in document["moves"]]
    return Counter(
        json.dumps([move.pop("who"), move], sort_keys=True)
        for move in moves
        if move["who"] in (0, 1) or move["do"] == "start"
    )
