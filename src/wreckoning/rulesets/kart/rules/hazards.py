"""Changes of hazards and gears, told with the reason."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.kart.events import Gear, Hazards
from wreckoning.rulesets.kart.numbers import Cause
from wreckoning.rulesets.kart.race import Kart, Race

WIPES_OUT = 6  # hazards


@jitable
def gain_hazards(race: Race, kart: Kart, change: int, cause: int, by: SeatIndex) -> None:
    """Take hazard tokens, or with a negative number put them back; never below none."""
    change = max(change, -kart.hazards)
    if change == 0:
        return
    kart.hazards += change
    tell(race, Hazards(kart.seat, change, kart.hazards, cause, by))


@rule("E1")
def may_change_gear(kart: Kart, change: int) -> bool:
    """Gear stays within 1 and the kart's maximum."""
    return 1 <= kart.gear + change <= kart.max_gear


@rule("G3", "E1")
def change_gear(race: Race, kart: Kart, change: int) -> None:
    """Gear one up or down, with a hazard."""
    kart.gear += change
    tell(race, Gear(kart.seat, kart.gear - change, kart.gear, Cause.SHIFT))
    gain_hazards(race, kart, 1, Cause.SHIFT, kart.seat)
