"""What is refused of an answer, by which rule, and with which figures."""

from __future__ import annotations

import pytest
from tests.rally.scene import activate, field, put, scene, vehicle

from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex
from wreckoning.geometry.paths import add_pivot, add_straight
from wreckoning.rulesets.rally.questions import Pace
from wreckoning.rulesets.rally.race import INCH, Phase, Race
from wreckoning.rulesets.rally.refusals import no_target, refusal
from wreckoning.rulesets.rally.rules.aiming import targets


def asked(question: str, subject: int = 0, by: SeatIndex = 0) -> Ask:
    """What a refusal sees of an ask."""
    return Ask(by, "A", question, "", subject, (), ())


def why(race: Race, question: str, given: str, subject: int = 0) -> tuple[str, str]:
    """Why an answer is refused: the words and the rule."""
    found = refusal(race, asked(question, subject), given)
    assert found is not None
    return found


def driving(pace: Pace = Pace.DRIVE, **more: object) -> Race:
    """A, a car with 10 inches of movement, in the middle of the table, planning its move."""
    race = scene({"A": (12, 18, 0), "B": (40, 30, 0)}, **more)  # type: ignore[arg-type]
    activate(race, "A")
    race.pace = int(pace)
    return race


# --- W14: movement and manoeuvres


def test_w14_a_path_longer_than_the_movement() -> None:
    race = driving()
    assert why(race, "plan", "forward 12") == (
        "forward 12 inches costs 12 inches of movement, 10 of 10 inches are left",
        "W14",
    )
    add_straight(race.path, 7 * INCH)
    assert why(race, "plan", "forward 3.5") == (
        "forward 3.5 inches costs 3.5 inches of movement, 3 of 10 inches are left",
        "W14",
    )
    assert why(race, "plan", "forward 300") == (
        "forward 300 inches, 3 of 10 inches are left",
        "W14",
    )


def test_w14_backward_counts_double_and_slow_terrain_too() -> None:
    race = driving()
    assert why(race, "plan", "back 6") == (
        "back 6 inches costs 12 inches of movement, 10 of 10 inches are left",
        "W14",
    )
    swamp = driving(course=field([("slow", 20, 18, 10, 6)]))
    assert why(swamp, "plan", "forward 9")[0].startswith("forward 9 inches costs 1")


def test_w14_w8_w17_what_takes_from_the_movement_is_counted() -> None:
    race = driving()
    vehicle(race, "A").stress = 2
    vehicle(race, "A").hit_points = 4
    assert why(race, "plan", "forward 7")[0].endswith("6 of 6 inches are left")


def test_w14_not_both_ways() -> None:
    race = driving()
    add_straight(race.path, 2 * INCH)
    assert why(race, "plan", "back 1") == (
        "back 1 inch: this vehicle moves forward in this activation, not both ways",
        "W14",
    )


def test_w14_too_many_turns() -> None:
    race = driving()
    add_pivot(race.path, 4500)
    add_straight(race.path, 9 * INCH)
    assert why(race, "plan", "left 30") == (
        "too many turns: 1 manoeuvre made, 1 free, another costs 2 inches and 1 is left",
        "W14",
    )
    advance = driving(Pace.ADVANCE)
    add_pivot(advance.path, 4500)
    assert why(advance, "plan", "right 5") == (
        "too many turns: 1 manoeuvre made, 1 free, and an advance allows no more",
        "W14",
    )


def test_w14_v15_a_turn_beyond_45_or_between_the_steps() -> None:
    race = driving()
    assert why(race, "plan", "left 50") == (
        "50° is too far: a manoeuvre turns up to 45° either way",
        "W14",
    )
    assert why(race, "plan", "right 7°") == (
        "7° is not a multiple of 5°: turns go in steps of 5°",
        "V15",
    )


def test_v16_something_in_the_way() -> None:
    race = driving(course=field([("impassable", 20, 18, 2, 4)]))
    found, rule = why(race, "plan", "forward 9")
    assert rule == "V16"
    assert found.startswith("forward 9 inches: something is in the way")


def test_w22_w16_where_a_plan_may_not_end() -> None:
    race = driving()
    put(race.bodies[1], 16, 18, 90)
    add_straight(race.path, 4 * INCH)
    assert why(race, "plan", "go") == ("a movement does not end over another vehicle, #2", "W22")
    race = driving(course=field([("barrier", 16, 18, 1, 6)]))
    add_straight(race.path, 4 * INCH)
    assert why(race, "plan", "go") == ("a movement does not end on a barrier, terrain 1", "W16")


# --- W12: targets


def shooting(*pose: float, code: str = "car/light_machine_gun") -> Race:
    """A looks along x from (12, 18); B stands here."""
    x, y, heading = pose
    race = scene({"A": (12, 18, 0), "B": (x, y, heading)}, builds={"A": code}, phase=Phase.ATTACK)
    activate(race, "A")
    return race


def test_w12_out_of_range_with_the_figures() -> None:
    race = shooting(30, 18, 0)
    assert why(race, "target", "shoot #2") == (
        "#2 is out of range: 15 inches away, the weapon reaches 12 inches",
        "W12",
    )


def test_w4_w27_out_of_arc_with_the_angle() -> None:
    race = shooting(6, 18, 0)
    assert why(race, "target", "shoot #2") == (
        "#2 is out of the front arc: its middle is 180° to the right",
        "W4",
    )
    race = shooting(17, 18, 0, code="car/light_machine_gun/spiked_wheels")
    race.builds[0].weapons[1].reach = 9 * INCH
    assert why(race, "target", "shoot #2", subject=1) == (
        "#2 is out of the side arc: its middle is 0° to the left",
        "W27",
    )


