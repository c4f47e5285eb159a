"""The log, line by line: each person sees what they have not read yet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wreckoning.cli.terminal.voice import BAD, GOOD, HEADING, OWN, PHASE, RULE, Voice, wrap
from wreckoning.core.match import Match
from wreckoning.core.shown import DIE, LogLine, Part
from wreckoning.show.drafts import with_phases
from wreckoning.show.notes import log_lines

TONES = {"good": GOOD, "bad": BAD}
DICE = "⚀⚁⚂⚃⚄⚅"
MOST_RULES = 4


class LogReader:
    """The log of a race, and how much of it each viewer has read."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._read: dict[str, list[str]] = {}

    def lines(self) -> list[LogLine]:
        """The whole race so far."""
        return log_lines(self._match)

    def unread(self, viewer: str) -> list[LogLine]:
        """The lines that are new or longer for this viewer; marks them as read."""
        lines = self.lines()
        while lines and lines[-1].heading:  # told with the line that follows it
            lines.pop()
        read = self._read.get(viewer, [])
        self._read[viewer] = [line.text for line in lines]
        new = list[LogLine]()
        for at, line in enumerate(lines):
            if at >= len(read) or line.text != read[at]:
                new += with_phases([line], lines[at - 1] if at else None)
        return new

    def catch_up(self, viewers: Sequence[str], recent: int) -> None:
        """Mark all but the latest lines as read by these viewers."""
        self.mark_first(viewers, max(0, len(self.lines()) - recent))

    def mark_first(self, viewers: Sequence[str], count: int) -> None:
        """Mark the first lines as read by these viewers."""
        texts = [line.text for line in self.lines()[:count]]
        for viewer in viewers:
            self._read[viewer] = texts

    def follow(self, match: Match) -> None:
        """Go on with the same race as another match has it."""
        self._match = match

    def mark_read(self, viewers: Sequence[str]) -> None:
        """Mark everything up to here as read by these viewers."""
        texts = [line.text for line in self.lines()]
        for viewer in viewers:
            self._read[viewer] = texts


def tell(voice: Voice, lines: Sequence[LogLine], own: str) -> int:
    """Print log lines, marking those about the viewer. Returns the number of rows.

    A report longer than the screen waits there to be read.
    """
    rows = page = 0
    for line in lines:
        drawn = _head(line) if line.heading else _rows(voice, line, own)
        if voice.interactive and page + len(drawn) > voice.console.height - 2:
            voice.pause()
            page = 0
        for row in drawn:
            voice.console.print(row, soft_wrap=True)
        rows += len(drawn)
        page += len(drawn)
    return rows


def _head(line: LogLine) -> list[Text]:
    if line.phase:
        return [Text(f" {line.text}", style=PHASE)]
    return [Text(), Text(line.text, style=HEADING)]


def _rows(voice: Voice, line: LogLine, own: str) -> list[Text]:
    mine = own in line.names
    text = Text()
    for part in line.parts:
        _append(voice, text, part)
    if own:
        text.highlight_words([own], OWN)
    if not voice.plain:
        mark, indent = ("▌ " if mine else "  "), ("▌   " if mine else "    ")
    else:
        mark, indent = ("> " if mine else "  "), "    "
    rules = " ".join(line.rules[:MOST_RULES])
    rows = []
    wrapped = wrap(voice.console, text, voice.width - len(indent))
    for at, piece in enumerate(wrapped):
        row = Text(mark if at == 0 else indent, style=OWN if mine else "")
        row.append_text(piece)
        rows.append(row)
    room = voice.width - len(rows[-1]) - len(rules)
    if room < 2:
        rows.append(Text(indent, style=OWN if mine else ""))
        room = voice.width - len(indent) - len(rules)
    rows[-1].append(f"{' ' * room}{rules}", style=RULE)
    return rows


def _append(voice: Voice, text: Text, part: Part) -> None:
    words = part.text
    if part.kind == DIE:
        if voice.plain:
            words = words.lstrip(DICE + " ")
        text.append(words, style="bold")
    else:
        text.append(words, style=TONES.get(part.tone, ""))
