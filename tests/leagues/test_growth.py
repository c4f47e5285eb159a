"""The work for a league grows with its size, not with the square of it.

Steps of the program are counted, not seconds.
"""

from __future__ import annotations

import copy
import itertools
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from tests.leagues.large import KINDS, all_tied, blank, bracket, many_to_open, pairs_tied

from wreckoning.core.errors import Malformed
from wreckoning.leagues import calendar, feeds
from wreckoning.leagues.model import (
    AS_STORED,
    MOST_PAST,
    League,
    LeagueTerms,
    read_league,
    to_document,
)
from wreckoning.leagues.records import records
from wreckoning.server.leagues import pages, running
from wreckoning.server.leagues.running import MOST_AWAITED, LeagueDraft
from wreckoning.server.leagues.storage import LeagueKeeping, RaceSeats, StoredLeague, StoredRace
from wreckoning.server.live.service import draw_randomness
from wreckoning.table.ids import TableId

SMALL, TIMES = 32, 4  # drivers, or rounds; and how much larger the other league is
MOST = TIMES * 1.6  # as many steps: sorting takes a little more


def steps(does: Callable[[], Any]) -> int:
    """How many lines of Python this takes; each turn of a loop counts."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Any:
        nonlocal count
        count += event == "line" or event == "call"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        does()
    finally:
        sys.settrace(before)
    return count


def seen(league: League) -> pages.SeenLeague:
    keeping = LeagueKeeping(host="-")
    row = StoredLeague("x", "over", True, 1, 1.0, 1.0, None, "", keeping)
    return pages.SeenLeague(row, league, [], Counter())


WORKS: dict[str, Callable[[League], Any]] = {
    "all standings": pages.all_standings,
    "a class": lambda league: pages.standings_rows(league, None, "x"),
    "results": lambda league: pages.results_page(seen(league), 0, 1),
    "records": records,
    "teams": lambda league: pages.teams_page(league, 1),
    "a driver": lambda league: pages.driver_page(seen(league), 1, 1),
    "news": feeds.news,
    "results.csv": feeds.results_csv,
    "a file": lambda league: read_league(to_document(league)),
    "what is due": lambda league: running.next_due(league, 2e9),
    "due steps": lambda league: calendar.steps(league, 2e9),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("work", WORKS)
def test_a_larger_league_is_as_much_more_work(work: str, kind: Callable[[int], League]) -> None:
    does = WORKS[work]
    small, large = kind(SMALL), kind(SMALL * TIMES)
    does(copy.deepcopy(small))  # imports and caches
    first, second = steps(lambda: does(small)), steps(lambda: does(large))
    assert second <= MOST * first + 2000, f"{first} steps, then {second}"


def test_rounds_that_open_at_once_share_their_lineups() -> None:
    """The standings are worked out once for all of them."""

    def opened(size: int) -> int:
        league = many_to_open(size)
        draft = LeagueDraft(league, LeagueKeeping(host="-"), held(), 2e9)
        return steps(lambda: running.bring_on(draft, iter(())))

    first, second = opened(SMALL), opened(SMALL * TIMES)
    assert second <= MOST * first, f"{first} steps, then {second}"


def test_a_league_has_no_more_tables_at_a_time_than_allowed() -> None:
    """The file of a league can have every round open, each with every driver."""
    league = bracket(64)
    league.races.clear()
    draft = LeagueDraft(league, LeagueKeeping(host="-"), held()[: MOST_AWAITED - 2], 2e9)
    running.bring_on(draft, (draw_randomness() for _ in itertools.count()))
    assert len(draft.change.made) == 2


def held() -> list[StoredRace]:
    """Enough races of other rounds that wait for their results."""
    seats = RaceSeats(host="", seats=[])
    keys = (f"{n}-1-1-{group}-1" for n in range(1, 201) for group in range(1, 11))
    return [StoredRace(key, TableId("t"), 1.0, seats, "open", False) for key in keys]


@pytest.mark.parametrize(
    "rules", [["wins", "wins"], ["head_to_head"] * 7, ["wins", "poles", "wins"]]
)
def test_a_repeated_tie_break_is_refused_and_a_stored_one_counts_once(rules: list[str]) -> None:
    document = to_document(all_tied(8))
    document["terms"]["tie_breaks"] = rules
    with pytest.raises(Malformed, match="terms: tie_breaks: expected each tie-break once"):
        read_league(document)
    stored = LeagueTerms.model_validate(document["terms"], context=AS_STORED)
    assert stored.tie_breaks == list(dict.fromkeys(rules))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"entries": list(range(1, 14)), "places": [1] * 13}, "expected at most 12 seats"),
        ({"tallies": {f"t{n}": [1, 1] for n in range(41)}}, "and 40 tallies"),
    ],
)
def test_a_race_in_a_file_is_no_larger_than_one_at_a_table(
    change: dict[str, Any], problem: str
) -> None:
    document = to_document(pairs_tied(16))
    one = document["races"][0] | change
    seats = len(one["entries"])
    document["races"][0] = one | {"grid": [0] * seats, "finish": [0] * seats}
    if seats > 2:
        document["races"][0]["tallies"] = {}
    with pytest.raises(Malformed, match=problem):
        read_league(document)


def test_the_past_of_a_league_is_bounded() -> None:
    document = to_document(blank(4, 1)) | {"before": [{"x": "y" * MOST_PAST}]}
    with pytest.raises(Malformed, match=f"before: expected at most {MOST_PAST} bytes, found"):
        read_league(document)
