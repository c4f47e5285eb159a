"""A sentence for every event. Past tense, so that it reads alike of `You` and of `Bolt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core import wording
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, NEUTRAL
from wreckoning.core.wording import count, ordinal, signed, whose
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.view.words import (
    item_name,
    item_phrase,
    modifier_name,
    order_name,
    turns,
)

Event = dict[str, Any]
Predicate = Callable[[Match, Event], str]

CAUSES = {
    "check": "the check",
    "rocket_start": "the start",
    "high_acceleration": "High Acceleration",
    "aggressive": "Drive Aggressively",
    "pass": "the pass",
    "ram": "the ram",
    "spin_out": "the spin",
    "flip": "the flip",
    "thrown": "the fall",
    "mushroom": "the Mushroom",
    "boo": "Boo",
    "star": "the Star",
    "thunderbolt": "the Thunderbolt",
    "path": "the path",
    "dash_panel": "the dash panel",
    "fall_back": "Falling Back",
    "pull_ahead": "Pulling Ahead",
    "below_zero": "the turn's end",
    "maximum": "the maximum",
    "referee": "the referee",
    "blast": "the blast",
}
STATUSES = {"ink": "ink", "shrunk": "shrinking", "boo": "Boo", "star": "Star"}


def segment_name(match: Match, index: int) -> str:
    """A segment of the match's course."""
    name: str = match.course.segments[index].name
    return name


def hook_words(item: str) -> str:
    """What hangs on the hook, in a sentence."""
    if item.startswith("triple"):
        return "a circling shell"
    return f"the {item_name(item)} behind the kart"


def blue_shell_arrives(event: Event) -> str:
    """`Dot's Blue Shell came down on Fay`."""
    owner, who = event.get("owner"), event["who"]
    of_whom = f"{whose(owner)}{' own' * (owner == who)}" if owner else "A"
    return f"{of_whom} Blue Shell came down on {who}"


def _ordered(_: Match, event: Event) -> str:
    order = event["order"]
    if order.startswith("path"):
        return f"headed for {event.get('path_name', 'an alternate path')}"
    plain = {
        "aggressive": "drove aggressively",
        "slide": "went into a Power Slide",
        "draft": "drafted",
    }
    return plain.get(order) or f"chose {order_name(order)}"


def _stance(_: Match, event: Event) -> str:
    if event["order"] == "ram":
        return "made ready to ram"
    return "drove defensively"


def _lost_action(_: Match, event: Event) -> str:
    order = event["order"]
    if order.startswith("deploy_"):
        return f"could not use {item_phrase(order.removeprefix('deploy_'))} any more: action lost"
    if order == "draft":
        return "found nobody to draft any more: action lost"
    return "could not take the path any more: action lost"


# What is said of `who`, after the name. {other} and the rest are the event's own fields.
PREDICATES: dict[str, str | Predicate] = {
    "grid_set": lambda _, e: f"took {ordinal(e['place'])} place on the grid",
    "ordered": _ordered,
    "action_lost": _lost_action,
    "stance": _stance,
    "pass_tried": "tried to pass {other}",
    "passed": "passed {other}",
    "pass_failed": "stayed behind {other}",
    "pass_ended": "got no further against {other}",
    "rammed": "rammed {other}",
    "ram_failed": "rammed thin air beside {other}",
    "spun_out": "spun out",
    "flipped": "flipped",
    "thrown": "flew into the air",
    "items_lost": "lost all items",
    "item_lost": lambda _, e: f"lost {item_phrase(e['item'])}",
    "item_left": lambda _, e: f"left {item_phrase(e['item'])} behind",
    "deployed": lambda _, e: f"used {item_phrase(e['item'])}",
    "laid": lambda m, e: f"left it on {segment_name(m, e['segment'])}",
    "aimed": "aimed at {other}",
    "hit": lambda _, e: f"took a hit from the {item_name(e['item'])}",
    "missed": "missed {other}",
    "reversed": "saw the shell turn round",
    "funny_bounce": "saw the shell bounce on, better aimed",
    "shell_left": "saw the shell leave the track",
    "blocked": lambda _, e: f"stopped it with {hook_words(e['item'])}",
    "inked": "got inked",
    "washed": "washed the ink off",
    "invincible": "turned invincible",
    "incorporeal": "turned into a ghost",
    "stolen": lambda _, e: f"stole {item_phrase(e['item'])} from {e['other']}",
    "nothing_to_steal": "found nothing to steal",
    "shrunk": "shrank",
    "blue_shell_sent": lambda _, e: (
        f"sent it off: it strikes the leader at the end of turn {e['due']}'s actions"
    ),
    "blue_shell_strikes": lambda _, e: f"had {_owner(e)} Blue Shell coming down",
    "blue_shell_escaped": "let it pass straight through",
    "blue_shell_shared": "dragged {other} into it",
    "blast": "got caught in the blast",
    "pull_ahead_right": "may try to Pull Ahead this turn",
    "path_taken": "made it: {name}",
    "path_failed": "failed at {name}",
    "advanced": lambda m, e: f"came out on {segment_name(m, e['segment'])}",
    "hazard_passed": "got past {name}",
    "hazard_hit": "ran into {name}",
    "dashed": "drove over {name}",
    "fell_back": lambda m, e: f"Fell Back on {segment_name(m, e['segment'])}",
    "held_on": "held on",
    "pulled_ahead": lambda m, e: f"Pulled Ahead to {segment_name(m, e['segment'])}",
    "pull_ahead_failed": "stayed with the others",
    "pull_ahead_cancelled": lambda m, e: f"had to turn back at {segment_name(m, e['segment'])}",
    "finished": lambda _, e: f"finished {ordinal(e['place'])} on turn {e['turns']}",
    "item_taken": lambda _, e: f"got {item_phrase(e['item'])}",
    "box_missed": "missed the box",
    "fake_hit": "found that the box had been a Fake",
    "status_ended": lambda _, e: f"felt the {STATUSES[e['status']]} wear off",
    "lap": lambda _, e: f"completed lap {e['lap']} in {turns(e['turns'])}",
    "custom": "faced a check of the referee's",
    "slide_won": "made the slide",
}

