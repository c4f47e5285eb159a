"""Leagues as large and as awkward as wanted: what a visitor could send to keep a server busy."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from wreckoning.leagues.model import (
    Division,
    League,
    LeagueEntry,
    LeagueRace,
    LeagueRound,
    LeagueTerms,
    Points,
    ResultCorrection,
)

PLACES = Points(places=[5, 3, 2, 1])


def blank(size: int, rounds: int, divisions: int = 1, **terms: Any) -> League:
    """A league of `size` drivers in which all rounds are over."""
    named = [Division(title=f"D{n + 1}", up=1, down=1) for n in range(divisions)]
    league = League(
        "Large",
        "",
        LeagueTerms(**{"points": PLACES, "divisions": named, "team_counts": 2, **terms}),
    )
    league.entries = [
        LeagueEntry(number=n + 1, name=f"Driver {n + 1}", division=n % divisions, team=f"T{n // 2}")
        for n in range(size)
    ]
    plan = LeagueRound(ruleset="rtd", courses=["sundae_drive"], opened=1.0, closed=2.0)
    league.rounds = [plan.model_copy(deep=True) for _ in range(rounds)]
    return league


def race(key: str, group: list[int], tied: bool = False) -> LeagueRace:
    """A race, in the order of the group unless it is `tied`."""
    seats = len(group)
    places = [1] * seats if tied else list(range(1, seats + 1))
    tallies = {"best_lap": [3] * seats, "passes": places}
    return LeagueRace(
        key, "rtd", "Sundae Drive", "t", group, places, places[::-1], [9] * seats, 20, tallies
    )


def add_races(league: League, count: int, heat: str = "1", tied: bool = False) -> None:
    """Add so many races of four drivers to each round, drawn at random."""
    chance = random.Random(1)
    for number in range(1, len(league.rounds) + 1):
        for at in range(count):
            division = at % len(league.terms.divisions)
            group = chance.sample([one.number for one in league.driving(division)], 4)
            key = f"{number}-{division + 1}-{heat}-{1 + at // 99}-{1 + at % 99}"
            league.races.append(race(key, group, tied))


def all_tied(size: int) -> League:
    """Every driver has as many points as all others, and as many races won."""
    league = blank(size, 4, points=Points(places=[]), tie_breaks=["head_to_head", "countback"])
    add_races(league, size, tied=True)
    return league


def pairs_tied(size: int) -> League:
    """Many ties of two."""
    league = blank(size, 1, points=Points(places=[]), tie_breaks=["head_to_head"])
    league.races = [
        race(f"1-1-1-{1 + at // 99}-{1 + at % 99}", [1 + at % size, 1 + (at + 1) % size])
        for at in range(4 * size)
    ]
    league.corrections = [
        ResultCorrection(race=one.key, entry=at, do="points", value=at // 2, reason="because")
        for at, one in enumerate(league.races[:size], 1)
    ]
    return league


def many_divisions(size: int) -> League:
    """As many divisions as drivers allow."""
    league = blank(size, 2, divisions=size // 8)
    add_races(league, 2 * size)
    return league


def finals(size: int) -> League:
    """A round with as many races in its final as in its heats."""
    league = blank(size, 1)
    league.rounds[0].final = 12
    add_races(league, size)
    add_races(league, size, heat="f")
    return league


def best_of(size: int) -> League:
    """Groups that meet again and again, in one round."""
    league = blank(size, 1)
    league.rounds[0].best_of = 9
    add_races(league, 4 * size)
    return league


def own_order(size: int) -> League:
    """The game's own scoring decides the places."""
    league = blank(size, 1)
    league.rounds[0].scoring = "order"
    add_races(league, 4 * size)
    for one in league.races:
        one.own = [4, 3, 2, 1]
    return league


def corrected(size: int) -> League:
    """Every race is corrected."""
    league = best_of(size)
    for at, one in enumerate(league.races):
        do = ("place", "points", "void")[at % 3]
        entry = 0 if do == "void" else one.entries[0]
        league.corrections.append(
            ResultCorrection(race=one.key, entry=entry, do=do, value=2, reason="because")  # type: ignore[arg-type]
        )
    return league


def corrected_again(size: int) -> League:
    """One race is corrected again and again."""
    league = all_tied(size)
    one = league.races[0]
    league.corrections = [
        ResultCorrection(race=one.key, entry=one.entries[0], do="place", value=2, reason="because")
        for _ in range(size)
    ]
    return league


def many_rounds(size: int) -> League:
    """Many rounds with a few races each, all open still."""
    league = blank(8, size)
    add_races(league, 1)
    for plan in league.rounds:
        plan.closed, plan.heats, plan.final = None, 12, 4
        plan.lineups = [list(range(1, 9))]
    return league


def many_to_open(size: int) -> League:
    """Many rounds that open at the same time, after a long season."""
    league = blank(8, size)
    for plan in league.rounds[1:]:
        plan.opened, plan.closed, plan.opens = None, None, "2020-01-01T10:00"
    league.races = [
        race(f"1-1-1-{1 + at // 99}-{1 + at % 99}", [1 + at % 8, 1 + (at + 1) % 8])
        for at in range(size)
    ]
    return league


def bracket(size: int) -> League:
    """A bracket, and a ladder, of all drivers."""
    league = blank(size, 1, kind="bracket")
    league.rounds[0].closed, league.rounds[0].seats = None, 4
    league.rounds[0].lineups = [[one.number for one in league.entries]]
    add_races(league, size)
    return league


def ladder(size: int) -> League:
    """A ladder of all drivers."""
    league = bracket(size)
    league.terms.kind = "ladder"
    return league


KINDS: list[Callable[[int], League]] = [
    all_tied, pairs_tied, many_divisions, finals, best_of, own_order, corrected, corrected_again,
    many_rounds, many_to_open, bracket, ladder,
]  # fmt: skip
