"""Course records on this machine: one JSON file in the data folder.

A record belongs to a course's key and to the digest of its document and of the house rules in
force: a changed course, or one of your own under a shipped name, has records of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from wreckoning.cli.files import read_text, write_atomic
from wreckoning.core.asks import Correction, NewRules
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.places import data_folder
from wreckoning.core.match import Match
from wreckoning.core.protocols import Course
from wreckoning.core.ruleset import Ruleset, course_key


def records_file() -> Path:
    """The path of the records."""
    return data_folder() / "records.json"


def load_records() -> Json:
    """All records by `course_key`; empty if there are none yet. Raises Malformed."""
    path = records_file()
    if not path.exists():
        return {}
    try:
        kept = json.loads(read_text(path))
    except ValueError as error:
        raise Malformed(str(path), f"not JSON: {error}") from None
    if not isinstance(kept, dict) or not all(isinstance(each, dict) for each in kept.values()):
        raise Malformed(str(path), "expected an object of records")
    return kept


def default_options(ruleset: Ruleset) -> dict[str, str]:
    """Every switch at its default."""
    return {switch.name: switch.default for switch in ruleset.switches}


def record_lines(ruleset: Ruleset, course: Course, options: Mapping[str, str]) -> list[str]:
    """The records of a course in words; empty if the file cannot be read."""
    try:
        kept = load_records().get(course_key(ruleset, course, options), {})
        lines: list[str] = ruleset.view.record_lines(kept)
    except (Malformed, KeyError, TypeError, ValueError, AttributeError):
        return []
    return lines


def counts_for_records(match: Match) -> bool:
    """True if a race may set records: not corrected by a referee, and begun at the start."""
    corrected = any(isinstance(entry, Correction | NewRules) for entry in match.entries)
    return match.is_over and not corrected and match.start_position is None


def enter_records(match: Match, race: str) -> list[str]:
    """Enter a finished race. Returns the news in words. Raises Malformed for a damaged file."""
    if not counts_for_records(match):
        return []
    kept = load_records()
    key = course_key(match.ruleset, match.course, match.options)
    try:
        after, news = match.ruleset.view.update_records(match, kept.get(key, {}), race)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Malformed(str(records_file()), f"expected records of {key}") from None
    if after != kept.get(key):
        write_atomic(records_file(), json.dumps({**kept, key: after}, indent=1) + "\n")
    told: list[str] = news
    return told
