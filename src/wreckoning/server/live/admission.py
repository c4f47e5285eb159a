"""Limits connections to tables: players and hosts come before watchers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from wreckoning.server.limits import Limits
from wreckoning.server.live.clients import TRY_AGAIN, Client
from wreckoning.table.refusals import TooMany

POLICY = 1008
FOR_A_PLAYER = TRY_AGAIN, "made room for a player"
FOR_ANOTHER = TRY_AGAIN, "made room for a watcher from elsewhere"
FOR_A_NEWER = POLICY, "made room for a newer line"


class Admission:
    """All connections of this process, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lines: dict[str, dict[Client, None]] = {}  # the oldest first

    def arrive(self, client: Client) -> None:
        """Count a connection before its hello. If an address has too many, the oldest goes."""
        same = self._lines.setdefault(client.address, {})
        silent = [one for one in same if not one.table and not one.is_ended]
        if len(silent) >= self._limits.silent_lines:
            silent[0].close(*FOR_A_NEWER)
        same[client] = None

    def leave(self, client: Client) -> None:
        """Forget a closed connection."""
        same = self._lines[client.address]
        del same[client]
        if not same:
            del self._lines[client.address]

    def admit(self, client: Client, at_table: Collection[Client]) -> None:
        """Admit a connection that says hello to a table with these connections.

        Players and the host always get in. Raises TooMany for others if there is no room.
        """
        others = [one for one in at_table if one is not client and not one.is_ended]
        same = self._lines[client.address]
        greeted = [one for one in same if one is not client and one.table and not one.is_ended]
        full = len(greeted) >= self._limits.lines_per_address
        if client.watches:
            if full:
                raise TooMany("too many lines from your address; watch again later")
            self._admit_watcher(client, [one for one in others if one.watches])
        else:
            self._keep_newest(client, others)
            if full:
                _least_needed(greeted).close(*FOR_A_PLAYER)

    def _admit_watcher(self, client: Client, watching: list[Client]) -> None:
        limits = self._limits
        by_address = Counter(one.address for one in watching)
        if by_address[client.address] >= limits.watchers_per_address:
            raise TooMany("too many people watch this table from your address; watch again later")
        if self._watching() >= limits.watchers:
            raise TooMany("too many people watch here; watch again later")
        if len(watching) >= limits.watchers_per_table:
            crowded, count = by_address.most_common(1)[0]
            if count <= by_address[client.address] + 1:
                raise TooMany("too many people watch this table; watch again later")
            crowd = (one for one in watching if one.address == crowded)
            max(crowd, key=lambda one: one.number).close(*FOR_ANOTHER)

    def _watching(self) -> int:
        lines = (one for same in self._lines.values() for one in same)
        return sum(bool(one.table) and one.watches and not one.is_ended for one in lines)

    def _keep_newest(self, client: Client, others: Collection[Client]) -> None:
        """Close the oldest connections if a seat has too many: they belong to the same player."""
        for shown in _shown(client):
            same = [one for one in others if shown in _shown(one)]
            if len(same) >= self._limits.lines_per_seat:
                min(same, key=lambda one: one.number).close(*FOR_A_NEWER)


def _shown(client: Client) -> tuple[int | str, ...]:
    """The seats and rights that a client's tokens give it."""
    return (*client.seats, "host") if client.host else client.seats


def _least_needed(lines: Collection[Client]) -> Client:
    """The newest watcher; without watchers, the newest of the seat with most connections."""
    at_table = Counter(one.table for one in lines)
    return max(lines, key=lambda one: (one.watches, at_table[one.table], one.number))
