"""A sentence for every event. Past tense, so that it reads alike of `You` and of `Bolt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, NEUTRAL
from wreckoning.core.wording import MINUS, ordinal, show_face, signed, whose
from wreckoning.rulesets.kart.events import Edge, Orientation
from wreckoning.rulesets.kart.questions import Question, Skid, manoeuvre_of
from wreckoning.rulesets.kart.race import Obstruction
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

Event = dict[str, Any]
Words = Callable[[Match, Event], str]

CAUSES = {
    "template": "the hazardous template",
    "push": "pushing it",
    "shift": "a SHIFT",
    "skid": "the skid dice",
    "off_road": "leaving the road",
    "collision": "the collision",
    "least": "the collision, one at least",
    "attack": "the attack",
    "banana": "the banana",
    "mushroom": "the Mushroom",
    "boost": "the boost",
    "wipeout": "the wipeout",
}
STANDINGS = {"trivial": ", trivial", "hazardous": ", hazardous", "permitted": "", "forbidden": ""}
SHIFTS = {
    "nothing": "left the SHIFTs unused",
    "cancel_hazard": "cancelled a HAZARD",
    "cancel_spin": "cancelled a SPIN",
    "cancel_slide": "cancelled a SLIDE",
    "gear_up": "shifted up",
    "gear_down": "shifted down",
    "drop_hazard": "dropped a hazard",
}
POOLS = {"smash": "smash", "evade": "evade", "attack": "attack"}
# Why two met so (G20, E9), and what a Smash has dice for (G21).
REASONS = {
    Orientation.HEAD_ON: "both with their fronts: dice for the sum of the gears",
    Orientation.T_BONE: "a side of one: dice for one's own gear",
    Orientation.SIDESWIPE: "side against side: dice for one's own gear",
    Orientation.TAILGATE: "a rear, and no side: dice for the difference of the gears",
}
GOOD_NEWS = ("finished", "item", "coin", "gate", "lap", "used")
BAD_NEWS = ("wipeout", "off_road", "hit_obstruction", "hit_bill", "banana_hit", "stuck", "no_dice")


def edge_words(event: Event, name: str = "edge") -> str:
    """`right side`."""
    return EDGES[Edge[event[name].upper()]]


def orientation_of(event: Event) -> Orientation:
    """How two met."""
    return Orientation[event["orientation"].upper()]


def obstruction_words(event: Event) -> str:
    """`a pipe`."""
    return OBSTRUCTIONS[Obstruction[event["kind"].upper()]]


def template_words(event: Event) -> str:
    """`Turn left, hazardous`."""
    manoeuvre = manoeuvre_of(event["manoeuvre"])
    assert manoeuvre is not None
    return manoeuvre_words(manoeuvre) + STANDINGS[event["standing"]]


def gate_words(match: Match, event: Event) -> str:
    """`gate 2, Long Sponge`."""
    return f"gate {event['gate']}, {match.course.gates[event['gate'] - 1]}"


def change_words(what: str, before: int, now: int) -> str:
    """`hazards 1→2`."""
    return f"{what} {before}→{now}"


def hazard_words(event: Event) -> str:
    """`hazards 1→2`."""
    return change_words("hazards", event["now"] - event["change"], event["now"])


def whose_thing(event: Event, name: str) -> str:
    """`Ann's`, `the own`, or `a`."""
    by = event.get(name)
    if by is None:
        return "a"
    return "their own" if by == event.get("who") else whose(by)


def _manoeuvre(_: Match, event: Event) -> str:
    by = event["by"]
    words = template_words(event)
    return f"took {words}" if by == event["who"] else f"had to take {words}, chosen by {by}"


def _attacked(_: Match, event: Event) -> str:
    return (
        f"shot a Shell from the {edge_words(event)} at {event['target']}: {hits(event['hits'])}, "
        f"{event['cancelled']} evaded"
    )


def _banana_hit(_: Match, event: Event) -> str:
    owner = whose_thing(event, "owner")
    return f"slipped on {owner} banana: {hits(event['hits'])}, {event['cancelled']} evaded"


def _back(event: Event) -> str:
    """`24 mm`, or in a spin `29.9°`."""
    return degree_words(event["turn"]) if event["turn"] else millimetres(event["way"])


# What is said of `who`, after the name.
PREDICATES: dict[str, Words] = {
    "pole": lambda _, e: "had pole position",
    "activated": lambda _, e: f"activated in Gear {e['gear']} with {hazards(e['hazards'])}",
    "manoeuvre": _manoeuvre,
    "skid_dice": lambda _, e: f"rolled {dice(e['dice'])} for skidding",
    "pushed": lambda _, e: f"pushed it with {dice(e['dice'])}, {hazards(e['hazards'])}",
    "shifted": lambda _, e: SHIFTS[e["shift"]],
    "gear": lambda _, e: f"went from Gear {e['from']} to {e['to']}",
    "slid": lambda _, e: f"slid {e['side']}, turned {turn_words(e['degrees'])}",
    "moved": lambda _, e: f"drove {millimetres(e['way'])}",
    "spun": lambda _, e: f"spun {turn_words(round(e['turn'] / 100))}",
    "slid_back": lambda _, e: f"came to a stop {_back(e)} short, to be free",
    "collision": lambda _, e: (
        f"ran into {e['other']}, {edge_words(e)} against {edge_words(e, 'other_edge')}: "
        f"{ORIENTATIONS[orientation_of(e)]}"
    ),
    "hit_obstruction": lambda _, e: f"hit {obstruction_words(e)} with the {edge_words(e)}",
    "hit_bill": lambda _, e: f"met {whose_thing(e, 'owner')} Bullet Bill",
    "declared": lambda _, e: "smashed" if e["declaration"] == "smash" else "evaded",
    "smash": lambda _, e: f"smashed with {dice(e['dice'])}: {hits(e['hits'])}",
    "evaded": lambda _, e: f"evaded {hits(e['cancelled'])} with {dice(e['dice'])}",
    "off_road": lambda _, e: "left the road",
    "boosted": lambda _, e: "was boosted",
    "item": lambda _, e: f"got an item: {item_name(e['item'])}",
    "coin": lambda _, e: f"took a coin ({e['coins']} now)",
    "used": lambda _, e: f"used the {item_name(e['item'])}",
    "attacked": _attacked,
    "banana_dropped": lambda _, e: "dropped a banana",
    "banana_hit": _banana_hit,
    "bill_fired": lambda _, e: "fired a Bullet Bill",
    "wipeout": lambda _, e: "wiped out",
    "gate": lambda m, e: f"drove through {gate_words(m, e)}",
    "lap": lambda _, e: f"completed lap {e['laps']}",
    "finished": lambda _, e: f"won the race in {rounds(e['round'])}",
    "placed": lambda _, e: f"came {ordinal(e['place'])}",
    "no_dice": lambda _, e: f"had no dice to {POOLS[e['pool']]} with",
    "stuck": lambda _, e: "had no template that stays on the table",
    "both_evade": lambda _, e: f"was slower than {e['other']}: both had to evade",
}


def _smash_of_things(_: Match, event: Event) -> str:
    return f"It smashed with {dice(event['dice'])}: {hits(event['hits'])}"


def _race_over(_: Match, event: Event) -> str:
    how = "" if event["finished"] else ", out of time"
    return f"The race ended after {rounds(event['round'])}{how}"


# What is said of nobody in particular.
STATEMENTS: dict[str, Words] = {
    "round_begins": lambda _, e: f"Round {e['round']}",
    "gear_phase": lambda _, e: f"Gear phase {e['gear_phase']}",
    "removed": lambda _, e: "The mushroom was gone",
    "bill_moved": lambda _, e: f"{whose(e['who'])} Bullet Bill flew on",
    "bill_gone": lambda _, e: f"{whose(e['who'])} Bullet Bill was gone",
    "race_over": _race_over,
}


def tone(event: Event) -> str:
    """Is that good news for the event's driver?"""
    name = event["event"]
    if name == "hazards":
        return BAD if event["change"] > 0 else GOOD
    return GOOD if name in GOOD_NEWS else BAD if name in BAD_NEWS else NEUTRAL


