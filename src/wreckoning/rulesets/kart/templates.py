"""Templates (G7), from `data/templates.toml`: what each is in each gear, and its shape."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.curves import add_s_curve, arc_length, check_path
from wreckoning.geometry.paths import Path, add_arc, add_straight
from wreckoning.rulesets.kart.race import MM, Laid, Standing, Template

_STANDINGS = {
    "-": Standing.FORBIDDEN,
    "P": Standing.PERMITTED,
    "T": Standing.TRIVIAL,
    "H": Standing.HAZARDOUS,
}


@cache
@table_rule("G7")
def templates() -> tuple[Laid, ...]:
    """All templates by their number in `race.Template`, right turns. Shared: never changed."""
    rows = {row["key"]: row for row in _document()["template"]}
    return tuple(_laid(rows[template.name.lower()]) for template in Template)


@cache
def template_width() -> int:
    """How wide all templates are; for drawing."""
    return int(_document()["width"] * MM)


def _laid(row: dict[str, Any]) -> Laid:
    laid = Laid()
    laid.standing = [int(_STANDINGS[letter]) for letter in row["gears"]]
    laid.two_sided = int("straight" not in row)
    laid.outside = int(row.get("outside", False))
    _shape(laid.path, row)
    check_path(laid.path, row["key"])
    return laid


def _shape(path: Path, row: dict[str, Any]) -> None:
    """A straight, an arc by its length or its radius, or an S."""
    if "straight" in row:
        add_straight(path, row["straight"] * MM)
    elif "turn" in row:
        turn = row["turn"] * DEGREE
        length = row["length"] * MM if "length" in row else arc_length(row["radius"] * MM, turn)
        add_arc(path, length, turn)
    else:
        add_s_curve(path, row["forward"] * MM, row["sideways"] * MM)


@cache
def _document() -> dict[str, Any]:
    data = files("wreckoning.rulesets.kart") / "data" / "templates.toml"
    return tomllib.loads(data.read_text("utf-8"))
