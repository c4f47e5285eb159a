"""Where the process that sends notices may connect to: addresses given by visitors are not trusted.

Each connection is checked at the moment it is made, by the number that it goes to. So neither a
redirect nor a name that resolves differently the second time leads into a private network.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

WELL_KNOWN = 1024  # ports below this are for services of machines, except …
PORTS = (80, 443, 465, 587)  # … the web's, and those that take mail from its senders
NAT64 = IPv6Network("64:ff9b::/96")
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")

refused = threading.local()  # `why` the last connection of this thread was refused


class NotAllowed(ConnectionError):
    """A connection that no visitor may have us make."""


def why_not(host: object, port: object) -> str:
    """Why a visitor's address may not lead to this host and port; '' if it may."""
    try:
        number = ip_address(str(host).partition("%")[0])
    except ValueError:
        return "its address is not a number"
    if not _is_public(number):
        return "it leads to this machine or into a private network"
    if isinstance(port, int) and port < WELL_KNOWN and port not in PORTS:
        return f"port {port} is not allowed"
    return ""


def _is_public(number: IPv4Address | IPv6Address) -> bool:
    if isinstance(number, IPv6Address):
        if number.ipv4_mapped is not None:
            return _is_public(number.ipv4_mapped)
        if number in NAT64 or number.sixtofour is not None or number.teredo is not None:
            return False
    return number.is_global and not number.is_multicast


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
