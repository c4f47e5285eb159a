"""Why something is no target: out of range, arc or sight, with the figure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wreckoning.core.texts.numerals import is_digits
from wreckoning.geometry.angles import DEGREE, heading_of, turn_between
from wreckoning.geometry.distance import distance_of_bodies, distance_to_polygon
from wreckoning.rulesets.rally.course_words import inches
from wreckoning.rulesets.rally.numbers import Arc
from wreckoning.rulesets.rally.questions import vehicle_name
from wreckoning.rulesets.rally.race import Race, Status, Terrain, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    assaulted_by,
    in_range,
    is_held_by_friend,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.arcs import is_in_arc, is_piece_in_arc
from wreckoning.rulesets.rally.rules.sight import Sight, has_friend_between, sight

Reason = tuple[str, str]  # what is wrong, and the rule's number

VEHICLE = re.compile(r"#([1-9][0-9]?)")
ARC_NAMES: dict[int, str] = {Arc.SIDE: "side", Arc.REAR: "rear"}


def refused_shot(race: Race, vehicle: Vehicle, slot: int, words: Sequence[str]) -> Reason | None:
    """Why `shoot #3` or `shoot terrain 2` is refused."""
    if words[0] != "shoot":
        return None
    if len(words) == 3 and words[1] == "terrain" and is_digits(words[2]) and len(words[2]) < 4:
        return no_target_piece(race, vehicle, slot, int(words[2]) - 1)
    match = VEHICLE.fullmatch(words[1]) if len(words) == 2 else None
    if not match:
        return None
    if int(match[1]) > race.vehicle_count:
        return f"there are vehicles #1 to #{race.vehicle_count}", "W12"
    return no_target(race, vehicle, slot, race.vehicles[int(match[1]) - 1])


def no_target(race: Race, vehicle: Vehicle, slot: int, other: Vehicle) -> Reason | None:
    """Why a weapon cannot be fired at a vehicle; None if it can."""
    name, weapon = vehicle_name(other.index), weapon_of(race, vehicle, slot)
    body, target = race.bodies[vehicle.index], race.bodies[other.index]
    if other.owner == vehicle.owner:
        return f"{name} is of the same team", "W12"
    if other.status != Status.DRIVING:
        return f"{name} is {Status(other.status).name.lower()}", "W12"
    if not in_range(race, vehicle, weapon, other):
        return _out_of_range(name, distance_of_bodies(body, target), weapon.reach)
    if not is_in_arc(body, weapon.arc, target):
        aside = heading_of(target.x - body.x, target.y - body.y)
        return _out_of_arc(name, weapon.arc, turn_between(body.heading, aside))
    held = assaulted_by(race, vehicle)
    if held and not (held >> other.index) & 1:
        near = vehicle_name(held.bit_length() - 1)
        return f"{name}: aim at an enemy in assault range instead, {near}", "W10"
    if not held and is_held_by_friend(race, vehicle, other):
        return f"{name} is in assault range of another vehicle of the team", "W10"
    if has_friend_between(race, vehicle, target.x, target.y):
        return f"{name}: a vehicle of the team stands between", "W11"
    if sight(race, vehicle, other) == Sight.BLOCKED:
        return f"{name} is out of sight: none of 25 lines is free", "W11"
    return None


def no_target_piece(race: Race, vehicle: Vehicle, slot: int, piece: int) -> Reason:
    """Why a weapon cannot be fired at a piece of terrain, by its index."""
    course, name = race.course, f"terrain {piece + 1}"
    if not 0 <= piece < course.piece_count:
        return f"there is terrain 1 to {course.piece_count}", "W25"
    if course.piece_kind[piece] != Terrain.EXPLODING:
        kind = Terrain(course.piece_kind[piece]).name.lower()
        return f"{name} is {kind}: only exploding terrain is shot at", "W25"
    if race.gone[piece]:
        return f"{name} has exploded already", "W25"
    weapon, body, polygon = (
        weapon_of(race, vehicle, slot),
        race.bodies[vehicle.index],
        course.pieces[piece],
    )
    away = distance_to_polygon(body, polygon)
    if away > weapon.reach:
        return _out_of_range(name, away, weapon.reach)
    if not is_piece_in_arc(body, weapon.arc, polygon):
        aside = heading_of(polygon.middle_x - body.x, polygon.middle_y - body.y)
        return _out_of_arc(name, weapon.arc, turn_between(body.heading, aside))
    if assaulted_by(race, vehicle):
        return f"{name}: aim at an enemy in assault range instead", "W10"
    return f"{name} is out of sight", "V33"


def _out_of_range(name: str, away: int, reach: int) -> Reason:
    far = f"{inches(away)} inches away, the weapon reaches {inches(reach)} inches"
    return f"{name} is out of range: {far}", "W12"


def _out_of_arc(name: str, arc: int, turned: int) -> Reason:
    side = "right" if turned > 0 else "left"
    found = f"its middle is {abs(turned) // DEGREE}° to the {side}"
    arc_name = ARC_NAMES.get(arc, "front")
    return f"{name} is out of the {arc_name} arc: {found}", "W4" if arc_name == "front" else "W27"
