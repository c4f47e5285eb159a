"""The rookie: a fair opponent that plays sensibly.

It rates each option by its average gain, in hundredths of a Momentum, and only looks at what a
driver sees, never at later dice. A place is worth more near the finish.
"""

from __future__ import annotations

from wreckoning.core.door import AskRecord
from wreckoning.core.ids import as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rtd.numbers import Damage, Item, Order, Question, Use
from wreckoning.rulesets.rtd.race import DEPLOY, NO, PER_SEGMENT, YES, Kart, Race, Segment
from wreckoning.rulesets.rtd.rules.curves import curve_bonus
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    count_items,
    directly_ahead,
    index_of,
    is_immune,
    segment_of,
)
from wreckoning.rulesets.rtd.rules.statuses import has_ink, is_shrunk

SEGMENT_WORTH = 300  # for one segment more than the others
FREE_PASS_WORTH = 40
ITEM_WORTH = 60
NEVER = -10_000
FANCIED = 60  # the worth of variety for a rookie


@jitable
def rookie(race: Race, ask: AskRecord) -> int:
    """The option that the rookie chooses for this ask."""
    kart = race.karts[ask.by]
    question = ask.question
    if question == Question.ORDER:
        return best_order(race, kart, ask)
    if question == Question.PULL_AHEAD:
        return YES if wants_to_pull_ahead(race, kart) else NO
    if question == Question.ITEM_BOX:
        return YES if kart.figures.box + check_penalty(race, kart) - ask.subject > -2 else NO
    if question == Question.USE:
        return best_use(race, kart, ask)
    if question == Question.TARGET:
        return best_target(race, kart, ask)
    if question == Question.KEEP_ITEM:
        return best_item(race, kart, ask)
    if question == Question.ROCKET_START:
        return YES if kart.figures.rocket_start >= 0 else NO
    return ask.options[0]


@jitable
def wants_to_pull_ahead(race: Race, kart: Kart) -> bool:
    """Pull ahead, unless that would leave the kart at the mercy of the next Fall Back check."""
    return kart.momentum + 1 >= kart.figures.pull_ahead or turns_to_go(race, kart) <= 2


@jitable
def turns_to_go(race: Race, kart: Kart) -> int:
    """Segments still to drive, including this one."""
    return race.course.laps * race.course.segments - kart.progress


@jitable
def place_worth(race: Race, kart: Kart) -> int:
    """The present worth of the next place."""
    turns = turns_to_go(race, kart)
    if turns <= 1:
        return 400
    return 250 if turns <= 3 else 170


@jitable
def check_penalty(race: Race, kart: Kart) -> int:
    """The penalty on Racing Checks by ink and shrinking, without telling the modifiers."""
    if kart.ink_until == 0 and kart.shrunk_until == 0:
        return 0
    penalty = -1 if has_ink(race, kart) else 0
    return penalty - 2 if is_shrunk(race, kart) else penalty


@jitable
def chance(modifier: int) -> int:
    """The chance of a Racing Check to succeed, in percent."""
    return 100 * max(0, min(6, 3 + modifier)) // 6


@jitable
def check_worth(modifier: int) -> int:
    """The average Momentum that a Racing Check gains by itself (R1)."""
    if modifier >= 0:
        return 50 * modifier
    return 50 * modifier if modifier >= -1 else 40 * modifier


@jitable
def chance_to_beat(difference: int) -> int:
    """The chance that a die + difference is higher than another die, in percent."""
    if difference >= 6:
        return 100
    if difference <= -5:
        return 0
    if difference <= 0:
        return 100 * (5 + difference) * (6 + difference) // 72
    return 100 - 100 * (6 - difference) * (7 - difference) // 72


@jitable
def pass_strength(race: Race, kart: Kart) -> int:
    """The modifier on a driver's Pass roll."""
    strength = kart.momentum + kart.slide_bonus
    return strength - 1 if kart.ink_until and has_ink(race, kart) else strength


@jitable
def pass_worth(race: Race, kart: Kart, ahead: int, bonus: int) -> int:
    """The worth of a pass attempt on this driver, with a bonus on the roll."""
    other = race.karts[ahead]
    odds = chance_to_beat(pass_strength(race, kart) + bonus - pass_strength(race, other))
    worth = odds * (place_worth(race, kart) - 100) // 100
    if other.hook != Item.NONE and not is_immune(race, kart):
        worth -= 100 - odds
    return worth


