"""The rookie's room to drive: movement, free ways, and the turns that it may make."""

from __future__ import annotations

from typing import NamedTuple

from wreckoning.bots.rally.ways import Trial, lay
from wreckoning.core.rules import jitable
from wreckoning.geometry.paths import travel_of
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import HALF, Race, Vehicle
from wreckoning.rulesets.rally.rules.contacts import first_met
from wreckoning.rulesets.rally.rules.plans import TURN_COST, TURN_STEP, free_turns, is_alone

PARTS = 4  # the movement is divided into these parts; it may turn after each
FIRST_PART = -2  # the part from which it turns at once, without going all the way
LATER = 1 << 2 * MOST_STEPS + 1  # in the set of turns: it may turn after going straight on


class Leeway(NamedTuple):
    """The room of a vehicle to drive."""

    movement: int
    after_turn: int  # the movement after another turn
    ahead: int  # the free way straight on
    left: int  # the free turn to the left
    right: int  # the free turn to the right
    last_part: int  # the last part after which it may turn


@jitable
def turn_budget(race: Race, vehicle: Vehicle, budget: int) -> int:
    """The movement left after another manoeuvre."""
    return budget - (TURN_COST if race.turns >= free_turns(race, vehicle) else 0)


@jitable
def room_of(
    race: Race, vehicle: Vehicle, budget: int, after_turn: int, turns: int, last_part: int
) -> Leeway:
    """The room of a vehicle: its movement, and how far it gets straight on or turning."""
    path, left, right = race.trial, 0, 0
    lay(path, (budget // HALF, 0, 0))
    ahead, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
    if turns and is_alone(race, vehicle):
        left = right = MOST_STEPS * TURN_STEP
    elif turns:
        lay(path, (0, -MOST_STEPS, 0))
        left, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
        lay(path, (0, MOST_STEPS, 0))
        right, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
    return Leeway(budget, after_turn, ahead, left, right, last_part)


@jitable
def may_steer(turns: int, first: int, steps: int) -> bool:
    """True if this turn may come first, or if it comes later."""
    if steps == 0 or first != 0:
        return steps == 0 or turns & LATER != 0
    return (turns >> steps + MOST_STEPS) & 1 != 0


@jitable
def is_shut(room: Leeway, trial: Trial) -> bool:
    """True if anything is in the way before, or in, a turn."""
    first, steps, _ = trial
    if first > 0:
        return steps != 0 and first * HALF > room.ahead
    return abs(steps) * TURN_STEP > (room.left if steps < 0 else room.right)
