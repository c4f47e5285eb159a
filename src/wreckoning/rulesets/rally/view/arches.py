"""Draw the gates: arches of scrap, with their numbers and arrows."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Label, Shape
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.race import Mission
from wreckoning.rulesets.rally.view.layout import ARROW, ARROWS, Plan
from wreckoning.rulesets.rally.view.scale import ahead_of, posts
from wreckoning.rulesets.rally.view.shades import DUSK, SHADE
from wreckoning.show import pen
from wreckoning.show.shapes import edged

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
