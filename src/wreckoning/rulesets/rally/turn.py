"""The order of play. Read it like the summary of a game.

roll off    who places first
deploy      players alternate placing a vehicle
round       initiative; then players alternate activating a vehicle:
  choose      one that has not been activated in this round
  recover     a command test for each stress marker
  move        pace, Boost, the way
  attack      every weapon at its own target
end round   stress, elimination, who is home; markers come off
"""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import RoundEnds
from wreckoning.rulesets.rally.numbers import Mission, Phase, Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.activation import begin, recover
from wreckoning.rulesets.rally.rules.deployment import (
    begin_deployment,
    deploy_next,
    next_deployment,
)
from wreckoning.rulesets.rally.rules.elimination import begin_elimination, eliminate_last
from wreckoning.rulesets.rally.rules.ending import end_game, is_out_of_time, is_settled
from wreckoning.rulesets.rally.rules.finishing import take_off_home
from wreckoning.rulesets.rally.rules.order import (
    begin_round,
    choose_vehicle,
    next_turn,
    settle_stress,
)
from wreckoning.rulesets.rally.rules.planning import choose_move
from wreckoning.rulesets.rally.rules.shooting import attack

# The stages of a game and of a round, as the log names them. Initiative follows a round's heading.
PHASES = {
    **dict.fromkeys(range(Phase.ROLL_OFF, Phase.ROUND), "Setting up"),
    **dict.fromkeys(range(Phase.CHOOSE, Phase.END_ROUND), "Activations"),
    Phase.END_ROUND: "End of the round",
}


def phase_of(race: Race) -> int:
    """The stage of the next step."""
    return race.phase


@jitable
def is_over(race: Race) -> bool:
    """Whether the game has ended."""
    return race.phase == Phase.OVER


@jitable
def step(race: Race) -> None:
    """Play on to the next checkpoint: a vehicle placed, a step of an activation, a round's end."""
    phase = race.phase
    if phase == Phase.ROLL_OFF:
        begin_deployment(race)
        race.phase = Phase.DEPLOY
    elif phase == Phase.DEPLOY:
        deploy_next(race)
        if not next_deployment(race):
            begin_game(race)
            race.phase = Phase.ROUND
    elif phase == Phase.ROUND:
        begin_round(race)
        race.phase = Phase.CHOOSE
    elif phase == Phase.CHOOSE:
        choose_vehicle(race)
        begin(race, race.vehicles[race.active])
        race.phase = Phase.RECOVER
    elif phase == Phase.END_ROUND:
        end_round(race)
    else:
        activation_step(race, race.vehicles[race.active], phase)


@rule("W20")
def begin_game(race: Race) -> None:
    """Begin the game after all vehicles are placed."""
    if race.course.mission == Mission.ELIMINATION_RACE:
        begin_elimination(race)


@rule("W6")
def activation_step(race: Race, vehicle: Vehicle, phase: int) -> None:
    """Recover, move, attack. A vehicle that leaves the board on the way is done."""
    if phase == Phase.RECOVER:
        recover(race, vehicle)
        race.phase = Phase.MOVE
    elif phase == Phase.MOVE:
        choose_move(race, vehicle)
        race.phase = Phase.ATTACK
    else:
        attack(race, vehicle)
        end_activation(race)
        return
    if vehicle.status != Status.DRIVING:
        end_activation(race)


@rule("W5", "V32")
def end_activation(race: Race) -> None:
    """Clear the activation; then the next vehicle, the end of the round, or of the game."""
    race.active = NOBODY
    race.pace = race.moved = race.spent = race.turns = race.direction = race.over = 0
    if is_settled(race):
        finish_game(race)
    elif next_turn(race):
        race.phase = Phase.CHOOSE
    else:
        race.phase = Phase.END_ROUND


@rule("W5", "W8", "W19", "W20", "V14")
def end_round(race: Race) -> None:
    """End a round: stress, elimination, finish; then the next round, if there is one."""
    tell(race, RoundEnds(race.rounds))
    settle_stress(race)
    if race.course.mission == Mission.ELIMINATION_RACE:
        eliminate_last(race)
    take_off_home(race)
    if is_settled(race) or is_out_of_time(race):
        finish_game(race)
    else:
        race.phase = Phase.ROUND


@jitable
def finish_game(race: Race) -> None:
    """End the game."""
    end_game(race)
    race.phase = Phase.OVER
