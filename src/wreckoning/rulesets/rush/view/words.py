"""Name equipment, gears and squares as a player says them."""

from __future__ import annotations

from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import gear_of, speed_of
from wreckoning.rulesets.rush.squares import SquareNumber, index_of, lane_of, tile_of

EQUIPMENT = {
    Equipment.SIDE_BUMPER: "Side Bumper",
    Equipment.FLAMER: "Flamer",
    Equipment.MACHINE_GUN: "Machine Gun",
    Equipment.SAW: "Circular Saw",
    Equipment.BOOSTER: "Rocket Booster",
    Equipment.EXTINGUISHER: "Fire Extinguisher",
}
SHORT = {
    Equipment.SIDE_BUMPER: "bumper",
    Equipment.FLAMER: "flamer",
    Equipment.MACHINE_GUN: "gun",
    Equipment.SAW: "saw",
    Equipment.BOOSTER: "booster",
    Equipment.EXTINGUISHER: "extinguisher",
}
EQUIPMENT_RULES = {
    Equipment.SIDE_BUMPER: "N19",
    Equipment.FLAMER: "N23",
    Equipment.MACHINE_GUN: "N22",
    Equipment.SAW: "N20",
    Equipment.BOOSTER: "N24",
    Equipment.EXTINGUISHER: "N25",
}
ZONES = ("blue", "yellow", "orange", "red")  # their red dice: 0, 1, 2, 3
LANE_WORDS = ("far left", "left", "middle", "right", "far right")


def equipment_name(equipment: int | str) -> str:
    """The name of a piece of equipment, from its number or its name in files."""
    number = Equipment[equipment.upper()] if isinstance(equipment, str) else Equipment(equipment)
    return EQUIPMENT[number]


def spot_words(spot: int) -> str:
    """`speed 9 in gear 3`, or `neutral`."""
    return f"speed {speed_of(spot)} in gear {gear_of(spot)}" if spot else "neutral"


def zone_words(dice: int) -> str:
    """`yellow, 1 red die`."""
    return f"{ZONES[dice]}, {several(dice, 'red die', 'red dice') if dice else 'no red dice'}"


def tile_name(course: CourseFile, square: SquareNumber) -> str:
    """The tile that a square is on."""
    return course.tiles[tile_of(square)].name


def lane_words(square: SquareNumber) -> str:
    """`far left` to `far right`."""
    return LANE_WORDS[lane_of(square)]


def place_words(match: Match, square: SquareNumber) -> str:
    """`Retort Mile, middle lane, square 5`."""
    name = tile_name(match.course, square)
    return f"{name}, {lane_words(square)} lane, square {index_of(square) + 1}"


def points(number: int) -> str:
    """`1 structure point`, `2 structure points`."""
    return several(number, "structure point")
