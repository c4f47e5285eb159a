"""Positions: what a partial one leaves open, and what no game comes to."""

from __future__ import annotations

from typing import Any

import pytest

from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.play.position import lay_over, to_json
from wreckoning.core.records import NOBODY, pack
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.rally import courses
from wreckoning.rulesets.rally.check import check_position
from wreckoning.rulesets.rally.race import INCH, Phase, Race, Status
from wreckoning.rulesets.rally.ruleset import RULESET

NAMES = ("A", "B", "C")


def at(
    position: dict[str, Any], course: str = "gasket_gulch", team: str = "car", stays: str = "on"
) -> Race:
    """The game in this position, completed."""
    seats = [Seat(name, setup={"team": team}) for name in NAMES]
    race = RULESET.start(courses.load(course), seats, {"wrecks_stay": stays})
    check_position(race, lay_over(race, position, NAMES))
    return race


def wrong(position: dict[str, Any], course: str = "gasket_gulch", **more: str) -> str:
    """The words with which a position is refused."""
    with pytest.raises(Illegal) as error:
        at(position, course, **more)
    return str(error.value)


def test_a_position_reads_back_to_the_same_bytes() -> None:
    race = at({"phase": "move", "vehicles": [{"gates": 3, "hit_points": 4}]})
    again = at(to_json(race, NAMES))
    assert pack(again) == pack(race)


# --- what is completed


def test_with_a_phase_alone_everybody_stands_on_the_first_spots() -> None:
    race = at({"phase": "choose"})
    assert [race.vehicles[n].status for n in range(3)] == [Status.DRIVING] * 3
    course = race.course
    for n in range(3):
        assert (race.bodies[n].x, race.bodies[n].y) == (course.spot_x[n], course.spot_y[n])
    assert (race.rounds, race.turn, race.active) == (1, 0, NOBODY)
    assert [race.seats[seat].initiative for seat in range(3)] == [0, 1, 2]


def test_who_is_put_somewhere_drives_there() -> None:
    race = at({"phase": "choose", "bodies": [{"x": 40 * INCH, "y": 10 * INCH, "heading": 9000}]})
    assert (race.bodies[0].x, race.bodies[0].heading) == (40 * INCH, 9000)
    assert race.vehicles[0].status == Status.DRIVING
    assert race.bodies[0].half_length == 1500


def test_an_activation_is_the_first_vehicles_that_may_be_activated() -> None:
    race = at({"phase": "recover", "vehicles": [{"activated": True}]})
    assert (race.active, race.turn, race.vehicles[1].activated) == (1, 1, 1)
    race = at({"phase": "move", "active": 2})
    assert (race.active, race.turn) == (2, 2)
    race = at({"phase": "move", "turn": "C"})
    assert race.active == 2


