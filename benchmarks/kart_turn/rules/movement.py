"""The Movement Phase, and what ends a turn."""

from __future__ import annotations

from benchmarks.kart_turn.events import FellBack, Finished, PulledAhead
from benchmarks.kart_turn.questions import Asked
from benchmarks.kart_turn.race import LENGTH, MAXIMUM, Order, Race
from benchmarks.kart_turn.rules.checks import change, racing_check, succeeds
from benchmarks.kart_turn.rules.passing import has_more_momentum, pass_attempt
from benchmarks.kart_turn.rules.standings import (
    ahead_at,
    index_of,
    is_last_of_group,
    join_group,
    sort_by_progress,
)
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule

CONSOLATION = 2
PULL_AHEAD_AT = 4
PULL_AHEAD_COST = 3


@rule("R19", "R27", "A21")
def jockey(race: Race, seat: SeatIndex, guess: int) -> None:
    """Pass the driver ahead with more Momentum, until a pass fails; defensive drivers never.

    `guess` is the place as jockeying began.
    """
    if race.karts[seat].order == Order.DEFENSIVE:
        return
    index = index_of(race, seat, guess)
    ahead = ahead_at(race, index)
    while ahead != NOBODY and has_more_momentum(race, seat, ahead):
        if not pass_attempt(race, seat, index):
            return
        index -= 1
        ahead = ahead_at(race, index)


@rule("R28", "A34", "A35")
def fall_backs(race: Race) -> None:
    """The last of each segment with 0 Momentum or less checks, or repeats it and gains 2."""
    for index in range(race.drivers):
        seat = race.order[index]
        kart = race.karts[seat]
        if kart.momentum > 0 or kart.finish_turn or not is_last_of_group(race, index):
            continue
        if not succeeds(racing_check(race, seat, Asked.FALL_BACK_CHECK, 0)):
            kart.fell_back = 1
            tell(race, FellBack(seat))
            change(race, seat, CONSOLATION)


@rule("R29", "A17", "A20", "A34", "A38")
def pull_aheads(race: Race) -> None:
    """The first of each segment with 4 Momentum or more checks to drive the next one too."""
    group = NOBODY
    for index in range(race.drivers):
        seat = race.order[index]
        kart = race.karts[seat]
        if kart.progress == group:
            continue
        group = kart.progress
        if kart.momentum < PULL_AHEAD_AT or kart.finish_turn or kart.fell_back:
            continue
        if kart.order == Order.DEFENSIVE or kart.progress + 1 >= LENGTH:
            continue
        if succeeds(racing_check(race, seat, Asked.PULL_AHEAD_CHECK, 0)):
            kart.progress += 1
            join_group(race, index)
            tell(race, PulledAhead(seat))
            change(race, seat, -PULL_AHEAD_COST)


@rule("A38")
def finish_line(race: Race) -> None:
    """Drivers who complete the last segment finish; the race ends when one driver is left."""
    racing = 0
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.finish_turn:
            continue
        if kart.progress < LENGTH - 1 or kart.fell_back:
            racing += 1
            continue
        kart.progress = LENGTH
        kart.finish_turn = race.turn
        kart.place = index + 1
        tell(race, Finished(race.order[index], kart.place))
    if racing <= 1:
        end_race(race)


@rule("A38")
def end_race(race: Race) -> None:
    """The driver left takes the last place."""
    race.over = 1
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.place == 0:
            kart.place = index + 1


@rule("R31", "A1", "A14", "A68")
def clean_up(race: Race) -> None:
    """Stances end, Momentum comes within its bounds, and everyone has driven a segment."""
    for seat in seat_range(race.drivers):
        kart = race.karts[seat]
        if kart.finish_turn:
            continue
        kart.order = Order.NONE
        kart.ramming = 0
        kart.slide_bonus = 0
        kart.momentum = max(0, min(kart.momentum, MAXIMUM))
        if kart.fell_back:
            kart.fell_back = 0
        else:
            kart.progress += 1
    sort_by_progress(race)
