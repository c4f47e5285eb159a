r"""Fair dice: no seat can foresee them, and after the race anyone can check that nobody chose them.

Before the seats give anything, the server draws a secret of 32 bytes and shows its commitment, the
SHA-256 of these bytes, together with the match's id. Then every seat adds a text. A roll is made of
all of these and of its number. The secret is shown at the end.

The bytes of a roll are the HMAC-SHA-256, keyed by the 32 bytes of the secret, of these lines,
joined by "\n". Numbers are decimal; texts are the hexadecimal digits, 0 to 9 and a to f, of their
UTF-8, so an empty text is an empty line, and no text can pass for another one or for two:

    wreckoning dice 1
    the match's id, as hex
    the roll's number in the race, from 0
    the question's name, as hex
    how many sides the die has
    the number of the block, from 0
    the text of the first seat, as hex
    …                                   a line for each seat

The 32 bytes are eight words of 4 bytes, most significant byte first. The first word that is less
than floor(2³² / sides) · sides gives the face: word mod sides, plus 1. If all eight are too large,
the next block is used. So all faces are equally likely, without a bias from the remainder.

The random choices of bots come from the same secret, independent of all rolls: their seed is the
first 8 bytes of the HMAC of the lines `wreckoning bots 1`, the id and the texts, halved.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed

TAG, BOTS_TAG = "wreckoning dice 1", "wreckoning bots 1"
MAX_TEXT = 64  # characters in a seat's text and in a match's id
WORD = 4  # bytes
WORDS = 1 << 8 * WORD  # how many different words there are
UNPRINTED = {"Cc", "Cs", "Zl", "Zp"}  # control characters, surrogates, line breaks


@dataclass(frozen=True)
class Terms:
    """What is fixed and known to all before the first roll. Raises Malformed."""

    match: str
    commitment: str
    texts: tuple[str, ...]  # in the order of the seats

    def __post_init__(self) -> None:
        if not self.match:
            raise Malformed("match", "expected an id, found none")
        check_text("match", self.match)
        _check_hex("commitment", self.commitment)
        for number, text in enumerate(self.texts, 1):
            check_text(f"text {number}", text)

    def as_json(self) -> Json:
        """The terms as written in the log's header."""
        return {**vars(self), "texts": list(self.texts)}


class Fair:
    """Dice made from a secret (64 hexadecimal digits), a match's id and a text for each seat.

    Raises Malformed for a secret, id or text that cannot be used.
    """

    name = "fair"

    def __init__(self, secret: str, match: str, texts: Sequence[str]) -> None:
        self.terms = Terms(match, commitment(secret), tuple(texts))
        self._secret = secret

    def roll(self, number: int, sides: int, question: str) -> int:
        """The face of this roll, the same however often it is asked for."""
        return face(self._secret, self.terms.match, self.terms.texts, number, question, sides)

    @property
    def bot_seed(self) -> int:
        """The seed for bots, so that nobody can choose their decisions: 0 … 2⁶³−1."""
        lines = [BOTS_TAG, _hex(self.terms.match), *map(_hex, self.terms.texts)]
        return int.from_bytes(_digest(self._secret, lines)[:8], "big") >> 1

    def reveal(self) -> str:
        """The secret. Show it only for a race that is over or given up."""
        return self._secret


class Sealed:
    """Fair dice whose secret is not known here: they cannot be rolled."""

    name = Fair.name

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def roll(self, number: int, sides: int, question: str) -> None:
        """Always None: the server that has the secret must give the face."""


def commitment(secret: str) -> str:
    """The commitment to a secret: SHA-256 of its 32 bytes. Raises Malformed."""
    return hashlib.sha256(read_secret(secret)).hexdigest()


def face(
    secret: str, match: str, texts: Sequence[str], number: int, question: str, sides: int
) -> int:
    """The face, 1 … sides, of the roll with this number."""

    def block(index: int) -> bytes:
        lines = [TAG, _hex(match), str(number), _hex(question), str(sides), str(index)]
        return _digest(secret, lines + [_hex(text) for text in texts])

    return reduce(block, sides)


def reduce(block: Callable[[int], bytes], sides: int) -> int:
    """Get a face 1 … sides from blocks of random bytes, without bias. Sides: 1 … 2³²."""
    if not 1 <= sides <= WORDS:
        raise Malformed("dice", f"expected 1 to {WORDS} sides, found {sides}")
    limit = WORDS // sides * sides
    index = 0
    while True:
        data = block(index)
        for at in range(0, len(data), WORD):
            word = int.from_bytes(data[at : at + WORD], "big")
            if word < limit:
                return word % sides + 1
        index += 1


def read_terms(given: object) -> Terms:
    """Read the terms in a log's header. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed("fair", "expected an object with match, commitment and texts")
    match, promised, texts = (given.get(key) for key in ("match", "commitment", "texts"))
    if not isinstance(match, str) or not isinstance(promised, str):
        raise Malformed("fair", "expected match and commitment, both as text")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Malformed("fair", "expected texts, a list with a text for each seat")
    try:
        return Terms(match, promised, tuple(texts))
    except Malformed as error:
        raise Malformed("fair", str(error)) from None


def read_secret(given: object) -> bytes:
    """The bytes of a secret. Raises Malformed, with a message that does not show it."""
    _check_hex("secret", given)
    return bytes.fromhex(str(given))


def _check_hex(where: str, given: object) -> None:
    if not isinstance(given, str) or not re.fullmatch("[0-9a-f]{64}", given):
        raise Malformed(where, "expected 64 hexadecimal digits, 0 to 9 and a to f")


def check_text(where: str, text: str) -> None:
    """Raise Malformed for a text that a seat may not give."""
    if len(text) > MAX_TEXT or any(unicodedata.category(sign) in UNPRINTED for sign in text):
        raise Malformed(where, f"expected at most {MAX_TEXT} characters on one line")


def _hex(text: str) -> str:
    return text.encode().hex()


def _digest(secret: str, lines: Sequence[str]) -> bytes:
    # Not `hmac.digest`: it lets go of the interpreter's lock each time, and takes longer.
    return hmac.new(read_secret(secret), "\n".join(lines).encode("ascii"), "sha256").digest()