def test_w18_gate_and_lap_follow_from_the_gates_crossed() -> None:
    race = at({"phase": "choose", "vehicles": [{"gates": 0}, {"gates": 2}, {"gates": 3}]})
    found = [(race.vehicles[n].gate, race.vehicles[n].lap) for n in range(3)]
    assert found == [(0, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("course", "gate", "lap", "gates"),
    [
        ("gasket_gulch", 1, 0, 1),
        ("gasket_gulch", 0, 1, 4),
        ("gasket_gulch", 1, 1, 3),
        ("pylon_yard", 1, 0, 0),  # it begins before gate 2
        ("pylon_yard", 0, 0, 1),
        ("the_strainer", 3, 0, 3),
        ("the_strainer", 2, 1, 6),
    ],
)
def test_w18_the_gates_crossed_follow_from_the_next_one_and_the_lap(
    course: str, gate: int, lap: int, gates: int
) -> None:
    race = at({"phase": "choose", "vehicles": [{"gate": gate, "lap": lap}]}, course)
    assert race.vehicles[0].gates == gates


def test_w18_before_gate_1_and_in_no_lap_is_before_the_start() -> None:
    race = at({"phase": "choose", "vehicles": [{"gate": 0}, {"gate": 1}, {"lap": 1}]})
    assert [race.vehicles[n].gates for n in range(3)] == [0, 1, 3]


# Gate 1 of Gasket Gulch stands across x = 26, from y = 2 to 12, and leads to the right.
@pytest.mark.parametrize(
    ("x", "heading", "through"),
    [
        (24.0, 0, 0),  # its front is short of the line
        (26.0, 0, 3),  # the front corners are over it
        (26.0, 180, 0),  # it came the wrong way
        (26.0, 90, 0),  # it came along the line: nothing of it was behind and went over
        (28.0, 0, 0),  # wholly past, and has not crossed
    ],
)
def test_w18_v21_who_stands_astride_a_gate_has_crossed_it_so_far(
    x: float, heading: int, through: int
) -> None:
    body = {"x": round(x * INCH), "y": 7 * INCH, "heading": heading * DEGREE}
    race = at({"phase": "choose", "bodies": [body]})
    assert race.vehicles[0].through == through
    race = at({"phase": "choose", "bodies": [body], "vehicles": [{"through": 2}]})
    assert race.vehicles[0].through == 2
    race = at({"phase": "choose", "bodies": [body], "vehicles": [{"gates": 1}]})
    assert race.vehicles[0].through == 0  # of gate 2


def test_w18_the_entire_vehicle_has_moved_across_the_line_in_two_moves() -> None:
    bodies = [{"x": 26 * INCH, "y": 7 * INCH}, {"x": 20 * INCH, "y": 7 * INCH}]
    seats = [Seat(name, setup={"team": "car"}) for name in "AB"]
    start_position = {"phase": "move", "bodies": bodies}
    match = Match(RULESET, courses.load("gasket_gulch"), seats, {}, start_position=start_position)
    for answer in ("drive", "forward 2", "go"):
        match.answer(answer)
    assert match.race.vehicles[0].gates == 1


def test_w38_the_runner_is_the_first_seat() -> None:
    assert at({"phase": "choose"}, "junction_seven").runner == 0
    assert at({"phase": "choose", "runner": "C"}, "junction_seven").runner == 2
    assert at({"phase": "choose"}).runner == NOBODY


def test_w20_the_second_gate_eliminates_first() -> None:
    assert at({"phase": "choose"}, "the_strainer").elimination == 1
    assert at({"phase": "choose"}).elimination == 0


def test_w19_ranks_given_out_follow_from_who_has_one() -> None:
    vehicles = [{"status": "finished", "rank": 1}, {}, {"status": "destroyed", "rank": 3}]
    race = at({"phase": "choose", "rounds": 4, "vehicles": vehicles})
    assert (race.ranked, race.dropped) == (1, 1)


def test_w40_in_the_deployment_whose_turn_it_is() -> None:
    race = at({"phase": "deploy", "bodies": [{"x": 22 * INCH, "y": 7 * INCH}]})
    assert race.turn == 1
    assert race.vehicles[1].status == Status.WAITING


# --- what is refused


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"rounds": 3}, "position.rounds: expected 0 before the first round, found 3 (W5)"),
        ({"phase": "choose", "rounds": 29}, "rounds: expected 1 to 28, found 29 (V14)"),
        ({"phase": "choose", "vehicles": [{"stress": 4}]}, "stress: expected 0 to 3, found 4 (W8)"),
        (
            {"phase": "choose", "vehicles": [{"hit_points": 11}]},
            "vehicles[0].hit_points: expected 1 to 10, found 11 (W12)",
        ),
        (
            {"phase": "choose", "vehicles": [{"status": "wrecked", "hit_points": 1}]},
            "hit_points: expected 0 to 0, found 1 (W12)",
        ),
        (
            {"phase": "choose", "vehicles": [{"status": "waiting"}]},
            "expected a place for every vehicle once the game has begun, found waiting (W40)",
        ),
        ({"vehicles": [{"status": "driving"}]}, "expected waiting before the deployment"),
        (
            {"phase": "choose", "vehicles": [{"gates": 3, "gate": 0}]},
            "vehicles[0].gate: expected 1 after 3 gates, found 0 (W18)",
        ),
        (
            {"phase": "choose", "vehicles": [{"gates": 3, "lap": 2}]},
            "vehicles[0].lap: expected 1 after 3 gates, found 2 (W34)",
        ),
        ({"phase": "choose", "vehicles": [{"boosted": True}]}, "expected a vehicle with a Boost"),
        ({"phase": "choose", "vehicles": [{"fired": [True]}]}, "expected a One Use weapon used up"),
        ({"phase": "choose", "vehicles": [{}, {}, {}, {"hit_points": 3}]}, "expected 3 vehicles"),
        ({"phase": "choose", "active": 1}, "expected nobody but in an activation, found #2 (W6)"),
        ({"phase": "move", "active": 7}, "active: expected a vehicle, 0 to 2, found 7 (W6)"),
        (
            {"phase": "move", "active": 1, "turn": "A"},
            "turn: expected the owner of #2, found 0 (W5)",
        ),
        (
            {"phase": "choose", "turn": "B", "vehicles": [{}, {"activated": True}]},
            "turn: expected who has a vehicle left to activate, found 1 (W5)",
        ),
        ({"phase": "move", "spent": 500}, "spent: expected 0 to 0, found 500 (W6)"),
        ({"phase": "attack", "over": 1}, "over: expected 0 to 0, found 1 (W22)"),
        ({"phase": "choose", "elimination": 1}, "elimination: expected 0 to 0, found 1 (W20)"),
        ({"phase": "choose", "runner": "A"}, "runner: expected nobody, found 0 (W38)"),
        ({"phase": "choose", "gone": [True]}, "only wreckage and exploding terrain removed"),
        (
            {"phase": "choose", "seats": {"A": {"initiative": 1}, "B": {"initiative": 1}}},
            "seats: expected initiative 0 to 2, each once, found [1, 1, 0] (W5)",
        ),
        (
            {"phase": "choose", "seats": {"A": {"place": 1}}},
            "expected none before the game is over",
        ),
        (
            {"phase": "choose", "vehicles": [{"rank": 1}]},
            "rank: expected no rank for a vehicle that still drives, found 1 (W19)",
        ),
    ],
)
def test_what_no_game_comes_to_is_refused(position: dict[str, Any], words: str) -> None:
    assert words in wrong(position)


