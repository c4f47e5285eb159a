"""A match as bytes, to load it again without replaying all of it.

    data = take(match)
    match = restore(blank, data, entries)

A snapshot holds the race at the last checkpoint and the journal up to there. The match's header and
entries are stored elsewhere, and `restore` is given both.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from wreckoning.core import door
from wreckoning.core.asks import Entry
from wreckoning.core.errors import Malformed
from wreckoning.core.match import Match
from wreckoning.core.play.engine import Checkpoint
from wreckoning.core.records import pack, unpack

FORMAT = 2
HEAD = 5  # words: format, checkpoint's number, entries, told, rolls
LARGEST = 64 * 1024 * 1024  # bytes unpacked; a long race takes a quarter of a million


def take(match: Match, with_story: bool = True) -> bytes:
    """A snapshot at the last checkpoint. Without its story it can be asked about, but not told."""
    mark = match.checkpoint
    told = match.told[: mark.told] if with_story else []
    head = np.array([FORMAT, mark.number, mark.entries, len(told), mark.rolls], np.int64)
    story = np.array(told, np.int64)
    level = 1 if with_story else 0  # 1 to store it, 0 to pass it on at once
    return zlib.compress(head.tobytes() + pack(mark.race) + story.tobytes(), level)


def restore(match: Match, data: bytes, entries: Sequence[Entry]) -> None:
    """Bring a match that has just begun to where these entries led. It must not be automatic.

    `entries` are all since the start. Raises Malformed if the data are damaged or of another race.
    """
    words = _unpacked(data)
    size = match.ruleset.race.words
    head = np.frombuffer(words, np.int64, HEAD).tolist() if len(words) > 8 * HEAD else [0] * HEAD
    is_whole = head[3] >= 0 and len(words) == 8 * (HEAD + size + head[3] * door.ENTRY)
    if head[0] != FORMAT or not is_whole or not 0 <= head[2] <= len(entries):
        raise Malformed("snapshot", "of another format, or of another version of these rules")
    race = unpack(match.ruleset.race, words[8 * HEAD : 8 * (HEAD + size)])
    race.door.policy = list(match.race.door.policy)  # their numbers may have changed since
    told = np.frombuffer(words, np.int64, offset=8 * (HEAD + size)).reshape(-1, door.ENTRY)
    mark = Checkpoint(race, head[1], head[2], head[3], head[4])
    match.go_to(mark, list(entries), told.tolist())


def _unpacked(data: bytes) -> bytes:
    """Unpack the data of `take`. Raises Malformed before it unpacks more than any race takes."""
    unpacking = zlib.decompressobj()
    try:
        words = unpacking.decompress(data, LARGEST)
    except zlib.error:
        raise Malformed("snapshot", "is damaged") from None
    if not unpacking.eof:
        raise Malformed("snapshot", f"is cut off, or of more than {LARGEST} bytes")
    return words
