"""The vehicles of a position: completed, then checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from wreckoning.core.errors import Illegal
from wreckoning.core.play.position import Place, check_extra
from wreckoning.geometry.angles import TURN, forward
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.gates import ALL_CORNERS, Gate, corners_through
from wreckoning.geometry.overlap import bodies_overlap, is_on_table, overlaps_polygon
from wreckoning.geometry.paths import Path, add_straight
from wreckoning.rulesets.rally.cards import vehicles as vehicle_cards
from wreckoning.rulesets.rally.questions import vehicle_name
from wreckoning.rulesets.rally.race import (
    INCH,
    MAX_VEHICLES,
    MAX_WEAPONS,
    MOST_STRESS,
    Course,
    Phase,
    Race,
    Status,
    Terrain,
    Vehicle,
)
from wreckoning.rulesets.rally.rules.deployment import AWAY, group_of, is_free_spot
from wreckoning.rulesets.rally.rules.missions import has_gate

FIRST_OF_LAP = 1  # the gate that follows gate 1, with which a lap is complete
MOST = 10_000  # of points and all that is only counted


def wrong(where: str, expected: str, found: object, rule: str) -> NoReturn:
    """Refuse a value of a position."""
    raise Illegal(f"position.{where}: expected {expected}, found {found}", rule)


def within(where: str, value: int, low: int, high: int, rule: str) -> None:
    """Refuse a number out of bounds."""
    if not low <= value <= high:
        wrong(where, f"{low} to {high}", value, rule)


# --- what follows from the rest


def complete_vehicles(race: Race, given: Collection[Place]) -> None:
    """Complete sizes, hit points, statuses and gates that the position leaves open."""
    for index in range(race.vehicle_count):
        vehicle = race.vehicles[index]
        _complete_size(race, index)
        is_put = ("bodies", index, "x") in given or ("bodies", index, "y") in given
        is_open = ("vehicles", index, "status") not in given
        if is_put and is_open and vehicle.status == Status.WAITING:
            vehicle.status = Status.DRIVING
        _complete_hit_points(race, vehicle, given)
        _complete_gates(race, vehicle, given)
        _complete_crossing(race, vehicle, given)
    if race.phase > Phase.DEPLOY and ("phase",) in given:
        _deploy_the_rest(race, given)


def _complete_hit_points(race: Race, vehicle: Vehicle, given: Collection[Place]) -> None:
    """Give destroyed vehicles no hit points, and others all of theirs if they have none."""
    if ("vehicles", vehicle.index, "hit_points") in given:
        return
    if vehicle.status in (Status.WRECKED, Status.DESTROYED):
        vehicle.hit_points = 0
    elif vehicle.hit_points == 0:
        vehicle.hit_points = race.builds[vehicle.index].hit_points


def _complete_size(race: Race, index: int) -> None:
    body = race.bodies[index]
    if (body.half_length, body.half_width) == (0, 0):
        body.half_length, body.half_width = _size(race, index)


def _size(race: Race, index: int) -> tuple[int, int]:
    """Half the length and half the width of a vehicle's base (V11)."""
    kind = race.builds[index].kind
    card = next(card for card in vehicle_cards().values() if card.code == kind)
    return card.length // 2, card.width // 2


def _complete_gates(race: Race, vehicle: Vehicle, given: Collection[Place]) -> None:
    """The next gate and the laps follow from the gates crossed in all, or these from them."""
    places = [("vehicles", vehicle.index, name) for name in ("gates", "gate", "lap")]
    is_counted, has_gate_given, has_lap = (place in given for place in places)
    if not is_counted and (has_gate_given or has_lap):
        next_gate = vehicle.gate if has_gate_given else FIRST_OF_LAP
        vehicle.gates = gates_before(race.course, next_gate, vehicle.lap)
    gate, lap = gate_and_lap(race, vehicle.gates)
    if ("vehicles", vehicle.index, "gate") not in given:
        vehicle.gate = gate
    if ("vehicles", vehicle.index, "lap") not in given:
        vehicle.lap = lap


def _complete_crossing(race: Race, vehicle: Vehicle, given: Collection[Place]) -> None:
    """A vehicle astride the next gate came straight through it up to its place (V21)."""
    index = vehicle.index
    is_open = ("vehicles", index, "through") not in given
    is_put = any(("bodies", index, name) in given for name in ("x", "y", "heading"))
    is_counted = any(("vehicles", index, name) in given for name in ("gates", "gate", "lap"))
    if not is_open or not (is_put or is_counted):
        return
    through = 0
    if vehicle.status == Status.DRIVING and has_gate(race, vehicle):
        through = _corners_astride(race.bodies[index], race.course.gates[vehicle.gate])
    vehicle.through = through if through != ALL_CORNERS else 0


def _corners_astride(body: Body, gate: Gate) -> int:
    """The corners through a gate of a body that has driven up straight from behind its line."""
    path, came_from = Path(), body.copy()
    way = 2 * (body.half_length + body.half_width)
    dx, dy = forward(body.heading, -way)
    place(came_from, body.x + dx, body.y + dy, body.heading)
    add_straight(path, way)
    return corners_through(path, came_from, gate, way, 0)


def gates_before(course: Course, gate: int, lap: int) -> int:
    """The number of gates crossed before the next one, after some laps.

    Before gate 1, with no lap complete, is before the start, if the race begins there.
    """
    passed = lap * course.gate_count + gate
    if gate == 0 and (lap or course.first_gate):
        passed += course.gate_count
    return max(passed - course.first_gate, 0)


