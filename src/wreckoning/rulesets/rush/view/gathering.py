"""Gather log lines: the way of a driver, losses and dice, each told once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD, NEUTRAL, TEXT, Part, PartKind, Tone
from wreckoning.core.wording import count
from wreckoning.rulesets.rush.events import Happened, Manner, RushEvent
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber
from wreckoning.rulesets.rush.view.sentences import tone, words
from wreckoning.show import drafts

Who: TypeAlias = str | None


@dataclass
class TurnDraft(drafts.Draft):
    """A line of a turn: its way, and its losses, which are added up and told once."""

    squares: int = 0
    turns: dict[int, int] = field(default_factory=lambda: {Manner.LEFT: 0, Manner.RIGHT: 0})
    ends: SquareNumber = NOWHERE  # where the way ends
    mines: int = 0
    points: list[int] = field(default_factory=list)  # speeds that Turbo or Brake led to
    steering: int = 0  # Steering points before
    armed: list[str] = field(default_factory=list)
    question: Question | None = None  # of the last dice
    rush_dice: int = 0  # of a Rush 'n' Crush
    losses: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # before, and now
    told: dict[str, int] = field(default_factory=dict)  # which part tells what

    @property
    def tells_late(self) -> bool:
        """Whether its losses are told after all its dice."""
        return self.key in ("boost", "rush")

    def tell_losses(self) -> None:
        """Tell points before and after in their place, once for several losses."""
        alone = all(name == self.who for name, _ in self.losses)
        changes = [
            f"{'' if alone else name + ' '}{what} {count(before)}→{count(now)}"
            for (name, what), (before, now) in sorted(
                self.losses.items(), key=lambda loss: loss[0][0] != self.who
            )
        ]
        worse = any(
            now < before if what == "structure" else now > before
            for (_, what), (before, now) in self.losses.items()
        )
        if changes:
            self.forget("losses")
            self.say("losses", f" ({', '.join(changes)})", CHANGE, BAD if worse else GOOD)

    @property
    def rolled(self) -> int:
        """The number of its dice so far."""
        return sum(part.kind == DIE for part in self.parts)

    def forget(self, what: str) -> None:
        """Take the part with this key out of the line, if there is one."""
        if what not in self.told:
            return
        gone = self.told.pop(what)
        del self.parts[gone]
        self.told = {key: at - (at > gone) for key, at in self.told.items()}

    def say(self, what: str, text: str, kind: PartKind = TEXT, tone: Tone = NEUTRAL) -> None:
        """Add these words, or replace the part with this key."""
        if what in self.told:
            self.parts[self.told[what]] = Part(text, kind, tone)
        else:
            self.told[what] = len(self.parts)
            self.add(text, kind, tone)


class Gathering(drafts.Gathering[TurnDraft, RushEvent, Happened]):
    """The lines of a part of a race, and the state before it."""

    kind = TurnDraft
    spot = 0  # of the gearstick as it is
    shifted = False  # is the gearstick's step of this turn told?

    def last(self, *keys: str) -> TurnDraft | None:
        """The line being gathered, if it has one of these keys. A car's end does not end it."""
        going = (draft for draft in reversed(self.drafts) if draft.key != "destroyed")
        draft = next(going, None)
        return draft if draft and (not keys or draft.key in keys) else None

    def plain(self, event: Happened) -> None:
        """Tell an event in a line of its own."""
        who, other, by = (self.name(getattr(event, seat, None)) for seat in ("who", "other", "by"))
        draft = self.open("plain", who, words(self.match, event), event.rule, tone(event))
        draft.note(other, by)
