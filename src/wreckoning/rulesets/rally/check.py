"""Check a position of Wasteland Rally, and complete what a partial position leaves open.

`given` holds the places that the position itself sets: ("vehicles", 0, "gates"). The rest follows:

- a vehicle with a place drives, with all its hit points; once the phase is past the
  deployment, the others stand on the first spots that are free;
- the round is the first, initiative goes by seats; whose turn it is follows from the vehicle that
  is activated, and that is the first which may be;
- the next gate and the laps follow from the gates crossed, or these from them; the ranks given out
  from who has one;
- a vehicle astride the next gate, headed through it, has crossed it so far.
"""

from __future__ import annotations

from collections.abc import Collection

from wreckoning.core.ids import by_seat, seat_range
from wreckoning.core.play.position import Place
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.check_vehicles import (
    MOST,
    check_vehicles,
    complete_vehicles,
    within,
    wrong,
)
from wreckoning.rulesets.rally.numbers import Mission, Status, Terrain
from wreckoning.rulesets.rally.questions import vehicle_name
from wreckoning.rulesets.rally.race import Phase, Race
from wreckoning.rulesets.rally.rules.deployment import waits
from wreckoning.rulesets.rally.rules.order import find_turn, has_activation, may_activate

ACTIVATION = (Phase.RECOVER, Phase.MOVE, Phase.ATTACK)


def check_position(race: Race, given: Collection[Place] = ()) -> None:
    """Complete the position; raises Illegal if no game can reach it."""
    _check_seats(race, given)
    _check_phase(race, given)
    complete_vehicles(race, given)
    check_vehicles(race)
    _check_ranks(race, given)
    _check_removed(race)
    if race.phase in ACTIVATION:
        _check_active(race, given)
    else:
        _check_turn(race, given)
    _check_activation(race)


def _is_open(name: str, given: Collection[Place]) -> bool:
    """Whether a position gives the game's phase but leaves this open."""
    return ("phase",) in given and (name,) not in given


def _check_seats(race: Race, given: Collection[Place]) -> None:
    """Check points, and the order of initiative once it has been rolled for."""
    for seat in seat_range(race.players):
        player, where = race.seats[seat], f"seats[{seat}]"
        within(f"{where}.points", player.points, 0, MOST, "V14")
        within(f"{where}.campaign", player.campaign, 0, MOST, "W38")
        within(f"{where}.place", player.place, 0, race.players, "V20")
        if player.place and race.phase != Phase.OVER:
            wrong(f"{where}.place", "none before the game is over", player.place, "V20")
    if race.phase == Phase.ROLL_OFF:
        return
    order = [race.seats[seat].initiative for seat in seat_range(race.players)]
    if not any(("seats", seat, "initiative") in given for seat in seat_range(race.players)):
        order = list(range(race.players)) if not any(order) else order
    if sorted(order) != list(range(race.players)):
        wrong("seats", f"initiative 0 to {race.players - 1}, each once", order, "W5")
    for seat, place in by_seat(order):
        race.seats[seat].initiative = place


def _check_phase(race: Race, given: Collection[Place]) -> None:
    """Check the round, the team that escapes in Scavengers, and the gate that eliminates."""
    is_on = race.phase > Phase.ROUND
    if is_on and _is_open("rounds", given):
        race.rounds = max(race.rounds, 1)
    if race.phase < Phase.ROUND and race.rounds:
        wrong("rounds", "0 before the first round", race.rounds, "W5")
    within("rounds", race.rounds, int(is_on), race.course.most_rounds, "V14")
    mission = race.course.mission
    if mission == Mission.SCAVENGERS and race.phase > Phase.ROLL_OFF and _is_open("runner", given):
        race.runner = max(race.runner, 0)
    expects_runner = mission == Mission.SCAVENGERS and race.phase > Phase.ROLL_OFF
    if (race.runner == NOBODY) == expects_runner:
        expected = "a seat" if expects_runner else "nobody"
        wrong("runner", expected, "none" if race.runner == NOBODY else race.runner, "W38")
    if (
        mission == Mission.ELIMINATION_RACE
        and race.phase >= Phase.ROUND
        and _is_open("elimination", given)
    ):
        race.elimination = max(race.elimination, 1)
    has_gate = mission == Mission.ELIMINATION_RACE and race.phase >= Phase.ROUND
    within("elimination", race.elimination, int(has_gate), MOST if has_gate else 0, "W20")


