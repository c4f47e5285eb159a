"""Equipment: arming and using it (N16), at any moment of a turn."""

from __future__ import annotations

from wreckoning.core.door import offer, offer_range
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.events import Armed, Heat, Used
from wreckoning.rulesets.rush.numbers import Cause, Equipment, Menu
from wreckoning.rulesets.rush.questions import MOST_BOOST
from wreckoning.rulesets.rush.race import KINDS, Car, Race
from wreckoning.rulesets.rush.rules.litter import may_drop
from wreckoning.rulesets.rush.rules.shooting import fire, target_behind, target_in_front

ACTIVATIONS = 2  # a turn


@rule("N16")
def may_move_counter(race: Race, car: Car, equipment: int) -> bool:
    """An Activation is left, the driver has this, and its counter was not moved this turn."""
    return race.activations > 0 and car.figures.has[equipment] != 0 and car.moved[equipment] == 0


@rule("N16")
def may_use(race: Race, car: Car, equipment: int) -> bool:
    """The same, and it is armed."""
    return car.armed[equipment] != 0 and may_move_counter(race, car, equipment)


@rule("N16")
def offer_equipment(race: Race, car: Car) -> None:
    """Offer equipment to arm, and equipment whose use has an effect now.

    Side Bumper and Saw are used in a Side Ram, the Booster at the end of the movement.
    """
    if race.activations == 0:
        return
    for equipment in range(KINDS):
        if not may_move_counter(race, car, equipment):
            continue
        if not car.armed[equipment]:
            offer(race, Menu.ARM + equipment)
        elif has_effect(race, car, equipment):
            offer(race, Menu.USE + equipment)


@rule("N22", "N23", "N25", "D19")
def has_effect(race: Race, car: Car, equipment: int) -> bool:
    """A car in range of the gun or the Flamer; heat to put out. The others wait for theirs."""
    if equipment == Equipment.MACHINE_GUN:
        return target_in_front(race, car) != NOBODY
    if equipment == Equipment.FLAMER:
        return target_behind(race, car) != NOBODY
    return equipment == Equipment.EXTINGUISHER and car.heat > 0


@rule("N24", "N26")
def offer_boost(race: Race, car: Car) -> None:
    """At the end of the movement: the Booster, and a mine on the square it would leave."""
    if may_use(race, car, Equipment.BOOSTER):
        offer_range(race, Menu.BOOST + 1, Menu.BOOST + MOST_BOOST)
        if may_drop(race, car):
            offer(race, Menu.MINE)


@jitable
def is_equipment(option: int) -> bool:
    """Whether this option of a menu arms or uses equipment."""
    return Menu.ARM <= option < Menu.USE + KINDS


@rule("N16")
def activate(race: Race, car: Car, option: int) -> None:
    """Arm or use the chosen equipment; it takes effect at once."""
    if option < Menu.USE:
        equipment = option - Menu.ARM
        race.activations -= 1
        car.moved[equipment] = 1
        car.armed[equipment] = 1
        tell(race, Armed(car.seat, equipment))
        return
    equipment = option - Menu.USE
    use(race, car, equipment)
    if equipment == Equipment.EXTINGUISHER:
        extinguish(race, car)
    else:
        fire(race, car, equipment)


@rule("N16")
def use(race: Race, car: Car, equipment: int) -> None:
    """Use equipment, which takes an Activation and disarms it."""
    race.activations -= 1
    car.moved[equipment] = 1
    car.armed[equipment] = 0
    tell(race, Used(car.seat, equipment))


@rule("N25", "N4")
def extinguish(race: Race, car: Car) -> None:
    """One heat point less."""
    car.heat -= 1
    tell(race, Heat(car.seat, -1, car.heat, Cause.EXTINGUISHER, car.seat))
