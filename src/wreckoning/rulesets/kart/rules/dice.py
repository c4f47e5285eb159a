"""Attack and evade dice (G2), counted term by term."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import plus, plus_extra, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import rule
from wreckoning.rulesets.kart.events import Evaded, NoDice
from wreckoning.rulesets.kart.numbers import Modifier, Pool, Question
from wreckoning.rulesets.kart.race import Kart, Race

HITS = 4  # a die of at least this
BEST = 6  # two hits of an attack, one cancelled by an evade


@rule("G2")
def hits_of(face: int) -> int:
    """4 and 5 are one hit, 6 is two."""
    return 2 if face == BEST else 1 if face >= HITS else 0


@rule("G2")
def roll_hits(race: Race, who: SeatIndex, question: Asked, dice: int) -> int:
    """Roll attack or Smash dice. Returns their hits."""
    hits = 0
    for _ in range(dice):
        face = roll(race, question, who, BEST)
        tell_roll(race, who, question, face, hits_of(face))
        hits += hits_of(face)
    return hits


@rule("E26")
def referees_extra(race: Race, kart: Kart, question: Asked) -> int:
    """The dice that the referee adds to the driver's next pool of this kind, once."""
    if kart.extra_roll != question:
        return 0
    return plus_extra(race, kart.seat, Modifier.EXTRA, kart)


@rule("G2", "E20", "E26")
def roll_evades(race: Race, who: SeatIndex, gear: int, hits: int) -> int:
    """Roll as many dice as the gear; each 6 cancels a hit. Returns the hits left.

    Without a hit to cancel nothing is rolled.
    """
    if hits == 0:
        return 0
    dice = plus(race, who, Modifier.EVADE_GEAR, gear)
    kart = race.karts[who]
    if kart.extra_roll:
        dice = at_least_none(
            race, who, Pool.EVADE, dice + referees_extra(race, kart, Question.EVADE_DIE)
        )
        if dice == 0:
            return hits
    cancelled = 0
    for _ in range(dice):
        face = roll(race, Question.EVADE_DIE, who, BEST)
        cancels = 1 if face == BEST else 0
        tell_roll(race, who, Question.EVADE_DIE, face, cancels)
        cancelled += cancels
    cancelled = min(cancelled, hits)
    tell(race, Evaded(who, cancelled, dice))
    return hits - cancelled


@rule("G22")
def at_least_none(race: Race, who: SeatIndex, pool: int, dice: int) -> int:
    """Raise a number of dice to 0 if it is below, and tell that there are none."""
    if dice <= 0:
        tell(race, NoDice(who, pool, dice))
        return 0
    return dice
