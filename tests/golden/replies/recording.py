"""Plays on a server whose chance and clock are given, and records what it says.

Of each reply there is a digest. Those that show something new, another field or another type in a
field, are kept as they are, but for the rest of their long lists.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import re
import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.table.hosting import Ear, Hosted
from websockets.exceptions import ConnectionClosed

from wreckoning import __version__
from wreckoning.server import days

RECORD = Path(__file__).parent / "replies.jsonl.gz"
HOST = "table.example"
BEGUN = 1_900_000_000.0  # 17 March 2030, 17:46 UTC
AN_ID = re.compile(r"/[a-z0-9]{12}\b")
SHORT = 4  # parts that are kept of any list
WORDS = ("kind", "type", "state")  # their values tell shapes apart


def read() -> list[str]:
    """The recorded replies, each with its name, as JSON."""
    return gzip.decompress(RECORD.read_bytes()).decode().splitlines()


def write(replies: Sequence[str]) -> None:
    """Keep these replies."""
    text = "".join(f"{reply}\n" for reply in replies)
    RECORD.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


class GivenSecrets:
    """Stands in for `secrets`: the same values in every run, a row of them for each kind."""

    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self) -> None:
        self._drawn: Counter[str] = Counter()

    def _draw(self, kind: str, size: int) -> bytes:
        self._drawn[kind] += 1
        return hashlib.shake_256(f"{kind} {self._drawn[kind]}".encode()).digest(size)

    def token_bytes(self, size: int) -> bytes:
        return self._draw(f"bytes {size}", size)

    def token_hex(self, size: int) -> str:
        return self._draw(f"hex {size}", size).hex()

    def token_urlsafe(self, size: int) -> str:
        return self._draw(f"token {size}", size).hex()

    def randbelow(self, below: int) -> int:
        return int.from_bytes(self._draw(f"below {below}", 16)) % below

    def choice(self, among: Sequence[Any]) -> Any:
        return among[self.randbelow(len(among))]


class Recorder:
    """A server to be asked, and what it said."""

    def __init__(self, hosted: Hosted, patch: pytest.MonkeyPatch) -> None:
        self.hosted, self.kept = hosted, list[str]()
        self.serving = hosted.app.state.serving
        self.now, self.about = BEGUN, ""  # the game that is recorded
        self._seen: set[str] = set()
        self._requests = 0
        given = GivenSecrets()
        import_module("wreckoning.server.profiles.passkeys")  # a server loads it when it is needed
        for name, module in list(sys.modules.items()):
            if name.startswith("wreckoning.") and getattr(module, "secrets", None) is secrets:
                patch.setattr(module, "secrets", given)
        patch.setattr(days, "now", lambda: self.now)
        self.serving.tables.clock = lambda: self.now

    def ask(self, method: str, path: str, device: str, body: dict[str, Any]) -> Any:
        """Ask for something, a minute after the last time, and keep the reply."""
        self.now += 60
        headers = {"host": HOST} | ({"authorization": f"Bearer {device}"} if device else {})
        sent = body if method == "POST" else None
        answer = self.hosted.http.request(method, path, headers=headers, json=sent)
        self._keep(f"{method} {path}", answer.text)
        return answer.json()

    def get(self, path: str, device: str = "") -> Any:
        return self.ask("GET", path, device, {})

    def post(self, path: str, device: str = "", **body: Any) -> Any:
        return self.ask("POST", path, device, body)

    def do(self, path: str, **body: Any) -> Any:
        """Post a command, with a new request."""
        self._requests += 1
        return self.post(path, **{"request": f"recorded-{self._requests}", **body})

    def hear(self, ear: Ear) -> None:
        """Hang up once all that was sent has come; keep what is new, type by type."""
        with contextlib.suppress(ConnectionClosed):
            ear.do("read", request="last", token=ear.tokens[0], version=0, line="board")
        ear.close()
        ear.texts.sort(key=lambda text: str(json.loads(text)["type"]))
        for text in ear.texts:
            self._keep(f"live {json.loads(text)['type']}", text, is_new=True)

    def _keep(self, name: str, text: str, is_new: bool = False) -> None:
        """Keep a reply: its digest, unless it has to be new, and the parts that are new."""
        text = text.replace(json.dumps(__version__), '"VERSION"')
        name = f"{self.about} {name}"
        known = len(self._seen)
        short = self._shortened(json.loads(text), AN_ID.sub("/ID", name))
        if len(self._seen) > known:
            self.kept.append(f"{name} {_digest(text)} {json.dumps(short, ensure_ascii=False)}")
        elif not is_new:
            self.kept.append(f"{name} {_digest(text)}")

    def _shortened(self, value: Any, path: str) -> Any:
        """This value, without those parts of long lists that show nothing new."""
        if isinstance(value, dict):
            words = {name: f"={value[name]}" if name in WORDS else "" for name in value}
            return {
                name: self._shortened(part, f"{path}.{name}{words[name]}")
                for name, part in value.items()
            }
        self._seen.add(f"{path}: {type(value).__name__}")
        if not isinstance(value, list):
            return value
        kept: list[Any] = []
        for part in value:
            known = len(self._seen)
            short = self._shortened(part, f"{path}[]")
            if len(kept) < SHORT or len(self._seen) > known:
                kept.append(short)
        return kept


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
