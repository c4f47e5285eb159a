"""A fair opponent: keeps to the road, shifts up while it can, keeps its hazards below six.

Every template is tried in thought: where its end is along the road, how far aside, which way the
kart looks then. Only the best few are looked at for what is in the way.
"""

from __future__ import annotations

from wreckoning.core.door import Ask, is_offered
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import DEGREE, turn_between
from wreckoning.geometry.gates import past, step_crosses
from wreckoning.geometry.paths import Path, add_path, clear_path, stand_at, travel_of
from wreckoning.rulesets.kart.numbers import Declaration, Question, Shift, Skid, Way
from wreckoning.rulesets.kart.questions import (
    DROP_BANANA,
    MOST_SLIDE_STEPS,
    MOST_SPIN_STEPS,
    PASS,
    SIDES,
    STEP,
    WAYS,
)
from wreckoning.rulesets.kart.race import (
    DESTRUCTIBLE,
    GEARS,
    HAZARDOUS,
    MEDIUM,
    MM,
    MUSHROOM,
    TRIVIAL,
    Course,
    Kart,
    Race,
)
from wreckoning.rulesets.kart.rules.contacts import (
    KART,
    NOTHING,
    SOLID,
    absent_bills,
    first_met,
    gone_solids,
    touched_karts,
)
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.rules.line import heading_of_stretch, is_way_on_road, to_gate
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, lay, standing_of

# What things are worth, in hundredths of a millimetre of way.
FREE_ASIDE = 45 * MM  # so far from the middle of the road costs nothing
PER_ASIDE = 2  # beyond that
PER_DEGREE = 150  # of looking off the road's way
FREE_DEGREES = 10
MISSED_GATE = 700 * MM
CONTACT = 120 * MM
RAMMING = 60 * MM
HAZARD = 40 * MM
BONUS = 25 * MM  # of a trivial template
NEVER = -(1 << 60)

TRIES = 4  # of the best templates, for what is in the way
HOT = 4  # hazards
COOL = 2
CRUISING = 4  # the gear in which every bend can be driven
BEHIND = 300 * MM


@jitable
def lateral_cost(aside: int) -> int:
    """Of being off the middle."""
    return PER_ASIDE * max(0, aside - FREE_ASIDE)


@jitable
def place_worth(course: Course, gate: int, x: int, y: int, heading: int) -> int:
    """What a place is worth to a kart on its way to a gate: near to it, on the road, looking on."""
    togo, aside, stretch = to_gate(course, gate, x, y)
    wanted = heading_of_stretch(course, stretch)
    if 2 * togo < course.line_length[stretch]:
        after = heading_of_stretch(course, (stretch + 1) % course.points)
        wanted += turn_between(wanted, after) // 2
    off = abs(turn_between(heading, wanted)) // DEGREE
    return -togo - lateral_cost(aside) - PER_DEGREE * max(0, off - FREE_DEGREES)


@jitable
def end_worth(race: Race, kart: Kart, path: Path) -> int:
    """What the end of a path is worth: the next gate's way, or the one after's if it is crossed."""
    course, body = race.course, race.bodies[kart.seat]
    x, y, heading = stand_at(path, body, travel_of(path))
    gate = course.gates[kart.gate]
    if past(gate, body.x, body.y) <= 0 and step_crosses(gate, body.x, body.y, x, y):
        after = (kart.gate + 1) % course.gate_count
        to_first, _, _ = to_gate(course, kart.gate, body.x, body.y)
        length = to_first + stretch_length(course, kart.gate, after)
        return length + place_worth(course, after, x, y, heading)
    to_first, _, _ = to_gate(course, kart.gate, body.x, body.y)
    worth = to_first + place_worth(course, kart.gate, x, y, heading)
    togo, _, _ = to_gate(course, kart.gate, x, y)
    if togo == 0 and past(gate, x, y) > 0:
        worth -= MISSED_GATE
    return worth


