"""A fair opponent: keeps to the road, shifts up while it can, keeps its hazards below six.

`steering` decides where it drives; this module decides on dice, gears and items.
"""

from __future__ import annotations

from wreckoning.bots.kart.steering import (
    best_manoeuvre,
    best_on,
    best_spin,
    contact_cost,
    end_worth,
    is_stuck,
    outlook,
)
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.ids import seat_range
from wreckoning.core.rules import jitable
from wreckoning.geometry.meeting import edges_met
from wreckoning.geometry.paths import clear_path, travel_of
from wreckoning.rulesets.kart.numbers import (
    Attack,
    Declaration,
    Item,
    Orientation,
    Question,
    Shift,
    Skid,
    Template,
    Way,
)
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import GEARS, MM, Kart, Race
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.rules.line import to_gate
from wreckoning.rulesets.kart.rules.orientation import orientation_of
from wreckoning.rulesets.kart.rules.paths import lay

HOT = 4  # hazards
CALM = 3  # hazards at most after an activation in which it changes gear
WORTH_PAYING = 2  # dice without a SHIFT: each is worth a hazard to roll again
# How much way another gear must gain
SLOWER = 100 * MM
EXTRA = 150 * MM  # what an activation in Gear Phase 6 must promise beyond staying
LOSS = 30 * MM  # how much less a gear may promise than the one below it
BEHIND = 300 * MM
CROWDED = 350 * MM


@jitable
def best_push(race: Race, ask: AskRecord, kart: Kart) -> int:
    """Push dice without a SHIFT: if it is free, from two dice on, or to avoid a wipeout."""
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
    if bad == 0:
        return 0
    is_free = race.push_price == 0
    wipes_out = left > 0 and kart.hazards + left >= WIPES_OUT
    if is_free or count - shifts >= WORTH_PAYING or wipes_out:
        return bad
    return 0


@jitable
def is_crowded(race: Race, kart: Kart) -> bool:
    """True if another kart is so near that a slide may end in it."""
    body = race.bodies[kart.seat]
    for seat in seat_range(race.racers):
        other = race.bodies[seat]
        if seat != kart.seat and abs(other.x - body.x) + abs(other.y - body.y) < CROWDED:
            return True
    return False


@jitable
def goes_up(race: Race, kart: Kart, here: int) -> bool:
    """True if the next gear is worth it. `here` is the outlook in this one.

    It shifts into the highest gear only for an immediate, good activation: that gear's few
    templates lead round no bend.
    """
    there = outlook(race, kart, kart.gear + 1)
    if kart.gear + 1 < GEARS:
        return there >= here
    if race.gear_phase < kart.gear or there < here - LOSS:
        return False
    path = race.trial
    lay(race, path, race.bodies[kart.seat], race.manoeuvre)
    now = end_worth(race, kart, path)
    clear_path(path, 0)
    return there >= now + EXTRA


@jitable
def best_shift(race: Race, ask: AskRecord, kart: Kart) -> int:
    """Choose a better gear while few hazards would be left; then spend the rest of the SHIFTs.

    In a crowd it neither slides nor spins. If it is stuck, it shifts down: Gear 1, in reverse, is
    the way out of a corner.
    """
    if is_crowded(race, kart):
        for option in (Shift.CANCEL_SLIDE, Shift.CANCEL_SPIN):
            if is_offered(ask, option):
                return option
    results = 0
    for option in (Shift.CANCEL_SLIDE, Shift.CANCEL_SPIN, Shift.CANCEL_HAZARD):
        if is_offered(ask, option):
            results += 1
    if kart.gear > 1 and kart.hazards + results < HOT and is_stuck(race, kart):
        return Shift.GEAR_DOWN
    if kart.hazards + results + 2 - ask.subject <= CALM:  # the other SHIFTs remove hazards
        here = outlook(race, kart, kart.gear)
        if is_offered(ask, Shift.GEAR_UP) and goes_up(race, kart, here):
            return Shift.GEAR_UP
        down = is_offered(ask, Shift.GEAR_DOWN)
        if down and outlook(race, kart, kart.gear - 1) >= here + SLOWER:
            return Shift.GEAR_DOWN
    for option in (
        Shift.CANCEL_SLIDE,
        Shift.CANCEL_SPIN,
        Shift.CANCEL_HAZARD,
        Shift.DROP_HAZARD,
    ):
        if is_offered(ask, option):
            return option
    return Shift.NOTHING


@jitable
def smashes(race: Race, kart: Kart, other: Kart) -> bool:
    """True if the rookie smashes: with a Star, if not slower, or if heavier behind an equal."""
    if kart.star > 0:
        return True
    edge, other_edge = edges_met(race.bodies[kart.seat], race.bodies[other.seat])
    if orientation_of(edge, other_edge) == Orientation.TAILGATE and kart.gear == other.gear:
        return kart.weight > other.weight
    return kart.gear >= other.gear


@jitable
def best_use(race: Race, ask: AskRecord, kart: Kart) -> int:
    """Use the Star at once, and the Mushroom if the way straight on is free and good."""
    if ask.subject != Item.MUSHROOM:
        return 1
    if kart.hazards >= HOT:
        return 0
    body, path = race.bodies[kart.seat], race.trial
    lay(race, path, body, WAYS * Template.MEDIUM + Way.AHEAD)
    togo, _, _ = to_gate(race.course, kart.gate, body.x, body.y)
    worth = togo + end_worth(race, kart, path)
    good = worth > 2 * travel_of(path) // 3 and contact_cost(race, kart, path) == 0
    clear_path(path, 0)
    return 1 if good else 0


@jitable
def best_attack(race: Race, ask: AskRecord, kart: Kart) -> int:
    """Use a Shell on the first target, a Bullet Bill at once, a banana if a kart is behind."""
    if ask.count == 1:
        return Attack.PASS
    chosen = ask.options[1]
    if chosen != Attack.BANANA:
        return chosen
    body = race.bodies[kart.seat]
    for seat in seat_range(race.racers):
        other = race.bodies[seat]
        near = abs(other.x - body.x) + abs(other.y - body.y) < BEHIND
        if seat != kart.seat and near and race.karts[seat].gate <= kart.gate:
            return chosen
    return Attack.PASS


@jitable
def rookie(race: Race, ask: AskRecord) -> int:
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
        return best_shift(race, ask, kart)
    if question == Question.SLIDE:
        return best_on(race, ask, kart, True)
    if question == Question.SPIN:
        return best_spin(race, kart)
    if question == Question.FORCED:
        return best_on(race, ask, kart, False)
    if question == Question.DECLARE:
        if smashes(race, kart, race.karts[ask.subject]):
            return Declaration.SMASH
        return Declaration.EVADE
    if question == Question.USE:
        return best_use(race, ask, kart)
    return best_attack(race, ask, kart)
