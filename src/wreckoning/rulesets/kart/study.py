"""The features that a chance to win depends on, for a search: the same on every course."""

from __future__ import annotations

from wreckoning.core.ids import seat_range
from wreckoning.core.records import Numbers
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import turn_between
from wreckoning.rulesets.kart.race import GEARS, MM, Course, Kart, Race
from wreckoning.rulesets.kart.rules.line import heading_of_stretch, to_gate

FEATURES = (
    "gap",  # decimetres behind the leader
    "gap_near",  # the same, the more the nearer the leader is to the finish
    "gear",
    "gear_near",
    "rest",  # activations that it still has in this round
    "rest_near",
    "astray",  # how far its nose is off the way of the road, of a quarter turn
    "astray_fast",
    "hazards",
    "many_hazards",  # four or more
    "item",
    "star",
)
DECIMETRE = 100 * MM
MOST_GAP = 60 * DECIMETRE
NEAR = 8 * DECIMETRE  # before the finish
MANY = 4
QUARTER = 9000  # of a heading


@jitable
def whole_line(course: Course) -> int:
    """The length of the middle of the road, once around."""
    found = 0
    for at in range(course.points):
        found += course.line_length[at]
    return found


@jitable
def between_gates(course: Course, gate: int) -> int:
    """The way along the line from the previous gate to this one."""
    at = course.gate_at[(gate - 1) % course.gate_count]
    stop, found = course.gate_at[gate], 0
    first = True
    while first or at != stop:
        first = False
        found += course.line_length[at]
        at = (at + 1) % course.points
    return found


@jitable
def way_left(race: Race, kart: Kart, lap: int) -> tuple[int, int]:
    """The way to the finish, and the kart's stretch of the line. `lap`: once around."""
    if kart.finish_round:
        return 0, 0
    course, body = race.course, race.bodies[kart.seat]
    togo, aside, stretch = to_gate(course, kart.gate, body.x, body.y)
    found = togo + aside + (course.laps - 1 - kart.lap) * lap
    for gate in range(kart.gate + 1, course.gate_count):
        found += between_gates(course, gate)
    return found, stretch


@jitable
def features(race: Race, rows: Numbers) -> None:
    """A row for each seat, in thousandths."""
    lap, best = whole_line(race.course), 1 << 60
    for seat in seat_range(race.racers):
        left, stretch = way_left(race, race.karts[seat], lap)
        rows[seat, 0], rows[seat, 6] = left, stretch
        best = min(best, left)
    near = 1000 * NEAR // (NEAR + max(best, 0))
    for seat in seat_range(race.racers):
        kart = race.karts[seat]
        rest = max(0, kart.gear - race.gear_phase)
        if race.gear_phase <= kart.gear and not kart.activated:
            rest += 1
        road = heading_of_stretch(race.course, rows[seat, 6])
        gap = 1000 * min(rows[seat, 0] - best, MOST_GAP) // DECIMETRE
        gear = 1000 * kart.gear // GEARS
        astray = 1000 * abs(turn_between(race.bodies[seat].heading, road)) // QUARTER
        rows[seat, 0] = gap
        rows[seat, 1] = gap * near // 1000
        rows[seat, 2] = gear
        rows[seat, 3] = gear * near // 1000
        rows[seat, 4] = 1000 * rest // GEARS
        rows[seat, 5] = 1000 * rest // GEARS * near // 1000
        rows[seat, 6] = astray
        rows[seat, 7] = astray * gear // 1000
        rows[seat, 8] = 1000 * kart.hazards // GEARS
        rows[seat, 9] = 1000 if kart.hazards >= MANY else 0
        rows[seat, 10] = 1000 if kart.holds else 0
        rows[seat, 11] = 1000 if kart.star else 0


@jitable
def clock(race: Race) -> int:
    """The clock of a race: its gear phases."""
    return race.rounds * GEARS + race.gear_phase


@jitable
def turn(race: Race) -> int:
    """The turn of a race: its activations, one for each kart in a gear phase."""
    return clock(race) * len(race.karts) + race.slot
