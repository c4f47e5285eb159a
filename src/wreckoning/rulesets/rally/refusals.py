"""Why an answer is not among the options: the rule against it, and the deciding figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wreckoning.core.asks import Ask
from wreckoning.core.texts.numerals import is_digits
from wreckoning.core.texts.wording import several
from wreckoning.geometry.angles import DEGREE, heading_of, turn_between
from wreckoning.geometry.bodies import place
from wreckoning.geometry.distance import distance_of_bodies, distance_to_polygon
from wreckoning.geometry.overlap import bodies_overlap, overlaps_polygon
from wreckoning.geometry.paths import stand_at, travel_of
from wreckoning.rulesets.rally.course_words import inches
from wreckoning.rulesets.rally.numbers import Arc, Mission
from wreckoning.rulesets.rally.questions import BEARINGS, MOST_STEPS, STEP, Leg, Pace, vehicle_name
from wreckoning.rulesets.rally.race import INCH, Race, Status, Terrain, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    assaulted_by,
    in_range,
    is_held_by_friend,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.arcs import is_in_arc, is_piece_in_arc
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.deployment import AWAY, SPACE, group_of, is_free_spot
from wreckoning.rulesets.rally.rules.plans import (
    TURN_COST,
    add_option,
    cost_of,
    direction_of,
    free_turns,
    legs_open,
    may_turn,
    movement_left,
)
from wreckoning.rulesets.rally.rules.sight import Sight, has_friend_between, sight

Reason = tuple[str, str]  # what is wrong, and the rule's number

VEHICLE = re.compile(r"#([1-9][0-9]?)")
INCHES = re.compile(r"([0-9]{0,3})(½|\.5|\.0)?")
DEGREES = re.compile(r"[0-9]{1,4}")
SHORTENED = re.compile(r"([a-z]+)([0-9]\S*|½)?")
WAYS = ("forward", "back", "left", "right")
ARC_NAMES: dict[int, str] = {Arc.SIDE: "side", Arc.REAR: "rear"}


def refusal(race: Race, ask: Ask, given: str) -> Reason | None:
    """The reason, if the answer names something of the game; else None."""
    if ask.by < 0:
        return None
    words = given.lower().replace(",", " ").replace("°", "").split()
    if not words:
        return None
    if ask.question == "plan":
        return _refused_plan(race, race.vehicles[ask.subject], _in_full(words))
    if ask.question == "target":
        return _refused_shot(race, race.vehicles[race.active], ask.subject, words)
    if ask.question in ("activate", "place"):
        return _vehicle(race, ask, words)
    if ask.question == "spot" and len(words) == 2 and words[0] == "spot":
        return _spot(race, ask.subject, words[1])
    if ask.question == "pace" and words == ["advance"]:
        return "a Slow vehicle never advances", "W9"
    if ask.question == "nudge_turn":
        return _nudge_turn(_in_full(words))
    if ask.question == "nudge_move":
        return _nudge_move(words)
    return None


def _vehicle_given(race: Race, word: str) -> int | None:
    """The vehicle of a number as in logs: `#3`."""
    match = VEHICLE.fullmatch(word)
    index = int(match[1]) - 1 if match else race.vehicle_count
    return index if index < race.vehicle_count else None


def _inches_given(word: str) -> float | None:
    """A number of inches: `6`, `6½`, `6.5`, `½`."""
    match = INCHES.fullmatch(word)
    if not match or not word:
        return None
    return int(match[1] or 0) + (0.5 if match[2] in ("½", ".5") else 0)


def _in_full(words: Sequence[str]) -> list[str]:
    """`f 6` and `r30` written out: `forward 6`, `right 30`."""
    found = SHORTENED.fullmatch(words[0])
    if not found:
        return list(words)
    ways = [way for way in WAYS if way.startswith(found[1])]
    first = ways[0] if len(ways) == 1 else found[1]
    return [first, *([found[2]] if found[2] else []), *words[1:]]


def _turn_given(words: Sequence[str]) -> int | None:
    """The turn of `left 30` or `right 5`, in degrees, clockwise."""
    if len(words) != 2 or words[0] not in ("left", "right") or not DEGREES.fullmatch(words[1]):
        return None
    return -int(words[1]) if words[0] == "left" else int(words[1])


def _vehicle(race: Race, ask: Ask, words: Sequence[str]) -> Reason | None:
    """Why a vehicle is refused: another player's, or one already activated or placed."""
    index = _vehicle_given(race, words[0]) if len(words) == 1 else None
    rule = "W5" if ask.question == "activate" else "W40"
    if index is None:
        return None
    vehicle, name = race.vehicles[index], vehicle_name(index)
    if vehicle.owner != ask.by:
        return f"{name} is another player's", rule
    if ask.question == "place":
        return f"{name} stands on the table already", rule
    if vehicle.activated and vehicle.status == Status.DRIVING:
        return f"{name} has been activated in this round already", rule
    return f"{name} is {Status(vehicle.status).name.lower()}", rule


