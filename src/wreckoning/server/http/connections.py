"""Limits connections: how much may come over one, how long it may take, and how many there are.

uvicorn reads with httptools, which is fast and has no limits: a header may use any amount of
memory, and each further piece of it takes more time. (With h11, which bounds a head's size but not
its time, a request costs 75 µs more.) The classes here extend those of uvicorn 0.54 and count the
bytes received. `Connections.sweep` closes connections that take too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict
from enum import Enum
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wreckoning.server.arrivals import Forwarding
from wreckoning.server.limits import Buckets, Limits, address_key
from wreckoning.server.logbook import failed
from wreckoning.server.metrics import METRICS
from wreckoning.table.refusals import TooMany, error_json
from wreckoning.table.replies import RefusalKind

SLICE = 16 * 1024  # bytes that are parsed before they are counted
FRAMES = 4 * 1024  # the same, for a WebSocket
PIPELINED = 16  # requests sent before the first of them is answered
OVERHEAD = 4  # a chunked body may be this many times longer than its content
LINGER = 2.0  # seconds in which a refused client may still read the reason
UNHEARD = 1024 * 1024  # bytes that a refused client may still send
SLOWEST = 1024  # bytes a second that a client must at least take
BUSY = (408, 503)
TAKES_FILES = re.compile(
    rb"POST (?:/[^?]*)?/api/(campaigns|leagues|leagues/\w+/do)"
)  # rounds have house files
MALFORMED = 400


class Phase(Enum):
    """What a connection is waiting for."""

    HEAD = 1
    BODY = 2
    NOTHING = 3  # the request is complete, or none is under way


class RequestRejected(Exception):
    """Stops the parser; the connection has the answer to send."""


class Connections:
    """All connections to a server, by address, the oldest first."""

    def __init__(self, limits: Limits, proxies: Sequence[str], clock: Callable[[], float]) -> None:
        self.limits, self.clock = limits, clock
        self._proxies = list(map(ip_network, proxies))  # many people may share their addresses
        self._believing = ProxyHeadersMiddleware(cast(Any, None), list(proxies)).trusted_hosts
        self._by_address: dict[str, dict[Bounded, None]] = {}
        self._count = 0
        self.large: dict[Bounded, str] = {}  # with a large body, not answered yet; its sender

    def join(self, one: Bounded) -> None:
        """Count this connection."""
        self._by_address.setdefault(one.address, {})[one] = None
        self._count += 1

    def leave(self, one: Bounded) -> None:
        """Count it no longer."""
        same = self._by_address.get(one.address, {})
        if one in same:
            del same[one]
            self._count -= 1
            if not same:
                del self._by_address[one.address]

    def make_room(self, address: str) -> tuple[int, str] | None:
        """Close the oldest idle connection if there are too many. A refusal if none is idle."""
        most, same = self.limits.connections_per_address, self._by_address.get(address_key(address))
        if same and len(same) >= most and not self._is_proxy(address) and not _give_way(same):
            return 429, f"expected at most {most} connections from one address"
        if self._count >= self.limits.connections:
            crowds = sorted(self._by_address.values(), key=len, reverse=True)
            if not any(map(_give_way, crowds)):
                return 503, "too many connections; try again later"
        return None

    def sender(self, one: Bounded, headers: Sequence[tuple[bytes, bytes]]) -> str:
        """The address of the client with this head, also behind a trusted proxy."""
        said = ", ".join(Forwarding(headers).clients)
        if not said or not self._is_proxy(one.peer):
            return one.address
        return address_key(self._believing.get_trusted_client_address(said)[0])

    def _is_proxy(self, address: str) -> bool:
        with contextlib.suppress(ValueError):
            return any(ip_address(address) in network for network in self._proxies)
        return False

    def sweep(self) -> None:
        """Close connections that take too long. Called about twice a second."""
        now = self.clock()
        for same in list(self._by_address.values()):
            for one in list(same):
                try:
                    one.check(now)
                except Exception as error:
                    failed(error, "connection")
                    one.transport.abort()


def _give_way(connections: dict[Bounded, None]) -> bool:
    """Close the oldest idle connection. False if there is none."""
    idle = next((one for one in connections if one.is_idle), None)
    if idle is None:
        return False
    idle.transport.abort()
    idle.register.leave(idle)
    return True


class Bounded(asyncio.Protocol):
    """A connection that is closed if its client neither reads what it is sent nor leaves."""

    transport: asyncio.Transport
    register: Connections
    address = ""
    peer = ""  # the same in full
    _behind: tuple[float, int] | None = None  # since when this many bytes have been waiting
    _closing: float | None = None

    @property
    def is_idle(self) -> bool:
        """True if it may be closed to make room for another."""
        return self._behind is not None or self.transport.is_closing()

    def pause_writing(self) -> None:
        """Note that too much is waiting to be sent."""
        super().pause_writing()
        self._behind = self.register.clock(), self.transport.get_write_buffer_size()

    def resume_writing(self) -> None:
        """Note that most of it was sent."""
        super().resume_writing()
        self._behind = None

    def check(self, now: float) -> None:
        """Close the connection if it takes too long."""
        within = self.register.limits.stalled
        if self._behind is not None:
            since, waiting = self._behind
            left = self.transport.get_write_buffer_size()
            if now - since < within:
                return
            if waiting - left < SLOWEST * within:
                self.transport.abort()
            self._behind = now, left
        elif self.transport.is_closing():
            self._closing = now if self._closing is None else self._closing
            if now - self._closing >= within:
                self.transport.abort()


class HttpConnection(Bounded, HttpToolsProtocol):
    """uvicorn's connection, with limits."""

    def __init__(self, register: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.register, self._limits = register, register.limits
        self._phase, self._since = Phase.HEAD, register.clock()
        self._steps = 0  # phases so far
        self._fed = 0  # bytes in this phase
        self._body = 0  # bytes of the body so far
        self._most_body = self._limits.body  # the most bytes allowed in it
        self._heard = self._since  # when the last part of a body came
        self._refusal: tuple[int, str] | None = None
        self._refused_at: float | None = None
        self._unheard = 0  # bytes after the refusal
        self._is_upgraded = False
        self._asked: deque[RequestResponseCycle] = deque()  # requests that are not answered yet

    @property
    def is_idle(self) -> bool:
        """True if it has no unanswered request, or its client does not read the answer."""
        return not self._asked or self._phase is not Phase.NOTHING or super().is_idle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, if there is room."""
        super().connection_made(cast(asyncio.Transport, transport))
        address = self.peer = self.client[0] if self.client else ""
        self.address = address_key(address)
        full = self.register.make_room(address)
        self.register.join(self)
        if full is not None:
            self.transport.write(self._answer(*full))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.register.leave(self)
        self._give_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count and parse the data, and refuse too much of it."""
        if self._phase is Phase.NOTHING:
            self._enter(Phase.HEAD)
        for start in range(0, len(data), SLICE):
            if self._refused_at is not None:
                self._ignore(len(data) - start)
                return
            if self.transport.is_closing() or self._is_upgraded:
                return
            self._feed(data[start : start + SLICE] if len(data) > SLICE else data)

    def _feed(self, data: bytes) -> None:
        before = self._steps
        super().data_received(data)
        self._fed = self._fed + len(data) if self._steps == before else 0
        if self._refused_at is not None:
            return
        if self._phase is Phase.HEAD and self._fed > self._limits.head:
            self._refuse(*self._head_too_large())
        elif self._phase is Phase.BODY and self._fed > self._most_body * OVERHEAD:
            self._refuse(*self._body_too_large())
        elif self._phase is not Phase.NOTHING and len(self.headers or ()) > self._limits.head_lines:
            self._refuse(*self._head_too_large())  # also for data after a chunked body

    def _ignore(self, size: int) -> None:
        """Drop data after a refusal, so that the client can still read the refusal."""
        self._unheard += size
        if self._unheard > UNHEARD:
            self.transport.abort()

    def _enter(self, phase: Phase) -> None:
        self._phase, self._since = phase, self.register.clock()
        self._steps, self._fed = self._steps + 1, 0

    # The parser's callbacks

    def on_message_begin(self) -> None:
        """Note the begin of a request."""
        if len(self.pipeline) >= PIPELINED:
            self._stop(429, f"expected at most {PIPELINED} requests at once")
        super().on_message_begin()
        self._body = 0
        self._enter(Phase.HEAD)

    def on_url(self, url: bytes) -> None:
        """Count a part of its address."""
        super().on_url(url)
        if len(self.url) > self._limits.head_line:
            self._stop(414, f"expected an address of at most {self._limits.head_line} bytes")

    def on_headers_complete(self) -> None:
        """Check the sizes of the complete head and of the announced body."""
        sizes = [len(name) + len(value) + 4 for name, value in self.headers]
        most = self._limits
        if len(sizes) > most.head_lines or sum(sizes, len(self.url)) > most.head:
            self._stop(*self._head_too_large())
        if sizes and max(sizes) > most.head_line:
            self._stop(431, f"expected header lines of at most {most.head_line} bytes")
        asked = self.parser.get_method() + b" " + self.url.partition(b"?")[0]
        self._most_body = most.large_file if TAKES_FILES.fullmatch(asked) else most.body
        for name, value in self.headers:
            if name == b"content-length":
                self._check_body(int(value))
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._asked.append(self.cycle)
        self._enter(Phase.BODY)

    def on_body(self, body: bytes) -> None:
        """Count a part of the body."""
        self._body += len(body)
        self._heard = self.register.clock()
        self._check_body(self._body)
        super().on_body(body)

    def _check_body(self, size: int) -> None:
        """Refuse a body that is too large, or too many large bodies at once."""
        if size > self._most_body:
            self._stop(*self._body_too_large())
        if size > self._limits.body and self not in self.register.large:
            self._take_place()

    def _take_place(self) -> None:
        """Take one of the places for large bodies, or refuse this one."""
        large, most = self.register.large, self._limits
        sender = self.register.sender(self, self.headers)
        if list(large.values()).count(sender) >= most.large_bodies_per_address:
            self._stop(429, f"expected at most {most.large_bodies_per_address} large files at once")
        if len(large) >= most.large_bodies:
            self._stop(503, "too many large files at once; try again later")
        large[self] = sender

    def on_message_complete(self) -> None:
        """Note the end of a request."""
        super().on_message_complete()
        self._enter(Phase.NOTHING)

    def on_response_complete(self) -> None:
        """Note that the oldest request is answered."""
        self._asked.popleft()
        if not self._asked:
            self.register.large.pop(self, None)
        super().on_response_complete()

    def _give_up(self) -> None:
        """Drop the answers, since the client is gone. uvicorn itself forgets earlier requests."""
        self.register.large.pop(self, None)
        for cycle in self._asked:
            cycle.disconnected = True
            cycle.message_event.set()

    def handle_websocket_upgrade(self) -> None:
        """Turn this into the connection of a WebSocket."""
        self._is_upgraded = True
        self.register.leave(self)
        super().handle_websocket_upgrade()

    # Refusing

    def _head_too_large(self) -> tuple[int, str]:
        most = self._limits
        return 431, f"expected a head of at most {most.head} bytes and {most.head_lines} lines"

    def _body_too_large(self) -> tuple[int, str]:
        return 413, f"expected at most {self._most_body} bytes"

    def _stop(self, status: int, text: str) -> None:
        """Refuse from inside the parser."""
        self._refusal = status, text
        raise RequestRejected

    def send_400_response(self, msg: str) -> None:
        """Answer a parser that could not go on: we stopped it, or this is not HTTP."""
        self._refuse(*(self._refusal or (400, "not HTTP")))

    def _refuse(self, status: int, text: str) -> None:
        """Send the reason, if still possible; then stop reading, and close soon."""
        can_tell = self._can_tell()
        self._refused_at = self.register.clock()
        self._unset_keepalive_if_required()
        self._give_up()
        if not can_tell:
            self.transport.close()
            return
        self.transport.write(self._answer(status, text))
        self.transport.write_eof()
        self.flow.resume_reading()

    def _can_tell(self) -> bool:
        """True if the client would read an answer as one to the refused request."""
        if self._phase is Phase.BODY:
            return len(self._asked) == 1 and not self._asked[0].response_started
        return not self._asked

    def _answer(self, status: int, text: str) -> bytes:
        kind: RefusalKind = "busy" if status in BUSY else "too_many"
        if status == MALFORMED:
            kind = "malformed"
        METRICS.refusals.labels(kind).inc()
        body = json.dumps(asdict(error_json(kind, text))).encode()
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        lines += [b"%b: %b" % header for header in self.server_state.default_headers]
        lines += [b"content-type: application/json", b"content-length: %d" % len(body)]
        lines.append(b"cache-control: no-store")
        return b"\r\n".join([*lines, b"connection: close", b"", body])

    def check(self, now: float) -> None:
        """Refuse a request that comes too slowly."""
        waited = now - self._since
        if self._refused_at is not None and now - self._refused_at >= LINGER:
            self.transport.abort()
        elif self._refused_at is not None or self.transport.is_closing():
            super().check(now)
        elif self._phase is Phase.HEAD and waited >= self._limits.head_seconds:
            if self._fed or self._steps:
                self._refuse(408, f"expected the head within {self._limits.head_seconds:g} s")
            else:  # nothing was sent at all: browsers keep such connections in reserve
                self.transport.close()
        elif self._phase is Phase.BODY and waited >= self._limits.body_seconds:
            self._refuse(408, f"expected the body within {self._limits.body_seconds:g} s")
        elif self._pauses(now):
            most = self._limits.pause_seconds
            self._refuse(408, f"expected a large body without pauses of {most:g} s")
        else:
            super().check(now)

    def _pauses(self, now: float) -> bool:
        """True if a large body, which takes a place from others, does not come on."""
        if self._phase is not Phase.BODY or self not in self.register.large:
            return False
        if self.flow.read_paused:  # it is we who do not read
            return False
        return now - max(self._heard, self._since) >= self._limits.pause_seconds

    def shutdown(self) -> None:
        """Refuse what is not complete when the server stops."""
        if self._phase is Phase.BODY and self.cycle is not None:
            self.transport.close()
        else:
            super().shutdown()


class WebSocketConnection(Bounded, WebSocketsSansIOProtocol):
    """uvicorn's connection for WebSockets, with limits."""

    def __init__(self, register: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.register = register
        self._frames = Buckets(register.limits.frames, "frames")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the place of the connection that requested it."""
        super().connection_made(transport)
        self.address = address_key(self.client[0] if self.client else "")
        self.register.join(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.register.leave(self)
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """True if it is closed but its client stays, or if its client reads nothing."""
        return self.close_sent or super().is_idle

    def data_received(self, data: bytes) -> None:
        """Parse a little at a time, so that a flood is noticed early."""
        for start in range(0, len(data), FRAMES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + FRAMES] if len(data) > FRAMES else data)
        if not self.handshake_initiated:
            self.transport.close()  # the parser could not read what httptools could

    def handle_events(self) -> None:
        """Count messages, pings and all other events of the connection."""
        try:
            for _ in self.conn.events:
                self._frames.take("")
        except TooMany as error:
            self.conn.fail(1008, str(error))
            self.handle_parser_exception()
        else:
            super().handle_events()
