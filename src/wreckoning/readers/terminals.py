"""What a terminal, a pipe or a file gets: signs that its code page lacks in a readable form.

If standard output cannot be written to, because a disk is full or a reader has gone, the command
ends with `NotWritten`. If standard error cannot, the command goes on: nobody could be told.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
import unicodedata
from contextlib import suppress
from typing import TextIO

READABLE = "readable"  # the name of the error handler

PLAIN = {  # signs of ours that a code page may lack
    "−": "-", "–": "-", "—": "-", "×": "x", "÷": "/", "·": "*", "•": "*", "◦": "o", "…": "...",
    "≥": ">=", "≤": "<=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "↑": "^", "↓": "v",
    "‹": "<", "›": ">", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "✓": "+", "✗": "x",
    "▲": "^", "▼": "v", "►": ">", "▶": ">", "◄": "<", "◀": "<", "●": "*", "○": "o", "■": "#",
    "□": "[]", "█": "#", "▓": "#", "▒": "+", "░": ".", "★": "*", "☆": "*", "±": "+/-", "½": "1/2",
    "─": "-", "━": "-", "│": "|", "┃": "|", "═": "=", "║": "|", "\u200b": "", "\ufeff": "",
}  # fmt: skip
UNTOLD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def readable(sign: str) -> str:
    """A sign in ASCII: one that looks like it, its letter without marks, or its number."""
    if sign in PLAIN:
        return PLAIN[sign]
    if "⚀" <= sign <= "⚅":
        return f"[{ord(sign) - ord('⚀') + 1}]"
    if unicodedata.name(sign, "").startswith("BOX DRAWINGS"):
        return "+"
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return letters or f"\\u{ord(sign):04x}"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(map(readable, wrong)), error.end


codecs.register_error(READABLE, _replace)


class NotWritten(Exception):
    """Standard output cannot be written to. `is_unread`: its reader has gone, as `head` does."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output: cannot be written: {error.strerror}")
        self.is_unread = error.errno in (errno.EPIPE, errno.ESHUTDOWN)


class _Stream(io.TextIOWrapper):
    """A stream that writes what its code page lacks in a readable form."""

    def __init__(self, bare: TextIO | None) -> None:
        if not isinstance(bare, io.TextIOWrapper):  # it was closed before: nobody can write to it
            number = os.open(os.devnull, os.O_RDONLY)
            file = io.FileIO(number, "w", closefd=False)
            bare = io.TextIOWrapper(io.BufferedWriter(file), encoding="utf-8")
        self.bare = bare
        super().__init__(
            bare.buffer,
            encoding=bare.encoding,
            errors=READABLE,
            line_buffering=bare.line_buffering,
            write_through=True,
        )

    def close(self) -> None:
        """Only flush: the stream below is open to others."""
        self.flush()


class Output(_Stream):
    """Standard output. Raises NotWritten."""

    def write(self, text: str) -> int:
        """Write a text as it is."""
        try:
            return super().write(text)
        except OSError as error:
            raise NotWritten(error) from None

    def flush(self) -> None:
        """Have all of it written."""
        try:
            super().flush()
        except OSError as error:
            raise NotWritten(error) from None


class Errors(_Stream):
    """Standard error. What cannot be written to it is dropped."""

    def write(self, text: str) -> int:
        """Write a text as it is."""
        with suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        """Have all of it written."""
        with suppress(OSError):
            super().flush()


class Typed(Output):
    """Standard output for `print`: what anyone may have typed is no command to a terminal.

    Rich, which writes colours, goes on to `rich_proxied_file`.
    """

    def __init__(self, bare: TextIO | None) -> None:
        super().__init__(bare)
        self.rich_proxied_file = Output(self.bare)

    def write(self, text: str) -> int:
        """Write a text without its commands."""
        return super().write(shown(text))


def make_readable() -> None:
    """Have both standard streams write what their code page lacks in a readable form.

    What standard input has that is no text there reads as signs that stand for nothing.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if _is_bare(sys.stdout):
        sys.stdout = Typed(sys.stdout)
    if _is_bare(sys.stderr):
        sys.stderr = Errors(sys.stderr)


def _is_bare(stream: TextIO | None) -> bool:
    """True for a stream as Python opens it, or None if it was closed before."""
    return stream is None or type(stream) is io.TextIOWrapper


def drop_output() -> None:
    """Drop what standard output has not written yet, and whatever follows."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def shown(text: str) -> str:
    """Words for a terminal: none of their signs is a command to it."""
    return UNTOLD.sub("?", text)
