"""How everything that moves, comes or goes looks from above: small shapes of our own around (0, 0).

Karts have their true footprint, so that what touches is seen to touch; so have mushrooms.
"""

from __future__ import annotations

from wreckoning.core.shown import Shape, Symbol
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.kart.cards import footprint, karts
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.courses import BOX_SIZE, COIN_SIZE
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, MM, Weight
from wreckoning.rulesets.kart.view.layout import length
from wreckoning.show.pen import box, circle, curve, line, polygon, star

BOX, COIN, BANANA, BILL = "box", "coin", "banana", "bullet_bill"


def kart_symbol_name(weight: int) -> str:
    """A kart is drawn by its class."""
    return f"kart_{Weight(weight).name.lower()}"


def mushroom_symbol_name(polygon: Polygon) -> str:
    """A mushroom is drawn as big as it is."""
    return f"mushroom_{polygon.reach // MM}"


# Where the nose, the seat and the engine are, as shares of half the length; how broad it is.
BODIES = {
    "light": (0.55, 0.62, 1.0),
    "middle": (0.66, 0.8, 1.12),
    "heavy": (0.8, 0.98, 1.25),
}


def _kart(key: str) -> Symbol:
    """Bumpers all around the footprint, four wheels within it, a body as broad as its class."""
    long, wide = (length(side) / 2 for side in footprint())
    nose, belly, wheel = BODIES[key]
    tyre = 3.1 * wheel
    wheels = "".join(
        box(x * long, y * (wide - tyre / 2), long * 0.36 * wheel, tyre, 1.0)
        for x in (-0.62, 0.56)
        for y in (-1, 1)
    )
    hull = curve(
        [
            long + 0j,
            0.92 * long - wide * 0.45 * nose * 1j,
            0.35 * long - wide * 0.6 * belly * 1j,
            -0.35 * long - wide * 0.72 * belly * 1j,
            -0.96 * long - wide * 0.55 * belly * 1j,
            -long + 0j,
            -0.96 * long + wide * 0.55 * belly * 1j,
            -0.35 * long + wide * 0.72 * belly * 1j,
            0.35 * long + wide * 0.6 * belly * 1j,
            0.92 * long + wide * 0.45 * nose * 1j,
        ],
        True,
    )
    bumper = box(0.94 * long, 0, 0.12 * long, 2 * wide * 0.8, 0.8)
    bumper += box(-0.94 * long, 0, 0.12 * long, 2 * wide * 0.86, 0.8)
    stripe = line([0.28 * long + 0j, 0.84 * long + 0j])
    wheel_at = 0.2 * long
    return Symbol(
        f"kart_{key}",
        (
            Shape(box(0, 0, 2 * long, 2 * wide, 1.6), "outline:seat", 0.8),
            Shape(wheels, "dark"),
            Shape(bumper, "stone"),
            Shape(bumper, "outline:dark", 0.6),
            Shape(hull, "seat"),
            Shape(hull, "outline:dark", 0.9),
            Shape(stripe, "outline:light", 1.8),
            Shape(box(-0.34 * long, 0, 0.5 * long, wide * 0.95, 2), "dark"),
            Shape(line([wheel_at - 2.2j, wheel_at + 2.2j]), "outline:dark", 1.4),
            Shape(circle(-0.32 * long, 0, wide * 0.4), "light"),
            Shape(circle(-0.32 * long, 0, wide * 0.4), "outline:dark", 0.8),
            Shape(
                line([-0.18 * long - 1.8j, -0.14 * long + 0j, -0.18 * long + 1.8j]),
                "outline:dark",
                1.2,
            ),
        ),
    )


def _mushroom(polygon: Polygon) -> Symbol:
    """A red cap with spots."""
    radius = length(polygon.reach)
    cap = curve(polygon_points(radius), True)
    spots = circle(0, 0, 0.26 * radius) + "".join(
        circle(p.real, p.imag, 0.15 * radius) for p in polygon_points(0.66 * radius, 5)
    )
    return Symbol(
        mushroom_symbol_name(polygon),
        (
            Shape(cap, "bad"),
            Shape(cap, "outline:dark", 1.0),
            Shape(spots, "light"),
        ),
    )


def polygon_points(radius: float, corners: int = 10) -> list[complex]:
    """Around a circle."""
    return polygon(corners, radius, 18.0)


def _box() -> Symbol:
    """A parcel with a question mark."""
    half = length(BOX_SIZE * MM) / 2
    square = box(0, 0, 2 * half, 2 * half, 1.4)
    hook = curve(
        [-0.36 * half - 0.36j * half, -0.08 * half - 0.66j * half, 0.36 * half - 0.36j * half]
        + [0.1 * half + 0j, 0 + 0.24j * half]
    )
    return Symbol(
        BOX,
        (
            Shape(square, "item"),
            Shape(square, "outline:dark", 1.1),
            Shape(hook, "outline:dark", 1.5),
            Shape(circle(0, 0.58 * half, 0.9), "dark"),
        ),
    )


def _coin() -> Symbol:
    radius = length(COIN_SIZE * MM) / 2
    return Symbol(
        COIN,
        (
            Shape(circle(0, 0, radius), "sign"),
            Shape(circle(0, 0, radius), "outline:dark", 0.8),
            Shape(line([-0.45j * radius, 0.45j * radius]), "outline:hot", 1.2),
        ),
    )


def _banana() -> Symbol:
    """A peel: three arms from a stump."""
    arms = "".join(
        curve([0j, (4.4 + 1.2j) * turn, (7.6 + 0j) * turn, (4.2 - 1.4j) * turn], True)
        for turn in polygon(3, 1.0, -90.0)
    )
    return Symbol(
        BANANA,
        (
            Shape(arms, "outline:dark", 2.4),
            Shape(arms, "sign"),
            Shape(circle(0, 0, 1.7), "wood"),
        ),
    )


def _bill() -> Symbol:
    """A bullet with a fin and a temper."""
    long, wide = (length(side) / 2 for side in footprint())
    shell = curve(
        [long + 0j, 0.6 * long - 0.8j * wide, -0.7 * long - 0.8j * wide, -0.7 * long + 0.8j * wide]
        + [0.6 * long + 0.8j * wide],
        True,
    )
    tail = box(-0.82 * long, 0, 0.3 * long, 2 * wide, 1)
    return Symbol(
        BILL,
        (
            Shape(star(9, 0.36 * long, 0.2 * long, 0, -long + 0j), "hot"),
            Shape(tail, "dark"),
            Shape(shell, "dark"),
            Shape(shell, "outline:seat", 1.6),
            Shape(
                circle(0.42 * long, -0.34 * wide, 2) + circle(0.42 * long, 0.34 * wide, 2), "light"
            ),
            Shape(
                circle(0.47 * long, -0.34 * wide, 0.9) + circle(0.47 * long, 0.34 * wide, 0.9),
                "bad",
            ),
        ),
    )


def symbols(course: CourseFile) -> tuple[Symbol, ...]:
    """Every symbol that a piece on this course may name."""
    record = course.record
    mushrooms = {
        mushroom_symbol_name(record.solids[n]): _mushroom(record.solids[n])
        for n in range(record.solid_count)
        if record.solid_kind[n] == DESTRUCTIBLE
    }
    karts_drawn = (_kart(key) for key in karts())
    return (*karts_drawn, *mushrooms.values(), _box(), _coin(), _banana(), _bill())
