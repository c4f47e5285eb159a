"""Race order, groups, and reach. Only looks; asks nothing."""

from __future__ import annotations

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import MAX_HAND, Kart, Race, Segment
from wreckoning.rulesets.rtd.rules.statuses import is_boo, is_star


@jitable
def is_racing(kart: Kart) -> bool:
    """Not finished. Where every driver is looked at, `finish_turn` is read without this call."""
    return kart.finish_turn == 0


@jitable
def segment_index(race: Race, kart: Kart) -> int:
    """Which segment of the course the driver is in, from 0."""
    return kart.progress % race.course.segments


@jitable
def segment_of(race: Race, kart: Kart) -> Segment:
    """The segment the driver is in."""
    return race.course.segment[kart.progress % race.course.segments]


@jitable
def course_length(race: Race) -> int:
    """Segments to be driven in all."""
    return race.course.laps * race.course.segments


@jitable
def index_of(race: Race, seat: SeatIndex) -> int:
    """The driver's place in race order, from 0; finished drivers keep theirs (A38).

    Every seat stands in the order; there is no place for NOBODY.
    """
    order = race.order
    index = 0
    while order[index] != seat:
        index += 1
    return index


@jitable
def still_racing(race: Race) -> int:
    """How many drivers have not finished."""
    karts = race.karts
    count = 0
    for seat in seat_range(race.drivers):
        if karts[seat].finish_turn == 0:
            count += 1
    return count


@jitable
def count_items(kart: Kart) -> int:
    """Items on the hook and in hand; a Triple Red Shell is one."""
    count = 0 if kart.hook == Item.NONE else 1
    for i in range(MAX_HAND):
        if kart.hand[i] != Item.NONE:
            count += 1
    return count


@rule("A2", "A5")
def same_group(kart: Kart, other: Kart) -> bool:
    """Drivers of equal progress are a group; who wiped out this turn is out of it (A74)."""
    return (
        kart.progress == other.progress
        and kart.finish_turn == 0
        and other.finish_turn == 0
        and not kart.fell_back
        and not other.fell_back
    )


@jitable
def ahead_in_group(race: Race, kart: Kart) -> SeatIndex:
    """The driver directly ahead in the same group, or NOBODY."""
    return ahead_at(race, kart, index_of(race, kart.seat))


@jitable
def ahead_at(race: Race, kart: Kart, index: int) -> SeatIndex:
    """The same, for a driver whose place in race order is known."""
    if index == 0:
        return NOBODY
    other = race.order[index - 1]
    return other if same_group(kart, race.karts[other]) else NOBODY


@jitable
def behind_in_group(race: Race, kart: Kart) -> SeatIndex:
    """The driver directly behind in the same group, or NOBODY."""
    index = index_of(race, kart.seat)
    if index == race.drivers - 1:
        return NOBODY
    other = race.order[index + 1]
    return other if same_group(kart, race.karts[other]) else NOBODY


@rule("A33")
def is_first_of_group(race: Race, kart: Kart) -> bool:
    """First of the segment; a driver alone is both first and last."""
    return ahead_in_group(race, kart) == NOBODY


@rule("A33")
def is_last_of_group(race: Race, kart: Kart) -> bool:
    """Last of the segment; a driver alone is both first and last."""
    return behind_in_group(race, kart) == NOBODY


@rule("R44", "R47")
def is_immune(race: Race, kart: Kart) -> bool:
    """Untouched by items: Boo or Star is active."""
    if kart.boo_until == 0 and kart.star_until == 0:
        return False
    return is_boo(race, kart) or is_star(race, kart)


@rule("A5", "A74")
def in_attack_reach(race: Race, kart: Kart, other: Kart) -> bool:
    """Within reach of throws and shells: the same group, or a linked segment on the same lap.

    Drivers who finished or wiped out this turn neither attack nor are attacked.
    """
    if kart.finish_turn or other.finish_turn or kart.seat == other.seat:
        return False
    if kart.fell_back or other.fell_back:
        return False
    if kart.progress == other.progress:
        return True
    segments = race.course.segments
    if kart.progress // segments != other.progress // segments:
        return False
    return segment_of(race, kart).link == other.progress % segments


@rule("A78")
def next_target(race: Race, kart: Kart, index: int, direction: int) -> SeatIndex:
    """The next driver in the shooter's reach from a place in the order; immune ones are skipped.

    `direction` is −1 forward, +1 backward. NOBODY if there is none that way.
    """
    index += direction
    while 0 <= index < race.drivers:
        other = race.karts[race.order[index]]
        if in_attack_reach(race, kart, other) and not is_immune(race, other):
            return other.seat
        index += direction
    return NOBODY


@jitable
def directly_ahead(race: Race, kart: Kart) -> SeatIndex:
    """The driver immediately ahead in the line of attack, immune or not, or NOBODY."""
    index = index_of(race, kart.seat) - 1
    while index >= 0:
        other = race.karts[race.order[index]]
        if in_attack_reach(race, kart, other):
            return other.seat
        index -= 1
    return NOBODY


@jitable
def drivers_between(race: Race, kart: Kart, target: Kart) -> int:
    """How many drivers in reach are between the two in race order."""
    low = min(index_of(race, kart.seat), index_of(race, target.seat))
    high = max(index_of(race, kart.seat), index_of(race, target.seat))
    count = 0
    for index in range(low + 1, high):
        if in_attack_reach(race, kart, race.karts[race.order[index]]):
            count += 1
    return count


@rule("R37")
def may_throw_at(race: Race, kart: Kart, target: Kart) -> bool:
    """A throw reaches those ahead in the segment, but not the driver immediately ahead."""
    return (
        in_attack_reach(race, kart, target)
        and not is_immune(race, target)
        and index_of(race, target.seat) < index_of(race, kart.seat)
        and drivers_between(race, kart, target) > 0
    )


@jitable
def can_throw(race: Race, kart: Kart) -> bool:
    """Is there anyone to throw at?"""
    for seat in seat_range(race.drivers):  # noqa: SIM110  (compiled)
        if may_throw_at(race, kart, race.karts[seat]):
            return True
    return False


@jitable
def swap_places(race: Race, index: int) -> None:
    """The driver at this place of the order changes places with the one ahead."""
    seat = race.order[index]
    race.order[index] = race.order[index - 1]
    race.order[index - 1] = seat


@jitable
def move_in_order(race: Race, seat: SeatIndex, index: int) -> None:
    """Move a driver to this place of the order."""
    at = index_of(race, seat)
    while at > index:
        swap_places(race, at)
        at -= 1
    while at < index:
        swap_places(race, at + 1)
        at += 1


@rule("A2")
def sort_by_progress(race: Race) -> None:
    """The order is always sorted by progress; equal drivers stay as they were."""
    karts, order = race.karts, race.order
    for i in range(1, race.drivers):
        at = i
        while at > 0 and karts[order[at]].progress > karts[order[at - 1]].progress:
            swap_places(race, at)
            at -= 1
