"""Count pools of dice term by term, as the rules do, with the reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wreckoning.core.door import ENTRY
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.texts.wording import whose
from wreckoning.geometry.bodies import FRONT
from wreckoning.rulesets.kart.events import (
    Collision,
    Edge,
    HitBill,
    HitObstruction,
    Modifier,
    Orientation,
)
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import Kart, Race
from wreckoning.rulesets.kart.rules.attacking import LINES, MOST_COVER, SHELL_DICE, sight
from wreckoning.rulesets.kart.rules.collisions import smash_dice
from wreckoning.rulesets.kart.view.sentences import SMASH_DICE, term_words
from wreckoning.rulesets.kart.view.words import EDGES, ORIENTATIONS, THE_OBSTRUCTION, dice

TERMS = 12  # at most, of a pool


@dataclass(frozen=True)
class Pool:
    """A number of dice, and the terms that make it up: `total` may be below 0, `dice` is not."""

    total: int
    terms: tuple[str, ...]

    @property
    def dice(self) -> int:
        """The dice that are rolled."""
        return max(self.total, 0)

    @property
    def words(self) -> str:
        """`4 dice (gear 3, +1 heavier)`."""
        return f"{dice(self.dice)} ({', '.join(self.terms)})" if self.terms else dice(self.dice)


class _Ear:
    """A door that only listens to the terms of a pool."""

    def __init__(self) -> None:
        self.journaling, self.told = 1, 0
        self.journal = [0] * (TERMS * ENTRY)


class _Listening:
    """The part of a race that counting dice needs."""

    def __init__(self) -> None:
        self.door = _Ear()


def _heard(count: Callable[[Any], int], other: str) -> Pool:
    race = _Listening()
    number, ear = count(race), race.door
    terms = []
    for at in range(0, ear.told * ENTRY, ENTRY):
        modifier = Modifier(ear.journal[at + 2])
        terms.append(term_words(modifier, ear.journal[at + 3], other))
    return Pool(number, tuple(terms))


@dataclass(frozen=True)
class Clash:
    """A collision that is being settled."""

    mover: SeatIndex
    other: SeatIndex
    orientation: Orientation
    edge: int
    other_edge: int

    def against(self, seat: SeatIndex) -> SeatIndex:
        """The other seat of the collision."""
        return self.other if seat == self.mover else self.mover

    def words(self, match: Match) -> str:
        """`Ann's front against Bob's left side: a T-bone · Smash dice: each kart's own gear`."""
        own, other = whose(match.names[self.mover]), whose(match.names[self.other])
        edges = f"{own} {EDGES[Edge(self.edge)]} against {other} {EDGES[Edge(self.other_edge)]}"
        return f"{edges}: {ORIENTATIONS[self.orientation]} · {SMASH_DICE[self.orientation]}"


def clash_of(match: Match) -> Clash | None:
    """The last collision in the events."""
    for code, who, other, orientation, edge, other_edge in reversed(match.told):
        if code == Collision.code:
            return Clash(as_seat(who), as_seat(other), Orientation(orientation), edge, other_edge)
    return None


def smashing_thing(match: Match) -> str:
    """`the pipe`, if it is no kart that smashes in the last collision; else ''."""
    for code, *fields in reversed(match.told):
        if code == Collision.code:
            return ""
        if code == HitObstruction.code:
            return THE_OBSTRUCTION[fields[2]]
        if code == HitBill.code:
            return "the Bullet Bill"
    return ""


def smash_pool(match: Match, clash: Clash, seat: SeatIndex) -> Pool:
    """The dice with which a seat would smash the other (G21, G22)."""
    race: Race = match.race
    own, other = race.karts[seat], race.karts[clash.against(seat)]
    pool = _heard(
        lambda heard: smash_dice(
            heard,
            seat,
            clash.orientation,
            own.gear,
            other.gear,
            own.weight,
            other.weight,
            own.star > 0,
        ),
        match.names[other.seat],
    )
    return _with_extra(pool, own, Question.SMASH_DIE)


def _with_extra(pool: Pool, kart: Kart, question: Question) -> Pool:
    """The pool with the dice that the referee adds to this roll of a driver's (E26)."""
    if kart.extra_roll != question:
        return pool
    return Pool(pool.total + kart.extra, (*pool.terms, term_words(Modifier.EXTRA, kart.extra)))


def evade_pool(kart: Kart) -> Pool:
    """The dice with which a driver would evade (G2)."""
    terms = (term_words(Modifier.EVADE_GEAR, kart.gear),)
    return _with_extra(Pool(kart.gear, terms), kart, Question.EVADE_DIE)


def shell_pool(race: Race, seat: SeatIndex, edge: int, target: int) -> Pool:
    """A Shell's dice at a target, with its cover (E14)."""
    free, things = sight(race, race.karts[seat], edge, target)
    cover = min(things, MOST_COVER) if free < LINES else 0
    terms = [term_words(Modifier.SHELL, SHELL_DICE)]
    if cover:
        blocked = f", {LINES - free} of {LINES} lines blocked"
        terms.append(term_words(Modifier.COVER, -cover) + blocked)
    pool = Pool(SHELL_DICE - cover, tuple(terms))
    return _with_extra(pool, race.karts[seat], Question.ATTACK_DIE)


def edge_way(edge: int) -> str:
    """The direction in which a Shell flies from an edge."""
    return "ahead" if edge == FRONT else "behind"
