"""The bot of a campaign: it drives what it can afford, mends, then buys and improves."""

from __future__ import annotations

from wreckoning.rulesets.rally.campaign.crews import DAMAGED, IN_DOUBT, Crew
from wreckoning.rulesets.rally.campaign.fielding import why_not_hire
from wreckoning.rulesets.rally.campaign.moves import (
    Buy,
    ChooseRoster,
    FieldTeam,
    Hire,
    Move,
    Ready,
    Refit,
    Repair,
    Save,
    Scrap,
)
from wreckoning.rulesets.rally.campaign.play import AFTER, FIELD, ROSTERS, Campaign
from wreckoning.rulesets.rally.campaign.rosters import MOST, rosters
from wreckoning.rulesets.rally.cards import drivers, sizes
from wreckoning.rulesets.rally.teams.codes import write_code
from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team, points_of

REPLACEMENT = Design("buggy", (Mounted("light_machine_gun"),))
HIRED = "buggy"
DRIVER = "skilled_driver"


def bot_move(campaign: Campaign, seat: int) -> Move | None:
    """The next move of this seat; none if it has nothing to do."""
    crew = campaign.crews[seat]
    if campaign.phase == ROSTERS and not crew.roster:
        known = list(rosters().values())
        return ChooseRoster(team=write_code(known[seat % len(known)]))
    if campaign.phase == FIELD and not crew.fielded and not why_not_hire(campaign.terms, crew):
        return Hire(vehicle=HIRED)
    if campaign.phase == FIELD and not crew.fielded and campaign.can_field(crew):
        return FieldTeam(vehicles=best_team(campaign, crew))
    if campaign.phase == AFTER and not crew.done:
        return _after(crew)
    return None


def best_team(campaign: Campaign, crew: Crew) -> list[int]:
    """The most expensive vehicles that fit, as long as the least number can still be reached."""
    size = sizes()[campaign.terms.size]
    left = sorted(crew.ready, key=lambda owned: (-owned.points, owned.key))
    chosen: list[int] = []
    points = size.points
    for at, owned in enumerate(left):
        rest = sorted(other.points for other in left[at + 1 :])
        missing = max(0, size.least - len(chosen) - 1)
        if owned.points + sum(rest[:missing]) <= points and len(chosen) < size.most:
            chosen.append(owned.key)
            points -= owned.points
    return chosen


def _after(crew: Crew) -> Move:
    """The moves after a game, one after another, as long as the pool lasts."""
    for owned in crew.left:
        if owned.state == IN_DOUBT:
            pays = owned.price <= crew.pool
            return Save(vehicle=owned.key) if pays else Scrap(vehicle=owned.key)
    for owned in sorted(crew.left, key=lambda owned: owned.price):
        if owned.state == DAMAGED and owned.price <= crew.pool:
            return Repair(vehicle=owned.key)
    if len(crew.left) < MOST and points_of(REPLACEMENT) <= crew.pool:
        return Buy(design=write_code(Team((REPLACEMENT,))))
    price = drivers()[DRIVER].points
    for owned in crew.ready:
        if not owned.design.driver and price <= crew.pool:
            better = Design(
                owned.design.vehicle,
                owned.design.weapons,
                owned.design.upgrades,
                DRIVER,
                owned.design.name,
            )
            return Refit(vehicle=owned.key, design=write_code(Team((better,))))
    return Ready()
