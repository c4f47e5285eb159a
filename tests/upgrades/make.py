"""Write what a release leaves behind, for the tests of every later one: a backup, keys and logs.

    python -m tests.upgrades.make FOLDER

Run it with the release before its rules change, and keep FOLDER/ (named after the rules' version)
in this directory: `tables.wreck` is a backup of a database with races that run and races that are
over, `keys.json` has their ids and tokens, and `logs/` the logs of those that are over. `rtd.jsonl`
and its like are races in the terminal that were left.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wreckoning.core.dice import Seeded
from wreckoning.core.ids import SeatIndex
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, rulesets
from wreckoning.server.campaigns import storage
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.campaigns.storage import StoredCampaign, take_up
from wreckoning.server.exporting import export_logs
from wreckoning.server.live.service import TableService
from wreckoning.server.store.backup import write_backup
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.table import models
from wreckoning.table.campaigns.playing import kind_of
from wreckoning.table.ids import TableId
from wreckoning.table.table import FINISHED

RUNNING = (3, 17, 60, 140, 260)  # answers of people, after which a race is left as it stands
LEFT = 25  # answers of the person in the terminal
NUMBERS = count(1)


class Maker:
    """Makes tables and plays at them, as people would who ask the rookie each time."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self.keys: dict[str, dict[str, Any]] = {}

    async def make(self, name: str, ruleset: str, *players: str, **more: Any) -> dict[str, Any]:
        """A new table, started unless it has open seats."""
        course = more.pop("course", None) or next(
            rules.course_names()[0] for rules in rulesets() if rules.key == ruleset
        )
        seats = [{"player": player, "name": f"D{n}"} for n, player in enumerate(players)]
        wanted = {"ruleset": ruleset, "course": course, "seats": seats, **more}
        made = asdict(await self.tables.create(models.NewTable.model_validate(wanted)))
        self.keys[name] = {"ruleset": ruleset, **made}
        if "open" not in players:
            await self.do(made["id"], models.Start, made["host"])
        return made

    async def do(self, table: str, kind: type[Any], token: str, **given: Any) -> Any:
        """Carry out a command."""
        request = f"made-{next(NUMBERS):08}"
        return await self.tables.do(TableId(table), kind(request=request, token=token, **given))

    async def play(self, made: Mapping[str, Any], answers: int) -> None:
        """So many answers of people."""
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        for _ in range(answers):
            room = await self.tables.live_tables.get(made["id"])
            game = room.table
            waiting = [ask for ask in game.waiting() if ask.is_dice or ask.by in tokens]
            if not waiting or game.match is None:
                return
            ask = waiting[0]
            option = 0 if ask.is_dice else ask.options.index(game.match.advice(ask, "rookie"))
            if ask.is_dice:
                option = next(NUMBERS) * 7 % len(ask.options)
            await self.do(
                made["id"],
                models.GiveAnswer,
                made["host"] if ask.is_dice else tokens[ask.by],
                version=game.version,
                seat=-1 if ask.is_dice else ask.by,
                ask=ask.question,
                answer=ask.names[option],
            )

    async def finish(self, made: Mapping[str, Any]) -> None:
        """Let a bot drive every seat, to the end."""
        for seat in made["seats"]:
            if (await self.tables.live_tables.get(made["id"])).table.state == FINISHED:
                return  # the bots that drive already came to the end
            given = {"seat": seat["seat"], "player": "rookie"}
            await self.do(made["id"], models.HandOver, seat["token"], **given)
        if (await self.tables.live_tables.get(made["id"])).table.is_held:
            await self.do(made["id"], models.RaceOn, made["host"])

    async def everything(self) -> None:
        """Some of all there is."""
        for rules in rulesets():
            await self.of_one_game(rules.key)
        await self.grand_prix()
        await self.campaign()

    async def of_one_game(self, key: str) -> None:
        """Races of one ruleset: over, given up, by real dice, not begun, and running."""
        over = await self.make(f"{key} over", key, "mine", "rookie", "mine", "rookie")
        await self.play(over, 20)
        await self.finish(over)
        left = await self.make(f"{key} given up", key, "mine", "rookie", "mine")
        await self.play(left, 30)
        await self.do(left["id"], models.Abandon, left["host"])
        await self.make(f"{key} open", key, "mine", "open")
        real = await self.make(f"{key} real dice", key, "mine", "rookie", dice="physical")
        await self.play(real, 40)
        for number, answers in enumerate(RUNNING):
            bots = ["rookie"] * (number % 3)
            made = await self.make(f"{key} running {answers}", key, "mine", "mine", *bots)
            await self.play(made, answers)
            given = {"text": "see you on Sunday"}
            await self.do(made["id"], models.Chat, made["host"], **given)

    async def grand_prix(self) -> None:
        """One race of it over, the next one running, a third to come."""
        courses = next(rules.course_names() for rules in rulesets() if rules.key == "kart")
        then = [*courses[1:3], courses[0]][:2]
        first = await self.make("grand prix 1", "kart", "mine", "mine", "rookie", then=then)
        await self.finish(first)
        tokens = [first["host"], *(seat["token"] for seat in first["seats"])]
        second = asdict(await self.tables.again(TableId(first["id"]), tokens))
        self.keys["grand prix 2"] = {"ruleset": "kart", **second}
        await self.do(second["id"], models.Start, second["host"])
        await self.play(second, 25)

    async def campaign(self) -> None:
        """A campaign of two people and a bot, in the midst of its first game."""
        campaigns = CampaignService(self.tables)
        new = await campaigns.create(
            models.NewCampaign(
                ruleset="rally",
                title="Across the salt",
                players=[
                    models.NewPlayer(player="mine", name="Ann"),
                    models.NewPlayer(player="rookie", name="Bob"),
                    models.NewPlayer(player="rookie", name="Cid"),
                ],
            )
            .model_dump_json()
            .encode()
        )
        made = asdict(new)
        self.keys["campaign"] = {"ruleset": "rally", **made}
        await self.moves(campaigns, made)
        await self.move(campaigns, made["id"], made["host"], -1, {"do": "start"})
        row = await self.moves(campaigns, made)
        for number, game in row.keeping.games.items():
            seats = [{"seat": n, "token": t} for n, t in enumerate(game.tokens) if t]
            of_game = {"id": game.table, "host": game.host, "seats": seats}
            self.keys[f"campaign game {number}"] = {"ruleset": "rally", **of_game}
            await self.play(of_game, 30)

    async def moves(self, campaigns: CampaignService, made: Mapping[str, Any]) -> StoredCampaign:
        """The first player moves as a bot would, until a game begins or all wait for the host."""
        token, kind = made["seats"][0]["token"], kind_of("rally")
        while True:
            await campaigns.look(made["id"], [token])
            row = storage.load(self.tables.store.engine, made["id"])
            assert row is not None
            campaign = take_up(row)
            if row.keeping.games or 0 not in campaign.waited_for():
                return row
            bot_move = kind.bot_move(campaign, 0)
            assert bot_move is not None
            move = bot_move.model_dump()
            await self.move(campaigns, made["id"], token, 0, move, row.version)

    async def move(
        self,
        campaigns: CampaignService,
        name: str,
        token: str,
        seat: SeatIndex,
        move: dict[str, Any],
        version: int = 0,
    ) -> None:
        """One move in a campaign."""
        request = f"made-{next(NUMBERS):08}"
        given = {"request": request, "token": token, "seat": seat, "version": version}
        await campaigns.do(name, models.CampaignMove.model_validate({**given, "move": move}))


