"""The pieces on the board: vehicles, wrecks, terrain that can be removed."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Piece
from wreckoning.core.texts.wording import whose
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.questions import vehicle_name
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.view.figures import about_vehicle, weapons_of
from wreckoning.rulesets.rally.view.heaps import piece_symbol_name
from wreckoning.rulesets.rally.view.layout import stays
from wreckoning.rulesets.rally.view.mounts import (
    ACTIVATED,
    hit_points_mount,
    stress_mount,
    weapon_mount,
)
from wreckoning.rulesets.rally.view.names import is_single, title_of, vehicle_word, weapon_card
from wreckoning.rulesets.rally.view.scale import middle_of, spot_of
from wreckoning.rulesets.rally.view.vehicles import vehicle_symbol_name, wreck_symbol_name
from wreckoning.rulesets.rally.view.words import terrain_about
from wreckoning.show.pieces import placed

LETTERS = 14  # of a name, at most


def vehicle_key(index: int) -> str:
    """The piece of a vehicle."""
    return f"vehicle:{index}"


def terrain_key(number: int) -> str:
    """The piece of terrain that can be removed."""
    return f"terrain:{number}"


def things(match: Match) -> list[Piece]:
    """Everything on the board except the table itself; the lowest comes first."""
    return [*_terrain(match), *_wrecks(match), *_vehicles(match)]


def _terrain(match: Match) -> Iterator[Piece]:
    race, course = match.race, match.course
    for number in range(race.course.piece_count):
        if race.gone[number] or stays(course, number):
            continue
        spot = middle_of(race.course.pieces[number]), 0.0
        about = piece_about(course, number)
        yield placed(terrain_key(number), piece_symbol_name(number), spot, about=about)


def piece_about(course: CourseFile, number: int) -> str:
    """The note on a piece of terrain: its name, its keyword, its effect."""
    record = course.record
    tall = bool(record.piece_tall[number])
    return terrain_about(course.piece_name(number), record.piece_kind[number], tall)


def _wrecks(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    for vehicle in race.vehicles[: race.vehicle_count]:
        if vehicle.status == Status.WRECKED:
            name = vehicle_word(match, vehicle.index)
            about = f"The wreck of {name}. Who runs into it may smash through it (W24, V3)."
            symbol = wreck_symbol_name(race.builds[vehicle.index].kind)
            spot = spot_of(race.bodies[vehicle.index])
            yield placed(vehicle_key(vehicle.index), symbol, spot, about=about)


def _vehicles(match: Match) -> Iterator[Piece]:
    """The vehicles, the active one last, so that it is drawn over all."""
    race: Race = match.race
    driving = [v for v in race.vehicles[: race.vehicle_count] if v.status == Status.DRIVING]
    for vehicle in sorted(driving, key=lambda vehicle: vehicle.index == race.active):
        owner = whose(match.names[vehicle.owner])
        title = title_of(match, vehicle.index)
        yield placed(
            vehicle_key(vehicle.index),
            vehicle_symbol_name(race.builds[vehicle.index].kind),
            spot_of(race.bodies[vehicle.index]),
            vehicle.owner,
            name_tag(match, vehicle.index),
            about_vehicle(match, vehicle, title, owner),
            tuple(_marks(match, vehicle)),
            mounted=(*weapon_mounts(race, vehicle), *_state_mounts(race, vehicle)),
        )


def name_tag(match: Match, index: int) -> str:
    """The tag of a vehicle: `Ann`; in a team with its number, as it is typed: `#3 Rusty`."""
    name = vehicle_word(match, index)
    if not is_single(match, index):
        name = f"{vehicle_name(index)} {name}"
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1].rstrip()}…"


def _marks(match: Match, vehicle: Vehicle) -> Iterator[str]:
    """The marks of a vehicle: whether it is active; hit points and stress."""
    if vehicle.index == match.race.active and not is_single(match, vehicle.index):
        yield "▶"
    yield f"♥{vehicle.hit_points}"
    if vehicle.stress:
        yield f"S{vehicle.stress}"


def weapon_mounts(race: Race, vehicle: Vehicle) -> Iterator[str]:
    """The names of the weapons drawn on a vehicle."""
    build = race.builds[vehicle.index]
    for slot, weapon in weapons_of(build):
        yield weapon_mount(weapon_card(weapon).key, build.kind, slot)


def _state_mounts(race: Race, vehicle: Vehicle) -> Iterator[str]:
    yield hit_points_mount(vehicle.hit_points, race.builds[vehicle.index].hit_points)
    if vehicle.stress:
        yield stress_mount(vehicle.stress)
    if vehicle.activated and race.active != vehicle.index:
        yield ACTIVATED
