"""The clauses of log lines, and lines that are gathered: a driver's way and losses, told once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from wreckoning.core.shown import BAD, CHANGE, GOOD, Part
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.events import Happened, Manner, RushEvent
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber
from wreckoning.rulesets.rush.view.sentences import tone, words
from wreckoning.rulesets.rush.view.words import lane_words, tile_name
from wreckoning.show import drafts
from wreckoning.show.drafts import Changes, Clause, FigureChange

Who: TypeAlias = str | None


@dataclass
class Losses(Changes):
    """Points before and now: ` (heat 2→4, Bob structure 5→4)`; those of the line's driver first."""

    of: str | None = None

    def parts(self) -> Iterable[Part]:
        is_shared = any(change.owner != self.of for change in self.told)
        told = sorted(self.told, key=lambda change: change.owner != self.of)
        words = [replace(change, owner=change.owner * is_shared).words for change in told]
        worse = any(
            change.now < change.before if change.what == "structure" else change.now > change.before
            for change in told
        )
        yield Part(f" ({', '.join(words)})", CHANGE, BAD if worse else GOOD)


@dataclass
class Way(Clause):
    """`Ann drove 7 squares to Retort Mile, left lane (lanes: 2 right)`."""

    did: str  # and who
    course: CourseFile
    squares: int = 0
    turns: dict[int, int] = field(default_factory=lambda: {Manner.LEFT: 0, Manner.RIGHT: 0})
    ends: SquareNumber = NOWHERE

    def parts(self) -> Iterable[Part]:
        if self.ends == FINISH:
            goal = "over the finish line"
        else:
            goal = f"to {tile_name(self.course, self.ends)}, {lane_words(self.ends)} lane"
        turns = [(Manner(side).name.lower(), number) for side, number in self.turns.items()]
        sides = [f"{number} {side}" for side, number in turns if number]
        turned = f" (lanes: {', '.join(sides)})" if sides else ""
        yield Part(f"{self.did} {several(self.squares, 'square')} {goal}{turned}")


@dataclass
class TurnDraft(drafts.Draft):
    """A line of a turn."""

    way: Way | None = None
    mines: int = 0
    steering: FigureChange | None = None
    question: Question | None = None  # of the last dice
    rush_dice: int = 0  # of a Rush 'n' Crush
    losses: Losses | None = None

    def tell_losses(self, late: bool = False) -> None:
        """Tell the losses here, or `late`: at the end, after all that is still added."""
        if self.losses is None:
            return
        for told in (self.clauses, self.endings):
            if self.losses in told:
                told.remove(self.losses)
        (self.endings if late else self.clauses).append(self.losses)


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
