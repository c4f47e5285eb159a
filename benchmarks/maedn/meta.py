"""The board, seats, start and result of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.maedn.race import CORNERS, FIELDS, OUT, PIECES, Race
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, table_rule
from wreckoning.core.ruleset import Seat

SEATS = range(2, CORNERS + 1)
BOARD = "board"


@dataclass(frozen=True)
class Board:
    """The board. There is only one."""

    document: Mapping[str, Any]
    key: str = BOARD
    title: str = "The board"
    blurb: str = "Forty fields round, and four in each goal."


def load_board(source: Any) -> Board:
    """The board by its name, or from its document. Raises Malformed."""
    key = source.get("key") if isinstance(source, dict) else source
    if key != BOARD:
        raise Malformed("course", unknown("course", key, [BOARD]))
    return Board({"key": BOARD})


@table_rule("M8")
def start(_board: Board, seats: Sequence[Seat], _options: Mapping[str, str]) -> Race:
    """All pieces are out, the first player to throw. Two players sit opposite each other."""
    race = Race()
    race.number, race.winner = len(seats), NOBODY
    for index in range(len(seats)):
        player = race.players[index]
        player.pieces = [OUT] * PIECES
        player.corner = 2 * index if len(seats) == 2 else index
    return race


def check_position(race: Race, _given: Collection[tuple[str | int, ...]]) -> None:
    """Four pieces for each player, no two on one field. Raises Illegal."""
    if not 0 <= race.seat < race.number:
        raise Illegal(f"seat: expected 0 to {race.number - 1}, found {race.seat}", "M1")
    if race.winner != NOBODY:
        raise Illegal("winner: expected nobody, for the game goes on", "M7")
    for index in range(race.number):
        player = race.players[index]
        where = f"players[{index}]"
        standing = [field for field in player.pieces if field != OUT]
        if any(not 0 <= field < FIELDS for field in standing):
            raise Illegal(f"{where}.pieces: expected {OUT} to {FIELDS - 1}", "M8")
        if len(set(standing)) < len(standing):
            raise Illegal(f"{where}.pieces: expected each on a field of its own", "M5")
        if player.throws < 0:
            raise Illegal(f"{where}.throws: expected 0 or more, found {player.throws}", "M1")


def result(race: Race, seats: Sequence[Seat]) -> dict[str, Any]:
    """The winner, and the number of throws of all players."""
    throws = sum(player.throws for player in race.players[: race.number])
    return {"throws": throws, "winner": seats[race.winner].name}


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """The only tally: throws."""
    return race.players[seat].throws + index


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """1 for the winner; all others are second."""
    return 1 if race.winner == seat else 2


@jitable
def length(race: Race) -> int:
    """Rounds, by the throws of the first player."""
    return race.players[0].throws
