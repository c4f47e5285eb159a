"""Connected browsers, and the messages queued for them."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field

from wreckoning.core.ids import SeatIndex
from wreckoning.table.ids import TableId

WAITING = 256  # messages queued for one client; with more it is disconnected
LONGEST = 4 * 1024 * 1024  # their total length; with more it is disconnected
TRY_AGAIN = 1013


@dataclass(eq=False)
class Client:
    """One connected browser: the tokens it showed, and the messages queued for it."""

    tokens: tuple[str, ...] = ()
    seats: tuple[SeatIndex, ...] = ()
    host: bool = False
    address: str = ""  # the address under which it is counted
    table: TableId | None = None  # its id, after the hello
    device: str = ""  # the token of a device that it showed, which stands for a profile
    number: int = field(default_factory=itertools.count().__next__)  # grows with each connection
    last_you: object = None  # what the last `you` and menus showed: sent again when that changes
    last_menus: object = None
    last_full_menus: object = None  # what the last menus with chances showed
    is_ended: bool = False  # nothing more is sent
    ending: tuple[int, str] = TRY_AGAIN, "come again"
    _texts: list[str] = field(default_factory=list)
    _length: int = 0  # of all queued messages
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def watches(self) -> bool:
        """True if this is neither a player nor the host."""
        return not (self.seats or self.host)

    def send(self, text: str) -> None:
        """Queue a message. A client that does not keep up is disconnected; it will reconnect."""
        if self.is_ended:
            return
        self._length += len(text)
        if len(self._texts) == WAITING or (self._texts and self._length > LONGEST):
            self.close()
            return
        self._texts.append(text)
        self._news.set()

    async def next(self) -> list[str]:
        """Wait for queued messages and return them; an empty list at the end."""
        await self._news.wait()
        return self.take()

    def take(self) -> list[str]:
        """Return the queued messages without waiting."""
        texts, self._texts, self._length = self._texts, [], 0
        if not self.is_ended:
            self._news.clear()
        return texts

    def close(self, code: int = TRY_AGAIN, why: str = "come again") -> None:
        """Disconnect after the queued messages."""
        if not self.is_ended:
            self.ending = code, why
        self.is_ended = True
        self._news.set()
