"""The clauses of log lines, and lines that are gathered: dice with the reasons for their number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeVar

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD, Part, Tone
from wreckoning.core.texts.wording import signed, whose
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Cause, Modifier
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.view.sentences import shift_words, show_die, term_words, tone, words
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
class Changes(drafts.Clause):
    """`; hazards 2→4 (pushing +1, not cancelled +1)`: added up, with the reasons in order."""

    who: str
    is_own: bool  # whether the line is about this driver
    before: int
    now: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def parts(self) -> Iterable[Part]:
        yield Part(f"; {'' if self.is_own else f'{whose(self.who)} '}hazards ")
        sign: Tone = BAD if self.now > self.before else GOOD
        yield Part(f"{self.before}→{self.now}", CHANGE, sign)
        told = [why if why == LEAST else f"{why} {signed(n)}" for why, n in self.reasons.items()]
        if "" not in self.reasons:  # a wipeout's need no words
            yield Part(f" ({', '.join(told)})")


@dataclass
class Shifts(drafts.Clause):
    """`; SHIFTs: cancelled a SPIN, shifted up to Gear 4, dropped 2 hazards`."""

    made: list[tuple[int, int]] = field(default_factory=list)  # and the gear it led to, or 0

    def parts(self) -> Iterable[Part]:
        told = []
        for shift, same in groupby(self.made, lambda each: each[0]):
            gears = [gear for _, gear in same]
            told.append(shift_words(shift, len(gears), gears[-1]))
        yield Part(f"; {'SHIFTs' if len(self.made) > 1 else 'SHIFT'}: {', '.join(told)}")


@dataclass
class TurnDraft(drafts.Draft):
    """A line of an activation. Its changes are told once, at its end."""

    pool: tuple[Question, str] | None = None  # of the last die: its question, whose
    way: int = 0  # driven
    against: dict[str, str] = field(default_factory=dict)  # of each of two that collide, the other
    thing: str = ""  # the smashing thing, if it is no kart

    def change(self, event: ev.Hazards, who: str, by: str | None) -> None:
        """Note a kart's hazards, and who caused them."""
        told = (each for each in self.endings if isinstance(each, Changes) and each.who == who)
        change = next(told, None)
        if change is None:
            change = Changes(who, who == self.who, event.before)
            self.endings.append(change)
        dropped = event.cause == Cause.SHIFT and event.change < 0
        why = DROPPED if dropped else REASONS[Cause(event.cause)]
        change.reasons[why] = change.reasons.get(why, 0) + event.change
        change.now = event.now
        self.note(who, by, rule=event.rule)


class Gathering(drafts.Gathering[TurnDraft, ev.KartEvent, ev.Happened]):
    """The log lines gathered from events."""

    kind = TurnDraft
    drive: TurnDraft | None = None  # the line of the way that is being driven
    spins = False  # is the movement that is told next a turn on the spot?

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
        then = ", " if event.question == Question.SKID_DIE and draft.ends_with_die else " "
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
