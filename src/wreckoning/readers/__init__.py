"""Every program that reads our texts: which signs it takes, and what becomes of the others.

Names, titles and reasons are typed by anyone, and may be as old as the first version, so none of
these functions expects more of a text than that it is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wreckoning.readers import pictures, posts, sheets, terminals, texts


@dataclass(frozen=True)
class Reader:
    """A program that reads our texts; `takes` and `rest` are for people who read this table."""

    name: str
    takes: str
    rest: str
    write: Callable[[str], str]


READERS = (
    Reader(
        "feed, calendar or header",
        "XML 1.0 without line breaks; iCalendar's and HTTP's own rules are their libraries'",
        "breaks become spaces; control characters and turns of direction are left out",
        texts.one_line,
    ),
    Reader(
        "page or picture as text",
        "XML 1.0: tab, line break, and all that is a character",
        "& < > and quotes are escaped; other control characters are left out",
        texts.markup,
    ),
    Reader(
        "spreadsheet",
        "words; in whatever separates cells there",
        "an apostrophe stands before what would be worked out; breaks become spaces",
        lambda text: str(sheets.cell(text)),
    ),
    Reader(
        "Markdown",
        "CommonMark with tables, and what GitHub, Discord, Mattermost and Zulip add",
        "marks are escaped; an unseen space breaks addresses and mentions",
        posts.markdown,
    ),
    Reader(
        "BBCode",
        "what phpBB and Simple Machines both read: b, url, img, list, *, code; no size",
        "an unseen space breaks tags, addresses, mentions and smileys",
        posts.bbcode,
    ),
    Reader(
        "e-mail",
        "lines of text, in which programs look for addresses",
        "an unseen space breaks addresses and mentions",
        texts.mail,
    ),
    Reader(
        "chat",
        "text in which `<…>` may be a command, and & begins a sign",
        "angles are replaced by signs that look alike; & as in Markdown, the rest as in an e-mail",
        lambda text: texts.chat(texts.mail(text)),
    ),
    Reader(
        "terminal",
        "the signs of its code page; no commands",
        "a question mark for a command; ASCII that looks alike, or the sign's number",
        terminals.shown,
    ),
    Reader(
        "picture",
        "the signs of Roboto and Noto",
        "others are left out: the number of the seat stands next to the name",
        lambda text: "".join(run.text for run in pictures.runs(text)),
    ),
)