@jitable
def best_order(race: Race, kart: Kart, ask: AskRecord) -> int:
    """The most promising action. The first options are always the actions up to Ram."""
    ahead = ask.subject
    penalty = check_penalty(race, kart)
    turns = turns_to_go(race, kart)
    due = ahead != NOBODY and kart.momentum > race.karts[ahead].momentum
    best: int = Order.AGGRESSIVE
    most = aggressive_worth(kart, ahead, penalty, turns)
    fancy = mood(race, kart)
    # Slides and Rams need a pass that is due, Defensive the last turn
    i = 1 if due or turns <= 1 else Order.RAM
    while i < ask.count:
        order = ask.options[i]
        if order > Order.RAM or due or order == Order.DEFENSIVE:
            worth = order_worth(race, kart, order, ahead, penalty)
            if order == fancy:
                worth += FANCIED
            if worth > most:
                best, most = order, worth
        i += 1
    return best


@jitable
def mood(race: Race, kart: Kart) -> int:
    """A rookie's taste this turn among nearly equal actions: each likes everything in turn."""
    of_turn = (race.turn + kart.seat) % 5
    if of_turn == 0:
        return Order.SLIDE
    if of_turn == 1:
        return Order.RAM
    if of_turn == 2:
        return Order.DRAFT
    return Order.PATH_1 if of_turn == 3 else Order.PATH_2


@jitable
def order_worth(race: Race, kart: Kart, order: int, ahead: int, penalty: int) -> int:
    """The average gain of another action. `penalty` is the driver's on Racing Checks."""
    if order == Order.DEFENSIVE:
        return defensive_worth(race, kart)
    if order == Order.SLIDE:
        return slide_worth(race, kart, ahead, penalty)
    if order == Order.RAM:
        return ram_worth(race, kart, ahead, penalty)
    if order == Order.DRAFT:
        return pass_worth(race, kart, ahead, kart.figures.draft)
    if order > DEPLOY:
        return item_worth(race, kart, order - DEPLOY, ahead)
    if order in (Order.PATH_1, Order.PATH_2):
        return path_worth(race, kart, order - Order.PATH_1, penalty)
    return NEVER


@jitable
def aggressive_worth(kart: Kart, ahead: int, penalty: int, turns: int) -> int:
    """Five sixths of a Momentum; less if the maximum takes it away again."""
    worth = 83 + 75 * penalty
    if ahead == NOBODY and turns <= 1:
        return 0
    if kart.momentum >= kart.figures.maximum:
        return worth // 2
    return worth


@jitable
def slide_worth(race: Race, kart: Kart, ahead: int, penalty: int) -> int:
    """The gain of the check itself, and of the passes it helps."""
    modifier = penalty + curve_bonus(race, kart) + kart.figures.slide
    worth = check_worth(modifier)
    if ahead != NOBODY and kart.momentum > race.karts[ahead].momentum:
        worth += chance(modifier) * pass_worth(race, kart, ahead, 1) * 3 // 200
    return worth


@jitable
def ram_worth(race: Race, kart: Kart, ahead: int, penalty: int) -> int:
    """The worth of a Ram: if a pass is due this turn and the ram is likely to win."""
    if ahead == NOBODY or kart.momentum <= race.karts[ahead].momentum:
        return -100
    other = race.karts[ahead]
    if is_immune(race, other):
        return -100
    strength = kart.figures.ram + circling_worth(race, kart) + penalty
    resistance = other.figures.ram + circling_worth(race, other) + check_penalty(race, other)
    odds = chance_to_beat(strength - resistance)
    return odds * (place_worth(race, kart) + 100) // 100 - 75


@jitable
def circling_worth(race: Race, kart: Kart) -> int:
    """What circling shells add in a Ram."""
    return race.loot.items[kart.hook].circling * kart.shells


@jitable
def defensive_worth(race: Race, kart: Kart) -> int:
    """The worth of Defensive: on the last turn, with a faster driver behind."""
    if turns_to_go(race, kart) > 1:
        return NEVER
    behind = behind_in_group(race, kart)
    if behind == NOBODY:
        return -50
    difference = pass_strength(race, race.karts[behind]) - pass_strength(race, kart)
    if difference <= 0:
        return 0
    saved = chance_to_beat(difference) - chance_to_beat(difference - 1)
    return saved * place_worth(race, kart) // 100 + 20


