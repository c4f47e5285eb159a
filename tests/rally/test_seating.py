"""Who plays with which team, and what the game is before the start."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from wreckoning.core.door import PERSON, RANDOM
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally import courses
from wreckoning.rulesets.rally.race import Mission, Phase, Race, Status
from wreckoning.rulesets.rally.ruleset import RULESET
from wreckoning.rulesets.rally.teams.model import Design
from wreckoning.rulesets.rally.teams.seating import seat_teams, vehicle_names

OPTIONS = {"wrecks_stay": "on"}


def seats(*teams: str | None) -> list[Seat]:
    """A seat for each, with this team; None for none chosen."""
    return [
        Seat(name, setup={} if team is None else {"team": team})
        for name, team in zip("ABCDEF", teams, strict=False)
    ]


def begin(course: str, given: Sequence[Seat], **options: str) -> Race:
    """A game before the start."""
    return RULESET.start(courses.load(course), given, OPTIONS | options)


def counts(course: str, given: Sequence[Seat]) -> list[int]:
    """How many vehicles everybody has."""
    return [len(team.vehicles) for team in seat_teams(courses.load(course), given)]


def test_v48_races_are_for_single_vehicles_and_other_missions_for_small_teams() -> None:
    for course in ("gasket_gulch", "pylon_yard", "the_strainer"):
        assert counts(course, seats(None, None, None)) == [1, 1, 1]
    for course in ("dry_dock", "junction_seven", "long_way_home"):
        found = counts(course, seats(None, None, None))
        assert all(3 <= count <= 5 for count in found)
        assert counts(course, seats(*[None] * 6)) == [1] * 6


def test_everybody_without_a_choice_gets_another_team() -> None:
    found = vehicle_names(courses.load("gasket_gulch"), seats(*[None] * 6))
    assert len(set(found)) == 6


def test_v48_players_who_choose_no_team_all_get_another_one() -> None:
    def builds(course: str, players: int) -> set[tuple[Design, ...]]:
        teams = seat_teams(courses.load(course), seats(*[None] * players))
        return {tuple(replace(each, name="") for each in team.vehicles) for team in teams}

    assert len(builds("gasket_gulch", 6)) == 6
    assert len(builds("dry_dock", 3)) == 3


def test_v48_fights_have_single_vehicles_of_their_own() -> None:
    races = {team.key for team in seat_teams(courses.load("pylon_yard"), seats(*[None] * 6))}
    fights = {team.key for team in seat_teams(courses.load("dry_dock"), seats(*[None] * 6))}
    scavengers = {
        team.key for team in seat_teams(courses.load("junction_seven"), seats(*[None] * 6))
    }
    assert len(races) == len(fights) == 6
    assert not races & fights
    assert scavengers == fights


def test_v23_who_has_chosen_none_gets_a_team_of_the_others_size() -> None:
    assert counts("gasket_gulch", seats("iron_choir", None)) == [3, 4]
    assert counts("dry_dock", seats("comet", None)) == [1, 1]


def test_v23_teams_of_different_sizes_are_refused() -> None:
    with pytest.raises(Illegal) as error:
        seat_teams(courses.load("gasket_gulch"), seats("iron_choir", "comet"))
    assert str(error.value) == (
        "teams of different sizes: A has 3 vehicles of 50 points (small) and "
        "B has 1 vehicle of 15 points (single) (W33)"
    )


def test_w33_teams_of_a_common_size_may_play() -> None:
    assert counts("junction_seven", seats("parish_council", "last_convoy")) == [8, 8]


def test_v10_more_than_three_players_have_one_vehicle_each() -> None:
    assert counts("gasket_gulch", seats(*["car"] * 6)) == [1] * 6
    with pytest.raises(Illegal, match=r"4 players have one vehicle each, teams are for 3.*\(V10\)"):
        seat_teams(courses.load("gasket_gulch"), seats("iron_choir", None, None, None))


def test_an_illegal_team_is_refused_with_its_seat_and_rule() -> None:
    with pytest.raises(Illegal) as error:
        begin("gasket_gulch", seats("car/tank_tracks/boost", None))
    assert str(error.value) == (
        "seat 1, A: vehicle 1, Car: upgrades of 5 points, 1 over the 4 allowed (W31)"
    )


def test_an_unknown_team_is_refused() -> None:
    with pytest.raises(Malformed, match=r"seat 2, B.*did you mean comet"):
        begin("gasket_gulch", seats(None, "cometh"))


def test_w40_a_table_without_room_for_all_is_refused() -> None:
    with pytest.raises(Illegal, match=r"Gasket Gulch has room for 24 vehicles, not for 26 \(W40\)"):
        begin("gasket_gulch", seats("last_convoy", "last_convoy", "grand_scrap_opera"))
    assert begin("gasket_gulch", seats(*["dune_sparrows"] * 3)).vehicle_count == 15


def test_w33_w40_there_is_room_for_three_small_and_medium_teams_everywhere() -> None:
    for course in courses.names():
        assert begin(course, seats(*["dune_sparrows"] * 3)).vehicle_count == 15
        assert begin(course, seats(*["parish_council"] * 3)).vehicle_count == 24


def test_w33_w40_every_mission_has_a_table_for_three_large_teams() -> None:
    missions = set()
    for course in courses.names():
        with suppress(Illegal):
            begin(course, seats(*["grand_scrap_opera"] * 3))
            missions.add(courses.load(course).mission)
    assert missions == set(Mission)


def test_vehicles_are_numbered_through_all_teams() -> None:
    race = begin("junction_seven", seats("iron_choir", "toll_takers"))
    assert [vehicle.owner for vehicle in race.vehicles[:7]] == [0, 0, 0, 1, 1, 1, 1]
    assert [vehicle.index for vehicle in race.vehicles[:7]] == list(range(7))
    assert vehicle_names(courses.load("junction_seven"), seats("iron_choir", "toll_takers")) == [
        *("Bass", "Baritone", "Solo"),
        *("The Barrier", "Small Change", "Exact Fare", "No Receipt"),
    ]


def test_names_that_come_twice_are_told_apart() -> None:
    found = vehicle_names(courses.load("gasket_gulch"), seats("comet", "comet", "Comet:car"))
    assert found == ["Comet", "Comet 2", "Comet 3"]


def test_before_the_start_all_wait_undamaged_off_the_table() -> None:
    race = begin("gasket_gulch", [Seat("A"), Seat("B", "rookie")])
    assert race.phase == Phase.ROLL_OFF
    for index in range(2):
        vehicle = race.vehicles[index]
        assert vehicle.status == Status.WAITING
        assert vehicle.hit_points == race.builds[index].hit_points > 0
    assert list(race.door.policy[:2]) == [PERSON, RANDOM + 1]


def test_v3_the_switch() -> None:
    assert begin("gasket_gulch", seats(None, None)).switches.wrecks_stay == 1
    assert begin("gasket_gulch", seats(None, None), wrecks_stay="off").switches.wrecks_stay == 0


def test_v45_the_first_gate_of_an_arena_race_is_the_far_one() -> None:
    race = begin("pylon_yard", seats(None, None))
    assert race.vehicles[0].gate == race.course.first_gate == 1
    assert begin("gasket_gulch", seats(None, None)).vehicles[0].gate == 0
