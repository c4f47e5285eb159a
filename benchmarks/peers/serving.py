"""Serves a contestant: it waits for a line, plays for that time, and reports what it played.

In: {"seconds": s}. Out, first {"versions": {…}}, or {"missing": why}; then for each line in
{"games": …, "moves": …, "seconds": …}. `moves` are decisions of players; dice are none. Seconds are
those of the processor: what else runs on a busy machine is not counted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from time import process_time

LEAST_GAMES = 4  # in one go
ENOUGH = 0.05  # seconds in one go: reading the clock takes nothing in comparison

# Plays this many games and returns how many moves they had
Play = Callable[[int], float]


def serve(play: Play, versions: Mapping[str, str]) -> None:
    """Warm up, then play for every line that comes in."""
    timed = _Timed(play)
    _say({"versions": dict(versions)})
    for line in sys.stdin:
        _say(timed.play_for(float(json.loads(line)["seconds"])))


def say_missing(what: str) -> None:
    """Say that it cannot be timed here, and why."""
    _say({"missing": what})


def _say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


class _Timed:
    """Games in goes that are long enough to be timed."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._games = LEAST_GAMES
        self._go()  # whatever is made at its first use
        while self._go()[1] < ENOUGH:
            self._games *= 2

    def _go(self) -> tuple[float, float]:
        began = process_time()
        moves = self._play(self._games)
        return moves, process_time() - began

    def play_for(self, seconds: float) -> dict[str, float]:
        """Play for about this long."""
        games, moves, taken = 0, 0.0, 0.0
        while taken < seconds:
            more, time = self._go()
            games, moves, taken = games + self._games, moves + more, taken + time
        return {"games": games, "moves": moves, "seconds": taken}
