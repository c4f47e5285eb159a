"""`wreck bench RULESET --digest N`: one number for everything that N compiled races come to.

Two versions of the rules with the same digest play the same races: use it before and after a change
that is only to make them faster.
"""

from __future__ import annotations

import hashlib

import numpy as np

from benchmarks.ours.rules import Heat
from wreckoning.core.compiling.compiled import OF_RACE, OF_SEAT, compiled
from wreckoning.core.door import LIVE
from wreckoning.core.records import GIVEN
from wreckoning.core.ruleset import find_ruleset
from wreckoning.lab.races import start_words
from wreckoning.lab.simulate import Simulation

SEED = 1
LENGTH = 16  # hexadecimal digits of a digest


def print_digest(key: str, heat: Heat, races: int) -> None:
    """Print the digest of the first races of a fixed seed. Raises Malformed for a wrong game."""
    print(digest_of(heat.simulation(find_ruleset(key)), races))


def digest_of(simulation: Simulation, races: int) -> str:
    """The digest of the rows of these races, of the fields of each final race, and of its dice."""
    rules, seats = simulation.ruleset, len(simulation.seats)
    played = [field.name for field in rules.race.fields if GIVEN not in field.markers]
    work = np.zeros(1, rules.race.dtype)
    row = np.empty((1, OF_RACE + seats * (OF_SEAT + len(rules.tallies.names))), np.int64)
    start, found = start_words(simulation.start()), hashlib.sha256()
    for number in range(races):
        compiled(rules).batch(work, work.view(np.int64), start, (number, SEED, seats, LIVE), row)
        door = work[0]["door"]
        parts = [row, *(work[0][name] for name in played), door["dice"], door["whim"]]
        for part in parts:
            found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()[:LENGTH]
