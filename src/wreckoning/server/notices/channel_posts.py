"""A turn's post as a channel takes it: the text in its markup, and the picture of the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wreckoning.readers.texts import chat
from wreckoning.server.live.pictures import as_png
from wreckoning.show.reports import MARKUPS, messages
from wreckoning.table.shown.posts import report_of, turn_svg, with_links
from wreckoning.table.table import Table

MARKUP_OF = {  # the kinds that show markup; all others get plain text
    "discord": "discord",
    "json": "markdown",
    "mattermost": "markdown",
    "zulip": "markdown",
}


@dataclass(frozen=True)
class ChannelPost:
    """A post: its title ('' if the text has it), its pieces, the picture, and where that is."""

    title: str
    pieces: tuple[str, ...]
    picture: bytes
    link: str


def channel_post(table: Table, base: str, turn: int, kind: str) -> ChannelPost:
    """A turn for a channel of this kind. Raises Illegal or Malformed. Call it in a thread."""
    told = with_links(report_of(table, turn), base, table)
    link, report = told.report.picture, replace(told.report, picture="")
    picture = as_png(turn_svg(told))
    markup = MARKUP_OF.get(kind, "text")
    text = MARKUPS[markup](report)
    if markup == "text":
        first, _, rest = text.partition("\n")
        return ChannelPost(chat(first), (chat(rest.strip()),), picture, link)
    pieces = messages(text) if markup == "discord" else [text]
    return ChannelPost("", tuple(pieces), picture, link)
