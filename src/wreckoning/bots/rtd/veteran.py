"""The veteran: what a search taught it, as a small net that answers at once.

The net has learnt what each option was worth in about 270,000 decisions, played out by the rules
(`practice`). It sees what a driver sees; the rookie's own ratings are among its inputs.
Inputs, a hidden layer, then a worth for each move: the best that is offered is chosen.
"""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from wreckoning.bots.rtd.rookie import (
    aggressive_worth,
    chance_to_beat,
    check_penalty,
    features_cost,
    item_worth,
    pass_strength,
    path_worth,
    ram_worth,
    rookie,
    slide_worth,
    turns_to_go,
)
from wreckoning.core.documents import Json
from wreckoning.core.door import AskRecord
from wreckoning.core.records import NOBODY, Numbers
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rtd.numbers import Kind, Order, Question
from wreckoning.rulesets.rtd.race import (
    DEPLOY,
    MAX_BLUE_SHELLS,
    PER_SEGMENT,
    PLENTY,
    Kart,
    Race,
    Segment,
)
from wreckoning.rulesets.rtd.rules.curves import curve_bonus
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.standings import index_of, is_immune, segment_of
from wreckoning.rulesets.rtd.study import PRINTED

ITEMS = len(PRINTED)  # an item of the house counts as the one it acts as
# Moves: where the options of each question begin
ORDERS = 0
DEPLOYS = ORDERS + 9
USES = DEPLOYS + ITEMS
USE_DEPLOYS = USES + 8
KEEPS = USE_DEPLOYS + ITEMS
PATH_ITEMS = KEEPS + ITEMS
ANSWERS = PATH_ITEMS + ITEMS
MOVES = ANSWERS + 10
REFEREED = ORDERS + Order.CUSTOM
UNKNOWN = -1

# Inputs: what `see_self`, `see_driver`, `see_segment`, `see_turn` and `look` fill in, in order
SELF_NAMES = (
    "always",
    "place",
    "places_behind",
    "first",
    "near",  # the finish
    "last_turn",
    "last_turn_but_one",
    "turns_to_go",
    "momentum",
    "momentum_none",
    "momentum_1",
    "momentum_2",
    "pulls_ahead",
    "pulls_ahead_with_1_more",
    "at_maximum",
    "check_penalty",
    "immune",
    "shells",
    "defensive",
    "kart_maximum",
    "kart_box",
    "gap",  # segments behind the leader
    "leader_near",
)
DRIVER_NAMES = (
    "exists",
    "home",
    "distance",
    "next_segment",
    "same_group",  # and then:
    "less_momentum",
    "slower",
    "immune",
    "hook",
    "momentum",  # of anyone who is not home
)
SEGMENT_NAMES = ("cost", "boxes", "box_count", "curve", "broad", "path", "hazard")
TURN_NAMES = ("curve_bonus", "litter", "blue_shells", "together", "item_used", "first_turn")
RATING_NAMES = (
    "aggressive",
    "slide",
    "ram",
    "path_1",
    "path_2",
    "hook",
    "pass",
    "pass_with_1_more",
)
NAMES = (
    *SELF_NAMES,
    "boxes_taken",  # before the driver, if they are asked whether they go for one
    *(f"{who}_{name}" for who in ("ahead", "behind") for name in DRIVER_NAMES),
    *(f"{where}_{name}" for where in ("here", "next") for name in SEGMENT_NAMES),
    *TURN_NAMES,
    *(f"{where}_{name}" for where in ("hook", "hand") for name in PRINTED),
    *(f"rated_{name}" for name in RATING_NAMES),
)
BOXES_TAKEN = len(SELF_NAMES)
AHEAD = BOXES_TAKEN + 1
BEHIND = AHEAD + len(DRIVER_NAMES)
HERE = BEHIND + len(DRIVER_NAMES)
NEXT = HERE + len(SEGMENT_NAMES)
TURN = NEXT + len(SEGMENT_NAMES)
HOOK = TURN + len(TURN_NAMES)
HAND = HOOK + ITEMS
RATINGS = HAND + ITEMS
INPUTS = len(NAMES)
HIDDEN = 32

FILE, PARTS = "veteran.json", 1000.0
# The weights of both layers: inputs × hidden units; hidden units, and one row more × moves
Net = tuple[NDArray[np.float64], NDArray[np.float64]]


