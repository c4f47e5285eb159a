"""Decorate the wasteland with cracked earth, dunes, bones, old tracks, dry grass."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rally.view.layout import Plan
from wreckoning.rulesets.rally.view.scale import ahead_of, posts
from wreckoning.show import pen
from wreckoning.show.landscape import Room
from wreckoning.show.shapes import edged

DUNES, CRACKS, STONES, TUFTS = 9, 26, 70, 26
CELL = 62.0  # of cracked earth


def scenery(board: Plan) -> list[Shape]:
    """All scenery, lowest first."""
    room = Room(board.table, lambda point: float(abs(board.solid - point).min()))
    return [
        *_dunes(board),
        *_tracks(board),
        *_cracks(board, room),
        *_stones(room),
        *_bones(room),
        *_tufts(room),
    ]


def _dunes(board: Plan) -> Iterator[Shape]:
    """Long crests across the table, their lee in shadow."""
    table = board.table
    left, right = table.x - table.width / 2 + 5, table.x + table.width / 2 - 5
    top = table.y - table.height / 2
    lee, crests = "", ""
    for n in range(DUNES):
        y = top + (n + 0.6) * table.height / DUNES
        if n % 3 == 1:
            continue
        begin, end = left + (n * 37 % 100) / 100 * table.width * 0.4, right
        if n % 2:
            begin, end = left, right - (n * 53 % 100) / 100 * table.width * 0.45
        points = [
            complex(
                begin + (end - begin) * s / 12, y + 14 * sin(s / 12 * 2 * pi + n) + 5 * sin(s + n)
            )
            for s in range(13)
        ]
        high = 24 + n * 11 % 13
        back = [p + 1j * high * sin(pi * s / 12) for s, p in enumerate(points)]
        bottom, up = table.y + table.height / 2 - 3, top + 3
        back = [complex(p.real, min(max(p.imag, up), bottom)) for p in back]
        points = [complex(p.real, min(max(p.imag, up), bottom)) for p in points]
        lee += pen.curve([*points, *reversed(back[1:-1])], True)
        crests += pen.curve(points)
    yield from edged(lee, "stone", "verge", 5.0)
    yield Shape(crests, "outline:light", 0.8)


def _tracks(board: Plan) -> Iterator[Shape]:
    """Old tyre tracks out of every gate, soon lost in the sand."""
    ruts = ""
    for number in range(board.course.record.gate_count):
        gate = board.course.record.gates[number]
        left, right = posts(gate)
        ahead, across = ahead_of(gate), (right - left) / abs(right - left)
        for aside, bend in ((-0.2, 0.6), (0.14, -0.35)):
            start = (left + right) / 2 + (right - left) * aside
            points = []
            for step in range(-7, 12):
                far = step * 14.0
                at = start + ahead * far + across * bend * far * far / 420
                if _inside(board, at):
                    points.append(at)
            if len(points) > 3:
                ruts += pen.dashes(points, 5, 3)
                ruts += pen.dashes([point + across * 13 for point in points], 5, 3)
    if ruts:
        yield Shape(ruts, "outline:stone", 4.0)


def _inside(board: Plan, point: complex) -> bool:
    table = board.table
    return (
        abs(point.real - table.x) < table.width / 2 - 18
        and abs(point.imag - table.y) < table.height / 2 - 8
    )


def _cracks(board: Plan, room: Room) -> Iterator[Shape]:
    """Patches of cracked earth: cells with gaps between them."""
    found = ""
    for n, centre in enumerate(room.scattered(4 * CRACKS, 40)):
        if n % 4 and sin(centre.real / 170) + sin(centre.imag / 120 + 2) < 0.5:
            continue
        if room.at(centre) < 16:
            continue
        for arm in range(3):
            turned = n * 47 + arm * 120
            points = [centre]
            for step in range(1, 4):
                bend = 24 * sin(n * 1.7 + step * 2.3 + arm)
                points.append(points[-1] + pen.unit(turned + bend) * CELL / (3.2 + (n + step) % 3))
            if all(_inside(board, point) for point in points):
                found += pen.line(points)
    if found:
        yield Shape(found, "outline:wood", 0.9)


def _stones(room: Room) -> Iterator[Shape]:
    """Pebbles, each with its long shadow."""
    shadows, stones = "", ""
    for n, at in enumerate(room.scattered(STONES, 500)):
        if room.at(at) < 12:
            continue
        size = 1.8 + n * 7 % 5 * 0.7
        shadows += pen.line([at, at + (4 + 2.3j) * size / 3])
        stones += pen.line([at + p for p in pen.polygon(5, size, n * 31)], True)
    if stones:
        yield Shape(shadows, "outline:stone", 3.4)
        yield Shape(stones, "wall")


def _bones(room: Room) -> Iterator[Shape]:
    """A rib cage in the largest free space, and a skull next to it."""
    centre, free = room.roomiest(160, 900)
    if free < 46:
        return
    spine = pen.curve([centre + p for p in (-30 + 4j, -12 - 1j, 8 - 1j, 26 + 3j)])
    ribs = "".join(
        pen.curve([centre + x - 1j, centre + x + 4 + s * 9j, centre + x - 1 + s * 17j])
        for x in (-20, -11, -2, 7)
        for s in (-1, 1)
    )
    head = centre + 36 + 4j
    skull = pen.curve(
        [head + p for p in (-8 - 5j, 0 - 7j, 11 - 3j, 12 + 3j, 0 + 7j, -8 + 5j)], True
    )
    horns = pen.curve([head - 4 - 5j, head - 2 - 14j, head + 6 - 17j])
    horns += pen.curve([head - 4 + 5j, head - 2 + 14j, head + 6 + 17j])
    eyes = pen.circle(head.real, head.imag - 2.6, 1.7) + pen.circle(head.real, head.imag + 2.6, 1.7)
    yield Shape(spine + ribs + horns, "outline:wall", 4.2)
    yield Shape(spine + ribs + horns, "outline:light", 2.4)
    yield from edged(skull, "light", "wall", 1.1)
    yield Shape(eyes, "dark")


def _tufts(room: Room) -> Iterator[Shape]:
    """Dry grass."""
    blades = ""
    for at in room.scattered(TUFTS, 1300):
        if room.at(at) > 14:
            blades += pen.line([at - 3, at - 5 - 6j]) + pen.line([at, at + 1 - 8j])
            blades += pen.line([at + 3, at + 6 - 5j])
    if blades:
        yield Shape(blades, "outline:leaf", 1.5)
