"""What a notice says: who is asked what, at which table, until when; and the post of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from wreckoning.core.asks import Ask
from wreckoning.core.texts.wording import listed
from wreckoning.readers.texts import chat, one_line, unlinked
from wreckoning.server.campaigns.changing import OpenMove
from wreckoning.server.live.pictures import as_png
from wreckoning.show.reports import MARKUPS, messages
from wreckoning.table.deadlines import USUAL, Rhythm
from wreckoning.table.shown.posts import report_of, turn_svg, with_links
from wreckoning.table.table import RUNNING, Table

TEST = "This is how a notice of your turn reaches you."
TEST_OF_POSTS = "This is where each turn will be reported, with a picture of the board."
MARKUP_OF = {  # the kinds that show markup; all others get plain text
    "discord": "discord",
    "json": "markdown",
    "mattermost": "markdown",
    "zulip": "markdown",
}


@dataclass(frozen=True)
class NoticeWords:
    """A notice in words."""

    title: str
    body: str


def words_for(
    table: Table,
    seats: Sequence[int],
    own: Rhythm | None = None,
    is_reminder: bool = False,
) -> NoticeWords | None:
    """The notice of the open questions to these seats.

    For their own player, whose rhythm is `own`, or for others. None if they are not asked any more.
    """
    waiting = table.waiting() if table.state == RUNNING else []
    asked = [ask for ask in waiting if ask.by in seats]
    if not asked:
        return None
    race = f"{table.settings.course_title} ({table.ruleset.title})"
    if own is not None:
        kind = "Soon over: your turn" if is_reminder else "Your turn"
        return _plain(f"{kind}: {race}", _body(table, asked, own))
    names = listed(list(dict.fromkeys(ask.who for ask in asked)))
    return _plain(f"{race} waits for {names}", _body(table, asked, USUAL))


def words_of_campaign(move: OpenMove) -> NoticeWords:
    """The notice of a move that a campaign waits for, or of its start."""
    if not move.names:
        body = "All players have chosen their rosters: you can start the campaign."
        return _plain(f"Ready to start: {move.title} ({move.game})", body)
    body = f"{move.headline}. {move.now}\nThe campaign waits for {listed(list(move.names))}."
    return _plain(f"Your turn: {move.title} ({move.game})", body)


def _body(table: Table, asked: Sequence[Ask], rhythm: Rhythm) -> str:
    match = table.match
    assert match is not None
    describe = match.ruleset.view.describe_ask
    lines = [f"{ask.who}: {describe(match, ask).question}" for ask in asked]
    due = [table.deadlines.due(ask.who) or table.deadline for ask in asked]
    limits = [one for one in due if one is not None]
    if limits:
        lines.append(f"Until {until_words(min(limits), rhythm)}.")
    return "\n".join(lines)


def until_words(at: float, rhythm: Rhythm) -> str:
    """`Mon 31 May, 07:00 (Europe/Berlin time)`."""
    zone = f"{rhythm.zone} time" if rhythm.zone else "UTC"
    local = rhythm.local(at)
    return f"{local:%a} {local.day} {local:%B, %H:%M} ({zone})"


def harmless(text: str) -> str:
    """Names are given by players: they mention nobody elsewhere, and lead nowhere."""
    return chat(unlinked(text))


def _plain(title: str, body: str) -> NoticeWords:
    return NoticeWords(one_line(harmless(title)), harmless(body))


def site_of(base: str) -> str:
    """The contact for a push service (VAPID's `sub`): the site, or an address there."""
    parts = urlsplit(base)
    return base.rstrip("/") if parts.scheme == "https" else f"mailto:host@{parts.hostname}"


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
