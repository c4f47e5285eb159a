"""Runs the server: its socket, its messages, and how it stops."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import structlog
import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import URL
from uvicorn.server import HANDLED_SIGNALS

from wreckoning.core.errors import Malformed
from wreckoning.readers.terminals import NotWritten
from wreckoning.server import tidying
from wreckoning.server.arrivals import Arrivals, check_root
from wreckoning.server.http.app import HEADERS, create_app
from wreckoning.server.http.connections import Connections, HttpConnection, WebSocketConnection
from wreckoning.server.http.host_header import hosts_of
from wreckoning.server.http.routes.pages import first_words
from wreckoning.server.limits import Limits
from wreckoning.server.logbook import set_up_logs
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.serving_at import note_address
from wreckoning.server.store import at_rest
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.workers.compiling import compile_ahead
from wreckoning.server.workers.workers import end_all

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

OTHER_FILES = 200  # open files besides connections: the database's, files being sent, pipes
FEWEST = 32  # connections, even if few files may be open
SWEEP = 5  # tenths of a second between two checks of all connections
LET_GO_WITHIN = 2  # seconds for connections to end; then the store is closed
ANY_ADDRESS = ("0.0.0.0", "::")
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # for examples; owned by nobody
LOOK_UP_WITHIN = 1  # second for looking up this machine's own name

log = structlog.get_logger("server")


class Server(uvicorn.Server):
    """Prints its addresses once it answers; on a signal it closes all connections first.

    If it `leaves`, the process ends with it. If it `compiles`, it compiles all games meanwhile.
    """

    def __init__(
        self,
        app: FastAPI,
        addresses: Sequence[str],
        open_browser: bool = False,
        proxies: Sequence[str] = (),
        leaves: bool = False,
        root: str = "",
        compiles: bool = False,
    ) -> None:
        limits: Limits = app.state.limits
        self._connections = Connections(limits, proxies, time.monotonic)
        http: Any = partial(HttpConnection, self._connections)
        ws: Any = partial(WebSocketConnection, self._connections)
        config = uvicorn.Config(
            Arrivals(app, proxies, root),
            http=http,
            ws=ws,
            log_config=None,
            access_log=False,
            ws_max_size=limits.message * 4,
            ws_per_message_deflate=False,
            timeout_keep_alive=limits.idle_seconds,
            timeout_graceful_shutdown=LET_GO_WITHIN,
            server_header=False,
            headers=list(HEADERS.items()),
            proxy_headers=False,  # Arrivals reads them
        )
        super().__init__(config)
        self._app, self._leaves, self._compiles = app, leaves, compiles
        self._addresses, self._open = addresses, open_browser

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % SWEEP == 0:
            self._connections.sweep()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        own, *others = self._addresses
        with contextlib.suppress(NotWritten):  # the log says as well that it has started
            print(f"Wreckoning is at {own}   (Ctrl+C stops it; every race is kept)")
            for address in others:
                print(f"In your network: {address}")
            sys.stdout.flush()
        if self._open:
            threading.Thread(
                target=webbrowser.open, args=[(others or [own])[0]], daemon=True
            ).start()
        if self._compiles:
            threading.Thread(target=compile_ahead, name="compiling", daemon=True).start()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, as a normal end: the signal is not raised again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        serving = getattr(self._app.state, "serving", None)
        if serving:
            serving.tables.close()
        await super().shutdown(sockets)
        if self._leaves:
            leave()


def run(
    db: str,
    host: str,
    port: int,
    open_browser: bool = False,
    as_json: bool = False,
    limits: Limits | None = None,
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
    root: str = "",
    sends: NoticeSettings | None = None,
    review_leagues: bool = False,
    compiles: bool = False,
) -> None:
    """Serve until a signal comes, which ends the process.

    Raises Malformed for a database or a port that is not available.

    `proxies` are trusted to say how a request reached them. `names` are those of the server,
    besides its addresses. `root` is the path below which it is served. `sends` says which notices
    it may send.
    With `review_leagues` it reviews the races of leagues while nobody plays. If it `compiles`, it
    compiles all games in the background, once.
    """
    set_up_logs(as_json)
    trusted, hosts = [check_proxy(proxy) for proxy in proxies], hosts_of(host, names)
    url, root = read_address(db), check_root(root, first_words())
    _keep_private(url)
    with _listen(host, port) as listening, _alone_with(url):
        app = create_app(open_database(url), _fit(limits or Limits()), hosts, sends, review_leagues)
        addresses = addresses_of(host, listening.getsockname()[1], root)
        note_address(addresses[0])
        tidying.begin()
        server = Server(app, addresses, open_browser, trusted, True, root, compiles)
        server.run(sockets=[listening])


def _keep_private(url: URL) -> None:
    """Keep what the server writes from other users, also what earlier releases wrote."""
    if url.get_backend_name() != "sqlite":
        os.umask(at_rest.OTHERS)
        return
    database = Path(str(url.database))
    at_rest.keep_private(database.parent)
    if changed := at_rest.tighten(at_rest.files_of(database)):
        log.info("kept from other users", database=database.name, files=changed)


def _fit(limits: Limits) -> Limits:
    """Allow as many open files as connections need, or else fewer connections."""
    files = _open_files(limits.connections + OTHER_FILES)
    return replace(limits, connections=min(limits.connections, max(files - OTHER_FILES, FEWEST)))


def _open_files(wanted: int) -> int:
    """Raise the limit of open files to this number, or as far as possible. Returns the limit."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@contextlib.contextmanager
