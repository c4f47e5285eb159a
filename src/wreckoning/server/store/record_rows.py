"""Updates course records after a finished race."""

from __future__ import annotations

import json
from dataclasses import dataclass

from wreckoning.core.asks import Correction, NewRules
from wreckoning.core.ruleset import course_key
from wreckoning.server.store.schema import Values
from wreckoning.server.store.store import Store
from wreckoning.table.table import Table


@dataclass(frozen=True)
class Finish:
    """The effect of a race on its course's records."""

    news: list[str]  # in words
    row: Values | None = None  # the new records, to be stored
    were: Values | None = None  # the records until now: if others are stored meanwhile, count again


def finished_records(table: Table, store: Store) -> Finish:
    """The news, and the records to store.

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
