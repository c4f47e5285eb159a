"""The movement of an activation: Boost, pace, the plan leg by leg, and driving it."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_range, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.geometry.paths import add_straight, clear_path
from wreckoning.rulesets.rally.events import Boosted, PaceChosen, Waits
from wreckoning.rulesets.rally.numbers import Leg, Pace, Question
from wreckoning.rulesets.rally.questions import MOST_BACK, MOST_STEPS, STRAIGHT
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.driving_over import settle_driven_over
from wreckoning.rulesets.rally.rules.moving import Outcome, drive_plan
from wreckoning.rulesets.rally.rules.plans import add_option, boost_way, legs_open

MOST_AHEAD = 29  # half inches in one option: with the turns and GO as many as an ask holds
OPEN_AHEAD, OPEN_BACK = 20, 9  # half inches each way, while both are open


@rule("W6", "W14")
def choose_move(race: Race, vehicle: Vehicle) -> None:
    """A vehicle's whole movement: it may boost, chooses its pace, plans and drives.

    Vehicles it drove over lose control after its move. Asks BOOST, PACE, PLAN and the questions
    of driving; nothing of the plan is left behind.
    """
    if use_boost(race, vehicle):
        choose_pace(race, vehicle)
        if race.pace != Pace.STAND:
            drive_plans(race, vehicle)
    clear_path(race.path, 0)
    clear_path(race.trial, 0)
    settle_driven_over(race)


@rule("W31", "V37")
def use_boost(race: Race, vehicle: Vehicle) -> bool:
    """Its Boost, once, at the start: 9 inches straight at once. False if its movement is over."""
    if not race.builds[vehicle.index].boost or vehicle.boosted:
        return True
    way = boost_way(race, vehicle)
    if way == 0:
        return True
    pose(race, Question.BOOST, vehicle.owner, vehicle.index)
    offer_range(race, 0, 1)
    if choose(race) == 0:
        return True
    vehicle.boosted = 1
    tell(race, Boosted(vehicle.owner, vehicle.index))
    clear_path(race.path, 0)
    add_straight(race.path, way)
    outcome = drive_plan(race, vehicle)
    race.spent = 0
    return outcome != Outcome.STOPPED


@rule("W9", "W14")
def choose_pace(race: Race, vehicle: Vehicle) -> None:
    """Stand, drive or advance; a Slow vehicle never advances."""
    pose(race, Question.PACE, vehicle.owner, vehicle.index)
    offer_range(race, Pace.STAND, Pace.DRIVE)
    if not race.builds[vehicle.index].slow:
        offer(race, Pace.ADVANCE)
    race.pace = choose(race)
    movement = movement_of(race, vehicle, race.pace)
    tell(race, PaceChosen(vehicle.owner, vehicle.index, race.pace, movement))


@rule("V16", "V8", "W23")
def drive_plans(race: Race, vehicle: Vehicle) -> None:
    """Plan and drive, and plan the rest again if the movement was interrupted and survived.

    A vehicle that cannot go on then without reversing waits for the next activation.
    """
    while True:
        clear_path(race.path, 0)
        make_plan(race, vehicle)
        if race.path.count == 0 or drive_plan(race, vehicle) != Outcome.INTERRUPTED:
            return
        clear_path(race.path, 0)
        forward, back, turns, _ = legs_open(race, vehicle, race.path)
        if forward + back + turns == 0:
            tell(race, Waits(vehicle.owner, vehicle.index))
            return


@rule("V16")
def make_plan(race: Race, vehicle: Vehicle) -> None:
    """Plan leg after leg, until GO. Nothing happens on the board, and no die is rolled."""
    while True:
        pose_plan(race, vehicle)
        option = choose(race)
        if option == Leg.GO:
            return
        add_option(race.path, option)


@rule("W14", "V16")
def pose_plan(race: Race, vehicle: Vehicle) -> None:
    """Ask for the next leg: GO, forward and back by half inches, left and right by 5°."""
    forward, back, turns, may_go = legs_open(race, vehicle, race.path)
    pose(race, Question.PLAN, vehicle.owner, vehicle.index)
    if may_go:
        offer(race, Leg.GO)
    most_forward = OPEN_AHEAD if back else MOST_AHEAD
    most_back = OPEN_BACK if forward else MOST_BACK
    offer_range(race, Leg.FORWARD + 1, Leg.FORWARD + min(forward, most_forward))
    offer_range(race, Leg.BACK + 1, Leg.BACK + min(back, most_back))
    for side in (-1, 1):
        for step in range(1, MOST_STEPS + 1):
            if (turns >> MOST_STEPS + side * step) & 1:
                offer(race, STRAIGHT + side * step)