def purpose(question: str) -> str:
    """What a die is rolled for."""
    return Question[question.upper()].words


def show_die(event: Event) -> str:
    """`⚂ 3 SLIDE` of a skid die; others stand alone, without pips if they have more sides."""
    face = event["natural"][0]
    if event["question"] == "skid_die":
        return f"{show_face(face)} {Skid(min(face, Skid.SHIFT)).name}"
    return str(face) if event["question"] == "scatter_die" else show_face(face)


def term_words(modifier: Event, other: str = "") -> str:
    """A term of a number of dice: `gear 3`, `+1 heavier`, `−2 lighter`."""
    name, value = modifier["name"], modifier["value"]
    if name == "weight":
        if value == 0:
            return "same weight"
        return f"{signed(value)} {'heavier' if value > 0 else 'lighter'}"
    if name == "cover":
        return f"{MINUS}{-value} cover"
    return {
        "own_gear": f"gear {value}",
        "other_gear": f"+{value} {whose(other or 'the other')} gear",
        "gear_difference": f"gear difference {value}",
        "star": f"+{value} Star",
        "shell": f"Shell {value}",
        "banana": f"banana {value}",
        "evade_gear": f"gear {value}",
    }[name]


def sentence(match: Match, event: Event) -> str:
    """The event as one sentence."""
    name, who = event["event"], event.get("who")
    if name == "roll":
        terms = ", ".join(term_words(modifier) for modifier in event["modifiers"])
        more = f"; {terms}" if terms else ""
        rolled = f"rolled {show_die(event)} ({purpose(event['question'])}{more})"
        return f"{'The table' if who is None else who} {rolled}."
    if name == "hazards":
        return f"{who}: {hazard_words(event)} from {CAUSES[event['cause']]}."
    if name == "smash" and who is None:
        return f"{_smash_of_things(match, event)}."
    if name in STATEMENTS:
        return f"{STATEMENTS[name](match, event)}."
    return f"{who} {PREDICATES[name](match, event)}."
