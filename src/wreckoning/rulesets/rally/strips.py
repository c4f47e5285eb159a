"""The strips along the gate's edge on which the teams of Scavengers set up (W38).

The whole depth and length of a strip is offered, on a grid: as many spots as one question holds,
wherever the largest vehicle has room. Vehicles on them look into the table.
"""

from __future__ import annotations

from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import HALF_TURN, forward
from wreckoning.geometry.bodies import Body, place, vectors_of
from wreckoning.geometry.overlap import gap_to_edge, overlaps_polygon
from wreckoning.rulesets.rally.cards import vehicles
from wreckoning.rulesets.rally.laying import gate_heading, middle_of_gate
from wreckoning.rulesets.rally.race import INCH, Course

DEPTHS = (12 * INCH, 6 * INCH)  # of the strips of the first team and of the others
BETWEEN = 6 * INCH  # the teams (V12)
BEHIND = DEPTHS[0] + BETWEEN  # from the edge: out of reach of the first team
CLEAR = INCH // 20  # from the edge: a closer body touches it (V41)
LANES, PITCH = 16, 15 * INCH // 4  # side by side, 2 inches between two trucks at least
ROWS = (3, 2)  # of spots in each strip


def largest_vehicle() -> Body:
    """A body as long and as wide as any vehicle's."""
    body = Body()
    body.half_length = max(card.length for card in vehicles().values()) // 2
    body.half_width = max(card.width for card in vehicles().values()) // 2
    return body


@table_rule("W38", "V13")
def lay_strips(record: Course) -> None:
    """Lay both strips, each as the first row of its group; the file's spots come behind it."""
    for spot in range(record.spot_count):
        record.spot_row[spot] += 1
    for group, (depth, rows) in enumerate(zip(DEPTHS, ROWS, strict=True)):
        for x, y in places(record, depth, rows):
            _add_spot(record, group, x, y)


def is_level(record: Course) -> bool:
    """Whether the edge with the gate runs from left to right."""
    return abs(forward(gate_heading(record.gates[0]), INCH)[1]) > INCH // 2


def places(record: Course, depth: int, rows: int) -> list[tuple[int, int]]:
    """The grid of a strip, from one end of the edge to the other."""
    body, heading = largest_vehicle(), gate_heading(record.gates[0])
    edge = record.table.width if is_level(record) else record.table.depth
    near, far = body.half_length + CLEAR, depth - body.half_length
    first, last = body.half_width + CLEAR, edge - body.half_width - CLEAR
    lanes = min(LANES, (last - first) // PITCH + 1)
    gate_x, gate_y = middle_of_gate(record.gates[0])
    found = []
    for row in range(rows):
        dx, dy = forward(heading + HALF_TURN, near + (far - near) * row // (rows - 1))
        for lane in range(lanes):
            along = first + (last - first) * lane // (lanes - 1)
            x, y = (along, gate_y + dy) if is_level(record) else (gate_x + dx, along)
            place(body, x, y, heading + HALF_TURN)
            if is_free(record, body):
                found.append((x, y))
    return found


def is_free(record: Course, body: Body) -> bool:
    """Whether a body stands on the table, clear of its edge, and in no terrain."""
    half = body.half_length, body.half_width
    if gap_to_edge(body.x, body.y, *vectors_of(body), *half, record.table) < CLEAR:
        return False
    return not any(overlaps_polygon(body, record.pieces[n]) for n in range(record.piece_count))


def _add_spot(record: Course, group: int, x: int, y: int) -> None:
    spot = record.spot_count
    record.spot_x[spot], record.spot_y[spot] = x, y
    record.spot_heading[spot] = (gate_heading(record.gates[0]) + HALF_TURN) % (2 * HALF_TURN)
    record.spot_group[spot], record.spot_row[spot] = group, 0
    record.spot_count += 1


def is_in_strip(record: Course, spot: int) -> bool:
    """Whether a spot of a Scavengers' table is in a strip, and not one from the file."""
    return record.spot_row[spot] == 0


def spots_behind(record: Course) -> int:
    """The number of the others' spots out of reach of the first team's vehicles."""
    gate_x, gate_y = middle_of_gate(record.gates[0])
    found = 0
    for spot in range(record.spot_count):
        deep = abs(record.spot_y[spot] - gate_y)
        if not is_level(record):
            deep = abs(record.spot_x[spot] - gate_x)
        found += record.spot_group[spot] == 1 and deep >= BEHIND
    return found


def strip_lines(record: Course) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the strips end, from one end of the edge to the other."""
    gate_x, gate_y = middle_of_gate(record.gates[0])
    found = []
    for depth in DEPTHS:
        dx, dy = forward(gate_heading(record.gates[0]) + HALF_TURN, depth)
        if is_level(record):
            found.append(((0, gate_y + dy), (record.table.width, gate_y + dy)))
        else:
            found.append(((gate_x + dx, 0), (gate_x + dx, record.table.depth)))
    return found


def room_in_strip(record: Course, group: int) -> int:
    """The least number of vehicles that a strip holds, one in each of its lanes."""
    return len(
        {
            record.spot_x[spot] if is_level(record) else record.spot_y[spot]
            for spot in range(record.spot_count)
            if record.spot_group[spot] == group and is_in_strip(record, spot)
        }
    )
