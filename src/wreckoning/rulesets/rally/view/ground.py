"""Draw the table: everything that never moves in a game, with its gates of scrap."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Ground, Label, Landscape, Shape, Symbol
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.race import Terrain
from wreckoning.rulesets.rally.strips import is_in_strip, strip_lines
from wreckoning.rulesets.rally.view.heaps import removable_symbols
from wreckoning.rulesets.rally.view.layout import ARROW, ARROWS, Plan, plan
from wreckoning.rulesets.rally.view.mounts import mounts
from wreckoning.rulesets.rally.view.scale import ahead_of, point_of, posts
from wreckoning.rulesets.rally.view.scenery import scenery
from wreckoning.rulesets.rally.view.shades import DUSK, SHADE
from wreckoning.rulesets.rally.view.terrain import terrain
from wreckoning.rulesets.rally.view.vehicles import vehicle_symbols
from wreckoning.rulesets.rally.view.words import EFFECTS, terrain_about
from wreckoning.show import pen
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.shapes import edged
from wreckoning.show.table_board import rims

POST = 11.0
BEAM = 9.0
PLATE = 19.0  # the disc with the number
NUMBER = 27.0  # letters of it
CHEQUER = 9.0


ROLES = {
    Mission.TWO_LAP_RACE: (0, "start and finish"),
    Mission.ELIMINATION_RACE: (0, "the start"),
    Mission.ARENA_RACE: (0, "start, and the second line to be crossed"),
    Mission.OUTRUN: (-1, "the way out"),
    Mission.SCAVENGERS: (-1, "the way out"),
}


def role_of(course: CourseFile, gate: int) -> str:
    """The role of a gate, if it has one: start, finish, the way out."""
    at, role = ROLES.get(course.mission, (NOBODY, ""))
    count = course.record.gate_count
    return role if role and gate == at % count else ""


def is_finish(course: CourseFile, gate: int) -> bool:
    """Whether vehicles come home here."""
    return course.mission != Mission.ELIMINATION_RACE and role_of(course, gate) != ""


def arches(board: Plan) -> list[Shape]:
    """All gates, shadows first."""
    course, record = board.course, board.course.record
    shadows, lines, arrows, tips = "", "", "", ""
    for number in range(record.gate_count):
        left, right = posts(record.gates[number])
        across, ahead = (right - left) / abs(right - left), ahead_of(record.gates[number])
        fall = 2 * DUSK
        shadows += pen.line([left + fall, right + fall])
        lines += pen.dashes([left, right], 9, 6)
        for aside in ARROWS:
            at = (left + right) / 2 + (right - left) * aside
            arrows += pen.line([at - ahead * (ARROW - 3), at + ahead * (ARROW - 3)])
            tips += pen.line(
                [at + ahead * 22 - across * 11, at + ahead * ARROW, at + ahead * 22 + across * 11]
            )
    found = [
        Shape(shadows, f"outline:{SHADE}", BEAM),
        Shape(arrows + tips, "outline:dark", 6.5),
        Shape(arrows + tips, "outline:light", 3.6),
    ]
    for number in range(record.gate_count):
        found += _arch(course, number)
    return [*found, Shape(lines, "outline:sign", 1.6)]


def _arch(course: CourseFile, number: int) -> Iterator[Shape]:
    """An arch: two towers and a beam between them, chequered where laps end, with a plate."""
    left, right = posts(course.record.gates[number])
    across = (right - left) / abs(right - left)
    beam = [left, right]
    yield Shape(pen.line(beam), "outline:dark", BEAM + 3)
    yield Shape(
        pen.line(beam), "outline:light" if is_finish(course, number) else "outline:wall", BEAM
    )
    if is_finish(course, number):
        yield Shape(_chequers(left, right), "dark")
    else:
        braces, step, n = "", 14.0, 0
        while (n + 1) * step < abs(right - left):
            at = left + across * n * step
            side = across * 1j * (BEAM / 2 - 1)
            braces += pen.line(
                [at + side, at + across * step / 2 - side, at + across * step + side]
            )
            n += 1
        yield Shape(braces, "outline:dark", 1.2)
    for post in (left, right):
        tower = pen.line([post + p for p in pen.polygon(8, POST, 22.5)], True)
        yield from edged(tower, "wood", "dark", 2.0)
        yield Shape(pen.star(4, POST * 0.78, POST * 0.3, 45, post), "dark")
        yield Shape(pen.circle(post.real, post.imag, 3.4), "hot")
    middle = (left + right) / 2
    plate = pen.circle(middle.real, middle.imag, PLATE)
    yield from edged(plate, "sign", "dark", 2.6)


def _chequers(left: complex, right: complex) -> str:
    """The chequers: every other square along the beam, in two rows."""
    across, found = (right - left) / abs(right - left), ""
    half = across * 1j * BEAM / 2
    for n in range(int(abs(right - left) / CHEQUER)):
        at = left + across * n * CHEQUER
        row = half if n % 2 else -half
        corners = [at, at + across * CHEQUER, at + across * CHEQUER + row, at + row]
        found += pen.line(corners, True)
    return found


def plates(board: Plan) -> Iterator[Label]:
    """The numbers on the arches."""
    course = board.course
    for number in range(course.record.gate_count):
        left, right = posts(course.record.gates[number])
        middle = (left + right) / 2
        x, y = round(middle.real, 1), round(middle.imag, 1)
        yield Label(x, y, str(number + 1), NUMBER, "W18", gate_about(course, number))


def gate_about(course: CourseFile, number: int) -> str:
    """`Boiler Line: gate 1 of 4, start and finish. Crossed when the whole vehicle is over …`"""
    name, role = course.gate_name(number), role_of(course, number)
    of = f"{name}: gate {number + 1} of {course.record.gate_count}"
    what = f", {role}" if role else ""
    return f"{of}{what}. Crossed when the whole vehicle is over the line, as its arrows say."


RIM = 8.0
MARK = 5.0  # half the cross of a spot

LANDSCAPES: dict[str, Landscape] = {
    "gasket_gulch": "sand",
    "cinder_switchback": "ash",
    "dry_dock": "coast",
    "junction_seven": "rust",
    "long_way_home": "sawdust",
    "pylon_yard": "moor",
    "the_strainer": "snow",
}


def ground(course: CourseFile) -> Ground:
    """The table seen from above, drawn to scale, with its names. Drawn once, and kept."""
    return _ground(plan(course))


@lru_cache(maxsize=64)
def _ground(board: Plan) -> Ground:
    shapes = [
        Shape(board.table.path(), "verge"),
        *scenery(board),
        *_spots(board),
        *terrain(board),
        *arches(board),
        *_rim(board),
    ]
    labels = (*_piece_labels(board), *_gate_labels(board), *plates(board))
    symbols = tuple(_symbols(board.course))
    return Ground(
        board.width,
        board.height,
        tuple(shapes),
        labels,
        symbols,
        around="verge",
        landscape=landscape_of(board.course, LANDSCAPES),
    )


def _symbols(course: CourseFile) -> Iterator[Symbol]:
    """All symbols that pieces on this table name."""
    yield from vehicle_symbols()
    yield from mounts()
    yield from removable_symbols(course)


def _spots(board: Plan) -> Iterator[Shape]:
    """A small cross on each spot, open in the direction of the vehicle."""
    record, marks = board.course.record, ""
    for spot in range(record.spot_count):
        if record.mission == Mission.SCAVENGERS and is_in_strip(record, spot):
            continue
        at = point_of(record.spot_x[spot], record.spot_y[spot])
        ahead = pen.unit(record.spot_heading[spot] / DEGREE)
        marks += pen.line([at - ahead * MARK, at + ahead * MARK * 2])
        marks += pen.line([at - ahead * MARK * 1j, at + ahead * MARK * 1j])
    if record.mission == Mission.SCAVENGERS:
        for ends in strip_lines(record):
            marks += pen.dashes([point_of(*end) for end in ends], 6, 8)
    if marks:
        yield Shape(marks, "outline:light", 1.0)


def _rim(board: Plan) -> list[Shape]:
    """The wall around the table (V6): it begins where the sand ends."""
    rim, sand, outside = rims(board.table, RIM, (3, 5))
    posts = pen.dashes(_corners(board, RIM / 2), 4, 21)
    edges = (Shape(sand, "outline:dark", 1.4), Shape(outside, "outline:dark", 1.4))
    return [Shape(rim, "outline:wall", RIM), Shape(posts, "outline:wood", RIM), *edges]


def _corners(board: Plan, out: float) -> list[complex]:
    table = board.table
    x, y = table.width / 2 + out, table.height / 2 + out
    middle = complex(table.x, table.y)
    ring = [middle + complex(sx * x, sy * y) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [*ring, ring[0]]


# --- words


def _gate_labels(board: Plan) -> Iterator[Label]:
    for name in board.gates:
        x, y = pen.rounded(complex(name.rect.x, name.rect.y))
        yield Label(x, y, name.text, name.size, "W18", gate_about(board.course, name.number))


def _piece_labels(board: Plan) -> Iterator[Label]:
    record = board.course.record
    for name in board.pieces:
        kind, tall = record.piece_kind[name.number], bool(record.piece_tall[name.number])
        about, rule = terrain_about(name.text, kind, tall), EFFECTS[Terrain(kind)][1]
        x, y = pen.rounded(complex(name.rect.x, name.rect.y))
        yield Label(x, y, name.text, name.size, rule, about, name.turned)
