"""The gear matrix (N9), read from `data/gears.toml`: spots, their zones, and where lines lead."""

from __future__ import annotations

from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.race import Matrix
from wreckoning.rulesets.rush.spots import GEARS, NEUTRAL, SPEEDS, SPOTS, spot_at

FILE = "gears"
ZONES = "BYOR"  # their red dice: 0, 1, 2, 3
NO_SPOT = "."


@kept
def matrix() -> Matrix:
    """The matrix that comes with the game. Races share it, so it is never changed."""
    return build(f"{FILE}.toml", document("wreckoning.rulesets.rush", FILE))


@table_rule("N9")
def build(where: str, document: dict[str, object]) -> Matrix:
    """Build the matrix of a document. Raises Malformed."""
    rows = [str(speed) for speed in SPEEDS]
    given = TomlTable(where, document, ("matrix",)).values.get("matrix")
    table = TomlTable(f"{where}: matrix", given, rows)
    found = Matrix()
    found.zone = [-1] * SPOTS
    found.zone[NEUTRAL] = 0
    for speed in SPEEDS:
        row = table.text(str(speed))
        if len(row) != GEARS or set(row) - set(ZONES + NO_SPOT):
            table.wrong(str(speed), f"{GEARS} letters of {ZONES} and {NO_SPOT}")
        for gear, zone in enumerate(row, 1):
            found.zone[spot_at(gear, speed)] = ZONES.find(zone)
    if found.zone[spot_at(1, SPEEDS[0])] < 0:
        table.wrong(str(SPEEDS[0]), "a spot in gear 1, to pull away to")
    _draw_lines(found)
    return found


def _draw_lines(found: Matrix) -> None:
    """Draw white lines up and back down, and dashed lines along the rows."""
    first = spot_at(1, SPEEDS[0])
    found.up[NEUTRAL] = first
    for row, speed in enumerate(SPEEDS):
        for gear in range(1, GEARS + 1):
            spot = spot_at(gear, speed)
            if found.zone[spot] < 0:
                continue
            above = [spot_at(gear, s) for s in SPEEDS[row + 1 :]]
            found.up[spot] = next((s for s in above if found.zone[s] >= 0), 0)
            found.down[found.up[spot]] = spot
            if gear < GEARS and row + 1 < len(SPEEDS):
                across = spot_at(gear + 1, SPEEDS[row + 1])
                if found.zone[across] >= 0:
                    found.up_right[spot] = across
                    found.down_left[across] = spot
            if gear < GEARS and found.zone[spot_at(gear + 1, speed)] >= 0:
                found.right[spot] = spot_at(gear + 1, speed)
                found.left[spot_at(gear + 1, speed)] = spot
    found.down[NEUTRAL] = 0
