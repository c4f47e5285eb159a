"""Obstructions (G23) and the table's edge (E17). A drives along the road, from (1200, 400)."""

from __future__ import annotations

import pytest
from tests.journal import story, told
from tests.kart.scene import NO_SPIN, hazards, road, rolled, scene, turned
from tests.kart.table import body, dice, drive, kart, put, where

from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import FRONT, RIGHT
from wreckoning.rulesets.kart.events import HitObstruction, Removed, Spun
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import Obstruction

A = (1200.0, 400.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "number"), [("pipe", Obstruction.PIPE), ("cube", Obstruction.CUBE)]
)
def test_g23_immovable_ones_stop_the_movement(kind: str, number: int) -> None:
    race = scene({"A": A}, course=road(**{kind: [(1340, 400, 50)]}))
    with dice(race, 1, 1):
        drive(race, "A", "medium")
    assert told(race, HitObstruction) == [HitObstruction(0, 0, number, FRONT)]
    assert told(race, Removed) == []
    x, y, heading = where(race, "A")
    assert (y, heading) == (400, 0)
    assert 1340 - 50 - 38 < x < 1340 - 25 - 37
    assert hazards(race) == [1, 0]


def test_g23_immovable_ones_stay() -> None:
    race = scene({"A": A}, course=road(pipe=[(1340, 400)]))
    for _ in range(2):
        with dice(race, 1, 1):
            drive(race, "A", "medium")
        put(body(race, "A"), *A)
    assert (hazards(race), kart(race, "A").collisions) == ([2, 0], 2)


def test_g23_g19_obstructions_smash_and_the_kart_evades_with_its_gear() -> None:
    """Gear 3: 3 + 0 dice and one for weight; nothing is there to be declared against."""
    race = scene({"A": A}, gears={"A": 3}, course=road(pipe=[(1340, 400)]))
    with dice(race, 4, 5, 6, 6, 6, 6, 1):
        drive(race, "A", "medium")
    assert rolled(race, Question.SMASH_DIE) == [4, 5, 6, 6]
    assert rolled(race, Question.EVADE_DIE) == [6, 6, 1]
    assert hazards(race) == [4, 0]
    assert kart(race, "A").hits_taken == 4
    assert not any(driver.hits_dealt for driver in race.karts)  # no kart did it


def test_g23_g19_at_least_one_hazard() -> None:
    race = scene({"A": A}, course=road(pipe=[(1340, 400)]))
    with dice(race, 4, 1, 6):
        drive(race, "A", "medium")
    assert hazards(race) == [1, 0]


def test_g20_g23_always_head_on_and_gear_0_also_from_the_side() -> None:
    race = scene({"A": A}, gears={"A": 3}, course=road(cube=[(1270, 460, 50)]))
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "hairpin right")
    assert told(race, HitObstruction)[0].edge == RIGHT
    assert hazards(race) == [1, 0]


def test_g23_destructible_ones_are_removed_and_movement_goes_on() -> None:
    race = scene({"A": A}, course=road(mushroom=[(1340, 400)]))
    with dice(race, 4, 1):
        drive(race, "A", "medium")
    assert where(race, "A") == (1410, 400, 0)
    assert hazards(race) == [1, 0]
    assert race.gone[0] == 1
    assert told(race, HitObstruction) == [HitObstruction(0, 0, Obstruction.MUSHROOM, FRONT)]
    assert told(race, Removed) == [Removed(0)]


