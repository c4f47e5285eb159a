"""Describe the setup of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.errors import Malformed
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.rally.cards import drivers, sizes, upgrades, vehicles, weapons
from wreckoning.rulesets.rally.teams.model import Design, Team, sizes_of, team_points
from wreckoning.rulesets.rally.teams.shipped import find_team


def setup_card(team: Team) -> dict[str, str]:
    """The card of a team to choose."""
    text = f"{team_words(team)}. {team.text}".strip()
    fits = sizes_of(team)
    return {
        "title": team.title or "A team by its code",
        "text": text,
        "rule": "W33",
        "group": sizes()[fits[0]].words if fits else "",
    }


def setup_words(setup: Mapping[str, str]) -> str:
    """`The Rust Choir`; a team with a code by its vehicles. '' if no team is chosen."""
    given = setup.get("team")
    if not given:
        return ""
    try:
        team = find_team(given, "team")
    except Malformed:
        return given
    return team.title or team_words(team)


def team_words(team: Team) -> str:
    """`3 vehicles, 48 points: Rusty (Buggy: Minigun, Oil Dropper), …`."""
    cost = f"{team_points(team)} points"
    count = len(team.vehicles)
    head = cost if count == 1 else f"{several(count, 'vehicle')}, {cost}"
    return f"{head}: {listed([_design_words(design) for design in team.vehicles])}"


def _design_words(design: Design) -> str:
    kind = vehicles()[design.vehicle].title
    cards = [weapons()[mounted.weapon].title for mounted in design.weapons]
    cards += [upgrades()[key].title for key in design.upgrades]
    cards += [drivers()[design.driver].title] if design.driver else []
    fitted = ", ".join(cards)
    what = f"{kind}: {fitted}" if fitted else kind
    return f"{design.name} ({what})" if design.name else f"{kind} ({fitted or 'unarmed'})"
