"""The dashboard of a car, like the printed one: gauges, and the gear matrix with the pawn."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import BAD, NEUTRAL, Cell, Gauge, Tone
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, HIGH_SPEED, white_dice
from wreckoning.rulesets.rush.spots import GEARS, SPEEDS, speed_of, spot_at
from wreckoning.rulesets.rush.view.words import ZONES, zone_words

LAST = 1  # this many points left, or fewer, are shown as danger
PAINTS = ("water", "sign", "hot", "bad")  # of the zones
ALL = "∞"
ROWS, ABOVE = 7, 4  # of the matrix: as many as fit in view; and how many of them above the pawn's


def gauges(race: Race, car: Car) -> Iterator[Gauge]:
    """Structure, Heat, Steering, Brake, Turbo; and mines, if the car lays them."""
    full = car.figures
    broken: Tone = BAD if car.structure <= LAST else NEUTRAL
    yield Gauge("Structure", car.structure, full.structure, broken, "At 0 the car is a wreck (N3).")
    hot: Tone = BAD if full.heat - car.heat <= max(LAST, race.matrix.zone[car.gear]) else NEUTRAL
    yield Gauge("Heat", car.heat, full.heat, hot, f"At {full.heat} the car is a wreck (N3).")
    yield Gauge("Steering", car.steering, full.steering, NEUTRAL, "A lane change each (N14).")
    yield Gauge("Brake", car.brake, full.brake, NEUTRAL, "A step slower each (N10).")
    yield Gauge(
        "Turbo", car.turbo, full.turbo, NEUTRAL, "A step faster each, but hotter (N10, N12)."
    )
    if full.mines:
        yield Gauge("Mines", car.mines, full.mines, NEUTRAL, "To drop on leaving a square (N26).")


def gear_grid(race: Race, car: Car) -> tuple[tuple[Cell | None, ...], ...]:
    """The gear matrix around the pawn, fastest first: the speeds of each gear, their white dice."""
    row = SPEEDS.index(speed_of(car.gear)) if car.gear else 0
    last = min(max(row + ABOVE, ROWS - 1), len(SPEEDS) - 1)
    rows = []
    for speed in reversed(SPEEDS[last + 1 - ROWS : last + 1]):
        cells = [_field(race, car, spot_at(gear, speed)) for gear in range(1, GEARS + 1)]
        rows.append((*cells, Cell(_dice_sign(speed), "", dice_words(speed))))
    return tuple(rows)


def _field(race: Race, car: Car, spot: int) -> Cell | None:
    zone = race.matrix.zone[spot]
    if zone < 0:
        return None
    text = str(speed_of(spot))
    return Cell(text, PAINTS[zone], f"the {ZONES[zone]} zone: {zone_words(zone)}", car.gear == spot)


def _dice_sign(speed: int) -> str:
    """`5▲`: the highest of 5 white dice; `2▼`: the lowest of 2."""
    dice = white_dice(speed)
    if speed <= FREE_SPEED:
        return ALL
    if dice < 2:
        return f"{dice}"
    return f"{dice}{'▲' if speed <= HIGH_SPEED else '▼'}"


def dice_words(speed: int) -> str:
    """`the highest of 4 white dice`."""
    dice = white_dice(speed)
    if speed <= FREE_SPEED:
        return "as many lane changes as wanted"
    if dice == 0:
        return "no lane changes but by Steering points"
    if dice == 1:
        return "lane changes: 1 white die"
    which = "highest" if speed <= HIGH_SPEED else "lowest"
    return f"lane changes: the {which} of {several(dice, 'white die', 'white dice')}"
