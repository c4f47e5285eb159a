"""The clauses of log lines, and a line that is gathered: the driver that each clause is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wreckoning.core.events import Event, Roll
from wreckoning.core.shown import NEUTRAL, Part, Tone
from wreckoning.core.texts.wording import listed
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Item
from wreckoning.rulesets.rtd.view.sentences import predicate, words
from wreckoning.show import drafts
from wreckoning.show.drafts import Clause, Deed, tone

# Events that begin a line wherever they come.
OPENING = (ev.ActionLost, ev.BlueShellStrikes, ev.Custom, ev.Lap, ev.FakeHit)
# Dice of an opposed check: after its first die they follow an "against".
DEFENCES = (
    Question.PASS_DEFENCE,
    Question.RAM_DEFENCE,
    Question.SHELL_DEFENCE,
    Question.SHARE_DEFENCE,
)
CLOSED = ("turn", "stance", "grid", "ended", "unused")  # lines that nothing else is added to


@dataclass
class Use(Deed):
    """The use of an item. What follows tells how it was used, and on which driver."""

    item: int = Item.NONE


@dataclass
class WoreOff(Clause):
    """`Wore off: ink on Ann and Bob; Boo on Cid`."""

    drivers: dict[str, list[str]] = field(default_factory=dict)  # by status

    def parts(self) -> Iterable[Part]:
        texts = [f"{status} on {listed(names)}" for status, names in self.drivers.items()]
        yield Part(f"Wore off: {'; '.join(texts)}")


@dataclass
class Draft(drafts.Draft):
    """A log line that is being gathered."""

    last_who: str | None = None  # the driver of the last words; None: none in particular
    relative: str | None = None  # just named at the end: more about them begins with `who`
    use: Use | None = None  # of the item that was used
    said: list[str] = field(default_factory=list)  # words that stand once
    tie: tuple[int, ...] = ()  # on the grid: what its drivers have in common

    def __post_init__(self) -> None:
        self.last_who = self.who

    def clause(self, who: str, words: str, tone: Tone = NEUTRAL) -> None:
        """Add a driver's deed; the driver is named unless it is clear who is meant."""
        is_clear = who == self.last_who or (self.last_who is None and who == self.who)
        named = ["who"] if self.relative == who else [] if is_clear else [who]
        self.join(Deed(words, named, lead=", ", tone=tone))
        self.last_who, self.relative = who, None

    def say_once(self, words: str) -> bool:
        """Whether this is the first time, so that it must be said now."""
        if words in self.said:
            return False
        self.said.append(words)
        return True


class Gathering(drafts.Gathering[Draft, ev.RtdEvent, ev.Happened]):
    """The log lines gathered from events."""

    kind = Draft

    def last(self, *keys: str) -> Draft | None:
        """The line being gathered, if it has one of these keys and belongs to this phase."""
        draft = super().last(*keys)
        return draft if draft and draft.phase == self.phase else None

    def plain(self, event: ev.Happened) -> None:
        """Go on with the line, or begin one."""
        draft = self.last()
        if isinstance(event, ev.TurnBegins | ev.LeftLying | ev.CourseChanged | ev.RaceOver):
            self.open(event.name, None, words(self.match, event), event.rule)
        elif isinstance(event, OPENING) or draft is None or draft.key in CLOSED:
            said = words(self.match, event)
            begun = self.open(event.name, self.name(event.who), said, event.rule, tone(event))
            begun.note(self.name(getattr(event, "other", None)))
        else:
            self._clause(draft, event, predicate(self.match, event))

    def _clause(self, draft: Draft, event: ev.OfDriver, words: str) -> None:
        """Add these words of the event's driver to the line."""
        who = self.match.names[event.who]
        draft.clause(who, words, tone(event))
        draft.note(who, self.name(getattr(event, "other", None)), rule=event.rule)

    def _soon(self, index: int, kind: type[Event]) -> bool:
        """Whether this happens to the driver of the die at `index` before another die is rolled."""
        who = getattr(self.events[index], "who", None)
        for later in self.events[index + 1 :]:
            if isinstance(later, Roll):
                return False
            if isinstance(later, kind) and getattr(later, "who", None) == who:
                return True
        return False

    def _tie_words(self, index: int) -> str:
        """`a tie: ` if the opposed check before ended in one; its first driver has lost (A8)."""
        dice: list[ev.Rolled] = []
        while index > 0 and len(dice) < 2:
            index -= 1
            event = self.events[index]
            if isinstance(event, Roll):
                dice.append(event)
        is_opposed = len(dice) == 2 and dice[0].question in DEFENCES
        return "a tie: " if is_opposed and dice[0].result == dice[1].result else ""
