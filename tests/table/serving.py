"""`wreck serve` in processes of its own, and people at its tables, as a browser does it."""

from __future__ import annotations

import contextlib
import copy
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from pydantic import TypeAdapter
from tests.table.dying import with_us
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from wreckoning.table.replies import Push

MAIN = "from wreckoning.cli.main import run; run()"
WITHIN = 60.0  # seconds, for whatever is waited for: a safety net on a busy machine
PUSH: TypeAdapter[Any] = TypeAdapter(Push)
REQUESTS = (f"request-{number}" for number in itertools.count())


class Served:
    """A running `wreck serve`; `wait` until it answers."""

    main = MAIN

    def __init__(self, db: str, folder: Path, *options: str) -> None:
        self.db, self.folder = db, folder
        self._errors = folder / f"stderr-{id(self)}"
        environment = {**os.environ, "WRECK_DATA": str(folder), "NO_COLOR": "1"}
        serve = ["serve", "--port", "0", "--db", db, *options]
        command = [sys.executable, "-X", "faulthandler", "-c", self.main, *serve]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*with_us("KILL"), *command],
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                text=True,
                start_new_session=True,  # so that a signal to all of them is not one to us
            )
        self.said, self.address, self.http = "", "", httpx.Client()
        self.browsers: list[Browser] = []

    def wait(self) -> Served:
        """Wait until it prints its address."""
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        assert "Wreckoning is at " in self.said, self.errors
        self.address = self.said.split("Wreckoning is at ")[1].split("/ ")[0]
        self.http = httpx.Client(base_url=self.address, timeout=WITHIN, trust_env=False)
        return self

    @property
    def errors(self) -> str:
        """Its standard error so far."""
        return self._errors.read_text()

    def post(self, path: str, **body: Any) -> Any:
        """Post a request that must succeed."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """Get something that must exist."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait(WITHIN)
        self._let_go()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop. Returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.ended(WITHIN)
        self._let_go()
        return status

    def ended(self, within: float) -> int:
        """Its exit status; if it does not end, show the lines where it hangs."""
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(WITHIN)
            raise AssertionError(f"not ended within {within:.0f} s\n{self.errors}") from None

    def hang_up(self) -> None:
        """Disconnect all browsers."""
        while self.browsers:
            self.browsers.pop().close()

    def _let_go(self) -> None:
        self.hang_up()
        self.http.close()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextlib.contextmanager
def serving(db: str, folder: Path, *options: str) -> Iterator[Served]:
    """A server for as long as it is needed."""
    served = Served(db, folder, *options)
    try:
        yield served.wait()
    finally:
        served.stop()


@dataclass
class Made:
    """A new table, and its tokens."""

    id: str
    host: str
    tokens: dict[int, str]


def make_table(served: Served, *seats: str, **more: Any) -> Made:
    """Make a table on the shortest course: each seat 'mine', 'open', or a bot's policy."""
    wanted = [
        {"player": seat, "name": f"Driver {n}" if seat == "mine" else ""}
        for n, seat in enumerate(seats)
    ]
    table = {"ruleset": "rtd", "course": "sundae_drive", "seats": wanted, **more}
    made = served.post("/api/tables", **table)
    return Made(made["id"], made["host"], {seat["seat"]: seat["token"] for seat in made["seats"]})


def start(served: Served, made: Made) -> None:
    """Start the race as its host."""
    served.post(f"/api/tables/{made.id}/start", request=next(REQUESTS), token=made.host)


