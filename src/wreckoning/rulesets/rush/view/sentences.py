"""Word single events. Past tense, so that `You` and `Bolt` read alike."""

from __future__ import annotations

from collections.abc import Callable

from wreckoning.core.events import in_words
from wreckoning.core.shown import BAD, GOOD, NEUTRAL, Tone
from wreckoning.core.texts.wording import several, whose
from wreckoning.rulesets.rush import events as ev
from wreckoning.rulesets.rush.events import Cause
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import Spot, speed_of
from wreckoning.rulesets.rush.squares import FINISH, Square, SquareNumber, as_square
from wreckoning.rulesets.rush.view.words import equipment_name, place_words, spot_words

FATES = {
    Cause.ENGINE: "the engine blew up",
    Cause.BOOSTER: "the Rocket Booster blew up",
    Cause.FLAMER: "burnt out under {by} Flamer",
    Cause.WRECK: "torn open by a wreck",
    Cause.MINE: "blown up by a mine",
    Cause.OBSTRUCTION: "smashed against an obstruction",
    Cause.RAM: "broken in a Side Ram",
    Cause.SAW: "sawn in half by {by} Circular Saw",
    Cause.RUSH: "crushed in a Rush 'n' Crush",
    Cause.MACHINE_GUN: "shot to pieces by {by} Machine Gun",
}


def at(match: Match, square: SquareNumber) -> str:
    """The place of a square in words."""
    return "the finish line" if square == FINISH else place_words(match, square)


def shift_words(before: int, after: int) -> str:
    """`accelerated to speed 9 in gear 3`."""
    slow, fast = speed_of(before), speed_of(after)
    if before == 0:
        verb = "pulled away to"
    elif slow == fast:
        verb = "shifted along to"
    else:
        verb = "accelerated to" if fast > slow else "braked to"
    return f"{verb} {spot_words(after)}"


def fate_words(match: Match, event: ev.Destroyed) -> str:
    """The end of a car: `shot to pieces by Bolt's Machine Gun`."""
    by = "a" if event.by is None else whose(match.names[event.by])
    return FATES[Cause(event.cause)].format(by="their own" if event.by == event.who else by)


def tone(event: ev.Happened) -> Tone:
    """Whether the event is good news for its driver."""
    match event:
        case ev.Heat(change=change):
            return BAD if change > 0 else GOOD
        case ev.NoHeat() | ev.Finished():
            return GOOD
        case ev.Structure() | ev.Stuck() | ev.Destroyed() | ev.ObstructionHit() | ev.LitterMet():
            return BAD
        case _:
            return NEUTRAL


def words(match: Match, event: ev.Happened) -> str:
    """The event as a sentence without its full stop: the declared words, or better ones."""
    match event:
        case ev.Shot(who=who, equipment=equipment, target=target, hits=hits):
            said = several(hits, "hit") if hits else "missed"
            whom = "nobody" if target is None else match.names[target]
            return f"{match.names[who]} aimed the {equipment_name(equipment)} at {whom}: {said}"
        case _:
            say: dict[type[int], Callable[[int], str]] = {
                Square: lambda square: at(match, as_square(square)),
                Spot: spot_words,
                Equipment: equipment_name,
            }
            return in_words(event, match.names, match.course, say)
