"""How everything that moves looks from above: small shapes of our own around (0, 0)."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rush.cars import ARMOR, BUMPER, COMPUTER, MINELAYER, CarCard, cars
from wreckoning.show.pen import box, circle, curve, line, polygon, star

WRECK, MINE = "wreck", "mine"


def car_symbol_name(card: CarCard) -> str:
    """A car is drawn with what is fitted to it."""
    return f"car_{card.key}"


def _hull() -> str:
    """A muscle car: long bonnet, broad tail."""
    return curve(
        [10 + 0j, 9.4 - 3.9j, 6 - 5j, 0 - 5.4j, -7 - 5.6j, -9.8 - 4.8j, -10.2 + 0j]
        + [-9.8 + 4.8j, -7 + 5.6j, 0 + 5.4j, 6 + 5j, 9.4 + 3.9j],
        True,
    )


def _wheels() -> str:
    spots = ((-6.4, 5.6), (-6.4, -5.6), (6, 5.2), (6, -5.2))
    return "".join(box(x, y, 5, 2.6, 0.9) for x, y in spots)


def _car(card: CarCard) -> Symbol:
    hull = _hull()
    screen = curve([3.4 - 3.6j, 4.6 + 0j, 3.4 + 3.6j, 1 + 3.2j, 1.6 + 0j, 1 - 3.2j], True)
    rear = curve([-5.6 - 3j, -5.2 + 0j, -5.6 + 3j, -7 + 3.2j, -7 - 3.2j], True)
    stripes = line([4.8 - 1.1j, 9.6 - 1.1j]) + line([4.8 + 1.1j, 9.6 + 1.1j])
    return Symbol(
        car_symbol_name(card),
        (
            *_below(card),
            Shape(_wheels(), "dark"),
            Shape(hull, "seat"),
            Shape(hull, "outline:dark", 0.9),
            Shape(stripes, "outline:light", 1.0),
            Shape(screen, "dark"),
            Shape(rear, "dark"),
            *_above(card),
        ),
    )


def _below(card: CarCard) -> Iterator[Shape]:
    """What stands out from under the hull."""
    if BUMPER in card.fixed:
        teeth = line(
            [10 - 4j, 13.2 - 2.7j, 10.6 - 1.3j, 13.6 + 0j, 10.6 + 1.3j, 13.2 + 2.7j, 10 + 4j], True
        )
        yield Shape(teeth, "light")
        yield Shape(teeth, "outline:dark", 0.8)
    if MINELAYER in card.fixed:
        chute = box(-10.8, 0, 4, 7, 1)
        yield Shape(chute, "stone")
        yield Shape(chute, "outline:dark", 0.8)


def _above(card: CarCard) -> Iterator[Shape]:
    """What is bolted on."""
    if ARMOR in card.fixed:
        plates = (
            box(-2.2, -4.5, 9, 2.2, 0.5) + box(-2.2, 4.5, 9, 2.2, 0.5) + box(7.6, 0, 2.6, 5.4, 0.6)
        )
        rivets = "".join(circle(x, y, 0.5) for x in (-5.4, -2.2, 1) for y in (-4.5, 4.5))
        yield Shape(plates, "stone")
        yield Shape(plates, "outline:dark", 0.6)
        yield Shape(rivets, "dark")
    if COMPUTER in card.fixed:
        yield Shape(circle(-2.2, 0, 2.1), "light")
        yield Shape(circle(-2.2, 0, 2.1), "outline:dark", 0.6)
        yield Shape(line([-2.2 + 0j, -0.6 - 1.6j]), "outline:dark", 0.8)
    if MINELAYER in card.fixed:
        yield Shape(circle(-9.4, 0, 1.3), "bad")
        yield Shape(circle(-9.4, 0, 1.3), "outline:dark", 0.5)


def _wreck() -> Symbol:
    """Burnt out: bare ribs, soot around, an ember left."""
    soot = curve([p * (1 + 0.16 * (-1) ** n) for n, p in enumerate(polygon(14, 11.5))], True)
    hull = _hull()
    ribs = "".join(line([x - 4.4j, x + 4.4j]) for x in (-6.5, -2.5, 1.5, 5.5))
    crack = line([-8 - 2j, -4 + 1.5j, -1 - 2.4j, 3 + 1j, 8 - 1.6j])
    return Symbol(
        WRECK,
        (
            Shape(soot, "dark"),
            Shape(hull, "wall"),
            Shape(hull, "outline:seat", 1.5),
            Shape(ribs, "outline:dark", 1.5),
            Shape(crack, "outline:stone", 0.8),
            Shape(star(7, 4.2, 1.8, 20, -3 + 1j), "bad"),
            Shape(star(6, 2.6, 1.1, 5, -3 + 1j), "item"),
            Shape(circle(6.8, 7.4, 1.9) + circle(-8.6, 7.8, 1.5), "dark"),
        ),
    )


def _mine() -> Symbol:
    """A red marker with horns."""
    horns = star(8, 7, 4.4, 22.5)
    return Symbol(
        MINE,
        (
            Shape(horns, "dark"),
            Shape(circle(0, 0, 4.9), "bad"),
            Shape(circle(0, 0, 4.9), "outline:dark", 0.9),
            Shape(line([-2 - 2j, 2 + 2j]) + line([-2 + 2j, 2 - 2j]), "outline:light", 1.3),
        ),
    )


def symbols() -> tuple[Symbol, ...]:
    """Every symbol that a piece of this ruleset may name."""
    return (*(_car(card) for card in cars().values()), _wreck(), _mine())
