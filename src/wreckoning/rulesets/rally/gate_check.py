"""Check a table's gates against its mission (W34 to W39). Faults are told with figures."""

from __future__ import annotations

from typing import NoReturn

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.geometry.angles import DEGREE, HALF_TURN, heading_of, turn_between
from wreckoning.geometry.distance import distance_of_points
from wreckoning.rulesets.rally.course_words import MISSION_TITLES, inches
from wreckoning.rulesets.rally.laying import gate_heading, middle_of_gate
from wreckoning.rulesets.rally.race import INCH, MAX_GATES, MAX_PLAYERS, Course, Mission
from wreckoning.rulesets.rally.rules.survey import distance_past

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
