"""How a log line is gathered: a driver's way, losses and dice, each told once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wreckoning.core import drafts
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, CHANGE, GOOD, TEXT, LogLine, Part
from wreckoning.core.wording import count
from wreckoning.rulesets.rush.squares import NOWHERE
from wreckoning.rulesets.rush.view.sentences import PREDICATES, STATEMENTS, Event, tone


@dataclass
class TurnDraft(drafts.Draft):
    """A line of a turn: its way and its losses, which are told once however often they come."""

    squares: int = 0
    turns: dict[str, int] = field(default_factory=lambda: {"left": 0, "right": 0})
    ends: int = NOWHERE  # where the way ends
    mines: int = 0
    points: list[int] = field(default_factory=list)  # speeds that Turbo or Brake led to
    steering: list[int] = field(default_factory=list)  # Steering points before, and now
    armed: list[str] = field(default_factory=list)
    question: str = ""  # of the last dice
    losses: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # before, and now
    told_losses: int = -1  # the part that says them
    told_points: int = -1
    told_steering: int = -1
    told_mines: int = -1
    told_armed: int = -1

    @property
    def tells_late(self) -> bool:
        """Are its losses told after all its dice?"""
        return self.key in ("boost", "rush")

    def tell_losses(self) -> None:
        """Points before and after, where they belong: once, however often some were lost."""
        changes = [
            f"{'' if name == self.who else name + ' '}{what} {count(before)}→{count(now)}"
            for (name, what), (before, now) in sorted(
                self.losses.items(), key=lambda loss: loss[0][0] != self.who
            )
        ]
        worse = any(
            now < before if what == "structure" else now > before
            for (_, what), (before, now) in self.losses.items()
        )
        text = f" ({', '.join(changes)})"
        if changes:
            self.told_losses = self.say(self.told_losses, text, CHANGE, BAD if worse else GOOD)

    def say(self, told: int, text: str, kind: str = TEXT, tone: str = "") -> int:
        """Say it, or say it anew where it stands already. Returns which part it is."""
        if told < 0:
            self.add(text, kind, tone)
            return len(self.parts) - 1
        self.parts[told] = Part(text, kind, tone)
        return told


class Gathering(drafts.Gathering[TurnDraft]):
    """The lines of these events."""

    kind = TurnDraft

    def __init__(self, match: Match, events: Sequence[Event], part: range | None = None) -> None:
        super().__init__(match, events, part)
        self.spot = 0  # of the gearstick as it is
        self.shifted = False  # is the gearstick's step of this turn told?

    def lines(self) -> list[LogLine]:
        self.gather()
        for draft in self.drafts:
            if draft.told_losses < 0:
                draft.tell_losses()
        return [draft.line() for draft in self.drafts]

    def _plain(self, event: Event) -> None:
        """A line of its own."""
        name, who = event["event"], event.get("who")
        if name in STATEMENTS:
            self._open(name, None, STATEMENTS[name](self.match, event), event["rule"])
            return
        words = PREDICATES[name](self.match, event)
        draft = self._open(name, who, f"{who} {words}", event["rule"], tone(event))
        draft.note(event.get("other"), event.get("by"))
