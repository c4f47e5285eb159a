"""Build a team: every step makes a new team. `legality` decides whether it is legal."""

from __future__ import annotations

from dataclasses import replace

from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team

MODIFICATION, WEAPON, UPGRADE, DRIVER = "modification", "weapon", "upgrade", "driver"


def with_vehicle(team: Team, design: Design) -> Team:
    """The team with one vehicle more."""
    return replace(team, vehicles=(*team.vehicles, design))


def without_vehicle(team: Team, index: int) -> Team:
    """The team with one vehicle less."""
    return replace(team, vehicles=team.vehicles[:index] + team.vehicles[index + 1 :])


def again(team: Team, index: int) -> Team:
    """The team with a vehicle copied, right behind it; the copy has no name."""
    head, tail = team.vehicles[: index + 1], team.vehicles[index + 1 :]
    return replace(team, vehicles=(*head, replace(team.vehicles[index], name=""), *tail))


def changed(team: Team, index: int, design: Design) -> Team:
    """The team with a vehicle replaced by another."""
    head, tail = team.vehicles[:index], team.vehicles[index + 1 :]
    return replace(team, vehicles=(*head, design, *tail))


def with_part(design: Design, kind: str, key: str, slot: int = -1) -> Design:
    """The vehicle with one part more: weapon, upgrade, driver, or modification of a weapon."""
    if kind == WEAPON:
        return replace(design, weapons=(*design.weapons, Mounted(key)))
    if kind == UPGRADE:
        return replace(design, upgrades=(*design.upgrades, key))
    if kind == DRIVER:
        return replace(design, driver=key)
    mounted = design.weapons[slot]
    modified = replace(mounted, modifications=(*mounted.modifications, key))
    return _with_weapon(design, slot, (modified,))


def without_part(design: Design, kind: str, key: str, slot: int = -1) -> Design:
    """The vehicle without one part; with a weapon its modifications go."""
    if kind == WEAPON:
        return _with_weapon(design, slot, ())
    if kind == UPGRADE:
        at = design.upgrades.index(key)
        return replace(design, upgrades=design.upgrades[:at] + design.upgrades[at + 1 :])
    if kind == DRIVER:
        return replace(design, driver="")
    mounted = design.weapons[slot]
    at = mounted.modifications.index(key)
    left = mounted.modifications[:at] + mounted.modifications[at + 1 :]
    return _with_weapon(design, slot, (replace(mounted, modifications=left),))


def _with_weapon(design: Design, slot: int, mounted: tuple[Mounted, ...]) -> Design:
    head, tail = design.weapons[:slot], design.weapons[slot + 1 :]
    return replace(design, weapons=(*head, *mounted, *tail))
