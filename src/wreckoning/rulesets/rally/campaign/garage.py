"""Spending the points of the pool between games, and the parts for sale (W43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rally.campaign.crews import Crew, Owned
from wreckoning.rulesets.rally.campaign.rosters import MOST, check_new_vehicle
from wreckoning.rulesets.rally.cards import drivers, modifications, upgrades, vehicles, weapons
from wreckoning.rulesets.rally.teams.legality import check_designs
from wreckoning.rulesets.rally.teams.model import Design, Mounted, points_of


@table_rule("W43")
def refit(crew: Crew, owned: Owned, design: Design) -> str:
    """Add parts to a vehicle. Raises Illegal."""
    where = owned.design.title
    if design.vehicle != owned.design.vehicle:
        raise Illegal(f"{where}: it stays a {owned.design.vehicle.replace('_', ' ')}", "W43")
    for what, lost in lost_parts(owned.design, design):
        raise Illegal(f"{where}: {lost} stays on it: {what} are added, not exchanged", "W43")
    check_designs((design,), where)
    price = points_of(design) - owned.points
    pay(crew, price, where)
    owned.design = design
    return f"{crew.name} spends {price} on {design.title}"


@table_rule("V42", "W43")
def buy(crew: Crew, design: Design) -> str:
    """Buy another vehicle for the roster, as in W41, at its price (V42). Raises Illegal."""
    check_new_vehicle(design, design.title)
    if len(crew.left) >= MOST:
        raise Illegal(
            f"{crew.name} has {len(crew.left)} vehicles, a roster has at most {MOST}", "W41"
        )
    price = points_of(design)
    pay(crew, price, design.title)
    crew.roster.append(Owned(len(crew.roster), design))
    return f"{crew.name} buys {design.title} for {price}"


@table_rule("V50")
def price_of_hire(crew: Crew, vehicle: str) -> int:
    """The price to hire a vehicle: that of its card; 0 for a player without vehicles and money."""
    if not crew.ready and crew.pool < min(card.points for card in vehicles().values()):
        return 0
    return vehicles()[vehicle].points


@table_rule("V50")
def hire(crew: Crew, vehicle: str) -> str:
    """Hire a vehicle as on its card, for one game. Raises Malformed or Illegal."""
    if vehicle not in vehicles():
        raise Malformed(f"{crew.name}: hired vehicle", unknown("vehicle", vehicle, vehicles()))
    design = Design(vehicle)
    price = price_of_hire(crew, vehicle)
    pay(crew, price, design.title)
    crew.roster.append(Owned(len(crew.roster), design, hired=True))
    return f"{crew.name} hires a {design.title} for {price or 'nothing'}"


def pay(crew: Crew, price: int, what: str) -> None:
    """Take points out of the pool. Raises Illegal if there are too few."""
    if price > crew.pool:
        raise Illegal(f"{what}: costs {price}, {crew.name} has {crew.pool} in the pool", "W43")
    crew.pool -= price


def lost_parts(before: Design, after: Design) -> list[tuple[str, str]]:
    """The parts on a vehicle before and not after: (its kind, its name)."""
    lost = [("upgrades", key) for key in before.upgrades if key not in after.upgrades]
    if before.driver and before.driver != after.driver:
        lost.append(("driver upgrades", before.driver))
    weapons = _lost_weapons(before.weapons, after.weapons)
    lost += [("weapons and their modifications", mounted.weapon) for mounted in weapons]
    return [(what, key.replace("_", " ")) for what, key in lost]


def _lost_weapons(before: Sequence[Mounted], after: Sequence[Mounted]) -> list[Mounted]:
    """The weapons lost, matched so that they are as few as possible."""
    places = (*after, *(None for _ in before))
    return min(
        (
            [
                mounted
                for mounted, other in zip(before, order, strict=True)
                if not _holds(other, mounted)
            ]
            for order in permutations(places, len(before))
        ),
        key=len,
    )


def _holds(after: Mounted | None, before: Mounted) -> bool:
    if after is None:
        return False
    return after.weapon == before.weapon and set(before.modifications) <= set(after.modifications)


@dataclass(frozen=True)
class PartForSale:
    """A part that may be added: its kind, its price, and the vehicle with it."""

    kind: str  # weapon, modification, upgrade, driver
    title: str
    text: str
    price: int
    design: Design


def parts_for_sale(owned: Owned) -> list[PartForSale]:
    """All parts that the rules permit to add, the cheapest first of each kind."""
    found = []
    for kind, title, text, design in _candidates(owned.design):
        try:
            check_designs((design,), owned.design.title)
        except Illegal:
            continue
        found.append(PartForSale(kind, title, text, points_of(design) - owned.points, design))
    order = ("driver", "upgrade", "modification", "weapon")
    return sorted(found, key=lambda part: (order.index(part.kind), part.price, part.title))


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
