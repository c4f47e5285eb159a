"""Momentum and Racing Checks."""

from __future__ import annotations

from benchmarks.kart_turn.events import Momentum
from benchmarks.kart_turn.questions import Question
from benchmarks.kart_turn.race import Order, Race
from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable, rule

DIE = 6


@rule("R7", "R8")
def change(race: Race, seat: SeatIndex, amount: int) -> None:
    """Add to a driver's Momentum; it is brought within its bounds in Cleanup."""
    kart = race.karts[seat]
    kart.momentum += amount
    if race.door.journaling:
        tell(race, Momentum(seat, amount, kart.momentum))


@jitable
def die(race: Race, seat: SeatIndex, question: Question, modifiers: int) -> int:
    """A d6 plus modifiers."""
    natural = roll(race, question, seat, DIE)
    if race.door.journaling:
        tell_roll(race, seat, question, natural, natural + modifiers)
    return natural + modifiers


@rule("R1", "R2", "R3")
def racing_check(race: Race, seat: SeatIndex, question: Question, bonus: int) -> int:
    """A Racing Check with the Momentum that always comes with it. Returns the result."""
    result = die(race, seat, question, bonus)
    if result >= 6:
        change(race, seat, 1 if result == 6 else 2)
    elif result <= 1:
        change(race, seat, -1 if result == 1 else -2)
    return result


@rule("R1")
def succeeds(result: int) -> bool:
    """On 4 or more."""
    return result >= 4


@rule("R19", "A18")
def defensive_bonus(race: Race, seat: SeatIndex) -> int:
    """+1 against being passed and attacked."""
    return 1 if race.karts[seat].order == Order.DEFENSIVE else 0