# What is said of nobody in particular.
STATEMENTS: dict[str, Predicate] = {
    "turn_begins": lambda _, e: f"Turn {e['turn']}",
    "left_lying": lambda m, e: (
        f"The {item_name(e['item'])} stayed lying on {segment_name(m, e['segment'])}"
    ),
    "course_changed": lambda _, e: f"{e['event_name']}: {e['state_name']}",
    "race_over": lambda _, e: f"The race ended after {turns(e['turns'])}",
}

GOOD_NEWS = (
    "passed",
    "rammed",
    "blocked",
    "washed",
    "invincible",
    "incorporeal",
    "stolen",
    "blue_shell_escaped",
    "blue_shell_shared",
    "path_taken",
    "advanced",
    "hazard_passed",
    "dashed",
    "held_on",
    "pulled_ahead",
    "finished",
    "item_taken",
    "slide_won",
    "pull_ahead_right",
)
BAD_NEWS = (
    "action_lost",
    "pass_failed",
    "pass_ended",
    "ram_failed",
    "spun_out",
    "flipped",
    "thrown",
    "items_lost",
    "item_lost",
    "hit",
    "missed",
    "inked",
    "shrunk",
    "nothing_to_steal",
    "blast",
    "path_failed",
    "hazard_hit",
    "fell_back",
    "pull_ahead_failed",
    "pull_ahead_cancelled",
    "box_missed",
    "fake_hit",
    "shell_left",
)


def _owner(event: Event) -> str:
    owner = event.get("owner")
    return "the" if not owner else "an own" if owner == event["who"] else whose(owner)


def predicate(match: Match, event: Event) -> str:
    """What is said of the event's driver, without the name."""
    words = PREDICATES[event["event"]]
    return words.format(**event) if isinstance(words, str) else words(match, event)


def tone(event: Event) -> str:
    """Is that good news for the event's driver?"""
    name = event["event"]
    return GOOD if name in GOOD_NEWS else BAD if name in BAD_NEWS else NEUTRAL


def purpose(question: str) -> str:
    """What a die is rolled for."""
    return Question[question.upper()].words


def show_face(natural: int, question: str) -> str:
    """A face as it is drawn; the dice that choose at random have other numbers of sides."""
    return str(natural) if question.startswith("steal") else wording.show_face(natural)


def show_roll(event: Event) -> str:
    """`⚄ 5 +1 slide −1 ink = 5`; a die without modifiers stands alone."""
    natural, modifiers = event["natural"][0], event["modifiers"]
    text = show_face(natural, event["question"])
    for modifier in modifiers:
        text += f" {signed(modifier['value'])} {modifier_name(modifier['name'])}"
    return f"{text} = {count(event['result'])}" if modifiers else text


def show_change(event: Event) -> str:
    """`M 3→5`."""
    return f"M {count(event['now'] - event['change'])}→{count(event['now'])}"


def sentence(match: Match, event: Event) -> str:
    """The event as one sentence; '' for what goes without saying."""
    name = event["event"]
    if name == "roll":
        return f"{event['who']} rolled {show_roll(event)} ({purpose(event['question'])})."
    if name == "momentum":
        return f"{event['who']}: {show_change(event)} from {CAUSES[event['cause']]}."
    if name in STATEMENTS:
        return f"{STATEMENTS[name](match, event)}."
    return f"{event['who']} {predicate(match, event)}."
