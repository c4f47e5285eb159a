"""What a notice says: who is asked what, at which table, until when."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from wreckoning.core.asks import Ask
from wreckoning.core.wording import listed
from wreckoning.table.models import UNSTORABLE
from wreckoning.table.table import RUNNING, Table

TEST = "This is how a notice of your turn reaches you."


@dataclass(frozen=True)
class NoticeWords:
    """A notice in words."""

    title: str
    body: str


def words_for(table: Table, seats: Sequence[int], to_them: bool) -> NoticeWords | None:
    """The notice of the open questions to these seats, for their own player or for others.

    None if they are not asked any more.
    """
    waiting = table.waiting() if table.state == RUNNING else []
    asked = [ask for ask in waiting if ask.by in seats]
    if not asked:
        return None
    race = f"{table.settings.course_title} ({table.ruleset.title})"
    if to_them:
        return _plain(f"Your turn: {race}", _body(table, asked))
    names = listed(list(dict.fromkeys(ask.who for ask in asked)))
    return _plain(f"{race} waits for {names}", _body(table, asked))


def _body(table: Table, asked: Sequence[Ask]) -> str:
    match = table.match
    assert match is not None
    describe = match.ruleset.view.describe_ask
    lines = [f"{ask.who}: {describe(match, ask).question}" for ask in asked]
    if table.deadline is not None:
        until = datetime.datetime.fromtimestamp(table.deadline, datetime.UTC)
        lines.append(f"Until {until:%d %B, %H:%M} UTC.")
    return "\n".join(lines)


def _plain(title: str, body: str) -> NoticeWords:
    """Names are given by players: they mention nobody elsewhere, and break no line."""
    return NoticeWords(_harmless(title).replace("\n", " "), _harmless(body))


def _harmless(text: str) -> str:
    text = UNSTORABLE.sub("", text)
    return text.replace("@", "@\u200b").replace("<", "‹").replace(">", "›")


def site_of(base: str) -> str:
    """The contact for a push service (VAPID's `sub`): the site, or an address there."""
    parts = urlsplit(base)
    return base.rstrip("/") if parts.scheme == "https" else f"mailto:host@{parts.hostname}"
