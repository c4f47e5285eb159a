"""Name templates, gears, edges and items as a player says them."""

from __future__ import annotations

from wreckoning.core.texts.wording import several
from wreckoning.rulesets.kart.cards import KartCard, items, karts
from wreckoning.rulesets.kart.events import Edge, Orientation
from wreckoning.rulesets.kart.questions import WAYS, Way
from wreckoning.rulesets.kart.race import MM, Item, Kart, Obstruction, Template
from wreckoning.show.words import by_code, titled

_card_of_item, _card_of_kart = by_code(items), by_code(karts)

TEMPLATES = {template: titled(template.name) for template in Template}
WAY_WORDS = {Way.AHEAD: "", Way.LEFT: " left", Way.RIGHT: " right", Way.REVERSE: " in reverse"}
EDGES = {
    Edge.NONE: "edge",
    Edge.FRONT: "front",
    Edge.RIGHT: "right side",
    Edge.REAR: "rear",
    Edge.LEFT: "left side",
}
ORIENTATIONS = {
    Orientation.HEAD_ON: "head-on",
    Orientation.T_BONE: "a T-bone",
    Orientation.SIDESWIPE: "a sideswipe",
    Orientation.TAILGATE: "a tailgate",
}
THE_OBSTRUCTION: dict[int, str] = {
    Obstruction.EDGE: "the table's edge",
    Obstruction.PIPE: "the pipe",
    Obstruction.CUBE: "the cube",
    Obstruction.MUSHROOM: "the mushroom",
}
OBSTRUCTIONS = {
    Obstruction.EDGE: "the table's edge",
    Obstruction.PIPE: "a pipe",
    Obstruction.CUBE: "a cube",
    Obstruction.MUSHROOM: "a mushroom",
}


def manoeuvre_words(manoeuvre: int) -> str:
    """`Turn left`, `Medium`, `Short in reverse`."""
    template, way = divmod(manoeuvre, WAYS)
    return TEMPLATES[Template(template)] + WAY_WORDS[Way(way)]


def item_name(item: int | str) -> str:
    """The name of an item, from its number or its name in files."""
    number = Item[item.upper()] if isinstance(item, str) else Item(item)
    return _card_of_item(number).title if number else "nothing"


def kart_card(kart: Kart) -> KartCard:
    """The class of a kart."""
    return _card_of_kart(kart.weight)


def hazards(number: int) -> str:
    """`1 hazard`, `2 hazards`."""
    return several(number, "hazard")


def hits(number: int) -> str:
    """`no hits`, `1 hit`, `2 hits`."""
    return several(number, "hit") if number else "no hits"


def dice(number: int) -> str:
    """`no dice`, `1 die`, `2 dice`."""
    return several(number, "die", "dice") if number else "no dice"


def millimetres(length: float) -> str:
    """A length of the race, in millimetres."""
    return f"{length / MM:.0f} mm"


def degree_words(turn: int) -> str:
    """`29.9°`: a turn in hundredths of a degree."""
    return f"{turn / 100:.1f}°"
