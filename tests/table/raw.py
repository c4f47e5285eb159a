"""Raw connections: bytes sent and read by hand."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import Any

from tests.table.serving import WITHIN, Served

HOST = b"host: 127.0.0.1\r\n"
UPGRADE = (
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
TEXT, PING, CONTINUED = 1, 9, 0  # kinds of frames
FIN = MASKED = 0x80


class Raw:
    """One connection to a server."""

    def __init__(self, served: Served, source: str = "127.0.0.1") -> None:
        host, port = served.address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), WITHIN, (source, 0))

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> Raw:
        """Send all of this, as long as the other side takes it."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)
        return self

    def pour(self, block: bytes, most: int) -> int:
        """Send this repeatedly until the other side takes no more. Returns the bytes sent."""
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < most:
                sent += self.socket.send(block)
        return sent

    def read(self) -> bytes:
        """Everything until the other side closes the connection."""
        heard = b""
        with contextlib.suppress(ConnectionError):
            while more := self.socket.recv(65536):
                heard += more
        return heard

    def hears(self, words: bytes) -> None:
        """Read until these have come. A line that is closed stays a while, for a last word."""
        heard = b""
        while words not in heard:
            more = self.read_some()
            assert more, heard
            heard += more

    def answer(self) -> bytes:
        """Read one answer with a known length; b'' if the connection is closed."""
        heard = self.read_some()
        while heard and (b"\r\n\r\n" not in heard or len(heard) < whole(heard)):
            heard += self.read_some()
        return heard

    def read_some(self) -> bytes:
        """Read the next bytes; b'' if the connection is closed."""
        with contextlib.suppress(ConnectionError):
            return self.socket.recv(65536)
        return b""

    def refused(self) -> tuple[int, str]:
        """Read to the end. The status and the text of the refusal; (0, '') if there is none."""
        return refusal_in(self.read())

    @staticmethod
    def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
        """A WebSocket frame from a client, its mask all zeros."""
        assert len(payload) < 126
        return bytes([opcode | (FIN if fin else 0), MASKED | len(payload)]) + b"\0\0\0\0" + payload


def whole(heard: bytes) -> int:
    """The length of an answer, from its head."""
    head = heard.partition(b"\r\n\r\n")[0].lower()
    return len(head) + 4 + int(head.partition(b"content-length: ")[2].split(b"\r")[0])


def refusal_in(heard: bytes) -> tuple[int, str]:
    """The status and the text of an answer that is a refusal."""
    if not heard:
        return 0, ""
    head, _, body = heard.partition(b"\r\n\r\n")
    error: dict[str, Any] = json.loads(body)["error"]
    assert set(error) == {"kind", "text", "rule"}
    assert "\n" not in error["text"]
    assert b"connection: close" in head
    return int(head.split()[1]), str(error["text"])


def get(path: str = "/healthz", more: bytes = b"") -> bytes:
    """A request without a body."""
    return b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + more + b"\r\n"


def post(more: bytes, path: str = "/api/tables") -> bytes:
    """The head of a request with a body."""
    head = b"POST " + path.encode() + b" HTTP/1.1\r\n" + HOST
    return head + b"content-type: application/json\r\n" + more + b"\r\n"
