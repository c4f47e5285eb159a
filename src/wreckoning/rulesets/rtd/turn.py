"""The order of play. Read it like the turn summary.

0 start      High Acceleration, Rocket Starts; the grid
1 action     the order of actions, High Acceleration, orders; then a slot for each driver
2 movement   Blue Shells, course features, jockeying, Fall Backs, Pull Aheads, the finish line
3 cleanup    item boxes, fakes, events, statuses, Momentum, order and laps
"""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import as_seat
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import TurnBegins
from wreckoning.rulesets.rtd.numbers import Phase
from wreckoning.rulesets.rtd.race import Race
from wreckoning.rulesets.rtd.rules.actions import action_slot, give_orders
from wreckoning.rulesets.rtd.rules.blue_shell import blue_shells_strike
from wreckoning.rulesets.rtd.rules.cleanup import (
    course_events,
    end_turn,
    settle_all_momentum,
    settle_order,
)
from wreckoning.rulesets.rtd.rules.features import course_features
from wreckoning.rulesets.rtd.rules.loot import fakes_strike, item_boxes
from wreckoning.rulesets.rtd.rules.momentum import high_acceleration
from wreckoning.rulesets.rtd.rules.movement import (
    end_race,
    fall_backs,
    finish_line,
    is_decided,
    jockey,
    pull_aheads,
)
from wreckoning.rulesets.rtd.rules.referee import ordered_check
from wreckoning.rulesets.rtd.rules.standings import index_of, is_racing
from wreckoning.rulesets.rtd.rules.start import rocket_starts, set_grid

# The rulebook's phases, as the log names them
PHASES = {
    **dict.fromkeys(range(Phase.ROCKET_START, Phase.TURN_START), "The start"),
    **dict.fromkeys(range(Phase.ORDERS, Phase.BLUE_SHELLS), "Action phase"),
    **dict.fromkeys(range(Phase.BLUE_SHELLS, Phase.ITEM_BOXES), "Movement phase"),
    **dict.fromkeys(range(Phase.ITEM_BOXES, Phase.OVER), "Cleanup phase"),
}


def phase_of(race: Race) -> int:
    """The phase of the next step."""
    return race.phase


@jitable
def is_over(race: Race) -> bool:
    """Whether the race has ended."""
    return race.phase == Phase.OVER


@jitable
def step(race: Race) -> None:
    """Play on to the next checkpoint: one phase, or one driver's slot of it."""
    phase = race.phase
    if race.check.ordered:
        ordered_check(race)
    elif phase <= Phase.GRID:
        start_phase(race, phase)
    elif phase <= Phase.ACTIONS:
        player_action_phase(race, phase)
    elif phase <= Phase.FINISH_LINE:
        movement_phase(race, phase)
    else:
        cleanup_phase(race, phase)


@jitable
def start_phase(race: Race, phase: int) -> None:
    """Turn 0."""
    if phase == Phase.ROCKET_START:
        rocket_starts(race)
        race.phase = Phase.GRID
    else:
        set_grid(race)
        race.phase = Phase.TURN_START


@jitable
def player_action_phase(race: Race, phase: int) -> None:
    """Phase 1 of a turn."""
    if phase == Phase.ACTIONS:
        action_phase(race)
    elif phase == Phase.ORDERS:
        orders(race)
    else:
        begin_turn(race)
        race.phase = Phase.ORDERS


@jitable
def movement_phase(race: Race, phase: int) -> None:
    """Phase 2 of a turn."""
    if phase == Phase.BLUE_SHELLS:
        blue_shells_strike(race)
        race.phase = Phase.FEATURES
    elif phase == Phase.FEATURES:
        course_features(race)
        race.phase = Phase.JOCKEYING
    elif phase == Phase.JOCKEYING:
        jockeying(race)
    elif phase == Phase.FALL_BACKS:
        fall_backs(race)
        race.phase = Phase.PULL_AHEADS
    elif phase == Phase.PULL_AHEADS:
        pull_aheads(race)
        race.phase = Phase.FINISH_LINE
    else:
        finish_line(race)
        if is_decided(race):
            end_race(race)
            race.phase = Phase.OVER
        else:
            race.phase = Phase.ITEM_BOXES


@jitable
def cleanup_phase(race: Race, phase: int) -> None:
    """Phase 3 of a turn."""
    if phase == Phase.ITEM_BOXES:
        item_boxes(race)
        race.phase = Phase.FAKES
    elif phase == Phase.FAKES:
        fakes_strike(race)
        race.phase = Phase.EVENTS
    elif phase == Phase.EVENTS:
        course_events(race)
        race.phase = Phase.STATUSES
    elif phase == Phase.STATUSES:
        end_turn(race)
        race.phase = Phase.MOMENTUM
    elif phase == Phase.MOMENTUM:
        settle_all_momentum(race)
        race.phase = Phase.ORDER
    elif phase == Phase.ORDER:
        settle_order(race)
        race.phase = Phase.TURN_START


@rule("A67")
def begin_turn(race: Race) -> None:
    """A new turn: High Acceleration comes before any action."""
    race.turn += 1
    tell(race, TurnBegins(race.turn))
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.figures.high_acceleration and is_racing(kart):
            high_acceleration(race, kart)


@rule("R16")
def orders(race: Race) -> None:
    """Take everyone's orders; actions follow the present race order."""
    give_orders(race)
    queue_front_to_back(race)
    race.phase = Phase.ACTIONS


@jitable
def queue_front_to_back(race: Race) -> None:
    """The slots of a phase follow the present race order."""
    race.queue[:] = race.order


@rule("R16")
def action_phase(race: Race) -> None:
    """The slot of the next driver still racing, first place to last at the start of the turn."""
    kart = race.karts[race.queue[race.slot]]
    if is_racing(kart):
        action_slot(race, kart)
    race.slot += 1
    if race.slot == race.drivers:
        race.slot = 0
        race.phase = Phase.BLUE_SHELLS


@rule("R27", "A21")
def jockeying(race: Race) -> None:
    """On to the next driver who tries to pass, last to first at the start of jockeying."""
    if race.slot == 0:
        queue_front_to_back(race)
    tried = False
    while not tried and race.slot < race.drivers:
        race.slot += 1
        at = race.drivers - race.slot
        seat = as_seat(race.queue[at])
        index = at if race.order[at] == seat else index_of(race, seat)  # passed by another
        tried = jockey(race, race.karts[seat], index)
    if race.slot == race.drivers:
        race.slot = 0
        race.phase = Phase.FALL_BACKS
