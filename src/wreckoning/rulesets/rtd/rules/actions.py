"""The Action Phase: orders, and each driver's slot."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_once, offer_range, plus, pose, reply
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.asking import confirm
from wreckoning.rulesets.rtd.events import ActionLost, Ordered, SlideWon, Stance
from wreckoning.rulesets.rtd.numbers import Cause, Item, Modifier, Order, Question
from wreckoning.rulesets.rtd.race import DEPLOY, PER_SEGMENT, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import card_bonus, racing_check, succeeds
from wreckoning.rulesets.rtd.rules.curves import curve_bonus
from wreckoning.rulesets.rtd.rules.deploy import deploy, free_use, has_use, offer_hand
from wreckoning.rulesets.rtd.rules.momentum import change
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.paths import may_take, take_path
from wreckoning.rulesets.rtd.rules.referee import custom_action
from wreckoning.rulesets.rtd.rules.standings import ahead_at, ahead_in_group, segment_of
from wreckoning.rulesets.rtd.rules.statuses import wash_ink


@rule("R17", "A31")
def pose_order(race: Race, kart: Kart, ahead: int) -> None:
    """Ask for an action: those open to the driver as things are now.

    The ask's subject is the driver `ahead` in the group, or NOBODY.
    """
    pose(race, Question.ORDER, kart.seat, ahead)
    offer_range(race, Order.AGGRESSIVE, Order.RAM if ahead == NOBODY else Order.DRAFT)
    paths = segment_of(race, kart).paths
    index = 0
    while index < PER_SEGMENT and paths[index].exists:
        if may_take(race, kart, index):
            offer(race, Order.PATH_1 + index)
        index += 1
    offer_hand(race, kart)
    if kart.shells > 0 and has_use(race, kart, kart.hook):
        offer_once(race, DEPLOY + kart.hook)
    if race.switches.referee:
        offer(race, Order.CUSTOM)


@rule("A74")
def is_in_the_turn(kart: Kart) -> bool:
    """Still racing, and not wiped out by a check of the referee's before the turn."""
    return kart.finish_turn == 0 and not kart.fell_back


@rule("R16", "R17", "A80")
def give_orders(race: Race) -> None:
    """Every driver in the turn chooses an action, all at once."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if is_in_the_turn(kart):
            pose_order(race, kart, ahead_at(race, kart, index))
    asks, asked = race.door.asks, race.door.open
    choose(race)
    for index in range(asked):
        kart = race.karts[asks[index].by]
        take_order(kart, reply(race, index))
        if kart.defensive or kart.ramming:
            tell(race, Stance(kart.seat, kart.order))


@rule("R19", "R22", "A16")
def take_order(kart: Kart, order: int) -> None:
    """Defensive and Ram count from the start of the Action Phase."""
    kart.order = order
    kart.defensive = int(order == Order.DEFENSIVE)
    kart.ramming = int(order == Order.RAM)


@rule("R16", "A74")
def action_slot(race: Race, kart: Kart) -> None:
    """A driver's slot: free use, the action, free use. Who fell back this turn has none."""
    if kart.fell_back:
        return
    if kart.order == Order.NONE:
        pose_order(race, kart, ahead_in_group(race, kart))
        take_order(kart, choose(race))
    from_hand = race.switches.item_with_action
    if kart.hook != Item.NONE or from_hand:
        free_use(race, kart, True)
    act(race, kart)
    if kart.hook != Item.NONE or from_hand:
        free_use(race, kart, False)


@rule("R17")
def act(race: Race, kart: Kart) -> None:
    """Carry out the order. Defensive and Ram are stances: nothing happens now."""
    order = kart.order
    if order == Order.AGGRESSIVE:
        drive_aggressively(race, kart)
    elif order == Order.SLIDE:
        power_slide(race, kart)
    elif order == Order.DRAFT:
        draft(race, kart)
    elif order > DEPLOY:
        deploy(race, kart, order - DEPLOY)
    elif order in (Order.PATH_1, Order.PATH_2):
        take_path(race, kart, order - Order.PATH_1)
    elif order == Order.CUSTOM:
        custom_action(race, kart)


@rule("R18")
def drive_aggressively(race: Race, kart: Kart) -> None:
    """A Racing Check; +1 Momentum on a 4, +2 on anything higher, on top of the check's own."""
    if race.door.journaling:
        tell(race, Ordered(kart.seat, Order.AGGRESSIVE))
    result = racing_check(race, kart, Question.AGGRESSIVE_CHECK, 0)
    if succeeds(result):
        change(race, kart, 1 if result == 4 else 2, Cause.AGGRESSIVE)


@rule("R20", "A19", "A31")
def draft(race: Race, kart: Kart) -> None:
    """A free pass attempt on the driver ahead, even with lower Momentum."""
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY:
        tell(race, ActionLost(kart.seat, Order.DRAFT))
        return
    tell(race, Ordered(kart.seat, Order.DRAFT))
    pass_attempt(race, kart, race.karts[ahead], kart.figures.draft)


@rule("R24", "A19", "A61")
def power_slide(race: Race, kart: Kart) -> None:
    """A Racing Check by the curve. Success: +1 on Pass checks this turn, ink washed off, and
    a free pass attempt if the driver ahead has less Momentum.
    """
    tell(race, Ordered(kart.seat, Order.SLIDE))
    bonus = plus(race, kart.seat, Modifier.CURVE, curve_bonus(race, kart))
    bonus += card_bonus(race, kart, kart.figures.slide)
    if not succeeds(racing_check(race, kart, Question.SLIDE_CHECK, bonus)):
        return
    kart.slide_bonus = 1
    tell(race, SlideWon(kart.seat))
    wash_ink(race, kart)
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY or kart.momentum <= race.karts[ahead].momentum:
        return
    if confirm(race, Question.SLIDE_PASS, kart, ahead):
        pass_attempt(race, kart, race.karts[ahead], 0)
