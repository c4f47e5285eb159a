"""Check a position of Kart RTD, and complete what a partial position leaves open.

`given` holds the places that the position itself sets: ("karts", 0, "order"). The rest follows:

- the order from the progress; the turn from it too, as if nobody had been off pace but by Pulling
  Ahead;
- stances from orders; laps from progress; a finished driver's progress, turn and place;
- three shells of a Triple Red Shell, none without one; the turns an event stays in its state;
- an ordered check, if it has a driver.
"""

from __future__ import annotations

from collections.abc import Collection

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import seat_range
from wreckoning.core.play.position import Place, check_extra
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.numbers import Order
from wreckoning.rulesets.rtd.race import MAX_EVENTS, MAX_SEGMENTS, Item, Kart, Phase, Race
from wreckoning.rulesets.rtd.rules.blue_shell import close_ranks
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.loot import goes_on_hook, hand_size
from wreckoning.rulesets.rtd.rules.movement import to_end_of_group
from wreckoning.rulesets.rtd.rules.referee import is_ram, may_ram
from wreckoning.rulesets.rtd.rules.standings import (
    course_length,
    index_of,
    is_racing,
    sort_by_progress,
    still_racing,
)
from wreckoning.rulesets.rtd.turn import queue_front_to_back

SLOTS = (Phase.ACTIONS, Phase.JOCKEYING)
OWN_LITTER = ("own_lying", "fresh_own")
LITTER = ("peels", "fakes", "fresh_peels", "fresh_fakes")
MOST_LITTER = 12  # in one segment
MOST_TURNS = 10_000
SIGNED = ("momentum", "momentum_sum", "extra")


def check_position(race: Race, given: Collection[Place] = ()) -> None:
    """Complete the position; raises Illegal if no race can reach it."""
    for seat in seat_range(race.drivers):
        _check_progress(race, race.karts[seat], given)
    _check_turn(race, given)
    _check_order(race, given)
    for seat in seat_range(race.drivers):
        _check_counts(race.karts[seat])
        _check_items(race, race.karts[seat], given)
        _check_stance(race, race.karts[seat], given)
        _complete_laps(race, race.karts[seat], given)
        check_extra(race.karts[seat], f"position.karts[{seat}]", "A86")
    _check_phase(race)
    _check_course(race, given)
    _check_ordered(race, given)


def _where(kart: Kart, name: str) -> str:
    return f"position.karts[{kart.seat}].{name}"


def _check_progress(race: Race, kart: Kart, given: Collection[Place]) -> None:
    """Progress is from 0 to the course's length, at which finished drivers stand."""
    most = course_length(race)
    if kart.finish_turn > 0 and ("karts", kart.seat, "progress") not in given:
        kart.progress = most
    if not 0 <= kart.progress <= most:
        problem = f"expected 0 to {most}, found {kart.progress}"
        raise Illegal(f"{_where(kart, 'progress')}: {problem}", "A2")
    if kart.finish_turn > 0 and kart.progress < most:
        problem = f"expected {most} for a driver who has finished, found {kart.progress}"
        raise Illegal(f"{_where(kart, 'progress')}: {problem}", "A38")


def _check_turn(race: Race, given: Collection[Place]) -> None:
    """Check the turn under way; at `turn_start` it is still the one before, 0 at first."""
    if race.phase >= Phase.TURN_START and race.turn == 0 and ("turn",) not in given:
        furthest = max(kart.progress - kart.pulls_ahead for kart in race.karts[: race.drivers])
        race.turn = max(furthest, 0) + _is_under_way(race)
    least = int(race.phase > Phase.TURN_START)
    if not least <= race.turn <= MOST_TURNS:
        phase = Phase(race.phase).name.lower()
        problem = f"expected {least} to {MOST_TURNS} in phase {phase}, found {race.turn}"
        raise Illegal(f"position.turn: {problem}", "R16")


def _is_under_way(race: Race) -> bool:
    return Phase.TURN_START < race.phase < Phase.OVER


