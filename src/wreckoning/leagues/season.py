"""The end of a season: promotion and relegation, the next season, a tournament of champions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal
from wreckoning.core.texts.names import MAX_NAME, same_name
from wreckoning.leagues.calendar import again, is_over
from wreckoning.leagues.entries import has_place, move_up
from wreckoning.leagues.model import (
    MOST_PAST,
    MOST_SEASONS,
    Division,
    Kind,
    League,
    LeagueEntry,
    LeagueRound,
    LeagueTerms,
)
from wreckoning.leagues.standings import LeagueRaces, standings


def final_tables(league: League) -> Json:
    """The final table of each division, as stored for later seasons."""
    names, raced = league.names(), LeagueRaces(league)
    return {
        "season": league.season,
        "divisions": [
            {
                "title": division.title,
                "drivers": [
                    {"place": row.place, "name": names[row.entry], "points": row.points}
                    for row in standings(league, number, raced=raced)
                ],
            }
            for number, division in enumerate(league.terms.divisions)
        ],
    }


def next_season(league: League) -> League:
    """The next season: the best of each division are promoted, the last are relegated.

    The rounds are the same, without dates. Raises Illegal before the end.
    """
    if not is_over(league):
        raise Illegal("the season is not over yet")
    raced = LeagueRaces(league)
    moved = {
        row.entry: division - 1 if row.moves == "up" else division + 1
        for division in range(len(league.terms.divisions))
        for row in standings(league, division, raced=raced)
        if row.moves
    }
    entries = [
        entry.model_copy(update={"division": moved.get(entry.number, entry.division), "away": []})
        for entry in league.entries
        if entry.state != "out"
    ]
    new = replace(
        league,
        season=league.season + 1,
        entries=entries,
        rounds=[*map(again, league.rounds)],
        races=[],
        corrections=[],
        substitutions=[],
        before=_latest([*league.before, final_tables(league)]),
    )
    for division in range(len(new.terms.divisions)):
        while has_place(new, division) and move_up(new, division):
            pass
    return new


def _latest(tables: list[Json]) -> list[Json]:
    """The tables of the latest seasons, as many as a league keeps."""
    kept = tables[-MOST_SEASONS:]
    while len(json.dumps(kept)) > MOST_PAST:
        kept = kept[1:]
    return kept


def champions(
    title: str,
    owner: str,
    sources: Sequence[League],
    each: int,
    kind: Kind,
    plan: LeagueRound,
    go_on: int = 2,
) -> League:
    """A tournament of the best drivers of each league: the winners first, then the seconds …

    Within a place, the seeds go by the driver's share of all points. Raises Illegal.
    """
    found: list[tuple[int, float, LeagueEntry]] = []
    for league in sources:
        if not is_over(league):
            raise Illegal(f"{league.title} is not over yet")
        rows = standings(league, 0)
        total = sum(max(row.points, 0) for row in rows) or 1
        for row in rows[:each]:
            entry = league.entry(row.entry)
            if not any(_is_same_person(entry, other) for _, _, other in found):
                found.append((row.place, -row.points / total, entry))
    if len(found) < 2:
        raise Illegal("expected at least 2 champions")
    found.sort(key=lambda each: (each[0], each[1], each[2].name))
    entries: list[LeagueEntry] = []
    for seed, (_, _, entry) in enumerate(found, 1):
        name = _free_name(entry.name, [other.name for other in entries])
        entries.append(
            LeagueEntry(number=seed, name=name, bot=entry.bot, profile=entry.profile, seed=seed)
        )
    terms = LeagueTerms(
        kind=kind,
        points=sources[0].terms.points.model_copy(update={"drop": 0}),
        time_zone=sources[0].terms.time_zone,
        divisions=[Division(title="Champions")],
        sign_up="closed",
        go_on=go_on,
    )
    return League(title, owner, terms, entries=entries, rounds=[plan])


def _is_same_person(one: LeagueEntry, other: LeagueEntry) -> bool:
    """True for a driver who won two leagues. Without a profile, the name tells who it is."""
    if one.profile and other.profile:
        return one.profile == other.profile
    return same_name(one.name, other.name)


def _free_name(name: str, taken: Sequence[str]) -> str:
    """This name, with a number if another driver has it."""
    names = (f"{name[: MAX_NAME - 3]} {number}" for number in range(2, len(taken) + 2))
    return next(each for each in (name, *names) if not any(same_name(each, t) for t in taken))
