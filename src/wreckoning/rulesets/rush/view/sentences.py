"""A sentence for every event. Past tense, so that it reads alike of `You` and of `Bolt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, NEUTRAL
from wreckoning.core.wording import count, ordinal, several, show_face, signed, whose
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.spots import Spot, speed_of
from wreckoning.rulesets.rush.squares import FINISH, read_square
from wreckoning.rulesets.rush.view.words import equipment_name, place_words, rounds, spot_words

Event = dict[str, Any]
Words = Callable[[Match, Event], str]

CAUSES = {
    "engine": "the engine",
    "booster": "the Rocket Booster",
    "flamer": "the Flamer",
    "extinguisher": "the Fire Extinguisher",
    "wreck": "a wreck",
    "mine": "a mine",
    "obstruction": "an obstruction",
    "ram": "a Side Ram",
    "saw": "the Circular Saw",
    "rush": "a Rush 'n' Crush",
    "machine_gun": "the Machine Gun",
}
FATES = {
    "engine": "the engine blew up",
    "booster": "the Rocket Booster blew up",
    "flamer": "burnt out under {by} Flamer",
    "wreck": "torn open by a wreck",
    "mine": "blown up by a mine",
    "obstruction": "smashed against an obstruction",
    "ram": "broken in a Side Ram",
    "saw": "sawn in half by {by} Circular Saw",
    "rush": "crushed in a Rush 'n' Crush",
    "machine_gun": "shot to pieces by {by} Machine Gun",
}
GOOD_NEWS = ("no_heat", "finished")
BAD_NEWS = ("structure", "stuck", "destroyed", "obstruction_hit", "litter_met")


def square_of(event: Event, name: str = "square") -> int:
    """The number of a square that an event names."""
    return read_square(event[name]) or 0


def spot_of(event: Event, name: str = "to") -> int:
    """The number of a spot that an event names."""
    return int(Spot[event[name]])


def at(match: Match, event: Event, name: str = "square") -> str:
    """Where, in words."""
    square = square_of(event, name)
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


def change_words(event: Event) -> str:
    """`structure 6→5`, `heat 1→2`."""
    return f"{event['event']} {count(event['now'] - event['change'])}→{count(event['now'])}"


def fate_words(event: Event) -> str:
    """How somebody's race ended: `shot to pieces by Bolt's Machine Gun`."""
    by = event.get("by") or ""
    own = by == event["who"]
    return FATES[event["cause"]].format(by="their own" if own else whose(by) if by else "a")


def _lane_changes(_: Match, event: Event) -> str:
    number = event["lane_changes"]
    if number == UNLIMITED:
        return "might change lanes as often as wanted"
    return f"had {several(number, 'lane change')}"


def _moved(match: Match, event: Event) -> str:
    how = {"left": ", to the left", "right": ", to the right"}.get(event["manner"], "")
    return f"drove on to {at(match, event, 'to')}{how}"


def _shot(_: Match, event: Event) -> str:
    target, hits = event["target"] or "nobody", event["hits"]
    said = several(hits, "hit") if hits else "missed"
    return f"aimed the {equipment_name(event['equipment'])} at {target}: {said}"


# What is said of `who`, after the name.
PREDICATES: dict[str, Words] = {
    "grid_set": lambda _, e: f"drew {ordinal(e['place'])} place on the grid",
    "turn_begins": lambda _, e: f"was {ordinal(e['place'])} to drive",
    "shifted": lambda _, e: shift_words(spot_of(e, "from"), spot_of(e)),
    "turbo": lambda _, e: f"spent a Turbo point: {spot_words(spot_of(e))} ({e['left']} left)",
    "braked": lambda _, e: f"spent a Brake point: {spot_words(spot_of(e))} ({e['left']} left)",
    "no_heat": lambda _, e: "stayed cool",
    "lane_changes": _lane_changes,
    "steered": lambda _, e: f"spent {several(e['spent'], 'Steering point')} ({e['left']} left)",
    "moved": _moved,
    "litter_met": lambda m, e: f"drove through a {e['cause']} on {at(m, e)}",
    "obstruction_hit": lambda m, e: f"hit the obstruction on {at(m, e)}",
    "stuck": lambda m, e: "got no further",
    "side_ram": lambda _, e: f"rammed {e['other']} from the side",
    "displaced": lambda m, e: f"was pushed to {at(m, e, 'to')}",
    "ram_held": lambda _, e: f"could not push {e['other']} away",
    "rush": lambda _, e: f"ran into the back of {e['other']}",
    "armed": lambda _, e: f"armed the {equipment_name(e['equipment'])}",
    "used": lambda _, e: f"used the {equipment_name(e['equipment'])}",
    "shot": _shot,
    "boosted": lambda _, e: f"boosted {several(e['squares'], 'square')}",
    "mine_dropped": lambda m, e: f"dropped a mine on {at(m, e)} ({e['left']} left)",
    "lap": lambda _, e: f"completed lap {e['lap']}",
    "finished": lambda _, e: f"crossed the line {ordinal(e['place'])}, in {rounds(e['round'])}",
    "destroyed": lambda m, e: f"was destroyed on {at(m, e)}: {fate_words(e)}",
    "placed": lambda _, e: f"came {ordinal(e['place'])}",
}

# What is said of nobody in particular.
STATEMENTS: dict[str, Words] = {
    "round_begins": lambda _, e: f"Round {e['round']}",
    "mine_gone": lambda m, e: f"The mine on {at(m, e)} was gone",
    "race_over": lambda _, e: f"The race ended after {rounds(e['round'])}",
}


def tone(event: Event) -> str:
    """Is that good news for the event's driver?"""
    name = event["event"]
    if name == "heat":
        return BAD if event["change"] > 0 else GOOD
    return GOOD if name in GOOD_NEWS else BAD if name in BAD_NEWS else NEUTRAL


def purpose(question: str) -> str:
    """What a die is rolled for."""
    return Question[question.upper()].words


def show_roll(event: Event) -> str:
    """`⚃ 4 +1 Side Bumper = 5`; a die without modifiers stands alone."""
    text = show_face(event["natural"][0])
    for modifier in event["modifiers"]:
        text += f" {signed(modifier['value'])} {equipment_name(modifier['name'])}"
    return f"{text} = {event['result']}" if event["modifiers"] else text


def sentence(match: Match, event: Event) -> str:
    """The event as one sentence."""
    name = event["event"]
    if name == "roll":
        return f"{event['who']} rolled {show_roll(event)} ({purpose(event['question'])})."
    if name in ("heat", "structure"):
        return f"{event['who']}: {change_words(event)} from {CAUSES[event['cause']]}."
    if name in STATEMENTS:
        return f"{STATEMENTS[name](match, event)}."
    return f"{event['who']} {PREDICATES[name](match, event)}."
