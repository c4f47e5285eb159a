"""Draw the road around a car in letters: for the terminal and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.ids import SeatIndex
from wreckoning.rulesets.rush.course_words import BLOCK, LEFT_CURVE, OFF_ROAD, RIGHT_CURVE, Laid
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rules.standings import car_on, has_mine, has_wreck, is_racing
from wreckoning.rulesets.rush.squares import (
    LANE_NAMES,
    LANES,
    NOWHERE,
    SquareNumber,
    square_at,
    tile_of,
)

CELL = 2  # letters a square of a straight
OWN, WRECK, MINE, ROAD = "@", "x", "*", "·"
TURNS = {LEFT_CURVE: " ↰", RIGHT_CURVE: " ↱"}
MARGIN = 4  # before the first tile: the lane's letter


def strip(match: Match, seat: SeatIndex, width: int = 100) -> tuple[str, ...]:
    """The road from the tile before this seat's car on, as far as it fits, in reading order.

    A line with the tiles' names, a line for each lane from left to right, and what the signs mean.
    Empty while the car is not on the road.
    """
    race: Race = match.race
    car = race.cars[seat]
    if not is_racing(car) or car.square == NOWHERE:
        return ()
    tiles = _tiles(match, tile_of(car.square), width - MARGIN)
    heads = "".join(_head(match.course.tiles[number], number) for number in tiles)
    lines = [" " * MARGIN + heads]
    for lane in range(LANES):
        cells = "".join(_lane(match, number, lane, seat) for number in tiles)
        lines.append(f"  {LANE_NAMES[lane]} {cells}|")
    return (*(line.rstrip() for line in lines), _legend(match, seat, tiles))


def _width(laid: Laid) -> int:
    return CELL * laid.tile.rows + 1


def _tiles(match: Match, own: int, width: int) -> list[int]:
    """The car's tile and those after it; the one before, if two more fit next to it."""
    laid, closed = match.course.tiles, match.course.closed
    found = [own]
    left = width - _width(laid[own])

    def fits(number: int) -> bool:
        return _width(laid[number % len(laid)]) < left and number % len(laid) not in found

    if (closed or own > 0) and fits(own - 1):
        found.insert(0, (own - 1) % len(laid))
        left -= _width(laid[own - 1])
    after = own + 1
    while (closed or after < len(laid)) and fits(after):
        found.append(after % len(laid))
        left -= _width(laid[after % len(laid)])
        after += 1
    return found


def _head(laid: Laid, number: int) -> str:
    """`|3 Retort Mile`, cut to the tile's width."""
    room = _width(laid) - 1
    turn = TURNS.get(laid.tile.shape, "")
    name = f"{number + 1} {laid.name}"[: room - len(turn) - 1] + turn
    return f"|{name:{room}}"


def _lane(match: Match, number: int, lane: int, seat: SeatIndex) -> str:
    """A lane of a tile: its squares share the tile's width."""
    laid = match.course.tiles[number]
    squares, room = laid.tile.lanes[lane], _width(laid) - 1
    text = "|"
    for index, what in enumerate(squares):
        ends = room * (index + 1) // len(squares)
        sign = _sign(match.race, what, square_at(number, lane, index), seat)
        text += sign.ljust(ends - len(text) + 1)
    return text


def _sign(race: Race, what: str, square: SquareNumber, seat: SeatIndex) -> str:
    if what == OFF_ROAD:
        return " "
    if what == BLOCK:
        return BLOCK
    there = car_on(race, square)
    if there >= 0:
        return OWN if there == seat else str(there + 1)
    if has_wreck(race, square):
        return WRECK
    return MINE if has_mine(race, square) else ROAD


def _legend(match: Match, seat: SeatIndex, tiles: Sequence[int]) -> str:
    race: Race = match.race
    names = [
        f"{car.seat + 1} {match.names[car.seat]}"
        for car in race.cars[: race.racers]
        if car.seat != seat and is_racing(car) and tile_of(car.square) in tiles
    ]
    words = [f"{OWN} {match.names[seat]}", *names, f"{BLOCK} obstruction"]
    wrecks = any(car.wrecked_round for car in race.cars[: race.racers])
    words += [f"{WRECK} wreck"] * wrecks
    words += [f"{MINE} mine"] * any(mine.square for mine in race.mines)
    return " " * MARGIN + ", ".join(words)
