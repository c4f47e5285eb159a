"""The order of play: the roll-off, rounds, and alternating activations."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, pose, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Initiative, RoundBegins
from wreckoning.rulesets.rally.numbers import Question, Status
from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.damage import gain_stress

ROLLS = 12  # in a roll-off at most; players still level then go in the order of seats
SHIFT = 4  # bits of a die


@jitable
def takes_part(race: Race, seat: SeatIndex) -> bool:
    """Whether the player has a vehicle on the board, or one to be placed."""
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.owner == seat and (
            vehicle.status == Status.DRIVING or vehicle.status == Status.WAITING
        ):
            return True
    return False


@jitable
def tied_seats(race: Race) -> int:
    """The players whose rolls tie with another's: a set."""
    found = 0
    for seat in seat_range(race.players):
        for other in seat_range(race.players):
            level = race.seats[seat].initiative == race.seats[other].initiative
            if seat != other and level and race.seats[seat].initiative:
                found |= 1 << seat
    return found


@rule("W5", "V27")
def roll_off(race: Race) -> None:
    """All players roll, the highest is first; ties roll again among themselves.

    While it is rolled, `initiative` holds all rolls of a player one after the other. Players
    without a vehicle do not roll and come last.
    """
    for seat in seat_range(race.players):
        race.seats[seat].initiative = 1 if takes_part(race, seat) else 0
    tied, rolls = tied_seats(race), 0
    while tied and rolls < ROLLS:
        for seat in seat_range(race.players):
            natural = 0
            if (tied >> seat) & 1:
                natural = roll(race, Question.INITIATIVE_DIE, seat, SIDES)
                tell_roll(race, seat, Question.INITIATIVE_DIE, natural, natural)
            race.seats[seat].initiative = (race.seats[seat].initiative << SHIFT) + natural
        tied = tied_seats(race)
        rolls += 1
    put_in_order(race)


@jitable
def put_in_order(race: Race) -> None:
    """Turn the rolls into places. Places already found are kept as negative numbers meanwhile."""
    for place in range(race.players):
        best: SeatIndex = NOBODY
        for seat in seat_range(race.players):
            rolled = race.seats[seat].initiative
            if rolled >= 0 and (best == NOBODY or rolled > race.seats[best].initiative):
                best = seat
        race.seats[best].initiative = -1 - place
        tell(race, Initiative(best, place))
    for seat in seat_range(race.players):
        race.seats[seat].initiative = -1 - race.seats[seat].initiative


@jitable
def seat_in_place(race: Race, place: int) -> SeatIndex:
    """The seat in this place of the order."""
    seat: SeatIndex = 0
    while race.seats[seat].initiative != place % race.players:
        seat = as_seat(seat + 1)
    return seat


@jitable
def may_activate(vehicle: Vehicle) -> bool:
    """Is it on the board, and has not been activated in this round?"""
    return vehicle.status == Status.DRIVING and not vehicle.activated


@jitable
def has_activation(race: Race, seat: SeatIndex) -> bool:
    """Whether the player has a vehicle left to activate."""
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner == seat and may_activate(race.vehicles[i]):
            return True
    return False


@rule("W5")
def find_turn(race: Race, place: int) -> bool:
    """From this place of the order on, the next player to activate. False if there is none."""
    for n in range(race.players):
        seat = seat_in_place(race, place + n)
        if has_activation(race, seat):
            race.turn = seat
            return True
    return False


@rule("W5")
def begin_round(race: Race) -> None:
    """A roll-off; the winner begins."""
    race.rounds += 1
    tell(race, RoundBegins(race.rounds))
    roll_off(race)
    find_turn(race, 0)


@rule("W5")
def choose_vehicle(race: Race) -> None:
    """The player whose turn it is activates one of the vehicles that have not been yet."""
    pose(race, Question.ACTIVATE, race.turn, NOBODY)
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner == race.turn and may_activate(race.vehicles[i]):
            offer(race, i)
    race.active = choose(race)


@rule("W5")
def next_turn(race: Race) -> bool:
    """Players take turns in their order. False if all vehicles have been activated."""
    return find_turn(race, race.seats[race.turn].initiative + 1)


@rule("W8", "W5")
def settle_stress(race: Race) -> None:
    """Vehicles damaged in the round gain a marker; then the round's markers come off."""
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.damaged:
            gain_stress(race, vehicle)
        vehicle.damaged = 0
        vehicle.activated = 0
