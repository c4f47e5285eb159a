"""Getting items: what fits where, Item Rolls, item boxes, fakes among them."""

from __future__ import annotations

from wreckoning.core.door import choose, offer_once, plus, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.asking import confirm
from wreckoning.rulesets.rtd.events import BoxMissed, FakeHit, Hit, ItemLeft, ItemTaken
from wreckoning.rulesets.rtd.numbers import Item, Modifier, Question
from wreckoning.rulesets.rtd.race import MAX_HAND, OWN, PLENTY, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import card_bonus, die, racing_check, succeeds
from wreckoning.rulesets.rtd.rules.items import acts_as, circles, is_draggable, own_place
from wreckoning.rulesets.rtd.rules.momentum import suffer
from wreckoning.rulesets.rtd.rules.standings import (
    index_of,
    is_immune,
    segment_index,
    segment_of,
)

FAKE_HIT_AT = 2
FULL_TABLE = 6  # the number of drivers that the list of items is made for (A40)


@rule("A43")
def hand_size(race: Race, kart: Kart) -> int:
    """Places in hand: the switch `carry`, one more with Big Trunk."""
    return min(race.switches.carry + kart.figures.hand, MAX_HAND)


@jitable
def goes_on_hook(race: Race, item: int) -> bool:
    """Draggable items are dragged, a Triple Red Shell circles (A43, A56)."""
    return is_draggable(race, item) or circles(race, item)


@jitable
def hand_index(kart: Kart, item: int, first: int = 0) -> int:
    """The place of this item in hand, from the place `first` on; or NOBODY."""
    hand = kart.hand
    for i in range(first, MAX_HAND):
        if hand[i] == item:
            return i
    return NOBODY


@jitable
def has_room(race: Race, kart: Kart) -> bool:
    """Is there a place on the hook or in hand?"""
    return kart.hook == Item.NONE or has_room_in_hand(race, kart)


@jitable
def has_room_in_hand(race: Race, kart: Kart) -> bool:
    """Is there a place in hand?"""
    for i in range(hand_size(race, kart)):  # noqa: SIM110  (compiled)
        if kart.hand[i] == Item.NONE:
            return True
    return False


@rule("A43", "A56", "A82")
def stow(race: Race, kart: Kart, item: int, shells: int) -> bool:
    """On the hook if it belongs there and the hook is empty, else in hand. False: no place.

    `shells` are those of a Triple Red Shell, else 0; one that has fired must go on circling: no
    hand keeps it.
    """
    if goes_on_hook(race, item) and kart.hook == Item.NONE:
        kart.hook = item
        kart.shells = shells if circles(race, item) else 0
        return True
    if shells < race.loot.items[item].shells:
        return False
    for i in range(hand_size(race, kart)):
        if kart.hand[i] == Item.NONE:
            kart.hand[i] = item
            return True
    return False


@rule("A82")
def hook_from_hand(race: Race, kart: Kart) -> None:
    """As Cleanup begins, a draggable item in hand moves to an empty hook."""
    if kart.hook != Item.NONE:
        return
    for item in kart.hand:
        if item != Item.NONE and goes_on_hook(race, item):
            kart.hook = item
            kart.shells = race.loot.items[item].shells
            kart.hand[hand_index(kart, item)] = Item.NONE
            return


@rule("A41")
def is_fallen_behind(kart: Kart, turn: int) -> bool:
    """Is their progress on this turn below base pace, a segment for each turn before it?"""
    return kart.progress < turn - 1


@rule("R6", "A85")
def place_bonus(race: Race, index: int) -> int:
    """For race position: 0 for first place, 1 for second and so on.

    By the switch `item_bonus`, the places of more than six drivers share what six have: 0 to 5.
    """
    if race.switches.item_bonus_spread and race.drivers > FULL_TABLE:
        return index * (FULL_TABLE - 1) // (race.drivers - 1)
    return index


@rule("R6", "A40", "A41", "A42", "A87")
def item_roll(race: Race, kart: Kart) -> int:
    """The item for d6 + race position (1st +0, 2nd +1 …) + 1 if fallen behind + perk or debuff."""
    bonus = plus(race, kart.seat, Modifier.POSITION, place_bonus(race, index_of(race, kart.seat)))
    if is_fallen_behind(kart, race.turn):
        bonus += plus(race, kart.seat, Modifier.FALLEN_BEHIND, 1)
    bonus += card_bonus(race, kart, kart.figures.item_roll)
    row = max(1, min(die(race, kart, Question.ITEM_ROLL, bonus), race.loot.rows))
    return race.loot.listed[row - 1]