@jitable
def stretch_length(course: Course, gate: int, after: int) -> int:
    """Along the line from one gate to another."""
    at, stop, length = course.gate_at[gate], course.gate_at[after], 0
    first = True
    while first or at != stop:
        first = False
        length += course.line_length[at]
        at = (at + 1) % course.points
    return length


@jitable
def contact_cost(race: Race, kart: Kart, path: Path) -> int:
    """What is in the way, and how much of the way it costs."""
    body, me = race.bodies[kart.seat], 1 << kart.seat
    limit = travel_of(path)
    karts = touched_karts(race, body, me) | me
    solids = gone_solids(race)
    end, kind, index = first_met(race, path, body, karts, absent_bills(race), solids, limit)
    if kind == NOTHING:
        return 0
    if kind == KART:
        return limit - end + RAMMING
    if kind == SOLID and race.course.solid_kind[index] == DESTRUCTIBLE:
        return RAMMING
    return limit - end + CONTACT


@jitable
def standing_worth(race: Race, kart: Kart, manoeuvre: int) -> int:
    """A trivial template is better than a hazardous one."""
    standing = standing_of(race, kart.gear, manoeuvre)
    if standing == TRIVIAL:
        return BONUS
    if standing == HAZARDOUS:
        return -HAZARD * (1 + kart.hazards)
    return 0


@jitable
def best_manoeuvre(race: Race, ask: Ask, kart: Kart) -> int:
    """The template with the best end that nothing is in the way of."""
    body, path = race.bodies[kart.seat], race.trial
    tried = 0
    best, most = ask.options[0], NEVER
    for _ in range(TRIES):
        at, promise = NOBODY, NEVER
        for i in range(ask.count):
            if (tried >> i) & 1:
                continue
            lay(race, path, body, ask.options[i])
            worth = end_worth(race, kart, path) + standing_worth(race, kart, ask.options[i])
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
def best_forced(race: Race, ask: Ask, kart: Kart) -> int:
    """Of the templates at a boost's end the one with the best end."""
    path = race.trial
    best, most = ask.options[0], NEVER
    for i in range(ask.count):
        clear_path(path, race.path.lead)
        add_path(path, race.path)
        add_template(race, path, ask.options[i])
        worth = end_worth(race, kart, path)
        if worth > most:
            best, most = ask.options[i], worth
    clear_path(path, 0)
    return best


@jitable
def best_slide(race: Race, ask: Ask, kart: Kart) -> int:
    """The slide with the best end, after the way that is laid already."""
    path = race.trial
    best, most = ask.options[0], NEVER
    for i in range(ask.count):
        clear_path(path, race.path.lead)
        add_path(path, race.path)
        add_slide_leg(race, path, ask.subject, ask.options[i])
        worth = end_worth(race, kart, path)
        if worth > most:
            best, most = ask.options[i], worth
    clear_path(path, 0)
    return best


@jitable
def best_spin(race: Race, kart: Kart) -> int:
    """The turn after which it looks along the road."""
    course, body = race.course, race.bodies[kart.seat]
    best, most = MOST_SPIN_STEPS, NEVER
    for option in range(2 * MOST_SPIN_STEPS + 1):
        heading = body.heading + STEP * DEGREE * (option - MOST_SPIN_STEPS)
        worth = place_worth(course, kart.gate, body.x, body.y, heading)
        if worth > most:
            best, most = option, worth
    return best


@jitable
def best_push(race: Race, ask: Ask, kart: Kart) -> int:
    """Roll again what is no SHIFT, where that is free, or where it would end in a wipeout."""
    faces, count, bad, shifts, number = ask.subject, 0, 0, 0, 0
    size = ask.count
    while size > 1:
        size >>= 1
        count += 1
    for n in range(count):
        face = faces % 10
        faces //= 10
        number = count - 1 - n
        if face < Skid.SHIFT:
            bad |= 1 << number
        else:
            shifts += 1
    left = count - 2 * shifts
    if bad == 0 or left <= 0:
        return 0
    body, path = race.bodies[kart.seat], race.trial
    lay(race, path, body, race.manoeuvre)
    is_free = is_way_on_road(race, path, body, travel_of(path))
    clear_path(path, 0)
    if is_free or kart.hazards + left >= WIPES_OUT:
        return bad
    return 0