def test_w11_out_of_sight() -> None:
    wall = field([("impassable", 17, 18, 1, 12)])
    wall["terrain"][0]["tall"] = True
    race = scene({"A": (12, 18, 0), "B": (21, 18, 0)}, builds={"A": "car/minigun"}, course=wall)
    activate(race, "A")
    assert why(race, "target", "shoot #2") == (
        "#2 is out of sight: none of 25 lines is free",
        "W11",
    )


def test_w11_w10_w12_friends_and_enemies_close_by() -> None:
    builds = {"A": "car/minigun"}
    race = scene(
        {"A": (12, 18, 0), "B": (16, 18, 0), "C": (21, 18, 0)}, builds=builds, teams="A B, C"
    )
    activate(race, "A")
    assert why(race, "target", "shoot #2") == ("#2 is of the same team", "W12")
    assert why(race, "target", "shoot #3")[1] in ("W10", "W11")
    race = scene({"A": (12, 18, 0), "B": (15.5, 18, 0), "C": (12, 24, 0)}, builds=builds)
    activate(race, "A")
    assert why(race, "target", "shoot #3") == (
        "#3: aim at an enemy in assault range instead, #2",
        "W10",
    )


def test_w12_what_is_offered_has_no_reason_against_it() -> None:
    race = shooting(20, 18, 0)
    assert targets(race, vehicle(race, "A"), 0) == 0b10
    assert no_target(race, vehicle(race, "A"), 0, vehicle(race, "B")) is None
    assert why(race, "target", "shoot #9") == ("there are vehicles #1 to #2", "W12")


def test_w25_terrain_that_is_no_target() -> None:
    yard = field([("exploding", 30, 18, 1, 1), ("slow", 20, 18, 1, 1), ("exploding", 8, 18, 1, 1)])
    race = scene({"A": (12, 18, 0)}, builds={"A": "car/light_machine_gun"}, course=yard)
    activate(race, "A")
    assert why(race, "target", "shoot terrain 1") == (
        "terrain 1 is out of range: 16 inches away, the weapon reaches 12 inches",
        "W12",
    )
    assert why(race, "target", "shoot terrain 2")[0].startswith("terrain 2 is slow")
    assert why(race, "target", "shoot terrain 3")[1] == "W4"
    race.gone[2] = 1
    assert why(race, "target", "shoot terrain 3") == ("terrain 3 has exploded already", "W25")
    assert why(race, "target", "shoot terrain 4") == ("there is terrain 1 to 3", "W25")


# --- W21: nudges


@pytest.mark.parametrize(
    ("given", "words", "rule"),
    [
        ("1½ inches at 45", "1.5 inches is too far: it is moved up to 1 inch", "W21"),
        ("1 inch at 50", "50° is not one of the sixteen directions: they are 22½° apart", "V49"),
        ("1 inch at 90", "1 inch at 90° leads over a base, terrain or off the board", "W21"),
        ("½ inch at 22½", "0.5 inch at 22½° leads over a base", "W21"),
    ],
)
def test_w21_v49_a_nudge_beyond_an_inch(given: str, words: str, rule: str) -> None:
    found = why(driving(), "nudge_move", given)
    assert found[0].startswith(words)
    assert found[1] == rule


def test_w21_v49_a_nudge_beyond_45_degrees() -> None:
    race = driving()
    assert why(race, "nudge_turn", "left 50") == ("50° is too far: it is turned up to 45°", "W21")
    assert why(race, "nudge_turn", "right 12") == (
        "12° is not a multiple of 5°: turns go in steps of 5°",
        "V49",
    )
    assert why(race, "nudge_turn", "right 20")[1] == "W21"


# --- who, and where


def test_w5_w40_whose_vehicle() -> None:
    race = driving()
    vehicle(race, "A").activated = 1
    assert why(race, "activate", "#1") == ("#1 has been activated in this round already", "W5")
    assert why(race, "activate", "#2") == ("#2 is another player's", "W5")
    assert why(race, "place", "#1") == ("#1 stands on the table already", "W40")
    assert refusal(race, asked("activate"), "#7") is None


def test_w40_v13_spots() -> None:
    race = scene({"A": None, "B": (22, 6, 0)}, phase=Phase.DEPLOY)
    assert why(race, "spot", "spot 99") == ("there are spots 1 to 12", "V13")
    assert why(race, "spot", "spot 2") == ("spot 2 is 0 inches from #2, 2 inches are needed", "W40")
    assert why(race, "spot", "spot 8") == (
        "spot 8 is in row 3, and there is room closer to the gate",
        "W40",
    )
    arena = field(mission="battle_royale", grid=[{"gate": 1}, {"gate": 2, "group": 1}])
    race = scene({"A": None, "B": None}, course=arena, phase=Phase.DEPLOY)
    assert why(race, "spot", "spot 2") == ("spot 2 is for other teams", "W40")


def test_w9_a_slow_vehicle_does_not_advance() -> None:
    assert why(driving(), "pace", "advance") == ("a Slow vehicle never advances", "W9")


def test_what_names_nothing_of_the_game_has_no_reason() -> None:
    race = driving()
    for question, given in (
        ("plan", "sideways 3"),
        ("plan", ""),
        ("target", "shoot"),
        ("target", "shoot what"),
        ("nudge_move", "far"),
        ("spot", "somewhere"),
        ("boost", "maybe"),
    ):
        assert refusal(race, asked(question), given) is None
    assert refusal(race, asked("plan", by=-2), "forward 3") is None


@pytest.mark.parametrize(
    ("given", "problem"), [("f 300", "forward 300"), ("f300", "forward 300"), ("l 50", "50°")]
)
def test_w14_what_is_typed_in_short_is_refused_as_in_full(given: str, problem: str) -> None:
    found = why(driving(), "plan", given)
    assert found[0].startswith(problem)
    assert found[1] == "W14"
