"""Draw the road to scale: its exact edge, the verge, the middle, gates, grid, boosts.

The tar ends exactly where the road of the rules ends, which shows the karts off it (G16); the
verge around it is smooth and means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.shown import Shape
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.kart.laying import bend_at
from wreckoning.rulesets.kart.race import MAX_KARTS, MM, Course
from wreckoning.rulesets.kart.view.layout import (
    Plan,
    box_of,
    length,
    pieces_of_road,
    point_of,
    posts,
    spot_of,
    within,
)
from wreckoning.show import pen
from wreckoning.show.landscape import Points
from wreckoning.show.shapes import edged

VERGE = 11.0  # beyond the road
KERB = 4.0
KERBED = 12 * DEGREE  # bends of at least this much have kerbs
KERB_ENDS = 45.0  # kerbs reach this far from the point of a bend
EDGE = 1.8  # the white line
SAMPLE = 3.0  # along an edge
POST = 4.2
ROWS = 2  # of chequers
CHEQUERS = 14  # across the finish line


def road(board: Plan) -> list[Shape]:
    """The whole road, lowest parts first."""
    pieces = pieces_of_road(board.course)
    tar = "".join(pen.line(corners, True) for corners in pieces)
    return [
        *_verge(board, pieces),
        Shape(tar, "road"),
        Shape(tar, "outline:road", 0.8),  # no seams
        *_edges(board, pieces),
        *_middle(board),
        *_grid(board),
        *_boosts(board),
        *_gates(board),
    ]


def _ring(board: Plan) -> list[complex]:
    record = board.course.record
    return [point_of(record.line_x[n], record.line_y[n]) for n in range(record.points)]


def _verge(board: Plan, pieces: list[list[complex]]) -> Iterator[Shape]:
    """The verge: smooth around the ring, a rim around other pieces."""
    more = "".join(pen.line(corners, True) for corners in pieces[board.course.record.points :])
    wide = length(board.course.document["road_width"] * MM)
    yield Shape(pen.curve(_ring(board), True), "outline:verge", round(wide + 2 * VERGE, 1))
    if more:
        yield Shape(more, "outline:verge", VERGE)


def _middle(board: Plan) -> Iterator[Shape]:
    ring = _ring(board)
    yield Shape(pen.dashes([*ring, ring[0]], 9, 11), "outline:stone", 1.2)


# --- the edge of the road


@dataclass(frozen=True)
class Run:
    """A part of the road's edge, drawn a little outside of it."""

    points: tuple[complex, ...]
    out: complex  # which way is off the road
    kerb: bool


def _edges(board: Plan, pieces: list[list[complex]]) -> list[Shape]:
    """The edges: white along straights; red and white kerbs in bends."""
    line, white, red = "", "", ""
    for run in _runs(board, pieces):
        if run.kerb:
            out = [point + run.out * KERB / 2 for point in (run.points[0], run.points[-1])]
            white += pen.line(out)
            red += pen.dashes(out, 8, 8)
        else:
            line += pen.line([p + run.out * EDGE / 2 for p in (run.points[0], run.points[-1])])
    shapes = [Shape(line, "outline:line", EDGE)]
    if white:
        shapes += [Shape(white, "outline:light", KERB), Shape(red, "outline:kerb", KERB)]
    return shapes


def _runs(board: Plan, pieces: list[list[complex]]) -> Iterator[Run]:
    """Every part of a piece's edge with no other piece of road behind it."""
    record = board.course.record
    for number, corners in enumerate(pieces):
        others = [piece for n, piece in enumerate(pieces) if n != number]
        for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
            out = (there - here) / abs(there - here) * -1j
            count = max(2, int(abs(there - here) / SAMPLE))
            points: Points = np.asarray(here + (there - here) * np.linspace(0, 1, count))
            bare = np.full(count, True)
            for piece in others:
                bare &= ~within(points + 0.4 * out, piece)
            ends = _kerbed_ends(record, number, here, there)
            yield from _split(points, bare, out, ends)


def _kerbed_ends(record: Course, number: int, here: complex, there: complex) -> tuple[bool, bool]:
    """Whether there is a bend at each end of a piece's edge."""
    if number >= record.points:
        return False, False
    ends = [number, (number + 1) % record.points]
    at = [point_of(record.line_x[end], record.line_y[end]) for end in ends]
    bends = [abs(bend_at(record, end)) >= KERBED for end in ends]
    near = [min((0, 1), key=lambda end: abs(at[end] - point)) for point in (here, there)]
    return bends[near[0]], bends[near[1]]


