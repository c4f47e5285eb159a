"""The order of play. A turn is one step:

orders      all at once
actions     front to back, by the order as the turn began
jockeying   back to front, by the order as it began
            Fall Backs, Pull Aheads, the finish line
cleanup
"""

from __future__ import annotations

from benchmarks.kart_turn.race import Race
from benchmarks.kart_turn.rules.actions import act, give_orders
from benchmarks.kart_turn.rules.movement import (
    clean_up,
    fall_backs,
    finish_line,
    jockey,
    pull_aheads,
)
from wreckoning.core.rules import jitable, rule


@jitable
def is_over(race: Race) -> bool:
    """Whether only one driver is left."""
    return race.over == 1


@rule("R16", "A68")
def step(race: Race) -> None:
    """One turn."""
    race.turn += 1
    give_orders(race)
    actions(race)
    jockeying(race)
    fall_backs(race)
    pull_aheads(race)
    finish_line(race)
    if not race.over:
        clean_up(race)


@rule("R16")
def actions(race: Race) -> None:
    """Each driver's action, first place to last."""
    note_order(race)
    for index in range(race.drivers):
        seat = race.queue[index]
        if race.karts[seat].finish_turn == 0:
            act(race, seat, index)


@rule("R27", "A21")
def jockeying(race: Race) -> None:
    """All drivers jockey once, last place to first."""
    note_order(race)
    for index in range(race.drivers - 1, -1, -1):
        jockey(race, race.queue[index], index)


@jitable
def note_order(race: Race) -> None:
    """Keep the present order: passes change it while a phase goes on."""
    for index in range(race.drivers):
        race.queue[index] = race.order[index]
