"""Classes of karts, upgrades and items: the cards (`data/karts.toml`, `data/items.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, unknown
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.kart.race import MAX_GEAR, MAX_HANDLING, MM, Item, Shells, Weight

DEFAULT_CLASS = "middle"
FILE, ITEMS_FILE = "karts", "items"
KART_KEYS = ("key", "title", "handling", "max_gear", "text")
UPGRADE_KEYS = ("key", "title", "handling", "gear")
RANGES = ("short", "medium", "long", "double")
PRIZES = ("points", "price", "most_handling", "most_gear")


@dataclass(frozen=True)
class KartCard:
    """A class of karts. `code` is its `race.Weight`."""

    key: str
    title: str
    handling: int
    max_gear: int
    text: str
    code: int


@dataclass(frozen=True)
class UpgradeCard:
    """An upgrade bought with coins (E21)."""

    key: str
    title: str
    text: str
    handling: int = 0
    gear: int = 0

    @property
    def price(self) -> int:
        """In coins."""
        return int(grand_prix()["price"]) * (self.handling + self.gear)


@dataclass(frozen=True)
class ItemCard:
    """An item. `code` is its `race.Item`."""

    key: str
    title: str
    text: str
    code: int


@kept
@table_rule("G22")
def karts() -> dict[str, KartCard]:
    """The classes, by key."""
    return {
        row["key"]: KartCard(**row, code=int(Weight[row["key"].upper()]))
        for row in _karts()["kart"]
    }


@kept
@table_rule("E21")
def upgrades() -> dict[str, UpgradeCard]:
    """The upgrades for sale between races, by key."""
    found = {}
    for row in _karts()["upgrade"]:
        steps = row.get("handling", 0) + row.get("gear", 0)
        text = f"{grand_prix()['price'] * steps} coins."
        found[row["key"]] = UpgradeCard(**row, text=text)
    return found


@kept
def items() -> dict[str, ItemCard]:
    """The items, by key."""
    rows = document("wreckoning.rulesets.kart", ITEMS_FILE)["item"]
    return {row["key"]: ItemCard(**row, code=int(Item[row["key"].upper()])) for row in rows}


@kept
@table_rule("E14")
def shells() -> Shells:
    """The range and the arc of a Shell. Raises Malformed."""
    found = document("wreckoning.rulesets.kart", ITEMS_FILE)
    ranges = TomlTable(f"{ITEMS_FILE}: ranges", found["ranges"], RANGES)
    reaches = {name: ranges.whole(name, 10, 4000) for name in RANGES}
    given = TomlTable(f"{ITEMS_FILE}: shell", found["shell"], ("range", "spread"))
    figures = Shells()
    figures.reach = reaches[given.word("range", RANGES)] * MM
    figures.spread = given.whole("spread", 1, 89) * DEGREE
    return figures


def grand_prix() -> Json:
    """The points for places, the price of upgrades, and the highest figures (E21)."""
    given = _karts()["grand_prix"]
    assert isinstance(given, dict)
    return given


def footprint() -> tuple[int, int]:
    """A kart's length and width."""
    return _karts()["length"] * MM, _karts()["width"] * MM


@table_rule("E21", "G22")
def fitted(index: SeatIndex, seat: Seat) -> tuple[KartCard, int, int]:
    """A seat's class, with its Handling and maximum gear after upgrades. Raises Illegal.

    Handling and gears are limited to the highest figures. An older Grand Prix, from when karts had
    other figures, may have steps beyond; they can no longer be bought (`grand_prix.check`).
    """
    where = seat.place(index)
    key = seat.setup.get("kart", DEFAULT_CLASS)
    if key not in karts():
        raise Illegal(unknown("kart", key, karts()), "G22", where)
    card = karts()[key]
    bought = seat.setup.get("upgrades")
    if bought is None:
        return card, card.handling, card.max_gear
    if bought not in upgrades():
        raise Illegal(unknown("upgrade", bought, upgrades()), "E21", where)
    upgrade, most = upgrades()[bought], grand_prix()
    if (upgrade.handling and card.handling >= most["most_handling"]) or (
        upgrade.gear and card.max_gear >= most["most_gear"]
    ):
        problem = f"{card.title} with {upgrade.title}: {wasted(card, upgrade)}"
        raise Illegal(problem, "E21", where)
    handling = min(card.handling + upgrade.handling, most["most_handling"])
    return card, handling, min(card.max_gear + upgrade.gear, most["most_gear"])


@table_rule("E21")
def wasted(card: KartCard, upgrade: UpgradeCard) -> str:
    """Why not all steps of an upgrade help a class: they exceed the highest figure; else ""."""
    most = grand_prix()
    for what, value, limit in (
        ("Handling", card.handling + upgrade.handling, most["most_handling"]),
        ("maximum gear", card.max_gear + upgrade.gear, most["most_gear"]),
    ):
        if value > limit:
            return f"{what} {value} is above {limit}, the most there is"
    return ""


def seats_fitted(seats: Sequence[Seat]) -> list[tuple[KartCard, int, int]]:
    """The fitted karts of all seats. Raises Illegal."""
    return [fitted(index, seat) for index, seat in by_seat(seats)]


@kept
def _karts() -> Json:
    """The cards, with figures that a kart can have. Raises Malformed."""
    found = document("wreckoning.rulesets.kart", FILE)
    size = TomlTable(FILE, found, tuple(found))
    size.whole("width", 10, 200)
    size.whole("length", size.whole("width", 10, 200), 300)
    prizes = TomlTable(f"{FILE}: grand_prix", found["grand_prix"], PRIZES)
    prizes.whole("price", 1, 1000)
    prizes.whole("most_handling", 1, MAX_HANDLING)
    prizes.whole("most_gear", 1, MAX_GEAR)
    if any(type(points) is not int for points in prizes.values["points"]):
        prizes.wrong("points", "whole numbers")
    for row in found["kart"]:
        kart = TomlTable(f'{FILE}: kart "{row["key"]}"', row, KART_KEYS)
        kart.whole("handling", 1, MAX_HANDLING)
        kart.whole("max_gear", 1, MAX_GEAR)
    for row in found["upgrade"]:
        upgrade = TomlTable(f'{FILE}: upgrade "{row["key"]}"', row, UPGRADE_KEYS)
        upgrade.whole("handling", 0, MAX_HANDLING, 0)
        upgrade.whole("gear", 0, MAX_GEAR, 0)
    return found