def test_g23_what_is_removed_is_not_there_any_more() -> None:
    race = scene({"A": A, "B": (1480, 400, 180)}, course=road(mushroom=[(1340, 400)]))
    with dice(race, 1, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")  # through it, and into B
    put(body(race, "A"), 1200, 1000, 0)
    with dice(race):
        drive(race, "B", "medium")
    assert hazards(race) == [2, 1]


def test_g23_each_one_on_the_way_collides() -> None:
    race = scene({"A": A}, gears={"A": 2}, course=road(mushroom=[(1300, 400), (1400, 410)]))
    with dice(race, 4, 4, 1, 1, 6, 6, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [2 + 3, 0]
    assert race.gone[:2] == [1, 1]
    assert where(race, "A") == (1410, 400, 0)


def test_g23_g18_what_comes_behind_it_stops() -> None:
    course = road(mushroom=[(1300, 400)], pipe=[(1400, 400)])
    race = scene({"A": A}, course=course)
    with dice(race, 1, 1, 1):
        drive(race, "A", "medium")
    kinds = [entry.kind for entry in told(race, HitObstruction)]
    assert kinds == [Obstruction.MUSHROOM, Obstruction.PIPE]
    assert hazards(race) == [2, 0]


def test_g23_g18_one_behind_what_stops_is_left_alone() -> None:
    course = road(mushroom=[(1400, 400)], pipe=[(1300, 400)])
    race = scene({"A": A}, course=course)
    with dice(race, 1, 1):
        drive(race, "A", "medium")
    assert race.gone[:2] == [0, 0]
    assert hazards(race) == [1, 0]


def test_g23_behind_a_destructible_one_a_kart() -> None:
    course = road(mushroom=[(1300, 400)])
    race = scene({"A": A, "B": (1400, 400, 180)}, course=course)
    with dice(race, 1, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert hazards(race) == [2, 1]


def test_g23_g15_a_spin_breaks_one_and_goes_on() -> None:
    race = scene({"A": A}, course=road(mushroom=[(1410, 437)]))
    with dice(race, turned(90), 1):
        drive(race, "A", "medium", spins=1)
    assert where(race, "A") == (1410, 400, 90)
    assert (hazards(race), race.gone[0]) == ([1, 0], 1)


# --- E17


@pytest.mark.parametrize(
    ("begins", "stops"),
    [
        ((2850, 400, 0), (2962.5, 400, 0)),
        ((150, 400, 180), (37.5, 400, 180)),
        ((1500, 150, 270), (1500, 37.5, 270)),
        ((1500, 1850, 90), (1500, 1962.5, 90)),
    ],
)
def test_e17_who_would_leave_the_table_stops_at_its_edge(
    begins: tuple[float, float, float], stops: tuple[float, float, float]
) -> None:
    race = scene({"A": begins, "B": (1500, 1600, 180)}, gears={"A": 2})
    with dice(race, 1, 1, 1):
        drive(race, "A", "medium")
    assert where(race, "A") == pytest.approx(stops, abs=0.02)
    assert told(race, HitObstruction)[0].obstruction == NOBODY


def test_e17_it_collides_with_an_immovable_obstruction() -> None:
    """Light, Gear 2: two dice and two more; it evades with its gear."""
    race = scene({"A": (2900, 400, 0)}, karts={"A": "light"}, gears={"A": 2})
    with dice(race, 6, 6, 4, 1, 6, 1):
        drive(race, "A", "medium")
    assert hazards(race) == [4, 0]


def test_e17_up_to_the_edge_is_no_collision() -> None:
    race = scene({"A": (2752.5, 400, 0)})
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A") == (2962.5, 400, 0)


def test_e17_a_spin_stops_there_too() -> None:
    race = scene({"A": (1200, 30, 0)})
    with dice(race, turned(90), 1, 1):
        drive(race, "A", "medium", spins=1)
    assert 0 < where(race, "A")[2] < 90
    assert story(race, (Spun, HitObstruction)) == [Spun, HitObstruction]


def test_e17_something_nearer_comes_first() -> None:
    race = scene({"A": (2800, 400, 0)}, course=road(pipe=[(2930, 400)]))
    with dice(race, 1, 1, NO_SPIN):
        drive(race, "A", "medium", spins=1)
    assert [entry.obstruction for entry in told(race, HitObstruction)] == [0]
