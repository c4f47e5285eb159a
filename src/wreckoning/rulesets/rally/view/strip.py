"""Draw the table in letters: for the terminal, and for players who use a screen reader.

The whole table from above, a letter for so much of an inch: terrain by its keyword, gates by their
numbers with an arrow, vehicles by letters with an arrow for where they look. While a plan is made
its way is dotted, `!` stands where it takes a test, and `@` is where the vehicle would be. While a
vehicle is set up the numbers of the spots stand where they are.
"""

from __future__ import annotations

from string import ascii_letters, ascii_uppercase

import numpy as np

from wreckoning.core.ids import SeatIndex
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.paths import stand_at, travel_of
from wreckoning.geometry.polygons import is_point_in_polygon
from wreckoning.rulesets.rally.forecast import Meeting, forecast
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import INCH, Race, Terrain, Vehicle
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.plans import met_words
from wreckoning.rulesets.rally.view.words import TERRAIN
from wreckoning.show.letters import OPEN, TableMap, arrow, legend

ROWS = 26  # at most
WAY, GHOST, WRECK, LINE, TEST = "·", "@", "x", ":", "!"
SIGNS = {
    Terrain.SLOW: "~",
    Terrain.BARRIER: "=",
    Terrain.IMPASSABLE: "#",
    Terrain.WRECKAGE: "%",
    Terrain.EXPLODING: "*",
}
GROUND = WAY + LINE + "".join(SIGNS.values())  # what an arrow may cover
LETTERS = ascii_uppercase + ascii_letters[:26]  # by number of vehicles


def strip(match: Match, seat: SeatIndex, width: int = 100) -> tuple[str, ...]:
    """The table in letters, with their meaning. Empty before vehicles may stand on it."""
    race: Race = match.race
    vehicles, spots = race.vehicles[: race.vehicle_count], _spots_offered(match, seat)
    if not spots and not any(vehicle.status == Status.DRIVING for vehicle in vehicles):
        return ()
    table = race.course.table
    drawn = TableMap(table.width, table.depth, width, ROWS, GROUND)
    _terrain(drawn, race)
    _gates(drawn, race)
    _plan(drawn, match, seat)
    order = sorted(vehicles, key=lambda v: (v.owner == seat, v.index == race.active))
    for vehicle in order:
        body = race.bodies[vehicle.index]
        if vehicle.status == Status.WRECKED:
            drawn.put(complex(body.x, body.y), WRECK)
        elif vehicle.status == Status.DRIVING:
            drawn.heading(complex(body.x, body.y), body.heading / DEGREE, LETTERS[vehicle.index])
    for spot in spots:
        drawn.number(complex(race.course.spot_x[spot], race.course.spot_y[spot]), spot + 1)
    return (*drawn.lines(), *_legend(match, seat, width))


def _spots_offered(match: Match, seat: SeatIndex) -> tuple[int, ...]:
    """The spots on which this seat may set a vehicle up now."""
    asked = [ask for ask in match.asks if ask.by == seat and ask.question == "spot"]
    return tuple(asked[0].options) if asked else ()


def _terrain(drawn: TableMap, race: Race) -> None:
    """The fields with their middle in a piece; a small piece at least at its own middle."""
    for number in range(race.course.piece_count):
        sign = SIGNS.get(Terrain(race.course.piece_kind[number]))
        if race.gone[number] or sign is None:
            continue
        piece = race.course.pieces[number]
        for row in range(drawn.rows):
            for column in range(drawn.columns):
                if is_point_in_polygon(piece, *drawn.middle(row, column)):
                    drawn.cells[row][column] = sign
        for corner in range(piece.corners):
            before = (corner - 1) % piece.corners
            here = complex(piece.xs[before], piece.ys[before])
            there = complex(piece.xs[corner], piece.ys[corner])
            middle = complex(piece.middle_x, piece.middle_y)
            _line(drawn, here * 0.8 + middle * 0.2, there * 0.8 + middle * 0.2, sign)


def _line(drawn: TableMap, one: complex, two: complex, letter: str, over: str = "") -> None:
    drawn.line(one, two, letter, 1 + int(abs(two - one) / (INCH / 2)), over)


def _gates(drawn: TableMap, race: Race) -> None:
    """A line with the number in its middle, and an arrow beyond it."""
    for number in range(race.course.gate_count):
        gate = race.course.gates[number]
        left, right = complex(gate.left_x, gate.left_y), complex(gate.right_x, gate.right_y)
        _line(drawn, left, right, LINE, OPEN)
        middle = (left + right) / 2
        ahead = (right - left) / abs(right - left) * -1j
        degrees = float(np.degrees(np.angle(ahead)))
        drawn.heading(middle, degrees, str((number + 1) % 10))


def _plan(drawn: TableMap, match: Match, seat: SeatIndex) -> None:
    """The way of the plan that this seat is making, and its end."""
    race: Race = match.race
    asked = [ask for ask in match.asks if ask.by == seat and ask.question == "plan"]
    if not asked or race.path.count == 0:
        return
    body, whole = race.bodies[asked[0].subject], travel_of(race.path)
    steps = max(2, whole // (INCH // 2))
    for step in range(steps + 1):
        x, y, _ = stand_at(race.path, body, whole * step // steps)
        drawn.put(complex(x, y), WAY)
    x, y, heading = stand_at(race.path, body, whole)
    drawn.heading(complex(x, y), heading / DEGREE, GHOST)
    for meeting in _meetings(match, seat):
        drawn.put(complex(*meeting.pose[:2]), TEST)


def _meetings(match: Match, seat: SeatIndex) -> tuple[Meeting, ...]:
    """What the plan that this seat is making would meet."""
    race: Race = match.race
    asked = [ask for ask in match.asks if ask.by == seat and ask.question == "plan"]
    if not asked or race.path.count == 0:
        return ()
    return tuple(forecast(race, race.vehicles[asked[0].subject], race.path).meetings)


def _legend(match: Match, seat: SeatIndex, width: int) -> list[str]:
    """The meaning of letters and signs, in lines that fit."""
    race: Race = match.race
    driving = [v for v in race.vehicles[: race.vehicle_count] if v.status == Status.DRIVING]
    driving.sort(key=lambda vehicle: vehicle.owner != seat)
    words = [_told(match, vehicle) for vehicle in driving]
    course = race.course
    kinds = {Terrain(course.piece_kind[n]) for n in range(course.piece_count) if not race.gone[n]}
    words += [f"{SIGNS[kind]} {TERRAIN[kind]}" for kind in sorted(kinds) if kind in SIGNS]
    wrecked = any(v.status == Status.WRECKED for v in race.vehicles[: race.vehicle_count])
    words += [f"{WRECK} wreck"] * wrecked
    if race.path.count and any(ask.question == "plan" for ask in match.asks):
        words += [f"{WAY} the planned way", f"{GHOST} its end"]
    if met := _meetings(match, seat):
        vehicle = race.vehicles[race.active]
        words += [f"{TEST} {met_words(match, vehicle, meeting, met[0])}" for meeting in met]
    words.append(f"{LINE} a gate, its arrow the way through")
    if _spots_offered(match, seat):
        words.append("numbers: the spots where it may be set up")
    return legend(words, width)


def _told(match: Match, vehicle: Vehicle) -> str:
    """`A Rusty → 7/10`."""
    race: Race = match.race
    name, most = vehicle_word(match, vehicle.index), race.builds[vehicle.index].hit_points
    way = arrow(race.bodies[vehicle.index].heading / DEGREE)
    return f"{LETTERS[vehicle.index]} {name} {way} {vehicle.hit_points}/{most}"
