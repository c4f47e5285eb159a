"""Rosters, with which a campaign begins (W41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from wreckoning.core.errors import Illegal
from wreckoning.core.files.toml_files import read_toml
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.cards import PACKAGE, SizeCard
from wreckoning.rulesets.rally.teams.files import MAX_BYTES, read_team
from wreckoning.rulesets.rally.teams.legality import (
    Problem,
    check_designs,
    of_design,
    of_size,
)
from wreckoning.rulesets.rally.teams.model import Design, Team, team_points

LEAST, MOST = 8, 10
POINTS = 100
TO_POOL = 10
SIZE = SizeCard("roster", "Roster", LEAST, MOST, POINTS, "What a campaign begins with.", ())


@table_rule("W41")
def roster_problems(team: Team) -> list[Problem]:
    """The problems of a roster: eight to ten vehicles, one weapon each, 100 points."""
    found = []
    for number, design in enumerate(team.vehicles):
        found += [Problem(number, text, rule) for text, rule in of_design(design)]
        for text, rule in _of_new_vehicle(design):
            found.append(Problem(number, text, rule, missing=not design.weapons))
    return found + of_size(team, SIZE, "W41")


@table_rule("W41")
def check_roster(team: Team, where: str) -> None:
    """Check a roster. Raises Illegal."""
    for problem in roster_problems(team):
        place = f"{where}: {team.names[problem.vehicle]}" if problem.vehicle >= 0 else where
        raise Illegal(f"{place}: {problem.text}", problem.rule)


@table_rule("W41")
def check_new_vehicle(design: Design, where: str) -> None:
    """Check a vehicle new in a roster: one weapon, nothing else. Raises Illegal."""
    check_designs((design,), where)
    for text, rule in _of_new_vehicle(design):
        raise Illegal(f"{where}: {text}", rule)


def _of_new_vehicle(design: Design) -> Iterator[tuple[str, str]]:
    if len(design.weapons) != 1:
        found = several(len(design.weapons), "weapon")
        yield f"{found}, in a roster each vehicle begins with one", "W41"
    if design.upgrades or design.driver or any(each.modifications for each in design.weapons):
        yield "upgrades, in a roster each vehicle begins without any", "W41"


@table_rule("W41")
def unspent(team: Team) -> int:
    """The points for the pool that a roster leaves unspent: ten at most."""
    return min(POINTS - team_points(team), TO_POOL)


@cache
def rosters() -> dict[str, Team]:
    """The rosters that come with the game, by key."""
    folder = files(PACKAGE) / "data" / "rosters"
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            key = entry.name.removesuffix(".toml")
            document = read_toml(entry, "roster", MAX_BYTES)
            found[key] = read_team(document, entry.name, key)
    return found
