"""How the five kinds of vehicles look from above, driving and wrecked: shapes of our own.

Each has its true footprint (V11), so that what touches is seen to touch, and heads along +x. Points
are shares of half the length and half the width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rally.cards import VehicleCard, vehicles
from wreckoning.rulesets.rally.race import Kind
from wreckoning.rulesets.rally.view.scale import length
from wreckoning.show.pen import box, circle, curve, line, polygon, star

Half = Sequence[tuple[float, float]]  # the left half of an outline, from the nose to the tail


def kind_card(kind: int) -> VehicleCard:
    """The card of a kind of vehicle."""
    return next(card for card in vehicles().values() if card.code == kind)


def vehicle_symbol_name(kind: int) -> str:
    """A vehicle is drawn by its kind."""
    return f"vehicle_{Kind(kind).name.lower()}"


def wreck_symbol_name(kind: int) -> str:
    """What is left of it."""
    return f"wreck_{Kind(kind).name.lower()}"


class Drawing:
    """Points and outlines on a base of this kind."""

    def __init__(self, kind: Kind) -> None:
        card = kind_card(kind)
        self.long, self.wide = length(card.length) / 2, length(card.width) / 2

    def at(self, x: float, y: float) -> complex:
        """A point, in shares of the base's halves."""
        return complex(x * self.long, y * self.wide)

    def hull(self, half: Half) -> str:
        """A smooth outline, both sides alike."""
        left = [self.at(x, -y) for x, y in half]
        right = [self.at(x, y) for x, y in reversed(half) if y]
        return curve([*left, *right], True)

    def plate(self, half: Half) -> str:
        """An outline with corners, both sides alike."""
        left = [self.at(x, -y) for x, y in half]
        right = [self.at(x, y) for x, y in reversed(half) if y]
        return line([*left, *right], True)

    def block(self, x: float, y: float, wide: float, high: float, corner: float = 0.8) -> str:
        """A rectangle about a point."""
        centre = self.at(x, y)
        return box(centre.real, centre.imag, wide * self.long, high * self.wide, corner)

    def wheels(self, axles: Sequence[tuple[float, float, float, float]]) -> str:
        """A pair for each (where, how far out, how long, how broad)."""
        return "".join(
            self.block(x, side * out, long, broad, 1.6)
            for x, out, long, broad in axles
            for side in (-1, 1)
        )

    def strokes(self, *ends: tuple[float, float, float, float]) -> str:
        """Lines on both sides from (x, y) to (x, y)."""
        return "".join(
            line([self.at(ax, side * ay), self.at(bx, side * by)])
            for ax, ay, bx, by in ends
            for side in (-1, 1)
        )


def _car(d: Drawing) -> Iterator[Shape]:
    """A saloon with plates on its bonnet."""
    hull = d.hull([(0.93, 0), (0.9, 0.5), (0.6, 0.74), (-0.2, 0.8), (-0.7, 0.74), (-0.95, 0.55)])
    yield Shape(d.wheels([(0.52, 0.82, 0.36, 0.26), (-0.56, 0.82, 0.36, 0.26)]), "dark")
    yield from _painted(hull)
    roof = d.block(-0.14, 0, 0.62, 1.12, 4)
    glass = d.plate([(0.32, 0.52), (0.18, 0.58), (0.18, 0), (0.32, 0)])
    back = d.plate([(-0.5, 0.56), (-0.64, 0.48), (-0.64, 0), (-0.5, 0)])
    yield Shape(glass + back, "dark")
    yield Shape(roof, "seat")
    yield Shape(roof, "outline:dark", 1.0)
    yield Shape(d.block(0.64, 0, 0.3, 0.7, 1), "stone")
    yield Shape(d.block(0.64, 0, 0.3, 0.7, 1), "outline:dark", 0.9)
    yield Shape(d.strokes((0.5, 0.5, 0.84, 0.42)), "outline:dark", 0.8)


