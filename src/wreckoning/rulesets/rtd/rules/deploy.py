"""Using items: as an action, and the free use of what is dragged."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_once, offer_two, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import ActionLost, Deployed
from wreckoning.rulesets.rtd.numbers import Item, Question, Use
from wreckoning.rulesets.rtd.race import DEPLOY, Kart, Race
from wreckoning.rulesets.rtd.rules.blue_shell import send_blue_shell
from wreckoning.rulesets.rtd.rules.bombs import drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.items import acts_as, circles, is_draggable
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import hand_index
from wreckoning.rulesets.rtd.rules.powers import become_star, blooper, boo, mushroom, thunderbolt
from wreckoning.rulesets.rtd.rules.shells import (
    Direction,
    green_shell,
    green_shell_reaches,
    red_shell,
    red_shell_target,
)
from wreckoning.rulesets.rtd.rules.standings import can_throw, may_throw_at


@rule("A88")
def is_crowded_out(race: Race, kart: Kart, item: int) -> bool:
    """Shells in hand wait while others than these circle the kart."""
    return kart.shells > 0 and kart.hook != item and circles(race, item)


@rule("A31", "A88")
def has_use(race: Race, kart: Kart, item: int) -> bool:
    """Does this item work as things are? A Red Shell needs a driver ahead that it can hit."""
    if item == Item.NONE:
        return False
    if acts_as(race, item) in (Item.RED_SHELL, Item.TRIPLE_RED_SHELL):
        return red_shell_target(race, kart) != NOBODY and not is_crowded_out(race, kart, item)
    return True


@jitable
def offer_uses(race: Race, kart: Kart, item: int) -> None:
    """The ways to use an item of the hook that `has_use` (R36–R43, R46)."""
    kind = acts_as(race, item)
    if kind == Item.GREEN_SHELL:
        offer_two(race, Use.FORWARD, Use.BACKWARD)
    elif kind in (Item.RED_SHELL, Item.TRIPLE_RED_SHELL):
        offer(race, Use.FIRE)
    else:
        offer(race, Use.DROP if kind == Item.BOB_OMB else Use.LAY)
        if can_throw(race, kart):
            offer(race, Use.THROW)


@rule("R37", "R41")
def choose_throw_target(race: Race, kart: Kart) -> SeatIndex:
    """The driver a Banana, Fake or Bob-omb is thrown at; asks if there are several."""
    pose(race, Question.TARGET, kart.seat, NOBODY)
    for index in range(race.drivers):
        if may_throw_at(race, kart, race.karts[race.order[index]]):
            offer(race, race.order[index])
    return as_seat(choose(race))


@rule("R39")
def choose_shell_target(race: Race, kart: Kart, direction: int) -> int:
    """The driver named as a Green Shell's target, or NOBODY."""
    pose(race, Question.TARGET, kart.seat, Item.GREEN_SHELL)
    offer(race, NOBODY)
    for index in range(race.drivers):
        seat = race.order[index]
        if seat != kart.seat and green_shell_reaches(race, kart, seat, direction):
            offer(race, seat)
    return choose(race)


@jitable
def use_item(race: Race, kart: Kart, item: int, use: int) -> None:
    """Use an item that has already left its place, in a way that `offer_uses` offered."""
    kart.items_used += 1
    tell(race, Deployed(kart.seat, item))
    if use == Use.LAY:
        lay(race, kart, item)
    elif use == Use.DROP:
        drop_bomb(race, kart, item)
    elif use == Use.FIRE:
        red_shell(race, kart, item)
    elif use == Use.FORWARD:
        green_shell(
            race,
            kart,
            Direction.FORWARDS,
            choose_shell_target(race, kart, Direction.FORWARDS),
            item,
        )
    elif use == Use.BACKWARD:
        green_shell(
            race,
            kart,
            Direction.BACKWARDS,
            choose_shell_target(race, kart, Direction.BACKWARDS),
            item,
        )
    else:
        target = race.karts[choose_throw_target(race, kart)]
        if acts_as(race, item) == Item.BOB_OMB:
            throw_bomb(race, kart, target, item)
        else:
            throw(race, kart, target, item)


@jitable
def take_off_hook(kart: Kart) -> int:
    """The item on the hook, taken off for use; of a Triple Red Shell one shell."""
    item = kart.hook
    if kart.shells > 1:
        kart.shells -= 1
    else:
        kart.hook = Item.NONE
        kart.shells = 0
    return item


