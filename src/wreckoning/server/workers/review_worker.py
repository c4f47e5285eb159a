"""What a process runs that reviews races."""

from __future__ import annotations

import zlib

import orjson

from wreckoning.analysis.review import review
from wreckoning.analysis.sent import as_reply
from wreckoning.core.logs.log_file import read_log, replay_steps
from wreckoning.core.ruleset import find_ruleset


def review_log(text: str, seconds: float) -> bytes:
    """Review the race of this log for so long. Returns it as JSON, packed. Raises a WreckError."""
    written = read_log(text)
    ruleset = find_ruleset(written.header["ruleset"])
    found = review(ruleset, lambda: replay_steps(written, ruleset), seconds)
    return pack(as_reply(found))


def pack(found: object) -> bytes:
    """A review as it is kept."""
    return zlib.compress(orjson.dumps(found), 6)
