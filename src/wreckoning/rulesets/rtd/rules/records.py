"""What may be a record of a course (R10). Records are kept outside the race, never part of it."""

from __future__ import annotations

from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.race import Kart, Race

Turns = list[tuple[int, SeatIndex]]  # how many, and whose; of equal ones the first counts


def _by_place(race: Race) -> list[Kart]:
    return sorted(race.karts[: race.drivers], key=lambda kart: kart.place)


@table_rule("R10", "A39")
def best_laps(race: Race) -> Turns:
    """Each driver's best lap, that of the earlier turn first, in one turn the better placed's."""
    karts = sorted(_by_place(race), key=lambda kart: kart.best_lap_turn)
    return [(kart.best_lap, kart.seat) for kart in karts if kart.best_lap]


@table_rule("R10", "A39")
def completions(race: Race) -> Turns:
    """The turn in which each driver completed a finished race, the better placed first."""
    return [(kart.finish_turn, kart.seat) for kart in _by_place(race) if kart.finish_turn]