@dataclass
class Browser:
    """One connected browser, and the messages it got."""

    served: Served
    table: str
    tokens: list[str]
    seen: int | None = None
    version: int = -1
    state: str = ""
    menus: list[dict[str, Any]] = field(default_factory=list)
    you: dict[str, Any] = field(default_factory=dict)
    here: dict[str, Any] = field(default_factory=lambda: {"here": [], "spectators": 0})
    lines: list[Any] = field(default_factory=list)
    chat: list[str] = field(default_factory=list)
    said: set[int] = field(default_factory=set)  # which chat it has: it may come twice
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)  # replies and refusals
    heard: list[str] = field(default_factory=list)  # types of all messages
    rolls: set[int] = field(default_factory=set)  # the numbers of those it was shown
    number: int = -1  # answers so far

    def __post_init__(self) -> None:
        address = self.served.address.replace("http", "ws", 1)
        line = connect(f"{address}/api/tables/{self.table}/live", max_size=None, proxy=None)
        self._unheard: list[dict[str, Any]] = []
        self._stack = contextlib.ExitStack()
        self._line = self._stack.enter_context(line)
        self.served.browsers.append(self)
        self.send({"do": "hello", "tokens": self.tokens, "seen": self.seen})
        self.until(lambda: "you" in self.heard)

    def send(self, message: dict[str, Any]) -> None:
        self._line.send(json.dumps(message))

    def close(self) -> None:
        self._stack.close()

    def again(self, served: Served) -> Browser:
        """Reconnect the browser, perhaps to another server, with what it has seen."""
        names = "version", "state", "number", "rolls", "lines", "chat", "said", "menus"
        known: dict[str, Any] = {name: copy.copy(getattr(self, name)) for name in names}
        return Browser(served, self.table, self.tokens, self.version, **known)

    def hear(self, timeout: float) -> bool:
        """Take in the next message. False if none came in time; raises when the line ends."""
        try:
            heard = self._unheard or json.loads(self._line.recv(timeout))
        except TimeoutError:
            return False
        message, *self._unheard = heard if isinstance(heard, list) else [heard]
        self.take(message)
        return True

    def take(self, message: dict[str, Any]) -> None:
        """Take one message, checked against its type."""
        PUSH.validate_python(message)
        getattr(self, f"_on_{message['type']}", lambda _: None)(message)
        if message["type"] != "time":  # it leads every list
            self.heard.append(message["type"])

    def until(self, what: Callable[[], bool], within: float = WITHIN) -> None:
        """Listen until a condition holds."""
        end = time.monotonic() + within
        while not what():
            left = end - time.monotonic()
            assert left > 0, f"not within {within} s; heard {self.heard[-20:]}"
            self.hear(left)

    def reach(self, version: int) -> None:
        """Listen until this version."""
        self.until(lambda: self.version >= version)

    def see(self, *here: int, spectators: int = 0) -> None:
        """Listen until these players are connected."""
        self.until(lambda: (self.here["here"], self.here["spectators"]) == ([*here], spectators))

    def asked(self) -> dict[str, Any] | None:
        """Listen until there is a question for us: its menu; None when the race is over."""
        self.until(
            lambda: (
                self.state == "over" or any(menu["number"] == self.number for menu in self.menus)
            )
        )
        return self.menus[0] if self.state == "running" else None

    def hear_all(self) -> None:
        """Take in the messages that have come already."""
        while self.hear(0.001):
            pass

    def gone(self) -> int:
        """Listen until the line ends: its code."""
        try:
            while self.hear(WITHIN):
                pass
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
        raise AssertionError("the line did not end")

    def _on_state(self, message: dict[str, Any]) -> None:
        self.version, self.state = message["version"], message["table"]["state"]
        self.lines = message["lines"]
        self.number = message["play"]["number"] if message["play"] else -1
        self.chat = [one["text"] for one in message["chat"]]
        self.said = {one["id"] for one in message["chat"]}

    def _on_update(self, message: dict[str, Any]) -> None:
        assert message["version"] >= self.version, "back in time"
        assert message["lines"]["keep"] <= len(self.lines), "lines are missing"
        self.version = message["version"]
        self.lines = self.lines[: message["lines"]["keep"]] + message["lines"]["add"]
        if message["table"]:
            self.state = message["table"]["state"]
        if message["play"]:
            self.number = message["play"]["number"]
            self.rolls |= {roll["number"] for roll in message["play"].get("rolls", ())}

    def _on_current(self, message: dict[str, Any]) -> None:
        self.version = message["version"]

    def _on_menus(self, message: dict[str, Any]) -> None:
        self.menus = message["menus"]

    def _on_you(self, message: dict[str, Any]) -> None:
        self.you = message["you"]

    def _on_here(self, message: dict[str, Any]) -> None:
        self.here = message

    def _on_chat(self, message: dict[str, Any]) -> None:
        if message["chat"]["id"] not in self.said:
            self.said.add(message["chat"]["id"])
            self.chat.append(message["chat"]["text"])

    def _on_reply(self, message: dict[str, Any]) -> None:
        self.answers[message["request"]] = message

    _on_refusal = _on_reply

    # What one does

    def answer(self, menu: dict[str, Any], option: int = 0, request: str = "") -> str:
        """Send an answer to this question; the request's name."""
        request = request or next(REQUESTS)
        message = {
            "do": "answer",
            "request": request,
            "token": self.tokens[0],
            "version": self.version,
            "seat": menu["seat"],
            "ask": menu["ask"],
            "answer": menu["options"][option % len(menu["options"])]["name"],
        }
        self.send(message)
        return request

    def answered(self, request: str) -> dict[str, Any]:
        """The reply to a request."""
        self.until(lambda: request in self.answers)
        return self.answers[request]
