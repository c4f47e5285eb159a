"""Course records: what a finished race makes of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from wreckoning.core.asks import Correction, NewRules
from wreckoning.core.ruleset import course_key
from wreckoning.table.store import Store
from wreckoning.table.table import Table


@dataclass(frozen=True)
class Finish:
    """What a race does to its course's records."""

    news: list[str]  # in words
    row: dict[str, Any] | None = None  # to be stored, …
    were: dict[str, Any] | None = None  # … if they still are what they were


def finished_records(table: Table, store: Store) -> Finish:
    """What is new, and what has to be stored.

    Races that were corrected, forked or played by the rules of two versions set no records.
    """
    match = table.match
    if match is None or match.start_position is not None or table.settings.practice:
        return Finish([])
    if any(isinstance(entry, Correction | NewRules) for entry in match.entries):
        return Finish([])
    key = course_key(match.ruleset, match.course, match.options)
    were = store.records(key)
    after, news = match.ruleset.view.update_records(match, were, table.id)
    return Finish(list(news), {"course": key, "kept": json.dumps(after)}, were)
