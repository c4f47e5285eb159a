"""What the orders of a seat choose at an open question: pure, and by what its options show.

language_of(match)                 what orders can be about in this race
decide(match, ask, orders)         the option, its chance, and the order behind it
count_fixed(match)                 the answers that a correction leaves as they are
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from operator import eq, ge, gt, le, lt

from wreckoning.core.asks import Answer, Ask, Entry
from wreckoning.core.declared import Asked, plainly
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME, default_opponent
from wreckoning.core.shown import LogLine, Option, Part, Row
from wreckoning.show.orders import (
    AHEAD,
    ANY,
    ANYONE,
    BEHIND,
    CHANCE,
    CHANGED,
    FIGURES,
    HIGHEST,
    LOWEST,
    MOST_LISTED,
    NEXT_TURN,
    TARGET,
    USUAL,
    WAIT,
    Condition,
    Language,
    Order,
    Orders,
    Preference,
    contains,
    names_of,
    plain,
    plain_name,
    write_preference,
)

COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    **{">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
}
CLOSE = 1e-9  # a chance of exactly 60 % is at least 60 %


@dataclass(frozen=True)
class OrderedChoice:
    """What is chosen at a question: the index of an option, or None to wait for the driver.

    `kind` and `said` are the order behind it; `kind` is '' if none fits. `chance` is what the
    option shows, if it shows one.
    """

    index: int | None
    kind: str = ""
    said: str = ""
    chance: float | None = None
    chance_of: str = ""


def language_of(match: Match, seat: SeatIndex | None = None) -> Language:
    """What orders can be about in this race: its kinds, drivers, and the figures that they show.

    With a seat, also what the options are called on its buttons.
    """
    shown = (name for row in match.ruleset.view.standings(match) for name in _figures(match, row))
    own = Language(match.ruleset).words.figures
    labels = None if seat is None else partial(_labels, match, seat)
    return Language(match.ruleset, tuple(match.names), tuple(dict.fromkeys((*shown, *own))), labels)


def _labels(match: Match, seat: SeatIndex, question: Asked) -> dict[str, str]:
    """The names of a question's options by their labels; without labels that several have.

    As they are offered now, or else as the view calls them; it may not know how to call an option
    that the situation does not offer.
    """
    found = dict[str, set[str]]()
    for ask in _asks_to_label(match, seat, question):
        for index, name in enumerate(ask.names):
            with suppress(Exception):
                label = match.ruleset.view.label_option(match, ask, index).label
                found.setdefault(label, set()).add(plain_name(question, name, match.names))
    return {label: names.pop() for label, names in found.items() if len(names) == 1}


def _asks_to_label(match: Match, seat: SeatIndex, question: Asked) -> Iterator[Ask]:
    """The open asks of this question to the seat, and one with all options, unless too many."""
    yield from (ask for ask in match.asks if ask.by == seat and ask.question == question.word)
    names, about = names_of(question, match.names), (question.word, question.rule, -1)
    read = [
        (question.parse(name, match.names), name) for name in names if len(names) <= MOST_LISTED
    ]
    options = {option: name for option, name in read if option is not None}
    who, every = match.names[seat], (tuple(options), tuple(options.values()))
    yield Ask(seat, who, *about, *every, seats=tuple(match.names))


def ahead_line(match: Match, entry: Answer) -> LogLine:
    """The line of the log for an answer that orders gave."""
    question = match.ruleset.words.questions[entry.question.upper()]
    chosen = entry.label or plain(entry.name)
    said = f"{entry.who}, by orders given ahead: {chosen} ({question.words})"
    return LogLine((Part(said),), (entry.who,), (question.rule,))


def count_fixed(match: Match) -> int:
    """How many of the answers since the last checkpoint a correction leaves as they are."""
    since = match.entries_since_checkpoint()
    return count_shown(match, since[: len(since) - len(match.entries) + match.settled])


def count_shown(match: Match, known: Sequence[Entry]) -> int:
    """How many of these answers, which everyone knows, stay though the referee goes behind them.

    Those up to the last one by orders, if several players gave them: orders might leave one of
    these questions to the player now, who would know what the others chose.
    """
    players = {seat.name for seat in match.seats if seat.player == PERSON_NAME}
    if len(players & {entry.who for entry in known if isinstance(entry, Answer)}) < 2:
        return 0
    by_orders = [n for n, one in enumerate(known, 1) if isinstance(one, Answer) and one.ahead >= 0]
    return by_orders[-1] if by_orders else 0


def turn_now(match: Match) -> int:
    """The turn or round of a race, as its ruleset counts."""
    return int(match.ruleset.tallies.length(match.race))


def is_in_force(orders: Orders, given: int, now: int) -> bool:
    """Whether orders that were given in one turn hold in another; the start belongs to turn 1."""
    last = given + 1 if orders.until == NEXT_TURN else max(given, 1)
    return orders.until == CHANGED or now <= last


def decide(match: Match, ask: Ask, orders: Orders) -> OrderedChoice:
    """What these orders choose at an open question of a seat.

    The first order of the question's kind with an option that is offered, and whose conditions
    hold, decides. Of several options that fit equally, the one with the best chance is chosen.
    """
    scene = _Scene(match, ask)
    language = Language(match.ruleset, tuple(match.names))
    for order in orders.rules:
        if is_about(language, order, ask):
            for preference in order.preferences:
                found = scene.choose(preference)
                if found is not None:
                    said = write_preference(preference, language)
                    return scene.decision(found, order.kind, said)
    return scene.decision(USUAL if orders.otherwise == USUAL else WAIT, "", orders.otherwise)


def is_about(language: Language, order: Order, ask: Ask) -> bool:
    """Whether an order is about this question."""
    questions = language.kinds().get(order.kind, ())
    return any(question.word == ask.question for question in questions)


class _Scene:
    """An open question, with what can be seen: its options, their chances, all drivers."""

    def __init__(self, match: Match, ask: Ask) -> None:
        self._match, self._ask = match, ask
        self._described: dict[int, Option] = {}

    def decision(self, chosen: int | str, kind: str, said: str) -> OrderedChoice:
        """The decision for an option, or for one of the words USUAL and WAIT."""
        if chosen == WAIT:
            return OrderedChoice(None, kind, said)
        if isinstance(chosen, str):
            policy = default_opponent(self._match.ruleset)
            chosen = self._ask.options.index(self._match.advice(self._ask, policy))
        option = self._option(chosen)
        return OrderedChoice(chosen, kind, said, option.chance, option.chance_of)

    def choose(self, preference: Preference) -> int | str | None:
        """The option that a preference means here, USUAL or WAIT; None if it does not fit."""
        about_race = [one for one in preference.conditions if one.what not in (CHANCE, TARGET)]
        if not all(map(self._holds, about_race)):
            return None
        about_option = [one for one in preference.conditions if one.what in (CHANCE, TARGET)]
        if not preference.exact and preference.what == WAIT:
            return WAIT
        if not preference.exact and preference.what == USUAL:
            usual = self.decision(USUAL, "", "").index
            assert usual is not None
            return USUAL if self._fits(usual, about_option) else None
        meant = [i for i in self._meant(preference) if self._fits(i, about_option)]
        if len(meant) > 1 and not preference.exact and preference.what not in (HIGHEST, LOWEST):
            return max(meant, key=lambda index: self._chance(index) or 0.0)  # the first of these
        return meant[0] if meant else None

    def _option(self, index: int) -> Option:
        """An option with its chance, worked out once."""
        if index not in self._described:
            view = self._match.ruleset.view
            self._described[index] = view.describe_option(self._match, self._ask, index)
        return self._described[index]

    def _chance(self, index: int) -> float | None:
        """The chance that an option shows; `at least 46%` counts as 46 %."""
        option = self._option(index)
        return option.stated if option.chance is None else option.chance

    # Which options are meant

    def _meant(self, preference: Preference) -> list[int]:
        what, names = preference.what, self._ask.names
        everything = range(len(names))
        if preference.exact:
            return [index for index in everything if _is_same(names[index], what)]
        if what == ANY:
            declines = Language(self._match.ruleset).words.declines
            return [index for index in everything if plain(names[index]) not in declines]
        if what in (ANYONE, AHEAD, BEHIND):
            return list(self._drivers(what))
        if what in (HIGHEST, LOWEST):
            numbers = sorted(everything, key=lambda index: self._ask.options[index])
            return numbers[-1:] if what == HIGHEST else numbers[:1]
        return [index for index in everything if contains(names[index], what)]

    def _drivers(self, which: str) -> Iterator[int]:
        """The options that are drivers, the nearest to the asked seat first."""
        here = self._row.place
        found = []
        for index, name in enumerate(self._ask.names):
            seat = self._seat_in(name)
            if seat is None or seat.seat == self._ask.by:
                continue
            if which == ANYONE or (seat.place < here) == (which == AHEAD):
                found.append((abs(seat.place - here), index))
        return (index for _, index in sorted(found))

    def _seat_in(self, name: str) -> Row | None:
        """The driver that an option's name ends with."""
        known = sorted(self._rows.values(), key=lambda row: -len(row.name))
        return next((row for row in known if f" {name}".endswith(f" {row.name}")), None)

    # Which conditions hold

    @cached_property
    def _rows(self) -> dict[int, Row]:
        return {row.seat: row for row in self._match.ruleset.view.standings(self._match)}

    @property
    def _row(self) -> Row:
        return self._rows[as_seat(self._ask.by)]

    def _fits(self, index: int, conditions: Sequence[Condition]) -> bool:
        return all(self._option_fits(index, condition) for condition in conditions)

    def _option_fits(self, index: int, condition: Condition) -> bool:
        chance = self._chance(index)
        if not condition.sign:
            return any(self._neighbours(ahead=True)) if chance is None else chance > 0
        if chance is None:
            return False
        given, percent = condition.value, 100 * chance
        if 0 < given < 100:
            percent = round(percent)  # as it is shown: what reads 28 % is at least 28 %
        near = abs(percent - given) < CLOSE
        return COMPARED[condition.sign](given if near else percent, given)

    def _holds(self, condition: Condition) -> bool:
        if not condition.sign:
            some, _, where = condition.what.partition(" ")
            return (some == "someone") == any(self._neighbours(where == "ahead"))
        found = dict(_figures(self._match, self._row)).get(self._figure(condition.what))
        return found is not None and COMPARED[condition.sign](found, condition.value)

    def _figure(self, what: str) -> str:
        own = Language(self._match.ruleset).words.figures
        return own.get(what, what).lower()

    def _neighbours(self, ahead: bool) -> Iterator[bool]:
        """True for each other driver ahead (or behind) in the same part of the course."""
        me = self._row
        for row in self._rows.values():
            if row.seat != me.seat and not row.finished:
                is_here = (row.lap, row.stretch) == (me.lap, me.stretch)
                yield is_here and (row.place < me.place if ahead else row.place > me.place)


def _figures(match: Match, row: Row) -> dict[str, int]:
    """What a row of the standings shows of a driver, as numbers, by small letters."""
    energy = {match.ruleset.view.ENERGY.lower(): row.energy} if match.ruleset.view.ENERGY else {}
    gauges = {gauge.name.lower(): gauge.value for gauge in row.gauges}
    return {**gauges, **energy, **dict(zip(FIGURES, (row.place, row.lap), strict=True))}


def _is_same(name: str, what: str) -> bool:
    """True if this is the option's name, as it is or as a person types it."""
    return what in (name, plain(name)) or plainly(plain(name)) == plainly(what)
