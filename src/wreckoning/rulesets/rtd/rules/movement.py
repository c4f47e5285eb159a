"""The Movement Phase: jockeying, Falling Back, Pulling Ahead, the finish line."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.asking import confirm
from wreckoning.rulesets.rtd.events import (
    Advanced,
    FellBack,
    Finished,
    HeldOn,
    Lap,
    PullAheadCancelled,
    PullAheadFailed,
    PulledAhead,
    RaceOver,
)
from wreckoning.rulesets.rtd.numbers import Cause, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.checks import racing_check, succeeds
from wreckoning.rulesets.rtd.rules.features import meet_dash_panels, meet_hazards
from wreckoning.rulesets.rtd.rules.litter import meet_fresh_litter
from wreckoning.rulesets.rtd.rules.momentum import change
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_at,
    course_length,
    index_of,
    is_first_of_group,
    is_last_of_group,
    is_racing,
    move_in_order,
    segment_index,
    still_racing,
)

CONSOLATION = 2
PULL_AHEAD_AT = 4
LAST_DRIVER = 1


@rule("R19", "R27")
def wants_to_pass(race: Race, kart: Kart, ahead: int) -> bool:
    """Higher Momentum than the driver ahead in the group (or NOBODY); defensive drivers never."""
    if ahead == NOBODY or kart.defensive:
        return False
    return kart.momentum > race.karts[ahead].momentum


@rule("R27", "A21")
def jockey(race: Race, kart: Kart, index: int) -> bool:
    """Pass attempts without limit until one fails or none is due. True if there was one.

    `index` is the driver's place in race order; a pass brings them to the next.
    """
    tried = False
    ahead = ahead_at(race, kart, index)
    while wants_to_pass(race, kart, ahead):
        tried = True
        if not pass_attempt(race, kart, race.karts[ahead], 0):
            break
        index -= 1
        ahead = ahead_at(race, kart, index)
    return tried


@rule("R28")
def must_check_fall_back(race: Race, kart: Kart) -> bool:
    """The last driver of a segment with Momentum 0 or less."""
    return (
        kart.momentum <= 0
        and is_racing(kart)
        and not kart.fell_back
        and is_last_of_group(race, kart)
    )


@rule("R28", "A34", "A35", "A79")
def fall_backs(race: Race) -> None:
    """A Racing Check with its effect, or Fall Back; one a segment, front to back."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if not must_check_fall_back(race, kart):
            continue
        if succeeds(racing_check(race, kart, Question.FALL_BACK_CHECK, 0)):
            tell(race, HeldOn(kart.seat))
        else:
            fall_back(race, kart)


@rule("R28", "A3")
def fall_back(race: Race, kart: Kart) -> None:
    """The driver repeats the segment and gains 2 Momentum. The race order stays as it is."""
    kart.fell_back = 1
    kart.falls_back += 1
    tell(race, FellBack(kart.seat, segment_index(race, kart)))
    change(race, kart, CONSOLATION, Cause.FALL_BACK)


@rule("A74")
def fall_back_at_once(race: Race, kart: Kart) -> None:
    """A driver who wipes out before their group jockeys goes to the last place of it first."""
    to_end_of_group(race, kart)
    fall_back(race, kart)


@jitable
def to_end_of_group(race: Race, kart: Kart) -> None:
    """Behind all others of the same progress."""
    index = index_of(race, kart.seat)
    while index + 1 < race.drivers:
        if race.karts[race.order[index + 1]].progress != kart.progress:
            break
        index += 1
    move_in_order(race, kart.seat, index)


@rule("R29", "A17", "A33", "A38", "A59")
def may_pull_ahead(race: Race, kart: Kart) -> bool:
    """First of the segment with Momentum 4 or more, or a Mushroom's right to it.

    Not a defensive driver (switch `defensive_pull_ahead`), not one about to finish.
    """
    if kart.momentum < PULL_AHEAD_AT and not kart.may_pull_ahead:
        return False
    if kart.finish_turn or kart.fell_back or kart.progress + 1 >= course_length(race):
        return False
    if kart.defensive and not race.switches.defensive_pull_ahead:
        return False
    return is_first_of_group(race, kart)