@rule("R34")
def must_use_first(race: Race, kart: Kart) -> bool:
    """What is dragged must be used before another item is deployed. Circling is not dragging."""
    return kart.hook != Item.NONE and is_draggable(race, kart.hook)


@rule("A29")
def may_use_hand(race: Race, kart: Kart) -> bool:
    """By the switch `item_with_action`: an item in hand, next to an action that uses none."""
    if not race.switches.item_with_action or kart.order > DEPLOY or must_use_first(race, kart):
        return False
    for item in kart.hand:  # noqa: SIM110  (compiled)
        if has_use(race, kart, item):
            return True
    return False


@rule("R34", "A31", "A84")
def can_clear_hook(race: Race, kart: Kart) -> bool:
    """Can what is dragged be used first? A Red Shell with nobody to hit keeps the hand waiting."""
    return not must_use_first(race, kart) or has_use(race, kart, kart.hook)


@rule("R34", "A31", "A47", "A56", "A70", "A74")
def free_use(race: Race, kart: Kart, before_action: bool) -> None:
    """One free use a turn of what is dragged or circles, before or after the action.

    With an order to deploy an item from the hand, what is dragged must go first.
    Nothing is asked while there is nothing to use.
    """
    extra, usable = may_use_hand(race, kart), has_use(race, kart, kart.hook)
    if kart.item_used or kart.fell_back or not (usable or extra):
        return
    deploying = kart.order > DEPLOY and hand_index(kart, kart.order - DEPLOY) != NOBODY
    pose(race, Question.USE, kart.seat, kart.hook)
    if not (before_action and deploying and must_use_first(race, kart)):
        offer(race, Use.HOLD)
        if before_action:
            offer(race, Use.AFTER)
    if usable:
        offer_uses(race, kart, kart.hook)
    if extra:
        offer_hand(race, kart)
    use = choose(race)
    if use == Use.AFTER:
        return
    kart.item_used = 1
    if use == Use.HOLD:
        return
    if use > DEPLOY:
        deploy(race, kart, use - DEPLOY)
    else:
        use_item(race, kart, take_off_hook(kart), use)


@rule("R21", "A31")
def offer_hand(race: Race, kart: Kart) -> None:
    """Deploying each different item in hand that works as things are."""
    if not can_clear_hook(race, kart):
        return
    for item in kart.hand:
        if item != Item.NONE and has_use(race, kart, item):
            offer_once(race, DEPLOY + item)


@rule("R21", "R34", "A31", "A56")
def is_available(race: Race, kart: Kart, item: int) -> bool:
    """May this item be deployed as things are now?"""
    if not has_use(race, kart, item):
        return False
    if kart.hook == item and circles(race, item):
        return True
    return hand_index(kart, item) != NOBODY and not must_use_first(race, kart)


@rule("R21", "A29", "A31")
def deploy(race: Race, kart: Kart, item: int) -> None:
    """Use one item. What cannot be used any more is kept, and the action is lost."""
    if not is_available(race, kart, item):
        tell(race, ActionLost(kart.seat, DEPLOY + item))
        return
    if kart.hook == item and circles(race, item):
        use_item(race, kart, take_off_hook(kart), Use.FIRE)
        return
    kart.hand[hand_index(kart, item)] = Item.NONE
    if circles(race, item):
        kart.hook = item
        kart.shells = race.loot.items[item].shells
        use_item(race, kart, take_off_hook(kart), Use.FIRE)
    elif is_draggable(race, item):
        pose(race, Question.USE, kart.seat, item)
        offer_uses(race, kart, item)
        use_item(race, kart, item, choose(race))
    else:
        use_power(race, kart, item)


@jitable
def use_power(race: Race, kart: Kart, item: int) -> None:
    """An item that works at once."""
    kart.items_used += 1
    tell(race, Deployed(kart.seat, item))
    kind = acts_as(race, item)
    if kind == Item.MUSHROOM:
        mushroom(race, kart, item)
    elif kind == Item.BLOOPER:
        blooper(race, kart, item)
    elif kind == Item.BOO:
        boo(race, kart, item)
    elif kind == Item.BLUE_SHELL:
        send_blue_shell(race, kart, item)
    elif kind == Item.STAR:
        become_star(race, kart, item)
    else:
        thunderbolt(race, kart, item)