def _spot(race: Race, vehicle: int, word: str) -> Reason | None:
    """Why a spot is refused: for others, too near to a vehicle, or not in the closest row."""
    course = race.course
    if not is_digits(word) or len(word) > 3 or not 1 <= int(word) <= course.spot_count:
        return f"there are spots 1 to {course.spot_count}", "V13"
    spot = int(word) - 1
    if course.spot_group[spot] != group_of(race, race.vehicles[vehicle].owner):
        return (
            f"spot {word} is for other teams",
            "W38" if course.mission == Mission.SCAVENGERS else "W40",
        )
    if not is_free_spot(race, vehicle, spot, AWAY):
        return _too_near(race, vehicle, spot)
    row = course.spot_row[spot] + 1
    return f"spot {word} is in row {row}, and there is room closer to the gate", "W40"


def _too_near(race: Race, vehicle: int, spot: int) -> Reason:
    """The vehicle too near to a spot, and its distance."""
    body, course = race.bodies[vehicle].copy(), race.course
    place(body, course.spot_x[spot], course.spot_y[spot], course.spot_heading[spot])
    others = [
        (distance_of_bodies(body, race.bodies[other]), other)
        for other in range(race.vehicle_count)
        if other != vehicle and race.vehicles[other].status != Status.WAITING
    ]
    away, other = min(others)
    found = f"{inches(away)} inches from {vehicle_name(other)}"
    if away < SPACE:
        return f"spot {spot + 1} is {found}, {inches(SPACE)} inches are needed", "W40"
    return f"spot {spot + 1} is {found}, {inches(AWAY)} inches to the first team are needed", "V12"


def _nudge_turn(words: Sequence[str]) -> Reason | None:
    """Why a nudge's turn is refused: more than 45°, between the steps, or into something."""
    degrees = _turn_given(words)
    if degrees is None:
        return None
    most = MOST_STEPS * STEP
    if abs(degrees) > most:
        return f"{abs(degrees)}° is too far: it is turned up to {most}°", "W21"
    if degrees % STEP:
        return f"{abs(degrees)}° is not a multiple of {STEP}°: turns go in steps of {STEP}°", "V49"
    return f"{abs(degrees)}° would turn it onto another base, terrain or off the board", "W21"


def _nudge_move(words: Sequence[str]) -> Reason | None:
    """Why a nudge's move is refused: over an inch, between the bearings, or into something."""
    far = _inches_given(words[0])
    if far is None:
        return None
    if far > 1:
        return f"{far:g} inches is too far: it is moved up to 1 inch", "W21"
    if far not in (0.5, 1) or len(words) != 4 or words[2] != "at":
        return None
    bearing = _inches_given(words[3])
    if bearing is None or bearing * BEARINGS % 360:
        return f"{words[3]}° is not one of the sixteen directions: they are 22½° apart", "V49"
    return f"{far:g} inch at {words[3]}° leads over a base, terrain or off the board", "W21"


def _refused_plan(race: Race, vehicle: Vehicle, words: Sequence[str]) -> Reason | None:
    """Why a leg is refused: `go`, `forward 12`, `back 3`, `left 50`."""
    if words == ["go"]:
        return _no_end(race, vehicle)
    degrees = _turn_given(words)
    if degrees is not None:
        return _turn(race, vehicle, degrees)
    if len(words) == 2 and words[0] in ("forward", "back"):
        far = _inches_given(words[1])
        return None if far is None else _straight(race, vehicle, words[0], int(2 * far))
    return None


def _long(length: int) -> str:
    """`6.5 inches`, `1 inch`."""
    return f"{inches(length)} {'inch' if inches(length) == '1' else 'inches'}"


