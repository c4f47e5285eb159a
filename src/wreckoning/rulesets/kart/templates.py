"""Templates (G7), from `data/templates.toml`: the standing in each gear, and the shape."""

from __future__ import annotations

from wreckoning.core.documents import Json
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.curves import add_s_curve, arc_length, check_path
from wreckoning.geometry.paths import Path, add_arc, add_straight
from wreckoning.rulesets.kart.race import GEARS, MM, Laid, Standing, Template

FILE = "templates"
LENGTHS = {  # in millimetres; turns in degrees
    "straight": (20, 400),
    "length": (20, 400),
    "radius": (20, 400),
    "forward": (20, 400),
    "sideways": (5, 200),
    "turn": (10, 180),
}
KEYS = ("key", "gears", "outside", *LENGTHS)
_STANDINGS = {
    "-": Standing.FORBIDDEN,
    "P": Standing.PERMITTED,
    "T": Standing.TRIVIAL,
    "H": Standing.HAZARDOUS,
}


@kept
@table_rule("G7")
def templates() -> tuple[Laid, ...]:
    """All templates by their number in `race.Template`, right turns. Shared: never changed."""
    rows = {row["key"]: row for row in _document()["template"]}
    return tuple(_laid(rows[template.name.lower()]) for template in Template)


@kept
def template_width() -> int:
    """The width of all templates, for drawing."""
    return int(_document()["width"] * MM)


def _laid(row: Json) -> Laid:
    laid = Laid()
    laid.standing = [int(_STANDINGS[letter]) for letter in row["gears"]]
    laid.two_sided = int("straight" not in row)
    laid.outside = int(row.get("outside", False))
    laid.half_width = template_width() // 2
    _shape(laid.path, row)
    check_path(laid.path, row["key"])
    return laid


def _shape(path: Path, row: Json) -> None:
    """A straight, an arc by its length or its radius, or an S."""
    if "straight" in row:
        add_straight(path, row["straight"] * MM)
    elif "turn" in row:
        turn = row["turn"] * DEGREE
        length = row["length"] * MM if "length" in row else arc_length(row["radius"] * MM, turn)
        add_arc(path, length, turn)
    else:
        add_s_curve(path, row["forward"] * MM, row["sideways"] * MM)


@kept
def _document() -> Json:
    """The templates, with figures that can be cut out of card. Raises Malformed."""
    found = document("wreckoning.rulesets.kart", FILE)
    TomlTable(FILE, found, ("width", "template")).whole("width", 10, 100)
    for row in found["template"]:
        template = TomlTable(f'{FILE}: template "{row["key"]}"', row, KEYS)
        if len(row["gears"]) != GEARS or set(row["gears"]) - set(_STANDINGS):
            template.wrong("gears", f"{GEARS} letters of {' '.join(_STANDINGS)}")
        for name, (low, high) in LENGTHS.items():
            template.whole(name, low, high, low)
    return found
