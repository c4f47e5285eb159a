"""Is this a position of Kart RTD? What a partial position leaves open is completed here."""

from __future__ import annotations

from wreckoning.core.errors import Illegal
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import unknown
from wreckoning.rulesets.rtd.race import (
    DEFENSIVE,
    ITEMS,
    NO_ITEM,
    TRIPLE_RED_SHELL,
    Kart,
    Phase,
    Race,
)
from wreckoning.rulesets.rtd.rules.loot import TRIPLE, goes_on_hook, hand_size
from wreckoning.rulesets.rtd.rules.standings import course_length, is_racing, sort_by_progress
from wreckoning.rulesets.rtd.turn import queue_front_to_back

SLOTS = (Phase.ACTIONS, Phase.JOCKEYING)


def check_position(race: Race) -> None:
    """Complete what follows from the rest, and refuse what no race comes to (Illegal)."""
    _check_order(race)
    for seat in range(race.drivers):
        _check_kart(race, race.karts[seat])
    _check_phase(race)
    _check_course(race)
    if race.check.ordered and race.check.driver == NOBODY:
        raise Illegal("position.check: expected a driver for the ordered check", "A69")


def _check_order(race: Race) -> None:
    """A permutation of the drivers, sorted by progress (A2)."""
    order = race.order[: race.drivers]
    if sorted(order) != list(range(race.drivers)):
        raise Illegal("position.order: expected every driver once", "A2")
    before = list(order)
    sort_by_progress(race)
    if race.order[: race.drivers] != before:
        raise Illegal("position.order: a driver of less progress is ahead of one of more", "A2")


def _check_kart(race: Race, kart: Kart) -> None:
    where = f"position.karts[{kart.seat}]"
    if not 0 <= kart.progress <= course_length(race):
        most = course_length(race)
        raise Illegal(f"{where}.progress: expected 0 to {most}, found {kart.progress}", "A2")
    if kart.hook != NO_ITEM and not goes_on_hook(kart.hook):
        raise Illegal(f"{where}.hook: expected an item that is dragged or circles", "A43")
    if kart.hook == TRIPLE_RED_SHELL and kart.shells == 0:
        kart.shells = TRIPLE
    if not 0 <= kart.shells <= TRIPLE or (kart.shells and kart.hook != TRIPLE_RED_SHELL):
        raise Illegal(f"{where}.shells: expected 1 to {TRIPLE} with a Triple Red Shell", "A56")
    held = sum(item != NO_ITEM for item in kart.hand)
    if held > hand_size(race, kart) or any(not 0 <= item < ITEMS for item in kart.hand):
        raise Illegal(f"{where}.hand: expected at most {hand_size(race, kart)}", "A43")
    if kart.order == DEFENSIVE:
        kart.defensive = 1


def _check_phase(race: Race) -> None:
    if race.phase in SLOTS and race.queue[race.slot] == NOBODY:
        queue_front_to_back(race)
    if not 0 <= race.slot < race.drivers or (race.slot and race.phase not in SLOTS):
        names = " and ".join(phase.name.lower() for phase in SLOTS)
        raise Illegal(f"position.slot: expected 0 to {race.drivers - 1} ({names} only)", "R16")
    if race.phase > Phase.TURN_START and race.turn == 0:
        race.turn = 1
    if race.phase != Phase.OVER and sum(is_racing(k) for k in race.karts[: race.drivers]) < 2:
        raise Illegal("position: expected at least two drivers still racing", "A38")


def _check_course(race: Race) -> None:
    """Nothing lies outside the course, and events are in states they have."""
    for name in ("peels", "fakes", "fresh_peels", "fresh_fakes"):
        lying = getattr(race, name)
        if any(n < 0 for n in lying) or any(lying[race.course.segments :]):
            segments = race.course.segments
            raise Illegal(f"position.{name}: expected counts for {segments} segments", "A51")
    for index, (event, now) in enumerate(zip(race.course.events, race.events, strict=True)):
        states = range(max(event.states, 1))
        if now.state not in states or not 0 <= now.left <= max(event.turns[now.state], 0):
            raise Illegal(f"position.events[{index}]: {unknown('state', now.state, states)}", "R31")


