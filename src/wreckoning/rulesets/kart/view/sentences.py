"""A sentence for every event. Past tense, so that it reads alike of `You` and of `Bolt`."""

from __future__ import annotations

from wreckoning.core.events import Roll, in_words
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, Tone
from wreckoning.core.wording import MINUS, show_face, signed, whose
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Edge, Modifier, Orientation
from wreckoning.rulesets.kart.questions import Declaration, Question, Shift, Side, Skid
from wreckoning.rulesets.kart.race import Item, Obstruction, Standing
from wreckoning.rulesets.kart.view.words import (
    EDGES,
    OBSTRUCTIONS,
    ORIENTATIONS,
    degree_words,
    dice,
    hazards,
    hits,
    item_name,
    manoeuvre_words,
    millimetres,
    rounds,
    turn_words,
)
from wreckoning.show import drafts

STANDINGS = {
    Standing.TRIVIAL: ", trivial",
    Standing.HAZARDOUS: ", hazardous",
    Standing.PERMITTED: "",
    Standing.FORBIDDEN: "",
}
SHIFTS = {
    Shift.NOTHING: "left the SHIFTs unused",
    Shift.CANCEL_HAZARD: "cancelled a HAZARD",
    Shift.CANCEL_SPIN: "cancelled a SPIN",
    Shift.CANCEL_SLIDE: "cancelled a SLIDE",
    Shift.GEAR_UP: "shifted up",
    Shift.GEAR_DOWN: "shifted down",
    Shift.DROP_HAZARD: "dropped a hazard",
}
# Why two met so (G20, E9), and what a Smash has dice for (G21).
REASONS = {
    Orientation.HEAD_ON: "both with their fronts: dice for the sum of the gears",
    Orientation.T_BONE: "a side of one: dice for one's own gear",
    Orientation.SIDESWIPE: "side against side: dice for one's own gear",
    Orientation.TAILGATE: "a rear, and no side: dice for the difference of the gears",
}


def template_words(event: ev.Manoeuvre) -> str:
    """`Turn left, hazardous`."""
    return manoeuvre_words(event.manoeuvre) + STANDINGS[Standing(event.standing)]


def gate_words(match: Match, event: ev.Gate) -> str:
    """`gate 2, Long Sponge`."""
    return f"gate {event.gate}, {match.course.gates[event.gate - 1]}"


def whose_thing(match: Match, owner: int | None, who: int | None) -> str:
    """`Ann's`, `their own`, or `a`."""
    if owner is None:
        return "a"
    return "their own" if owner == who else whose(match.names[owner])


def words(match: Match, event: ev.KartEvent) -> str:
    """What happened, as a sentence without its full stop: as it is declared, or better."""
    names = match.names
    match event:
        case Roll(who=who, question=question, modifiers=modifiers):
            terms = ", ".join(term_words(what, value) for what, value in modifiers)
            more = f"; {terms}" if terms else ""
            return f"{names[who]} rolled {show_die(event)} ({question.words}{more})"
        case ev.Activated(who=who, gear=gear, hazards=number):
            return f"{names[who]} activated in Gear {gear} with {hazards(number)}"
        case ev.Manoeuvre(who=who, by=by):
            chosen = f", chosen by {names[by]}" if by != who else ""
            took = "had to take" if chosen else "took"
            return f"{names[who]} {took} {template_words(event)}{chosen}"
        case ev.Pushed(who=who, dice=number, hazards=price):
            return f"{names[who]} pushed it with {dice(number)}, {hazards(price)}"
        case ev.SkidDice(who=who, dice=number):
            return f"{names[who]} rolled {dice(number)} for skidding"
        case ev.Slid(who=who, side=side, degrees=degrees):
            return f"{names[who]} slid {side_name(side)}, turned {turn_words(degrees)}"
        case ev.Spun(who=who, turn=turn):
            return f"{names[who]} spun {turn_words(round(turn / 100))}"
        case ev.SlidBack(who=who, turn=turn, way=way):
            back = degree_words(turn) if turn else millimetres(way)
            return f"{names[who]} came to a stop {back} short, to be free"
        case ev.HitBill(who=who, owner=owner):
            return f"{names[who]} met {whose_thing(match, owner, who)} Bullet Bill"
        case ev.Decided(who=who, declaration=declaration):
            return f"{names[who]} {'smashed' if declaration == Declaration.SMASH else 'evaded'}"
        case ev.Smash(who=who, dice=number, hits=found):
            return (
                f"{'It' if who is None else names[who]} smashed with {dice(number)}: {hits(found)}"
            )
        case ev.Evaded(who=who, dice=number, cancelled=cancelled):
            return f"{names[who]} evaded {hits(cancelled)} with {dice(number)}"
        case ev.BananaHit(who=who, owner=owner, hits=found, cancelled=cancelled):
            banana = f"{whose_thing(match, owner, who)} banana"
            return f"{names[who]} slipped on {banana}: {hits(found)}, {cancelled} evaded"
        case ev.BillMoved(who=who):
            return f"{whose(names[who])} Bullet Bill flew on"
        case ev.BillGone(who=who):
            return f"{whose(names[who])} Bullet Bill was gone"
        case ev.Gate(who=who):
            return f"{names[who]} drove through {gate_words(match, event)}"
        case ev.RaceOver(round=number, finished=finished):
            return f"The race ended after {rounds(number)}{'' if finished else ', out of time'}"
        case _:
            say = {
                Edge: lambda edge: EDGES[Edge(edge)],
                Orientation: lambda orientation: ORIENTATIONS[Orientation(orientation)],
                Obstruction: lambda kind: OBSTRUCTIONS[Obstruction(kind)],
                Item: item_name,
                Shift: lambda shift: SHIFTS[Shift(shift)],
                ev.Length: millimetres,
            }
            return in_words(event, names, match.course, say)


def tone(event: ev.Happened) -> Tone:
    """Is that good news for the event's driver?"""
    if isinstance(event, ev.Hazards):
        return BAD if event.change > 0 else GOOD
    return drafts.tone(event)


def side_name(side: int) -> str:
    return Side(side).name.lower()


def show_die(event: ev.Rolled) -> str:
    """`⚂ 3 SLIDE` of a skid die; others stand alone, without pips if they have more sides."""
    face = event.natural
    if event.question == Question.SKID_DIE:
        return f"{show_face(face)} {Skid(min(face, Skid.SHIFT)).name}"
    return str(face) if event.question == Question.SCATTER_DIE else show_face(face)


def term_words(modifier: Modifier, value: int, other: str = "") -> str:
    """A term of a number of dice: `gear 3`, `+1 heavier`, `−2 lighter`."""
    if modifier == Modifier.WEIGHT:
        if value == 0:
            return "same weight"
        return f"{signed(value)} {'heavier' if value > 0 else 'lighter'}"
    if modifier == Modifier.COVER:
        return f"{MINUS}{-value} cover"
    return {
        Modifier.OWN_GEAR: f"gear {value}",
        Modifier.OTHER_GEAR: f"+{value} {whose(other or 'the other')} gear",
        Modifier.GEAR_DIFFERENCE: f"gear difference {value}",
        Modifier.STAR: f"+{value} Star",
        Modifier.SHELL: f"Shell {value}",
        Modifier.BANANA: f"banana {value}",
        Modifier.EVADE_GEAR: f"gear {value}",
    }[modifier]
