"""Prepared races for working out chances: an empty table, with what a rule needs on it."""

from __future__ import annotations

from wreckoning.core.door import take_up
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE, TURN
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.paths import add_straight, clear_path
from wreckoning.geometry.polygons import settle_polygon
from wreckoning.odds.trials import Trials
from wreckoning.rulesets.kart.numbers import Orientation, Standing, Weight
from wreckoning.rulesets.kart.race import GEARS, MM, Obstruction, Race

TRIALS = Trials(Race, lambda race: int(race.racers))
TABLE = 1000 * MM  # a side of it
HALF_LENGTH, HALF_WIDTH = 20 * MM, 10 * MM


def prepared(karts: int, trivial: bool = False) -> Race:
    """A race of middle karts in Gear 1, far from each other; all templates are equal."""
    race = Race()
    race.racers = karts
    race.rounds = 1
    race.course.table.width = race.course.table.depth = TABLE
    for at in range(len(race.banana_owners)):
        race.banana_owners[at] = race.bill_owners[at] = NOBODY
    for laid in race.templates:
        laid.standing = [Standing.TRIVIAL if trivial else Standing.PERMITTED] * GEARS
    for seat in seat_range(karts):
        kart = race.karts[seat]
        kart.seat, kart.gear, kart.max_gear, kart.weight = seat, 1, GEARS, Weight.MIDDLE
        put(race.bodies[seat], (2 * seat + 2) * 4 * HALF_LENGTH, TABLE // 2, 0)
    take_up(race, [])
    return race


def put(body: Body, x: int, y: int, heading: int) -> None:
    """Put a body of a kart's size at a place."""
    place(body, x, y, heading)
    body.half_length, body.half_width = HALF_LENGTH, HALF_WIDTH


def put_against(body: Body, other: Body, orientation: int) -> None:
    """Put a body where it has just met another: front first, or side to side in a sideswipe."""
    x, y, heading = other.x, other.y, other.heading
    assert heading == 0, "turned bodies are met elsewhere"
    if orientation == Orientation.HEAD_ON:
        put(body, x + 2 * HALF_LENGTH, y, TURN // 2)
    elif orientation == Orientation.T_BONE:
        put(body, x, y - HALF_WIDTH - HALF_LENGTH, 90 * DEGREE)
    elif orientation == Orientation.SIDESWIPE:
        put(body, x, y + 2 * HALF_WIDTH, 0)
    else:
        put(body, x - 2 * HALF_LENGTH, y, 0)


def put_obstruction(race: Race, kind: int) -> int:
    """Put an obstruction ahead of the first kart, behind earlier things. Returns its number."""
    body, number = race.bodies[0], race.course.solid_count
    solid = race.course.solids[number]
    near = body.x + body.half_length + 3 * number * HALF_WIDTH
    far = near + 2 * HALF_WIDTH
    solid.corners = 4
    solid.xs[:4] = [near, far, far, near]
    solid.ys[:2] = [body.y - HALF_WIDTH] * 2
    solid.ys[2:4] = [body.y + HALF_WIDTH] * 2
    settle_polygon(solid)
    race.course.solid_count = number + 1
    race.course.solid_kind[number] = kind
    return number


def put_in_sight(race: Race, cover: int) -> None:
    """Put the second kart straight ahead of the first, with things between them."""
    body = race.bodies[0]
    put(race.bodies[1], body.x + 8 * HALF_LENGTH, body.y, 0)
    for _ in range(cover):
        put_obstruction(race, int(Obstruction.PIPE))


def put_box(race: Race) -> None:
    """Put an item box in the way straight ahead of the first kart."""
    body = race.bodies[0]
    put(race.course.boxes[0], body.x, body.y, 0)
    race.course.box_count = 1
    clear_path(race.path, 0)
    add_straight(race.path, MM)
