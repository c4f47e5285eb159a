"""Tells how a request came: by which name, through which proxy, below which path.

A trusted proxy says so in `X-Forwarded-For`, `-Proto`, `-Host`, `-Port` and `-Prefix`, or in
`Forwarded` (RFC 7239). Of several values the first is that of the proxy that the browser spoke to.
The client's address is read from the other end, because a visitor can put anything in front.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from wreckoning.core.errors import Malformed

ROOT = re.compile(r"(/[a-z0-9_~-][a-z0-9._~-]*)+", re.ASCII | re.IGNORECASE)
LONGEST_ROOT = 100  # characters
PORT = re.compile(r"\d{1,5}", re.ASCII)
PORTS = {"http": "80", "https": "443"}
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
NAMED = re.compile(r'(?<!\w)(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))', re.ASCII)
ENTRY = "wreckoning.arrival"  # of a scope
TAKEN = ("api", "assets", "icons", "docs")  # first words of paths of the site, besides its pages


@dataclass(frozen=True)
class Arrival:
    """What HostCheck must know: whether a trusted proxy sent it, and what that called this host.

    `sent_to` is '' if it called the host as the browser does.
    """

    by_proxy: bool = False
    sent_to: str = ""


def check_root(given: str, pages: Iterable[str] = ()) -> str:
    """Check the path below which the site is served: `/race`, '' for none. Raises Malformed.

    `pages` are first words of pages, which it may not begin with: a proxy may take the root off
    the paths that it passes on, or leave it there, and the server must see which.
    """
    root = given.strip().rstrip("/")
    if not root:
        return ""
    root = root if root.startswith("/") else f"/{root}"
    if len(root) > LONGEST_ROOT or not ROOT.fullmatch(root):
        raise Malformed("--root-path", f"expected a path such as /race, found {given[:60]!r}")
    if root.split("/")[1] in {*TAKEN, *pages}:
        problem = f"expected a path that no page of the site begins with, found {given[:60]!r}"
        raise Malformed("--root-path", problem)
    return root


def is_for_programs(scope: Scope) -> bool:
    """True for an address of the interface; all others are pages, or files of them."""
    return f"{path_of(scope)}/".startswith("/api/")


def path_of(scope: Scope) -> str:
    """The path of a request as seen from the root of the site."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", "")) or "/"


class Arrivals:
    """Notes how each request came, in the form that the rest of the server reads.

    `proxies` are the trusted ones, as addresses or networks. `root` is the path below which the
    site is served; without it a trusted proxy may name one.
    """

    def __init__(self, app: ASGIApp, proxies: Sequence[str] = (), root: str = "") -> None:
        self.app, self.root = app, root
        self._believing: Any = ProxyHeadersMiddleware(cast(Any, app), list(proxies))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        if client and client[0] in self._believing.trusted_hosts:
            self._read(scope)
        elif self.root:
            _place(scope, self.root)
        root = scope.get("root_path", "")
        if root and scope["path"] == root and scope["type"] == "http":
            query = scope["query_string"].decode("latin-1")
            there = f"{root}/?{query}" if query else f"{root}/"
            await RedirectResponse(there, 308)(scope, receive, send)
            return
        await self._believing(scope, receive, send)

    def _read(self, scope: Scope) -> None:
        """Read what a trusted proxy says."""
        said = Forwarding(scope["headers"])
        if said.prefix or self.root:
            _place(scope, self.root or said.prefix)
        rest = [one for one in scope["headers"] if one[0] not in (b"x-forwarded-proto", FOR)]
        if said.proto:
            rest.append((b"x-forwarded-proto", said.proto.encode("latin-1")))
        rest += [(FOR, each.encode("latin-1")) for each in said.clients]
        sent = [value for name, value in rest if name == b"host"]
        as_sent = sent[0].decode("latin-1") if len(sent) == 1 else ""
        host = _with_port(said.host or as_sent, said.port, said.proto or scope["scheme"])
        if host and len(sent) <= 1:
            rest = [(b"host", host.encode("latin-1")), *(one for one in rest if one[0] != b"host")]
        scope["headers"] = rest
        scope[ENTRY] = Arrival(True, as_sent if said.host else "")


FOR = b"x-forwarded-for"


class Forwarding:
    """What the headers of a proxy say, '' for what they leave out."""

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        lines: dict[str, list[str]] = {}
        for name, value in headers:
            lines.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        whole = {name: ", ".join(values) for name, values in lines.items()}
        pairs = [
            (name.lower(), re.sub(r"\\(.)", r"\1", quoted) or plain)
            for name, quoted, plain in NAMED.findall(whole.get("forwarded", ""))
        ]

        def first(header: str, pair: str = "") -> str:
            values = [each.strip() for each in whole.get(f"x-forwarded-{header}", "").split(",")]
            named = (value for name, value in pairs if name == pair)
            return values[0] or next(named, "")

        self.host = first("host", "host")
        proto = first("proto", "proto").lower()
        self.proto = SCHEMES.get(proto, "")
        port = first("port")
        self.port = port if PORT.fullmatch(port) else ""
        prefix = first("prefix").rstrip("/")
        self.prefix = prefix if ROOT.fullmatch(prefix) and len(prefix) <= LONGEST_ROOT else ""
        clients = whole.get("x-forwarded-for", "")
        self.clients = [clients] if clients else [value for name, value in pairs if name == "for"]


def _with_port(host: str, port: str, scheme: str) -> str:
    """The host with the port that its proxy names, if it has none itself."""
    is_default = port == PORTS.get(scheme.replace("ws", "http"))
    if not host or not port or is_default or re.search(r":\d*$", host):
        return host
    return f"{host}:{port}"


def _place(scope: Scope, root: str) -> None:
    """Note the root of a request. Its path may begin with it, or have lost it at the proxy."""
    path: str = scope["path"]
    if path != root and not path.startswith(f"{root}/"):
        path = f"{root}/{path.lstrip('/')}"
    scope["root_path"], scope["path"] = root, path
