"""The terms of a campaign, and the vehicles each player may field for a game (W33, V50)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.campaign.crews import Crew, most_affordable
from wreckoning.rulesets.rally.campaign.drawing import LEAST_ROUNDS
from wreckoning.rulesets.rally.campaign.garage import price_of_hire
from wreckoning.rulesets.rally.cards import SizeCard, sizes, vehicles

MOST_ROUNDS = 12
SIZES = ("small", "medium")  # what can be fielded from a roster of 8 to 10
HIRE = ("on", "off")
FIRST_EDITION = ""  # no word of hiring: a campaign that was begun under V43


@dataclass(frozen=True)
class Terms:
    """The terms of a campaign: its title, its rounds, the size of its games, hiring."""

    title: str
    rounds: int = LEAST_ROUNDS
    size: str = SIZES[0]
    hire: str = HIRE[0]

    def __post_init__(self) -> None:
        if not LEAST_ROUNDS <= self.rounds <= MOST_ROUNDS:
            found = f"found {self.rounds} (W42)"
            raise Malformed("rounds", f"expected {LEAST_ROUNDS} to {MOST_ROUNDS}, {found}")
        if self.size not in SIZES:
            raise Malformed("size", unknown("size", self.size, SIZES))
        if self.hire not in (*HIRE, FIRST_EDITION):
            raise Malformed("hire", unknown("value", self.hire, HIRE))

    @property
    def card(self) -> SizeCard:
        """The size of the games."""
        return sizes()[self.size]


@table_rule("V50", "V43")
def least_of(terms: Terms, crew: Crew) -> int:
    """The least number of vehicles to field: that of the size, or all that can drive."""
    if terms.hire == FIRST_EDITION:
        return terms.card.least
    return max(1, min(terms.card.least, most_affordable(crew, terms.card.points)))


@table_rule("V50", "V43")
def can_field(terms: Terms, crew: Crew) -> bool:
    """Whether the player has a ready vehicle that is cheap enough for a game."""
    return most_affordable(crew, terms.card.points) >= least_of(terms, crew)


@table_rule("V50")
def why_not_hire(terms: Terms, crew: Crew) -> str:
    """Why no vehicle may be hired; "" if hiring is allowed."""
    able = most_affordable(crew, terms.card.points)
    if terms.hire != "on":
        return "no vehicles are hired in this campaign"
    if able >= terms.card.least:
        return f"{several(able, 'vehicle')} can drive: as many as the game needs at least"
    least = min(price_of_hire(crew, vehicle) for vehicle in vehicles())
    return f"the pool has only {crew.pool}" if least > crew.pool else ""


@table_rule("V50")
def has_a_way(terms: Terms, crew: Crew) -> bool:
    """Whether the player can field anything, perhaps after hiring."""
    return can_field(terms, crew) or not why_not_hire(terms, crew)


@table_rule("W33", "V43", "V50")
def check_team(terms: Terms, crew: Crew, keys: Sequence[int]) -> None:
    """Check a team for the game: a legal size, and ready vehicles. Raises Illegal."""
    if len(set(keys)) != len(keys):
        raise Malformed("vehicles", "expected a list of different vehicles' numbers")
    size, ready = terms.card, {owned.key: owned for owned in crew.ready}
    for key in keys:
        if key not in ready:
            raise Illegal(f"vehicle {key}: not ready to drive", "W43")
    least = least_of(terms, crew)
    if not least <= len(keys) <= size.most:
        counts = size.counts if least == size.least else f"{least} to {size.most} vehicles"
        found = several(len(keys), "vehicle")
        raise Illegal(f"{found}, expected {counts} for a {size.title.lower()}", "W33")
    points = sum(ready[key].points for key in keys)
    if points > size.points:
        over = points - size.points
        raise Illegal(f"{points} points, {over} over the {size.points} of the game", "W33")
