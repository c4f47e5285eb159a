"""Prepared games for working out chances: an empty table, with what a rule needs on it."""

from __future__ import annotations

from wreckoning.core.door import take_up
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.geometry.bodies import place
from wreckoning.geometry.polygons import Polygon, settle_polygon
from wreckoning.odds.trials import Trials
from wreckoning.rulesets.rally.cards import weapons
from wreckoning.rulesets.rally.laying import set_kind
from wreckoning.rulesets.rally.numbers import Arc, Pace, Status, Terrain
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.teams.builds import fill_body, fill_build
from wreckoning.rulesets.rally.teams.model import Design, Mounted

TRIALS = Trials(Race, lambda race: int(race.players))
WIDTH, DEPTH = 60 * INCH, 48 * INCH
CLOSE = INCH // 2  # in assault range
SCREEN = INCH // 2  # half a side of what obstructs: it hides more than half of the lines
NEXT_TO = INCH // 100


def prepared(*designs: Design) -> Race:
    """A game of these vehicles, each with its own player, in a row across the table."""
    race = Race()
    race.players, race.rounds = max(2, len(designs)), 1
    race.course.table.width, race.course.table.depth = WIDTH, DEPTH
    race.switches.wrecks_stay = 1
    for number, player in by_seat(race.seats):
        player.seat, player.initiative = number, number
    for number, design in by_seat(designs):
        _enter(race, number, design)
    race.active, race.pace = 0, Pace.STAND
    take_up(race, [])
    return race


def _enter(race: Race, number: SeatIndex, design: Design) -> None:
    build, vehicle, body = race.builds[number], race.vehicles[number], race.bodies[number]
    fill_build(build, design)
    fill_body(body, design)
    vehicle.index, vehicle.owner = number, number
    vehicle.status, vehicle.hit_points = Status.DRIVING, build.hit_points
    race.vehicle_count = number + 1
    place(body, WIDTH // 4 + number * 12 * INCH, DEPTH // 2, 0)


def armed(vehicle: str, weapon: str = "", *modifications: str, driver: str = "") -> Design:
    """A vehicle with one weapon, or none."""
    mounted = (Mounted(weapon, modifications),) if weapon else ()
    return Design(vehicle, mounted, driver=driver)


def damage(race: Race, vehicle: Vehicle) -> None:
    """Take just enough hit points that more than half is lost (W17)."""
    while not has_lost_half(race, vehicle):
        vehicle.hit_points -= 1


def put_target(race: Race, gap: int) -> None:
    """Put the second vehicle at a distance from the first one's base, in its weapon's arc."""
    body, target, arc = race.bodies[0], race.bodies[1], race.builds[0].weapons[0].arc
    if arc == Arc.SIDE:
        far = body.half_width + gap + target.half_width
        place(target, body.x, body.y + far, 0)
        return
    far = body.half_length + gap + target.half_length
    place(target, body.x + (-far if arc == Arc.REAR else far), body.y, 0)


def put_screen(race: Race) -> None:
    """Put a tall narrow piece between the two: it blocks most lines of sight, not all (W11)."""
    body, target = race.bodies[0], race.bodies[1]
    x, y = (body.x + target.x) // 2, (body.y + target.y) // 2
    _box(race.course.pieces[0], x, y, SCREEN)
    race.course.piece_count = 1
    set_kind(race.course, 0, Terrain.IMPASSABLE)
    race.course.piece_tall[0] = 1


def put_piece(race: Race, kind: int, gap: int = NEXT_TO) -> int:
    """Put terrain ahead of the first vehicle, at a distance. Returns its number."""
    body, half = race.bodies[0], INCH
    _box(race.course.pieces[0], body.x + body.half_length + gap + half, body.y, half)
    race.course.piece_count = 1
    set_kind(race.course, 0, kind)
    return 0


def _box(piece: Polygon, x: int, y: int, half: int) -> None:
    piece.corners = 4
    piece.xs[:4] = [x - half, x + half, x + half, x - half]
    piece.ys[:4] = [y - half, y - half, y + half, y + half]
    settle_polygon(piece)


def weapon_keys(dropped: bool) -> tuple[str, ...]:
    """The weapons that are aimed, or those that are dropped."""
    return tuple(key for key, card in weapons().items() if (card.category == "dropped") == dropped)
