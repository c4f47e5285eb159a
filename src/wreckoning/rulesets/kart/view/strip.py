"""Draw the table in letters: for the terminal, and for players who use a screen reader.

The whole table from above, a letter for some millimetres: road, gates by their numbers,
obstructions, karts by their letters with an arrow for their heading.
"""

from __future__ import annotations

from string import ascii_uppercase

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.numbers import Items
from wreckoning.rulesets.kart.race import BODIES, Obstruction, Race
from wreckoning.rulesets.kart.view.board import BOOST, BOX, COIN, SIGNS
from wreckoning.rulesets.kart.view.layout import (
    EDGE,
    GRAIN,
    Plan,
    box_of,
    plan,
    point_of,
    posts,
    spot_of,
)
from wreckoning.rulesets.kart.view.things import is_taken
from wreckoning.show.letters import TableMap, arrow, legend

ROWS = 18  # at most
ROAD = "·"
BANANA, BILL = "~", "!"


def strip(match: Match, seat: SeatIndex, width: int = 100) -> tuple[str, ...]:
    """The table in letters, with their meaning. Empty before the lots are drawn."""
    race: Race = match.race
    if race.rounds == 0:
        return ()
    board = plan(match.course)
    table = board.table
    drawn = TableMap(table.width, table.height, width, ROWS, ROAD, complex(EDGE, EDGE))
    for point in board.road.tolist():
        drawn.put(point, ROAD)
    _gates(drawn, board)
    _things(drawn, race)
    for kart in (*range(seat), *range(seat + 1, race.racers), seat):
        point, heading = spot_of(race.bodies[kart])
        drawn.heading(point, heading, ascii_uppercase[kart])
    return (*drawn.lines(), *_legend(match, seat, width))


def _gates(drawn: TableMap, board: Plan) -> None:
    record = board.course.record
    for gate in range(record.gate_count):
        left, right = posts(record.gates[gate])
        drawn.line(left, right, ":", max(2, int(abs(right - left) / GRAIN)))
        drawn.put((left + right) / 2, str((gate + 1) % 10))


def _things(drawn: TableMap, race: Race) -> None:
    course = race.course
    for number in range(course.boost_count):
        corners = box_of(course.boosts[number])
        for share in (0.2, 0.5, 0.8):
            drawn.put(corners[0] + (corners[2] - corners[0]) * share, BOOST[0])
    for bodies, count, rounds, sign in (
        (course.coins, course.coin_count, race.coin_round, COIN),
        (course.boxes, course.box_count, race.box_round, BOX),
    ):
        for number in range(count):
            shown = sign == COIN or race.switches.items != Items.NONE
            if shown and not is_taken(race, rounds[number]):
                drawn.put(spot_of(bodies[number])[0], sign[0])
    for number in range(course.solid_count):
        if not race.gone[number]:
            solid = course.solids[number]
            sign = SIGNS[Obstruction(course.solid_kind[number])]
            drawn.put(point_of(solid.middle_x, solid.middle_y), sign[0])
    for index in range(BODIES):
        if race.banana_owners[index] != NOBODY:
            drawn.put(spot_of(race.bananas[index])[0], BANANA)
        if race.bill_owners[index] != NOBODY:
            drawn.put(spot_of(race.bills[index])[0], BILL)


def _legend(match: Match, seat: SeatIndex, width: int) -> list[str]:
    """The meaning of letters and signs, in lines that fit."""
    race: Race = match.race
    karts = [seat, *(other for other in seat_range(race.racers) if other != seat)]
    words = [
        f"{ascii_uppercase[kart]} {match.names[kart]} {arrow(race.bodies[kart].heading / DEGREE)}"
        for kart in karts
    ]
    record = race.course
    kinds = {record.solid_kind[n] for n in range(record.solid_count) if not race.gone[n]}
    words += [" ".join(SIGNS[Obstruction(kind)]) for kind in sorted(kinds)]
    words += [" ".join(BOOST)] * (record.boost_count > 0)
    words += [f"{BOX[0]} box"] * (record.box_count > 0 and race.switches.items != Items.NONE)
    words += [" ".join(COIN)] * (record.coin_count > 0)
    words += [f"{BANANA} banana"] * any(owner != NOBODY for owner in race.banana_owners)
    words += [f"{BILL} Bullet Bill"] * any(owner != NOBODY for owner in race.bill_owners)
    return legend(words, width)
