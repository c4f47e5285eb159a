"""Check that a table's file describes a table. Faults are told with their figures (Malformed).

- all of it stands on the table;
- spots are behind their gate, in no terrain, 2 inches from one another (W40), and where the
  mission wants them.

The gates of a mission come last; `way_check` says whether they can be reached.
"""

from __future__ import annotations

from typing import NoReturn

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.geometry.angles import DEGREE, HALF_TURN, heading_of, turn_between
from wreckoning.geometry.bodies import Body, corners_of, place, reach_of, vectors_of
from wreckoning.geometry.distance import distance_of_bodies, distance_of_points
from wreckoning.geometry.gates import past
from wreckoning.geometry.overlap import bodies_overlap, gap_to_edge, is_near, overlaps_polygon
from wreckoning.rulesets.rally.course_words import MISSION_TITLES, CourseFile, inches, table_words
from wreckoning.rulesets.rally.laying import gate_heading, middle_of_gate
from wreckoning.rulesets.rally.race import INCH, MAX_GATES, MAX_PLAYERS, Course, Mission
from wreckoning.rulesets.rally.rules.survey import distance_past
from wreckoning.rulesets.rally.strips import (
    BEHIND,
    BETWEEN,
    CLEAR,
    DEPTHS,
    is_in_strip,
    largest_vehicle,
)

COUNTS = {
    Mission.TWO_LAP_RACE: (2, 2, "W34"),
    Mission.ARENA_RACE: (2, 2, "W35"),
    Mission.ELIMINATION_RACE: (2, MAX_GATES, "W36"),
    Mission.BATTLE_ROYALE: (2, MAX_PLAYERS, "W37"),
    Mission.SCAVENGERS: (1, 1, "W38"),
    Mission.OUTRUN: (1, 1, "W39"),
}
FACING = 36 * INCH  # between the gates of an Arena Race
FROM_MIDDLE = 16 * INCH  # of the gates of a Battle Royale
NEARLY = INCH // 4
ABOUT = 5 * DEGREE
LEAST_TURN = 40 * DEGREE  # between two gates of a Battle Royale, as seen from the middle


def check_gates(where: str, record: Course) -> None:
    """Check the number and the places of the gates. Raises Malformed."""
    mission = Mission(record.mission)
    _check_count(where, record, mission)
    if mission == Mission.ARENA_RACE:
        _check_facing(where, record)
    elif mission == Mission.BATTLE_ROYALE:
        _check_ring(where, record)
    elif mission in (Mission.SCAVENGERS, Mission.OUTRUN):
        _check_leads_off(where, record, mission)


def _wrong(where: str, expected: str, found: str, rule: str) -> NoReturn:
    raise Malformed(where, f"expected {expected}, found {found} ({rule})")


@table_rule("W34", "W35", "W36", "W37", "W38", "W39", "V46")
def _check_count(where: str, record: Course, mission: Mission) -> None:
    """Check the number of gates for a mission."""
    least, most, rule = COUNTS[mission]
    if not least <= record.gate_count <= most:
        expected = several(least, "gate") if least == most else f"{least} to {most} gates"
        title = MISSION_TITLES[mission]
        _wrong(where, f"{expected} for {title}", str(record.gate_count), rule)


@table_rule("W35", "V45")
def _check_facing(where: str, record: Course) -> None:
    """Check two gates: across from one another, at least 36 inches apart, crossed outward."""
    first, second = record.gates[0], record.gates[1]
    start, end = middle_of_gate(first), middle_of_gate(second)
    away = distance_of_points(*start, *end)
    if away < FACING:
        _wrong(where, f"gates at least {inches(FACING)} inches apart", f"{inches(away)}", "W35")
    turned = abs(turn_between(gate_heading(first), gate_heading(second)))
    if turned < HALF_TURN - ABOUT:
        found = f"{turned // DEGREE}° between their directions"
        _wrong(where, "gates that face one another, 180°", found, "W35")
    for number, gate, other in ((1, first, end), (2, second, start)):
        if distance_past(gate, *other) >= 0:
            at = f"{where}: gate {number}"
            _wrong(at, "a gate that leads away from the other", "one that leads to it", "V45")


