"""Wipeouts, and the end of an activation."""

from __future__ import annotations

from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.rules import rule
from wreckoning.geometry.angles import DEGREE, TURN
from wreckoning.geometry.bodies import place
from wreckoning.rulesets.kart.events import Gear, Wipeout
from wreckoning.rulesets.kart.numbers import Cause, Question
from wreckoning.rulesets.kart.race import Kart, Race
from wreckoning.rulesets.kart.rules.contacts import is_free
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT, gain_hazards

SCATTERS = 24  # headings, in steps of 15°
STEP = 15 * DEGREE


@rule("G26")
def wipe_out_all(race: Race) -> None:
    """Any kart with six hazards or more, in any activation; by seat."""
    for seat in seat_range(race.racers):
        if race.karts[seat].hazards >= WIPES_OUT:
            wipe_out(race, race.karts[seat])


@rule("G26", "E22")
def wipe_out(race: Race, kart: Kart) -> None:
    """Gear 1, no hazards, a random heading; turned on clockwise until it stands in nothing."""
    kart.wipeouts += 1
    body = race.bodies[kart.seat]
    before = body.heading
    face = roll(race, Question.SCATTER_DIE, kart.seat, SCATTERS)
    tell_roll(race, kart.seat, Question.SCATTER_DIE, face, face)
    body.heading = STEP * face % TURN
    for _ in range(SCATTERS):
        if is_free(race, kart.seat, body):
            break
        body.heading = (body.heading + STEP) % TURN
    if not is_free(race, kart.seat, body):
        place(body, body.x, body.y, before)
    tell(race, Wipeout(kart.seat, body.heading))
    if kart.gear != 1:
        tell(race, Gear(kart.seat, kart.gear, 1, Cause.WIPEOUT))
    kart.gear = 1
    gain_hazards(race, kart, -kart.hazards, Cause.WIPEOUT, kart.seat)
