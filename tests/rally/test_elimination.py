"""Elimination gates (W20, W36, V34).

Gate 1 is at x = 24 at the top, crossed to the right, gate 2 at x = 24 at the bottom, crossed to
the left. Counted through the laps: 0 is gate 1 at the start, 1 gate 2, 2 gate 1 again …
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.scene import Pose, dice, field, scene, vehicle

from wreckoning.rulesets.rally.events import BecameEliminated, Reason, Scored
from wreckoning.rulesets.rally.race import Phase, Race, Status
from wreckoning.rulesets.rally.rules.elimination import (
    FIRST,
    begin_elimination,
    eliminate_last,
)
from wreckoning.rulesets.rally.rules.missions import crossed_gate
from wreckoning.rulesets.rally.turn import end_round, is_over, step

AT: dict[str, Pose] = {
    "A": (30, 6, 0),
    "B": (36, 6, 0),
    "C": (36, 12, 0),
    "D": (36, 30, 180),
    "E": (18, 30, 180),
}


def race_of(gates: str, elimination: int = FIRST, **moved: Pose) -> Race:
    """Vehicles A, B, C … with so many gates crossed each, at the end of a round."""
    at = {name: AT[name] for name in "ABCDE"[: len(gates)]}
    race = scene({**at, **moved}, course=field(mission="elimination_race"), phase=Phase.END_ROUND)
    race.elimination = elimination
    for name, count in zip("ABCDE", gates, strict=False):
        it = vehicle(race, name)
        it.gates, it.gate = int(count), int(count) % 2
    return race


def end(race: Race) -> None:
    with dice(race):
        end_round(race)


def cross(race: Race, name: str) -> None:
    """It crosses its next gate."""
    it = vehicle(race, name)
    it.gates += 1
    it.gate = it.gates % 2
    with dice(race):
        crossed_gate(race, it)


def out(race: Race) -> str:
    """Who is eliminated."""
    return "".join(
        "ABCDE"[i]
        for i in range(race.vehicle_count)
        if race.vehicles[i].status == Status.ELIMINATED
    )


def test_w20_the_second_gate_is_the_first_that_eliminates() -> None:
    race = race_of("00")
    begin_elimination(race)
    assert race.elimination == 1
    race = scene(
        {"A": None, "B": (10, 6, 0)},
        course=field(mission="elimination_race"),
        phase=Phase.DEPLOY,
    )
    with dice(race, 0):
        step(race)
    assert (race.phase, race.elimination) == (Phase.ROUND, FIRST)


def test_w20_nobody_goes_while_two_are_not_across() -> None:
    race = race_of("2211")
    end(race)
    assert out(race) == ""
    assert race.elimination == 1


def test_w20_all_but_one_across_it_goes() -> None:
    race = race_of("2212")
    end(race)
    assert out(race) == "C"
    assert told(race, BecameEliminated) == [BecameEliminated(2, 2, 1, 4)]
    assert vehicle(race, "C").ended == 1
    assert race.elimination == 2


def test_w20_all_across_the_closest_to_the_gate_goes() -> None:
    """E is 4.5 inches behind gate 2's line, D before it by 10.5 but across, too."""
    race = race_of("22222")
    end(race)
    assert out(race) == "E"


def test_w20_wherever_the_closest_comes_from() -> None:
    """B has come round and stands before the gate again; E is a little further past it."""
    race = race_of("23322", B=(26.5, 30, 180), E=(21, 30, 180))
    end(race)
    assert out(race) == "B"


@pytest.mark.parametrize(("order", "goes"), [((0, 1, 2), "C"), ((0, 2, 1), "B")])
def test_w20_level_at_the_gate_the_later_in_initiative_goes(
    order: tuple[int, ...], goes: str
) -> None:
    race = race_of("222", B=(20, 28, 180), C=(20, 32, 180))
    for seat, place in enumerate(order):
        race.seats[seat].initiative = place
    end(race)
    assert out(race) == goes


def test_w20_a_vehicle_alone_is_not_eliminated() -> None:
    race = race_of("11")
    vehicle(race, "B").status = int(Status.WRECKED)
    eliminate_last(race)
    assert out(race) == ""


def test_w20_only_one_vehicle_a_round() -> None:
    race = race_of("3321", elimination=2)
    end(race)
    assert out(race) == ""
    race = race_of("3331", elimination=2)
    end(race)
    assert out(race) == "D"
    assert race.elimination == 3


def test_w20_two_gates_ahead_removes_at_once_all_that_are_not_across() -> None:
    """A crosses gate 1 again (2 of all), then gate 2 again (3): that is two ahead of 1."""
    race = race_of("21121")
    cross(race, "A")
    assert out(race) == ""
    cross(race, "A")
    assert out(race) == "BCE"
    assert race.elimination == 2
    assert vehicle(race, "D").status == Status.DRIVING


def test_v34_the_furthest_back_goes_first() -> None:
    """B is further from gate 2 than C; E has not even crossed gate 1."""
    race = race_of("31120", B=(30, 6, 0), C=(36, 24, 90), E=(10, 6, 0))
    cross(race, "A")
    assert [entry.vehicle for entry in told(race, BecameEliminated)] == [4, 1, 2]
    assert [vehicle(race, name).rank for name in "BCE"] == [4, 3, 5]


def test_v34_the_gate_stays_if_nobody_goes() -> None:
    race = race_of("322")
    cross(race, "A")
    assert (out(race), race.elimination) == ("", 1)


def test_w36_points_by_the_place_left() -> None:
    race = race_of("2212")
    end(race)
    assert race.seats[2].points == 3
    assert told(race, Scored) == [Scored(2, 3, Reason.PLACE, 2)]


def test_w20_wrecks_count_no_more() -> None:
    race = race_of("2211")
    vehicle(race, "D").status = int(Status.WRECKED)
    end(race)
    assert out(race) == "C"


def test_w36_the_last_one_left_has_won() -> None:
    race = race_of("32", elimination=2)
    end(race)
    assert out(race) == "B"
    assert is_over(race)
    assert [vehicle(race, name).rank for name in "AB"] == [1, 2]
    assert [race.seats[seat].points for seat in (0, 1)] == [10, 6]
    assert [race.seats[seat].place for seat in (0, 1)] == [1, 2]


def test_w20_other_missions_eliminate_nobody() -> None:
    race = race_of("22222")
    race.course.mission = 0
    race.course.laps = 9
    end(race)
    assert out(race) == ""
