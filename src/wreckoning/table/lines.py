"""The lines to browsers, and the messages on their way over them."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field

import orjson

WAITING = 256  # messages to one line; a line that is slower than this is closed …
LONGEST = 4 * 1024 * 1024  # … also if they are longer than this, all together
TRY_AGAIN = 1013


def dump(message: object) -> str:
    """A message as it goes over the line."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()


@dataclass(eq=False)
class Line:
    """One browser connected: the tokens it showed, and the messages on their way to it."""

    tokens: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    host: bool = False
    address: str = ""  # what it is counted by
    table: str = ""  # once it has said hello
    number: int = field(default_factory=itertools.count().__next__)  # the older, the smaller
    told_you: object = None  # what the last `you` and menus were of: they are sent when it changes
    told_menus: object = None
    told_complete: object = None  # … and of the last menus with their chances
    is_ended: bool = False  # nothing more will be sent
    ending: tuple[int, str] = TRY_AGAIN, "come again"
    _texts: list[str] = field(default_factory=list)
    _length: int = 0  # of all of them
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def watches(self) -> bool:
        """Is it neither a player's nor the host's?"""
        return not (self.seats or self.host)

    def send(self, text: str) -> None:
        """Put a message on its way. A line that does not keep up is closed; it will come again."""
        if self.is_ended:
            return
        self._length += len(text)
        if len(self._texts) == WAITING or (self._texts and self._length > LONGEST):
            self.close()
            return
        self._texts.append(text)
        self._news.set()

    async def next(self) -> list[str]:
        """What is on its way, as soon as there is something; nothing at the end."""
        await self._news.wait()
        return self.take()

    def take(self) -> list[str]:
        """The same, without waiting."""
        texts, self._texts, self._length = self._texts, [], 0
        if not self.is_ended:
            self._news.clear()
        return texts

    def close(self, code: int = TRY_AGAIN, why: str = "come again") -> None:
        """After what is on its way: the end."""
        if not self.is_ended:
            self.ending = code, why
        self.is_ended = True
        self._news.set()
