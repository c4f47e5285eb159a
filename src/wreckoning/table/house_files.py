"""House files at tables: a host's own cards and figures, read from TOML and raced by."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from pydantic import ValidationError

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import house_changes, with_changes
from wreckoning.core.files.toml_files import parse_toml, read_text
from wreckoning.core.ruleset import Ruleset, find_ruleset
from wreckoning.core.texts.names import read_text as read_typed
from wreckoning.table.given import texts_in
from wreckoning.table.models import MAX_HOUSE, KeptChanges

KEPT = 64  # rulesets with changes, each with the results computed from them
WHERE = "house file"
LONGEST = 240  # characters of a place, and of a problem


def read_house_file(key: str, text: str, where: str = WHERE) -> Json:
    """The changes that a house file makes in this game; empty for ''.

    `where` is its name. Raises Malformed, naming the place and what was expected.
    """
    if not text:
        return {}
    try:
        found = house_changes(find_ruleset(key), parse_toml(where, text), where)
        for path, value in found.items():
            _check_kept(path, value, where)
            for said in texts_in(value):
                read_typed(f"{where}: {path}", said, MAX_HOUSE)
    except Malformed as error:
        raise Malformed(_shortened(error.where), _shortened(error.problem)) from None
    return found


def _check_kept(path: str, value: object, where: str) -> None:
    """Raise Malformed unless the store and a log can carry this change unchanged."""
    try:
        KeptChanges(changes={path: value})
    except ValidationError as error:
        problem = str(error.errors()[0]["ctx"]["error"])
        raise Malformed(f"{where}: {path}", problem) from None


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def example_of(ruleset: Ruleset) -> str:
    """The example of a house file that comes with the ruleset; '' without one."""
    path = files(ruleset.package) / "data" / "learning" / "house.toml"
    return read_text(path, WHERE, MAX_HOUSE) if path.is_file() else ""


@lru_cache(maxsize=KEPT)
def ruleset_by(key: str, text: str) -> Ruleset:
    """The ruleset of this key with the changes of a house file. Raises Malformed."""
    return ruleset_with(key, read_house_file(key, text))


@lru_cache(maxsize=KEPT)
def without_layout(text: str) -> str:
    """A house file without its comments and layout: the same for files that change the same."""
    try:
        return json.dumps(parse_toml(WHERE, text), sort_keys=True, default=str) if text else ""
    except Malformed:  # it can be raced no more, but it was
        return text


def ruleset_with(key: str, changes: ReadOnlyJson) -> Ruleset:
    """The ruleset of this key with these changes in its data. Raises Malformed."""
    return _changed(key, json.dumps(changes)) if changes else find_ruleset(key)


@lru_cache(maxsize=KEPT)
def _changed(key: str, changes: str) -> Ruleset:
    return with_changes(find_ruleset(key), json.loads(changes))
