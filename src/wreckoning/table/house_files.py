"""House files at tables: a host's own cards and figures, read from TOML and raced by."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from wreckoning.core.data import house_changes, with_changes
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import Ruleset, find_ruleset
from wreckoning.core.toml_files import parse_toml, read_text
from wreckoning.table.models import MAX_HOUSE, KeptChanges

KEPT = 64  # rulesets with changes, each with the results computed from them
WHERE = "house file"
LONGEST = 240  # characters of a place, and of a problem
# A game checks the figures that it reads. Tables of another shape can surprise it.
SURPRISED = (
    TypeError,
    LookupError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def read_house_file(key: str, text: str) -> Json:
    """The changes that a house file makes in this game; empty for ''.

    Raises Malformed, naming the place and what was expected.
    """
    if not text:
        return {}
    ruleset, given = find_ruleset(key), parse_toml(WHERE, text)
    try:
        return _read(ruleset, given)
    except Malformed as error:
        raise Malformed(_shortened(error.where), _shortened(error.problem)) from None
    except SURPRISED:
        place = _first_surprise(ruleset, given)
        raise Malformed(f"{WHERE}: {place}", "expected tables and values as printed") from None


def _read(ruleset: Ruleset, given: Json) -> Json:
    """The changes, if the store and a log can carry them unchanged."""
    found = house_changes(ruleset, given, WHERE)
    json.dumps(KeptChanges(changes=found).changes, allow_nan=False)
    return found


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _first_surprise(ruleset: Ruleset, given: Json) -> str:
    """The first table or value of a house file that this game cannot read."""
    parts = [(file, key, value) for file, tables in given.items() for key, value in tables.items()]
    for file, key, value in parts:
        try:
            _read(ruleset, {file: {key: value}})
        except Malformed:  # only with the other parts
            continue
        except SURPRISED:
            return f"{file}.{key}"
    return ", ".join(given)


def example_of(ruleset: Ruleset) -> str:
    """The example of a house file that comes with the ruleset; '' without one."""
    path = files(ruleset.package) / "data" / "learning" / "house.toml"
    return read_text(path, WHERE, MAX_HOUSE) if path.is_file() else ""


def ruleset_with(key: str, changes: ReadOnlyJson) -> Ruleset:
    """The ruleset of this key with these changes in its data. Raises Malformed."""
    return _changed(key, json.dumps(changes)) if changes else find_ruleset(key)


@lru_cache(maxsize=KEPT)
def _changed(key: str, changes: str) -> Ruleset:
    return with_changes(find_ruleset(key), json.loads(changes))
