"""How a log line is gathered: its parts, and of whom it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field

from wreckoning.core import drafts
from wreckoning.core.shown import NEUTRAL
from wreckoning.rulesets.rtd.view.sentences import STATEMENTS, Event, predicate, tone

# Events that begin a line wherever they come.
OPENING = (
    "action_lost",
    "blue_shell_strikes",
    "custom",
    "lap",
    "course_changed",
    "fake_hit",
    "race_over",
)
# Dice of an opposed check: after its first die they follow an "against".
DEFENCES = ("pass_defence", "ram_defence", "shell_defence", "share_defence")
CLOSED = ("turn", "stance", "grid", "ended", "unused")  # lines that nothing else is added to


@dataclass
class Draft(drafts.Draft):
    """A line being gathered."""

    last_who: str | None = None  # of whom the last words spoke; None: of no driver in particular
    relative: str | None = None  # just named at the end: the next words of him begin with `who`
    item: str = ""  # what was used
    dice: int = 0
    said: list[str] = field(default_factory=list)  # words that stand once, names that go together
    tie: tuple[int, ...] = ()  # on the grid: what its drivers have in common

    def __post_init__(self) -> None:
        self.last_who = self.who

    def clause(self, who: str, words: str, tone: str = NEUTRAL) -> None:
        """Go on with what a driver did; he is named unless it is plain who is meant."""
        if self.relative == who:
            self.add(f", who {words}", tone=tone)
        else:
            plain = who == self.last_who or (self.last_who is None and who == self.who)
            self.add(f", {words}" if plain else f", {who} {words}", tone=tone)
        self.last_who, self.relative = who, None

    def say_once(self, words: str) -> bool:
        """True the first time: to be said now."""
        if words in self.said:
            return False
        self.said.append(words)
        return True


class Gathering(drafts.Gathering[Draft]):
    """The lines of these events."""

    kind = Draft

    def _plain(self, event: Event) -> None:
        """Go on with the line, or begin one."""
        name, who = event["event"], event.get("who")
        draft = self._last()
        if name in STATEMENTS:
            self._open(name, None, STATEMENTS[name](self.match, event), event["rule"])
            return
        words = predicate(self.match, event)
        if who is None or name in OPENING or draft is None or draft.key in CLOSED:
            self._open(name, who, f"{who} {words}", event["rule"], tone(event))
            self.drafts[-1].note(event.get("other"))
            return
        self._clause(draft, event, words)

    def _clause(self, draft: Draft, event: Event, words: str) -> None:
        """Go on with the line by these words of the event's driver."""
        draft.clause(event["who"], words, tone(event))
        draft.note(event["who"], event.get("other"), rule=event["rule"])

    def _soon(self, index: int, name: str) -> bool:
        """Does this happen to the driver of the die at `index`, before another die is rolled?"""
        who = self.events[index]["who"]
        for later in self.events[index + 1 :]:
            if later["event"] == "roll":
                return False
            if later["event"] == name and later.get("who") == who:
                return True
        return False

    def _tie_words(self, index: int) -> str:
        """`a tie: ` where an opposed check before ended in one; who began it has lost (A8)."""
        dice: list[Event] = []
        while index > 0 and len(dice) < 2:
            index -= 1
            if self.events[index]["event"] == "roll":
                dice.append(self.events[index])
        is_opposed = len(dice) == 2 and dice[0]["question"] in DEFENCES
        return "a tie: " if is_opposed and dice[0]["result"] == dice[1]["result"] else ""
