"""A browser tab at a table, which goes on through kills and notes what it was told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.table.kill.site import SOON, Site
from tests.table.sitting import COMMANDS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

WITHIN = 120.0  # seconds without any news, for whatever is waited for
LOOKS = 0.2  # seconds until a tab that waits looks again
HANGS_UP = 0.03  # how often a tab goes away after a command, without waiting for the reply
REPEATS = 0.1  # how often a command is sent again that was answered


@dataclass
class Sent:
    """A command, and what the client was told of it: a reply, or a refusal."""

    message: dict[str, Any]
    answer: dict[str, Any] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        return bool(self.answer) and self.answer["type"] == "reply"


@dataclass
class Account:
    """What all clients sent to a table, and what they were told."""

    table: str
    tokens: tuple[str, ...] = ()  # of its seats, and the host's
    sent: dict[str, Sent] = field(default_factory=dict)  # by the command's key
    chat: dict[int, str] = field(default_factory=dict)  # what was heard, by its id
    version: int = 0  # the newest that anybody was told
    # The number of answers, and their digest, by version: the same for all, from every server.
    digests: dict[int, tuple[int, str]] = field(default_factory=dict)

    def done(self) -> list[tuple[str, Sent]]:
        """The commands that were acknowledged, with their keys."""
        return [(key, sent) for key, sent in self.sent.items() if sent.is_done]


class Tab:
    """A browser tab with these tokens, by seat; with `host`, the host's."""

    def __init__(
        self, site: Site, account: Account, tokens: dict[int, str], host: str, chance: random.Random
    ) -> None:
        self.site, self.account, self.chance = site, account, chance
        self.tokens, self.host = tokens, host
        account.tokens = (*account.tokens, *filter(None, (*tokens.values(), host)))
        self.version, self.table = 0, dict[str, Any]()
        self.menus: list[dict[str, Any]] = []
        self.undo: list[int] = []
        self._line: ClientConnection | None = None
        self._at = ""  # which server it was connected to
        self._open: tuple[dict[str, Any], asyncio.Future[dict[str, Any]]] | None = None
        self._news = asyncio.Event()
        self._staying = asyncio.create_task(self._stay())

    @property
    def state(self) -> str:
        """The state of the table; '' before it is known."""
        return str(self.table.get("state", ""))

    async def until(self, what: Callable[[], bool]) -> bool:
        """Wait until a condition holds; False if the site is off before."""
        looks = 0
        while not what():
            if not self.site.is_on:
                return False
            if self._staying.done():
                self._staying.result()
            looks = self._look_again(looks, "news")
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOKS)
                looks -= 1
        return True

    def _look_again(self, looks: int, awaited: str) -> int:
        """Count the times that nothing came. Raises TimeoutError after many of them.

        Seconds would not do: a machine that stood still has not waited.
        """
        if looks >= WITHIN / LOOKS:
            have = f"{self.state or 'unknown'}, version {self.version}, menus {self.menus}"
            line = f"line to {self._at}" if self._line else "no line"
            raise TimeoutError(f"no {awaited} at {self.account.table}: {have}, {line}")
        return looks + 1

    async def close(self) -> None:
        """Close the tab. Raises its errors."""
        self._staying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._staying

    # Commands

    async def do(self, kind: str, token: str, **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered: the reply, or the refusal."""
        request = f"{kind}-{self.chance.randrange(2**40)}"
        message = {"do": kind, "request": request, "token": token, **fields}
        sent = Sent(message)
        self.account.sent[COMMANDS.validate_python(message).key] = sent
        sent.answer = await self._answered(message)
        if sent.is_done and self.chance.random() < REPEATS:
            again = await self._answered(message)
            assert again["type"] == "reply"
            assert again["result"] == sent.answer["result"]
            assert again["version"] == sent.answer["version"] or kind == "chat"
        if not sent.is_done:
            await self._say({"do": "hello", "tokens": self._all(), "seen": None})
        return sent.answer

    async def answer(self, menu: dict[str, Any], option: str) -> dict[str, Any]:
        """Answer a question."""
        self.menus = []
        seat = menu["seat"]
        token = self.tokens.get(seat) or self.host or next(iter(self.tokens.values()))
        given = {"version": self.version, "seat": seat, "ask": menu["ask"], "answer": option}
        return await self.do("answer", token, **given)

    async def _answered(self, message: dict[str, Any]) -> dict[str, Any]:
        while True:
            future = asyncio.get_running_loop().create_future()
            self._open = message, future
            self.site.sends(message["do"])
            await self._say(message)
            if self.chance.random() < HANGS_UP and self._line is not None:
                await self._line.close()
            looks = 0
            while not future.done():
                if self._staying.done():
                    self._staying.result()
                looks = self._look_again(looks, f"answer to {message['do']}")
                await asyncio.wait([future], timeout=LOOKS)
            answer: dict[str, Any] = future.result()
            self._open = None
            if answer["type"] == "reply" or answer["error"]["kind"] != "busy":
                return answer
            await asyncio.sleep(SOON)

    async def _say(self, message: dict[str, Any]) -> None:
        """Send if there is a line; open commands are sent again on the next one."""
        if self._line is not None:
            with contextlib.suppress(OSError, WebSocketException):
                await self._line.send(json.dumps(message))

    def _all(self) -> list[str]:
        return [*self.tokens.values(), *filter(None, [self.host])]

    # The line

    async def _stay(self) -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                # A command that is open may still be carried out there: nowhere else before.
                stays = self._open is not None and self.site.is_up(self._at)
                self._at = self._at if stays else self.site.address(self.chance)
                where = f"{self._at.replace('http', 'ws', 1)}/api/tables/{self.account.table}/live"
                async with connect(where, max_size=None, proxy=None, close_timeout=0.2) as line:
                    await self._greet(line)
                    async for text in line:
                        self._receive(str(text))
            self._line = None
            await asyncio.sleep(SOON)

    async def _greet(self, line: ClientConnection) -> None:
        seen = self.version if self.version and self.chance.random() < 0.7 else None
        self.menus = []
        await line.send(json.dumps({"do": "hello", "tokens": self._all(), "seen": seen}))
        self._line = line
        if self._open is not None:  # nobody knows if it was done
            await line.send(json.dumps(self._open[0]))

    def _receive(self, text: str) -> None:
        heard = json.loads(text)
        for message in heard if isinstance(heard, list) else [heard]:
            getattr(self, f"_on_{message['type']}", lambda _: None)(message)
        self._news.set()

    def _on_state(self, message: dict[str, Any]) -> None:
        assert message["version"] >= self.version, "back in time"
        self.version = message["version"]
        self.account.version = max(self.account.version, self.version)
        self.table = message["table"] or self.table
        if play := message["play"]:
            told = play["number"], play["digest"]
            assert self.account.digests.setdefault(self.version, told) == told
        for chat in message.get("chat", ()):
            self._on_chat({"chat": chat})

    _on_update = _on_state

    def _on_current(self, message: dict[str, Any]) -> None:
        assert message["version"] >= self.version, "back in time"

    def _on_menus(self, message: dict[str, Any]) -> None:
        self.menus = message["menus"]

    def _on_you(self, message: dict[str, Any]) -> None:
        """Check that the tokens open the same seats at every server."""
        you = message["you"]
        assert (you["seats"], you["host"]) == (sorted(self.tokens), bool(self.host)), you
        self.undo = you["undo"]

    def _on_chat(self, message: dict[str, Any]) -> None:
        chat = message["chat"]
        assert self.account.chat.setdefault(chat["id"], chat["text"]) == chat["text"]

    def _on_reply(self, message: dict[str, Any]) -> None:
        asked, answer = self._open or ({}, None)
        if answer and not answer.done() and asked["request"] == message["request"]:
            answer.set_result(message)

    def _on_refusal(self, message: dict[str, Any]) -> None:
        assert message["error"]["kind"] != "failed", message
        self._on_reply(message)


async def close_all(tabs: Sequence[Tab]) -> None:
    """Close all tabs."""
    for tab in tabs:
        await tab.close()
