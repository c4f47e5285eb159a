"""The symbols of Kart Edition: drawings to scale (`data/symbols`), so that contacts show."""

from __future__ import annotations

from wreckoning.core.shown import Symbol
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.kart.cards import karts
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, MM, Weight
from wreckoning.show.drawings import drawing, stamped, symbol

HOME = "wreckoning.rulesets.kart"
BOX, COIN, BANANA, BILL = "box", "coin", "banana", "bullet_bill"
MUSHROOM = 15 * MM  # the radius of the mushroom that is drawn


def kart_symbol_name(weight: int) -> str:
    """The name of a kart's symbol, by its class."""
    return f"kart_{Weight(weight).name.lower()}"


def mushroom_symbol_name(polygon: Polygon) -> str:
    """The name of a mushroom's symbol, by its size."""
    return f"mushroom_{polygon.reach // MM}"


def symbols(course: CourseFile) -> tuple[Symbol, ...]:
    """All symbols that pieces on this course name."""
    record = course.record
    solids = [
        record.solids[n] for n in range(record.solid_count) if record.solid_kind[n] == DESTRUCTIBLE
    ]
    mushrooms = {mushroom_symbol_name(polygon): _mushroom(polygon) for polygon in solids}
    drawn = (symbol(HOME, f"kart_{key}") for key in karts())
    others = (symbol(HOME, name) for name in (BOX, COIN, BANANA, BILL))
    return (*drawn, *mushrooms.values(), *others)


def _mushroom(polygon: Polygon) -> Symbol:
    """A mushroom as large as it is on the table."""
    shapes = stamped(drawing(HOME, "mushroom"), [(0j, 0.0)], polygon.reach / MUSHROOM)
    return Symbol(mushroom_symbol_name(polygon), shapes)
