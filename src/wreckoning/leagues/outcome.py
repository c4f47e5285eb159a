"""The result of a finished race for a league, read from the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.ids import seat_range
from wreckoning.core.match import Match
from wreckoning.core.series import raced
from wreckoning.leagues.model import LeagueRace


def outcome(
    match: Match,
    key: str,
    kept: str,
    entries: Sequence[int],
    shares: Mapping[int, list[tuple[int, int]]] | None = None,
) -> LeagueRace:
    """A finished race as the league stores it: places, grid, finish and tallies of each seat."""
    ruleset, race, seats = match.ruleset, match.race, seat_range(len(match.seats))
    tallies = ruleset.tallies
    in_words = {str(each["name"]): each for each in (match.result() or {})["places"]}
    results = [in_words[name] for name in match.names]
    own = [each.get("points") for each in results]
    series = match.series
    return LeagueRace(
        key=key,
        ruleset=ruleset.key,
        course=match.course.title,
        kept=kept,
        entries=list(entries),
        places=[int(tallies.place(race, seat)) for seat in seats],
        grid=grid_of(match),
        finish=[_finish(each) for each in results],
        length=int(tallies.length(race)),
        tallies={
            name: [int(tallies.count(race, seat, index)) for seat in seats]
            for index, name in enumerate(tallies.names)
        },
        own=[] if None in own else [int(points) for points in own if points is not None],
        shares=dict(shares or {}),
        raced=None
        if series is None
        else raced(ruleset, race, match.seats, match.course.title, kept).as_json(),
    )


def _finish(result: ReadOnlyJson) -> int:
    """The turn or round in which a driver finished; 0 if they did not, or it is unknown."""
    found = next((value for key, value in result.items() if key.startswith("finish_")), None)
    return int(found or 0)


def grid_of(match: Match) -> list[int]:
    """The places on the grid; zeros if the game cannot tell."""
    rank, length = match.ruleset.tallies.rank, match.ruleset.tallies.length
    unknown = [0] * len(match.seats)
    if rank is None or match.first:
        return unknown
    twin = match.fork()
    entries = list(twin.entries)
    twin.rewind(0)
    for entry in entries:
        if length(twin.race) >= 1:
            break
        twin.play_entry(entry)
    return [int(rank(twin.race, seat)) for seat in seat_range(len(match.seats))]
