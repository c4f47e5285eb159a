"""The item table (R6, `data/items.toml`): which item each result of an Item Roll brings."""

from __future__ import annotations

from wreckoning.core.data import document, kept
from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.core.toml_tables import below, show, suggestion
from wreckoning.rulesets.rtd.race import MAX_ROWS, Item, Loot

FILE = "items"


@table_rule("R6", "A87")
def item_table() -> Loot:
    """The table: 1 to 24 items; a result beyond the last row brings the last. Raises Malformed."""
    loot = Loot()
    for row, item in enumerate(_rows()):
        loot.listed[row] = item
        loot.rows = row + 1
    return loot


@kept
def _rows() -> tuple[int, ...]:
    given = document("wreckoning.rulesets.rtd", FILE)["table"]
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_ROWS:
        raise Malformed(f"{FILE}.table", f"expected 1 to {MAX_ROWS} items, found {show(given)}")
    known = below(Item)[1:]
    for row, name in enumerate(given, 1):
        if name not in known:
            expected = f"expected one of {', '.join(known)}, found {show(name)}"
            problem = expected + suggestion(str(name), known)
            raise Malformed(f"{FILE}.table: row {row}", problem)
    return tuple(int(Item[name.upper()]) for name in given)
