"""Yes-or-no questions."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import choose, offer_two, pose
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rtd.race import NO, YES, Kart, Race


@jitable
def confirm(race: Race, question: Asked, kart: Kart, subject: int) -> bool:
    """Ask a driver a yes-or-no question; `subject` as in `pose`."""
    pose(race, question, kart.seat, subject)
    offer_two(race, YES, NO)
    return choose(race) == YES