def placed(*spots: tuple[float, float]) -> dict[str, Any]:
    """A position with vehicles here."""
    return {
        "phase": "choose",
        "bodies": [{"x": round(x * INCH), "y": round(y * INCH)} for x, y in spots],
    }


def test_places_where_nothing_stands_are_refused() -> None:
    assert wrong(placed((47.9, 10))) == (
        "position.bodies[0]: expected a place on the table, found (47.9, 10.0) (V6)"
    )
    assert wrong(placed((40, 10), (41, 10))) == (
        "position.bodies[1]: expected a free place, found (41.0, 10.0), where #1 stands (W22)"
    )
    found = wrong(placed((24, 18)))
    assert found.endswith("found (24.0, 18.0), in impassable terrain (1) (W23)")
    assert wrong(placed((37, 24))).endswith("in exploding terrain (6) (W25)")
    at(placed((42, 4)))  # slow terrain is driven through


def test_v11_a_base_has_its_size() -> None:
    position = placed((40, 10))
    position["bodies"][0] |= {"half_length": 1000, "half_width": 750}
    assert "expected half its base, 1500 × 750, found 1000 × 750 (V11)" in wrong(position)


def test_v3_wrecks_only_where_they_stay() -> None:
    position = placed((40, 10)) | {"vehicles": [{"status": "wrecked"}]}
    assert at(position).vehicles[0].status == Status.WRECKED
    assert wrong(position, stays="off").endswith(
        "expected destroyed: wrecks do not stay, found wrecked (V3)"
    )


def test_the_phases_can_all_be_begun() -> None:
    for phase in Phase:
        assert at({"phase": phase.name.lower()}).phase == phase


def test_a_correction_changes_nothing_but_what_it_says() -> None:
    race = at({"phase": "move", "vehicles": [{"gates": 3, "hit_points": 4, "stress": 1}]})
    before = pack(race)
    check_position(race, lay_over(race, {}, NAMES))
    assert pack(race) == before
    check_position(race, lay_over(race, {"vehicles": {"0": {"stress": 2}}}, NAMES))
    assert (race.vehicles[0].hit_points, race.vehicles[0].stress) == (4, 2)
    check_position(race, lay_over(race, {"vehicles": {"1": {"status": "wrecked"}}}, NAMES))
    assert race.vehicles[1].hit_points == 0
