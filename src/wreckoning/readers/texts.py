"""The alphabets of programs: signs that one cannot take are left out, or a space stands for them.

What anyone may have typed is passed through one of these functions where it leaves us.
"""

from __future__ import annotations

import re
from html import escape

UNSEEN = "\u200b"  # prevents a sign from being read as markup, or words as an address

# Control characters, halves of surrogate pairs, the signs that Unicode keeps for no text at all
# (each plane has two), byte order marks, and those that turn the direction of what follows.
UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff"
    "\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}-{chr(plane << 16 | 0xFFFF)}" for plane in range(17))
    + "]"
)
BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
ENTITY = re.compile(r"&(?=#?\w+;)")
SPACES = re.compile(r"\s+")

ADDRESS = re.compile(  # after which sign words would become a link, or call a player
    r"@(?!\u200b)|:(?=//)|/(?=/)|\bwww(?=\.)|(?<=\w)[.\u3002\uff0e\uff61](?=[^\W\d_]{2})"
    r"|\b(?:mailto|xmpp|tel|javascript|data)(?=:)",
    re.IGNORECASE,
)


def lines(text: str) -> str:
    """A text of one line or more, as XML 1.0 can hold it."""
    return UNFIT.sub("", BREAK.sub("\n", text))


def one_line(text: str) -> str:
    """A text on one line: each break, tab or run of spaces becomes one space."""
    return part_of_line(text).strip()


def part_of_line(text: str) -> str:
    """The same for a part of a line, which may begin and end with a space."""
    return SPACES.sub(" ", UNFIT.sub("", BREAK.sub(" ", text)))


def markup(text: str) -> str:
    """A text within HTML, XML or SVG, and within an attribute there."""
    return escape(lines(text))


def unlinked(text: str) -> str:
    """A text in which no reader finds an address, or a player to call."""
    return ADDRESS.sub(lambda found: found[0] + UNSEEN, text)


def mail(text: str) -> str:
    """Words on a line of plain text, for example of an e-mail."""
    return unlinked(part_of_line(text))


def chat(text: str) -> str:
    """Words, of several lines perhaps, for chats of which some read `<…>` as a command."""
    words = lines(text).replace("<", "‹").replace(">", "›")
    return ENTITY.sub(f"&{UNSEEN}", words)
