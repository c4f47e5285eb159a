"""The symbols drawn over a vehicle: its weapons, hit points, stress, the activated marker.

Guns stand on the roof and look ahead. Weapons at the nose, the sides or the tail fit one kind of
vehicle, so there is a drawing for each kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rally.race import MOST_STRESS, Kind
from wreckoning.rulesets.rally.view.vehicles import HOME
from wreckoning.show.drawings import drawing, stamped, symbol
from wreckoning.show.pen import box

ROOF = (
    *("light_machine_gun", "twin_light_machine_guns", "heavy_machine_gun"),
    *("twin_heavy_machine_guns", "minigun", "rocket_launcher", "flamethrower", "driver_pistol"),
)
ROOF_AT = (-4 + 0j, -8 + 11j)  # by slot
FIXED = (
    *("spiked_ram", "spiked_wheels", "wrecker_arm"),
    *("smoke_dropper", "oil_dropper", "spike_dropper"),
)
ACTIVATED = "activated"
BAR_STEPS = 12  # of the bar of hit points
BAR_LONG, BAR_HIGH, BAR_ASIDE = 46.0, 3.6, 14.4
DANGER, WARNING = 4, 8  # steps of the bar up to which it is red, and yellow


def hit_points_mount(left: int, most: int) -> str:
    """The name of the bar for these hit points out of all."""
    return f"hit_points_{(left * BAR_STEPS + most - 1) // most}"


def stress_mount(stress: int) -> str:
    """The name of the markers for this stress."""
    return f"stress_{stress}"


def weapon_mount(key: str, kind: int, slot: int) -> str:
    """A weapon on this kind of vehicle; the second gun stands next to the first."""
    base = Kind(kind).name.lower() if key in FIXED else f"roof{slot}"
    return f"{key}_{base}"


def mounts() -> Iterator[Symbol]:
    """All symbols over vehicles."""
    for key in ROOF:
        for slot, at in enumerate(ROOF_AT):
            yield Symbol(f"{key}_roof{slot}", stamped(drawing(HOME, key), [(at, 0.0)]))
    for key in FIXED:
        yield from (symbol(HOME, weapon_mount(key, kind, 0)) for kind in Kind)
    yield from (_bar(steps) for steps in range(BAR_STEPS + 1))
    yield from (symbol(HOME, stress_mount(number)) for number in range(1, MOST_STRESS + 1))
    yield symbol(HOME, ACTIVATED)


def _bar(steps: int) -> Symbol:
    """A bar of hit points along the right side; lost ones are dark."""
    left = -BAR_LONG / 2
    paint = "bad" if steps <= DANGER else "sign" if steps <= WARNING else "good"
    shapes = [Shape(box(0, BAR_ASIDE, BAR_LONG + 2, BAR_HIGH + 2, 1.4), "dark")]
    if steps:
        full = BAR_LONG * steps / BAR_STEPS
        shapes.append(Shape(box(left + full / 2, BAR_ASIDE, full, BAR_HIGH, 0.8), paint))
    return Symbol(f"hit_points_{steps}", tuple(shapes))
