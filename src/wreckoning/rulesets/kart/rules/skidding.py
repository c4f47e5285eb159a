"""Skid dice: rolled, pushed, and spent."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_range, pose, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.kart.events import Pushed, Shifted, SkidDice
from wreckoning.rulesets.kart.numbers import Cause, Question, Shift, Skid, Standing
from wreckoning.rulesets.kart.race import MAX_HANDLING, Kart, Race
from wreckoning.rulesets.kart.rules.hazards import change_gear, gain_hazards, may_change_gear
from wreckoning.rulesets.kart.rules.line import is_way_on_road
from wreckoning.rulesets.kart.rules.paths import clear, lay, standing_of

SIDES = 6
DIGIT = 10  # faces are noted a decimal digit each
KINDS = 5  # results by Skid; 0 is not used


@rule("G9")
def skid(race: Race, kart: Kart) -> None:
    """Roll none up to Handling skid dice, push them or not, and spend SHIFTs on the results."""
    pose(race, Question.SKID_DICE, kart.seat, race.manoeuvre)
    offer_range(race, 0, kart.handling)
    count = choose(race)
    tell(race, SkidDice(kart.seat, count))
    faces = 0
    for _ in range(count):
        faces = DIGIT * faces + skid_die(race, kart)
    if count > 0:
        faces = push_it(race, kart, faces, count)
    spend_shifts(race, kart, faces)


@rule("G1")
def skid_die(race: Race, kart: Kart) -> int:
    """1 HAZARD, 2 SPIN, 3 SLIDE, 4 to 6 SHIFT."""
    face = roll(race, Question.SKID_DIE, kart.seat, SIDES)
    tell_roll(race, kart.seat, Question.SKID_DIE, face, min(face, Skid.SHIFT))
    return face


@jitable
def face_of(faces: int, number: int, count: int) -> int:
    """The face of die `number`, from 0, of `count` dice noted as digits."""
    for _ in range(count - 1 - number):
        faces //= DIGIT
    return faces % DIGIT


@rule("G10", "G17")
def push_it(race: Race, kart: Kart, faces: int, count: int) -> int:
    """Once a movement any of the dice may be rolled again, for a hazard; on the road for none."""
    race.push_price = price_of_push(race, kart)
    pose(race, Question.PUSH, kart.seat, faces)
    offer_range(race, 0, (1 << count) - 1)
    chosen = choose(race)
    price, race.push_price = race.push_price, 0
    if chosen == 0:
        return faces
    kart.pushes += 1
    again = 0
    for number in range(count):
        again += (chosen >> number) & 1
    tell(race, Pushed(kart.seat, again, price))
    gain_hazards(race, kart, price, Cause.PUSH, kart.seat)
    result = 0
    for number in range(count):
        face = face_of(faces, number, count)
        if (chosen >> number) & 1:
            face = skid_die(race, kart)
        result = DIGIT * result + face
    return result


@rule("G17", "E24")
def price_of_push(race: Race, kart: Kart) -> int:
    """A hazard; none if the movement, as its template lies, starts, ends and is wholly on road."""
    body = race.bodies[kart.seat]
    lay(race, race.path, body, race.manoeuvre)
    free = is_way_on_road(race, race.path, body)
    clear(race.path)
    return 0 if free else 1


@rule("G11", "G12")
def spend_shifts(race: Race, kart: Kart, faces: int) -> None:
    """Spend SHIFTs one by one, a trivial template's too; each uncancelled result is a hazard."""
    hazards = spins = slides = 0
    shifts = 1 if standing_of(race, kart.gear, race.manoeuvre) == Standing.TRIVIAL else 0
    for _ in range(MAX_HANDLING):
        face = faces % DIGIT
        faces //= DIGIT
        if face >= Skid.SHIFT:
            shifts += 1
        elif face == Skid.HAZARD:
            hazards += 1
        elif face == Skid.SPIN:
            spins += 1
        elif face == Skid.SLIDE:
            slides += 1
    while shifts > 0:
        chosen = choose_shift(race, kart, shifts, hazards, spins, slides)
        if chosen == Shift.NOTHING:
            break
        shifts -= 1
        hazards -= 1 if chosen == Shift.CANCEL_HAZARD else 0
        spins -= 1 if chosen == Shift.CANCEL_SPIN else 0
        slides -= 1 if chosen == Shift.CANCEL_SLIDE else 0
        tell(race, Shifted(kart.seat, chosen, shifts))
        apply_shift(race, kart, chosen)
    race.spins, race.slides = spins, slides
    gain_hazards(race, kart, hazards + spins + slides, Cause.SKID, kart.seat)


@rule("G3", "E1")
def choose_shift(race: Race, kart: Kart, shifts: int, hazards: int, spins: int, slides: int) -> int:
    """Choose the use of the next SHIFT. With "nothing" the others are left, too."""
    pose(race, Question.SHIFT, kart.seat, shifts)
    offer(race, Shift.NOTHING)
    if hazards > 0:
        offer(race, Shift.CANCEL_HAZARD)
    if spins > 0:
        offer(race, Shift.CANCEL_SPIN)
    if slides > 0:
        offer(race, Shift.CANCEL_SLIDE)
    if may_change_gear(kart, 1):
        offer(race, Shift.GEAR_UP)
    if may_change_gear(kart, -1):
        offer(race, Shift.GEAR_DOWN)
    if kart.hazards > 0:
        offer(race, Shift.DROP_HAZARD)
    return choose(race)


@rule("G3")
def apply_shift(race: Race, kart: Kart, chosen: int) -> None:
    """A gear change with its hazard, or a hazard token less."""
    if chosen == Shift.GEAR_UP:
        change_gear(race, kart, 1)
    elif chosen == Shift.GEAR_DOWN:
        change_gear(race, kart, -1)
    elif chosen == Shift.DROP_HAZARD:
        gain_hazards(race, kart, -1, Cause.SHIFT, kart.seat)
