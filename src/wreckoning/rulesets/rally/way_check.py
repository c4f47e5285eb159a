"""Check that a table's gates can be reached, and that its track is long enough."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import forward
from wreckoning.rulesets.rally.course_words import MISSION_TITLES, CourseFile, inches
from wreckoning.rulesets.rally.laying import gate_heading, middle_of_gate
from wreckoning.rulesets.rally.race import CELLS, ELSEWHERE, INCH, Course, Mission
from wreckoning.rulesets.rally.rules.survey import way_on
from wreckoning.rulesets.rally.survey_graph import PASSAGE
from wreckoning.rulesets.rally.surveying import has_second_way, lay_survey

LENGTHS = {
    Mission.TWO_LAP_RACE: (60 * INCH, 80 * INCH, "W34"),
    Mission.ELIMINATION_RACE: (60 * INCH, ELSEWHERE, "W36"),
    Mission.OUTRUN: (60 * INCH, ELSEWHERE, "W39"),
}
LONGER_PART = (3, 5)  # of a loop with two gates (V47)
ACROSS = 5  # places across a gate from which the way on is looked for
BEYOND = 5 * INCH // 4  # the line

Leg = tuple[str, list[tuple[int, int]], int]  # from where, its points, the gate it leads to


def check_ways(where: str, course: CourseFile) -> int:
    """The length of the shortest way of the track, 0 without a track. Raises Malformed."""
    plain, mission = course.record.copy(), course.mission
    if mission in LENGTHS:
        lay_survey(plain, is_plain=True)
    lengths = [_check_leg(where, plain, leg) for leg in _legs(plain)]
    if mission == Mission.ARENA_RACE:
        _check_several_ways(where, plain)
    if mission == Mission.TWO_LAP_RACE:
        _check_furthest(where, lengths[1:])
    if mission in (Mission.BATTLE_ROYALE, Mission.SCAVENGERS):
        return 0
    total = sum(lengths) if mission == Mission.OUTRUN else sum(lengths[1:])
    if mission in LENGTHS:
        _check_length(where, mission, total)
    return total


def _legs(record: Course) -> Iterator[Leg]:
    """The necessary ways: from the start to the first gate, and from gate to gate."""
    mission = Mission(record.mission)
    starts = [
        (record.spot_x[spot], record.spot_y[spot])
        for spot in range(record.spot_count)
        if record.spot_group[spot] == 0
    ]
    if mission == Mission.BATTLE_ROYALE:
        middle = [(record.table.width // 2, record.table.depth // 2)]
        for gate in range(record.gate_count):
            group = [
                (record.spot_x[spot], record.spot_y[spot])
                for spot in range(record.spot_count)
                if record.spot_group[spot] == gate
            ]
            yield "the spots behind it", group or middle, gate
        return
    yield "the start", starts, record.first_gate
    if mission in (Mission.SCAVENGERS, Mission.OUTRUN):
        return
    count = record.gate_count
    for gate in range(count if mission != Mission.ARENA_RACE else 1):
        number = (record.first_gate + gate) % count
        yield f"gate {number + 1}", _beyond(record, number), (number + 1) % count


def _beyond(record: Course, number: int) -> list[tuple[int, int]]:
    """Places just past a gate."""
    gate = record.gates[number]
    dx, dy = forward(gate_heading(gate), BEYOND)
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    return [
        (gate.left_x + dx + ex * n // (ACROSS + 1), gate.left_y + dy + ey * n // (ACROSS + 1))
        for n in range(1, ACROSS + 1)
    ]


@table_rule("W18", "V47")
def _check_leg(where: str, plain: Course, leg: Leg) -> int:
    """The length of a way; every starting place has to lead to the gate."""
    start, points, gate = leg
    at, room = f"{where}: gate {gate + 1}", f"{inches(PASSAGE)} inches wide"
    ways = plain.way[gate * CELLS : gate * CELLS + plain.columns * plain.rows]
    if min(ways) >= ELSEWHERE:
        raise Malformed(at, f"cannot be crossed: no way {room} leads through it (W18)")
    found = [way_on(plain, gate, x, y) for x, y in points]
    if min(found) >= ELSEWHERE:
        raise Malformed(at, f"cannot be reached from {start}: no way {room} leads there (V47)")
    lost = [point for point, way in zip(points, found, strict=True) if way >= ELSEWHERE]
    if lost and start == "the start":
        x, y = lost[0]
        spot = f"the spot at ({inches(x)}, {inches(y)})"
        raise Malformed(at, f"cannot be reached from {spot}: no way {room} leads there (V47)")
    return min(found)


@table_rule("W34", "W36", "W39", "V26")
def _check_length(where: str, mission: Mission, length: int) -> None:
    """Check the length: a loop of 60 to 80 inches, or of at least 60; a track of at least 60."""
    least, most, rule = LENGTHS[mission]
    if least <= length <= most:
        return
    wanted = (
        f"{inches(least)} to {inches(most)}" if most < ELSEWHERE else f"at least {inches(least)}"
    )
    what = "track" if mission == Mission.OUTRUN else "loop"
    title = MISSION_TITLES[mission]
    raise Malformed(
        where, f"expected a {what} of {wanted} inches for {title}, found {inches(length)} ({rule})"
    )


@table_rule("W34", "V47")
def _check_furthest(where: str, lengths: list[int]) -> None:
    """Check that the second gate is at the furthest point of the loop: both parts are similar."""
    part, whole = LONGER_PART
    if max(lengths) * whole > sum(lengths) * part:
        out, back = (inches(length) for length in lengths)
        raise Malformed(
            f"{where}: gate 2",
            f"expected at the furthest point of the loop, found {out} inches out and {back} back "
            "(W34)",
        )


@table_rule("W35", "V47")
def _check_several_ways(where: str, plain: Course) -> None:
    """Check that there are at least two ways across the board, apart from each other."""
    if not has_second_way(plain, middle_of_gate(plain.gates[0]), 1):
        raise Malformed(where, "expected several ways between the gates, found one (W35)")
