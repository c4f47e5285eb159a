"""Deployment (W38, W40, V12, V13): who places what where.

Spots are given as (x, y, row, group); all look to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.journal import told
from tests.rally.scene import asked, dice, field, laid, scene, suspends, vehicle, where

from wreckoning.core.door import MAX_OPTIONS
from wreckoning.core.errors import Illegal
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.rally import courses, meta
from wreckoning.rulesets.rally.events import Deployed
from wreckoning.rulesets.rally.questions import Question
from wreckoning.rulesets.rally.race import INCH, Mission, Phase, Race, Status
from wreckoning.rulesets.rally.rules.deployment import (
    AWAY,
    begin_deployment,
    gate_of_seat,
    is_free_spot,
)
from wreckoning.rulesets.rally.strips import room_in_strip, spots_behind
from wreckoning.rulesets.rally.teams.seating import seat_teams
from wreckoning.rulesets.rally.turn import step

Spot = tuple[float, float, int, int]
GRID: tuple[Spot, ...] = (
    *((20, 3, 0, 0), (20, 7, 0, 0)),
    *((14, 3, 1, 0), (14, 7, 1, 0)),
    *((8, 3, 2, 0), (8, 7, 2, 0)),
)


def waiting(
    names: str = "AB",
    teams: str = "",
    spots: Sequence[Spot] = GRID,
    mission: Mission = Mission.TWO_LAP_RACE,
) -> Race:
    """All of these cars wait next to a table with these spots; the roll for deployment comes."""
    race = scene(dict.fromkeys(names, None), teams=teams, course=field(), phase=Phase.ROLL_OFF)
    race.rounds = 0
    course = race.course
    course.mission = int(mission)
    course.spot_count = len(spots)
    for number, (x, y, row, group) in enumerate(spots):
        course.spot_x[number], course.spot_y[number] = round(x * INCH), round(y * INCH)
        course.spot_heading[number] = 0
        course.spot_row[number], course.spot_group[number] = row, group
    return race


def roll(race: Race, *faces: int) -> None:
    """The roll for deployment."""
    with dice(race, *faces):
        step(race)


def place(race: Race, *answers: int) -> tuple[int, int]:
    """The next deployment: the seat and the vehicle."""
    seat = race.turn
    with dice(race, *answers):
        step(race)
    return seat, told(race, Deployed)[0].vehicle


def spots(race: Race, *before: int) -> list[int]:
    """The spots offered to whose turn it is."""
    with suspends(race, *before):
        step(race)
    who, question, options = asked(race)
    assert (who, question) == (race.turn, Question.SPOT)
    return options


def test_w40_from_the_winner_of_the_roll_on_players_alternate() -> None:
    race = waiting("ABCDE", "A B, C D, E")
    roll(race, 3, 9, 6)
    placed = [place(race, *answers) for answers in ((2, 0), (), (0, 2), (), (4,))]
    assert placed == [(1, 2), (2, 4), (0, 0), (1, 3), (0, 1)]
    assert race.phase == Phase.ROUND
    assert {each.status for each in race.vehicles[:5]} == {Status.DRIVING}


def test_w40_who_has_nobody_left_to_place_is_passed_over() -> None:
    race = waiting("ABCDEF", "A B, C, D E, F")
    roll(race, 12, 9, 6, 3)
    turns = [place(race, *answers)[0] for answers in ((0, 0), (), (3, 2), (), (4,), ())]
    assert turns == [0, 1, 2, 3, 0, 2]


def test_w40_the_player_chooses_which_vehicle_is_placed() -> None:
    race = waiting("ABC", "A B, C")
    roll(race, 9, 3)
    with suspends(race):
        step(race)
    assert asked(race) == (0, Question.PLACE, [0, 1])


def test_w40_as_close_as_possible_to_the_gate() -> None:
    race = waiting("ABC")
    roll(race, 9, 6, 3)
    assert spots(race) == [0, 1]
    place(race, 1)
    assert where(race, "A") == (20, 7, 0)
    assert place(race) == (1, 1)  # one spot is left in the row: no question
    assert where(race, "B") == (20, 3, 0)
    assert spots(race) == [2, 3]


@pytest.mark.parametrize(("y", "free"), [(6.5, True), (6.49, False)])
def test_w40_v13_two_inches_from_any_other_vehicle(y: float, free: bool) -> None:
    """Cars are 1.5 inches wide: 3.5 from middle to middle."""
    race = waiting("AB", spots=((20, 3, 0, 0), (20, y, 0, 0)))
    roll(race, 9, 6)
    place(race, 0)
    assert is_free_spot(race, 1, 1, AWAY) == free
    assert not is_free_spot(race, 1, 0, AWAY)


def test_w40_what_is_told_and_nothing_is_counted_before_the_first_round() -> None:
    race = waiting("AB")
    roll(race, 9, 6)
    place(race, 1)
    assert told(race, Deployed) == [Deployed(0, 0, 1)]
    assert race.rounds == 0


def test_w37_in_battle_royale_each_at_the_gate_of_its_seat() -> None:
    race = waiting("AB", spots=((20, 3, 0, 1), (20, 9, 0, 0)), mission=Mission.BATTLE_ROYALE)
    roll(race, 9, 6)
    assert [place(race), place(race)] == [(0, 0), (1, 1)]
    assert where(race, "A") == (20, 9, 0)


@pytest.mark.parametrize(
    ("players", "gates"), [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 3, 4]), (6, [0, 1, 2, 3, 4, 5])]
)
def test_w37_a_gate_for_each_player_given_and_evenly_spread(players: int, gates: list[int]) -> None:
    """Battle Royale: "a gate per player, given, not chosen"; "evenly distributed"."""
    assert [gate_of_seat(6, players, seat) for seat in seat_range(players)] == gates


def test_w37_no_more_players_than_gates() -> None:
    course = courses.load("dry_dock")
    record = course.record.copy()
    record.gate_count = 2
    seats = [Seat(name, "rookie") for name in ("Ann", "Bob", "Cyd")]
    with pytest.raises(Illegal, match="Dry Dock has 2 gates, not for 3 players"):
        meta.check_room(replace(course, record=record), seat_teams(course, seats))


# --- W38

FIRST: tuple[Spot, ...] = ((10, 4, 0, 0), (10, 10, 0, 0))
OTHERS: tuple[Spot, ...] = ((10, 15, 0, 1), (10, 17.49, 0, 1), (10, 17.5, 0, 1), (20, 10, 0, 1))


def hunt(*campaign: int) -> Race:
    """Scavengers, with these campaign points."""
    race = waiting("ABCD", "A B, C, D", FIRST + OTHERS, Mission.SCAVENGERS)
    for seat, points in enumerate(campaign):
        race.seats[seat].campaign = points
    return race


@pytest.mark.parametrize(
    ("campaign", "rolls", "runner"),
    [
        ((2, 1, 3), (1, 12, 6), 1),  # the fewest campaign points
        ((2, 2, 2), (5, 3, 9), 1),  # all the same: the lowest roll
        ((1, 1, 2), (5, 9, 1), 0),  # two have the fewest
        ((), (5, 9, 1), 2),
    ],
)
def test_w38_who_is_the_first_team(
    campaign: tuple[int, ...], rolls: tuple[int, ...], runner: int
) -> None:
    race = hunt(*campaign)
    with dice(race, *rolls):
        begin_deployment(race)
    assert (race.runner, race.turn) == (runner, runner)


def test_w38_other_missions_know_no_first_team() -> None:
    race = waiting()
    roll(race, 3, 9)
    assert race.runner == NOBODY


def test_w38_v12_it_sets_up_first_and_the_others_6_inches_from_it() -> None:
    race = hunt()
    roll(race, 1, 9, 6)
    assert [place(race, 0, 0), place(race)] == [(0, 0), (0, 1)]
    assert spots(race) == [4, 5]  # (10, 17.5), and (20, 10), 7 inches from B
    assert place(race, 4) == (1, 2)
    assert place(race) == (2, 3)
    assert race.phase == Phase.ROUND


def test_v12_where_no_spot_is_6_inches_away_2_are_enough() -> None:
    race = hunt()
    race.course.spot_count = 4  # what is left for the others is 3 and 5½ inches from B
    roll(race, 1, 9, 6)
    assert [place(race, 0, 0), place(race)] == [(0, 0), (0, 1)]
    assert spots(race) == [2, 3]


@pytest.mark.parametrize(("heading", "at"), [(270, (24, 0)), (90, (24, 36)), (180, (0, 18))])
def test_w38_the_whole_depth_and_length_of_both_strips_is_offered(
    heading: int, at: tuple[int, int]
) -> None:
    """W38: "within 12 inches of that edge, the others within 6 of it"; "the whole depth and
    length of these strips is offered, on a grid, not the first row that has room"."""
    gate = {"name": "Out", "x": at[0], "y": at[1], "heading": heading}
    course = laid(field(mission="scavengers", gate=[gate], grid=[])).record
    is_level = heading != 180
    edge = course.table.width if is_level else course.table.depth
    for group, depth in enumerate((12, 6)):
        found = [n for n in range(course.spot_count) if course.spot_group[n] == group]
        assert {course.spot_row[n] for n in found} == {0}  # all of them at once
        assert len(found) <= MAX_OPTIONS
        xs = [course.spot_x[n] / INCH for n in found]
        ys = [course.spot_y[n] / INCH for n in found]
        along, deep = (xs, ys) if is_level else (ys, xs)
        away = [abs(d - at[1 if is_level else 0]) for d in deep]
        half = 1.75  # of a truck, which looks away from the edge
        assert min(away) == pytest.approx(half, abs=0.1)
        assert max(away) == pytest.approx(depth - half, abs=0.1)
        assert min(along) == pytest.approx(0.9, abs=0.1)
        assert max(along) == pytest.approx(edge / INCH - 0.9, abs=0.1)
        assert {course.spot_heading[n] for n in found} == {(heading + 180) % 360 * DEGREE}


def test_w38_no_spot_of_a_strip_is_in_terrain() -> None:
    gate = {"name": "Out", "x": 24, "y": 0, "heading": 270}
    bare = laid(field(mission="scavengers", gate=[gate], grid=[])).record
    mud = field([("slow", 10.0, 6.0, 6.0, 12.0)], mission="scavengers", gate=[gate], grid=[])
    muddy = laid(mud).record
    assert muddy.spot_count < bare.spot_count
    for spot in range(muddy.spot_count):
        assert not 7 < muddy.spot_x[spot] / INCH < 13


def test_w38_who_finds_no_room_in_the_strip_stands_behind() -> None:
    """Behind: where nobody of the first team can be within 6 inches."""
    course = courses.load("junction_seven").record
    rows = {course.spot_row[n] for n in range(course.spot_count) if course.spot_group[n] == 1}
    assert rows == {0, 1, 2}
    assert room_in_strip(course, 1) - 10 + spots_behind(course) >= 20  # three large teams


def test_w38_the_first_team_s_spots_are_its_own() -> None:
    race = hunt()
    roll(race, 1, 9, 6)
    assert spots(race, 0) == [0, 1]
    assert vehicle(race, "A").status == Status.WAITING
