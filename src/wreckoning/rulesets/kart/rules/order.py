"""Rounds, gear phases and pole position: the order of activations."""

from __future__ import annotations

from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import place
from wreckoning.rulesets.kart.events import GearPhase, Pole, RoundBegins
from wreckoning.rulesets.kart.numbers import Question
from wreckoning.rulesets.kart.race import GEARS, Race


@rule("E16")
def draw_pole(race: Race) -> None:
    """Pole position by lot; from there on clockwise the spots of the grid, front to back."""
    face = roll(race, Question.POLE_DIE, NOBODY, race.racers)
    race.pole = as_seat(face - 1)
    tell_roll(race, race.pole, Question.POLE_DIE, face, face)
    tell(race, Pole(race.pole))
    course = race.course
    for spot in range(race.racers):
        body = race.bodies[(race.pole + spot) % race.racers]
        place(body, course.grid_x[spot], course.grid_y[spot], course.grid_heading[spot])


@rule("G4")
def active_seat(race: Race) -> SeatIndex:
    """The seat whose activation it is: `slot` seats clockwise from pole position."""
    return as_seat((race.pole + race.slot) % race.racers)


@rule("G5")
def begin_round(race: Race) -> None:
    """A round begins in Gear 1; before all but the first, pole position passes clockwise."""
    race.rounds += 1
    if race.rounds > 1:
        race.pole = as_seat((race.pole + 1) % race.racers)
    tell(race, RoundBegins(race.rounds))
    if race.rounds > 1:
        tell(race, Pole(race.pole))
    begin_gear_phase(race, 1)


@rule("G4")
def begin_gear_phase(race: Race, gear: int) -> None:
    """Begin a gear phase, in which no kart has activated yet."""
    race.gear_phase = gear
    race.slot = 0
    for seat in seat_range(race.racers):
        race.karts[seat].activated = 0


@rule("G4", "E2")
def find_next(race: Race) -> bool:
    """From the slot as it stands: the next kart in this gear or higher, then the next phases.

    A kart's gear is read at its slot. False if the round is over.
    """
    while True:
        while race.slot < race.racers:
            if race.karts[active_seat(race)].gear >= race.gear_phase:
                if race.slot == first_due(race):
                    tell(race, GearPhase(race.gear_phase))
                return True
            race.slot += 1
        if race.gear_phase == GEARS:
            return False
        begin_gear_phase(race, race.gear_phase + 1)


@jitable
def first_due(race: Race) -> int:
    """The slot as it stands if nobody has activated in this phase; else none."""
    for seat in seat_range(race.racers):
        if race.karts[seat].activated:
            return NOBODY
    return race.slot
