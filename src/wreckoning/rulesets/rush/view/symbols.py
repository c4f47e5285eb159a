"""The symbols of Rush 'n' Crush: drawings (`data/symbols`), and cars with their equipment."""

from __future__ import annotations

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rush.cars import ARMOR, BUMPER, COMPUTER, MINELAYER, CarCard, cars
from wreckoning.show.drawings import drawing, symbol

HOME = "wreckoning.rulesets.rush"
WRECK, MINE = "wreck", "mine"
# Equipment under the hull and on top of it, with its drawing
BELOW = ((BUMPER, "bumper"), (MINELAYER, "minelayer_chute"))
ABOVE = ((ARMOR, "armor"), (COMPUTER, "computer"), (MINELAYER, "minelayer_light"))


def car_symbol_name(card: CarCard) -> str:
    """The name of a car's symbol."""
    return f"car_{card.key}"


def symbols() -> tuple[Symbol, ...]:
    """All symbols that pieces of this ruleset name."""
    return (*map(_car, cars().values()), symbol(HOME, WRECK), symbol(HOME, MINE))


def _car(card: CarCard) -> Symbol:
    hull = drawing(HOME, "car")
    shapes = (*_fitted(card, BELOW), *hull, *_fitted(card, ABOVE))
    return Symbol(car_symbol_name(card), shapes)


def _fitted(card: CarCard, parts: tuple[tuple[str, str], ...]) -> tuple[Shape, ...]:
    """The drawings of the parts that this car has."""
    found = [drawing(HOME, name) for equipment, name in parts if equipment in card.fixed]
    return tuple(shape for shapes in found for shape in shapes)
