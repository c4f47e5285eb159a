"""A finished game in a campaign: a move made of the game's result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally.campaign.moves import Fate, Result
from wreckoning.rulesets.rally.campaign.play import PLAY, Bout, Campaign
from wreckoning.rulesets.rally.courses import load, names
from wreckoning.rulesets.rally.race import Build, Mission
from wreckoning.rulesets.rally.teams.builds import fill_build
from wreckoning.rulesets.rally.teams.codes import write_code

LOST = ("wrecked", "destroyed")


@dataclass(frozen=True)
class Planned:
    """A game that is to be played: its number, its table, and its players.

    `players` are the campaign's seats, in the order of the table's.
    """

    number: int
    course: str
    title: str
    players: tuple[int, ...]
    seats: list[Seat]


def planned_games(campaign: Campaign) -> list[Planned]:
    """The games of this round that are not over yet; none while teams are chosen."""
    if campaign.phase != PLAY:
        return []
    return [
        Planned(
            bout.number,
            course_for(bout),
            f"{campaign.terms.title}, round {bout.round}",
            bout.players,
            seats_of(campaign, bout),
        )
        for bout in campaign.now
        if not bout.points
    ]


def course_for(bout: Bout) -> str:
    """A table for the game's mission, another from game to game."""
    fitting = [key for key, mission in missions_of_courses().items() if mission == bout.mission]
    return fitting[bout.number % len(fitting)]


@cache
def missions_of_courses() -> dict[str, Mission]:
    """The mission of each table that comes with the game."""
    return {key: Mission(load(key).mission) for key in names()}


def seats_of(campaign: Campaign, bout: Bout) -> list[Seat]:
    """The players at the table of a game, each with the fielded team."""
    return [
        Seat(
            campaign.crews[seat].name,
            campaign.crews[seat].bot or "person",
            {"team": write_code(campaign.team_of(seat))},
        )
        for seat in bout.players
    ]


def result_move(campaign: Campaign, game: int, result: ReadOnlyJson) -> Result:
    """The move for a finished game's result; vehicles in the order of fielding."""
    bout = campaign.bouts[game]
    by_name = {each["name"]: each for each in result["places"]}
    found = [by_name[campaign.crews[seat].name] for seat in bout.players]
    fates = []
    for seat, each in zip(bout.players, found, strict=True):
        designs = campaign.team_of(seat).vehicles
        builds = [Build() for _ in designs]
        for build, design in zip(builds, designs, strict=True):
            fill_build(build, design)
        fates.append(
            [
                Fate(
                    destroyed=vehicle["status"] in LOST,
                    hit_points=vehicle["hit_points"],
                    most=build.hit_points,
                )
                for build, vehicle in zip(builds, each["vehicles"], strict=True)
            ]
        )
    places = [each["place"] for each in found]
    return Result(
        game=bout.number,
        points=[each["points"] for each in found],
        winner=places.index(min(places)),
        fates=fates,
    )
