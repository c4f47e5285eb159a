"""The server is killed again and again while many answer: nothing is lost, nothing done twice.

Only the process that the test started is killed, by its own handle.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.table.serving import Browser, Made, Served, make_table, start
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from wreckoning.table.models import key_of

ANSWERS, KILLS, TABLES = 1000, 9, 12
HANGS_UP = 0.05  # how often a browser goes after an answer, without waiting for the reply
NUMBERS = itertools.count()
WITHIN = 120.0  # seconds, for all of it, on a machine that has much to do


# A server that has read its program already, and opens the database when it is told to.
MAIN = "import wreckoning.table.server; input(); from wreckoning.cli.main import run; run()"


class Standby(Served):
    """`wreck serve` in a process of its own; it begins with `go`."""

    def __init__(self, db: Path, folder: Path) -> None:
        self._errors = folder / f"stderr-{next(NUMBERS)}"
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", MAIN, "serve", "--port", "0", "--db", str(db)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "WRECK_DATA": str(folder), "NO_COLOR": "1"},
                text=True,
                start_new_session=True,
            )
        self.said, self.address, self.http = "", "", httpx.Client()
        self.browsers: list[Browser] = []

    def go(self) -> Standby:
        """Serve: until it answers."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.close()
        self.wait()
        return self

    def kill(self) -> None:
        """It dies without a word; then what it had started itself, its group, goes too."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        super().kill()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


@dataclass
class Player:
    """Two seats at one browser, that go on whatever happens to the server."""

    made: Made
    chance: random.Random
    version: int = 0
    menus: list[dict[str, Any]] = field(default_factory=list)
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)  # by request
    open: str = ""  # the request that is not acknowledged
    acknowledged: dict[str, int] = field(default_factory=dict)  # request → version
    over: bool = False


class Crowd:
    """All players, and the server of the moment."""

    def __init__(self, db: Path, folder: Path) -> None:
        self.db, self.folder = db, folder
        self.served = Standby(db, folder).go()
        self.next = Standby(db, folder)
        self.players: list[Player] = []
        self.kills = 0
        self.words = ""  # what the servers wrote

    @property
    def done(self) -> int:
        """Answers acknowledged."""
        return sum(len(player.acknowledged) for player in self.players)

    def fill(self) -> None:
        """Make the tables, and start their races."""
        for number in range(TABLES):
            made = make_table(self.served, "mine", "mine", "rookie", dice="physical")
            start(self.served, made)
            self.players.append(Player(made, random.Random(number)))

    def strike(self) -> None:
        """The server dies in the middle of things; another takes its place."""
        self.served.kill()
        self.words += self.served.errors
        self.kills += 1
        self.served, self.next = self.next.go(), Standby(self.db, self.folder)

    def stop(self) -> None:
        """The last server ends as it should; the one that waits is not needed."""
        self.next.kill()
        self.served.stop()
        self.words += self.served.errors

    async def kill_now_and_then(self) -> None:
        """At moments that nobody chooses: after so many answers, while others are on their way."""
        chance = random.Random(4711)
        for kill in range(KILLS):
            after = (kill + chance.uniform(0.5, 1.2)) * ANSWERS / (KILLS + 1)
            while self.done < after:
                await asyncio.sleep(0.003)
            await asyncio.to_thread(self.strike)

    async def play(self, player: Player) -> None:
        """Answer until there are answers enough; come again whenever the line ends."""
        while not player.over and (player.open or self.done < ANSWERS or self.kills < KILLS):
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                address = self.served.address.replace("http", "ws", 1)
                where = f"{address}/api/tables/{player.made.id}/live"
                async with connect(where, max_size=None, proxy=None, close_timeout=0.2) as line:
                    await self._greet(player, line)
                    await self._talk(player, line)
            await asyncio.sleep(0.02)

    async def _greet(self, player: Player, line: ClientConnection) -> None:
        tokens = list(player.made.tokens.values())
        player.menus = []
        await line.send(json.dumps({"do": "hello", "tokens": tokens, "seen": None}))
        if player.open:  # nobody knows if it was done: say it again
            await line.send(json.dumps(player.sent[player.open]))

    async def _talk(self, player: Player, line: ClientConnection) -> None:
        while not player.over and (player.open or self.done < ANSWERS or self.kills < KILLS):
            if not player.open and player.menus:
                await line.send(json.dumps(self._next(player)))
                if player.chance.random() < HANGS_UP:
                    return
            self._hear(player, str(await asyncio.wait_for(line.recv(), 10)))

    def _next(self, player: Player) -> dict[str, Any]:
        menu = player.chance.choice(player.menus)
        option = player.chance.choice(menu["options"])
        token = player.made.tokens[max(menu["seat"], 0)]
        player.open = f"{player.made.id}-{len(player.sent)}"
        player.menus = []
        player.sent[player.open] = {
            "do": "answer",
            "request": player.open,
            "token": token,
            "version": player.version,
            "seat": menu["seat"],
            "ask": menu["ask"],
            "answer": option["name"],
        }
        return player.sent[player.open]

    def _hear(self, player: Player, text: str) -> None:
        heard = json.loads(text)
        for message in heard if isinstance(heard, list) else [heard]:
            self._note(player, message)

    def _note(self, player: Player, message: dict[str, Any]) -> None:
        assert message["type"] != "refusal", (message, player)
        if message["type"] in ("state", "update"):
            player.version = message["version"]
            player.over = bool(message["play"] and message["play"].get("podium"))
            if player.over:
                player.open = ""  # the last one was done, though its reply may be lost
        if message["type"] == "menus":
            player.menus = message["menus"]
        elif message["type"] == "reply":
            player.acknowledged[message["request"]] = message["version"]
            player.open = ""

    async def go(self) -> None:
        """All at once."""
        async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as group:
            group.create_task(self.kill_now_and_then())
            for player in self.players:
                group.create_task(self.play(player))


def test_a_thousand_answers_and_nine_kills(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    crowd = Crowd(db, tmp_path)
    try:
        crowd.fill()
        asyncio.run(crowd.go())
        shown = {p.made.id: crowd.served.get(f"/api/tables/{p.made.id}") for p in crowd.players}
    finally:
        crowd.stop()
    assert crowd.kills == KILLS
    assert crowd.done >= ANSWERS
    with contextlib.closing(sqlite3.connect(db)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for player in crowd.players:
            check(connection, player, shown[player.made.id])
    assert "error" not in crowd.words
    for player in crowd.players:
        for token in (player.made.host, *player.made.tokens.values()):
            assert token not in crowd.words


def check(connection: sqlite3.Connection, player: Player, shown: dict[str, Any]) -> None:
    """Every answer that was sent is in the store exactly once, as it was acknowledged."""
    wanted = "SELECT version, request, kind, entries FROM moves WHERE table_id = ? ORDER BY version"
    rows = connection.execute(wanted, [player.made.id]).fetchall()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    answers = {
        request: (version, json.loads(e)) for version, request, kind, e in rows if kind == "answer"
    }
    assert len(answers) == sum(kind == "answer" for _, _, kind, _ in rows)
    keys = {
        request: key_of("answer", request, message["token"])
        for request, message in player.sent.items()
    }
    assert set(answers) == set(keys.values()), "each once, and no other"
    for request, version in player.acknowledged.items():
        assert answers[keys[request]][0] == version
    for request, message in player.sent.items():
        given = answers[keys[request]][1][0]
        assert (given["ask"], given["answer"]) == (message["ask"], message["answer"])
    assert shown["version"] == len(rows)
