"""Steers a rookie: rates places, and finds the template, slide or spin that leads to the best.

Every template is tried out: how far along the road it ends, how far from its middle, and in which
direction the kart faces. The best ones are checked for obstacles until one is free.
"""

from __future__ import annotations

from wreckoning.core.door import AskRecord
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import DEGREE, turn_between
from wreckoning.geometry.bodies import Body, place, reach_of, vectors_of
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.gates import past, step_crosses
from wreckoning.geometry.overlap import gap_to_edge, is_near
from wreckoning.geometry.paths import Path, add_path, clear_path, end_of, travel_of
from wreckoning.rulesets.kart.numbers import Item, Items, Standing, Way
from wreckoning.rulesets.kart.questions import (
    MOST_SLIDE_STEPS,
    MOST_SPIN_STEPS,
    SIDES,
    STEP,
    WAYS,
)
from wreckoning.rulesets.kart.race import CHOICES, DESTRUCTIBLE, LYINGS, MM, Course, Kart, Race
from wreckoning.rulesets.kart.rules.contacts import (
    Contact,
    absent_bills,
    first_met,
    free_of_touched,
    gone_solids,
    touched_karts,
    touched_solids,
)
from wreckoning.rulesets.kart.rules.line import heading_of_stretch, point_after, to_gate
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, lay, standing_of

# Worths, in hundredths of a millimetre of way
FREE_ASIDE = 45 * MM  # a distance from the middle of the road that costs nothing
PER_ASIDE = 2  # for each unit beyond that
PER_DEGREE = 150  # for each degree between the kart's heading and the road's
FREE_DEGREES = 10
MISSED_GATE = 700 * MM
CONTACT = 120 * MM
PINNED = 700 * MM  # the cost of standing still: the best end of a path is useless then
RAMMING = 60 * MM
NOWHERE = 20 * MM  # a way of less than this is no way out
HAZARD = 40 * MM
BONUS = 25 * MM  # for a trivial template
BOX = 60 * MM
LONGEST = 450 * MM  # more than any manoeuvre is long
NEVER = -(1 << 60)

TRIES = 16  # the best templates that are checked for obstacles: enough in practice


@jitable
def lateral_cost(aside: int) -> int:
    """The cost of being this far from the middle of the road."""
    return PER_ASIDE * max(0, aside - FREE_ASIDE)


@jitable
def place_worth(course: Course, togo: int, aside: int, stretch: int, heading: int) -> int:
    """The worth of a place this far before a gate: near it, on the road, facing along it."""
    wanted = heading_of_stretch(course, stretch)
    if 2 * togo < course.line_length[stretch]:
        after = heading_of_stretch(course, point_after(course, stretch))
        wanted += turn_between(wanted, after) // 2
    off = abs(turn_between(heading, wanted)) // DEGREE
    return -togo - lateral_cost(aside) - PER_DEGREE * max(0, off - FREE_DEGREES)


@jitable
def end_worth(race: Race, kart: Kart, path: Path) -> int:
    """The worth of the end of a kart's path."""
    return worth_from(race, race.bodies[kart.seat], kart.gate, path)


@jitable
def gate_after(race: Race, body: Body, next_gate: int, x: int, y: int) -> int:
    """The next gate of a body at a place; the one after if it crosses that on the way."""
    course = race.course
    gate = course.gates[next_gate]
    if past(gate, body.x, body.y) <= 0 and step_crosses(gate, body.x, body.y, x, y):
        return (next_gate + 1) % course.gate_count
    return next_gate


@jitable
def worth_from(race: Race, body: Body, next_gate: int, path: Path) -> int:
    """The worth of a path's end, from the next gate; from the one after if that is crossed."""
    course = race.course
    x, y, heading = end_of(path, body)
    gate = course.gates[next_gate]
    after = gate_after(race, body, next_gate, x, y)
    if after != next_gate:
        togo, aside, stretch = to_gate(course, after, x, y)
        length = stretch_length(course, next_gate, after)
        return length + place_worth(course, togo, aside, stretch, heading)
    togo, aside, stretch = to_gate(course, next_gate, x, y)
    worth = place_worth(course, togo, aside, stretch, heading)
    if togo == 0 and past(gate, x, y) > 0:
        worth -= MISSED_GATE
    return worth