@table_rule("W37")
def _check_ring(where: str, record: Course) -> None:
    """Check a ring: 16 inches from the table's middle, facing it, well apart from each other."""
    middle = record.table.width // 2, record.table.depth // 2
    for number in range(record.gate_count):
        at, gate = f"{where}: gate {number + 1}", record.gates[number]
        x, y = middle_of_gate(gate)
        away = distance_of_points(x, y, *middle)
        if abs(away - FROM_MIDDLE) > NEARLY:
            _wrong(at, f"{inches(FROM_MIDDLE)} inches from the middle", inches(away), "W37")
        inward = heading_of(middle[0] - x, middle[1] - y)
        turned = abs(turn_between(gate_heading(gate), inward))
        if turned > ABOUT:
            _wrong(at, "a gate facing the middle", f"{turned // DEGREE}° aside", "W37")
        for other in range(number):
            ox, oy = middle_of_gate(record.gates[other])
            between = abs(turn_between(inward, heading_of(middle[0] - ox, middle[1] - oy)))
            if between < LEAST_TURN:
                found = f"{between // DEGREE}° to gate {other + 1}"
                _wrong(at, f"gates spread round the middle, {LEAST_TURN // DEGREE}°", found, "W37")


@table_rule("W38", "W39", "V46")
def _check_leads_off(where: str, record: Course, mission: Mission) -> None:
    """Check a gate along an edge, leading off the table; in Scavengers in the edge's middle."""
    at, gate = f"{where}: gate {record.gate_count}", record.gates[record.gate_count - 1]
    rule = COUNTS[mission][2]
    (x, y), width, depth = middle_of_gate(gate), record.table.width, record.table.depth
    edges = {(0, 180): x, (0, 270): y, (width, 0): width - x, (depth, 90): depth - y}
    for (_, heading), away in edges.items():
        if away == 0 and abs(turn_between(gate_heading(gate), heading * DEGREE)) < DEGREE:
            break
    else:
        _wrong(at, "a gate on an edge, leading off the table", f"({inches(x)}, {inches(y)})", rule)
    along, middle = (y, depth // 2) if heading in (0, 180) else (x, width // 2)
    if mission == Mission.SCAVENGERS and abs(along - middle) > NEARLY:
        found = f"{inches(abs(along - middle))} inches off its middle"
        _wrong(at, "the middle of the edge", found, rule)


SPACE = 2 * INCH  # between spots (W40)


def check_places(where: str, course: CourseFile) -> None:
    """Check the places of spots and terrain. Raises Malformed."""
    record = course.record
    _check_on_table(where, course)
    check_gates(where, record)
    spots = [spot_body(record, spot) for spot in range(record.spot_count)]
    for spot, body in enumerate(spots):
        if record.mission == Mission.SCAVENGERS and is_in_strip(record, spot):
            continue
        at = f"{where}: spot {spot + 1}"
        _check_free(at, course, body)
        _check_group(at, record, spot, body)
        _check_apart(at, record, spot, spots)
    _check_groups(where, record)


def spot_body(record: Course, spot: int) -> Body:
    """The largest vehicle, on a spot."""
    body = largest_vehicle()
    place(body, record.spot_x[spot], record.spot_y[spot], record.spot_heading[spot])
    return body


def _check_on_table(where: str, course: CourseFile) -> None:
    record = course.record
    for number in range(record.gate_count):
        gate = record.gates[number]
        for x, y in ((gate.left_x, gate.left_y), (gate.right_x, gate.right_y)):
            _check_point(f"{where}: gate {number + 1}", record, x, y)
    for number, name in enumerate(course.pieces):
        piece = record.pieces[number]
        for corner in range(piece.corners):
            _check_point(f'{where}: terrain "{name}"', record, piece.xs[corner], piece.ys[corner])


def _check_point(where: str, record: Course, x: int, y: int) -> None:
    if not (0 <= x <= record.table.width and 0 <= y <= record.table.depth):
        found = f"found ({inches(x)}, {inches(y)})"
        raise Malformed(where, f"expected to be on the table, {table_words(record)}, {found}")


@table_rule("W40", "V6")
def _check_free(at: str, course: CourseFile, body: Body) -> None:
    """Check that a vehicle there stands on the table, clear of its edge, and in no terrain."""
    record = course.record
    half = body.half_length, body.half_width
    if gap_to_edge(body.x, body.y, *vectors_of(body), *half, record.table) < CLEAR:
        raise Malformed(
            at, f"expected a place on the table, {table_words(record)}, clear of its edge (V6)"
        )
    for number, name in enumerate(course.pieces):
        if overlaps_polygon(body, record.pieces[number]):
            raise Malformed(at, f'expected a free place, found terrain "{name}" there (W40)')


@table_rule("W40", "W37", "W38")
def _check_group(at: str, record: Course, spot: int, body: Body) -> None:
    """Check that a spot is behind its players' gate, or as near its edge as W38 says."""
    group, mission = record.spot_group[spot], Mission(record.mission)
    if mission == Mission.OUTRUN:
        return
    if mission == Mission.SCAVENGERS:
        _check_depth(at, record, group, body)
        return
    number = group if mission == Mission.BATTLE_ROYALE else 0
    if number >= record.gate_count:
        found = f"found group {number} and {record.gate_count} gates"
        raise Malformed(at, f"expected a gate for every group, {found} (W37)")
    corners = corners_of(body)
    for i in range(0, 8, 2):
        if past(record.gates[number], corners[i], corners[i + 1]) >= 0:
            raise Malformed(at, f"expected a place wholly behind gate {number + 1} (W40)")


@table_rule("W38")
def _check_depth(at: str, record: Course, group: int, body: Body) -> None:
    """The first team is within 12 inches of the gate's edge, others within 6 or far behind."""
    gate, corners = record.gates[0], corners_of(body)
    is_level = gate.left_y == gate.right_y
    edge = gate.left_y if is_level else gate.left_x
    coordinates = corners[1::2] if is_level else corners[0::2]
    furthest = max(abs(each - edge) for each in coordinates)
    if group == 1 and min(abs(each - edge) for each in coordinates) >= BEHIND:
        return
    if group < len(DEPTHS) and furthest > DEPTHS[group]:
        raise Malformed(
            at,
            f"expected within {inches(DEPTHS[group])} inches of the gate's edge, "
            f"found {inches(furthest)} (W38)",
        )


@table_rule("W40", "V12")
def _check_apart(at: str, record: Course, spot: int, spots: list[Body]) -> None:
    """Check 2 inches between spots; 6 between the first team and others in Scavengers."""
    body = spots[spot]
    for other in range(spot):
        strangers = record.spot_group[spot] != record.spot_group[other]
        least, rule = SPACE, "W40"
        if record.mission == Mission.SCAVENGERS and strangers:
            least, rule = BETWEEN, "V12"
        apart = least + reach_of(body) + reach_of(spots[other])
        if not is_near(body.x, body.y, spots[other].x, spots[other].y, apart):
            continue
        if bodies_overlap(body, spots[other]):
            raise Malformed(at, f"expected a free place, found spot {other + 1} there (W40)")
        away = distance_of_bodies(body, spots[other])
        if away < least:
            expected = f"expected {inches(least)} inches to spot {other + 1}"
            raise Malformed(at, f"{expected}, found {inches(away)} ({rule})")


@table_rule("V13")
def _check_groups(where: str, record: Course) -> None:
    """Check that every player has a spot somewhere."""
    needed = {
        Mission.BATTLE_ROYALE: range(record.gate_count),
        Mission.SCAVENGERS: range(2),
    }.get(Mission(record.mission), range(1))
    found = {record.spot_group[spot] for spot in range(record.spot_count)}
    for group in needed:
        if group not in found:
            raise Malformed(where, f"expected spots for group {group}, found none (V13)")
    if extra := found - set(needed):
        known = ", ".join(map(str, needed))
        raise Malformed(where, f"expected spots of group {known}, found group {max(extra)} (V13)")
