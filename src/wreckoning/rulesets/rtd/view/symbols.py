"""How everything that moves looks from above: small shapes of our own around (0, 0)."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.shown import Shape, Symbol
from wreckoning.show.pen import box, circle, curve, line, polygon, star, unit

KART_LENGTH, KART_WIDTH = 34.0, 20.0


def _kart(
    name: str, scale: float = 1.0, body: str = "seat", extra: tuple[Shape, ...] = ()
) -> Symbol:
    """A kart and its driver, heading along +x."""

    def at(*points: tuple[float, float]) -> list[complex]:
        return [scale * complex(x, y) for x, y in points]

    def part(x: float, y: float, width: float, height: float, corner: float) -> str:
        return box(x * scale, y * scale, width * scale, height * scale, corner * scale)

    wheels = part(-10.5, -8.2, 9, 4.6, 1.6) + part(-10.5, 8.2, 9, 4.6, 1.6)
    wheels += part(10, -7.6, 7.5, 4, 1.5) + part(10, 7.6, 7.5, 4, 1.5)
    axles = line(at((-10.5, -8), (-10.5, 8))) + line(at((10, -7.4), (10, 7.4)))
    hull = curve(
        at((17, 0), (15, -3.6), (8, -4.4), (2, -6.6), (-9, -6.4), (-15.6, -5), (-16.4, 0))
        + at((-15.6, 5), (-9, 6.4), (2, 6.6), (8, 4.4), (15, 3.6)),
        True,
    )
    bumper = line(at((-16.6, -6.5), (-16.6, 6.5)))
    seat = part(-4, 0, 11, 8.4, 4)
    wheel = curve(at((3.4, -3), (4.8, 0), (3.4, 3)))
    helmet, visor = (
        circle(-3.6 * scale, 0, 4.3 * scale),
        curve(at((-1.4, -3), (0.2, 0), (-1.4, 3), (-2.4, 0)), True),
    )
    stripe = line(at((6, 0), (15, 0)))
    return Symbol(
        name,
        (
            *extra,
            Shape(axles, "outline:dark", 1.6 * scale),
            Shape(wheels, "dark"),
            Shape(hull, body),
            Shape(hull, "outline:dark", 1.0 * scale),
            Shape(bumper, "outline:dark", 2.2 * scale),
            Shape(stripe, "outline:light", 1.8 * scale),
            Shape(seat, "dark"),
            Shape(wheel, "outline:light", 1.1 * scale),
            Shape(helmet, "light"),
            Shape(helmet, "outline:seat", 1.4 * scale),
            Shape(visor, "dark"),
        ),
    )


def _banana() -> Symbol:
    outside = [-10 - 2j, -5.4 + 4j, 2.6 + 5j, 8.8 + 0.6j, 10.4 - 5.4j]
    peel = curve([*outside, 7.6 - 5.6j, 4.2 - 0.6j, -2 + 0.6j, -7 - 4j], True)
    flap = curve([-1.4 + 1j, -3.4 + 5j, -7.6 + 8.8j, -3.8 + 8.2j, 0.8 + 5j, 3 + 1.2j], True)
    stalk = line([8.8 - 5j, 10.8 - 8.4j])
    return Symbol(
        "banana",
        (
            Shape(flap, "item"),
            Shape(flap, "outline:dark", 1.0),
            Shape(peel, "item"),
            Shape(peel, "outline:dark", 1.0),
            Shape(stalk, "outline:dark", 2.4),
        ),
    )


def crates(places: Sequence[complex], size: float = 15.0, turned: float = 0.0) -> tuple[Shape, ...]:
    """Item boxes: crates with a diamond on the lid."""
    lids = "".join(line(polygon(4, size * 0.7, turned + 45, at), True) for at in places)
    marks = "".join(line(polygon(4, size * 0.3, turned, at), True) for at in places)
    return (Shape(lids, "item"), Shape(lids, "outline:dark", 1.1), Shape(marks, "light"))


def _fake_box() -> Symbol:
    lid = box(0, 0, 15, 15, 2.6)
    cross = line([-3.6 - 3.6j, 3.6 + 3.6j]) + line([-3.6 + 3.6j, 3.6 - 3.6j])
    return Symbol(
        "fake_box",
        (Shape(lid, "bad"), Shape(lid, "outline:dark", 1.1), Shape(cross, "outline:light", 2.4)),
    )


def _shell(name: str, paint: str, spikes: bool = False) -> Symbol:
    """A domed shell with a rim."""
    shapes = [Shape(star(9, 10.5, 7.5), "light"), Shape(star(9, 10.5, 7.5), "outline:dark", 0.8)]
    rim, dome = circle(0, 0, 7.6), circle(0, 0, 5.6)
    ribs = "".join(line([2.4 * p / abs(p), p]) for p in polygon(5, 5.4, 90))
    return Symbol(
        name,
        (
            *(shapes if spikes else ()),
            Shape(rim, "light"),
            Shape(rim, "outline:dark", 0.9),
            Shape(dome, paint),
            Shape(line(polygon(5, 2.4, 90), True) + ribs, "outline:dark", 0.8),
        ),
    )


def _three_shells() -> Symbol:
    shapes: list[Shape] = []
    for at in polygon(3, 7.4, 30):
        shapes += [
            Shape(circle(at.real, at.imag, 5), "bad"),
            Shape(circle(at.real, at.imag, 5), "outline:dark", 0.9),
            Shape(circle(at.real, at.imag, 2), "light"),
        ]
    return Symbol("three_shells", tuple(shapes))


def _bomb() -> Symbol:
    fuse = curve([5 - 4j, 8 - 7j, 11 - 6j])
    return Symbol(
        "bomb",
        (
            Shape(fuse, "outline:wood", 1.8),
            Shape(star(6, 4, 1.8, 0, 11 - 6j), "item"),
            Shape(circle(0, 0, 7.4), "dark"),
            Shape(circle(-2.4, -2.6, 1.9), "light"),
        ),
    )


def warning(at: complex = 0j, size: float = 13.0, paint: str = "bad") -> tuple[Shape, ...]:
    """The sign of a hazard: a triangle with a mark of exclamation."""
    corners = [at + size * (p + 0.12j) for p in (0 - 1j, 0.95 + 0.68j, -0.95 + 0.68j)]
    edge = line(corners, True)
    bar = line([at - 0.36j * size, at + 0.22j * size])
    point = circle(at.real, at.imag + 0.5 * size, 0.11 * size)
    return (
        Shape(edge, "light"),
        Shape(edge, f"outline:{paint}", 0.22 * size),
        Shape(bar, "outline:dark", 0.2 * size),
        Shape(point, "dark"),
    )


def calm_warning(at: complex = 0j, size: float = 13.0) -> tuple[Shape, ...]:
    """The place of a hazard that is not there now."""
    corners = [at + size * (p + 0.12j) for p in (0 - 1j, 0.95 + 0.68j, -0.95 + 0.68j)]
    edge = line(corners, True)
    bar = line([at - 0.36j * size, at + 0.22j * size])
    return (
        Shape(edge, "ground"),
        Shape(edge, "outline:stone", 0.16 * size),
        Shape(bar + circle(at.real, at.imag + 0.5 * size, 0.5), "outline:stone", 0.16 * size),
    )


CHEVRON = (-0.5 - 0.75j, 0 - 0.75j, 0.5 + 0j, 0 + 0.75j, -0.5 + 0.75j, 0j)


def arrows(at: complex = 0j, size: float = 9.0, turned: float = 0.0) -> tuple[Shape, ...]:
    """The sign of a dash panel: chevrons that point ahead."""
    ahead = size * unit(turned)
    shapes = "".join(
        line([at + ahead * (shift + corner) for corner in CHEVRON], True)
        for shift in (-0.75, 0.0, 0.75)
    )
    return (Shape(shapes, "good"),)


def fork_sign(at: complex = 0j, size: float = 9.0, paint: str = "sign") -> tuple[Shape, ...]:
    """The sign of a path: a road that leaves another."""
    plate = box(at.real, at.imag, 2 * size, 2 * size, 0.45 * size)
    main = line([at + size * p for p in (-0.35 + 0.7j, -0.35 - 0.7j)])
    side = curve([at + size * p for p in (-0.35 + 0.35j, -0.1 - 0.05j, 0.4 - 0.2j, 0.45 - 0.65j)])
    return (
        Shape(plate, paint),
        Shape(plate, "outline:dark", 0.1 * size),
        Shape(main, "outline:light", 0.3 * size),
        Shape(side, "outline:light", 0.22 * size),
    )


def aim(at: complex = 0j, size: float = 9.0, paint: str = "bad") -> tuple[Shape, ...]:
    """The sign of an attack link: a ring with cross hairs."""
    hairs = "".join(line([at + 0.4 * size * p, at + 1.1 * size * p]) for p in (1, 1j, -1, -1j))
    return (
        Shape(circle(at.real, at.imag, 0.75 * size), f"outline:{paint}", 0.2 * size),
        Shape(hairs, f"outline:{paint}", 0.2 * size),
    )


def symbols() -> tuple[Symbol, ...]:
    """Every symbol that a piece of this ruleset may name."""
    glow = (Shape(star(12, 24, 18), "item"), Shape(star(12, 24, 18), "outline:light", 1.2))
    mist = (Shape(circle(0, 0, 20), "outline:light", 2.2),)
    return (
        _kart("kart"),
        _kart("kart_shrunk", 0.68),
        _kart("kart_star", extra=glow),
        _kart("kart_boo", body="light", extra=mist),
        _banana(),
        _fake_box(),
        _shell("green_shell", "good"),
        _shell("red_shell", "bad"),
        _shell("blue_shell", "water", spikes=True),
        _three_shells(),
        _bomb(),
        Symbol("hazard", warning()),
        Symbol("hazard_worse", (Shape(star(10, 20, 15, -90), "bad"), *warning(paint="dark"))),
        Symbol("path_open", fork_sign(paint="good")),
        Symbol("path_closed", fork_sign(paint="stone")),
    )
