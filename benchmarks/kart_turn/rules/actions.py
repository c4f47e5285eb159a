"""The Action Phase: orders, and each driver's action."""

from __future__ import annotations

from benchmarks.kart_turn.questions import Asked
from benchmarks.kart_turn.race import SEGMENTS, SLIDES, Order, Race
from benchmarks.kart_turn.rules.checks import change, racing_check, succeeds
from benchmarks.kart_turn.rules.passing import has_more_momentum, pass_attempt
from benchmarks.kart_turn.rules.standings import ahead_at, index_of
from wreckoning.core.door import choose, offer_range, pose, reply
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule


@rule("R16", "R17", "A16")
def give_orders(race: Race) -> None:
    """All drivers still racing choose their actions at once; a Draft needs a driver ahead."""
    for index in range(race.drivers):
        seat = race.order[index]
        if race.karts[seat].finish_turn == 0:
            ahead = ahead_at(race, index)
            pose(race, Asked.ORDER, seat, ahead)
            offer_range(race, Order.AGGRESSIVE, Order.RAM if ahead == NOBODY else Order.DRAFT)
    asked = race.door.open
    choose(race)
    for index in range(asked):
        kart = race.karts[race.door.asks[index].by]
        kart.order = reply(race, index)
        kart.ramming = int(kart.order == Order.RAM)


@rule("R16", "R17")
def act(race: Race, seat: SeatIndex, guess: int) -> None:
    """Carry out the order of the driver who was at this place as the turn began.

    Defensive driving and a Ram are stances: nothing happens now.
    """
    order = race.karts[seat].order
    if order == Order.AGGRESSIVE:
        drive_aggressively(race, seat)
    elif order == Order.SLIDE:
        power_slide(race, seat, guess)
    elif order == Order.DRAFT:
        draft(race, seat, guess)


@rule("R18")
def drive_aggressively(race: Race, seat: SeatIndex) -> None:
    """A Racing Check; +1 Momentum on a 4, +2 on anything higher."""
    result = racing_check(race, seat, Asked.AGGRESSIVE_CHECK, 0)
    if succeeds(result):
        change(race, seat, 1 if result == 4 else 2)


@rule("R20", "A19", "A31")
def draft(race: Race, seat: SeatIndex, guess: int) -> None:
    """A free attempt to pass the driver ahead, if there still is one."""
    index = index_of(race, seat, guess)
    if ahead_at(race, index) != NOBODY:
        pass_attempt(race, seat, index)


@rule("R24", "A19", "A20")
def power_slide(race: Race, seat: SeatIndex, guess: int) -> None:
    """A Racing Check by the curve. Success: +1 on passes, and one against a slower driver."""
    kart = race.karts[seat]
    bonus = SLIDES[kart.progress % SEGMENTS]
    if not succeeds(racing_check(race, seat, Asked.SLIDE_CHECK, bonus)):
        return
    kart.slide_bonus = 1
    index = index_of(race, seat, guess)
    ahead = ahead_at(race, index)
    if ahead != NOBODY and has_more_momentum(race, seat, ahead):
        pass_attempt(race, seat, index)