def _split(
    points: Points,
    bare: NDArray[np.bool_],
    out: complex,
    ends: tuple[bool, bool],
) -> Iterator[Run]:
    """Runs of points that are bare, each of one kind."""
    found: list[complex] = []
    kind = False
    whole = abs(points[-1] - points[0])
    for point, shown in zip(points.tolist(), bare.tolist(), strict=True):
        way = abs(point - points[0])
        kerb = (ends[0] and way < KERB_ENDS) or (ends[1] and whole - way < KERB_ENDS)
        kerb = kerb or all(ends)
        if found and (not shown or kerb != kind):
            if shown:
                found.append(point)
            if len(found) > 1:
                yield Run(tuple(found), out, kind)
            found = []
        if shown:
            found.append(point)
            kind = kerb
    if len(found) > 1:
        yield Run(tuple(found), out, kind)


# --- gates, the grid, boosts


def _gates(board: Plan) -> Iterator[Shape]:
    """A line between two posts with arrows through it; the last one is chequered."""
    record = board.course.record
    lines, arrows, feet, tops = "", "", "", ""
    for number in range(record.gate_count):
        left, right = posts(record.gates[number])
        across = (right - left) / abs(right - left)
        ahead = across * -1j
        if number == record.gate_count - 1:
            yield from _chequers(left, right, ahead)
        else:
            lines += pen.dashes([left, right], 7, 5)
        for aside in (-0.28, 0.0, 0.28):
            middle = (left + right) / 2 + (right - left) * aside + ahead * 11
            arrows += pen.line([middle + ahead * p for p in (-4 - 4.5j, 2 + 0j, -4 + 4.5j)])
        feet += "".join(pen.circle(post.real, post.imag, POST) for post in (left, right))
        tops += "".join(pen.circle(post.real, post.imag, POST * 0.45) for post in (left, right))
    yield Shape(lines, "outline:sign", 2.6)
    yield Shape(arrows, "outline:line", 2.0)
    yield from edged(feet, "sign", "dark", 1.2)
    yield Shape(tops, "dark")


def _chequers(left: complex, right: complex, ahead: complex) -> Iterator[Shape]:
    """The chequers of the finish, from post to post, behind the line."""
    size, step = abs(right - left) / CHEQUERS, (right - left) / CHEQUERS
    black, white = "", ""
    for row in range(ROWS):
        for column in range(CHEQUERS):
            corner = left + step * column - ahead * size * (row + 1)
            square = [corner, corner + step, corner + step + ahead * size, corner + ahead * size]
            if (row + column) % 2:
                black += pen.line(square, True)
            else:
                white += pen.line(square, True)
    yield Shape(white, "light")
    yield Shape(black, "dark")


def _grid(board: Plan) -> Iterator[Shape]:
    """The marks of the places on the grid, open to the back."""
    record, marks = board.course.record, ""
    long, wide = 21.0, 10.0
    for place in range(MAX_KARTS):
        point = point_of(record.grid_x[place], record.grid_y[place])
        ahead = pen.unit(record.grid_heading[place] / DEGREE)
        corners = (0 - wide * 1j, long - wide * 1j, long + wide * 1j, 0 + wide * 1j)
        marks += pen.line([point + ahead * corner for corner in corners])
    yield Shape(marks, "outline:line", 1.2)


def _boosts(board: Plan) -> Iterator[Shape]:
    """Pads with arrows."""
    record = board.course.record
    for number in range(record.boost_count):
        body = record.boosts[number]
        centre, heading = spot_of(body)
        ahead, long, wide = pen.unit(heading), length(body.half_length), length(body.half_width)
        pad = box_of(body)
        arrows = ""
        count = max(2, round(long / 9))
        for n in range(count):
            x = -long + (n + 0.5) * 2 * long / count
            barbs = (x - 4 - wide * 0.6j, x + 4 + 0j, x - 4 + wide * 0.6j)
            arrows += pen.line([centre + ahead * p for p in barbs])
        yield from edged(pen.line(pad, True), "item", "dark", 1.2)
        yield Shape(arrows, "outline:hot", 4.0)
        yield Shape(arrows, "outline:light", 1.6)
