"""Preview a shot on the board: arc and range, the line of fire, the chances."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.asks import Ask
from wreckoning.core.shown import Preview, Shape
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.odds.spreads import after_roll, attack_odds
from wreckoning.rulesets.rally.questions import Question, Target
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    is_obstructed,
    target_pieces,
    targets,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.exploding import BLAST
from wreckoning.rulesets.rally.view.chances import behind, shot_explodes
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.scale import corners_of, length, point_of, spot_of
from wreckoning.rulesets.rally.view.shapes import MET, THIN, arc_shapes, label_at, ring
from wreckoning.rulesets.rally.view.things import terrain_key, vehicle_key
from wreckoning.show import pen

ABOVE = 34j  # where a chance stands, from the middle of what it is about


def show_target(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    vehicle = race.vehicles[race.active]
    weapon, body = weapon_of(race, vehicle, ask.subject), race.bodies[race.active]
    shapes = arc_shapes(body, weapon)
    if option == Target.PASS:
        return Preview((), shapes, tuple(_targets(race, vehicle, ask.subject)))
    if option >= Target.TERRAIN:
        return _at_terrain(race, vehicle, ask.subject, option - Target.TERRAIN, shapes)
    target = option - Target.VEHICLE
    obstructed = is_obstructed(race, vehicle, weapon, target)
    here, there = spot_of(body)[0], spot_of(race.bodies[target])[0]
    line = pen.dashes([here, there], 6, 5) if obstructed else pen.line([here, there])
    odds = attack_odds(race, vehicle.index, ask.subject, target)
    text = chance_words(odds.hurts if weapon.damage else odds.any_hit)
    what = "to cost it a hit point or more" if weapon.damage else "to hit it"
    about = f"The chance {what}: {vehicle_word(match, target)}"
    label = label_at(there - ABOVE, text, about, "W12")
    shapes = (*shapes, Shape(line, MET, THIN))
    return Preview((), shapes, (vehicle_key(target),), (label,))


def _targets(race: Race, vehicle: Vehicle, slot: int) -> Iterator[str]:
    """All possible targets of the weapon."""
    found, pieces = targets(race, vehicle, slot), target_pieces(race, vehicle, slot)
    yield from (vehicle_key(n) for n in range(race.vehicle_count) if found >> n & 1)
    yield from (terrain_key(n) for n in range(race.course.piece_count) if pieces >> n & 1)


def _at_terrain(
    race: Race, vehicle: Vehicle, slot: int, piece: int, shapes: tuple[Shape, ...]
) -> Preview:
    """A piece that may explode, and the reach of the explosion."""
    polygon = race.course.pieces[piece]
    chance = chance_words(shot_explodes(weapon_of(race, vehicle, slot).attacks))
    middle = point_of(polygon.middle_x, polygon.middle_y)
    blast = Shape(ring(corners_of(polygon), length(BLAST)), MET, THIN)
    line = Shape(pen.line([spot_of(race.bodies[vehicle.index])[0], middle]), MET, THIN)
    label = label_at(middle - ABOVE, chance, "The chance that a 12 explodes it", "W25")
    return Preview((), (*shapes, blast, line), (terrain_key(piece),), (label,))


def show_drop(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    vehicle = race.vehicles[race.active]
    weapon, body = weapon_of(race, vehicle, ask.subject), race.bodies[race.active]
    shapes = arc_shapes(body, weapon)
    if option == 0:
        return Preview((), shapes)
    labels, keys = [], []
    for target in behind(race, ask.subject):
        odds = attack_odds(race, race.active, ask.subject, target.index)
        race = after_roll(race, race.active, Question.SKILL_DIE)
        at = spot_of(race.bodies[target.index])[0] - ABOVE
        about = f"The chance to hit it: {vehicle_word(match, target.index)}"
        labels.append(label_at(at, chance_words(odds.any_hit), about, "W28"))
        keys.append(vehicle_key(target.index))
    return Preview((), shapes, tuple(keys), tuple(labels))
