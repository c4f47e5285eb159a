"""The symbols of vehicles, driving and wrecked: drawings to scale (V11), in `data/symbols`."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Symbol
from wreckoning.rulesets.rally.race import Kind
from wreckoning.show.drawings import symbol

HOME = "wreckoning.rulesets.rally"


def vehicle_symbol_name(kind: int) -> str:
    """The name of a vehicle's symbol, by its kind."""
    return f"vehicle_{Kind(kind).name.lower()}"


def wreck_symbol_name(kind: int) -> str:
    """The name of its wreck's symbol."""
    return f"wreck_{Kind(kind).name.lower()}"


def vehicle_symbols() -> Iterator[Symbol]:
    """All symbols of vehicles and wrecks."""
    for kind in Kind:
        yield symbol(HOME, vehicle_symbol_name(kind))
        yield symbol(HOME, wreck_symbol_name(kind))
