"""All teams of a game: those chosen, and shipped ones of their size for seats without a choice."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.rally.cards import sizes
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.race import MAX_VEHICLES, Mission
from wreckoning.rulesets.rally.teams.legality import check_team
from wreckoning.rulesets.rally.teams.model import Team, sizes_of, team_points
from wreckoning.rulesets.rally.teams.shipped import find_team, teams_of_size

MOST_WITH_TEAMS = 3  # players, where anybody has more than one vehicle (W33)
SINGLE, SMALL = "single", "small"
FOR_SINGLES = (Mission.TWO_LAP_RACE, Mission.ARENA_RACE, Mission.ELIMINATION_RACE)
FIGHTS = (Mission.BATTLE_ROYALE, Mission.SCAVENGERS)


@table_rule("V48", "W33", "V10", "V23")
def seat_teams(course: CourseFile, seats: Sequence[Seat]) -> list[Team]:
    """The team of every seat, all of one size of game. Raises Malformed or Illegal."""
    chosen = {
        index: find_team(seat.setup["team"], seat.place(index))
        for index, seat in by_seat(seats)
        if "team" in seat.setup
    }
    for index, team in chosen.items():
        check_team(team, seats[index].place(index))
    size = _size_of_game(course, seats, chosen)
    shipped = teams_of_size(size, course.mission in FIGHTS)
    others = [team for team in shipped if team not in chosen.values()] or shipped
    found = [chosen.get(number, others[number % len(others)]) for number in seat_range(len(seats))]
    count = sum(len(team.vehicles) for team in found)
    if count > MAX_VEHICLES:
        raise Illegal(f"{count} vehicles in all, at most {MAX_VEHICLES} can be played", "W33")
    return found


def vehicle_names(course: CourseFile, seats: Sequence[Seat]) -> list[str]:
    """The names of all vehicles of a game, by their numbers, all different."""
    found: list[str] = []
    for team in seat_teams(course, seats):
        for given in team.names:
            name, number = given, 2
            while name.casefold() in {other.casefold() for other in found}:
                name, number = f"{given} {number}", number + 1
            found.append(name)
    return found


def _size_of_game(course: CourseFile, seats: Sequence[Seat], chosen: dict[SeatIndex, Team]) -> str:
    """The size that all chosen teams fit; without any, the best one for the mission."""
    crowd = len(seats) > MOST_WITH_TEAMS
    if not chosen:
        return SINGLE if crowd or course.mission in FOR_SINGLES else SMALL
    common = [size for size in sizes() if all(size in sizes_of(team) for team in chosen.values())]
    if not common:
        raise Illegal(f"teams of different sizes: {_compared(seats, chosen)}", "W33")
    if crowd and common != [SINGLE]:
        players = f"{len(seats)} players have one vehicle each, teams are for {MOST_WITH_TEAMS}"
        raise Illegal(f"{players}: {_compared(seats, chosen)}", "V10")
    return common[0]


def _compared(seats: Sequence[Seat], chosen: dict[SeatIndex, Team]) -> str:
    """`Ann has 4 vehicles of 49 points (small) and Bob …`."""
    words = []
    for number, team in chosen.items():
        fits = " or ".join(sizes_of(team))
        cost = f"{several(len(team.vehicles), 'vehicle')} of {team_points(team)} points"
        words.append(f"{seats[number].name} has {cost} ({fits})")
    return listed(words)
