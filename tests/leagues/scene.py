"""Leagues to look at: drivers by their initials, and races as the order in which they finish."""

from __future__ import annotations

from typing import Any

from wreckoning.core.fair import Fair
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.core.seats import check_options
from wreckoning.leagues.model import (
    Division,
    League,
    LeagueEntry,
    LeagueRace,
    LeagueRound,
    LeagueTerms,
    Points,
)
from wreckoning.table.campaigns.local import LocalCampaign, begin

TEN = Points(title="Ten", places=[10, 6, 4, 2])


def a_league(names: str, rounds: int = 1, **terms: Any) -> League:
    """A league of drivers called by one letter each; a space begins the next division."""
    divisions = names.split()
    agreed: dict[str, Any] = {
        "points": TEN,
        "divisions": [Division(title=f"D{n + 1}") for n in range(len(divisions))],
    }
    league = League("Test", "Owner", LeagueTerms(**agreed | terms))
    for division, letters in enumerate(divisions):
        for letter in letters:
            number = len(league.entries) + 1
            league.entries.append(
                LeagueEntry(number=number, name=letter, bot="rookie", division=division)
            )
    for _ in range(rounds):
        league.rounds.append(LeagueRound(ruleset="rtd", courses=["sundae_drive"]))
    return league


def run(league: League, key: str, order: str, **columns: Any) -> LeagueRace:
    """Enter a race: its drivers as they finish, seated in the order of entry. `=` ties with the
    driver before."""
    numbers = {entry.name: entry.number for entry in league.entries}
    places: dict[int, int] = {}
    for letter in order:
        if letter == "=":
            continue
        at = order.index(letter)
        tied = at > 0 and order[at - 1] == "="
        places[numbers[letter]] = max(places.values()) if tied else len(places) + 1
    entries = sorted(places)
    race = LeagueRace(
        key=key,
        ruleset="rtd",
        course="Sundae Drive",
        kept=f"{key}.jsonl",
        entries=entries,
        places=[places[entry] for entry in entries],
        grid=columns.pop("grid", [0] * len(entries)),
        finish=columns.pop("finish", [9 + places[entry] for entry in entries]),
        length=20,
        **columns,
    )
    league.races.append(race)
    return race


def table(league: League, rows: Any) -> list[tuple[int, str, int]]:
    """(place, name, points) of rows."""
    names = league.names()
    return [(row.place, names[row.entry], row.points) for row in rows]


def order(league: League, rows: Any) -> str:
    """The drivers' letters, the best first."""
    names = league.names()
    return "".join(names[row.entry] for row in rows)


TOUR = Fair("5e" * 32, "tour", [])


def a_tour(
    names: str, rounds: int = 3, games: int = 99, dice: Fair = TOUR, **terms: str
) -> LocalCampaign:
    """A campaign of bots called by one letter each; who is named first wins each game.

    After so many games it is left as it is.
    """
    dice = Fair(dice.reveal(), dice.terms.match, [""] * len(names))
    players = [(letter, "rookie") for letter in names]
    campaign = begin("rally", {"rounds": str(rounds), "title": "Tour", **terms}, players, dice)
    campaign.do(NOBODY, {"do": "start"})
    while campaign.games() and games:
        (game, *_), games = campaign.games(), games - 1
        order = sorted(game.seats, key=lambda seat: names.index(seat.name))
        crews: Any = campaign.campaign.crews
        counts = [len(crew.fielded) for crew in crews]
        vehicles = {"status": "home", "hit_points": 1}
        campaign.dice_of(game)
        campaign.count(
            game,
            {
                "places": [
                    {
                        "name": seat.name,
                        "place": place,
                        "points": 20 // place,
                        "vehicles": [vehicles] * counts[names.index(seat.name)],
                    }
                    for place, seat in enumerate(order, 1)
                ]
            },
        )
    return campaign


def race_game(tour: LocalCampaign) -> str:
    """Let the bots race the next game, and count it. Returns its log."""
    game = tour.games()[0]
    rules, dice = tour.ruleset, tour.dice_of(game)
    course, options = rules.load_course(game.course), check_options(rules, {})
    match = Match(rules, course, game.seats, options, dice, bot_seed=dice.bot_seed)
    result = match.result()
    assert result is not None
    tour.count(game, result)
    return write_log(match)
