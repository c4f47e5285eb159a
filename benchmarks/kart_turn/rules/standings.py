"""Race order and groups."""

from __future__ import annotations

from benchmarks.kart_turn.race import LENGTH, Kart, Race
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule


@rule("A2")
def same_group(kart: Kart, other: Kart) -> bool:
    """Drivers of equal progress, still racing; a driver who fell back this turn is out of it."""
    if kart.progress != other.progress or kart.progress == LENGTH:
        return False
    return not kart.fell_back and not other.fell_back


@jitable
def index_of(race: Race, seat: SeatIndex, guess: int) -> int:
    """A driver's place in race order, from 0. Usually the same as before."""
    if race.order[guess] == seat:
        return guess
    index = 0
    while race.order[index] != seat:
        index += 1
    return index


@jitable
def ahead_at(race: Race, index: int) -> SeatIndex:
    """The driver directly ahead, in the same group, of the driver at this place; or NOBODY."""
    if index == 0:
        return NOBODY
    other = race.order[index - 1]
    return other if same_group(race.karts[race.order[index]], race.karts[other]) else NOBODY


@rule("A33")
def is_last_of_group(race: Race, index: int) -> bool:
    """Nobody of the same group is behind the driver at this place."""
    return index == race.drivers - 1 or ahead_at(race, index + 1) == NOBODY


@jitable
def swap_places(race: Race, index: int) -> None:
    """The driver at this place changes places with the one ahead."""
    order = race.order
    seat = order[index]
    order[index] = order[index - 1]
    order[index - 1] = seat


@rule("A2")
def sort_by_progress(race: Race) -> None:
    """The order is always sorted by progress; equal drivers stay as they were."""
    karts, order = race.karts, race.order
    for index in range(1, race.drivers):
        at = index
        while at > 0 and karts[order[at]].progress > karts[order[at - 1]].progress:
            swap_places(race, at)
            at -= 1


@rule("A3", "A4")
def join_group(race: Race, index: int) -> None:
    """A driver who comes into a segment is last of the group there, ahead of fallen drivers."""
    progress = race.karts[race.order[index]].progress
    while index > 0:
        other = race.karts[race.order[index - 1]]
        if other.progress > progress or (other.progress == progress and not other.fell_back):
            break
        swap_places(race, index)
        index -= 1