def _hotrod(d: Drawing) -> Iterator[Shape]:
    """A long bonnet open over its engine, broad tyres at the back, a small cab."""
    hull = d.hull([(0.95, 0), (0.92, 0.34), (0.2, 0.46), (-0.2, 0.66), (-0.8, 0.66), (-0.95, 0.4)])
    yield Shape(d.strokes((0.62, 0.3, 0.62, 0.8)), "outline:stone", 2.4)
    yield Shape(d.wheels([(0.62, 0.8, 0.3, 0.26), (-0.55, 0.76, 0.48, 0.46)]), "dark")
    yield from _painted(hull)
    block = d.block(0.38, 0, 0.44, 0.54, 1)
    pots = "".join(
        circle(p.real, p.imag, 2.5)
        for x in (0.24, 0.38, 0.52)
        for p in (d.at(x, -0.2), d.at(x, 0.2))
    )
    yield Shape(d.strokes((0.3, 0.3, 0.16, 0.74), (0.44, 0.3, 0.3, 0.74)), "outline:stone", 2.0)
    yield Shape(block, "dark")
    yield Shape(pots, "stone")
    cab = d.block(-0.36, 0, 0.46, 0.9, 5)
    yield Shape(d.plate([(-0.06, 0.42), (-0.16, 0.46), (-0.16, 0), (-0.06, 0)]), "dark")
    yield Shape(cab, "dark")
    yield Shape(d.block(-0.4, 0, 0.36, 0.72, 4), "seat")
    yield Shape(d.strokes((0.7, 0.1, 0.92, 0.1)), "outline:light", 1.2)


def _sports_car(d: Drawing) -> Iterator[Shape]:
    """A wedge with a stripe and a wing."""
    hull = d.hull(
        [(0.96, 0), (0.88, 0.42), (0.5, 0.78), (0.1, 0.66), (-0.4, 0.8), (-0.86, 0.72), (-0.9, 0.3)]
    )
    yield Shape(d.wheels([(0.52, 0.84, 0.34, 0.24), (-0.56, 0.84, 0.38, 0.28)]), "dark")
    yield from _painted(hull)
    yield Shape(d.strokes((0.9, 0.12, -0.84, 0.12)), "outline:light", 1.5)
    glass = d.hull([(0.3, 0), (0.2, 0.46), (-0.22, 0.54), (-0.5, 0.36), (-0.54, 0)])
    yield Shape(glass, "dark")
    yield Shape(d.block(-0.12, 0, 0.34, 0.74, 5), "seat")
    wing = d.block(-0.9, 0, 0.15, 1.7, 1.5)
    yield Shape(wing, "stone")
    yield Shape(wing, "outline:dark", 1.0)


def _buggy(d: Drawing) -> Iterator[Shape]:
    """Four big wheels on bare arms, a seat in a cage."""
    arms = d.strokes(
        *((0.58, 0.8, 0.3, 0.2), (0.58, 0.8, 0.7, 0.2)),
        *((-0.58, 0.78, -0.3, 0.2), (-0.58, 0.78, -0.75, 0.2)),
    )
    hull = d.hull([(0.94, 0), (0.86, 0.22), (0.3, 0.36), (-0.3, 0.46), (-0.84, 0.34), (-0.9, 0)])
    yield Shape(arms, "outline:stone", 2.0)
    tyres = d.wheels([(0.58, 0.8, 0.44, 0.38), (-0.58, 0.78, 0.5, 0.44)])
    yield Shape(tyres, "dark")
    treads = "".join(
        d.strokes((x + step, 0.66, x + step, 0.94))
        for x in (0.58, -0.58)
        for step in (-0.12, 0.0, 0.12)
    )
    yield Shape(treads, "outline:wall", 1.2)
    yield from _painted(hull)
    yield Shape(d.block(-0.06, 0, 0.4, 0.56, 4), "dark")
    yield Shape(d.block(-0.62, 0, 0.3, 0.46, 1.5), "stone")
    yield Shape(d.strokes((-0.72, 0.08, -0.52, 0.08)), "outline:dark", 1.2)
    cage = d.strokes((0.3, 0.3, -0.36, 0.4)) + line([d.at(0.3, -0.3), d.at(0.3, 0.3)])
    cage += line([d.at(-0.36, -0.4), d.at(-0.36, 0.4)])
    yield Shape(cage, "outline:dark", 2.6)
    yield Shape(cage, "outline:light", 1.2)


