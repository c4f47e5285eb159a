"""The cards that teams are built of: `vehicles.toml`, `weapons.toml` and `upgrades.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rally.race import INCH, SIDES, Arc, Kind

PACKAGE = "wreckoning.rulesets.rally"
RANGED, MELEE, DROPPED = "ranged", "melee", "dropped"
CATEGORIES = (RANGED, MELEE, DROPPED)
FLAGS = (
    *("accurate", "assault", "blast", "heavy", "one_use", "rapid_fire", "torrent"),
    *("unwieldy", "suppression", "dropper", "obstructing"),
)
ARCS = {"side_arc": Arc.SIDE, "rear_arc": Arc.REAR, "dropper": Arc.REAR, "turret": Arc.TURRET}
TRAITS = ("fast", "slow", "rugged", "skilled", "resilient", "fearless")


@dataclass(frozen=True)
class VehicleCard:
    """A vehicle type. `code` is its `race.Kind`; `length` and `width` are its base's."""

    key: str
    title: str
    movement: int
    skill: int
    defence: int
    command: int
    hit_points: int
    special: tuple[str, ...]
    points: int
    length: int
    width: int
    text: str
    code: int


@dataclass(frozen=True)
class WeaponCard:
    """A weapon. `code` is its number in the file, from 1; `range` is in inches."""

    key: str
    title: str
    category: str
    range: int
    attacks: int
    damage: int
    piercing: int
    special: tuple[str, ...]
    points: int
    text: str
    code: int


@dataclass(frozen=True)
class ModificationCard:
    """A modification of a ranged weapon (W30): its additions to the weapon's figures."""

    key: str
    title: str
    points: int
    text: str
    special: tuple[str, ...] = ()
    rending: int = 0
    damage: int = 0
    piercing: int = 0
    range: int = 0
    not_for: tuple[str, ...] = ()

    def price_on(self, weapon: WeaponCard) -> int:
        """The price in points: modifications of an expensive weapon cost more (W30)."""
        terms = document(PACKAGE, "weapons")["modifications"]
        return self.points + (int(terms["extra"]) if weapon.points >= terms["dear"] else 0)


@dataclass(frozen=True)
class UpgradeCard:
    """An upgrade of a vehicle (W31): its additions to the vehicle's figures."""

    key: str
    title: str
    points: int
    text: str
    manoeuvrable: int = 0
    movement: int = 0
    defence: int = 0
    hit_points: int = 0
    boost: bool = False


@dataclass(frozen=True)
class DriverCard:
    """An upgrade of a driver (W32); a `skill` or `command` of 0 stays as it is."""

    key: str
    title: str
    points: int
    text: str
    skill: int = 0
    command: int = 0
    reckless: bool = False


@dataclass(frozen=True)
class SizeCard:
    """A size of games (W33): `least` to `most` vehicles, and the most points together."""

    key: str
    title: str
    least: int
    most: int
    points: int
    text: str
    usual: tuple[str, ...]  # shipped teams for players who choose none
    fights: tuple[str, ...] = ()  # teams for them where vehicles fight, if others

    @property
    def counts(self) -> str:
        """`3 to 5 vehicles`, `1 vehicle`."""
        if self.least == self.most:
            return f"{self.most} vehicle{'' if self.most == 1 else 's'}"
        return f"{self.least} to {self.most} vehicles"

    @property
    def words(self) -> str:
        """`Small game: 3 to 5 vehicles, 50 points`."""
        return f"{self.title}: {self.counts}, {self.points} points"


@kept
@table_rule("W2", "W29", "V11")
def vehicles() -> dict[str, VehicleCard]:
    """The vehicle types, by key."""
    found = {}
    for table in _rows("vehicles", "vehicle"):
        for figure in ("skill", "defence", "command"):
            table.whole(figure, 2, SIDES)
        for figure in ("movement", "hit_points", "points"):
            table.whole(figure, 1, 40)
        row = _with_tuples(table.values)
        length, width = (round(row.pop(side) * INCH) for side in ("length", "width"))
        code = int(Kind[row["key"].upper()])
        found[row["key"]] = VehicleCard(**row, length=length, width=width, code=code)
    return found


@kept
@table_rule("W29")
def weapons() -> dict[str, WeaponCard]:
    """The weapons, by key, as the file has them: ranged, melee, dropped."""
    found = {}
    for code, table in enumerate(_rows("weapons", "weapon"), 1):
        table.word("category", CATEGORIES)
        for figure in ("range", "attacks", "points"):
            table.whole(figure, 1, 40)
        for figure in ("damage", "piercing"):
            table.whole(figure, 0, SIDES)
        found[table.values["key"]] = WeaponCard(**_with_tuples(table.values), code=code)
    return found


@kept
@table_rule("W30")
def modifications() -> dict[str, ModificationCard]:
    """The modifications of ranged weapons, by key."""
    return {
        table.values["key"]: ModificationCard(**_with_tuples(table.values))
        for table in _rows("weapons", "modification")
    }


@kept
@table_rule("W31")
def upgrades() -> dict[str, UpgradeCard]:
    """The upgrades of vehicles, by key."""
    rows = _rows("upgrades", "upgrade")
    return {table.values["key"]: UpgradeCard(**table.values) for table in rows}


@table_rule("W31")
def most_upgrade_points() -> int:
    """The most points of upgrades on one vehicle."""
    return int(document(PACKAGE, "upgrades")["upgrades"]["most_points"])


@kept
@table_rule("W32")
def drivers() -> dict[str, DriverCard]:
    """The upgrades of drivers, by key."""
    return {
        table.values["key"]: DriverCard(**table.values) for table in _rows("upgrades", "driver")
    }


@kept
@table_rule("W33", "V25")
def sizes() -> dict[str, SizeCard]:
    """The sizes of games, by key, the smallest first."""
    rows = _rows("upgrades", "size")
    return {table.values["key"]: SizeCard(**_with_tuples(table.values)) for table in rows}


def _rows(file: str, kind: str) -> Sequence[TomlTable]:
    """The tables of one kind in a data file. A house rule may have changed figures in them."""
    rows: Sequence[Json] = document(PACKAGE, file)[kind]
    tables = [TomlTable(f'{file}: {kind} "{row["key"]}"', row, tuple(row)) for row in rows]
    for table in tables:
        table.whole("points", 0, 1000)
    return tables


def _with_tuples(row: ReadOnlyJson) -> Json:
    """A card's row with its lists as tuples, so that nothing changes them."""
    return {key: tuple(it) if isinstance(it, list) else it for key, it in row.items()}
