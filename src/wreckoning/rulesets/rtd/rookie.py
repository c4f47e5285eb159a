"""The rookie: a fair opponent that plays sensibly."""

from __future__ import annotations

from wreckoning.core.door import at_random
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rtd.race import Race


@jitable
def rookie(race: Race, index: int) -> int:
    """The option the rookie takes."""
    return at_random(race, index)
