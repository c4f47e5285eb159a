"""Pass actions, with Rams and Stars in them."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.declared import Asked
from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.rulesets.rtd.events import (
    Passed,
    PassEnded,
    PassFailed,
    PassTried,
    RamFailed,
    Rammed,
)
from wreckoning.rulesets.rtd.numbers import Cause, Modifier, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.checks import (
    beats,
    card_bonus,
    die,
    opposed_check,
    spin_out_check,
)
from wreckoning.rulesets.rtd.rules.dragging import circling_bonus, run_into_dragged
from wreckoning.rulesets.rtd.rules.momentum import change, flip, spin_out
from wreckoning.rulesets.rtd.rules.standings import index_of, swap_places
from wreckoning.rulesets.rtd.rules.statuses import defensive_bonus, has_ink, is_boo, is_star


@as_numbers
class AfterRams(IntEnum):
    """What the Rams leave of a Pass action."""

    CONTESTED = 0
    PASSES_FREELY = 1
    ENDED = 2


@rule("R4", "A10")
def pass_modifiers(race: Race, kart: Kart) -> int:
    """On a Pass roll: own Momentum, Power Slide +1, ink −1. Shrinking does not count."""
    total = plus(race, kart.seat, Modifier.MOMENTUM, kart.momentum)
    total += plus(race, kart.seat, Modifier.SLIDE, kart.slide_bonus)
    if has_ink(race, kart):
        total += plus(race, kart.seat, Modifier.INK, -1)
    return total


@rule("R19", "A10")
def pass_defence(race: Race, kart: Kart, question: Asked) -> int:
    """The roll of the driver who is being passed: Defensive +1 counts here."""
    return die(race, kart, question, pass_modifiers(race, kart) + defensive_bonus(race, kart))


@rule("A27")
def ram_modifiers(race: Race, kart: Kart) -> int:
    """On a Ram check, both sides: Ramming Speed or Featherweight, and circling shells."""
    return card_bonus(race, kart, kart.figures.ram) + circling_bonus(race, kart)


@rule("R47", "A62", "A63")
def rams(race: Race, kart: Kart, ordered: int, other: Kart) -> bool:
    """Does this driver ram in this Pass action?

    A Star always does. Boo neither rams nor is rammed; a Ram has no effect on a Star.
    """
    if is_boo(race, other) or is_boo(race, kart):
        return False
    if is_star(race, kart):
        return True
    return bool(ordered) and not is_star(race, other)


@rule("R22", "A24", "A63")
def suffer_ram(race: Race, kart: Kart, rammer: Kart) -> None:
    """Rammed: −1 Momentum, then a Racing Check or spin out; by a Star: flip."""
    change(race, kart, -1, Cause.RAM)
    if is_star(race, rammer):
        flip(race, kart)
    elif not spin_out_check(race, kart, defensive_bonus(race, kart)):
        spin_out(race, kart)


@rule("R22", "A8", "A27")
def wins_ram(race: Race, kart: Kart, other: Kart, bonus: int) -> bool:
    """An opposed Racing Check, with a bonus for the rammer that the caller has told."""
    bonus += ram_modifiers(race, kart)
    attack = opposed_check(race, kart, Question.RAM_CHECK, bonus)
    against = ram_modifiers(race, other) + defensive_bonus(race, other)
    won = beats(attack, opposed_check(race, other, Question.RAM_DEFENCE, against))
    if won:
        tell(race, Rammed(kart.seat, other.seat))
    else:
        tell(race, RamFailed(kart.seat, other.seat))
    return won


@rule("R22", "A26")
def ram(race: Race, kart: Kart, other: Kart) -> bool:
    """A Ram check. True if won: both lose 1 Momentum and the other cannot oppose.

    Lost: only the rammer loses 1, and runs into what the other drags.
    """
    if not wins_ram(race, kart, other, 0):
        change(race, kart, -1, Cause.RAM)
        run_into_dragged(race, kart, other)
        return False
    change(race, kart, -1, Cause.RAM)
    suffer_ram(race, other, kart)
    return True


@rule("A22", "A25")
def rams_before_pass(race: Race, kart: Kart, other: Kart) -> int:
    """The passer's Ram first; if it wins the Pass action is open; else the other's Ram.

    Each Ram is used up by the first Pass action its driver is in.
    """
    passer_ordered, other_ordered = kart.ramming, other.ramming
    kart.ramming = 0
    other.ramming = 0
    if rams(race, kart, passer_ordered, other) and ram(race, kart, other):
        return AfterRams.PASSES_FREELY
    if rams(race, other, other_ordered, kart) and ram(race, other, kart):
        return AfterRams.ENDED
    return AfterRams.CONTESTED


@rule("R27", "A23")
def overtake(race: Race, kart: Kart, other: Kart) -> None:
    """A successful pass: places change at once, and it costs 1 Momentum."""
    swap_places(race, index_of(race, kart.seat))
    kart.passes += 1
    if race.door.journaling:
        tell(race, Passed(kart.seat, other.seat))
    change(race, kart, -1, Cause.PASS)


@rule("R4", "R5", "R27", "R33", "A8", "A19", "A71")
def pass_attempt(race: Race, kart: Kart, other: Kart, bonus: int) -> bool:
    """A Pass action on the driver directly ahead. True if the place is won.

    A passer who fails runs into the item the other drags; not if a Ram ended the attempt.
    `bonus` is added to the passer's roll (told by the caller as its own perk).
    """
    if race.door.journaling:
        tell(race, PassTried(kart.seat, other.seat))
    outcome = rams_before_pass(race, kart, other)
    if outcome == AfterRams.ENDED:
        tell(race, PassEnded(kart.seat, other.seat))
        return False
    if outcome == AfterRams.CONTESTED and not wins_pass_roll(race, kart, other, bonus):
        if race.door.journaling:
            tell(race, PassFailed(kart.seat, other.seat))
        run_into_dragged(race, kart, other)
        return False
    overtake(race, kart, other)
    return True


@jitable
def wins_pass_roll(race: Race, kart: Kart, other: Kart, bonus: int) -> bool:
    """Both roll; the passer must be strictly higher."""
    modifiers = pass_modifiers(race, kart) + card_bonus(race, kart, bonus)
    attack = die(race, kart, Question.PASS_ROLL, modifiers)
    return beats(attack, pass_defence(race, other, Question.PASS_DEFENCE))
