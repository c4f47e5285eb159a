"""Numbers that are easily mixed up have types of their own, for mypy only.

Each `type: ignore` below is a mix-up that mypy refuses. It is strict: if it took one of them, it
would report the comment as unused, and `scripts/check` would fail.
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core import ids
from wreckoning.core.door import pose, roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY, PER_SEAT, Record, to_array
from wreckoning.rulesets.rush.events import Shot
from wreckoning.rulesets.rush.numbers import Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.litter import drop_mine
from wreckoning.rulesets.rush.rules.standings import is_racing
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.store.store import Store
from wreckoning.table.ids import ShownSeat, TableId, TableVersion
from wreckoning.table.table import Table


def seats(race: Race, car: Car, match: Match) -> None:
    """Never called: mypy reads it."""
    tell(race, Shot(car.square, 0, NOBODY, 1, 1))  # type: ignore[arg-type]
    tell(race, Shot(car.gear, 0, car.seat, 1, 1))  # type: ignore[arg-type]
    pose(race, car.seat, car.seat, NOBODY)  # type: ignore[arg-type]
    pose(race, Question.GEAR, race.slot, NOBODY)  # type: ignore[arg-type]
    roll(race, race.slot, NOBODY, 6)  # type: ignore[arg-type]
    car.seat = race.slot  # type: ignore[assignment]
    match.outlook(race.slot)  # type: ignore[arg-type]
    car.square = car.gear  # type: ignore[assignment]
    drop_mine(race, car, race.movement)  # type: ignore[arg-type]
    for place in range(race.racers):
        match.ruleset.tallies.place(race, place)  # type: ignore[arg-type]
    for seat in seat_range(race.racers):
        match.ruleset.tallies.place(race, seat)
        is_racing(race.cars[seat])


def tables(store: Store, table: Table, live_tables: LiveTables, shown: ShownSeat) -> None:
    """Never called: mypy reads it."""
    store.load(table.settings.ruleset)  # type: ignore[arg-type]
    store.news(table.id, table.number)  # type: ignore[arg-type]
    live_tables.serves(table.settings.host)  # type: ignore[arg-type]
    table.is_waited_for(shown)  # type: ignore[arg-type]
    store.news(TableId("k3v9w2hq"), TableVersion(2))


def test_ids_are_plain_values_at_run_time() -> None:
    found = [vars(ids)[name] for name in ("SeatIndex", "as_seat", "seat_range", "by_seat")]
    assert found == [int, int, range, enumerate]
    assert as_seat(3) == 3


class Order(Record):
    first: SeatIndex
    seats: Annotated[list[SeatIndex], PER_SEAT]


def test_a_record_may_hold_seats() -> None:
    order = Order()
    order.first, order.seats[:2] = 2, [1, 0]
    found = to_array(order)[0]
    assert (found.first, *found.seats[:3]) == (2, 1, 0, 0)