@rule("R29", "A20", "A34", "A37")
def pull_aheads(race: Race) -> None:
    """The first driver of each segment may check to Pull Ahead, front to back."""
    karts, order = race.karts, race.order
    group = NOBODY
    for index in range(race.drivers):
        kart = karts[order[index]]
        if kart.progress == group:
            continue
        group = kart.progress
        if may_pull_ahead(race, kart) and confirm(race, Question.PULL_AHEAD, kart, NOBODY):
            try_to_pull_ahead(race, kart)


@rule("R29")
def try_to_pull_ahead(race: Race, kart: Kart) -> None:
    """A Racing Check to drive the next segment this turn too."""
    if succeeds(racing_check(race, kart, Question.PULL_AHEAD_CHECK, 0)):
        pull_ahead(race, kart)
    else:
        tell(race, PullAheadFailed(kart.seat))


@rule("R29", "A4")
def pull_ahead(race: Race, kart: Kart) -> None:
    """The next segment's features now, hazards and then dash panels; then −3 Momentum.

    A loss of Momentum by any of them sends the driver back; they keep the loss and pay nothing.
    Thirsty karts pay 4. Who is through is last of the group ahead.
    """
    kart.progress += 1
    at = segment_index(race, kart)
    hit = meet_hazards(race, kart, at)
    if meet_fresh_litter(race, kart, at) or hit or meet_dash_panels(race, kart, at):
        tell(race, PullAheadCancelled(kart.seat, at))
        kart.progress -= 1
        return
    join_group(race, kart)
    kart.pulls_ahead += 1
    tell(race, PulledAhead(kart.seat, at))
    change(race, kart, -kart.figures.pull_ahead, Cause.PULL_AHEAD)


@rule("R23", "A51")
def advance_a_segment(race: Race, kart: Kart) -> None:
    """A path may bring its driver into the next segment: last of the group there.

    They meet at once what was laid there this turn, unless the path skips features.
    """
    if kart.progress + 1 >= course_length(race):
        return
    kart.progress += 1
    join_group(race, kart)
    at = segment_index(race, kart)
    if race.door.journaling:
        tell(race, Advanced(kart.seat, at))
    if not kart.skips_features:
        meet_fresh_litter(race, kart, at)


@rule("A3", "A4")
def join_group(race: Race, kart: Kart) -> None:
    """A driver who comes into a segment is last of the group there, ahead of fallen drivers."""
    index = index_of(race, kart.seat)
    while index > 0:
        other = race.karts[race.order[index - 1]]
        stays_ahead = other.progress == kart.progress and not other.fell_back
        if other.progress > kart.progress or stays_ahead:
            break
        index -= 1
    move_in_order(race, kart.seat, index)


@rule("R10", "A39")
def complete_lap(race: Race, kart: Kart, lap: int) -> None:
    """Note the lap's time, in turns."""
    turns = race.turn - kart.lap_start
    kart.lap_start = race.turn
    kart.laps = lap
    if kart.best_lap == 0 or turns < kart.best_lap:
        kart.best_lap = turns
        kart.best_lap_turn = race.turn
    tell(race, Lap(kart.seat, lap, turns))


@rule("A38")
def finish_line(race: Race) -> None:
    """A driver who has completed the last segment of the last lap finishes, in race order."""
    last = course_length(race) - 1
    karts, order = race.karts, race.order
    for index in range(race.drivers):
        kart = karts[order[index]]
        if kart.progress >= last and is_racing(kart) and not kart.fell_back:
            kart.progress = last + 1
            kart.finish_turn = race.turn
            kart.place = index + 1
            complete_lap(race, kart, race.course.laps)
            tell(race, Finished(kart.seat, kart.place, race.turn))


@rule("A38")
def is_decided(race: Race) -> bool:
    """The race goes on until one driver is left."""
    return still_racing(race) <= LAST_DRIVER


@rule("A38")
def end_race(race: Race) -> None:
    """The driver left takes the last place."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if kart.place == 0:
            kart.place = index + 1
    tell(race, RaceOver(race.turn))