@jitable
def item_worth(race: Race, kart: Kart, item: int, ahead: int) -> int:
    """The gain of deploying an item; most are best used at once."""
    opponents = race.drivers - 1
    kind = acts_as(race, item)
    if kind == Item.MUSHROOM:
        momentum = race.loot.items[item].momentum
        if ahead != NOBODY:
            return 100 * momentum + max(0, pass_worth(race, kart, ahead, momentum))
        return 100 * momentum + (100 if turns_to_go(race, kart) > 1 else 0)
    if kind == Item.STAR:
        return 50 + 100 * race.loot.items[item].momentum + (100 if ahead != NOBODY else 0)
    if kind == Item.BOO:
        return 90 + 100 * race.loot.items[item].momentum
    if kind == Item.THUNDERBOLT:
        return 120 - 20 * race.loot.items[item].momentum * opponents
    if kind == Item.BLOOPER:
        return 60 + 25 * opponents
    if kind == Item.BLUE_SHELL:
        return 180 if index_of(race, kart.seat) > 0 else NEVER
    if kind == Item.GREEN_SHELL and ahead == NOBODY:
        return 0
    return 95 if directly_ahead(race, kart) != NOBODY else 40


@jitable
def best_item(race: Race, kart: Kart, ask: AskRecord) -> int:
    """The most promising item to keep."""
    ahead = ahead_in_group(race, kart)
    best, most = ask.options[0], NEVER - 1
    for i in range(ask.count):
        worth = item_worth(race, kart, ask.options[i], ahead)
        if worth > most:
            best, most = ask.options[i], worth
    return best


@jitable
def path_worth(race: Race, kart: Kart, index: int, penalty: int) -> int:
    """The gain of an alternate path, minus the cost of its check and of failing it."""
    path = segment_of(race, kart).paths[index]
    gain = 100 * path.momentum + SEGMENT_WORTH * path.advances + FREE_PASS_WORTH * path.free_pass
    if path.skips_features:
        gain += features_cost(segment_of(race, kart))
    if path.items:
        gain -= ITEM_WORTH
        if (path.items >> Item.MUSHROOM) & 1:
            gain += 100
    if not path.checked:
        return gain
    modifier = path.modifier + penalty
    odds = chance(modifier)
    loss = 100 * path.failure_momentum - SEGMENT_WORTH * path.failure_falls_back
    loss -= ITEM_WORTH * path.failure_loses_items * count_items(kart)
    return (odds * gain + (100 - odds) * loss) // 100 + check_worth(modifier)


@jitable
def features_cost(segment: Segment) -> int:
    """The average loss by the hazards of a segment, minus the gain of its dash panels."""
    cost = 0
    for i in range(PER_SEGMENT):
        hazard = segment.hazards[i]
        if hazard.exists:
            damage = 200 if hazard.damage == Damage.FLIP else 100
            cost += (100 - chance(hazard.modifier)) * damage // 100
        if segment.dash_panels[i].exists:
            cost -= 60 * segment.dash_panels[i].momentum
    return cost


@jitable
def best_use(race: Race, kart: Kart, ask: AskRecord) -> int:
    """A free use if it can do harm; otherwise hold on to the item."""
    best, most = ask.options[0], NEVER
    for i in range(ask.count):
        worth = use_worth(race, kart, ask.options[i])
        if worth > most:
            best, most = ask.options[i], worth
    return best


@jitable
def use_worth(race: Race, kart: Kart, use: int) -> int:
    """The gain of using the hook's item, compared with keeping it for its dodge bonus."""
    if use == Use.HOLD:
        return 20
    if use == Use.AFTER:
        return 10
    if use in (Use.LAY, Use.DROP, Use.BACKWARD):
        behind = behind_in_group(race, kart)
        return 60 if behind != NOBODY and not is_immune(race, race.karts[behind]) else 0
    if use in (Use.FORWARD, Use.FIRE):
        target = directly_ahead(race, kart)
        return 80 if target != NOBODY and not is_immune(race, race.karts[target]) else -10
    if use == Use.THROW:
        return 40
    return item_worth(race, kart, use - DEPLOY, ahead_in_group(race, kart))


@jitable
def best_target(race: Race, kart: Kart, ask: AskRecord) -> int:
    """The first driver in the way of a Green Shell; the nearest within reach of a throw."""
    if ask.options[0] != NOBODY:
        return ask.options[ask.count - 1]
    home = index_of(race, kart.seat)
    best, nearest = NOBODY, race.drivers
    for i in range(1, ask.count):
        distance = abs(index_of(race, as_seat(ask.options[i])) - home)
        if distance < nearest:
            best, nearest = ask.options[i], distance
    return best
