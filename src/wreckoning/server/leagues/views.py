"""Draws the pages and files of leagues, as they are sent. All of these functions block.

`draw` is what other processes run. A list's pages come all at once if one is as much work as all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import orjson
from sqlalchemy import Engine

from wreckoning.core.errors import Malformed
from wreckoning.leagues import feeds
from wreckoning.leagues.model import to_document, unchecked
from wreckoning.leagues.people import numbers_now
from wreckoning.server.encoding import dump
from wreckoning.server.leagues import pages, storage
from wreckoning.server.leagues.loading import NO_LEAGUE, load, load_league
from wreckoning.server.leagues.luck import luck_of, lucks_of
from wreckoning.server.leagues.pages import A_PAGE, SeenLeague
from wreckoning.table.refusals import Unknown

NO_AWAITED: Counter[int] = Counter()


def draw(engine: Engine, name: str, view: str, *given: object) -> list[bytes]:
    """A view of a league: the pages of a list, or one text. Raises a WreckError."""
    row, league = load_league(engine, name)
    return VIEWS[view](engine, SeenLeague(row, league, [], NO_AWAITED), *given)


def stored_table(engine: Engine, name: str, division: int) -> list[bytes]:
    """The pages of a table as it was stored with the league; none if an earlier version did.

    It is a division's (from 1), or that of all drivers (0). Raises Malformed or Unknown.
    """
    tables = storage.standings_of(engine, name)
    if tables is None:
        raise Unknown(NO_LEAGUE)
    if not tables:
        return []  # damaged: it is worked out again
    if division >= len(tables):
        raise Malformed("division", f"expected 1 to {len(tables) - 1}")
    rows = tables[division]
    earlier = numbers_now(unchecked(load(engine, name).head).entries)
    is_earlier = any("races" not in row or row["entry"] in earlier for row in rows)
    return [] if is_earlier else _in_pages(rows)


def _in_pages(rows: Sequence[Any]) -> list[bytes]:
    """All pages of a list."""
    parts = [rows[at : at + A_PAGE] for at in range(0, max(1, len(rows)), A_PAGE)]
    return [
        dump({"rows": part, "page": page, "pages": len(parts)}).encode()
        for page, part in enumerate(parts, 1)
    ]


def _standings(_: Engine, seen: SeenLeague, division: int, driver_class: str) -> list[bytes]:
    where = pages.division_in(seen.league, division)
    return _in_pages(pages.standings_rows(seen.league, where, driver_class))


def _results(engine: Engine, seen: SeenLeague, number: int, page: int) -> list[bytes]:
    waiting = SeenLeague(seen.row, seen.league, storage.awaited(engine, seen.row.id), NO_AWAITED)
    return [dump(pages.results_page(waiting, number, page)).encode()]


def _records(_: Engine, seen: SeenLeague) -> list[bytes]:
    return _in_pages(pages.records_page(seen.league, 0).rows)


def _ratings(_: Engine, seen: SeenLeague) -> list[bytes]:
    return _in_pages(pages.ratings_page(seen.league, 0).rows)


def _teams(_: Engine, seen: SeenLeague) -> list[bytes]:
    return _in_pages(pages.teams_page(seen.league, 0).rows)


def _driver(_: Engine, seen: SeenLeague, entry: int, page: int) -> list[bytes]:
    return [dump(pages.driver_page(seen, entry, page)).encode()]


def _standings_csv(engine: Engine, seen: SeenLeague, division: int) -> list[bytes]:
    where = pages.division_in(seen.league, division)
    lucks = luck_of(engine, seen.row.id)
    return [feeds.standings_csv(seen.league, where, None, lucks).encode()]


def _results_csv(_: Engine, seen: SeenLeague) -> list[bytes]:
    return [feeds.results_csv(seen.league).encode()]


def _calendar(_: Engine, seen: SeenLeague, page: str) -> list[bytes]:
    return [feeds.calendar_file(seen.league, seen.row.id, page)]


def _feed(_: Engine, seen: SeenLeague, page: str, own: str) -> list[bytes]:
    return [feeds.news_feed(seen.league, page, seen.row.updated, own, seen.row.id)]


def _file(engine: Engine, seen: SeenLeague) -> list[bytes]:
    """The league's file without logs."""
    found, lucks = to_document(seen.league), lucks_of(engine, seen.row.id)
    for race in found["races"]:
        luck = lucks.get(race["key"], {})
        race["luck"] = {str(entry): list(luck[entry]) for entry in sorted(luck)}
    for entry in found["entries"]:
        entry["profile"] = ""  # it belongs to this server
    return [orjson.dumps(found)]


WITH_LUCK = ("file", "standings.csv")  # they change with reviews, not only with the league
VIEWS: dict[str, Callable[..., list[bytes]]] = {
    "standings": _standings,
    "results": _results,
    "records": _records,
    "ratings": _ratings,
    "teams": _teams,
    "driver": _driver,
    "standings.csv": _standings_csv,
    "results.csv": _results_csv,
    "calendar.ics": _calendar,
    "feed.atom": _feed,
    "file": _file,
}