@jitable
def best_shift(ask: Ask, kart: Kart) -> int:
    """First out of danger, then up, then the rest."""
    results = 0
    for option in (Shift.CANCEL_SLIDE, Shift.CANCEL_SPIN, Shift.CANCEL_HAZARD):
        if is_offered(ask, option):
            results += 1
    is_calm = kart.hazards + results < HOT
    goal = CRUISING if kart.hazards + results > COOL else CRUISING + 1
    if is_calm and kart.gear < goal and is_offered(ask, Shift.GEAR_UP):
        return Shift.GEAR_UP
    for option in (
        Shift.CANCEL_SLIDE,
        Shift.CANCEL_SPIN,
        Shift.CANCEL_HAZARD,
        Shift.DROP_HAZARD,
    ):
        if is_offered(ask, option):
            return option
    if kart.gear < GEARS - 1 and is_offered(ask, Shift.GEAR_UP):
        return Shift.GEAR_UP
    return Shift.NOTHING


@jitable
def best_use(race: Race, ask: Ask, kart: Kart) -> int:
    """The Star at once; the Mushroom where the way straight on is free and good."""
    if ask.subject != MUSHROOM:
        return 1
    if kart.hazards >= HOT:
        return 0
    body, path = race.bodies[kart.seat], race.trial
    lay(race, path, body, WAYS * MEDIUM + Way.AHEAD)
    worth = end_worth(race, kart, path)
    good = worth > 2 * travel_of(path) // 3 and contact_cost(race, kart, path) == 0
    clear_path(path, 0)
    return 1 if good else 0


@jitable
def best_attack(race: Race, ask: Ask, kart: Kart) -> int:
    """A Shell at the first target, a Bullet Bill at once, a banana when somebody is behind."""
    if ask.count == 1:
        return PASS
    chosen = ask.options[1]
    if chosen != DROP_BANANA:
        return chosen
    body = race.bodies[kart.seat]
    for seat in range(race.racers):
        other = race.bodies[seat]
        near = abs(other.x - body.x) + abs(other.y - body.y) < BEHIND
        if seat != kart.seat and near and race.karts[seat].gate <= kart.gate:
            return chosen
    return PASS


@jitable
def rookie(race: Race, ask: Ask) -> int:
    """The rookie's answer to any question."""
    kart = race.karts[ask.by]
    question = ask.question
    if question == Question.MANOEUVRE:
        return best_manoeuvre(race, ask, kart)
    if question == Question.CHOSEN_FOR:
        return ask.options[0]
    if question == Question.SKID_DICE:
        return ask.options[ask.count - 1]
    if question == Question.PUSH:
        return best_push(race, ask, kart)
    if question == Question.SHIFT:
        return best_shift(ask, kart)
    if question == Question.SLIDE:
        return best_slide(race, ask, kart)
    if question == Question.SPIN:
        return best_spin(race, kart)
    if question == Question.FORCED:
        return best_forced(race, ask, kart)
    if question == Question.DECLARE:
        smashes = kart.gear >= race.karts[ask.subject].gear or kart.star > 0
        return Declaration.SMASH if smashes else Declaration.EVADE
    if question == Question.USE:
        return best_use(race, ask, kart)
    return best_attack(race, ask, kart)


@jitable
def straight_slide(ask: Ask) -> int:
    """The first slide that does not turn the kart."""
    return ask.options[0] // SIDES * SIDES + MOST_SLIDE_STEPS