@jitable
def move_of(race: Race, question: int, option: int) -> int:
    """The move that an option is, over all questions; UNKNOWN for what the rookie decides."""
    if question == Question.ORDER:
        return DEPLOYS + acts_as(race, option - DEPLOY) - 1 if option > DEPLOY else ORDERS + option
    if question == Question.USE:
        if option > DEPLOY:
            return USE_DEPLOYS + acts_as(race, option - DEPLOY) - 1
        return USES + option
    if question == Question.KEEP_ITEM:
        return KEEPS + acts_as(race, option) - 1
    if question == Question.PATH_ITEM:
        return PATH_ITEMS + acts_as(race, option) - 1
    if question == Question.PULL_AHEAD:
        return ANSWERS + option
    if question == Question.ITEM_BOX:
        return ANSWERS + 2 + option
    if question == Question.SLIDE_PASS:
        return ANSWERS + 4 + option
    if question == Question.ROCKET_START:
        return ANSWERS + 6 + option
    if question == Question.SHARE:
        return ANSWERS + 8 + option
    return UNKNOWN


@jitable
def look(race: Race, ask: AskRecord, seen: Numbers) -> None:
    """Fill in the inputs, each of about −1 … 1."""
    kart = race.karts[ask.by]
    place = index_of(race, kart.seat)
    ahead = race.order[place - 1] if place > 0 else NOBODY
    behind = race.order[place + 1] if place < race.drivers - 1 else NOBODY
    see_self(race, kart, place, seen)
    seen[BOXES_TAKEN] = (ask.subject if ask.question == Question.ITEM_BOX else 0) / 3
    see_driver(race, kart, ahead, seen, AHEAD)
    see_driver(race, kart, behind, seen, BEHIND)
    see_segment(segment_of(race, kart), seen, HERE)
    see_segment(race.course.segment[(kart.progress + 1) % race.course.segments], seen, NEXT)
    see_turn(race, kart, seen)
    if kart.hook:
        seen[HOOK + acts_as(race, kart.hook) - 1] = 1.0
    for at in range(len(kart.hand)):
        if kart.hand[at]:
            seen[HAND + acts_as(race, kart.hand[at]) - 1] += 1.0
    # The rookie's ratings, in Momentum
    same = NOBODY
    if ahead != NOBODY and race.karts[ahead].progress == kart.progress:
        same = ahead
    penalty, turns = check_penalty(race, kart), turns_to_go(race, kart)
    seen[RATINGS] = aggressive_worth(kart, same, penalty, turns) / 100
    seen[RATINGS + 1] = slide_worth(race, kart, same, penalty) / 100
    seen[RATINGS + 2] = ram_worth(race, kart, same, penalty) / 100
    for index in range(PER_SEGMENT):
        if segment_of(race, kart).paths[index].exists:
            seen[RATINGS + 3 + index] = path_worth(race, kart, index, penalty) / 200
    if kart.hook:
        seen[RATINGS + 5] = item_worth(race, kart, kart.hook, same) / 200
    if same != NOBODY:
        other = race.karts[same]
        lead = pass_strength(race, kart) - pass_strength(race, other)
        seen[RATINGS + 6] = chance_to_beat(lead) / 100
        seen[RATINGS + 7] = chance_to_beat(lead + 1) / 100 if kart.momentum > other.momentum else 0


@jitable
def see_self(race: Race, kart: Kart, place: int, seen: Numbers) -> None:
    """The driver's own state."""
    turns, momentum = turns_to_go(race, kart), kart.momentum
    seen[0] = 1.0
    seen[1] = place / 5
    seen[2] = (race.drivers - 1 - place) / 5
    seen[3] = 1.0 if place == 0 else 0.0
    seen[4] = 2 / (1 + turns)
    seen[5] = 1.0 if turns <= 1 else 0.0
    seen[6] = 1.0 if turns == 2 else 0.0
    seen[7] = min(turns, 20) / 10
    seen[8] = momentum / 3
    seen[9] = 1.0 if momentum <= 0 else 0.0
    seen[10] = 1.0 if momentum == 1 else 0.0
    seen[11] = 1.0 if momentum == 2 else 0.0
    seen[12] = 1.0 if momentum >= kart.figures.pull_ahead else 0.0
    seen[13] = 1.0 if momentum + 1 >= kart.figures.pull_ahead else 0.0
    seen[14] = 1.0 if momentum >= kart.figures.maximum else 0.0
    seen[15] = check_penalty(race, kart) / 2
    seen[16] = 1.0 if is_immune(race, kart) else 0.0
    seen[17] = kart.shells / 3
    seen[18] = 1.0 if kart.defensive else 0.0
    seen[19] = (kart.figures.maximum - 5) / 2
    seen[20] = kart.figures.box / 2
    leader = race.karts[race.order[0]]
    seen[21] = min(leader.progress - kart.progress, 8) / 4
    seen[22] = 2 / (1 + max(0, turns_to_go(race, leader)))