def gate_and_lap(race: Race, gates: int) -> tuple[int, int]:
    """The next gate, from 0, and the laps completed after a number of gates."""
    course = race.course
    following = course.first_gate + gates
    return following % course.gate_count, max(0, following - 1) // course.gate_count


def _deploy_the_rest(race: Race, given: Collection[Place]) -> None:
    """Vehicles still waiting once the game has begun stand on the first free spots."""
    for index in range(race.vehicle_count):
        vehicle = race.vehicles[index]
        if vehicle.status != Status.WAITING or ("vehicles", index, "status") in given:
            continue
        group, course = group_of(race, vehicle.owner), race.course
        for spot in range(course.spot_count):
            if course.spot_group[spot] == group and is_free_spot(race, index, spot, AWAY):
                at = course.spot_x[spot], course.spot_y[spot], course.spot_heading[spot]
                place(race.bodies[index], *at)
                vehicle.status = Status.DRIVING
                break


# --- what no game comes to


def check_vehicles(race: Race) -> None:
    """Check the figures and the places of vehicles. Raises Illegal."""
    for index in range(race.vehicle_count, MAX_VEHICLES):
        if race.vehicles[index].status or race.vehicles[index].hit_points:
            wrong(f"vehicles[{index}]", f"{race.vehicle_count} vehicles", "another", "W33")
    for index in range(race.vehicle_count):
        _check_figures(race, race.vehicles[index])
        _check_gates(race, race.vehicles[index])
        _check_place(race, index)


def _check_figures(race: Race, vehicle: Vehicle) -> None:
    where, build = f"vehicles[{vehicle.index}]", race.builds[vehicle.index]
    for field in Vehicle.fields:
        if not field.length and field.between is None:
            within(f"{where}.{field.name}", getattr(vehicle, field.name), 0, MOST, "W2")
    within(f"{where}.stress", vehicle.stress, 0, MOST_STRESS, "W8")
    is_lost = vehicle.status in (Status.WRECKED, Status.DESTROYED)
    least, most = (0, 0) if is_lost else (1, build.hit_points)
    within(f"{where}.hit_points", vehicle.hit_points, least, most, "W12")
    _check_status(race, vehicle)
    check_extra(vehicle, f"position.{where}", "V51")
    if vehicle.boosted and not build.boost:
        wrong(f"{where}.boosted", "a vehicle with a Boost", "one without", "W31")
    for slot in range(MAX_WEAPONS):
        if vehicle.fired[slot] and not build.weapons[slot].one_use:
            wrong(f"{where}.fired[{slot}]", "a One Use weapon used up", "another", "W13")


def _check_status(race: Race, vehicle: Vehicle) -> None:
    """Before the deployment all vehicles wait, after it none; wrecks exist only if they stay."""
    where, status = f"vehicles[{vehicle.index}].status", Status(vehicle.status).name.lower()
    if race.phase == Phase.ROLL_OFF and vehicle.status != Status.WAITING:
        wrong(where, "waiting before the deployment", status, "W40")
    if race.phase == Phase.DEPLOY and vehicle.status not in (Status.WAITING, Status.DRIVING):
        wrong(where, "waiting or driving in the deployment", status, "W40")
    if race.phase > Phase.DEPLOY and vehicle.status == Status.WAITING:
        wrong(where, "a place for every vehicle once the game has begun", status, "W40")
    if vehicle.status == Status.WRECKED and not race.switches.wrecks_stay:
        wrong(where, "destroyed: wrecks do not stay", status, "V3")


def _check_gates(race: Race, vehicle: Vehicle) -> None:
    """Check that gate and lap match the gates crossed; corners astride are a set of four."""
    where = f"vehicles[{vehicle.index}]"
    gate, lap = gate_and_lap(race, vehicle.gates)
    if vehicle.gate != gate:
        wrong(f"{where}.gate", f"{gate} after {vehicle.gates} gates", vehicle.gate, "W18")
    if vehicle.lap != lap:
        wrong(f"{where}.lap", f"{lap} after {vehicle.gates} gates", vehicle.lap, "W34")
    within(f"{where}.through", vehicle.through, 0, ALL_CORNERS - 1, "V21")


def _check_place(race: Race, index: int) -> None:
    """Check that a vehicle has its size, and stands free on the board."""
    body, where = race.bodies[index], f"bodies[{index}]"
    half_length, half_width = _size(race, index)
    if (body.half_length, body.half_width) != (half_length, half_width):
        size = f"half its base, {half_length} × {half_width}"
        wrong(where, size, f"{body.half_length} × {body.half_width}", "V11")
    within(f"{where}.heading", body.heading, 0, TURN - 1, "W14")
    if race.vehicles[index].status not in (Status.DRIVING, Status.WRECKED):
        return
    if not is_on_table(body, race.course.table):
        wrong(where, "a place on the table", _at(body), "V6")
    if race.vehicles[index].status == Status.WRECKED:
        return
    for other in range(index):
        if race.vehicles[other].status == Status.DRIVING and bodies_overlap(
            body, race.bodies[other]
        ):
            found = f"{_at(body)}, where {vehicle_name(other)} stands"
            wrong(where, "a free place", found, "W22")
    for piece in range(race.course.piece_count):
        kind = race.course.piece_kind[piece]
        if kind not in (Terrain.IMPASSABLE, Terrain.EXPLODING) or race.gone[piece]:
            continue
        if overlaps_polygon(body, race.course.pieces[piece]):
            found = f"{_at(body)}, in {Terrain(kind).name.lower()} terrain ({piece + 1})"
            wrong(where, "a free place", found, "W23" if kind == Terrain.IMPASSABLE else "W25")


def _at(body: Body) -> str:
    return f"({body.x / INCH:.1f}, {body.y / INCH:.1f})"