def _check_order(race: Race, given: Collection[Place]) -> None:
    """Every driver stands in it once, sorted by progress (A2); finished ones keep their places."""
    order = race.order[: race.drivers]
    if sorted(order) != list(range(race.drivers)):
        raise Illegal("position.order: expected every driver once", "A2")
    sort_by_progress(race)
    if race.order[: race.drivers] != order and ("order",) in given:
        raise Illegal("position.order: a driver of less progress is ahead of one of more", "A2")
    for seat in race.order[: race.drivers]:
        if race.karts[seat].fell_back:
            to_end_of_group(race, race.karts[seat])
    if race.order[: race.drivers] != order and ("order",) in given:
        raise Illegal("position.order: a driver who fell back is ahead in the segment", "A74")
    for seat in order:
        _complete_finish(race, race.karts[seat], given)


def _complete_finish(race: Race, kart: Kart, given: Collection[Place]) -> None:
    """Drivers who completed the last segment have finished; their place is that in the order."""
    most = course_length(race)
    if kart.progress == most and is_racing(kart):
        kart.finish_turn = max(race.turn - _is_under_way(race), 1)
    is_in_cleanup = Phase.FINISH_LINE < race.phase < Phase.OVER
    if is_in_cleanup and kart.progress == most - 1 and not kart.fell_back:
        problem = f"expected {most} for a driver who has finished, found {kart.progress}"
        raise Illegal(f"{_where(kart, 'progress')}: {problem}", "A38")
    is_placed = not is_racing(kart) or race.phase == Phase.OVER
    place = index_of(race, kart.seat) + 1 if is_placed else 0
    if ("karts", kart.seat, "place") not in given:
        kart.place = place
    elif kart.place != place:
        problem = f"expected {place}, found {kart.place}"
        raise Illegal(f"{_where(kart, 'place')}: {problem}", "A38")


def _check_counts(kart: Kart) -> None:
    """Only Momentum goes below 0."""
    for field in type(kart).fields:
        if field.length or field.record or field.name in SIGNED:
            continue
        value = getattr(kart, field.name)
        if value < 0:
            raise Illegal(f"{_where(kart, field.name)}: expected 0 or more, found {value}")


def _check_items(race: Race, kart: Kart, given: Collection[Place]) -> None:
    """The item on the hook may hang there, and the hand has no more items than places."""
    if not (kart.hook == Item.NONE or goes_on_hook(race, kart.hook)):
        problem = "expected an item that is dragged or circles"
        raise Illegal(f"{_where(kart, 'hook')}: {problem}", "A43")
    for item in (kart.hook, *kart.hand):
        if item != Item.NONE and acts_as(race, item) == Item.NONE:
            problem = f"expected an item of this race, found {Item(item).name.lower()}"
            raise Illegal(f"{_where(kart, 'hand')}: {problem}", "A88")
    most = race.loot.items[kart.hook].shells  # 0 of what does not circle
    if kart.shells == 0 or (most == 0 and ("karts", kart.seat, "shells") not in given):
        kart.shells = most
    if kart.shells > most:
        most = most or race.loot.items[Item.TRIPLE_RED_SHELL].shells
        problem = f"expected 1 to {most} with a Triple Red Shell on the hook, else 0"
        raise Illegal(f"{_where(kart, 'shells')}: {problem}", "A56")
    size = hand_size(race, kart)
    used = max((place for place, item in enumerate(kart.hand, 1) if item != Item.NONE), default=0)
    if used > size:
        raise Illegal(f"{_where(kart, 'hand')}: expected at most {size}, found {used}", "A43")


def _check_stance(race: Race, kart: Kart, given: Collection[Place]) -> None:
    """An order brings its stance, unless the position says it is used up (A16, A22)."""
    if kart.order == Order.CUSTOM and not race.switches.referee:
        problem = "custom is for tables with the switch `referee` on"
        raise Illegal(f"{_where(kart, 'order')}: {problem}", "A69")
    if ("karts", kart.seat, "order") not in given:
        return
    if ("karts", kart.seat, "defensive") not in given:
        kart.defensive = int(kart.order == Order.DEFENSIVE)
    if ("karts", kart.seat, "ramming") not in given:
        kart.ramming = int(kart.order == Order.RAM)


def _complete_laps(race: Race, kart: Kart, given: Collection[Place]) -> None:
    """Laps follow from progress; the lap under way began as for a driver never off pace."""
    laps = kart.progress // race.course.segments
    at = ("karts", kart.seat)
    if (*at, "progress") not in given or (*at, "laps") in given or laps == kart.laps:
        return
    kart.laps = laps
    if (*at, "lap_start") not in given:
        into_lap = kart.progress % race.course.segments
        kart.lap_start = max(race.turn - _is_under_way(race) - into_lap, 0)


