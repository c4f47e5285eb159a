"""The problems of a team, each with its place, its figures and the rule against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wreckoning.core.errors import Illegal
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.cards import (
    RANGED,
    SizeCard,
    modifications,
    most_upgrade_points,
    sizes,
    weapons,
)
from wreckoning.rulesets.rally.race import MAX_WEAPONS
from wreckoning.rulesets.rally.teams.model import (
    Design,
    Mounted,
    Team,
    least_of,
    sizes_of,
    team_points,
    upgrade_points,
)


@dataclass(frozen=True)
class Problem:
    """Why a team is illegal. `vehicle` is the vehicle's index, −1 for the team as a whole.

    `missing`: there is too little of something, which building on may mend.
    """

    vehicle: int
    text: str
    rule: str
    missing: bool = False


def check_team(team: Team, where: str, size: str | None = None) -> None:
    """Check a team, also for a size of game. Raises Illegal."""
    for problem in problems_of(team, size):
        place = where
        if problem.vehicle >= 0:
            place = f"{where}: vehicle {problem.vehicle + 1}, {team.names[problem.vehicle]}"
        raise Illegal(problem.text, problem.rule, place)


def check_designs(designs: Sequence[Design], where: str) -> None:
    """Check vehicles by themselves, without their team. Raises Illegal."""
    for design in designs:
        for text, rule in of_design(design):
            raise Illegal(text, rule, where)


def problems_of(team: Team, size: str | None = None) -> list[Problem]:
    """All problems of a team; with a size, also those of fitting it."""
    found = [
        Problem(number, text, rule)
        for number, design in enumerate(team.vehicles)
        for text, rule in of_design(design)
    ]
    if size is not None:
        found += of_size(team, sizes()[size], "W33")
    elif not sizes_of(team):
        found.append(Problem(-1, _fits_none(team), "W33"))
    return found


def of_design(design: Design) -> Iterator[tuple[str, str]]:
    """The problems of a vehicle by itself: (text, rule)."""
    yield from _of_weapons(design)
    for mounted in design.weapons:
        yield from _of_modifications(mounted)
    yield from _of_upgrades(design)


@table_rule("W29", "V24")
def _of_weapons(design: Design) -> Iterator[tuple[str, str]]:
    """Problems of weapons: one ranged weapon is allowed, and one more of any kind."""
    count = len(design.weapons)
    if count > MAX_WEAPONS:
        yield f"{count} weapons, {count - MAX_WEAPONS} more than the {MAX_WEAPONS} allowed", "W29"
    cards = [weapons()[mounted.weapon] for mounted in design.weapons]
    if count == MAX_WEAPONS and all(card.category != RANGED for card in cards):
        found = " and ".join(card.title for card in cards)
        yield f"one of two weapons has to be a ranged one, found {found}", "W29"


@table_rule("W30", "V24")
def _of_modifications(mounted: Mounted) -> Iterator[tuple[str, str]]:
    """Problems of modifications: only on ranged weapons, some not on all, each once."""
    weapon = weapons()[mounted.weapon]
    if mounted.modifications and weapon.category != RANGED:
        title = modifications()[mounted.modifications[0]].title
        yield f"{title} is for ranged weapons, not for a {weapon.title}", "W30"
        return
    for key in dict.fromkeys(mounted.modifications):
        card = modifications()[key]
        if weapon.key in card.not_for:
            yield f"{card.title} is not for a {weapon.title}", "W30"
        if mounted.modifications.count(key) > 1:
            yield f"{card.title} is on the {weapon.title} more than once", "V24"


@table_rule("W31", "V24")
def _of_upgrades(design: Design) -> Iterator[tuple[str, str]]:
    """Problems of upgrades: limited points, each once."""
    points, most = upgrade_points(design), most_upgrade_points()
    if points > most:
        yield f"upgrades of {points} points, {points - most} over the {most} allowed", "W31"
    for key in dict.fromkeys(design.upgrades):
        if design.upgrades.count(key) > 1:
            yield f"{key.replace('_', ' ')} is there more than once", "V24"


@table_rule("W33")
def of_size(team: Team, size: SizeCard, rule: str) -> list[Problem]:
    """Problems with a size: too few, too many, or too expensive."""
    count, points, found = len(team.vehicles), team_points(team), []
    least = least_of(team, size)
    if not least <= count <= size.most:
        of_what = f" for a {size.title.lower()}" if size.most > 1 else ""
        text = f"{several(count, 'vehicle')}, expected {size.counts}{of_what}"
        found.append(Problem(-1, text, rule, missing=count < least))
    if points > size.points:
        over = points - size.points
        text = f"{points} points, {over} over the {size.points} of a {size.title.lower()}"
        found.append(Problem(-1, text, rule))
    return found


def _fits_none(team: Team) -> str:
    """The problem of a team that fits no size, by the nearest one."""
    count, points = len(team.vehicles), team_points(team)
    fitting = [size for size in sizes().values() if least_of(team, size) <= count <= size.most]
    if not fitting:
        known = ", ".join(f"{size.counts} ({size.key})" for size in sizes().values())
        return f"{several(count, 'vehicle')}, expected {known}"
    size = fitting[-1]
    over = points - size.points
    return f"{points} points, {over} over the {size.points} of a {size.title.lower()}"
