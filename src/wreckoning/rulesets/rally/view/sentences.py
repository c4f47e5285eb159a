"""Word tests, terrain, gates and dice. Past tense, so that `You` and `Bolt` read alike."""

from __future__ import annotations

from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import count, signed
from wreckoning.rulesets.rally.events import WRECKS, Modifier, Rolled, Trial
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.questions import Pace
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.words import the_piece

PACES = {Pace.STAND: "stood still", Pace.DRIVE: "drove", Pace.ADVANCE: "advanced"}
DEFENDED = (Trial.LOST_CONTROL, Trial.EXPLOSION, Trial.ATTACK)  # these are defence tests


def test_name(trial: int) -> str:
    """`command test`, `defence test`."""
    return "defence test" if trial in DEFENDED else "command test"


def terrain_word(match: Match, piece: int) -> str:
    """`the Fuel Dump`, `the edge of the board`, `the wreck of Rusty`."""
    if piece == NOBODY:
        return "the edge of the board"
    if piece >= WRECKS:
        return f"the wreck of {vehicle_word(match, piece - WRECKS)}"
    return the_piece(match.course.piece_name(piece))


def gate_word(match: Match, gate: int) -> str:
    """`gate 2, Dead Drop`."""
    return f"gate {gate + 1}, {match.course.gate_name(gate)}"


def term_words(modifier: Modifier, value: int) -> str:
    """A term of a roll: `−1 stress`."""
    return f"{signed(value)} {modifier.words}"


def referees_words(roll: Rolled) -> str:
    """` (+2 referee)`, if the referee added to this die: other dice need not have it (V51)."""
    own = [term_words(*term) for term in roll.modifiers if term[0] == Modifier.EXTRA]
    return f" ({own[0]})" if own else ""


def show_die(roll: Rolled) -> str:
    """`9`, or with modifiers `9−1=8`."""
    added = roll.result - roll.natural
    return f"{roll.natural}{signed(added)}={count(roll.result)}" if added else str(roll.natural)
