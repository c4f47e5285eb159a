"""Turn 0: Rocket Starts and the grid."""

from __future__ import annotations

from wreckoning.core.door import choose, offer_two, pose, reply
from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import GridSet
from wreckoning.rulesets.rtd.numbers import Cause, Question
from wreckoning.rulesets.rtd.race import NO, YES, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import (
    DIE,
    card_bonus,
    die,
    effect_of_check,
    succeeds,
)
from wreckoning.rulesets.rtd.rules.momentum import change, high_acceleration, to_zero
from wreckoning.rulesets.rtd.rules.standings import swap_places

NO_ATTEMPT = 1
SUCCESS = 2
FAILURE = 1
ROLL_STEP = 8  # more than there are faces: a roll never outweighs a rank


@rule("R14", "A6")
def rocket_start(race: Race, kart: Kart, attempts: bool) -> None:
    """A Racing Check with its Momentum: 6 → +3, 4–5 → +2, 2–3 → +1; 1 or less ends on 0.

    No attempt: +1.
    """
    if not attempts:
        change(race, kart, NO_ATTEMPT, Cause.ROCKET_START)
        return
    bonus = card_bonus(race, kart, kart.figures.rocket_start)
    result = die(race, kart, Question.ROCKET_CHECK, bonus)
    if result <= 1:
        to_zero(race, kart, Cause.ROCKET_START)
        return
    change(race, kart, SUCCESS if succeeds(result) else FAILURE, Cause.ROCKET_START)
    change(race, kart, effect_of_check(result), Cause.CHECK)


@rule("R14")
def rocket_starts(race: Race) -> None:
    """The only action of turn 0, chosen by all at once; High Acceleration comes before it."""
    for seat in seat_range(race.drivers):
        high_acceleration(race, race.karts[seat])
        pose(race, Question.ROCKET_START, seat, NOBODY)
        offer_two(race, YES, NO)
    choose(race)
    for seat in seat_range(race.drivers):
        rocket_start(race, race.karts[seat], reply(race, seat) == YES)


@rule("R15", "A7")
def set_grid(race: Race) -> None:
    """Grid order by Momentum; tied drivers all roll, equal ones again among themselves."""
    _sort_by_momentum(race)
    while _has_ties(race):
        _roll_off(race)
    for index in range(race.drivers):
        tell(race, GridSet(race.order[index], index + 1))


# While ties are broken, `queue[i]` is the rank of the driver at place i: equal for tied drivers.


@jitable
def _sort_by_momentum(race: Race) -> None:
    for i in range(race.drivers):
        race.queue[i] = -race.karts[race.order[i]].momentum
    _sort_by_rank(race)


@jitable
def _sort_by_rank(race: Race) -> None:
    """Sort the places by rank, keeping equal ones as they are; then make ranks place numbers."""
    for i in range(1, race.drivers):
        at = i
        while at > 0 and race.queue[at] < race.queue[at - 1]:
            swap_places(race, at)
            rank = race.queue[at]
            race.queue[at] = race.queue[at - 1]
            race.queue[at - 1] = rank
            at -= 1
    previous, rank = race.queue[0], 0
    for i in range(race.drivers):
        if race.queue[i] != previous:
            previous, rank = race.queue[i], i
        race.queue[i] = rank


@jitable
def _is_tied(race: Race, place: int) -> bool:
    before = place > 0 and race.queue[place - 1] == race.queue[place]
    return before or (place + 1 < race.drivers and race.queue[place + 1] == race.queue[place])


@jitable
def _has_ties(race: Race) -> bool:
    for place in range(race.drivers):  # noqa: SIM110  (compiled)
        if _is_tied(race, place):
            return True
    return False


@jitable
def _roll_off(race: Race) -> None:
    """Everyone still tied rolls; opposed, so the dice bring no Momentum."""
    tied = 0  # a bit for each place
    for place in range(race.drivers):
        tied |= int(_is_tied(race, place)) << place
    for place in range(race.drivers):
        race.queue[place] *= ROLL_STEP
        if tied >> place & 1:
            kart = race.karts[race.order[place]]
            race.queue[place] += DIE - die(race, kart, Question.GRID_CHECK, 0)
    _sort_by_rank(race)
