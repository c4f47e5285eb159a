"""The server in a thread of this process: quick to start, and the same from outside."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from tests.table.serving import REQUESTS, WITHIN, Browser, Served
from websockets.exceptions import ConnectionClosed

from wreckoning.server.http.app import create_app
from wreckoning.server.http.host_header import hosts_of
from wreckoning.server.limits import Limits
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.running import Server
from wreckoning.server.store.database import open_database, read_address

MANY = (1e6, 1e6)
FREELY = Limits(  # tests are many, from one address
    requests=MANY,
    replays=MANY,
    tables=MANY,
    profiles=MANY,
    commands=MANY,
    chat=MANY,
    frames=MANY,
    notices=MANY,
)


class Hosted(Served):
    """A server on this database, until it is stopped."""

    def __init__(
        self,
        db: Path | str,
        limits: Limits = FREELY,
        *proxies: str,
        sends: NoticeSettings | None = None,
        names: Sequence[str] = (),
        root: str = "",
    ) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        hosts = hosts_of("127.0.0.1", names)
        self.app = create_app(open_database(read_address(str(db))), limits, hosts, sends)
        self._server = Server(self.app, [self.address], proxies=proxies, root=root)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        self.http = httpx.Client(base_url=self.address, timeout=WITHIN, trust_env=False)
        self.browsers: list[Browser] = []

    def wait(self) -> Hosted:
        """Wait until it answers."""
        end = time.monotonic() + WITHIN
        while not self._server.started:
            assert self._thread.is_alive()
            assert time.monotonic() < end
            time.sleep(0.005)
        return self

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Stop it: all lines end, and pending changes are stored."""
        self.hang_up()
        self.http.close()
        self._server.should_exit = True
        self._thread.join(WITHIN)
        assert not self._thread.is_alive()
        return 0


@contextlib.contextmanager
def hosting(
    db: Path | str,
    limits: Limits = FREELY,
    *proxies: str,
    **given: Any,
) -> Iterator[Hosted]:
    """A server for as long as it is needed."""
    hosted = Hosted(db, limits, *proxies, **given)
    try:
        yield hosted.wait()
    finally:
        hosted.stop()


class Ear(Browser):
    """A browser that keeps all messages it gets."""

    def __post_init__(self) -> None:
        self.texts: list[str] = []
        super().__post_init__()

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        self.texts.append(json.dumps(message))

    def close(self) -> None:
        """Disconnect, after reading messages under way, as the line would wait for them."""
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            while True:
                self._line.recv(0.001)
        super().close()

    def all(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a type."""
        found = [json.loads(text) for text in self.texts]
        return [message for message in found if message["type"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        """The last message of a type."""
        return self.all(kind)[-1]

    def hears(self, said: int) -> None:
        """Listen until this many chat lines have come."""
        self.until(lambda: len(self.chat) >= said)

    def say(self, text: str | bytes) -> None:
        """Send any text unchanged."""
        self._line.send(text)

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command, with a new request unless one is given. Returns reply or refusal."""
        message = {"do": kind, "request": next(REQUESTS), **fields}
        self.answers.pop(message["request"], None)
        self.send(message)
        return self.answered(message["request"])

    def refused(self, kind: str, **fields: Any) -> str:
        """Send a command that must be refused. Returns the reason."""
        answer = self.do(kind, **fields)
        assert answer["type"] == "refusal", answer
        assert "\n" not in answer["error"]["text"]
        return str(answer["error"]["kind"])
