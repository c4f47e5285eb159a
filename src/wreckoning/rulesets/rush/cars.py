"""Cars and drivers (N1, N2): their equipment, and their points at the start.

The cards are data (`data/cars.toml`): their text next to their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, unknown
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable, below
from wreckoning.core.ids import by_seat
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush.race import MAX_MINES, Equipment, Figures

RULES = {"car": "N1", "driver": "N2"}
FIXED = ARMOR, COMPUTER, BUMPER, MINELAYER = "armor", "computer", "bumper", "minelayer"
FILE = "cars"
POINTS = {  # the points of a dashboard, from … to
    "structure": (1, 20),
    "heat": (1, 20),
    "steering": (0, 10),
    "armor_structure": (0, 10),
    "computer_steering": (0, 10),
    "bare": (0, 5),
    "brake": (0, 10),
    "turbo": (0, 10),
    "mines": (0, MAX_MINES),
}
CAR_KEYS = ("key", "title", "team", "fixed", "brake", "turbo", "text")
DRIVER_KEYS = ("key", "title", "team", "weapons", "text")


@dataclass(frozen=True)
class CarCard:
    """A car: two fixed items, and its points. `code` counts from 1."""

    key: str
    title: str
    team: str
    fixed: tuple[str, ...]
    brake: int
    turbo: int
    text: str
    code: int


@dataclass(frozen=True)
class DriverCard:
    """A driver: two weapons. `code` counts from 1."""

    key: str
    title: str
    team: str
    weapons: tuple[str, ...]
    text: str
    code: int


@table_rule("N1")
def cars() -> dict[str, CarCard]:
    """The six pairs of the four fixed items, by key."""
    return _cards("car", CarCard, "fixed")


@table_rule("N2")
def drivers() -> dict[str, DriverCard]:
    """The six pairs of the four weapons, by key."""
    return _cards("driver", DriverCard, "weapons")


@table_rule("N1", "N2", "N7")
def build(car: CarCard, driver: DriverCard) -> Figures:
    """The figures of a car and its driver: full points, and their equipment."""
    points = _document()["points"]
    figures = Figures()
    figures.structure = points["structure"] + points["armor_structure"] * (ARMOR in car.fixed)
    figures.steering = points["steering"] + points["computer_steering"] * (COMPUTER in car.fixed)
    figures.heat = points["heat"]
    bare = points["bare"] * (not {ARMOR, COMPUTER} & set(car.fixed))
    figures.brake, figures.turbo = car.brake + bare, car.turbo + bare
    figures.mines = points["mines"] * (MINELAYER in car.fixed)
    figures.combat_bumper = int(BUMPER in car.fixed)
    for weapon in driver.weapons:
        figures.has[Equipment[weapon.upper()]] = 1
    figures.has[Equipment.BOOSTER] = figures.has[Equipment.EXTINGUISHER] = 1
    return figures


@table_rule("N7", "D14")
def deal(seats: Sequence[Seat]) -> list[tuple[CarCard, DriverCard]]:
    """Deal a car and a driver to each seat: the chosen ones, each once; else one of the rest.

    A seat that chose only one gets the other from the same team, if it is left. Raises Illegal.
    """
    chosen_cars = _chosen(seats, "car", cars())
    chosen_drivers = _chosen(seats, "driver", drivers())
    left_cars = [card for card in cars().values() if card not in chosen_cars]
    left_drivers = [card for card in drivers().values() if card not in chosen_drivers]
    dealt = []
    for car, driver in zip(chosen_cars, chosen_drivers, strict=True):
        given = car or _of_team(left_cars, driver.team if driver else "")
        driven = driver or _of_team(left_drivers, given.team)
        dealt.append((given, driven))
    return dealt


def _of_team(left: list[Any], team: str) -> Any:
    """Take the first card of this team, or else the first."""
    card = next((card for card in left if card.team == team), left[0])
    left.remove(card)
    return card


def _chosen(seats: Sequence[Seat], kind: str, cards: Json) -> list[Any]:
    """The card that each seat chose of a kind, or None."""
    found: list[Any] = []
    for index, seat in by_seat(seats):
        key, where = seat.setup.get(kind), seat.place(index)
        if key is not None and key not in cards:
            raise Illegal(unknown(kind, key, cards), RULES[kind], where)
        card = None if key is None else cards[key]
        if card is not None and card in found:
            owner = seats[found.index(card)].name
            problem = f"{card.title} is {owner}'s: each {kind} exists only once"
            raise Illegal(problem, "D14", where)
        found.append(card)
    return found


@kept
def _cards(kind: str, card: type[Any], pair: str) -> Json:
    """The cards of one kind, numbered in the order of the file."""
    return {
        given["key"]: card(**{**given, pair: tuple(given[pair]), "code": code})
        for code, given in enumerate(_document()[kind], 1)
    }


@kept
def _document() -> Json:
    """The cards, with points that a dashboard has. Raises Malformed."""
    found = document("wreckoning.rulesets.rush", FILE)
    points = TomlTable(f"{FILE}: points", found["points"], tuple(POINTS))
    for name in points.values:
        points.whole(name, *POINTS[name])
    for row in found["car"]:
        car = TomlTable(f'{FILE}: car "{row["key"]}"', row, CAR_KEYS)
        car.words("fixed", FIXED)
        for name in ("brake", "turbo"):
            car.whole(name, *POINTS[name])
    layers = sum(MINELAYER in row["fixed"] for row in found["car"])
    if layers * points.values["mines"] > MAX_MINES:
        points.wrong("mines", f"at most {MAX_MINES} in all, of {layers} cars that lay them")
    for row in found["driver"]:
        driver = TomlTable(f'{FILE}: driver "{row["key"]}"', row, DRIVER_KEYS)
        driver.words("weapons", [name for name in below(Equipment) if name not in FIXED])
    return found