@rule("A43")
def take_item(race: Race, kart: Kart) -> None:
    """Roll for an item and put it where it belongs; one for which there is no place is left."""
    item = item_roll(race, kart)
    if race.door.journaling:
        tell(race, ItemTaken(kart.seat, item))
    if not stow(race, kart, item, race.loot.items[item].shells):
        left = fill_hand(race, kart, item)
        tell(race, ItemLeft(kart.seat, left))


@rule("A43")
def fill_hand(race: Race, kart: Kart, item: int) -> int:
    """The driver chooses which items fill the hand, of those in it and this one.

    Asked for each place in turn; returns the item that is left.
    """
    size = hand_size(race, kart)
    for place in range(size):
        pose(race, Question.KEEP_ITEM, kart.seat, item)
        for other in range(place, size):
            offer_once(race, kart.hand[other])
        offer_once(race, item)
        kept = choose(race)
        if kept == item:
            item = kart.hand[place]
        else:
            kart.hand[hand_index(kart, kept, place)] = kart.hand[place]
        kart.hand[place] = kept
    return item


@rule("A44")
def comes_to_boxes(kart: Kart) -> bool:
    """Drivers who completed their segment this turn and have not finished."""
    return kart.finish_turn == 0 and not kart.fell_back


@rule("A45")
def arriving(race: Race, index: int) -> int:
    """How many drivers of the group that begins at this place of the order come to its boxes."""
    karts, order = race.karts, race.order
    progress = karts[order[index]].progress
    count = 0
    for at in range(index, race.drivers):
        kart = karts[order[at]]
        if kart.progress != progress:
            break
        if comes_to_boxes(kart):
            count += 1
    return count


@rule("R30", "A43", "A44", "A45")
def item_boxes(race: Race) -> None:
    """Every group at its line, front to back; each box taken of a short line costs −1.

    The ask's subject is how many boxes taken count against the driver.
    """
    for seat in seat_range(race.drivers):
        hook_from_hand(race, race.karts[seat])
    group, boxes, taken, count = -1, 0, 0, 0
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.finish_turn:
            continue
        if kart.progress != group:
            group, taken = kart.progress, 0
            boxes = segment_of(race, kart).boxes
            count = arriving(race, index) if boxes else 0
        if taken < boxes and comes_to_boxes(kart) and has_room(race, kart):
            penalty = -taken if boxes < count and boxes != PLENTY else 0
            if confirm(race, Question.ITEM_BOX, kart, -penalty) and hits_box(race, kart, penalty):
                taken += 1
                take_item(race, kart)


@rule("R30", "R31", "R38", "A13", "A53")
def hits_box(race: Race, kart: Kart, penalty: int) -> bool:
    """A Racing Check for a box. A result of 2 or less hits a Fake that lies there."""
    bonus = plus(race, kart.seat, Modifier.BOXES_TAKEN, penalty)
    bonus += card_bonus(race, kart, kart.figures.box)
    result = racing_check(race, kart, Question.BOX_CHECK, bonus)
    if succeeds(result):
        return True
    if race.door.journaling:
        tell(race, BoxMissed(kart.seat))
    if result <= FAKE_HIT_AT and not is_immune(race, kart):
        fake = take_away_fake(race, segment_index(race, kart))
        kart.hit_fake = int(fake != Item.NONE)
        kart.hit_own = fake if fake >= OWN else Item.NONE
    return False


@jitable
def take_away_fake(race: Race, segment: int) -> int:
    """One Fake of this segment is gone: which item it is, NO_ITEM if there was none."""
    if race.fakes[segment] > 0:
        race.fakes[segment] -= 1
    elif race.fresh_fakes[segment] > 0:
        race.fresh_fakes[segment] -= 1
    else:
        return take_away_own_fake(race, segment)
    return Item.FAKE_ITEM_BOX


@jitable
def take_away_own_fake(race: Race, segment: int) -> int:
    """The same of the items of the house that act as a Fake Item Box."""
    for item in range(OWN, OWN + race.loot.own):
        place = own_place(item, segment)
        if acts_as(race, item) != Item.FAKE_ITEM_BOX:
            continue
        if race.own_lying[place] > 0:
            race.own_lying[place] -= 1
            return item
        if race.fresh_own[place] > 0:
            race.fresh_own[place] -= 1
            return item
    return Item.NONE


@rule("R31", "R38")
def fakes_strike(race: Race) -> None:
    """A driver who hit a Fake Item Box at the boxes flips."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.hit_fake:
            item = kart.hit_own if kart.hit_own != Item.NONE else Item.FAKE_ITEM_BOX
            kart.hit_fake = 0
            kart.hit_own = Item.NONE
            if item == Item.FAKE_ITEM_BOX:
                tell(race, FakeHit(kart.seat))
            else:
                tell(race, Hit(kart.seat, item))
            suffer(race, kart, race.loot.items[item].damage)
