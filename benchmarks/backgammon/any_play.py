"""The only policy takes any whole play, each equally likely.

A play is asked for in two halves. So that no play is likelier than another, the first half is
chosen by the number of plays that begin with it; the second then by chance alone.
"""

from __future__ import annotations

from benchmarks.backgammon.questions import Asked
from benchmarks.backgammon.race import Race
from wreckoning.core import generator
from wreckoning.core.door import AskRecord, at_random
from wreckoning.core.rules import jitable


@jitable
def any_play(race: Race, ask: AskRecord) -> int:
    """The first or second half of a play."""
    if ask.question != Asked.PLAY:
        return at_random(race, ask)
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
