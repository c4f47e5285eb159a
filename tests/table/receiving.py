"""A service that takes notices, on loopback; and a browser that takes Web Push."""

from __future__ import annotations

import base64
import contextlib
import json
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

WITHIN = 90.0  # seconds: a process starts first, perhaps on a busy machine


@dataclass(frozen=True)
class Posted:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes
    method: str = "POST"

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Keeps what is posted to it. It answers with `status`; with 0 never, until it is closed."""

    def __init__(self) -> None:
        self.status = 200
        self.posted: Queue[Posted] = Queue()
        self.closing = threading.Event()
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, args=[0.02], daemon=True).start()

    def next(self) -> Posted:
        """Wait for a request."""
        return self.posted.get(timeout=WITHIN)

    def count(self) -> int:
        """How many came that nobody has looked at."""
        return self.posted.qsize()

    def close(self) -> None:
        self.closing.set()
        self.http.shutdown()
        self.http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # and all other methods
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.posted.put(Posted(self.path, headers, body, self.command))
                if receiver.status == 0:
                    receiver.closing.wait(WITHIN)
                    return
                self.send_response(receiver.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver for as long as it is needed."""
    receiver = Receiver()
    try:
        yield receiver
    finally:
        receiver.close()


class MailServer:
    """Keeps the commands of each client that sends it mail, and says yes to all."""

    def __init__(self) -> None:
        self.commands: Queue[list[str]] = Queue()
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self._handler())
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()

    def next(self) -> list[str]:
        """Wait for a client to be done."""
        return self.commands.get(timeout=WITHIN)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def _handler(self) -> type[socketserver.StreamRequestHandler]:
        commands = self.commands

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                said, is_text = list[str](), False
                self.wfile.write(b"220 mail\r\n")
                for line in self.rfile:
                    words = line.decode().rstrip("\r\n")
                    said.append(words)
                    if is_text and words != ".":
                        continue
                    is_text = words == "data"
                    self.wfile.write(b"354 go on\r\n" if is_text else b"250 yes\r\n")
                commands.put(said)

        return Handler


class PushBrowser:
    """The keys that a browser has for a subscription."""

    def __init__(self, endpoint: str) -> None:
        self._key, self._auth = generate_private_key(SECP256R1()), b"sixteen bytes ok"
        public = self._key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": endpoint,
            "expirationTime": None,
            "keys": {"p256dh": _text(point), "auth": _text(self._auth)},
        }

    def read(self, posted: Posted) -> Any:
        """Decrypt a push."""
        text = http_ece.decrypt(
            posted.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(text)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
