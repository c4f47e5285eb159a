"""Fair dice at this keyboard: the players' texts, and the secret until the race is over."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from wreckoning.cli.files import new_file, read_text
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.dice import Dice, Seeded
from wreckoning.core.errors import Malformed
from wreckoning.core.fair import Fair, Terms, check_text, commitment
from wreckoning.core.files.places import data_folder
from wreckoning.core.ruleset import PERSON_NAME, Seat

# The ids of races, campaigns and campaigns' games that were begun at a keyboard
HERE = re.compile(r"terminal-?[0-9a-f]{16}(g\d+(t\d+)?)?")


def draw(voice: Voice, seats: Sequence[Seat], mark: str = "-") -> Fair:
    """Draw a secret, show its commitment, then ask each player for a text; a bot's is empty.

    `mark` stands in the match's id. Raises EOFError if a player quits.
    """
    secret, match = secrets.token_hex(32), f"terminal{mark}{secrets.token_hex(8)}"
    voice.say("Fair dice: this commitment binds the computer to its secret before you say a word.")
    voice.say_path(f"  match       {match}")
    voice.say_path(f"  commitment  {commitment(secret)}")
    voice.note("Your own text goes into every roll, so nobody chose the dice. It may be empty.")
    texts = [_text_of(voice, seat.name) if seat.player == PERSON_NAME else "" for seat in seats]
    return Fair(secret, match, texts)


def _text_of(voice: Voice, name: str) -> str:
    while True:
        text = voice.read(f"{name}, a text of your own > ").strip()
        try:
            check_text(name, text)
        except Malformed as error:
            voice.complain(str(error))
        else:
            return text


def seed_for_bots(dice: Dice) -> int:
    """The seed for bots that belongs to these dice; a random one if the dice have none."""
    if isinstance(dice, Fair):
        return dice.bot_seed
    return dice.seed if isinstance(dice, Seeded) else secrets.randbelow(2**31)


def is_from_here(terms: Terms) -> bool:
    """True if these dice were drawn at a keyboard, not by a server."""
    return HERE.fullmatch(terms.match) is not None


def keep(dice: Fair) -> None:
    """Write the secret to a file that only its owner can read."""
    with new_file(_file(dice.terms)) as stream:
        stream.write(dice.reveal().encode())


def is_kept(terms: Terms) -> bool:
    """True if the secret of these dice is kept here."""
    return is_from_here(terms) and _file(terms).exists()


def kept(terms: Terms, where: str) -> Fair:
    """The dice of a race that is not over. Raises Malformed if their secret is not kept here."""
    if not is_kept(terms):
        raise Malformed(where, "its dice are fair: it goes on only where their secret is kept")
    secret = read_text(_file(terms)).strip()
    if commitment(secret) != terms.commitment:
        raise Malformed(str(_file(terms)), f"this secret does not match the commitment in {where}")
    return Fair(secret, terms.match, terms.texts)


def forget(terms: Terms) -> None:
    """Remove the file: the race is over, and its log has the secret."""
    if is_from_here(terms):
        _file(terms).unlink(missing_ok=True)


def _file(terms: Terms) -> Path:
    return data_folder() / "secrets" / terms.match
