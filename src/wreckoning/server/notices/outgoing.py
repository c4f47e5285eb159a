"""Where the process that sends notices may connect to: addresses given by visitors are not trusted.

Each connection is checked at the moment it is made, by the number that it goes to. So neither a
redirect nor a name that resolves differently the second time leads into a private network.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from typing import Any

from wreckoning.server.notices.hosts import why_not

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")

refused = threading.local()  # `why` the last connection of this thread was refused


class NotAllowed(ConnectionError):
    """A connection that no visitor may have us make."""


def guard() -> None:
    """Let this process connect to public addresses only, from now on and for good."""
    sys.addaudithook(_check)


def go_directly() -> None:
    """Use no proxy, and no passwords of this machine's user."""
    for name in PROXIES:
        os.environ.pop(name, None)
        os.environ.pop(name.lower(), None)
    os.environ["NETRC"] = os.devnull


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        return
    line, address = arguments[0], arguments[1]
    why = "only the internet can be reached"
    if line.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
        why = why_not(*address[:2])
    if why:
        refused.why = why
        raise NotAllowed(why)
