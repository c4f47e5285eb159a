"""The order of play. Read it like the summary of a round.

lots        pole position, and the grid
round       pole position passes on; then Gear Phases 1 to 6, in each the karts of that gear or
            higher, from pole position clockwise:
  manoeuvre   the Mushroom or the Star; the template
  skid        skid dice, Push It, SHIFTs
  drive       slide, movement, boosts, spin, collisions
  attack      an item at a kart
  wipeout     every kart with six hazards
  bill        every Bullet Bill in play
"""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.kart.events import Activated
from wreckoning.rulesets.kart.numbers import Phase
from wreckoning.rulesets.kart.race import GEARS, Kart, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.rules.bills import move_bills
from wreckoning.rulesets.kart.rules.contacts import bills_in_play
from wreckoning.rulesets.kart.rules.driving import drive_manoeuvre
from wreckoning.rulesets.kart.rules.ending import end_race, is_out_of_time
from wreckoning.rulesets.kart.rules.manoeuvres import choose_manoeuvre, use_before_moving
from wreckoning.rulesets.kart.rules.order import active_seat, begin_round, draw_pole, find_next
from wreckoning.rulesets.kart.rules.paths import forget
from wreckoning.rulesets.kart.rules.skidding import skid
from wreckoning.rulesets.kart.rules.wipeouts import wipe_out_all

PHASES = {gear: f"Gear phase {gear}" for gear in range(1, GEARS + 1)}  # as the log names them


def phase_of(race: Race) -> int:
    """The gear phase of an activation; 0 outside one."""
    return race.gear_phase if race.phase >= Phase.MANOEUVRE else 0


@jitable
def is_over(race: Race) -> bool:
    """Whether the race has ended."""
    return race.phase == Phase.OVER


@jitable
def step(race: Race) -> None:
    """Play on to the next checkpoint: a step of an activation, or a round's beginning."""
    phase = race.phase
    if phase == Phase.LOTS:
        draw_pole(race)
        race.phase = Phase.ROUND
    elif phase == Phase.ROUND:
        begin_round(race)
        find_next(race)
        race.phase = Phase.MANOEUVRE
    else:
        activation_step(race, race.karts[active_seat(race)], phase)
    if race.worths.known:
        forget(race.worths)


@rule("G6")
def activation_step(race: Race, kart: Kart, phase: int) -> None:
    """Movement, item attack, wipeout; then any Bullet Bill."""
    if phase == Phase.MANOEUVRE:
        begin_activation(race, kart)
        use_before_moving(race, kart)
        if kart.finish_round == 0:
            choose_manoeuvre(race, kart)
            race.phase = Phase.SKID
    elif phase == Phase.SKID:
        skid(race, kart)
        race.phase = Phase.DRIVE
    elif phase == Phase.DRIVE:
        drive_manoeuvre(race, kart)
        race.manoeuvre = 0
        race.phase = Phase.ATTACK
    elif phase == Phase.ATTACK:
        item_attack(race, kart)
        race.phase = Phase.WIPEOUT
    elif phase == Phase.WIPEOUT:
        wipe_out_all(race)
        race.phase = Phase.BILL
        if bills_in_play(race) == 0:
            end_activation(race, kart)
    else:
        move_bills(race)
        end_activation(race, kart)
    if kart.finish_round:
        race.manoeuvre = race.spins = race.slides = 0
        end_race(race)
        race.phase = Phase.OVER


@rule("G6")
def begin_activation(race: Race, kart: Kart) -> None:
    """Begin a kart's activation, one per gear phase."""
    kart.activated = 1
    kart.activations += 1
    tell(race, Activated(kart.seat, kart.gear, kart.hazards))


@rule("G4", "E15", "E18")
def end_activation(race: Race, kart: Kart) -> None:
    """A Star runs down; then the next kart, the next round, or the end of the race."""
    if kart.star > 0:
        kart.star -= 1
    race.slot += 1
    race.phase = Phase.MANOEUVRE
    if find_next(race):
        return
    race.slot = 0
    race.phase = Phase.ROUND
    if is_out_of_time(race):
        end_race(race)
        race.phase = Phase.OVER
