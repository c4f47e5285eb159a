"""The fate of vehicles damaged or destroyed in a game (W43)."""

from __future__ import annotations

from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rally.campaign.crews import DAMAGED, GONE, IN_DOUBT, READY, Crew, Owned
from wreckoning.rulesets.rally.campaign.drawing import Roll
from wreckoning.rulesets.rally.campaign.moves import Fate
from wreckoning.rulesets.rally.race import SIDES

LUCKY = 10  # from here on a die is kind
SAVED = SCRAPPED = 5  # points


@table_rule("W43")
def after_game(crew: Crew, owned: Owned, fate: Fate, roll: Roll) -> str:
    """Roll for a vehicle after a game, if needed. Returns its fate in words; '' for none."""
    name = owned.design.title
    if not fate.destroyed and fate.hit_points >= fate.most:
        return ""
    face = roll("destroyed" if fate.destroyed else "damaged", SIDES)
    if fate.destroyed:
        if face >= LUCKY:
            return f"{name} was destroyed, and is recovered (a {face})"
        owned.state = GONE
        crew.pool += face
        return f"{name} is gone; its scrap is worth {face}"
    if face >= LUCKY:
        owned.state, owned.price = IN_DOUBT, SAVED
        return f"{name} is badly damaged (a {face}): saved for {SAVED}, or scrapped for {SCRAPPED}"
    owned.state, owned.price = DAMAGED, face
    return f"{name} is damaged, its repair costs {face}"


@table_rule("W43")
def mended(crew: Crew, owned: Owned) -> str:
    """Mend a vehicle: its repair, or its saving, is paid. The caller has checked that it can be."""
    crew.pool -= owned.price
    paid, owned.price, owned.state = owned.price, 0, READY
    return f"{crew.name} pays {paid} for {owned.design.title}"


@table_rule("W43")
def scrapped(crew: Crew, owned: Owned) -> str:
    """Scrap a vehicle that was in doubt."""
    owned.state, owned.price = GONE, 0
    crew.pool += SCRAPPED
    return f"{crew.name} scraps {owned.design.title} for {SCRAPPED}"