@jitable
def stretch_length(course: Course, gate: int, after: int) -> int:
    """The length along the line from one gate to another."""
    at, stop, length = course.gate_at[gate], course.gate_at[after], 0
    first = True
    while first or at != stop:
        first = False
        length += course.line_length[at]
        at = point_after(course, at)
    return length


@jitable
def contact_cost(race: Race, kart: Kart, path: Path) -> int:
    """The cost, in way, of the obstacles on a path."""
    body, me = race.bodies[kart.seat], 1 << kart.seat
    limit = travel_of(path)
    karts, solids = touched_karts(race, body, me), touched_solids(race, body)
    end, kind, index = first_met(
        race, path, body, karts | me, absent_bills(race), solids | gone_solids(race), limit
    )
    if karts or solids:
        free = free_of_touched(race, path, body, karts, 0, solids, end)
        if free < end:
            return limit - free + (PINNED if free <= NOWHERE else CONTACT)
    if kind == Contact.NOTHING:
        return 0
    if kind == Contact.KART:
        return limit - end + RAMMING
    if kind == Contact.SOLID and race.course.solid_kind[index] == DESTRUCTIBLE:
        return RAMMING
    return limit - end + (PINNED if end <= NOWHERE else CONTACT)


@jitable
def is_stuck(race: Race, kart: Kart) -> bool:
    """True if its template leads nowhere, because of contact or the table's edge."""
    body, path, table = race.bodies[kart.seat], race.trial, race.course.table
    if touched_karts(race, body, 1 << kart.seat) == 0 and touched_solids(race, body) == 0:
        fx, fy, rx, ry = vectors_of(body)
        length, width = body.half_length, body.half_width
        if gap_to_edge(body.x, body.y, fx, fy, rx, ry, length, width, table) > NOWHERE:
            return False
    lay(race, path, body, race.manoeuvre)
    stuck = contact_cost(race, kart, path) >= travel_of(path) + PINNED - NOWHERE
    clear_path(path, 0)
    return stuck


@jitable
def outlook(race: Race, kart: Kart, gear: int) -> int:
    """The worth of a gear's best template in the next activation, after the template that is laid.

    Obstacles are ignored.
    """
    body, path = race.bodies[kart.seat], race.trial
    was_x, was_y, was = body.x, body.y, body.heading
    lay(race, path, body, race.manoeuvre)
    x, y, heading = end_of(path, body)
    gate = gate_after(race, body, kart.gate, x, y)
    place(body, x, y, heading)
    best = NEVER
    for template in range(CHOICES):
        for way in range(Way.REVERSE):
            if race.templates[template].two_sided == (way == Way.AHEAD):
                continue
            manoeuvre = WAYS * template + way
            if standing_of(race, gear, manoeuvre) == Standing.FORBIDDEN:
                continue
            worth = worth_of(race, kart, gate, manoeuvre)
            best = max(best, worth + standing_worth(race, kart, gear, manoeuvre))
    place(body, was_x, was_y, was)
    clear_path(path, 0)
    return best


@jitable
def worth_of(race: Race, kart: Kart, gate: int, manoeuvre: int) -> int:
    """The worth of a manoeuvre's end, from the next gate. Worked out once for each place."""
    body, worths = race.bodies[kart.seat], race.worths
    is_here = worths.x == body.x and worths.y == body.y and worths.heading == body.heading
    if not is_here or worths.gate != gate or worths.seat != kart.seat:
        worths.x, worths.y, worths.heading = body.x, body.y, body.heading
        worths.seat, worths.gate, worths.known = kart.seat, gate, 0
    at = manoeuvre // WAYS * LYINGS + manoeuvre % WAYS
    if not (worths.known >> at) & 1:
        lay(race, race.trial, body, manoeuvre)
        worths.worth[at] = worth_from(race, body, gate, race.trial)
        worths.known |= 1 << at
    return worths.worth[at]