@jitable
def see_driver(race: Race, kart: Kart, seat: int, seen: Numbers, at: int) -> None:
    """The next driver ahead or behind."""
    if seat == NOBODY:
        return
    other = race.karts[seat]
    seen[at] = 1.0
    if other.finish_turn:
        seen[at + 1] = 1.0
        return
    distance = abs(other.progress - kart.progress)
    if distance:
        seen[at + 2] = min(distance, 6) / 3
        seen[at + 3] = 1.0 if distance == 1 else 0.0
    else:
        seen[at + 4] = 1.0
        seen[at + 5] = max(-4, min(4, kart.momentum - other.momentum)) / 3
        seen[at + 6] = 1.0 if kart.momentum > other.momentum else 0.0
        seen[at + 7] = 1.0 if is_immune(race, other) else 0.0
        seen[at + 8] = 1.0 if other.hook else 0.0
    seen[at + 9] = other.momentum / 3


@jitable
def see_segment(segment: Segment, seen: Numbers, at: int) -> None:
    """What a segment is like."""
    seen[at] = features_cost(segment) / 100
    seen[at + 1] = 1.0 if segment.boxes else 0.0
    seen[at + 2] = min(segment.boxes, 6) / 6 if segment.boxes < PLENTY else 1.0
    seen[at + 3] = 1.0 if segment.kind in (Kind.CURVE, Kind.BROAD_CURVE) else 0.0
    seen[at + 4] = 1.0 if segment.kind in (Kind.BROAD_STRAIGHT, Kind.BROAD_CURVE) else 0.0
    seen[at + 5] = 1.0 if segment.paths[0].exists else 0.0
    seen[at + 6] = 1.0 if segment.hazards[0].exists else 0.0


@jitable
def see_turn(race: Race, kart: Kart, seen: Numbers) -> None:
    """What this turn brings in the driver's segment, and what is on its way."""
    here = kart.progress % race.course.segments
    seen[TURN] = curve_bonus(race, kart) / 2
    seen[TURN + 1] = min(race.peels[here] + race.fakes[here], 3) / 2
    flying = 0
    for index in range(MAX_BLUE_SHELLS):
        if race.blue_shells[index].due:
            flying += 1
    seen[TURN + 2] = min(flying, 2)
    together = 0
    for seat in range(race.drivers):
        if race.karts[seat].progress == kart.progress:
            together += 1
    seen[TURN + 3] = (together - 1) / 5
    seen[TURN + 4] = 1.0 if kart.item_used else 0.0
    seen[TURN + 5] = 1.0 if race.turn <= 1 else 0.0


def read_net() -> Net:
    """The net that comes with the game."""
    found = json.loads((files(__package__ or "") / FILE).read_text("utf-8"))
    return np.array(found["hidden"]) / PARTS, np.array(found["worth"]) / PARTS


def net_as_json(net: Net, about: Json) -> str:
    """A net as its file has it, after what is said `about` it: in thousandths, a row a line."""
    layers = {
        name: [np.rint(PARTS * row).astype(int).tolist() for row in layer]
        for name, layer in zip(("hidden", "worth"), net, strict=True)
    }
    said = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in about.items()]
    rows = [
        f" {json.dumps(name)}: [\n  " + ",\n  ".join(map(json.dumps, layer)) + "\n ]"
        for name, layer in layers.items()
    ]
    return "{\n" + ",\n".join([*said, *rows]) + "\n}\n"


INTO_HIDDEN, INTO_WORTH = read_net()
LEARNT = (INTO_WORTH != 0).sum(axis=0) > 0  # the moves that were offered in practice


@jitable
def veteran(race: Race, ask: AskRecord) -> int:
    """The option that the veteran chooses for this ask."""
    if not is_learnt(race, ask):
        return rookie(race, ask)
    seen = np.zeros(INPUTS, np.float64)
    hidden = np.zeros(HIDDEN, np.float64)
    look(race, ask, seen)
    for at in range(INPUTS):
        if seen[at] != 0.0:
            for unit in range(HIDDEN):
                hidden[unit] += seen[at] * INTO_HIDDEN[at, unit]
    best, most = ask.options[0], -1e18
    for i in range(ask.count):
        move = move_of(race, ask.question, ask.options[i])
        worth = INTO_WORTH[HIDDEN, move]
        for unit in range(HIDDEN):
            worth += max(0.0, hidden[unit]) * INTO_WORTH[unit, move]
        if worth > most and move != REFEREED:
            best, most = ask.options[i], worth
    return best


@jitable
def is_learnt(race: Race, ask: AskRecord) -> bool:
    """True if the net knows all options, apart from the referee's, which no bot takes."""
    for i in range(ask.count):
        move = move_of(race, ask.question, ask.options[i])
        if move == UNKNOWN or not (LEARNT[move] or move == REFEREED):
            return False
    return True
