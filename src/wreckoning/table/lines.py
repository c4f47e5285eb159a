"""The lines to browsers, and the messages on their way over them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import orjson

WAITING = 256  # messages to one line; who is slower than this starts anew


def dump(message: object) -> str:
    """A message as it goes over the line."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()


@dataclass(eq=False)
class Line:
    """One browser connected: the tokens it showed, and the messages on their way to it."""

    tokens: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    host: bool = False
    told_you: object = None  # what the last `you` and menus were of: they are sent when it changes
    told_menus: object = None
    told_complete: object = None  # … and of the last menus with their chances
    is_ended: bool = False  # nothing more will be sent
    _texts: list[str] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, text: str) -> None:
        """Put a message on its way. A line that does not keep up is closed; it will come again."""
        if self.is_ended:
            return
        if len(self._texts) == WAITING:
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
        texts, self._texts = self._texts, []
        if not self.is_ended:
            self._news.clear()
        return texts

    def close(self) -> None:
        """After what is on its way: the end."""
        self.is_ended = True
        self._news.set()
