"""Running into racers: the Side Ram from diagonally behind, the Rush 'n' Crush from behind."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, plus, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.events import Displaced, RamHeld, Rush, SideRam
from wreckoning.rulesets.rush.numbers import Cause, Equipment, Modifier, Question, RamWith, Side
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import lose_structure
from wreckoning.rulesets.rush.rules.dice import BEST, die, referees_extra
from wreckoning.rulesets.rush.rules.equipment import may_use, use
from wreckoning.rulesets.rush.rules.litter import meet_litter
from wreckoning.rulesets.rush.rules.road import is_clear
from wreckoning.rulesets.rush.rules.standings import car_on, is_racing
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber

DISPLACES = 4
SAW_HITS = 4
BOTH_LOSE = 2  # on a rush die of at most this both lose a point
TARGET_LOSES = 3  # on a rush die of at most this the target does; with a Combat Bumper 1 more


@rule("N19", "N20", "N16")
def choose_ram_with(race: Race, car: Car, other: Car) -> int:
    """Side Bumper, Saw, both or nothing, before the die: what is armed and can be used."""
    bumper, saw = may_use(race, car, Equipment.SIDE_BUMPER), may_use(race, car, Equipment.SAW)
    pose(race, Question.RAM_WITH, car.seat, other.seat)
    offer(race, RamWith.NOTHING)
    if bumper:
        offer(race, RamWith.SIDE_BUMPER)
    if saw:
        offer(race, RamWith.SAW)
    if bumper and saw and race.activations > 1:
        offer(race, RamWith.BOTH)
    return choose(race)


@rule("N19", "D6", "D11")
def side_ram(race: Race, car: Car, other: Car, side: int) -> bool:
    """One die, +1 with the Side Bumper, for damage and displacement. True if it displaces.

    A car that this destroys is a wreck where it was pushed to, and meets nothing there.
    """
    car.contacts += 1
    place = other.square
    far = race.course.left[place] if side == Side.LEFT else race.course.right[place]
    clear = is_clear(race, far)
    tell(race, SideRam(car.seat, other.seat, place, side, clear))
    chosen = choose_ram_with(race, car, other)
    if chosen in (RamWith.SAW, RamWith.BOTH):
        use(race, car, Equipment.SAW)
    extra = referees_extra(car, Question.RAM_DIE) if car.extra_roll else 0
    bonus = 0
    if chosen in (RamWith.SIDE_BUMPER, RamWith.BOTH):
        use(race, car, Equipment.SIDE_BUMPER)
        bonus = plus(race, car.seat, Modifier.SIDE_BUMPER, 1)  # told with the roll: right before it
    result = die(race, car, Question.RAM_DIE, bonus, extra)
    displaced = clear and result >= DISPLACES
    if displaced:
        displace(race, other, far, car.seat)
    ram_damage(race, car, other, result, clear, far)
    if chosen in (RamWith.SAW, RamWith.BOTH):
        saw(race, car, other)
    if displaced and is_racing(other):
        meet_litter(race, other)
    if not displaced:
        tell(race, RamHeld(car.seat, other.seat))
    return displaced


@jitable
def displace(race: Race, other: Car, far: SquareNumber, by: SeatIndex) -> None:
    """Push a car into the square alongside. It has only now arrived there."""
    race.moves += 1
    tell(race, Displaced(other.seat, other.square, far, by))
    other.square = far
    other.arrived = race.moves


@rule("N19")
def ram_damage(
    race: Race, car: Car, other: Car, result: int, clear: bool, far: SquareNumber
) -> None:
    """1–2 hurts the rammer; clear, 5–6 the target; blocked, 4–6 the target, 6 also the blocker."""
    if result <= 2:
        lose_structure(race, car, 1, Cause.RAM, car.seat)
    elif result >= (5 if clear else 4):
        lose_structure(race, other, 1, Cause.RAM, car.seat)
    if result == BEST and not clear:
        third = NOBODY if far == NOWHERE else car_on(race, far)
        if third != NOBODY:
            lose_structure(race, race.cars[third], 1, Cause.RAM, car.seat)


@rule("N20")
def saw(race: Race, car: Car, other: Car) -> None:
    """A red die of its own: on 4–6 a structure point of the target's."""
    extra = referees_extra(car, Question.SAW_DIE) if car.extra_roll else 0
    if die(race, car, Question.SAW_DIE, 0, extra) >= SAW_HITS:
        lose_structure(race, other, 1, Cause.SAW, car.seat)


@rule("N21", "D7")
def rush_and_crush(race: Race, car: Car, other: Car) -> None:
    """The move ends. A die for each point of movement left, with that into the target's square.

    1–2: both lose a structure point; 3, with a Combat Bumper 4 too: the target alone.
    """
    car.contacts += 1
    dice = race.movement
    race.movement = 0
    race.dropping = 0
    tell(race, Rush(car.seat, other.seat, other.square, dice))
    extra = referees_extra(car, Question.RUSH_DIE) if car.extra_roll else 0
    for _ in range(dice):
        face = die(race, car, Question.RUSH_DIE, 0, extra)
        if face <= BOTH_LOSE:
            lose_structure(race, car, 1, Cause.RUSH, other.seat)
        if face <= TARGET_LOSES + car.figures.combat_bumper:
            lose_structure(race, other, 1, Cause.RUSH, car.seat)
