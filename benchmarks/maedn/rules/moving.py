"""The moves of pieces, and of pieces in their way.

Rules look at all pieces of a player at once, as a mask: a number with a bit (1 << field) for each,
for no two of them can stand on one field.
"""

from __future__ import annotations

from benchmarks.maedn.events import Entered, Moved, SentOut, Stayed, Won
from benchmarks.maedn.questions import Asked
from benchmarks.maedn.race import (
    COMMON,
    FIELDS,
    OUT,
    PIECES,
    START,
    TO_NEXT_START,
    Player,
    Race,
)
from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.rules import jitable, rule

SIX = 6
FIELDS_MASK = (1 << FIELDS) - 1
AT_START = 1 << START


@jitable
def mask_of(player: Player) -> int:
    """The fields that a player's pieces stand on."""
    pieces = player.pieces
    mask = 0
    for index in range(PIECES):
        mask |= 1 << (pieces[index] - OUT) >> 1  # of a piece that is out nothing is left
    return mask


@jitable
def bits(mask: int) -> int:
    """The number of pieces in a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jitable
def piece_at(player: Player, field: int) -> int:
    """The player's piece that stands there, or is OUT; there is one."""
    pieces = player.pieces
    found = 0
    for index in range(1, PIECES):
        if pieces[index] == field:
            found = index
    return found


@rule("M5")
def movable(mask: int, pips: int) -> int:
    """The pieces that may go this far: not beyond the goal, not onto one of the player's own."""
    return mask & ~(mask >> pips) & (FIELDS_MASK >> pips)


@rule("M3", "M4", "M5")
def move(race: Race, seat: SeatIndex, pips: int) -> None:
    """Carry out a throw: the start is cleared, or a piece comes in, or any piece moves."""
    player = race.players[seat]
    mask = mask_of(player)
    movers = movable(mask, pips)
    some_are_out = bits(mask) < PIECES
    if some_are_out and movers & AT_START:
        go(race, seat, START, pips)
    elif some_are_out and pips == SIX and not mask & AT_START:
        enter(race, seat)
    elif movers:
        go(race, seat, ask_for_piece(race, seat, movers, pips), pips)
    else:
        tell(race, Stayed(seat))


@rule("M5")
def ask_for_piece(race: Race, seat: SeatIndex, movers: int, pips: int) -> int:
    """Ask which of these pieces moves, by its field."""
    pose(race, Asked.PIECE, seat, pips)
    while movers:
        offer(race, bits((movers & -movers) - 1))  # the field of the lowest bit
        movers &= movers - 1
    return choose(race)


@rule("M4")
def enter(race: Race, seat: SeatIndex) -> None:
    """A piece comes in on its player's start."""
    player = race.players[seat]
    player.pieces[piece_at(player, OUT)] = START
    tell(race, Entered(seat))
    send_out(race, seat, START)


@rule("M5", "M7")
def go(race: Race, seat: SeatIndex, field: int, pips: int) -> None:
    """Move the piece on this field on by some fields. Four pieces in the goal win."""
    player = race.players[seat]
    player.pieces[piece_at(player, field)] = field + pips
    tell(race, Moved(seat, field, pips))
    if field + pips < COMMON:
        send_out(race, seat, field + pips)
    elif mask_of(player) >> COMMON == (1 << PIECES) - 1:
        race.winner = seat
        tell(race, Won(seat))


@rule("M6")
def send_out(race: Race, seat: SeatIndex, field: int) -> None:
    """Another player's piece on this field of the round is out again."""
    place = field + TO_NEXT_START * race.players[seat].corner + COMMON
    for other in seat_range(race.number):
        player = race.players[other]
        theirs = (place - TO_NEXT_START * player.corner) % COMMON
        if other != seat and mask_of(player) >> theirs & 1:
            player.pieces[piece_at(player, theirs)] = OUT
            tell(race, SentOut(seat, other))
            return