def _left(race: Race, vehicle: Vehicle) -> tuple[int, int]:
    """The movement left after the plan, and the manoeuvres made."""
    spent, turns, _ = cost_of(race, vehicle, race.path, travel_of(race.path))
    return movement_left(race, vehicle) - spent, race.turns + turns


def _straight(race: Race, vehicle: Vehicle, way: str, halves: int) -> Reason:
    """Why a straight leg is refused: too long, the other way, or against something."""
    direction = 1 if way == "forward" else -1
    name = f"{way} {_long(halves * INCH // 2)}"
    if direction_of(race, race.path) == -direction:
        other = "backward" if direction > 0 else "forward"
        return f"{name}: this vehicle moves {other} in this activation, not both ways", "W14"
    if halves == 0:
        return f"{name}: half an inch is the least", "V15"
    left, _ = _left(race, vehicle)
    longer = race.path.copy()
    add_option(longer, (Leg.FORWARD if direction > 0 else Leg.BACK) + min(halves, 99))
    spent, _, _ = cost_of(race, vehicle, longer, travel_of(longer))
    cost = spent - (movement_left(race, vehicle) - left)
    if halves > 99 or cost > left:
        whole = _long(movement_of(race, vehicle, race.pace))
        needs = "" if halves > 99 else f" costs {_long(cost)} of movement"
        return f"{name}{needs}, {inches(left)} of {whole} are left", "W14"
    open_forward, open_back, _, _ = legs_open(race, vehicle, race.path)
    most = open_forward if direction > 0 else open_back
    if halves > most:
        free = _long(most * INCH // 2)
        return f"{name}: something is in the way, or no place to stop, after {free}", "V16"
    return f"{name} is too long for one leg: add the rest as the next leg", "V16"


def _turn(race: Race, vehicle: Vehicle, degrees: int) -> Reason:
    """Why a turn is refused: more than 45°, no manoeuvre left, or into something."""
    name, most = f"{abs(degrees)}°", MOST_STEPS * STEP
    if abs(degrees) > most:
        return f"{name} is too far: a manoeuvre turns up to {most}° either way", "W14"
    if degrees % STEP or degrees == 0:
        return f"{name} is not a multiple of {STEP}°: turns go in steps of {STEP}°", "V15"
    left, made = _left(race, vehicle)
    if not may_turn(race, vehicle, made, left):
        free = free_turns(race, vehicle)
        done = f"{several(made, 'manoeuvre')} made, {free} free"
        if race.pace == Pace.ADVANCE:
            return f"too many turns: {done}, and an advance allows no more", "W14"
        return (
            f"too many turns: {done}, another costs {_long(TURN_COST)} and {inches(left)} "
            f"{'is' if inches(left) == '1' else 'are'} left",
            "W14",
        )
    return f"{name}: something is in the way of turning so, or there is no place to stop", "V16"


def _no_end(race: Race, vehicle: Vehicle) -> Reason:
    """Why a plan cannot end here: on a vehicle, on a barrier, or otherwise."""
    body = race.bodies[vehicle.index].copy()
    place(body, *stand_at(race.path, body, travel_of(race.path)))
    for index in range(race.vehicle_count):
        if index == vehicle.index or race.vehicles[index].status != Status.DRIVING:
            continue
        if bodies_overlap(body, race.bodies[index]):
            return f"a movement does not end over another vehicle, {vehicle_name(index)}", "W22"
    for piece in range(race.course.piece_count):
        if race.course.piece_kind[piece] == Terrain.BARRIER and overlaps_polygon(
            body, race.course.pieces[piece]
        ):
            return f"a movement does not end on a barrier, terrain {piece + 1}", "W16"
    return "a movement does not end there", "V16"


def _refused_shot(race: Race, vehicle: Vehicle, slot: int, words: Sequence[str]) -> Reason | None:
    """Why `shoot #3` or `shoot terrain 2` is refused."""
    if words[0] != "shoot":
        return None
    if len(words) == 3 and words[1] == "terrain" and is_digits(words[2]) and len(words[2]) < 4:
        return _no_target_piece(race, vehicle, slot, int(words[2]) - 1)
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


def _no_target_piece(race: Race, vehicle: Vehicle, slot: int, piece: int) -> Reason:
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
