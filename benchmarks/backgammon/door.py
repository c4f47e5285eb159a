"""The ruleset's way to the one door: the only policy takes any whole play, all alike.

A play is asked for in two halves. So that no play is likelier than another, the first half is
chosen by the number of plays that begin with it; the second then by chance alone.
"""

from __future__ import annotations

from benchmarks.backgammon.questions import Asked
from benchmarks.backgammon.race import Race
from wreckoning.core import generator
from wreckoning.core.door import at_random, make_choose
from wreckoning.core.rules import jitable

POLICIES = ("random",)


@jitable
def decide(race: Race, index: int) -> int:
    """The option that the policy of the asked seat takes."""
    ask = race.door.asks[index]
    if ask.question != Asked.PLAY:
        return at_random(race, index)
    plays = race.plays
    total = 0
    for option in range(ask.count):
        total += plays[option]
    left = generator.below(race.door.whim, total)
    option = 0
    while left >= plays[option]:
        left -= plays[option]
        option += 1
    return ask.options[option]


choose = make_choose(decide)