@jitable
def standing_worth(race: Race, kart: Kart, gear: int, manoeuvre: int) -> int:
    """The worth of a manoeuvre by its kind: a trivial template is better than a hazardous one."""
    standing = standing_of(race, gear, manoeuvre)
    if standing == Standing.TRIVIAL:
        return BONUS
    if standing == Standing.HAZARDOUS:
        return -HAZARD * (1 + kart.hazards)
    return 0


@jitable
def boxes_in_reach(race: Race, kart: Kart) -> int:
    """The set of item boxes that a manoeuvre may lead over; none for a kart with an item."""
    if kart.holds != Item.NONE or race.switches.items == Items.NONE:
        return 0
    found, course, body = 0, race.course, race.bodies[kart.seat]
    for i in range(course.box_count):
        box = course.boxes[i]
        reach = LONGEST + reach_of(body) + reach_of(box)
        if race.box_round[i] != race.rounds and is_near(body.x, body.y, box.x, box.y, reach):
            found |= 1 << i
    return found


@jitable
def box_worth(race: Race, kart: Kart, path: Path, boxes: int) -> int:
    """The worth of an item box of this set on the way."""
    body, course = race.bodies[kart.seat], race.course
    _, found = first_contact(path, body, course.boxes, course.box_count, ~boxes, travel_of(path))
    return 0 if found == NOBODY else BOX


@jitable
def best_manoeuvre(race: Race, ask: AskRecord, kart: Kart) -> int:
    """The template with the best end and a free way."""
    body, path = race.bodies[kart.seat], race.trial
    tried, boxes = 0, boxes_in_reach(race, kart)
    best, most = ask.options[0], NEVER
    for _ in range(TRIES):
        at, promise = NOBODY, NEVER
        for i in range(ask.count):
            if (tried >> i) & 1:
                continue
            worth = worth_of(race, kart, kart.gate, ask.options[i])
            worth += standing_worth(race, kart, kart.gear, ask.options[i])
            if boxes and worth + BOX > promise:
                lay(race, path, body, ask.options[i])
                worth += box_worth(race, kart, path, boxes)
            if worth > promise:
                at, promise = i, worth
        if at == NOBODY or promise <= most:
            break
        tried |= 1 << at
        lay(race, path, body, ask.options[at])
        cost = contact_cost(race, kart, path)
        if promise - cost > most:
            best, most = ask.options[at], promise - cost
        if cost == 0:
            break
    clear_path(path, 0)
    return best


@jitable
def best_on(race: Race, ask: AskRecord, kart: Kart, slides: bool) -> int:
    """The best way on from the path laid so far, with a free way.

    It is asked for templates at a boost's end, or for slides.
    """
    path = race.trial
    best, most = ask.options[0], NEVER
    for i in range(ask.count):
        clear_path(path, race.path.lead)
        add_path(path, race.path)
        if slides:
            add_slide_leg(race, path, ask.subject, ask.options[i])
        else:
            add_template(race, path, race.bodies[kart.seat], ask.options[i])
        worth = end_worth(race, kart, path) - contact_cost(race, kart, path)
        if worth > most:
            best, most = ask.options[i], worth
    clear_path(path, 0)
    return best


@jitable
def best_spin(race: Race, kart: Kart) -> int:
    """The turn after which the kart faces along the road."""
    course, body = race.course, race.bodies[kart.seat]
    togo, aside, stretch = to_gate(course, kart.gate, body.x, body.y)
    best, most = MOST_SPIN_STEPS, NEVER
    for option in range(2 * MOST_SPIN_STEPS + 1):
        heading = body.heading + STEP * DEGREE * (option - MOST_SPIN_STEPS)
        worth = place_worth(course, togo, aside, stretch, heading)
        if worth > most:
            best, most = option, worth
    return best


@jitable
def straight_slide(ask: AskRecord) -> int:
    """The first slide that does not turn the kart."""
    return ask.options[0] // SIDES * SIDES + MOST_SLIDE_STEPS
