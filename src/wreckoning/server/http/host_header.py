"""Checks the host of a request and the page that sent it.

A web page from anywhere can let its own name point to this machine, and then read from the server
as if it were a page of the server (DNS rebinding). Such a request names that page's host. So the
server only answers to hosts that nobody else can own: addresses, names without a public owner, and
names given with `--name`.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from wreckoning.core.errors import Malformed
from wreckoning.server.arrivals import ENTRY, PORTS, Arrival
from wreckoning.server.metrics import METRICS
from wreckoning.table.refusals import error_json

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]*\w)\.?(?::(\d{1,5}))?", re.ASCII | re.IGNORECASE)
NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
NOBODYS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
READS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Hosts:
    """The hosts that the server answers to."""

    names: frozenset[str] = frozenset()
    in_network: bool = False  # True if other machines can reach the server

    def include(self, host: str) -> bool:
        """True if this (in lower case) is a name or an address of this server."""
        if host == "localhost" or host.endswith(".localhost") or host in self.names:
            return True
        try:
            address = ip_address(host.strip("[]"))
        except ValueError:
            return self.in_network and ("." not in host or host.endswith(NOBODYS))
        return self.in_network or address.is_loopback


def hosts_of(listens_at: str, names: Iterable[str]) -> Hosts:
    """The hosts of a server that listens at this address and has these names. Raises Malformed."""
    try:
        in_network = not ip_address(listens_at).is_loopback
    except ValueError:
        in_network = listens_at != "localhost"
    own = [socket.gethostname().lower(), listens_at.lower()] if in_network else []
    return Hosts(frozenset([*map(check_name, names), *own]), in_network)


def check_name(given: str) -> str:
    """Check the name of a host, in the form that browsers send. Raises Malformed."""
    try:
        name = given.strip().rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    if not NAME.fullmatch(name):
        problem = f"expected a host's name (race.example), found {given[:60]!r}"
        raise Malformed("--name", problem)
    return name


class HostCheck:
    """Refuses requests for another host, and commands from pages of another host."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._problem(scope) if scope["type"] in ("http", "websocket") else ""
        if not problem:
            await self.app(scope, receive, send)
            return
        METRICS.refusals.labels("forbidden").inc()
        await _refusal(scope, problem)(scope, receive, send)

    def _problem(self, scope: Scope) -> str:
        """Why this request is refused, or ''. Browsers always name the host."""
        arrival: Arrival = scope.get(ENTRY, Arrival())
        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        host = HOST.fullmatch(given[0].lower()) if len(given) == 1 else None
        sent_to = HOST.fullmatch(arrival.sent_to.lower())
        if (given and host is None) or (arrival.sent_to and sent_to is None):
            return "expected one Host header: a name or an address, perhaps with a port"
        for one in filter(None, (host, sent_to)):
            if not self.hosts.include(one[1]):
                name = one[1][:80]
                return (
                    f"this server does not go by the name {name}; wreck serve --name {name} adds it"
                )
        reads = scope["type"] == "http" and scope["method"] in READS
        any_port = host is not None and (arrival.by_proxy or host[1] in self.hosts.names)
        for key, value in () if reads else scope["headers"]:
            origin = value.decode("latin-1").lower()
            if key == b"origin" and not is_origin(origin, host, any_port):
                return "a page of another host may not do this here"
        return ""


def _refusal(scope: Scope, problem: str) -> Response:
    """A readable line for a browser that opens a page; JSON for everything else."""
    if scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", ""):
        return PlainTextResponse(f"{problem[0].upper()}{problem[1:]}.\n", 403)
    return JSONResponse(asdict(error_json("forbidden", problem)), 403)


def is_origin(origin: str, host: re.Match[str] | None, any_port: bool = False) -> bool:
    """True if this is the origin of pages of that host.

    With `any_port`, a host without a port stands for all of its ports: a proxy may leave it out.
    """
    scheme, _, rest = origin.partition("://")
    of = HOST.fullmatch(rest)
    if scheme not in PORTS or of is None or host is None:
        return False
    if any_port and host[2] is None:
        return of[1] == host[1]
    return (of[1], of[2] or PORTS[scheme]) == (host[1], host[2] or PORTS[scheme])
