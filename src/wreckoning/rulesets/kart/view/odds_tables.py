"""The exact chances of Kart Edition as tables."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.chances import OddsRow, OddsTable
from wreckoning.core.wording import several
from wreckoning.rulesets.kart.race import MAX_GEAR, MAX_HANDLING
from wreckoning.rulesets.kart.rules.attacking import MOST_COVER, SHELL_DICE
from wreckoning.rulesets.kart.rules.things import BANANA_DICE
from wreckoning.rulesets.kart.view.odds import (
    at_least,
    clean_chance,
    evade_odds,
    hit_odds,
    left_odds,
    skid_odds,
)

MOST_HITS = 6
MOST_DICE = 2 * MAX_GEAR


def odds_tables() -> tuple[OddsTable, ...]:
    """Everything that dice decide."""
    return _skids(), _clean(), _hits(), _evades(), _attacks()


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


def _at_least(odds: dict[int, Fraction], most: int) -> tuple[Fraction, ...]:
    return tuple(at_least(odds, number) for number in range(1, most + 1))


def _heads(most: int) -> tuple[str, ...]:
    return tuple(f"{number}+" for number in range(1, most + 1))


def _skids() -> OddsTable:
    """SHIFTs of so many skid dice."""
    rows = []
    for dice in range(1, MAX_HANDLING + 1):
        odds = {(total + dice) // 2: chance for total, chance in skid_odds(dice).items()}
        chances = tuple(odds.get(n) for n in range(MAX_HANDLING + 1))
        rows.append(OddsRow(several(dice, "die", "dice"), chances, {"dice": dice}))
    columns = _numbers(0, MAX_HANDLING)
    return OddsTable("shifts", "SHIFTs of skid dice", "G1", "shifts", columns, tuple(rows))


def _clean() -> OddsTable:
    """That nothing stays uncancelled."""
    rows = []
    for free in (0, 1):
        title = "trivial" if free else "permitted or hazardous"
        chances = tuple(clean_chance(dice, free) for dice in range(1, MAX_HANDLING + 1))
        rows.append(OddsRow(title, chances, {"free_shifts": free}))
    title = "Nothing stays uncancelled, by skid dice"
    return OddsTable("clean", title, "G11", "dice", _numbers(1, MAX_HANDLING), tuple(rows))


def _hits() -> OddsTable:
    rows = []
    for dice in range(1, MOST_DICE + 1):
        chances = _at_least(dict(hit_odds(dice)), MOST_HITS)
        rows.append(OddsRow(several(dice, "die", "dice"), chances, {"dice": dice}))
    columns, heads = _numbers(1, MOST_HITS), _heads(MOST_HITS)
    return OddsTable("hits", "Hits of a Smash", "G2", "at_least", columns, tuple(rows), heads)


def _evades() -> OddsTable:
    rows = []
    for gear in range(1, MAX_GEAR + 1):
        chances = _at_least(dict(evade_odds(gear)), 3)
        rows.append(OddsRow(f"gear {gear}", chances, {"gear": gear}))
    title = "Hits that an Evade can cancel"
    return OddsTable("evades", title, "G2", "at_least", _numbers(1, 3), tuple(rows), _heads(3))


def _attacks() -> OddsTable:
    """What an attack's dice leave after an Evade."""
    rows = []
    pools = [(SHELL_DICE - cover, "shell", cover) for cover in range(MOST_COVER + 1)]
    for dice, what, cover in [*pools, (BANANA_DICE, "banana", 0)]:
        for gear in range(1, MAX_GEAR + 1):
            covered = f", {several(cover, 'cover die', 'cover dice')}" if cover else ""
            title = f"{what.capitalize()}{covered}, target in gear {gear}"
            facts: dict[str, str | int | bool] = {"item": what, "cover": cover, "gear": gear}
            rows.append(OddsRow(title, _at_least(dict(left_odds(dice, gear)), MOST_HITS), facts))
    title = "Hits of an attack after the Evade"
    columns, heads = _numbers(1, MOST_HITS), _heads(MOST_HITS)
    return OddsTable("attacks", title, "G25", "at_least", columns, tuple(rows), heads)
