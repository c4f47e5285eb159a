"""A team: vehicles with their weapons and upgrades, each by its card's key."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rally.cards import (
    SizeCard,
    drivers,
    modifications,
    sizes,
    upgrades,
    vehicles,
    weapons,
)


@dataclass(frozen=True)
class Mounted:
    """A weapon on a vehicle, with its modifications."""

    weapon: str
    modifications: tuple[str, ...] = ()


@dataclass(frozen=True)
class Design:
    """A vehicle of a team. Without a `name` it goes by its type."""

    vehicle: str
    weapons: tuple[Mounted, ...] = ()
    upgrades: tuple[str, ...] = ()
    driver: str = ""
    name: str = ""

    @property
    def title(self) -> str:
        """Its name, else its type."""
        return self.name or vehicles()[self.vehicle].title


@dataclass(frozen=True)
class Team:
    """Vehicles that one player drives. `key` is that of its file; a team by its code has none.

    `short_of` is the size of game that it plays with fewer vehicles than that has (V50).
    """

    vehicles: tuple[Design, ...]
    title: str = ""
    text: str = ""
    key: str = ""
    short_of: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its vehicles, in order, all different."""
        found: list[str] = []
        for design in self.vehicles:
            name, number = design.title, 2
            while name.casefold() in {other.casefold() for other in found}:
                name, number = f"{design.title} {number}", number + 1
            found.append(name)
        return tuple(found)


@table_rule("W29", "W30")
def weapon_points(mounted: Mounted) -> int:
    """The points of a weapon with its modifications."""
    weapon = weapons()[mounted.weapon]
    return weapon.points + sum(
        modifications()[key].price_on(weapon) for key in mounted.modifications
    )


@table_rule("W31")
def upgrade_points(design: Design) -> int:
    """The points of a vehicle's upgrades, without its driver's."""
    return sum(upgrades()[key].points for key in design.upgrades)


@table_rule("W29", "W32")
def points_of(design: Design) -> int:
    """The points of a vehicle with all its parts."""
    points = vehicles()[design.vehicle].points + upgrade_points(design)
    points += sum(weapon_points(mounted) for mounted in design.weapons)
    return points + (drivers()[design.driver].points if design.driver else 0)


@table_rule("W33")
def team_points(team: Team) -> int:
    """The points of a team."""
    return sum(points_of(design) for design in team.vehicles)


@table_rule("W33", "V50")
def least_of(team: Team, size: SizeCard) -> int:
    """The least number of vehicles of this team in a size of game."""
    if team.short_of:
        return 1 if team.short_of == size.key else size.most + 1
    return size.least


@table_rule("W33", "V25", "V50")
def sizes_of(team: Team) -> list[str]:
    """The sizes of games that a team fits, smallest first; none for one that fits none."""
    count, points = len(team.vehicles), team_points(team)
    return [
        size.key
        for size in sizes().values()
        if least_of(team, size) <= count <= size.most and points <= size.points
    ]