def _truck(d: Drawing) -> Iterator[Shape]:
    """A cab with a ram bar, and a bed full of crates behind."""
    wheels = [(0.58, 0.86, 0.28, 0.24), (-0.36, 0.86, 0.28, 0.26), (-0.74, 0.86, 0.28, 0.26)]
    yield Shape(d.wheels(wheels), "dark")
    cab = d.hull([(0.92, 0), (0.9, 0.56), (0.7, 0.78), (0.3, 0.8), (0.18, 0.7), (0.16, 0)])
    bed = d.block(-0.4, 0, 1.08, 1.64, 1.5)
    yield Shape(bed, "seat")
    yield Shape(bed, "outline:dark", 1.3)
    yield Shape(d.block(-0.4, 0, 0.96, 1.32, 1), "wood")
    yield Shape(
        "".join(line([d.at(x, -0.66), d.at(x, 0.66)]) for x in (-0.7, -0.5, -0.3, -0.1)),
        "outline:dark",
        0.7,
    )
    crates = d.block(-0.66, 0.26, 0.3, 0.62, 0.8) + d.block(-0.3, -0.3, 0.3, 0.5, 0.8)
    yield Shape(crates, "stone")
    yield Shape(crates, "outline:dark", 0.9)
    yield from _painted(cab)
    yield Shape(d.plate([(0.64, 0.6), (0.52, 0.68), (0.52, 0), (0.64, 0)]), "dark")
    yield Shape(d.block(0.34, 0, 0.3, 1.3, 3), "seat")
    yield Shape(d.block(0.34, 0, 0.3, 1.3, 3), "outline:dark", 0.9)
    bar = d.block(0.955, 0, 0.07, 1.6, 1)
    yield Shape(bar, "stone")
    yield Shape(bar, "outline:dark", 0.9)


def _painted(hull: str) -> Iterator[Shape]:
    yield Shape(hull, "seat")
    yield Shape(hull, "outline:dark", 1.4)


DRAWN: dict[Kind, Callable[[Drawing], Iterator[Shape]]] = {
    Kind.CAR: _car,
    Kind.HOTROD: _hotrod,
    Kind.SPORTS_CAR: _sports_car,
    Kind.BUGGY: _buggy,
    Kind.TRUCK: _truck,
}


def vehicle_symbol(kind: Kind) -> Symbol:
    """A vehicle: its shadow, the outline of its base, and what stands on it."""
    d = Drawing(kind)
    base = box(0, 0, 2 * d.long, 2 * d.wide, 3)
    return Symbol(
        vehicle_symbol_name(kind),
        (
            Shape(base, "outline:dark", 1.6),
            Shape(base, "outline:seat", 0.9),
            *DRAWN[kind](d),
        ),
    )


SOOT = (0.9, 1.02, 0.86, 1.0, 0.92, 1.04, 0.88, 1.0, 0.9, 1.03, 0.87)
BURNT = {"seat": "road", "outline:seat": "outline:dark", "light": "wall", "stone": "wall"}
BURNT_LINES = {"outline:light": "outline:wall", "outline:stone": "outline:wall", "wood": "dark"}


def wreck_symbol(kind: Kind) -> Symbol:
    """The same, burnt out: no colour left, holes, and a little fire."""
    d = Drawing(kind)
    burnt = BURNT | BURNT_LINES
    soot = curve(
        [
            d.at(1.04 * far * p.real, 1.3 * far * p.imag)
            for p, far in zip(polygon(11, 1), SOOT, strict=True)
        ],
        True,
    )
    holes = "".join(
        circle(p.real, p.imag, size)
        for p, size in ((d.at(0.3, -0.3), 4.5), (d.at(-0.34, 0.34), 6.0), (d.at(-0.05, -0.1), 3.5))
    )
    fire = star(8, 7.0, 3.6, 10, d.at(0.42, 0.2)) + star(7, 5.6, 2.6, 40, d.at(-0.5, -0.36))
    embers = star(7, 3.8, 1.8, 0, d.at(0.42, 0.2)) + star(6, 2.8, 1.3, 20, d.at(-0.5, -0.36))
    hull = tuple(
        Shape(shape.path, burnt.get(shape.paint, shape.paint), shape.width)
        for shape in DRAWN[kind](d)
    )
    rust = d.block(-0.3, -0.5, 0.3, 0.3, 2) + d.block(0.62, 0.3, 0.22, 0.3, 2)
    return Symbol(
        wreck_symbol_name(kind),
        (
            Shape(soot, "dark"),
            *hull,
            Shape(rust, "wood"),
            Shape(holes, "dark"),
            Shape(fire, "hot"),
            Shape(embers, "sign"),
        ),
    )
