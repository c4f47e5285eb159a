"""Reads lines and writes Rich text. Knows whether a person is there, and the page's width."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from wreckoning.readers.terminals import shown
from wreckoning.show.typed_moves import ALIASES

WIDEST = 100
OWN, GOOD, BAD, RULE = "bold cyan", "green", "red", "dim"
HEADING, PHASE = "bold magenta", "magenta"


GLUE = "\ue000"  # stands for a space without a line break, while a text is wrapped


def wrap(console: Console, text: Text, width: int) -> list[Text]:
    """Wrap a text to this width, without breaks in `1 M`, `M 3→4`, `⚄ 5`."""
    plain = list(text.plain)
    for found in re.finditer(r"(?<=\d) (?=M\b)|(?<=\bM) (?=[−\d])|(?<=[⚀-⚅]) (?=\d)", text.plain):
        plain[found.start()] = GLUE
    text.plain = "".join(plain)
    lines = list(text.wrap(console, max(width, 8)))
    for line in lines:
        line.plain = line.plain.replace(GLUE, " ")
        line.rstrip()
    return lines or [Text()]


class Screen(Console):
    """A console for words that anyone may have typed: none of their signs is a command to it."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render without commands in the words."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=shown(segment.text))


class Voice:
    """The terminal, or a pipe."""

    def __init__(self, plain: bool = False) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.ahead = ""  # typed before it was asked for
        self.plain = plain or not sys.stdout.isatty()
        self.console: Console = Screen(
            no_color=plain or None, highlight=False, emoji=False, markup=False
        )
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (line editing and history)

    @property
    def width(self) -> int:
        """The width of a page."""
        return min(self.console.width, WIDEST)

    def say(self, text: RenderableType = "", style: str = "") -> None:
        """Print a line, or anything that Rich can draw."""
        self.console.print(text, style=style or None, width=self.width, soft_wrap=False)

    def say_all(self, lines: Iterable[str], style: str = "") -> None:
        """Print several lines."""
        for line in lines:
            self.say(line, style)

    def complain(self, text: str) -> None:
        """Say what was wrong with an input."""
        self.say(Text(text, style=BAD))

    def note(self, text: str) -> None:
        """Print a remark outside the race."""
        self.say(Text(text, style="dim"))

    def read(self, prompt: str) -> str:
        """Read a line from the person or the pipe. Raises EOFError at its end."""
        if self.ahead:
            line, self.ahead = self.ahead, ""
            self.say(f"{prompt}{line}")
            return line
        if self.interactive:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(f"{prompt}{line.strip()}")
        return line.strip()

    def ask(self, prompt: str) -> str:
        """Read a line outside a race. Raises EOFError if the player quits."""
        given = self.read(prompt)
        if ALIASES.get(given.lower(), given.lower()) == "quit":
            raise EOFError
        return given

    def say_path(self, text: str) -> None:
        """Print a line with a path in it, without line breaks, so that it can be copied."""
        self.console.print(Text(text), soft_wrap=True)

    def pause(self, prompt: str = "  … Enter to read on ") -> None:
        """Wait until a person has read this far. A line typed here answers the next question."""
        if self.interactive and not self.ahead:
            self.ahead = input(prompt).strip()

    def clear(self) -> None:
        """Clear the screen, so that players do not see what another has chosen."""
        if self.interactive:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # and the lines above it
            self.console.file.flush()
