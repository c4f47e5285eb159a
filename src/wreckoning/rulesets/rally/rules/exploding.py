"""Exploding terrain."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.geometry.distance import polygon_within
from wreckoning.rulesets.rally.events import Caught, Exploded
from wreckoning.rulesets.rally.numbers import Status, Trial
from wreckoning.rulesets.rally.race import INCH, Race
from wreckoning.rulesets.rally.rules.attributes import defence_test
from wreckoning.rulesets.rally.rules.contacts import touches_piece
from wreckoning.rulesets.rally.rules.damage import take_damage

BLAST = 4 * INCH
BLAST_DAMAGE = 3


@rule("W25")
def explode(race: Race, piece: int, by: int) -> None:
    """It is gone; a vehicle within 4 inches takes a defence test or 3 damage, touching it two.

    `by` is the vehicle that set it off.
    """
    race.gone[piece] = 1
    tell(race, Exploded(piece))
    polygon = race.course.pieces[piece]
    for i in range(race.vehicle_count):
        vehicle, body = race.vehicles[i], race.bodies[i]
        if vehicle.status != Status.DRIVING or not polygon_within(body, polygon, BLAST):
            continue
        tests = 2 if touches_piece(race, body, piece) else 1
        tell(race, Caught(vehicle.owner, i, piece, tests - 1))
        failed = 0
        for _ in range(tests):
            if not defence_test(race, vehicle, Trial.EXPLOSION, 0):
                failed += 1
        take_damage(race, vehicle, BLAST_DAMAGE * failed, by)
