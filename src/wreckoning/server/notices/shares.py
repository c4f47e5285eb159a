"""Whose notices go next: every person, table and league in turn, and no host takes all places."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from wreckoning.core.errors import Malformed
from wreckoning.server.notices.addresses import check_endpoint, read_address
from wreckoning.server.notices.kinds import PUSH

PER_OWNER, PER_HOST = 2, 4  # notices on their way at once


@dataclass(frozen=True)
class WaitingNotice:
    """The oldest waiting notice of a channel. `owner`: a person, a table or a league."""

    id: int
    channel: str
    owner: str
    kind: str
    address: str


@lru_cache(4096)
def host_of(kind: str, address: str) -> str:
    """The service or host that a stored address leads to; '' if it is not understood any more."""
    try:
        if kind == PUSH:
            return check_endpoint(json.loads(address)["endpoint"], is_private=True)
        return read_address(address, is_private=True).host
    except Malformed:
        return ""


class NoticeShares:
    """The notices on their way from this process, and who was served when."""

    def __init__(self) -> None:
        self._underway: dict[str, tuple[str, str]] = {}  # by channel: its owner and host
        self._served: dict[str, int] = {}  # by owner, in the order of serving
        self._clock = count()

    def pick(self, waiting: Iterable[WaitingNotice], most: int) -> list[WaitingNotice]:
        """Pick notices to send now, those of the owner who was served longest ago first.

        Each picked one is underway until `end`.
        """
        owners = Counter(owner for owner, _ in self._underway.values())
        hosts = Counter(host for _, host in self._underway.values())
        in_turn = sorted(waiting, key=lambda one: (self._served.get(one.owner, -1), one.id))
        self._served = {one.owner: self._served.get(one.owner, -1) for one in in_turn}
        picked: list[WaitingNotice] = []
        for one in in_turn:
            host = host_of(one.kind, one.address)
            is_free = owners[one.owner] < PER_OWNER and hosts[host] < PER_HOST
            if len(picked) < most and is_free and one.channel not in self._underway:
                owners[one.owner] += 1
                hosts[host] += 1
                self._underway[one.channel] = one.owner, host
                self._served[one.owner] = next(self._clock)
                picked.append(one)
        return picked

    def end(self, channel: str) -> None:
        """The notice to this channel is not underway any more."""
        self._underway.pop(channel, None)
