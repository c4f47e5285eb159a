"""Gather log lines: dice with the reasons for their number, and changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD, Tone
from wreckoning.core.wording import signed, whose
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Cause, Modifier
from wreckoning.rulesets.kart.questions import Question, Shift
from wreckoning.rulesets.kart.view.sentences import show_die, term_words, tone, words
from wreckoning.rulesets.kart.view.words import dice
from wreckoning.show import drafts

LEAST, DROPPED = "a collision costs at least 1", "dropped"
REASONS = {
    Cause.TEMPLATE: "template",
    Cause.PUSH: "pushing",
    Cause.SHIFT: "shifting",
    Cause.SKID: "not cancelled",
    Cause.OFF_ROAD: "off the road",
    Cause.COLLISION: "hits",
    Cause.LEAST: LEAST,
    Cause.ATTACK: "hits",
    Cause.BANANA: "hits",
    Cause.MUSHROOM: "Mushroom",
    Cause.BOOST: "boost",
    Cause.WIPEOUT: "",
}


E = TypeVar("E", bound=ev.Happened)


@dataclass
class Change:
    """A driver's hazards before and now, and the reasons in order."""

    before: int
    now: int
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """`pushing +1, not cancelled +1`; a wipeout's needs no words."""
        told = [why if why == LEAST else f"{why} {signed(n)}" for why, n in self.reasons.items()]
        return ", ".join(told) if "" not in self.reasons else ""


@dataclass
class TurnDraft(drafts.Draft):
    """A line of an activation. Its changes are added up and told once, at its end."""

    changes: dict[str, Change] = field(default_factory=dict)
    shifts: list[tuple[Shift, int]] = field(default_factory=list)  # and the gear it led to, or 0
    told_shifts: int = -1  # the part that says them
    pool: tuple[Question, str] | None = None  # of the last die: its question, whose
    way: int = 0  # driven
    against: dict[str, str] = field(default_factory=dict)  # of each of two that collide, the other
    thing: str = ""  # the smashing thing, if it is no kart

    def change(self, event: ev.Hazards, who: str, by: str | None) -> None:
        """Note a kart's hazards, and who caused them."""
        change = self.changes.setdefault(who, Change(event.before, event.now))
        dropped = event.cause == Cause.SHIFT and event.change < 0
        why = DROPPED if dropped else REASONS[Cause(event.cause)]
        change.reasons[why] = change.reasons.get(why, 0) + event.change
        change.now = event.now
        self.note(who, by, rule=event.rule)

    def tell_changes(self) -> None:
        """Tell hazards before and after, with the reasons."""
        for name, change in self.changes.items():
            whose_ = "" if name == self.who else f"{whose(name)} "
            sign: Tone = BAD if change.now > change.before else GOOD
            self.add(f"; {whose_}hazards ")
            self.add(f"{change.before}→{change.now}", CHANGE, sign)
            if change.why:
                self.add(f" ({change.why})")


class Gathering(drafts.Gathering[TurnDraft, ev.KartEvent, ev.Happened]):
    """The log lines gathered from events."""

    kind = TurnDraft
    drive: TurnDraft | None = None  # the line of the way that is being driven
    spins = False  # is the movement that is told next a turn on the spot?

    def gather(self) -> None:
        super().gather()
        for draft in self.drafts:
            draft.tell_changes()

    def plain(self, event: ev.Happened) -> None:
        """A line of its own."""
        said, who = words(self.match, event), self.name(getattr(event, "who", None))
        if isinstance(event, ev.BillMoved | ev.BillGone | ev.RaceOver):  # not about a driver
            self.open(event.name, None, said, event.rule)
            return
        draft = self.open(event.name, who, said, event.rule, tone(event))
        draft.note(*(self.name(getattr(event, name, None)) for name in ("other", "by")))

    def _next(self, index: int, kind: type[E]) -> E | None:
        """The next event of this kind before another kart's activation."""
        for event in self.events[index + 1 :]:
            if isinstance(event, kind):
                return event
            if isinstance(event, ev.Activated | ev.RoundBegins):
                return None
        return None

    # Dice

    def _die(self, draft: TurnDraft, event: ev.Rolled, lead: str) -> None:
        """A die on a line; `lead` before the first of its pool."""
        pool = event.question, self.match.names[event.who]
        begun = draft.parts[-1].text.endswith(":")
        then = ", " if event.question == Question.SKID_DIE and not begun else " "
        draft.add(lead if draft.pool != pool else then)
        draft.add(show_die(event), DIE, face=event.natural)
        draft.pool = pool
        draft.note(pool[1], rule=event.rule)
        self._note_terms(draft, event)

    def _note_terms(self, draft: TurnDraft, told: ev.Rolled | ev.NoDice) -> None:
        """Note the rules of a pool's terms."""
        for modifier, _ in told.modifiers:
            draft.note(rule=modifier.rule)

    def _pool_words(self, first: ev.Rolled, index: int, other: str) -> str:
        """`4 dice (gear 3, +1 heavier)`: the pool that begins with this roll."""
        count = 0
        for event in self.events[index:]:
            if not isinstance(event, Roll):
                break
            if (event.question, event.who) != (first.question, first.who):
                break
            count += 1
        return dice(count) + self._terms(first, other)

    def _terms(self, told: ev.Rolled | ev.NoDice, other: str) -> str:
        """` (gear 3, +1 heavier)`: the terms of a pool."""
        terms = [term_words(Modifier(what), value, other) for what, value in told.modifiers]
        return f" ({', '.join(terms)})" if terms else ""
