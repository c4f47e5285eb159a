"""The digest of a race: a chain of SHA-256 over its log that binds every answer.

    d(0) = SHA-256(header)
    d(n) = SHA-256(d(n-1) + answer n)

Each line is hashed as it stands in the log, in UTF-8 and without its `sum`. The header is also
hashed without `bots`, a seed that a table with physical dice shows only after the race, and without
`rules`, which is added if newer rules agree with all its answers. The result of a finished race is
one more link after its last answer.

A table shows the digest with every state of the race. A player who kept the digest after answer 41
can tell later whether a log has the same header and the same 41 answers. docs/fair-dice.md has an
example.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Changed, Malformed

FEWEST, WHOLE = 16, 64  # the number of hexadecimal digits that a kept digest may have
KEPT = re.compile(f"(?:([0-9]{{1,9}}):)?([0-9a-f]{{{FEWEST},{WHOLE}}})")
WRITTEN = json.JSONEncoder(ensure_ascii=False).encode  # made once: that takes longer than its use
NOT_ITSELF = ("sum",)  # keys about the log, not about the race
NOT_OF_HEADER = ("sum", "bots", "rules")  # these, and keys that the header lacks before the end


@dataclass(frozen=True)
class Digest:
    """A digest, or its first digits, after so many answers (None: not noted)."""

    hex: str
    answers: int | None = None

    def __str__(self) -> str:
        return self.hex if self.answers is None else f"{self.answers}:{self.hex}"


def first_link(header: ReadOnlyJson) -> bytes:
    """The digest before the first answer."""
    return hashlib.sha256(_text(header, NOT_OF_HEADER)).digest()


def next_link(before: bytes, line: ReadOnlyJson) -> bytes:
    """The digest after one more line."""
    return hashlib.sha256(before + _text(line, NOT_ITSELF)).digest()


def chain(
    header: ReadOnlyJson, entries: Sequence[ReadOnlyJson], result: ReadOnlyJson | None
) -> list[str]:
    """The digest after each number of answers, from 0 on; the last one includes the result."""
    links = [first_link(header)]
    for entry in entries:
        links.append(next_link(links[-1], entry))
    if result is not None:
        links[-1] = next_link(links[-1], {"result": result})
    return [link.hex() for link in links]


def _text(line: ReadOnlyJson, without: Sequence[str]) -> bytes:
    kept = {key: value for key, value in line.items() if key not in without}
    return WRITTEN(kept).encode("utf-8", "surrogatepass")


def read_digest(text: str, where: str) -> Digest:
    """Read a digest that a player kept: `41:ab12…`, or only the digits. Raises Malformed."""
    found = KEPT.fullmatch("".join(text.split()).lower())
    if found is None:
        expected = f"expected NUMBER:DIGEST or DIGEST, of {FEWEST} to {WHOLE} hexadecimal digits"
        raise Malformed(where, f"{expected}, found {text[:80]!r}")
    return Digest(found[2], int(found[1]) if found[1] else None)


def find_kept(digests: Sequence[str], kept: Digest, where: str) -> int:
    """Find after how many answers the log has this digest. Raises Changed if it never has.

    `digests` is the `chain` of the log.
    """
    last = len(digests) - 1
    if kept.answers is None:
        for number, digest in enumerate(digests):
            if digest.startswith(kept.hex):
                return number
        raise Changed(where, f"no answer of this log (0 to {last}) has this digest")
    if kept.answers > last:
        problem = f"this log has only {last} answers: the others were cut off or taken back"
        raise Changed(where, problem)
    found = digests[kept.answers]
    if not found.startswith(kept.hex):
        raise Changed(
            where,
            f"after {kept.answers} answers the digest of this log is {found[:FEWEST]}…: the header "
            "or an answer up to there was changed, or taken back after this digest was kept",
        )
    return kept.answers
