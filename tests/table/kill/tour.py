"""People in campaigns, who play as long as the site is up."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.table.kill.site import Site
from tests.table.kill.tab import REPEATS

BUGGY = "buggy/light_machine_gun"
LOOKS = 0.1  # seconds until a player who waits for others looks again
ANN, BOB, HOST = 0, 1, -1
JOINS = {"do": "join", "name": "Bob"}


@dataclass
class Played:
    """A campaign: its tokens, and the moves of people that were made or refused."""

    id: str
    tokens: dict[int, str]
    made: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    tables: dict[int, str] = field(default_factory=dict)  # by game, as players were told
    handed: dict[str, Any] = field(default_factory=dict)  # to bots: table and seat, the first reply

    def note(self, done: bool, seat: int, move: dict[str, Any]) -> None:
        """A move was made, or refused."""
        (self.made if done else self.refused)[json.dumps([seat, move], sort_keys=True)] += 1


@dataclass
class Tour:
    """Ann, the host, and Bob, who comes later, with a bot."""

    site: Site
    chance: random.Random
    played: list[Played] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Moves acknowledged."""
        return sum(played.made.total() for played in self.played)

    async def sit_down(self) -> None:
        """Make the first campaign. Nobody is killed yet."""
        await self._begin()

    async def go(self) -> None:
        """Play campaign after campaign until the site is off."""
        while self.site.is_on:
            played = self.played[-1]
            await asyncio.gather(*(self._play(played, seat) for seat in (ANN, BOB)))
            if self.site.is_on:
                await self._begin()

    async def leave(self) -> None:
        """Wait until all finished games are counted."""
        for played in self.played:
            await self._look(played, BOB)

    async def _begin(self) -> None:
        mine, bot = {"player": "mine", "name": "Ann"}, {"player": "random", "name": "Cid"}
        wanted = {"title": "The long road", "players": [mine, {"player": "open"}, bot]}
        _, made = await self._post("/api/campaigns", ruleset="rally", **wanted)
        tokens = {HOST: made["host"], ANN: made["seats"][0]["token"]}
        played = Played(made["id"], tokens)
        claim = {"request": f"claim-{made['id']}", "seat": BOB, "name": JOINS["name"]}
        claims = [self._post(f"/api/campaigns/{played.id}/claim", **claim) for _ in range(3)]
        [token] = {claimed["token"] for _, claimed in await asyncio.gather(*claims)}
        tokens[BOB] = token
        played.note(True, BOB, JOINS)
        self.played.append(played)

    async def drive(self, campaign: str, seat: int, token: str) -> None:
        """Play a campaign that was made elsewhere to its end, in one seat."""
        self.played.append(Played(campaign, {seat: token}))
        await self._play(self.played[-1], seat)

    async def _play(self, played: Played, seat: int) -> None:
        while self.site.is_on:
            seen = await self._look(played, seat)
            if seen["state"] == "over":
                return
            move, by = self._choice(seen, seat)
            if move is not None and by in played.tokens:
                await self._move(played, by, move)
                continue
            games = seen["page"]["games"]
            own = [each for each in seen["tables"] if each["seats"]]
            current = [each for each in own if not games[each["game"]]["over"]]
            for game in current:
                await self._let_a_bot_drive(played, game)
            await asyncio.sleep(LOOKS)

    def _choice(self, seen: dict[str, Any], seat: int) -> tuple[dict[str, Any] | None, int]:
        """The next move of this seat, if any; Ann is the host too."""
        page = seen["page"]
        mine = seat in page["waited_for"]
        if page["phase"] == "rosters" and mine:
            return {"do": "roster", "team": ";".join([BUGGY] * 8)}, seat
        if page["phase"] == "rosters" and seat == ANN and not page["waited_for"]:
            return {"do": "start"}, HOST
        if page["phase"] == "field" and mine:
            field = page["field"]
            hires = [move["move"] for move in page["moves"] if not move["off"]]
            if len(field["chosen"]) < field["least"] and hires:
                return hires[0], seat
            return {"do": "field", "vehicles": field["chosen"][: field["most"]]}, seat
        if page["phase"] == "after" and mine:
            offered = [move for one in page["roster"] for move in one["moves"]] + page["moves"]
            may = [move["move"] for move in offered if not move["off"]]
            last = [each for each in may if each["do"] in ("ready", "scrap")]
            if self.chance.random() < 0.1:  # also what cannot be
                may = [{"do": "buy", "design": BUGGY}, {"do": "repair", "vehicle": 0}]
            return self.chance.choice(may if self.chance.random() < 0.6 else last), seat
        return None, seat

    async def _move(self, played: Played, seat: int, move: dict[str, Any]) -> None:
        given = {"request": f"move-{self.chance.randrange(2**40)}", "version": 0, "move": move}
        given |= {"token": played.tokens[seat], "seat": seat}
        path = f"/api/campaigns/{played.id}/move"
        status, found = await self._post(path, **given)
        assert status in (200, 409, 422), found
        played.note(status == 200, seat, move)
        if status == 200 and self.chance.random() < REPEATS:
            assert (await self._post(path, **given))[0] == 200

    async def _look(self, played: Played, seat: int) -> dict[str, Any]:
        """The campaign as this seat sees it. Tokens open, and tables stay, what they were."""
        is_host = seat == ANN and HOST in played.tokens
        tokens = [played.tokens[seat], *([played.tokens[HOST]] if is_host else [])]
        status, found = await self._post(f"/api/campaigns/{played.id}/look", tokens=tokens)
        assert status == 200, found
        seen: dict[str, Any] = found
        assert seen["you"] == {"seats": [seat], "host": is_host}
        for each in seen["tables"]:
            assert played.tables.setdefault(each["game"], each["table"]) == each["table"]
        return seen

    async def _let_a_bot_drive(self, played: Played, game: dict[str, Any]) -> None:
        """To the end of the game, if no player is left; asked again, it gives its first reply."""
        table, [own] = game["table"], game["seats"]
        key = f"{table}/{own['seat']}"
        given = {"request": f"hand-over-{table}", "player": "random", **own}
        status, found = await self._post(f"/api/tables/{table}/hand_over", **given)
        assert status == 200, found
        assert played.handed.setdefault(key, found) == found
        on = {"request": f"race-on-{table}", "token": own["token"]}
        status, found = await self._post(f"/api/tables/{table}/race_on", **on)
        assert status in (200, 409), found

    async def _post(self, path: str, **body: Any) -> tuple[int, Any]:
        return await self.site.post(self.chance, path, **body)
