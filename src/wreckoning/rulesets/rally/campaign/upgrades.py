"""Parts that may be added to a vehicle of a roster, each with its price (W43)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wreckoning.core.errors import Illegal
from wreckoning.rulesets.rally.campaign.crews import Owned
from wreckoning.rulesets.rally.cards import drivers, modifications, upgrades, weapons
from wreckoning.rulesets.rally.teams.legality import check_designs
from wreckoning.rulesets.rally.teams.model import Design, Mounted, points_of


@dataclass(frozen=True)
class Refit:
    """A part that may be added: its kind, its price, and the vehicle with it."""

    kind: str  # weapon, modification, upgrade, driver
    title: str
    text: str
    price: int
    design: Design


def refits(owned: Owned) -> list[Refit]:
    """All parts that the rules permit to add, the cheapest first of each kind."""
    found = []
    for kind, title, text, design in _candidates(owned.design):
        try:
            check_designs((design,), owned.design.title)
        except Illegal:
            continue
        found.append(Refit(kind, title, text, points_of(design) - owned.points, design))
    order = ("driver", "upgrade", "modification", "weapon")
    return sorted(found, key=lambda refit: (order.index(refit.kind), refit.price, refit.title))


def _candidates(design: Design) -> Iterator[tuple[str, str, str, Design]]:
    if not design.driver:
        for key, driver in drivers().items():
            yield "driver", driver.title, driver.text, replace(design, driver=key)
    for key, upgrade in upgrades().items():
        added = replace(design, upgrades=(*design.upgrades, key))
        yield "upgrade", upgrade.title, upgrade.text, added
    for at, mounted in enumerate(design.weapons):
        for key, change in modifications().items():
            changed = Mounted(mounted.weapon, (*mounted.modifications, key))
            mount = (*design.weapons[:at], changed, *design.weapons[at + 1 :])
            title = f"{change.title} on the {weapons()[mounted.weapon].title}"
            yield "modification", title, change.text, replace(design, weapons=mount)
    for key, weapon in weapons().items():
        mount = (*design.weapons, Mounted(key))
        yield "weapon", weapon.title, weapon.text, replace(design, weapons=mount)
