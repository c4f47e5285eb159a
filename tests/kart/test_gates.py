"""Gates, laps and places (E16).

On the test road gate 1 is at x = 1500, gate 2 at x = 2000, each from y = 309 to 491; then come
gate 3 and the finish line, this at x = 1000.
"""

from __future__ import annotations

from functools import cache
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.journal import told
from tests.kart.scene import hazards, road, scene, turned
from tests.kart.table import Pose, body, dice, drive, kart, manoeuvre, put, where

from wreckoning.core.ids import as_seat
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.events import Gate, RaceOver
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.race import MAX_GATES, MM, Course, Phase, Race
from wreckoning.rulesets.kart.rules.ending import end_race
from wreckoning.rulesets.kart.rules.ghost import ghost
from wreckoning.rulesets.kart.rules.line import along_stretch, point_after, to_gate
from wreckoning.rulesets.kart.rules.paths import lay
from wreckoning.rulesets.kart.turn import is_over, step


@pytest.mark.parametrize(
    ("at", "gate"),
    [
        ((1252.4, 400, 0), 0),  # its front stops just before the line
        ((1252.6, 400, 0), 1),  # a part of it is past
        ((1400, 400, 0), 1),
        ((1600, 400, 180), 0),  # the wrong way
        ((1400, 506, 0), 1),  # its left side is at y = 490
        ((1400, 508, 0), 0),  # past the gate's end
        ((1400, 294, 0), 1),
        ((1400, 292, 0), 0),
        ((1900, 400, 0), 0),  # the second gate, before the first
        ((900, 400, 0), 0),  # the finish line, at the start
    ],
)
def test_e16_in_order_in_its_direction_by_any_part(at: Pose, gate: int) -> None:
    """As it is driven, and as it is shown before (G7)."""
    race = scene({"A": at})
    lay(race, path := Path(), body(race, "A"), manoeuvre("medium"))
    assert ghost(race, 0, path).gate == (gate == 1)
    with dice(race):
        drive(race, "A", "medium")
    assert (kart(race, "A").gate, kart(race, "A").lap) == (gate, 0)


def test_e16_what_stands_in_the_gate_has_passed_it_when_its_rear_has() -> None:
    """A kart put into a gate askew still has parts behind it."""
    race = scene({"A": (1490, 400, 0)})
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").gate == 1


def test_e16_in_reverse_out_of_it_and_forward_again_it_counts_once() -> None:
    race = scene({"A": (1400, 400, 0)})
    for template in ("medium", "medium reverse", "medium"):
        with dice(race):
            drive(race, "A", template)
    assert kart(race, "A").gate == 1


def test_e16_tail_first_in_its_direction() -> None:
    race = scene({"A": (1600, 400, 180)})
    put(body(race, "A"), 1400, 400, 180)
    with dice(race):
        drive(race, "A", "medium reverse")
    assert kart(race, "A").gate == 1


def test_e16_only_as_far_as_the_movement_comes() -> None:
    race = scene({"A": (1300, 400, 0), "B": (1480, 400, 90)})
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert kart(race, "A").gate == 0


def test_e16_a_spin_carries_through_too() -> None:
    """The kart stands along the gate, 20 mm before it, and turns its front through."""
    race = scene({"A": (1480, 610, 270)})
    with dice(race, turned(90)):
        drive(race, "A", "medium", spins=1)
    assert where(race, "A") == (1480, 400, 0)
    assert kart(race, "A").gate == 1


def test_e16_two_gates_in_one_movement() -> None:
    course = road(boost=[(1700, 400, 0, 400, 60)])
    race = scene({"A": (1400, 400, 0)}, course=course)
    with dice(race, manoeuvre("medium")):
        drive(race, "A", "medium")
    assert [entry.gate for entry in told(race, Gate)] == [1, 2]


def test_e16_the_second_must_be_crossed_after_the_first() -> None:
    """By hand: gate 1 at x = 1600, gate 2 before it at 1500, both crossed in one movement."""
    race = scene({"A": (1450, 400, 0)})
    for gate, x in zip(race.course.gates, (1600, 1500), strict=False):
        gate.left_x = gate.right_x = x * MM
        gate.left_y, gate.right_y = 309 * MM, 491 * MM
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").gate == 1


def last_gate(laps: int, lap: int) -> Race:
    race = scene(
        {"A": (900, 400, 0), "B": (1700, 400, 0), "C": (1900, 400, 0)},
        course=road() | {"laps": laps},
    )
    for name in "ABC":
        kart(race, name).gate, kart(race, name).lap = 1, lap
    kart(race, "A").gate = 3
    race.manoeuvre = manoeuvre("medium")
    return race


