"""The end of a race, and the places."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.kart.events import Placed, RaceOver
from wreckoning.rulesets.kart.race import Kart, Race
from wreckoning.rulesets.kart.rules.line import to_gate


@rule("E18")
def is_out_of_time(race: Race) -> bool:
    """After the course's last round no kart wins any more: places follow the standings."""
    return race.rounds >= race.course.most_rounds


@rule("E16", "E18")
def is_ahead(race: Race, kart: Kart, other: Kart) -> bool:
    """Home before all; then by laps, gates, and the way to the next one; then by pole position."""
    if kart.finish_round != other.finish_round:
        return kart.finish_round > 0
    if kart.lap != other.lap:
        return kart.lap > other.lap
    if kart.gate != other.gate:
        return kart.gate > other.gate
    way, other_way = way_to_gate(race, kart), way_to_gate(race, other)
    if way != other_way:
        return way < other_way
    racers = race.racers
    return (kart.seat - race.pole) % racers < (other.seat - race.pole) % racers


@rule("E16")
def way_to_gate(race: Race, kart: Kart) -> int:
    """The way to the next gate along the middle of the road, plus the distance from it."""
    body = race.bodies[kart.seat]
    togo, aside, _ = to_gate(race.course, kart.gate, body.x, body.y)
    return togo + aside


@rule("E16")
def end_race(race: Race) -> None:
    """Places: the winner, then the others as they stand."""
    for place in range(1, race.racers + 1):
        best: SeatIndex = NOBODY
        for seat in seat_range(race.racers):
            kart = race.karts[seat]
            if kart.place == 0 and (best == NOBODY or is_ahead(race, kart, race.karts[best])):
                best = seat
        race.karts[best].place = place
        tell(race, Placed(best, place))
    first = winner(race)
    home = 1 if race.karts[first].finish_round else 0
    tell(race, RaceOver(first, race.rounds, home))


@rule("E16")
def winner(race: Race) -> SeatIndex:
    """The seat in first place."""
    seat: SeatIndex = 0
    while race.karts[seat].place != 1:
        seat = as_seat(seat + 1)
    return seat
