"""Players' places at the end (V20), and what the result says."""

from __future__ import annotations

from tests.rally.scene import scene, vehicle

from wreckoning.core.ids import as_seat, seat_range
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally.outcome import SCALES, TALLIES, count, length, place, rank, result
from wreckoning.rulesets.rally.race import Mission, Race, Status
from wreckoning.rulesets.rally.rules.ending import is_better, place_players


def game() -> Race:
    """Two players with two cars each; everything is level, the second has the initiative."""
    race = scene(
        {"A": (4, 4, 0), "B": (4, 10, 0), "C": (4, 16, 0), "D": (4, 22, 0)}, teams="A B, C D"
    )
    race.seats[0].initiative, race.seats[1].initiative = 1, 0
    return race


def places(race: Race) -> list[int]:
    place_players(race)
    return [race.seats[seat].place for seat in seat_range(race.players)]


def test_v20_by_points_first() -> None:
    race = game()
    race.seats[0].points = 1
    vehicle(race, "A").status = int(Status.WRECKED)
    assert places(race) == [1, 2]


def test_v20_then_by_vehicles_home_or_still_driving() -> None:
    race = game()
    vehicle(race, "A").status = int(Status.FINISHED)
    vehicle(race, "A").hit_points = vehicle(race, "B").hit_points = 1
    vehicle(race, "C").status = int(Status.WRECKED)
    assert places(race) == [1, 2]
    race = game()
    vehicle(race, "C").status = int(Status.ELIMINATED)
    assert places(race) == [1, 2]


def test_v20_then_by_hit_points_left() -> None:
    race = game()
    vehicle(race, "D").hit_points = 9
    assert places(race) == [1, 2]


def test_v20_hit_points_of_those_home_count_too() -> None:
    """A, home with 10, and B, which drives, have more than C and D; a wreck's count for nothing."""
    race = game()
    vehicle(race, "A").status = vehicle(race, "C").status = int(Status.FINISHED)
    vehicle(race, "C").hit_points = 7
    vehicle(race, "D").hit_points = 11
    assert places(race) == [1, 2]


def test_v20_then_by_the_best_rank() -> None:
    race = game()
    for name, best in zip("ABCD", (1, 4, 2, 3), strict=True):
        vehicle(race, name).rank = best
    assert places(race) == [1, 2]


def test_v20_then_by_initiative() -> None:
    assert places(game()) == [2, 1]


def test_v20_every_place_is_taken_once() -> None:
    race = scene({name: (4, 4 + 5 * n, 0) for n, name in enumerate("ABCDEF")})
    assert sorted(places(race)) == [1, 2, 3, 4, 5, 6]


def test_tallies_are_sums_over_a_player_s_vehicles() -> None:
    race = game()
    a, b = vehicle(race, "A"), vehicle(race, "B")
    race.seats[0].points = 7
    a.status, b.status = int(Status.FINISHED), int(Status.WRECKED)
    a.gates, b.gates, a.damage_dealt, b.damage_taken = 5, 2, 3, 10
    a.attacks, b.kills, a.tests, a.lost_control, a.overtaken, a.crashes = 9, 1, 8, 2, 4, 6
    race.rounds = 11
    assert dict(zip(TALLIES, (count(race, 0, n) for n in range(len(TALLIES))), strict=True)) == {
        "points": 7,
        "home": 1,
        "wrecked": 1,
        "gates": 7,
        "damage_dealt": 3,
        "damage_taken": 10,
        "attacks": 9,
        "kills": 1,
        "tests": 8,
        "lost_control": 2,
        "overtaken": 4,
        "crashes": 6,
        "rounds": 11,
    }
    assert len(SCALES) == len(TALLIES)
    assert length(race) == 11


def test_the_result_names_players_by_place_with_their_vehicles() -> None:
    race = game()
    race.rounds = 3
    vehicle(race, "C").status, vehicle(race, "C").ended = int(Status.WRECKED), 2
    place_players(race)
    told = result(race, [Seat("Ann"), Seat("Ben")])
    assert told["rounds"] == 3
    assert [entry["name"] for entry in told["places"]] == ["Ann", "Ben"]
    assert [place(race, seat) for seat in (0, 1)] == [1, 2]
    assert told["places"][1]["vehicles"][0] == {
        "vehicle": "#3",
        "status": "wrecked",
        "rank": None,
        "gates": 0,
        "hit_points": 10,
        "round": 2,
    }


def test_how_players_stand_in_a_race_goes_by_their_best_vehicle() -> None:
    race = game()
    vehicle(race, "B").gates = 1
    assert [rank(race, seat) for seat in (0, 1)] == [1, 2]
    vehicle(race, "D").status, vehicle(race, "D").rank = int(Status.FINISHED), 1
    assert [rank(race, seat) for seat in (0, 1)] == [2, 1]
    for name, left in (("C", 4), ("A", 3)):
        vehicle(race, name).status, vehicle(race, name).rank = int(Status.WRECKED), left
    assert [rank(race, seat) for seat in (0, 1)] == [2, 1]


def test_how_players_stand_elsewhere_goes_by_points() -> None:
    race = game()
    race.course.mission = int(Mission.BATTLE_ROYALE)
    race.seats[0].points = 1
    assert [rank(race, seat) for seat in (0, 1)] == [1, 2]


def test_who_are_told_apart_by_initiative_alone_are_level_until_the_end() -> None:
    """V20 has initiative break the tie of a finished game; it is rolled again each round."""
    race = game()
    race.course.mission = int(Mission.BATTLE_ROYALE)
    for first in (0, 1):
        race.seats[first].initiative, race.seats[1 - first].initiative = 1, 2
        assert [rank(race, seat) for seat in (0, 1)] == [1, 1]
        assert [is_better(race, seat, as_seat(1 - seat)) for seat in (0, 1)] == [
            first == 0,
            first == 1,
        ]
    vehicle(race, "A").hit_points -= 1
    owner = vehicle(race, "A").owner
    assert [rank(race, seat) for seat in (owner, as_seat(1 - owner))] == [2, 1]
