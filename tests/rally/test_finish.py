"""Home: laps, ranks and points of the Two Lap Race (W19, W34, V14, V22, V30).

Gate 1 is at x = 24 from y = 1 to 11, crossed to the right. Two laps are gates 1, 2, 1, 2, 1.
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.scene import Pose, dice, field, scene, vehicle

from wreckoning.rulesets.rally.events import Finished, GameOver, Reason, Scored
from wreckoning.rulesets.rally.race import Mission, Phase, Race, Status
from wreckoning.rulesets.rally.rules.damage import take_damage
from wreckoning.rulesets.rally.rules.ending import end_game
from wreckoning.rulesets.rally.rules.finishing import gates_to_cross, is_ahead, is_home
from wreckoning.rulesets.rally.rules.scoring import points_of_place
from wreckoning.rulesets.rally.turn import end_round, is_over

HOME = 5  # gates in all
PAST: tuple[Pose, ...] = ((27, 6, 0), (30, 6, 0), (34, 6, 0))
BEHIND: tuple[Pose, ...] = ((20, 6, 0), (16, 6, 0), (12, 6, 0), (8, 6, 0))


def race_of(places: str, gates: str, **more: Pose) -> Race:
    """A game with vehicles A, B, C … at these places, with so many gates crossed each."""
    poses = {"p": iter(PAST), "b": iter(BEHIND)}
    at = {name: next(poses[place]) for name, place in zip("ABCDEF", places, strict=False)}
    race = scene({**at, **more}, phase=Phase.END_ROUND)
    for name, count in zip("ABCDEF", gates, strict=False):
        cross(race, name, int(count))
    return race


def cross(race: Race, name: str, count: int) -> None:
    """So many gates are crossed."""
    it = vehicle(race, name)
    it.gates, it.gate, it.lap = count, count % 2, max(0, (count - 1) // 2)


def end(race: Race) -> None:
    """The end of the round."""
    with dice(race):
        end_round(race)


def ranks(race: Race) -> list[int]:
    return [race.vehicles[i].rank for i in range(race.vehicle_count)]


def points(race: Race) -> list[int]:
    return [race.seats[i].points for i in range(race.players)]


@pytest.mark.parametrize(
    ("place", "worth"), [(1, 10), (2, 6), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0), (20, 0)]
)
def test_v14_points_by_place(place: int, worth: int) -> None:
    assert points_of_place(place) == worth


@pytest.mark.parametrize(("gates", "home"), [(4, False), (5, True), (6, True)])
def test_w34_home_after_two_laps(gates: int, home: bool) -> None:
    race = race_of("bb", f"{gates}0")
    assert is_home(race, vehicle(race, "A")) == home


@pytest.mark.parametrize(
    ("mission", "laps", "first_gate", "gates"),
    [
        (Mission.TWO_LAP_RACE, 2, 0, 5),
        (Mission.TWO_LAP_RACE, 2, 1, 4),
        (Mission.ARENA_RACE, 1, 1, 2),
        (Mission.ELIMINATION_RACE, 0, 0, 0),
        (Mission.BATTLE_ROYALE, 1, 0, 0),
        (Mission.SCAVENGERS, 1, 0, 2),
        (Mission.OUTRUN, 1, 0, 2),
    ],
)
def test_w18_v18_gates_to_cross(mission: Mission, laps: int, first_gate: int, gates: int) -> None:
    course = scene({"A": (10, 6, 0), "B": (4, 6, 0)}).course
    course.mission, course.laps, course.first_gate = int(mission), laps, first_gate
    assert gates_to_cross(course) == gates


def test_w19_it_stays_on_the_board_until_the_round_ends() -> None:
    race = race_of("pbb", "521")
    assert vehicle(race, "A").status == Status.DRIVING
    end(race)
    assert vehicle(race, "A").status == Status.FINISHED
    assert vehicle(race, "A").ended == 1
    assert told(race, Finished) == [Finished(0, 0, 1, 10)]
    assert told(race, Scored) == [Scored(0, 10, Reason.PLACE, 0)]
    assert race.phase == Phase.ROUND


def test_w19_several_in_a_round_by_distance_past_the_line() -> None:
    race = race_of("pppbb", "55511")
    end(race)
    assert ranks(race) == [3, 2, 1, 0, 0]
    assert points(race) == [4, 6, 10, 0, 0]


def test_w19_initiative_does_not_matter_where_they_are_not_level() -> None:
    race = race_of("b", "1", B=(34, 6, 0), C=(28, 6, 0))
    for name in "BC":
        cross(race, name, HOME)
    race.seats[1].initiative, race.seats[2].initiative = 2, 1
    end(race)
    assert ranks(race) == [3, 1, 2]


def test_w19_past_the_line_that_was_crossed_last() -> None:
    """B is further from the last gate of the loop, A from the finish line."""
    gates = [
        {"name": "One", "x": 24, "y": 6, "heading": 0},
        {"name": "Two", "x": 40, "y": 18, "heading": 90},
        {"name": "Three", "x": 24, "y": 30, "heading": 180},
    ]
    race = scene(
        {"A": (27, 9, 0), "B": (26.5, 3, 0), "C": (10, 6, 0), "D": (4, 6, 0)},
        course=field(gate=gates),
        phase=Phase.END_ROUND,
    )
    for name in "AB":
        vehicle(race, name).gates, vehicle(race, name).gate = 7, 1
    end(race)
    assert ranks(race) == [1, 2, 0, 0]


def test_w19_after_those_who_finished_before() -> None:
    race = race_of("pbbb", "5111")
    end(race)
    race.phase = int(Phase.END_ROUND)
    cross(race, "D", 5)
    end(race)
    assert ranks(race) == [1, 0, 0, 2]


def test_w19_level_past_the_line_by_initiative() -> None:
    race = race_of("bb", "11", C=(30, 3, 0), D=(30, 9, 0))
    for name in "CD":
        cross(race, name, HOME)
    race.seats[2].initiative, race.seats[3].initiative = 3, 2
    end(race)
    assert ranks(race) == [0, 0, 2, 1]


def test_v30_who_is_destroyed_keeps_the_last_place_left_and_gets_no_points() -> None:
    race = race_of("bbbb", "1111")
    take_damage(race, vehicle(race, "B"), 99, 0)
    take_damage(race, vehicle(race, "D"), 99, 0)
    assert ranks(race) == [0, 4, 0, 3]
    assert points(race) == [0, 0, 0, 0]


def test_v30_also_one_that_had_crossed_the_line_in_this_round() -> None:
    race = race_of("pbb", "511")
    take_damage(race, vehicle(race, "A"), 99, 1)
    end(race)
    assert ranks(race) == [3, 0, 0]


# --- V22, V14


def test_v14_twelve_rounds_at_most() -> None:
    for rounds, over in ((11, False), (12, True)):
        race = race_of("bb", "11")
        assert race.course.most_rounds == 12
        race.rounds = rounds
        end(race)
        assert is_over(race) == over


def test_v22_at_the_limit_by_gates_and_then_the_way_left() -> None:
    race = race_of("pbbb", "5231")
    race.rounds = 12
    end(race)
    assert ranks(race) == [1, 3, 2, 4]
    assert points(race) == [10, 4, 6, 3]
    assert told(race, GameOver) == [GameOver(12)]


def test_v22_the_way_left_to_the_next_gate() -> None:
    race = scene({"A": (10, 6, 0), "B": (20, 6, 0), "C": (27, 6, 0)}, course=field())
    a, b, c = (vehicle(race, name) for name in "ABC")
    assert is_ahead(race, b, a)
    assert not is_ahead(race, a, b)
    assert is_ahead(race, b, c)  # C is past the gate, but has not crossed it
    c.gates, c.gate = 1, 1
    assert is_ahead(race, c, b)


def test_v22_level_by_initiative() -> None:
    race = scene({"A": (13, 4, 0), "B": (13, 8, 0)})
    a, b = vehicle(race, "A"), vehicle(race, "B")
    race.seats[0].initiative, race.seats[1].initiative = 1, 0
    assert is_ahead(race, b, a) != is_ahead(race, a, b)


def test_v22_ranks_in_an_arena_race_or_an_outrun_bring_no_points() -> None:
    for mission in (Mission.ARENA_RACE, Mission.OUTRUN):
        race = race_of("bb", "10")
        race.course.mission = int(mission)
        end_game(race)
        assert ranks(race) == [1, 2]
        assert points(race) == [0, 0]
