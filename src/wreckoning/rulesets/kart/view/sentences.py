"""Word single events. Past tense, so that `You` and `Bolt` read alike."""

from __future__ import annotations

from wreckoning.core.events import in_words
from wreckoning.core.shown import BAD, GOOD, Tone
from wreckoning.core.texts.wording import MINUS, several, show_face, signed, whose
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Edge, Modifier, Orientation
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import Question, Shift, Side, Skid
from wreckoning.rulesets.kart.race import Item, Obstruction, Standing
from wreckoning.rulesets.kart.view.words import (
    EDGES,
    OBSTRUCTIONS,
    ORIENTATIONS,
    hits,
    item_name,
    manoeuvre_words,
    millimetres,
)
from wreckoning.show import drafts
from wreckoning.show.words import rounds

STANDINGS = {
    Standing.TRIVIAL: ", trivial",
    Standing.HAZARDOUS: ", hazardous",
    Standing.PERMITTED: "",
    Standing.FORBIDDEN: "",
}
# What a SHIFT did, and to which of several things, if there may be several.
SHIFTS = {
    Shift.NOTHING: ("left", "SHIFT"),
    Shift.CANCEL_HAZARD: ("cancelled", "HAZARD"),
    Shift.CANCEL_SPIN: ("cancelled", "SPIN"),
    Shift.CANCEL_SLIDE: ("cancelled", "SLIDE"),
    Shift.GEAR_UP: ("shifted up", ""),
    Shift.GEAR_DOWN: ("shifted down", ""),
    Shift.DROP_HAZARD: ("dropped", "hazard"),
}
# How many dice a Smash has (G21).
SMASH_DICE = {
    Orientation.HEAD_ON: "Smash dice: both gears added up",
    Orientation.T_BONE: "Smash dice: each kart's own gear",
    Orientation.SIDESWIPE: "Smash dice: each kart's own gear",
    Orientation.TAILGATE: "Smash dice: the difference between the gears",
}


def template_words(event: ev.Manoeuvre) -> str:
    """`Turn left, hazardous`."""
    return manoeuvre_words(event.manoeuvre) + STANDINGS[Standing(event.standing)]


def shift_words(shift: int, number: int = 1, gear: int = 0) -> str:
    """`cancelled a SPIN`, `dropped 2 hazards`, `shifted up to Gear 4`."""
    did, what = SHIFTS[Shift(shift)]
    if what:
        return f"{did} {several(number, what) if number > 1 else f'a {what}'}"
    return f"{did} to Gear {gear}" if gear else did


def gate_words(match: Match, event: ev.Gate) -> str:
    """`gate 2, Long Sponge`."""
    return f"gate {event.gate}, {match.course.gates[event.gate - 1]}"


def whose_thing(match: Match, owner: int | None, who: int | None) -> str:
    """`Ann's`, `their own`, or `a`."""
    if owner is None:
        return "a"
    return "their own" if owner == who else whose(match.names[owner])


def words(match: Match, event: ev.Happened) -> str:
    """An event as a sentence without its full stop: the declared words, or better ones."""
    names = match.names
    match event:
        case ev.BananaHit(who=who, owner=owner, hits=found, cancelled=cancelled):
            banana = f"{whose_thing(match, owner, who)} banana"
            return f"{names[who]} slipped on {banana}: {hits(found)}, {cancelled} evaded"
        case ev.BillMoved(who=who):
            return f"{whose(names[who])} Bullet Bill flew on"
        case ev.BillGone(who=who):
            return f"{whose(names[who])} Bullet Bill was spent"
        case ev.RaceOver(round=number, finished=finished):
            return f"The race ended after {rounds(number)}{'' if finished else ', out of time'}"
        case _:
            say = {
                Edge: lambda edge: EDGES[Edge(edge)],
                Orientation: lambda orientation: ORIENTATIONS[Orientation(orientation)],
                Obstruction: lambda kind: OBSTRUCTIONS[Obstruction(kind)],
                Item: item_name,
                Shift: lambda shift: shift_words(shift),
                ev.Length: millimetres,
            }
            return in_words(event, names, match.course, say)


def tone(event: ev.Happened) -> Tone:
    """Whether the event is good news for its driver."""
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
        Modifier.GEAR_DIFFERENCE: f"gears differ by {value}",
        Modifier.STAR: f"+{value} Star",
        Modifier.SHELL: f"Shell {value}",
        Modifier.BANANA: f"banana {value}",
        Modifier.EVADE_GEAR: f"gear {value}",
        Modifier.EXTRA: f"{signed(value)} {Modifier.EXTRA.words}",
    }[modifier]
