"""The rookie at the wheel: round walls, through its gates, at no needless risk (W9, W14, W18)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.scene import Pose, activate, asked, body, build, field, scene, vehicle, where

from wreckoning.bots.rally.rookie import rookie
from wreckoning.core import door
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Suspended
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally.events import Finished
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import Question
from wreckoning.rulesets.rally.race import INCH, Mission, Race
from wreckoning.rulesets.rally.rules.planning import choose_move
from wreckoning.rulesets.rally.rules.survey import way_left
from wreckoning.rulesets.rally.ruleset import RULESET

AWAY: Pose = (44, 33, 90)  # where B stands if it does not matter
START: Pose = (10, 6, 0)  # behind gate 1, which stands across x = 24
ALWAYS_PASSES = 11
KEEP, USE = 0, 1


def drive(race: Race, name: str = "A", die: int = ALWAYS_PASSES) -> list[int]:
    """A whole movement as rookies make it, every die showing this face: what was answered."""
    activate(race, name)
    answers: list[int] = []
    start = race.copy()
    while True:
        door.at_checkpoint(race)
        race.door.tape[: len(answers)] = answers
        race.door.given = len(answers)
        try:
            choose_move(race, vehicle(race, name))
        except Suspended:
            ask = race.door.asks[0]
            option = die if ask.by == door.DICE else int(rookie(race, ask))
            assert ask.by == door.DICE or option in asked(race)[2]
            answers.append(option)
            race = _taken_back(race, start)
        else:
            return answers


def _taken_back(race: Race, start: Race) -> Race:
    """The same object as it was at the start of the movement."""
    fresh = start.copy()
    for part in type(race).fields:
        setattr(race, part.name, getattr(fresh, part.name))
    return race


def answer(race: Race, question: Question) -> int:
    """What A answers to this question in its movement."""
    activate(race, "A")
    given: list[int] = []
    start = race.copy()
    while True:
        door.at_checkpoint(race)
        race.door.tape[: len(given)] = given
        race.door.given = len(given)
        with pytest.raises(Suspended):
            choose_move(race, vehicle(race, "A"))
        ask = race.door.asks[0]
        option = int(rookie(race, ask))
        if ask.question == question:
            return option
        given.append(option)
        _taken_back(race, start)


def command_tests(race: Race) -> int:
    """How many A has taken."""
    return vehicle(race, "A").tests


def test_w18_it_drives_through_its_gate() -> None:
    race = scene({"A": START, "B": AWAY})
    drive(race)
    drive(race)
    assert vehicle(race, "A").gates >= 1


def test_it_turns_round_to_a_gate_behind_it() -> None:
    race = scene({"A": (10, 10, 180), "B": AWAY})
    for _ in range(5):
        drive(race)
    assert vehicle(race, "A").gates >= 1
    assert command_tests(race) == 0


@pytest.mark.parametrize("kind", ["impassable", "exploding"])
def test_w23_w25_it_drives_round_a_wall(kind: str) -> None:
    race = scene({"A": (6, 6, 0), "B": AWAY}, course=field([(kind, 15, 6, 2, 9)]))
    for _ in range(5):
        drive(race)
    assert vehicle(race, "A").gates >= 1
    assert command_tests(race) == 0


def test_w24_it_leaves_wreckage_alone_where_there_is_room() -> None:
    race = scene({"A": START, "B": AWAY}, course=field([("wreckage", 18, 6, 2, 2)]))
    for _ in range(3):
        drive(race)
    assert vehicle(race, "A").gates >= 1
    assert not race.gone[0]


def test_w24_it_goes_through_wreckage_where_there_is_no_other_way() -> None:
    walls = [
        ("impassable", 16.0, 3.0, 1.0, 6.0),
        ("impassable", 16.0, 23.0, 1.0, 26.0),
        ("wreckage", 16.0, 8.0, 1.0, 4.0),
    ]
    race = scene({"A": (8, 8, 0), "B": AWAY}, course=field(walls))
    for _ in range(4):
        drive(race)
    assert race.gone[2]
    assert vehicle(race, "A").gates >= 1


def test_w22_it_passes_another_without_driving_over_it() -> None:
    race = scene({"A": (6, 6, 0), "B": (15, 6, 0)})
    for _ in range(3):
        drive(race)
    assert vehicle(race, "A").gates >= 1
    assert vehicle(race, "A").overtaken == 0


def test_w16_it_never_ends_on_a_barrier_and_comes_over_it() -> None:
    race = scene({"A": (8, 6, 0), "B": AWAY}, course=field([("barrier", 16, 18, 0.5, 36)]))
    for _ in range(4):
        drive(race)
    assert vehicle(race, "A").gates >= 1


def test_w23_it_backs_out_of_a_dead_end() -> None:
    walls = [
        ("impassable", 14.0, 16.0, 1.0, 8.0),
        ("impassable", 10.0, 13.5, 8.0, 1.0),
        ("impassable", 10.0, 18.5, 8.0, 1.0),
    ]
    race = scene({"A": (11.5, 16, 0), "B": AWAY}, course=field(walls))
    for _ in range(7):
        drive(race)
    assert vehicle(race, "A").gates >= 1
    assert command_tests(race) == 0


@pytest.mark.parametrize("heading", [0, 60, 300])
def test_v21_it_finishes_a_crossing(heading: int) -> None:
    race = scene({"A": (20.5, 6, heading // 2), "B": AWAY})
    build(race, "A").movement = 4
    drive(race)
    build(race, "A").movement = 10
    for _ in range(2):
        drive(race)
    assert vehicle(race, "A").gates >= 1


def test_w9_it_advances_where_the_way_is_long_and_free() -> None:
    assert answer(scene({"A": (4, 6, 0), "B": AWAY}), Question.PACE) == Pace.ADVANCE


def test_w9_it_only_drives_where_an_advance_gains_little() -> None:
    race = scene({"A": (6, 6, 0), "B": AWAY}, course=field([("impassable", 9, 6, 1, 12)]))
    assert answer(race, Question.PACE) == Pace.DRIVE  # a wall is right ahead
    assert (
        answer(scene({"A": (14, 10, 180), "B": AWAY}), Question.PACE) == Pace.DRIVE
    )  # it has to turn


def test_w31_it_boosts_on_a_straight_that_is_free() -> None:
    race = scene({"A": (6, 6, 0), "B": AWAY})
    build(race, "A").boost = 1
    assert answer(race, Question.BOOST) == USE


@pytest.mark.parametrize(
    ("pose", "other"), [((20, 6, 180), AWAY), ((8, 6, 90), AWAY), ((6, 6, 0), (11, 6.5, 90))]
)
def test_w31_it_keeps_its_boost_if_that_leads_nowhere_or_over_a_vehicle(
    pose: Pose, other: Pose
) -> None:
    race = scene({"A": pose, "B": other})
    build(race, "A").boost = 1
    assert answer(race, Question.BOOST) == KEEP


def test_its_way_does_not_depend_on_dice_to_come() -> None:
    course = field([("wreckage", 16, 6, 1, 12), ("impassable", 16, 24, 1, 24)])
    ways = []
    for die in (6, 11):
        race = scene({"A": (8, 6, 0), "B": AWAY}, course=course)
        ways.append([option for option in drive(race, die=die) if option != die])
    assert ways[0] == ways[1]


def test_w39_it_leaves_by_the_gate_in_the_edge() -> None:
    course = field(
        mission="outrun",
        gate=[{"name": "Out", "x": 48, "y": 18, "heading": 0}],
        grid=[{"x": 6, "y": 18, "heading": 0, "rows": 2, "lanes": 3}],
    )
    race = scene({"A": (30, 12, 0), "B": (8, 18, 0)}, course=course)
    for _ in range(4):
        if vehicle(race, "A").gates == 0:
            drive(race)
    assert told(race, Finished)
    assert vehicle(race, "A").gates >= 1
    assert command_tests(race) == 0


def test_w37_it_hunts_a_vehicle_if_there_is_no_race() -> None:
    race = scene({"A": (8, 18, 90), "B": (40, 18, 0)})
    race.course.mission = int(Mission.BATTLE_ROYALE)
    before = body(race, "B").x - body(race, "A").x
    for _ in range(3):
        drive(race)
    assert body(race, "B").x - body(race, "A").x < before - 15 * INCH
    assert abs(where(race, "A")[2] - 180) > 90  # it looks at it


@pytest.mark.sampled(2)
@pytest.mark.parametrize("course", ["gasket_gulch", "long_way_home"])
def test_w34_w39_rookies_come_a_good_way(course: str) -> None:
    seats = [Seat(name, "rookie") for name in "AB"]
    match = Match(RULESET, RULESET.load_course(course), seats, dice=Seeded(3), bot_seed=3)
    assert match.is_over
    race = match.race
    assert max(race.vehicles[i].gates for i in range(race.vehicle_count)) >= race.course.gate_count
    for i in range(race.vehicle_count):
        assert way_left(race, race.vehicles[i]) >= 0
