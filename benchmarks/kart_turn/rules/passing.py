"""Pass actions, with Rams in them."""

from __future__ import annotations

from benchmarks.kart_turn.events import Passed, Rammed, SpunOut
from benchmarks.kart_turn.questions import Asked
from benchmarks.kart_turn.race import Race
from benchmarks.kart_turn.rules.checks import change, defensive_bonus, die, racing_check, succeeds
from benchmarks.kart_turn.rules.standings import swap_places
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable, rule


@rule("R22", "A8", "A24")
def ram(race: Race, seat: SeatIndex, other: SeatIndex) -> bool:
    """An opposed check. Won: both lose 1 M, the other may spin out. Lost: the rammer does."""
    attack = die(race, seat, Asked.RAM_CHECK, 0)
    defence = die(race, other, Asked.RAM_DEFENCE, defensive_bonus(race, other))
    change(race, seat, -1)
    if attack <= defence:
        return False
    tell(race, Rammed(seat, other))
    change(race, other, -1)
    if not succeeds(racing_check(race, other, Asked.SPIN_OUT_CHECK, defensive_bonus(race, other))):
        tell(race, SpunOut(other))
        change(race, other, -1)
    return True


@rule("R4", "R5", "R27", "A8", "A22", "A23", "A25")
def pass_attempt(race: Race, seat: SeatIndex, index: int) -> bool:
    """The driver at this place of the order tries to pass the one ahead. True on success.

    The passer's Ram comes first: won, the pass is free. Then the other's: won, it is all over.
    """
    other = race.order[index - 1]
    rams, is_rammed = race.karts[seat].ramming, race.karts[other].ramming
    race.karts[seat].ramming = 0
    race.karts[other].ramming = 0
    if not (rams and ram(race, seat, other)):
        if is_rammed and ram(race, other, seat):
            return False
        if not wins_pass_roll(race, seat, other):
            return False
    swap_places(race, index)
    tell(race, Passed(seat, other))
    change(race, seat, -1)
    return True


@rule("R4", "A10")
def wins_pass_roll(race: Race, seat: SeatIndex, other: SeatIndex) -> bool:
    """Both roll and add their Momentum; the passer must be strictly higher."""
    kart, rival = race.karts[seat], race.karts[other]
    attack = die(race, seat, Asked.PASS_ROLL, kart.momentum + kart.slide_bonus)
    modifiers = rival.momentum + rival.slide_bonus + defensive_bonus(race, other)
    return attack > die(race, other, Asked.PASS_DEFENCE, modifiers)


@jitable
def has_more_momentum(race: Race, seat: SeatIndex, other: int) -> bool:
    """Than this one."""
    return race.karts[seat].momentum > race.karts[other].momentum
