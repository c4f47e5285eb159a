"""Where a visitor's address may lead: which hosts and ports it may name, and to which numbers.

Names are checked when an address is given, numbers at the moment a connection is made: so neither a
redirect nor a name that resolves differently the second time leads into a private network.

The table follows IANA's registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890), and
their lists of multicast and of IPv6's unicast space. It is ours, since the `ipaddress` of an older
Python knows fewer of them.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

WELL_KNOWN = 1024  # ports below this are for services of machines
PORTS = (80, 443, 465, 587)  # except the web's, and those that take mail from its senders
HIGHEST_PORT = 65535
LONGEST_HOST, LONGEST_LABEL = 253, 63

NOT_PUBLIC = tuple(
    IPv4Network(one)
    for one in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by a provider's customers
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # not in the registry: services of Azure for its machines
        "169.254.0.0/16",  # link-local; a cloud's metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # IETF protocols; a cloud's metadata
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
# All of IPv6's public addresses: others are mapped, translated, local, multicast or reserved.
PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(
    IPv6Network(one)
    for one in (
        "2001::/23",  # IETF protocols: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, with an IPv4 address inside
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
LOCAL_NAMES = (  # of IANA's special-use names, and of usual private networks
    *("alt", "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local"),
    *("localdomain", "localhost", "onion", "private", "test"),
)
INSIDE = "it leads to this machine or into a private network"
_LABEL = re.compile(rf"(?![_-])[A-Za-z0-9_-]{{1,{LONGEST_LABEL}}}(?<![_-])")
_NUMBER = re.compile(r"\d+|0[xX][0-9a-fA-F]*")
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")

refused = threading.local()  # `why` the last connection of this thread was refused


def why_not(host: object, port: object) -> str:
    """Why a visitor's address may not lead to this number and port; '' if it may."""
    try:
        number = ip_address(str(host).partition("%")[0])
    except ValueError:
        return "its address is not a number"
    if not is_public(number):
        return INSIDE
    return why_no_port(port) if isinstance(port, int) else ""


def why_no_port(port: int) -> str:
    """Why a visitor's address may not name this port; '' if it may."""
    allowed = port in PORTS or WELL_KNOWN <= port <= HIGHEST_PORT
    return "" if allowed else f"port {port} is not allowed"


def is_public(number: IPv4Address | IPv6Address) -> bool:
    """True for a number of a host on the internet."""
    if isinstance(number, IPv4Address):
        return not any(number in one for one in NOT_PUBLIC)
    return number in PUBLIC_6 and not any(number in one for one in NOT_PUBLIC_6)


def why_no_host(host: str, is_private: bool) -> str:
    """Why an address may not name this host; '' if it may.

    An IPv6 number stands in brackets. With `is_private` it may lead to any machine.
    """
    number = _number_of(host)
    if number is None and (why := _why_no_name(host)):
        return why
    if is_private:
        return ""
    if number is not None:
        return "" if is_public(number) else INSIDE
    *more, last = host.lower().split(".")
    return "" if more and last not in LOCAL_NAMES else INSIDE


def _number_of(host: str) -> IPv4Address | IPv6Address | None:
    try:
        if host.startswith("[") and host.endswith("]"):
            return IPv6Address(host[1:-1]) if "%" not in host else None
        return IPv4Address(host)
    except ValueError:
        return None


def _why_no_name(host: str) -> str:
    """A name whose last label is a number is one of IPv4's other forms: `0x7f.1`, `2130706433`."""
    labels = host.split(".")
    if len(host) > LONGEST_HOST or not all(_LABEL.fullmatch(one) for one in labels):
        return "expected a host's name such as example.org, in ASCII, or its number"
    if _NUMBER.fullmatch(labels[-1]):
        return "expected an IPv4 number as four decimal ones, such as 93.184.215.14"
    return ""


# --- in the process that sends


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
