"""The board, seats, start and result of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.backgammon.race import BAR, CHECKERS, LAST_TURN, PLAYERS, Race
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, table_rule
from wreckoning.core.ruleset import Seat

SEATS = range(PLAYERS, PLAYERS + 1)
BOARD = "board"
SET_UP = {24: 2, 13: 5, 8: 3, 6: 5}  # checkers on points, the same for both


@dataclass(frozen=True)
class Board:
    """The board. There is only one."""

    document: Mapping[str, Any]
    key: str = BOARD
    title: str = "The board"
    blurb: str = "Twenty-four points, a bar between them, and a home for each."


def load_board(source: Any) -> Board:
    """The board by its name, or from its document. Raises Malformed."""
    key = source.get("key") if isinstance(source, dict) else source
    if key != BOARD:
        raise Malformed("course", unknown("course", key, [BOARD]))
    return Board({"key": BOARD})


@table_rule("B9")
def start(_board: Board, seats: Sequence[Seat], _options: Mapping[str, str]) -> Race:
    """The usual set-up, before the opening roll."""
    race = Race()
    race.seat = race.winner = NOBODY
    for index in range(len(seats)):
        for point, checkers in SET_UP.items():
            race.sides[index].points[point] = checkers
    return race


def check_position(race: Race, _given: Collection[tuple[str | int, ...]]) -> None:
    """Fifteen checkers each, no point shared by both, the game under way. Raises Illegal."""
    if race.seat not in (NOBODY, 0, 1):
        raise Illegal(f"seat: expected nobody, 0 or 1, found {race.seat}", "B1")
    if not 0 <= race.turn <= LAST_TURN:
        raise Illegal(f"turn: expected 0 to {LAST_TURN}, found {race.turn}", "B8")
    if race.over or race.winner != NOBODY:
        raise Illegal("over, winner: expected none, for the game goes on", "B7")
    one, other = (side.points for side in race.sides)
    if any(side.plays < 0 for side in race.sides):
        raise Illegal("plays: expected 0 or more", "B2")
    for index, points in enumerate((one, other)):
        if min(points) < 0 or sum(points) != CHECKERS or points[0] == CHECKERS:
            raise Illegal(f"sides[{index}].points: expected {CHECKERS} checkers, not all off", "B9")
    for point in range(1, BAR):
        if one[point] and other[BAR - point]:
            raise Illegal(f"sides[0].points[{point}]: the other's checkers are there", "B3")


def result(race: Race, seats: Sequence[Seat]) -> dict[str, Any]:
    """The winner, if there is one, and the number of turns."""
    winner = None if race.winner == NOBODY else seats[race.winner].name
    return {"turns": race.turn, "winner": winner}


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """The only tally: plays."""
    return race.sides[seat].plays + index


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """1 for the winner, 2 for the other; both 1 in a game that nobody won."""
    return 2 if race.winner == 1 - seat else 1


@jitable
def length(race: Race) -> int:
    """Turns of both players together."""
    return race.turn