def left(rules: Ruleset) -> Match:
    """A race in the terminal that was left: one person, two rookies, seeded dice."""
    seats = [Seat("Ann"), Seat("Bob", "rookie"), Seat("Cid", "rookie")]
    course = rules.load_course(rules.course_names()[0])
    match = Match(rules, course, seats, {}, Seeded(7), bot_seed=7)
    for _ in range(LEFT):
        if match.is_over:
            break
        ask = match.person_asks()[0]
        match.answer(ask.names[ask.options.index(match.advice(ask, "rookie"))])
    return match


async def _fill(store: Store) -> dict[str, dict[str, Any]]:
    maker = Maker(TableService(store))
    await maker.everything()
    return maker.keys


def main(folder: Path) -> None:
    """Write all of it."""
    (folder / "logs").mkdir(parents=True)
    with TemporaryDirectory() as scratch:
        store = Store(open_database(read_address(f"{scratch}/table.db")))
        keys = asyncio.run(_fill(store))
        with (folder / "tables.wreck").open("wb") as stream:
            write_backup(store.engine, stream)
        found = export_logs(store, folder / "logs", lambda path, text: _write(path, text))
        print(*(f"{one.id} {one.what}" for one in found), sep="\n")
        store.close()
    for rules in rulesets():
        _write(folder / f"{rules.key}.jsonl", write_log(left(rules)))
    versions = {rules.key: rules.version for rules in rulesets()}
    (folder / "keys.json").write_text(json.dumps({"rules": versions, "tables": keys}, indent=1))


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
