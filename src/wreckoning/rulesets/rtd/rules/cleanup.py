"""The Cleanup Phase after boxes and fakes: events, statuses, Momentum, order and laps."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import CourseChanged
from wreckoning.rulesets.rtd.numbers import Order
from wreckoning.rulesets.rtd.race import MAX_EVENTS, OWN, Kart, Race
from wreckoning.rulesets.rtd.rules.items import own_place
from wreckoning.rulesets.rtd.rules.momentum import settle_momentum
from wreckoning.rulesets.rtd.rules.movement import complete_lap
from wreckoning.rulesets.rtd.rules.standings import sort_by_progress
from wreckoning.rulesets.rtd.rules.statuses import end_statuses


@rule("R31")
def course_events(race: Race) -> None:
    """Changing conditions: each event's state runs out and gives way to the next."""
    for index in range(MAX_EVENTS):
        event = race.course.events[index]
        if event.states == 0:
            continue
        now = race.events[index]
        now.left -= 1
        if now.left == 0:
            now.state = (now.state + 1) % event.states
            now.left = event.turns[now.state]
            tell(race, CourseChanged(index, now.state))


@rule("A16", "A51", "A73")
def end_turn(race: Race) -> None:
    """Statuses expire, stances end with the turn, and what was laid is no longer fresh."""
    for seat in seat_range(race.drivers):
        kart = race.karts[seat]
        if kart.finish_turn == 0:
            end_statuses(race, kart)
            end_stance(kart)
    own = race.loot.own
    for segment in range(race.course.segments):
        if race.fresh_peels[segment] or race.fresh_fakes[segment] or own:
            settle_litter(race, segment)


@rule("A51", "A73")
def settle_litter(race: Race, segment: int) -> None:
    """What was laid in this segment is no longer fresh; it stays by the switch `litter_stays`."""
    if race.switches.litter_stays:
        race.peels[segment] += race.fresh_peels[segment]
        race.fakes[segment] += race.fresh_fakes[segment]
    race.fresh_peels[segment] = 0
    race.fresh_fakes[segment] = 0
    for item in range(OWN, OWN + race.loot.own):
        place = own_place(item, segment)
        if race.switches.litter_stays:
            race.own_lying[place] += race.fresh_own[place]
        race.fresh_own[place] = 0


@jitable
def end_stance(kart: Kart) -> None:
    """Forget what counted for this turn only."""
    kart.order = Order.NONE
    kart.defensive = 0
    kart.ramming = 0
    kart.slide_bonus = 0
    kart.item_used = 0
    kart.may_pull_ahead = 0
    kart.skips_features = 0


@rule("R31", "A68")
def settle_all_momentum(race: Race) -> None:
    """Below 0 becomes 0, above the maximum the maximum."""
    for seat in seat_range(race.drivers):
        kart = race.karts[seat]
        if kart.finish_turn == 0:
            settle_momentum(race, kart)
            kart.momentum_sum += kart.momentum


@rule("R31", "A1", "A68")
def settle_order(race: Race) -> None:
    """Every driver has driven a segment, unless they fell back; the order is final; laps count."""
    for seat in seat_range(race.drivers):
        kart = race.karts[seat]
        if kart.finish_turn:
            continue
        if kart.fell_back:
            kart.fell_back = 0
        else:
            kart.progress += 1
    sort_by_progress(race)
    segments = race.course.segments
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if not kart.finish_turn and kart.progress >= (kart.laps + 1) * segments:
            complete_lap(race, kart, kart.progress // segments)
