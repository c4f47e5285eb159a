"""The path of a movement, from the number of its manoeuvre."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.paths import (
    Path,
    add_mirrored,
    add_path,
    add_pivot,
    add_slide,
    add_straight,
    clear_path,
)
from wreckoning.rulesets.kart.numbers import Side, Standing, Template, Way
from wreckoning.rulesets.kart.questions import MOST_SLIDE_STEPS, SIDES, STEP, WAYS
from wreckoning.rulesets.kart.race import GEARS, LYINGS, TEMPLATES, Laid, Race, Worths

BEARING = 45 * DEGREE  # of a slide


@rule("G7", "E5")
def standing_of(race: Race, gear: int, manoeuvre: int) -> int:
    """The standing of a manoeuvre in a gear. In reverse only straights, and only in Gear 1."""
    template, way = manoeuvre // WAYS, manoeuvre % WAYS
    if way == Way.REVERSE and (gear != 1 or template > Template.LONG):
        return Standing.FORBIDDEN
    if gear < 1 or gear > GEARS:
        return Standing.FORBIDDEN
    return race.templates[template].standing[gear - 1]


@rule("G8", "E3", "E25")
def lay(race: Race, path: Path, body: Body, manoeuvre: int) -> None:
    """The way of the kart's middle: straight on to the template in front of it, along the
    template, and straight on until the rear edge is at its far end.

    In reverse the same from the rear edge, and the front edge ends up there.
    """
    half = body.half_length
    clear_path(path, 0)
    if manoeuvre % WAYS == Way.REVERSE:
        laid: Laid = race.templates[manoeuvre // WAYS]
        add_straight(path, -half)
        add_straight(path, -laid.path.legs[0].length)
        add_straight(path, -half)
        return
    add_straight(path, half)
    add_template(race, path, body, manoeuvre)


@rule("G8", "E3", "E25")
def add_template(race: Race, path: Path, body: Body, manoeuvre: int) -> None:
    """The template, as it is to the right, mirrored to the left; then on by half the kart."""
    laid: Laid = race.templates[manoeuvre // WAYS]
    if manoeuvre % WAYS == Way.LEFT:
        add_mirrored(path, laid.path)
    else:
        add_path(path, laid.path)
    add_straight(path, body.half_length)


@rule("E6", "E25")
def add_slide_leg(race: Race, path: Path, manoeuvre: int, option: int) -> None:
    """The slide template at the template's end: at 45° to one side, the kart turned as chosen
    while its middle is on it. Half the kart leads on from its end.
    """
    half = path.legs[path.count - 1].length
    path.count -= 1
    length = race.templates[Template.SLIDE].path.legs[0].length
    side = option // SIDES
    turn = STEP * DEGREE * (option % SIDES - MOST_SLIDE_STEPS)
    bearing = BEARING if side == Side.RIGHT else -BEARING
    if manoeuvre % WAYS == Way.REVERSE:
        add_slide(path, -length, -bearing, turn)
    else:
        add_slide(path, length, bearing, turn)
    add_straight(path, half)


@rule("E7")
def lay_spin(path: Path, turn: int) -> None:
    """A turn about the centre."""
    clear_path(path, 0)
    add_pivot(path, turn)


@jitable
def is_spin(path: Path) -> bool:
    """Is it a turn about the centre, and no way at all?"""
    return path.count == 1 and path.legs[0].length == 0


@jitable
def forget(worths: Worths) -> None:
    """Empty a bot's notes, completely."""
    worths.seat = worths.x = worths.y = worths.heading = worths.gate = worths.known = 0
    for at in range(LYINGS * TEMPLATES):
        worths.worth[at] = 0


@jitable
def clear(path: Path) -> None:
    """Forget the path."""
    clear_path(path, 0)
