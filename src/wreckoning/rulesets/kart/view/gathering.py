"""How a log line is gathered: what was rolled, why so many dice, what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wreckoning.core import drafts
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD, LogLine
from wreckoning.core.wording import listed, signed, whose
from wreckoning.rulesets.kart.view.sentences import (
    PREDICATES,
    STATEMENTS,
    Event,
    show_die,
    term_words,
    tone,
)
from wreckoning.rulesets.kart.view.words import dice

LEAST, DROPPED = "at least 1", "dropped"
REASONS = {
    "template": "template",
    "push": "pushing",
    "shift": "shifting",
    "skid": "not cancelled",
    "off_road": "off the road",
    "collision": "hits",
    "least": LEAST,
    "attack": "hits",
    "banana": "hits",
    "mushroom": "Mushroom",
    "boost": "boost",
    "wipeout": "wiped out",
}


@dataclass
class Change:
    """A driver's hazards before and now, and why, in the order in which they came."""

    before: int
    now: int
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """`pushing +1 and not cancelled +1`."""
        told = [why if why == LEAST else f"{why} {signed(n)}" for why, n in self.reasons.items()]
        return listed(told)


@dataclass
class TurnDraft(drafts.Draft):
    """A line of an activation. Its changes are told at its end, once however often they come."""

    changes: dict[str, Change] = field(default_factory=dict)
    shifts: list[str] = field(default_factory=list)
    told_shifts: int = -1  # the part that says them
    pool: tuple[str, str] = ("", "")  # of the last die: its question, whose
    way: int = 0  # driven
    against: dict[str, str] = field(default_factory=dict)  # who collides with whom
    thing: str = ""  # what is no kart and smashes

    def change(self, event: Event) -> None:
        """Hazards of somebody."""
        now, by = event["now"], event["change"]
        change = self.changes.setdefault(event["who"], Change(now - by, now))
        why = REASONS[event["cause"]]
        if event["cause"] == "shift" and by < 0:
            why = DROPPED
        change.reasons[why] = change.reasons.get(why, 0) + by
        change.now = now
        self.note(event["who"], event.get("by"), rule=event["rule"])

    def tell_changes(self) -> None:
        """Hazards before and after, and why."""
        for name, change in self.changes.items():
            whose_ = "" if name == self.who else f"{whose(name)} "
            sign = BAD if change.now > change.before else GOOD
            self.add(f"; {whose_}hazards: {change.why} ")
            self.add(f"({change.before}→{change.now})", CHANGE, sign)


class Gathering(drafts.Gathering[TurnDraft]):
    """The lines of these events."""

    kind = TurnDraft

    def __init__(self, match: Match, events: Sequence[Event], part: range | None = None) -> None:
        super().__init__(match, events, part)
        self.drive: TurnDraft | None = None  # the line of the way that is being driven
        self.spins = False  # is the movement that is told next a turn on the spot?

    def lines(self) -> list[LogLine]:
        self.gather()
        for draft in self.drafts:
            draft.tell_changes()
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

    def _next(self, index: int, *names: str) -> Event | None:
        """The next event of one of these names, before anybody else is up."""
        for event in self.events[index + 1 :]:
            if event["event"] in names:
                return event
            if event["event"] in ("activated", "round_begins"):
                return None
        return None

    # Dice

    def _die(self, draft: TurnDraft, event: Event, lead: str) -> None:
        """A die on a line; `lead` before the first of its pool."""
        pool = event["question"], event["who"]
        draft.add(lead if draft.pool != pool else " ")
        draft.add(show_die(event), DIE, face=event["natural"][0])
        draft.pool = pool
        draft.note(event["who"], rule=event["rule"])
        for modifier in event["modifiers"]:
            draft.note(rule=modifier["rule"])

    def _pool_words(self, index: int, other: str = "") -> str:
        """`4 dice (gear 3, +1 heavier)`: the pool that begins with this roll."""
        first, count = self.events[index], 0
        for event in self.events[index:]:
            same = event["event"] == "roll" and event["question"] == first["question"]
            if not same or event["who"] != first["who"]:
                break
            count += 1
        evades = first["question"] == "evade_die"
        terms = [
            term_words(modifier, other)
            for modifier in first["modifiers"]
            if (modifier["name"] == "evade_gear") == evades
        ]
        return f"{dice(count)} ({', '.join(terms)})" if terms else dice(count)