def _check_ranks(race: Race, given: Collection[Place]) -> None:
    """Check that each rank is given once; the number given out follows."""
    ranks = [v.rank for v in race.vehicles[: race.vehicle_count] if v.rank]
    for index in range(race.vehicle_count):
        vehicle, where = race.vehicles[index], f"vehicles[{index}].rank"
        within(where, vehicle.rank, 0, race.vehicle_count, "W19")
        if vehicle.rank and ranks.count(vehicle.rank) > 1:
            wrong(where, "each rank once", vehicle.rank, "W19")
        if vehicle.rank and vehicle.status == Status.DRIVING and race.phase != Phase.OVER:
            wrong(where, "no rank for a vehicle that still drives", vehicle.rank, "W19")
    is_open = ("ranked",) not in given and ("dropped",) not in given
    if is_open and race.ranked + race.dropped != len(ranks):
        front = 0
        while front + 1 in ranks:
            front += 1
        race.ranked, race.dropped = front, len(ranks) - front
    if race.ranked + race.dropped != len(ranks):
        found = f"{race.ranked} and {race.dropped}"
        wrong("ranked", f"{several(len(ranks), 'rank')} with those dropped", found, "W19")


def _check_removed(race: Race) -> None:
    """Check that only terrain that can be smashed or explode is removed."""
    for piece, gone in enumerate(race.gone):
        if gone and race.course.piece_kind[piece] not in (Terrain.WRECKAGE, Terrain.EXPLODING):
            wrong(f"gone[{piece}]", "only wreckage and exploding terrain removed", "another", "W24")


def _check_active(race: Race, given: Collection[Place]) -> None:
    """Check that an activation has a driving vehicle, and that it is its owner's turn."""
    if race.active == NOBODY or _is_open("active", given):
        race.active = _first_to_activate(race, given)
    if not 0 <= race.active < race.vehicle_count:
        wrong("active", f"a vehicle, 0 to {race.vehicle_count - 1}", race.active, "W6")
    vehicle = race.vehicles[race.active]
    if vehicle.status != Status.DRIVING:
        wrong("active", "a vehicle that drives", vehicle_name(race.active), "W6")
    if _is_open("turn", given):
        race.turn = vehicle.owner
    if race.turn != vehicle.owner:
        wrong("turn", f"the owner of {vehicle_name(race.active)}", race.turn, "W5")
    if ("vehicles", race.active, "activated") not in given:
        vehicle.activated = 1


def _first_to_activate(race: Race, given: Collection[Place]) -> int:
    """The first vehicle that may be activated, of the given player if there is one."""
    for index in range(race.vehicle_count):
        vehicle = race.vehicles[index]
        if may_activate(vehicle) and (("turn",) not in given or vehicle.owner == race.turn):
            return index
    return NOBODY


def _check_turn(race: Race, given: Collection[Place]) -> None:
    """Check that no vehicle is active between activations, and that the player can act."""
    if race.active != NOBODY:
        wrong("active", "nobody but in an activation", vehicle_name(race.active), "W6")
    if race.phase == Phase.CHOOSE:
        if _is_open("turn", given):
            find_turn(race, 0)
        if not has_activation(race, race.turn):
            wrong("turn", "who has a vehicle left to activate", race.turn, "W5")
    if race.phase == Phase.DEPLOY:
        if _is_open("turn", given):
            race.turn = next((s for s in seat_range(race.players) if waits(race, s)), race.turn)
        if not waits(race, race.turn):
            wrong("turn", "who has a vehicle left to place", race.turn, "W40")


def _check_activation(race: Race) -> None:
    """Check that the figures of a movement are 0, except those that the attack needs."""
    most = MOST * MOST if race.phase == Phase.ATTACK else 0
    for name in ("moved", "spent", "turns", "pace"):
        within(name, getattr(race, name), 0, most, "W6")
    within("direction", race.direction, -min(most, 1), min(most, 1), "W14")
    within("over", race.over, 0, 0, "W22")
