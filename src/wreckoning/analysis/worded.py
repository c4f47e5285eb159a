"""Decisions in the game's words: the question, the options, and what a better one brings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wreckoning.analysis.decisions import Costliest, Decision, Grade
from wreckoning.analysis.win_chance import NINETY_FIVE
from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.shown import Option, Prompt
from wreckoning.core.texts.wording import ordinal, several


@dataclass(frozen=True)
class Costly:
    """A decision that cost a driver chances, in the game's words."""

    number: int  # of answers before it: to play on from there
    turn: int
    rule: str
    question: str
    taken: str
    better: str
    why: str  # what the better option brings, and what the one taken brings instead
    loss: float
    error: float
    situation: tuple[str, ...] = ()
    grade: Grade = ""
    times: int = 1  # that it was made in direct succession; the costliest is described

    @property
    def times_text(self) -> str:
        """That it was made several times, if so."""
        return f"the costliest of {self.times} in a row" if self.times > 1 else ""


@dataclass(frozen=True)
class WordedOption:
    """An option in the game's words: the chance to win with it, its error, and its playouts."""

    name: str  # as in logs
    label: str
    chance: float
    error: float
    playouts: int
    is_taken: bool
    is_better: bool  # than the one taken, beyond the error


@dataclass(frozen=True)
class WordedDecision:
    """A decision in the game's words, with all its options, the highest chance first."""

    decision: Decision
    rule: str
    question: str
    situation: tuple[str, ...]
    options: tuple[WordedOption, ...]
    times: int  # costly ones in direct succession that it stands for; 0: none, or another does
    counted_with: int | None = None  # the other that stands for it: the answers before that one

    @property
    def cost_text(self) -> str:
        """Its grade and its loss in points, if it was costly."""
        of = self.decision
        if not of.is_costly:
            return ""
        loss = f"{of.grade or 'costly'}: −{100 * of.loss:.1f} ±{100 * NINETY_FIVE * of.error:.1f}"
        if self.counted_with is not None:
            after = several(self.counted_with, "answer")
            return f"{loss} points, counted with the one after {after}"
        return f"{loss} points" + (f", the costliest of {self.times} in a row" * (self.times > 1))


class Worded:
    """Decisions in the game's words, and the race's title."""

    def __init__(
        self,
        found: Iterable[Decision],
        made: Mapping[SeatIndex, Sequence[Costliest]],
        worst: Mapping[SeatIndex, Sequence[Costliest]],
    ) -> None:
        self.title = ""
        self.rated: dict[int, WordedDecision] = {}  # by the decision's id
        self.costly: dict[int, Costly] = {}
        self._asked: dict[int, list[Decision]] = {}
        for each in found:
            self._asked.setdefault(each.number, []).append(each)
        self._counted_with = {
            id(each): one.decision.number
            for those in made.values()
            for one in those
            for each in one.others
        }
        self._times = {id(one.decision): one.times for those in made.values() for one in those}
        self._worst = {id(one.decision) for those in worst.values() for one in those}

    def read(self, matches: Iterable[Match]) -> None:
        """Find the words of all decisions in the race."""
        for match in matches:
            if not self.title:
                self.title = f"{match.ruleset.title}: {match.course.title}"
            for each in self._asked.pop(len(match.entries), []):
                times = self._times.get(id(each), 0)
                self.rated[id(each)] = _rated(match, each, times, self._counted_with.get(id(each)))
                if id(each) in self._worst:
                    self.costly[id(each)] = _in_words(match, each, times)


def _ask_of(match: Match, decision: Decision) -> Ask:
    return next(
        ask for ask in match.asks if ask.by == decision.seat and ask.question == decision.question
    )


def _rated(
    match: Match, decision: Decision, times: int, counted_with: int | None
) -> WordedDecision:
    view, ask = match.ruleset.view, _ask_of(match, decision)
    prompt = view.describe_ask(match, ask)
    labels = [view.label_option(match, ask, index) for index in range(len(ask.options))]
    return WordedDecision(
        decision,
        prompt.rule or ask.rule,
        prompt.question,
        _situation(match, decision.seat, prompt),
        tuple(
            WordedOption(
                ask.names[each.index],
                labels[each.index].label or ask.names[each.index],
                each.chance,
                each.error,
                each.playouts,
                each.index == decision.taken_index,
                decision.is_costly and each.index == decision.better_index,
            )
            for each in decision.tried
        ),
        times,
        counted_with,
    )


def _in_words(match: Match, decision: Decision, times: int) -> Costly:
    view, ask = match.ruleset.view, _ask_of(match, decision)
    taken = view.describe_option(match, ask, decision.taken_index)
    better = view.describe_option(match, ask, decision.better_index)
    prompt = view.describe_ask(match, ask)
    return Costly(
        decision.number,
        decision.turn,
        prompt.rule or ask.rule,
        prompt.question,
        taken.label or taken.name,
        better.label or better.name,
        _reason(better, taken),
        decision.loss,
        decision.error,
        _situation(match, decision.seat, prompt),
        decision.grade,
        times,
    )


def _situation(match: Match, seat: SeatIndex, prompt: Prompt) -> tuple[str, ...]:
    """The position as the driver saw it: their place, unless the question says it, and more."""
    row = next(row for row in match.ruleset.view.standings(match) if row.seat == seat)
    place = f"{ordinal(row.place)} of {len(match.names)}"
    if any(place in line for line in prompt.situation):
        return tuple(prompt.situation)
    return f"{place}, {row.where}", *prompt.situation


def _reason(better: Option, taken: Option) -> str:
    """What the better option brings, and instead of what, unless that is the same."""
    why, instead = _why(better), _why(taken)
    if instead and instead != why:
        return f"{why}, instead of: {instead}" if why else f"instead of: {instead}"
    return why


def _why(option: Option) -> str:
    """What an option brings: its chance, unless its meaning says that, and its meaning."""
    chance = "" if option.chance is None else f"{option.chance:.0%}"
    if not chance or re.search(rf"(?<!\d){chance}", option.meaning):
        return option.meaning
    return ": ".join(filter(None, (f"{chance} {option.chance_of}".rstrip(), option.meaning)))