def _alone_with(url: URL) -> Iterator[None]:
    """Lock a SQLite file for one process: another would not notice its changes."""
    if url.get_backend_name() != "sqlite" or fcntl is None:
        yield
        return
    path = Path(str(url.database) + ".lock")
    try:
        at_rest.make_private_folder(path.parent)
        lock = path.open("w")
    except OSError as error:
        problem = error.strerror or str(error)
        raise Malformed("--db", f"{url.database} cannot be opened: {problem}") from None
    with lock as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            several = "another process serves it already; several need PostgreSQL"
            raise Malformed("--db", f"{url.database}: {several}") from None
        yield


def leave() -> NoReturn:
    """End the process at once, after everything is stored.

    Python would wait for threads that still read, and free hundreds of races one by one.
    """
    end_all()
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, NotWritten):
            stream.flush()
    os._exit(0)


def check_proxy(given: str) -> str:
    """Check an address or a network, and normalise it. Raises Malformed."""
    try:
        network = ipaddress.ip_network(given.strip())
    except ValueError:
        expected = "an address (127.0.0.1) or a network (10.0.0.0/8)"
        raise Malformed("--proxy", f"expected {expected}, found {given[:40]!r}") from None
    single = network.num_addresses == 1
    return str(network.network_address if single else network)


def addresses_of(host: str, port: int, root: str = "") -> list[str]:
    """The addresses for browsers: on this machine first, then in the network."""
    if host not in ANY_ADDRESS:
        return [f"http://{_in_url(host)}:{port}{root}/"]
    shown = ["127.0.0.1", *network_addresses(with_new=host == "::")]
    return [f"http://{_in_url(one)}:{port}{root}/" for one in shown]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def network_addresses(with_new: bool = False) -> list[str]:
    """This machine's addresses in its networks, IPv6 only if wished. Sends nothing."""
    families = [socket.AF_INET, socket.AF_INET6] if with_new else [socket.AF_INET]
    found = dict.fromkeys([*map(_way_out, families), *_own_name(families)])
    return [address for address in found if address and _is_for_others(address)]


def _way_out(family: socket.AddressFamily) -> str:
    """The address from which this machine would connect to a distant one; '' if it cannot."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR[family], 9))
        return str(probe.getsockname()[0])
    return ""


def _own_name(families: Sequence[socket.AddressFamily]) -> list[str]:
    """The addresses of this machine's name, if known at once."""
    found: list[str] = []

    def look() -> None:
        with contextlib.suppress(OSError):
            for family, _, _, _, address in socket.getaddrinfo(socket.gethostname(), None):
                if family in families:
                    found.append(str(address[0]))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(LOOK_UP_WITHIN)
    return list(found)


def _is_for_others(address: str) -> bool:
    one = ipaddress.ip_address(address.split("%")[0])
    return not (one.is_loopback or one.is_link_local or one.is_unspecified)


def _listen(host: str, port: int) -> socket.socket:
    if not host.strip() or not host.isprintable():
        raise Malformed("--host", f"expected an address or a name, found {host[:40]!r}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, UnicodeError) as error:  # UnicodeError: no name of the net
        listening.close()
        problem = getattr(error, "strerror", "") or str(error)
        raise Malformed("--port", f"{host}:{port} is not available: {problem}") from None
    return listening
