"""Alternate paths."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, plus, pose
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import ActionLost, Deployed, Ordered, PathFailed, PathTaken
from wreckoning.rulesets.rtd.numbers import Cause, Item, Modifier, Order, Question
from wreckoning.rulesets.rtd.race import OWN, Kart, Path, Race
from wreckoning.rulesets.rtd.rules.checks import racing_check, succeeds
from wreckoning.rulesets.rtd.rules.deploy import take_off_hook
from wreckoning.rulesets.rtd.rules.features import in_state
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.loot import hand_index
from wreckoning.rulesets.rtd.rules.momentum import change, lose_items
from wreckoning.rulesets.rtd.rules.movement import advance_a_segment, fall_back_at_once
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.powers import become_boo, become_star, boost
from wreckoning.rulesets.rtd.rules.standings import ahead_in_group, segment_index, segment_of
from wreckoning.rulesets.rtd.rules.statuses import is_boo, is_star, wash_ink


@rule("R23")
def is_open(race: Race, path: Path) -> bool:
    """A path may be open only in some states of an event."""
    if not path.exists:
        return False
    return path.event == NOBODY or in_state(race, path.event, path.states)


@rule("A66")
def state_opens(race: Race, kart: Kart, path: Path) -> bool:
    """An active Boo or Star opens a path that needs the item."""
    return bool(
        (is_boo(race, kart) and (path.items >> Item.BOO) & 1)
        or (is_star(race, kart) and (path.items >> Item.STAR) & 1)
    )


@rule("R23", "A88")
def opens(race: Race, path: Path, item: int) -> bool:
    """The path needs this item, or the one that it acts as."""
    return (path.items >> acts_as(race, item)) & 1 == 1


@jitable
def has_item(kart: Kart, item: int) -> bool:
    """On the hook or in hand."""
    return kart.hook == item or hand_index(kart, item) != NOBODY


@rule("R23", "A66")
def may_take(race: Race, kart: Kart, index: int) -> bool:
    """Is this path of the segment open to the driver, with what they have?"""
    path = segment_of(race, kart).paths[index]
    if not is_open(race, path):
        return False
    if path.items == 0 or state_opens(race, kart, path):
        return True
    for item in range(1, OWN + race.loot.own):
        if opens(race, path, item) and has_item(kart, item):
            return True
    return False


@jitable
def choose_key(race: Race, kart: Kart, path: Path) -> int:
    """The item to spend on the path; NO_ITEM if an active state opens it."""
    pose(race, Question.PATH_ITEM, kart.seat, NOBODY)
    if path.items == 0 or state_opens(race, kart, path):
        offer(race, Item.NONE)
    else:
        for item in range(1, OWN + race.loot.own):
            if opens(race, path, item) and has_item(kart, item):
                offer(race, item)
    return choose(race)


@rule("A66", "A75", "A83")
def spend(race: Race, kart: Kart, item: int) -> None:
    """The item is used up; its user has their own benefit of it, nobody else is touched."""
    if item == Item.NONE:
        return
    kart.items_used += 1
    tell(race, Deployed(kart.seat, item))
    if kart.hook == item:
        take_off_hook(kart)
    else:
        kart.hand[hand_index(kart, item)] = Item.NONE
    kind = acts_as(race, item)
    if kind == Item.MUSHROOM:
        boost(race, kart, item)
    elif kind == Item.BOO:
        become_boo(race, kart, item)
    elif kind == Item.STAR:
        become_star(race, kart, item)


@rule("R23", "A31")
def take_path(race: Race, kart: Kart, index: int) -> None:
    """Spend what it needs, make its check, take what it brings. Not open any more: action lost."""
    if not may_take(race, kart, index):
        tell(race, ActionLost(kart.seat, Order.PATH_1 + index))
        return
    tell(race, Ordered(kart.seat, Order.PATH_1 + index))
    path = segment_of(race, kart).paths[index]
    spend(race, kart, choose_key(race, kart, path))
    if path.checked:
        bonus = plus(race, kart.seat, Modifier.COURSE, path.modifier)
        if not succeeds(racing_check(race, kart, Question.PATH_CHECK, bonus)):
            fail_path(race, kart, path, index)
            return
    if race.door.journaling:
        tell(race, PathTaken(kart.seat, index, segment_index(race, kart)))
    win_path(race, kart, path)


@rule("R23", "A66")
def win_path(race: Race, kart: Kart, path: Path) -> None:
    """What the path brings. The driver still jockeys in the segment unless they advance."""
    change(race, kart, path.momentum, Cause.PATH)
    if path.washes:
        wash_ink(race, kart)
    if path.skips_features:
        kart.skips_features = 1
    if path.advances:
        advance_a_segment(race, kart)
    ahead = ahead_in_group(race, kart)
    if path.free_pass and ahead != NOBODY:
        pass_attempt(race, kart, race.karts[ahead], 0)


@rule("R23", "A74")
def fail_path(race: Race, kart: Kart, path: Path, index: int) -> None:
    """What failing the path's check costs."""
    tell(race, PathFailed(kart.seat, index, segment_index(race, kart)))
    change(race, kart, path.failure_momentum, Cause.PATH)
    if path.failure_loses_items:
        lose_items(race, kart, Cause.PATH)
    if path.failure_falls_back:
        fall_back_at_once(race, kart)
