"""Why a leg is not offered: no movement or manoeuvre left, or something in the way."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wreckoning.core.texts.wording import several
from wreckoning.geometry.bodies import place
from wreckoning.geometry.overlap import bodies_overlap, overlaps_polygon
from wreckoning.geometry.paths import stand_at, travel_of
from wreckoning.rulesets.rally.course_words import inches
from wreckoning.rulesets.rally.numbers import Status, Terrain
from wreckoning.rulesets.rally.questions import MOST_STEPS, STEP, Leg, Pace, vehicle_name
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
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

Reason = tuple[str, str]  # what is wrong, and the rule's number

LENGTH = re.compile(r"([0-9]{0,3})(½|\.5|\.0)?")
DEGREES = re.compile(r"[0-9]{1,4}")
SHORTENED = re.compile(r"([a-z]+)([0-9]\S*|½)?")
WAYS = ("forward", "back", "left", "right")


def refused_plan(race: Race, vehicle: Vehicle, words: Sequence[str]) -> Reason | None:
    """Why a leg is refused: `go`, `forward 12`, `back 3`, `left 50`."""
    if words == ["go"]:
        return _no_end(race, vehicle)
    degrees = turn_given(words)
    if degrees is not None:
        return _turn(race, vehicle, degrees)
    if len(words) == 2 and words[0] in ("forward", "back"):
        match = LENGTH.fullmatch(words[1])
        if match and words[1]:
            halves = 2 * int(match[1] or 0) + (match[2] in ("½", ".5"))
            return _straight(race, vehicle, words[0], halves)
    return None


def in_full(words: Sequence[str]) -> list[str]:
    """`f 6` and `r30` written out: `forward 6`, `right 30`."""
    found = SHORTENED.fullmatch(words[0])
    if not found:
        return list(words)
    ways = [way for way in WAYS if way.startswith(found[1])]
    first = ways[0] if len(ways) == 1 else found[1]
    return [first, *([found[2]] if found[2] else []), *words[1:]]


def turn_given(words: Sequence[str]) -> int | None:
    """The turn of `left 30` or `right 5`, in degrees, clockwise."""
    if len(words) != 2 or words[0] not in ("left", "right") or not DEGREES.fullmatch(words[1]):
        return None
    return -int(words[1]) if words[0] == "left" else int(words[1])


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