def _check_phase(race: Race) -> None:
    names = " and ".join(phase.name.lower() for phase in SLOTS)
    if not 0 <= race.slot < race.drivers or (race.slot and race.phase not in SLOTS):
        raise Illegal(f"position.slot: expected 0 to {race.drivers - 1} ({names} only)", "R16")
    if race.phase in SLOTS:
        if race.queue[race.slot] == NOBODY:
            queue_front_to_back(race)
        if sorted(race.queue[: race.drivers]) != list(range(race.drivers)):
            raise Illegal("position.queue: expected every driver once", "R16")
    if race.phase != Phase.OVER and still_racing(race) < 2:
        raise Illegal("position: expected at least two drivers still racing", "A38")


def _check_course(race: Race, given: Collection[Place]) -> None:
    """Nothing lies outside the course, and events are in states they have."""
    segments = race.course.segments
    for name in LITTER:
        lying = getattr(race, name)
        if any(n < 0 for n in lying) or any(lying[segments:]):
            raise Illegal(f"position.{name}: expected counts for {segments} segments", "A51")
    for name in OWN_LITTER:
        for place, n in enumerate(getattr(race, name)):
            item, segment = divmod(place, MAX_SEGMENTS)
            if n < 0 or (n and (segment >= segments or item >= race.loot.own)):
                problem = f"expected counts for {race.loot.own} items and {segments} segments"
                raise Illegal(f"position.{name}: {problem}", "A51")
    for segment in range(segments):
        if sum(getattr(race, name)[segment] for name in LITTER) > MOST_LITTER:
            problem = f"expected at most {MOST_LITTER} peels and fakes in segment {segment}"
            raise Illegal(f"position: {problem}", "A51")
    for number, shell in enumerate(race.blue_shells):
        if shell.due < 0:
            problem = f"expected a turn, or 0 for none, found {shell.due}"
            raise Illegal(f"position.blue_shells[{number}].due: {problem}", "R45")
        if (
            shell.sent not in (Item.NONE, Item.BLUE_SHELL)
            and acts_as(race, shell.sent) != Item.BLUE_SHELL
        ):
            problem = f"expected a Blue Shell of this race, found {Item(shell.sent).name.lower()}"
            raise Illegal(f"position.blue_shells[{number}].sent: {problem}", "A88")
        if shell.owner != NOBODY and shell.due == 0:
            problem = "expected the turn in which it strikes, found none"
            raise Illegal(f"position.blue_shells[{number}].due: {problem}", "R45")
    close_ranks(race)
    for number in range(MAX_EVENTS):
        _check_event(race, number, given)


def _check_event(race: Race, number: int, given: Collection[Place]) -> None:
    event, now = race.course.events[number], race.events[number]
    where = f"position.events[{number}]"
    if event.states == 0:
        if now.state or now.left:
            raise Illegal(f"{where}: the course has no such event", "R31")
        return
    if not 0 <= now.state < event.states:
        problem = f"expected 0 to {event.states - 1}, found {now.state}"
        raise Illegal(f"{where}.state: {problem}", "R31")
    most = event.turns[now.state]
    at = ("events", number)
    if (*at, "left") not in given and ((*at, "state") in given or now.left == 0):
        now.left = most
    if not 1 <= now.left <= most:
        raise Illegal(f"{where}.left: expected 1 to {most}, found {now.left}", "R31")


def _check_ordered(race: Race, given: Collection[Place]) -> None:
    """A check the referee orders is for a driver still racing."""
    check = race.check
    if check.driver != NOBODY and ("check", "ordered") not in given:
        check.ordered = 1
    if check.ordered and check.driver == NOBODY:
        raise Illegal("position.check.driver: expected a driver for the ordered check", "A69")
    if check.ordered and not is_racing(race.karts[check.driver]):
        raise Illegal("position.check.driver: expected a driver who is still racing", "A69")
    if is_ram(check.failure):
        raise Illegal("position.check.failure: expected no ram, which only success brings", "A69")
    if check.ordered and is_ram(check.success):
        _check_rammed(race)


def _check_rammed(race: Race) -> None:
    """An ordered Ram names its target."""
    kart, other = race.karts[race.check.driver], race.check.other
    if other == NOBODY or not may_ram(race, kart, race.karts[other]):
        problem = "expected a driver of the same segment who can be rammed"
        raise Illegal(f"position.check.other: {problem}", "A69")
