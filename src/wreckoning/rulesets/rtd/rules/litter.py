"""Bananas and Fake Item Boxes: laid, thrown, and left lying."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Aimed, Laid, LeftLying, Missed
from wreckoning.rulesets.rtd.numbers import Item, Modifier, Question
from wreckoning.rulesets.rtd.race import OWN, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import card_bonus, racing_check, succeeds
from wreckoning.rulesets.rtd.rules.dragging import hit_by_laid
from wreckoning.rulesets.rtd.rules.items import acts_as, own_place
from wreckoning.rulesets.rtd.rules.standings import (
    drivers_between,
    index_of,
    is_immune,
    same_group,
    segment_index,
    segment_of,
)
from wreckoning.rulesets.rtd.rules.statuses import defensive_against

LATER = 2  # drivers behind the first: from here on the bonus stays


@rule("R36")
def following_bonus(race: Race, item: int, behind: int) -> int:
    """The bonus on the check of a driver behind: the next one −1, the second 0, later ones +1."""
    return race.loot.items[item].dodge + min(behind, LATER)


@rule("R38")
def bonus_against(race: Race, kart: Kart, item: int, bonus: int) -> int:
    """Nobody gets a +1 against a Fake Item Box among item boxes."""
    if acts_as(race, item) == Item.FAKE_ITEM_BOX and segment_of(race, kart).boxes > 0:
        return min(bonus, 0)
    return bonus


@rule("R36", "A81")
def avoids(race: Race, kart: Kart, item: int, bonus: int, owner: int) -> bool:
    """A Racing Check to avoid what lies there. False: they were hit, and it is gone.

    `owner` is who laid or threw it just now, NOBODY of what was left lying.
    """
    bonus = plus(race, kart.seat, Modifier.FOLLOWING, bonus_against(race, kart, item, bonus))
    bonus += defensive_against(race, kart, owner)
    if succeeds(racing_check(race, kart, Question.AVOID_CHECK, bonus)):
        return True
    hit_by_laid(race, kart, item)
    return False


@rule("R38", "A51")
def leave_lying(race: Race, segment: int, item: int) -> None:
    """An unhit peel stays in the segment (switch `litter_stays`).

    A Fake among item boxes lies there to the end of the turn in any case (R38).
    """
    among_boxes = (
        acts_as(race, item) == Item.FAKE_ITEM_BOX and race.course.segment[segment].boxes > 0
    )
    if not race.switches.litter_stays and not among_boxes:
        return
    if item == Item.BANANA:
        race.fresh_peels[segment] += 1
    elif item == Item.FAKE_ITEM_BOX:
        race.fresh_fakes[segment] += 1
    else:
        race.fresh_own[own_place(item, segment)] += 1
    tell(race, LeftLying(item, segment))


@rule("R36", "A50", "A78")
def lay(race: Race, kart: Kart, item: int) -> None:
    """The drivers following in the segment check, front to back, until one is hit."""
    tell(race, Laid(kart.seat, item, segment_index(race, kart)))
    index = index_of(race, kart.seat)
    for at in range(index + 1, race.drivers):
        other = race.karts[race.order[at]]
        if not same_group(kart, other):
            break
        if is_immune(race, other):
            continue
        if not avoids(race, other, item, following_bonus(race, item, at - index - 1), kart.seat):
            return
    leave_lying(race, segment_index(race, kart), item)


@rule("R37")
def throw(race: Race, kart: Kart, target: Kart, item: int) -> None:
    """Thrown forward: the user's Racing Check, −1 for each driver between."""
    tell(race, Aimed(kart.seat, item, target.seat))
    between = drivers_between(race, kart, target)
    distance = between * race.loot.items[item].distance
    bonus = plus(race, kart.seat, Modifier.DISTANCE, distance)
    bonus += card_bonus(race, kart, kart.figures.aim)
    if succeeds(racing_check(race, kart, Question.THROW_CHECK, bonus)):
        hit_by_laid(race, target, item)
        return
    tell(race, Missed(kart.seat, item, target.seat))
    land_behind(race, target, item, kart.seat)


@rule("R37", "A52", "A78")
def land_behind(race: Race, target: Kart, item: int, owner: int) -> None:
    """A missed throw lands just behind the target: each driver behind it checks at +1."""
    for at in range(index_of(race, target.seat) + 1, race.drivers):
        other = race.karts[race.order[at]]
        if not same_group(target, other):
            break
        if is_immune(race, other):
            continue
        if not avoids(race, other, item, following_bonus(race, item, LATER), owner):
            return
    leave_lying(race, segment_index(race, target), item)


@jitable
def _meet(race: Race, kart: Kart, item: int, lying: int) -> int:
    """Check against each that lies there; how many are left."""
    left = lying
    for _ in range(lying):
        if not avoids(race, kart, item, following_bonus(race, item, LATER), NOBODY):
            left -= 1
    return left


@jitable
def _own_in(race: Race, counts: list[int], segment: int) -> int:
    """How many items of the house these counts have in a segment."""
    found = 0
    for item in range(OWN, OWN + race.loot.own):
        found += counts[own_place(item, segment)]
    return found


@jitable
def _meet_own(race: Race, kart: Kart, counts: list[int], segment: int) -> None:
    """Check against each item of the house that lies there."""
    for item in range(OWN, OWN + race.loot.own):
        place = own_place(item, segment)
        counts[place] = _meet(race, kart, item, counts[place])


@rule("A51")
def meet_litter(race: Race, kart: Kart, at: int) -> bool:
    """Meet what lies in the segment, as a feature at +1. True if the driver was hit."""
    before = race.peels[at] + race.fakes[at]
    if race.loot.own:
        before += _own_in(race, race.own_lying, at)
    if before == 0 or is_immune(race, kart):
        return False
    race.peels[at] = _meet(race, kart, Item.BANANA, race.peels[at])
    race.fakes[at] = _meet(race, kart, Item.FAKE_ITEM_BOX, race.fakes[at])
    _meet_own(race, kart, race.own_lying, at)
    return race.peels[at] + race.fakes[at] + _own_in(race, race.own_lying, at) < before


@rule("A51", "A73")
def meet_fresh_litter(race: Race, kart: Kart, at: int) -> bool:
    """What was laid there this turn, for a driver who enters the segment after it.

    They meet it at once, at +1. True if they were hit.
    """
    before = race.fresh_peels[at] + race.fresh_fakes[at]
    if race.loot.own:
        before += _own_in(race, race.fresh_own, at)
    if before == 0 or is_immune(race, kart):
        return False
    race.fresh_peels[at] = _meet(race, kart, Item.BANANA, race.fresh_peels[at])
    race.fresh_fakes[at] = _meet(race, kart, Item.FAKE_ITEM_BOX, race.fresh_fakes[at])
    _meet_own(race, kart, race.fresh_own, at)
    return race.fresh_peels[at] + race.fresh_fakes[at] + _own_in(race, race.fresh_own, at) < before
