"""The course, seats, start and result of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.kart_turn.race import AT_THE_LINE, LENGTH, MAXIMUM, Race
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, table_rule
from wreckoning.core.ruleset import Seat

SEATS = range(2, 13)
COURSE = "bare_loop"


@dataclass(frozen=True)
class Loop:
    """The course. There is only one."""

    document: Mapping[str, Any]
    key: str = COURSE
    title: str = "Bare Loop"
    blurb: str = "Five segments of nothing but road, three times."


def load_course(source: Any) -> Loop:
    """The course by its name, or from its document. Raises Malformed."""
    key = source.get("key") if isinstance(source, dict) else source
    if key != COURSE:
        raise Malformed("course", unknown("course", key, [COURSE]))
    return Loop({"key": COURSE})


@table_rule("A2")
def start(_course: Loop, seats: Sequence[Seat], _options: Mapping[str, str]) -> Race:
    """The race on the grid in the order of seats, without Rocket Starts."""
    race = Race()
    race.drivers = len(seats)
    for index in seat_range(len(race.karts)):
        race.order[index] = index if index < len(seats) else NOBODY
        race.queue[index] = NOBODY
    for index in seat_range(len(seats)):
        race.karts[index].momentum = AT_THE_LINE
    return race


def check_position(race: Race, _given: Collection[tuple[str | int, ...]]) -> None:
    """Check a running race: every driver once in the order, sorted by progress. Raises Illegal."""
    drivers = race.drivers
    if race.turn < 0 or race.over:
        raise Illegal("turn, over: expected a race under way", "A38")
    if sorted(race.order[:drivers]) != list(range(drivers)):
        raise Illegal("order: expected every driver once", "A2")
    karts = [race.karts[seat] for seat in race.order[:drivers]]
    progress = [kart.progress for kart in karts]
    if progress != sorted(progress, reverse=True) or not 0 <= progress[-1] <= progress[0] <= LENGTH:
        raise Illegal(f"progress: expected 0 to {LENGTH}, in the race order", "A2")
    for index, kart in enumerate(karts):
        has_finished = kart.progress == LENGTH
        if has_finished != bool(kart.finish_turn) or kart.place != (index + 1) * has_finished:
            raise Illegal(f"finish_turn, place: found other ones at {index + 1}", "A38")
        if not has_finished and not 0 <= kart.momentum <= MAXIMUM:
            raise Illegal(f"momentum: expected 0 to {MAXIMUM}, found {kart.momentum}", "R7")
    if sum(1 for kart in karts if not kart.finish_turn) < 2:
        raise Illegal("finish_turn: expected two drivers still racing", "A38")


def result(race: Race, seats: Sequence[Seat]) -> dict[str, Any]:
    """The names by place."""
    podium = sorted(range(race.drivers), key=lambda seat: race.karts[seat].place)
    return {"turns": race.turn, "places": [seats[seat].name for seat in podium]}


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """The only tally: orders given."""
    return race.karts[seat].finish_turn or race.turn + index


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """1 is first."""
    return race.karts[seat].place


@jitable
def length(race: Race) -> int:
    """Turns."""
    return race.turn
