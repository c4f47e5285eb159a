"""Check that a course can be raced. Faults are told with their figures (Malformed).

- all of it stands on the table;
- every gate can be driven through: no obstruction that stays leaves too little of it;
- the grid does not pile up: no kart stands in another, in an obstruction or past the line; a Short
  straight ahead is free of the others, and the way up to a Long straight past the line is free of
  obstructions, of those too that would give way.
"""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import ONE, forward
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.distance import bodies_within
from wreckoning.geometry.gates import Gate, is_wholly_past, past
from wreckoning.geometry.overlap import (
    bodies_overlap,
    is_on_table,
    overlapping_polygons,
    overlaps_polygon,
)
from wreckoning.rulesets.kart.cards import footprint
from wreckoning.rulesets.kart.laying import GATE_WIDTH, heading_at
from wreckoning.rulesets.kart.numbers import Template
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, MAX_KARTS, MM, Course, Obstruction
from wreckoning.rulesets.kart.templates import templates

PLACES = 64  # across a gate, at which a kart is tried


def check_course(where: str, record: Course) -> None:
    """Check that a course can be raced. Raises Malformed."""
    _check_on_table(where, record)
    for gate in range(record.gate_count):
        _check_gate(where, record, gate)
    _check_grid(where, record)


def kart_at(x: int, y: int, heading: int, ahead: int = 0) -> Body:
    """A kart at this place, lengthened in front by `ahead`."""
    length, width = footprint()
    body = Body()
    body.half_length, body.half_width = (length + ahead) // 2, width // 2
    place(body, x, y, heading)
    if ahead:
        dx, dy = forward(heading, ahead // 2)
        place(body, x + dx, y + dy, heading)
    return body


def to_line(finish: Gate, body: Body) -> int:
    """The distance from a kart's front to a line that it faces straight on."""
    dx, dy = forward(body.heading, ONE)
    middle_x, middle_y = (
        (finish.left_x + finish.right_x) // 2,
        (finish.left_y + finish.right_y) // 2,
    )
    ahead: int = ((middle_x - body.x) * dx + (middle_y - body.y) * dy) // ONE
    return max(0, ahead - body.half_length)


def _check_on_table(where: str, record: Course) -> None:
    width, depth = record.table.width, record.table.depth
    for n in range(record.points):
        x, y = record.line_x[n], record.line_y[n]
        if not (0 < x < width and 0 < y < depth):
            raise Malformed(f"{where}: line: point {n + 1}", _off(record, x, y))
    for n in range(record.gate_count):
        gate = record.gates[n]
        for x, y in ((gate.left_x, gate.left_y), (gate.right_x, gate.right_y)):
            if not (0 <= x <= width and 0 <= y <= depth):
                raise Malformed(f"{where}: gate {n + 1}", _off(record, x, y))
    for kind, bodies, count in (
        ("boost", record.boosts, record.boost_count),
        ("box", record.boxes, record.box_count),
        ("coin", record.coins, record.coin_count),
    ):
        for n in range(count):
            if not is_on_table(bodies[n], record.table):
                raise Malformed(f"{where}: {kind} {n + 1}", _off(record, bodies[n].x, bodies[n].y))


def _off(record: Course, x: int, y: int) -> str:
    size = f"{record.table.width // MM} × {record.table.depth // MM}"
    return f"expected to be on the table, {size} mm, found ({x // MM}, {y // MM})"


@table_rule("E16")
def _check_gate(where: str, record: Course, number: int) -> None:
    """Check that a kart fits through a gate between obstructions."""
    gate = record.gates[number]
    dx, dy = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    heading = heading_at(record, record.gate_at[number])
    staying = [n for n in range(record.solid_count) if record.solid_kind[n] != DESTRUCTIBLE]
    blocking: set[int] = set()
    for step in range(PLACES + 1):
        x, y = gate.left_x + dx * step // PLACES, gate.left_y + dy * step // PLACES
        body = kart_at(x, y, heading)
        inside = is_on_table(body, record.table)
        hit = [n for n in staying if overlaps_polygon(body, record.solids[n])]
        if inside and not hit:
            return
        blocking.update(hit)
    found = ", ".join(solid_words(record, n) for n in sorted(blocking)) or "the table's edge"
    _, kart = footprint()
    raise Malformed(
        f"{where}: gate {number + 1}",
        f"cannot be passed: a kart {kart // MM} mm wide fits nowhere into its "
        f"{GATE_WIDTH // MM} mm: {found} (E16)",
    )


@table_rule("E16")
def _check_grid(where: str, record: Course) -> None:
    """Check that every kart stands free, behind the line, with enough room straight ahead."""
    spots = [
        kart_at(record.grid_x[n], record.grid_y[n], record.grid_heading[n])
        for n in range(MAX_KARTS)
    ]
    for n, body in enumerate(spots):
        at = f"{where}: grid {n + 1}"
        _check_spot(at, record, body)
        _check_way(at, record, body)
        _check_room(at, body, {other: spots[other] for other in range(MAX_KARTS) if other != n})


def _check_spot(at: str, record: Course, body: Body) -> None:
    finish = record.gates[record.gate_count - 1]
    if not is_on_table(body, record.table):
        raise Malformed(at, _off(record, body.x, body.y))
    if past(finish, body.x, body.y) >= 0 or is_wholly_past(finish, body):
        raise Malformed(at, "expected a place behind the start line (E16)")
    if hit := overlapping_polygons(body, record.solids, record.solid_count, 0):
        found = solid_words(record, hit.bit_length() - 1)
        raise Malformed(at, f"expected a free place, found {found} there (E16)")


def _check_way(at: str, record: Course, body: Body) -> None:
    """Check that nothing stands in the way to a Long straight past the line."""
    finish, (length, _) = record.gates[record.gate_count - 1], footprint()
    ahead = to_line(finish, body) + length + _straight(Template.LONG)
    way = kart_at(body.x, body.y, body.heading, ahead)
    if hit := overlapping_polygons(way, record.solids, record.solid_count, 0):
        found = solid_words(record, hit.bit_length() - 1)
        raise Malformed(
            at,
            f"expected nothing in the way up to a Long straight past the line, {ahead // MM} mm "
            f"straight ahead, found {found} there: the start would pile up (E16)",
        )


def _check_room(at: str, body: Body, others: Mapping[int, Body]) -> None:
    """Check that no other kart stands there or within a Short straight ahead."""
    length, _ = footprint()
    ahead = length + _straight(Template.SHORT)
    room = kart_at(body.x, body.y, body.heading, ahead)
    for other, standing in others.items():
        if bodies_overlap(body, standing):
            raise Malformed(at, f"expected a free place, found grid {other + 1} there (E16)")
        if bodies_overlap(room, standing) and not bodies_within(body, standing, 0):
            raise Malformed(
                at,
                f"expected {ahead // MM} mm free ahead, enough for a Short straight, found grid "
                f"{other + 1} there: the start would pile up (E16)",
            )


def _straight(template: int) -> int:
    length: int = templates()[template].path.legs[0].length
    return length


def solid_words(record: Course, number: int) -> str:
    """`cube 2`: an obstruction as the course's file counts it."""
    kind = record.solid_kind[number]
    count = sum(record.solid_kind[n] == kind for n in range(number + 1))
    return f"{Obstruction(kind).name.lower()} {count}"
