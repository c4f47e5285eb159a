"""A sentence for every event. Past tense, so that it reads alike of `You` and of `Bolt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, NEUTRAL
from wreckoning.core.wording import count, ordinal, signed
from wreckoning.rulesets.rally.events import Modifier, Reason, Trial
from wreckoning.rulesets.rally.questions import Question
from wreckoning.rulesets.rally.race import INCH
from wreckoning.rulesets.rally.view.names import vehicle_of, vehicle_word, weapon_word
from wreckoning.rulesets.rally.view.words import hit_points, inches, manoeuvres, points

Event = dict[str, Any]
Words = Callable[[Match, Event], str]

PACES = {"stand": "stood still", "drive": "drove", "advance": "advanced"}
TRIALS = {
    Trial.RECOVERY: "to shake off stress",
    Trial.TERRAIN: "for touching terrain",
    Trial.DRIVING_OVER: "for driving over another",
    Trial.DRIVEN_OVER: "for being driven over",
    Trial.CRITICAL_HIT: "after a critical hit",
    Trial.OBSTRUCTED: "for what obstructs it",
    Trial.LOST_CONTROL: "for losing control",
    Trial.EXPLOSION: "in the explosion",
    Trial.ATTACK: "against the attack",
    Trial.WRECKAGE: "for running into wreckage",
}
DEFENDED = (Trial.LOST_CONTROL, Trial.EXPLOSION, Trial.ATTACK)  # these are defence tests
MODIFIERS = {
    Modifier.STRESS: "stress",
    Modifier.DAMAGE: "damage",
    Modifier.ADVANCE: "advance",
    Modifier.ACCURATE: "Accurate",
    Modifier.ASSAULT_RANGE: "assault range",
    Modifier.UNWIELDY: "Unwieldy",
    Modifier.TURRET: "turret",
    Modifier.OBSTRUCTED: "obstructed",
    Modifier.PIERCING: "piercing",
    Modifier.RECKLESS: "reckless driver",
}
REASONS = {
    Reason.PLACE: "the place",
    Reason.FIRST_ACROSS: "crossing the line",
    Reason.HURT_OPPONENT: "hurting an opponent",
    Reason.ESCAPED: "a vehicle off the board",
    Reason.DESTROYED_ONE: "destroying a vehicle",
    Reason.HOME: "bringing a vehicle home",
}
GOOD_NEWS = ("finished", "gate_crossed", "lap", "scored", "recovered", "boosted", "smashed")
BAD_NEWS = (
    *("hit_terrain", "lost_control", "damaged", "destroyed", "became_eliminated", "caught"),
    *("stressed", "exploded", "waits"),
)


def trial_of(event: Event) -> Trial:
    """What a test was taken for."""
    return Trial[event["trial"].upper()]


def test_name(trial: Trial) -> str:
    """`command test`, `defence test`."""
    return "defence test" if trial in DEFENDED else "command test"


def terrain_word(match: Match, name: str) -> str:
    """`the Fuel Dump`, `the edge of the board`, `the wreck of Rusty`."""
    if name == "edge":
        return "the edge of the board"
    if name.startswith("wreck of "):
        number = int(name.rpartition("#")[2]) - 1
        return f"the wreck of {vehicle_word(match, number)}"
    return f"the {name.removeprefix('The ').removeprefix('the ')}"


def gate_word(match: Match, event: Event) -> str:
    """`gate 2, Dead Drop`."""
    name = event["gate"]
    return f"gate {match.course.gates.index(name) + 1}, {name}"


def term_words(modifier: Event) -> str:
    """A term of a roll: `−1 stress`."""
    return f"{signed(modifier['value'])} {MODIFIERS[Modifier[modifier['name'].upper()]]}"


def purpose(question: str) -> str:
    """What a die is rolled for."""
    return Question[question.upper()].words


def _weapon(match: Match, event: Event) -> str:
    return weapon_word(match, vehicle_of(event), event["weapon"])


def _other(match: Match, event: Event, name: str) -> str:
    return vehicle_word(match, vehicle_of(event, name))


def _pace(_: Match, event: Event) -> str:
    did = PACES[event["pace"]]
    return did if event["pace"] == "stand" else f"{did}: {inches(event['movement'] * INCH)} at most"


def _way(_: Match, event: Event) -> str:
    back = " backward" if event["direction"] < 0 else ""
    turns = f" with {manoeuvres(event['manoeuvres'])}" if event["manoeuvres"] else ""
    return f"drove {inches(event['way'] * INCH)}{back}{turns}"


def _finished(_: Match, event: Event) -> str:
    place = f" {ordinal(event['rank'])}" if event["rank"] else ""
    worth = f", for {points(event['points'])}" if event["points"] else ""
    return f"came home{place}{worth}"


def _test(_: Match, event: Event) -> str:
    trial = trial_of(event)
    did = "passed" if event["passed"] else "failed"
    return f"{did} a {test_name(trial)} {TRIALS[trial]}"


def _destroyed(match: Match, event: Event) -> str:
    by = f" by {_other(match, event, 'by')}" if event["by"] else ""
    return f"was destroyed{by}"


def _caught(match: Match, event: Event) -> str:
    where = "touched" if event["touching"] else "was within 4 inches of"
    return f"{where} {terrain_word(match, event['terrain'])} as it exploded"


# What is said of a vehicle, after its name.
OF_VEHICLES: dict[str, Words] = {
    "deployed": lambda _, e: f"was set up on spot {e['spot'] + 1}",
    "activated": lambda _, e: (
        f"was activated with {hit_points(e['hit_points'])} and {e['stress']} stress"
    ),
    "recovered": lambda _, e: f"shook off {e['removed']} stress, {e['left']} left",
    "pace_chosen": _pace,
    "boosted": lambda _, e: "used its Boost",
    "moved": lambda _, e: f"came to {e['x']:.1f}, {e['y']:.1f}",
    "way": _way,
    "gate_crossed": lambda m, e: f"crossed {gate_word(m, e)}",
    "lap": lambda _, e: f"completed lap {e['laps']}",
    "finished": _finished,
    "became_eliminated": lambda m, e: f"was eliminated at {gate_word(m, e)}",
    "test": _test,
    "drove_over": lambda m, e: f"drove over {_other(m, e, 'other')}",
    "hit_terrain": lambda m, e: f"ran into {terrain_word(m, e['terrain'])}",
    "smashed": lambda m, e: f"smashed {terrain_word(m, e['terrain'])}",
    "lost_control": lambda _, e: f"lost control; {e['placed_by']} placed it",
    "nudged": lambda _, e: f"was put to {e['x']:.1f}, {e['y']:.1f}",
    "caught": _caught,
    "fired": lambda m, e: f"fired its {_weapon(m, e)} at {_other(m, e, 'target')}",
    "fired_at_terrain": lambda m, e: (
        f"fired its {_weapon(m, e)} at {terrain_word(m, e['terrain'])}"
    ),
    "dropped": lambda m, e: f"used its {_weapon(m, e)}",
    "hits": lambda m, e: f"hit {_other(m, e, 'target')} {_times(e['hits'])}",
    "damaged": lambda _, e: f"lost {hit_points(e['lost'])}, {e['left']} left",
    "critical": lambda m, e: f"hit {_other(m, e, 'target')} critically",
    "stressed": lambda _, e: f"had {e['stress']} stress",
    "destroyed": _destroyed,
    "waits": lambda _, e: "could not go on without reversing",
}


def _times(number: int) -> str:
    return {0: "not once", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _scored(_: Match, event: Event) -> str:
    reason = REASONS[Reason[event["reason"].upper()]]
    return f"{event['who']} scored {points(event['points'])} for {reason}"


# What is said of a player, or of nobody in particular.
STATEMENTS: dict[str, Words] = {
    "round_begins": lambda _, e: f"Round {e['round']}",
    "initiative": lambda _, e: f"{e['who']} was {ordinal(e['place'] + 1)} in the order",
    "exploded": lambda m, e: f"{_capital(terrain_word(m, e['terrain']))} exploded",
    "scored": _scored,
    "round_ends": lambda _, e: f"Round {e['round']} ended",
    "game_over": lambda _, e: f"The game ended in round {e['round']}",
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def tone(event: Event) -> str:
    """Is that good news for the event's vehicle?"""
    name = event["event"]
    if name == "test":
        return GOOD if event["passed"] else BAD
    return GOOD if name in GOOD_NEWS else BAD if name in BAD_NEWS else NEUTRAL


def show_die(event: Event) -> str:
    """`9`, or with what was added `9−1=8`."""
    natural = event["natural"][0]
    added = event["result"] - natural
    return f"{natural}{signed(added)}={count(event['result'])}" if added else str(natural)


def sentence(match: Match, event: Event) -> str:
    """The event as one sentence."""
    name = event["event"]
    if name == "roll":
        terms = ", ".join(term_words(modifier) for modifier in event["modifiers"])
        more = f"; {terms}" if terms else ""
        return f"{event['who']} rolled {show_die(event)} ({purpose(event['question'])}{more})."
    if name in STATEMENTS:
        return f"{STATEMENTS[name](match, event)}."
    subject = vehicle_word(match, vehicle_of(event))
    return f"{_capital(subject)} {OF_VEHICLES[name](match, event)}."
