"""The race report, line by line: what each person has not seen yet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wreckoning.cli.terminal.voice import BAD, GOOD, HEADING, OWN, RULE, Voice
from wreckoning.core.match import Match
from wreckoning.core.shown import DIE, Line, Part

TONES = {"good": GOOD, "bad": BAD}
DICE = "⚀⚁⚂⚃⚄⚅"
MOST_RULES = 4


class Story:
    """All that happened, and how much of it each viewer has read."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._read: dict[str, list[str]] = {}

    def lines(self) -> list[Line]:
        """The whole race so far."""
        match = self._match
        lines: list[Line] = match.ruleset.view.report(match, match.events())
        return lines

    def unread(self, viewer: str) -> list[Line]:
        """What is new to this viewer, a line that has grown included; it counts as read now."""
        lines = self.lines()
        read = self._read.get(viewer, [])
        new = [line for at, line in enumerate(lines) if at >= len(read) or line.text != read[at]]
        self._read[viewer] = [line.text for line in lines]
        return new

    def mark_read(self, viewers: Sequence[str]) -> None:
        """These viewers know everything up to here."""
        texts = [line.text for line in self.lines()]
        for viewer in viewers:
            self._read[viewer] = texts


def tell(voice: Voice, lines: Sequence[Line], own: str) -> None:
    """Draw lines of the report; those with the viewer in them are marked."""
    for line in lines:
        if line.heading:
            voice.say()
            voice.say(Text(line.text, style=HEADING))
        else:
            _tell_line(voice, line, own)


def _tell_line(voice: Voice, line: Line, own: str) -> None:
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
    wrapped = list(text.wrap(voice.console, voice.width - len(indent)))
    for at, piece in enumerate(wrapped):
        piece.rstrip()
        row = Text(mark if at == 0 else indent, style=OWN if mine else "")
        row.append_text(piece)
        if at == len(wrapped) - 1 and rules:
            room = voice.width - len(row) - len(rules)
            row.append(f"{' ' * room if room > 1 else '  '}{rules}", style=RULE)
        voice.console.print(row, soft_wrap=True)


def _append(voice: Voice, text: Text, part: Part) -> None:
    words = part.text
    if part.kind == DIE:
        if voice.plain:
            words = words.lstrip(DICE + " ")
        text.append(words, style="bold")
    else:
        text.append(words, style=TONES.get(part.tone, ""))