def test_e16_the_last_gate_ends_a_lap_and_the_first_comes_next() -> None:
    race = last_gate(laps=2, lap=0)
    with dice(race):
        step(race)
    assert (kart(race, "A").lap, kart(race, "A").gate) == (1, 0)
    assert (is_over(race), race.phase) == (False, Phase.ATTACK)


def test_e16_the_first_across_the_last_gate_of_the_last_lap_wins() -> None:
    race = last_gate(laps=2, lap=1)
    with dice(race):
        step(race)
    assert is_over(race)
    assert [kart(race, name).place for name in "ACB"] == [1, 2, 3]
    assert kart(race, "A").finish_round == race.rounds
    assert told(race, RaceOver) == [RaceOver(0, race.rounds, 1)]


def test_e16_who_wins_in_that_movement_collides_with_nobody_any_more() -> None:
    race = last_gate(laps=1, lap=0)
    put(body(race, "B"), 1080, 400, 90)
    with dice(race):
        step(race)
    assert (is_over(race), hazards(race)) == (True, [0, 0, 0])


def test_e16_a_lap_counts_before_gates_and_gates_before_distance() -> None:
    race = last_gate(laps=3, lap=0)
    kart(race, "B").lap, kart(race, "B").gate = 1, 0  # a lap ahead
    kart(race, "C").gate = 2
    kart(race, "A").lap = 2
    with dice(race):
        step(race)
    assert [kart(race, name).place for name in "ABC"] == [1, 2, 3]


@pytest.mark.parametrize(("pole", "places"), [(0, [1, 2]), (1, [2, 1])])
def test_e16_level_in_everything_pole_position_decides(pole: int, places: list[int]) -> None:
    """20 mm to the left and to the right of the middle of the road."""
    race = scene({"A": (1200, 380, 0), "B": (1200, 420, 0)})
    race.pole = as_seat(pole)
    end_race(race)
    assert [kart(race, name).place for name in "AB"] == places


def test_e16_level_in_everything_clockwise_from_pole_position() -> None:
    """A and C are level, 20 mm to the sides of the middle of the road; from B on C is before A."""
    race = scene({"A": (1200, 380, 0), "B": (1000, 400, 0), "C": (1200, 420, 0)})
    race.pole = 1
    end_race(race)
    assert [kart(race, name).place for name in "ABC"] == [2, 3, 1]


def test_e16_being_off_the_line_counts_as_way() -> None:
    """A is 30 mm nearer to the gate, but 40 mm off the middle of the road."""
    race = scene({"A": (1230, 440, 0), "B": (1200, 400, 0)})
    end_race(race)
    assert [kart(race, name).place for name in "AB"] == [2, 1]


def test_e16_a_gate_at_the_very_start_of_a_movement_counts() -> None:
    """Its front is on the gate's line: the first hundredth of a millimetre takes it through."""
    race = scene({"A": (1462.5, 400, 0)})
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").gate == 1


def test_e16_the_way_to_a_gate_along_the_middle_of_the_road() -> None:
    """Half of the stretch to each gate is left."""
    course = scene({}).course
    assert to_gate(course, 0, 1250 * MM, 440 * MM) == (250 * MM, 40 * MM, 0)
    assert to_gate(course, 1, 1750 * MM, 400 * MM) == (250 * MM, 0, 1)


KART = find_ruleset("kart")
PLACES = st.integers(-500 * MM, 3000 * MM)


@cache
def courses() -> dict[str, Course]:
    """The shipped courses, as the rules see them."""
    seats = [Seat("A", "rookie"), Seat("B", "rookie")]
    names, options = KART.course_names(), check_options(KART, {})
    return {name: KART.start(KART.load_course(name), seats, options).course for name in names}


@given(st.sampled_from(KART.course_names()), PLACES, PLACES, st.integers(0, MAX_GATES))
def test_e16_no_stretch_to_a_gate_is_nearer_than_the_one_named(
    name: str, x: int, y: int, number: int
) -> None:
    """All are looked at here, those too that the rule knows to be further by their boxes."""
    course = courses()[name]
    gate = number % course.gate_count
    at, stop = course.gate_at[gate - 1 if gate else course.gate_count - 1], course.gate_at[gate]
    stretches = [at]
    while point_after(course, at) != stop:
        at = point_after(course, at)
        stretches.append(at)
    away = [along_stretch(course, each, x, y)[1] for each in stretches]
    _, aside, stretch = to_gate(course, gate, x, y)
    assert stretch == stretches[away.index(min(away))]
    assert aside == isqrt(min(away))


def test_e16_everybody_is_placed_however_far_behind() -> None:
    """Both before the first gate, at the far end of the course: further from it than (0, 0)."""
    race = scene({"A": (600, 1600, 180), "B": (700, 1600, 180)})
    end_race(race)
    assert [kart(race, name).place for name in "AB"] == [2, 1]
