"""The gearstick, Turbo and Brake, heat (N9 to N12). The matrix is house data, from RULES.md."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.journal import told
from tests.rush.table import asked, car, dice, spot, suspends, table

from wreckoning.core.errors import Malformed
from wreckoning.odds.spreads import at_least
from wreckoning.rulesets.rush import turn
from wreckoning.rulesets.rush.events import Cause, Heat, NoHeat, Shifted, Turbo
from wreckoning.rulesets.rush.gears import build, matrix
from wreckoning.rulesets.rush.odds.spreads import heat_odds
from wreckoning.rulesets.rush.questions import Menu, Question
from wreckoning.rulesets.rush.race import Phase, Race
from wreckoning.rulesets.rush.rules.damage import take_heat
from wreckoning.rulesets.rush.rules.gearstick import heat_roll, shift, spend_points
from wreckoning.rulesets.rush.spots import SPEEDS, spot_at, spot_name
from wreckoning.rulesets.rush.squares import square_name


def offered(race: Race) -> set[str]:
    return {spot_name(option) for option in asked(race)[2]}


@pytest.mark.parametrize(
    ("gear", "options"),
    [
        # keep; up and right-and-up; down and down-and-left; along the dashed line
        ("g3_8", {"g3_8", "g3_9", "g4_9", "g3_7", "g2_7", "g2_8", "g4_8"}),
        ("g1_4", {"g1_4", "g1_5", "g2_5"}),  # never down to 0
        ("g5_9", {"g5_9", "g5_10", "g4_8", "g4_9", "g3_9"}),  # dashed: any distance
        ("g5_18", {"g5_18", "g5_16"}),
        ("g4_14", {"g4_14", "g4_12", "g5_16", "g5_14"}),
    ],
)
def test_n9_the_gearsticks_step(gear: str, options: set[str]) -> None:
    race = table(gear=gear)
    with suspends(race):
        shift(race, car(race, "A"))
    assert asked(race)[:2] == (0, Question.GEAR)
    assert offered(race) == options
    assert "neutral" not in offered(race)


def test_n9_from_0_the_gearstick_leads_to_speed_4() -> None:
    race = table(gear="neutral")
    with dice(race, spot("g1_4")):
        shift(race, car(race, "A"))
    assert car(race, "A").gear == spot("g1_4")
    assert told(race, Shifted) == [Shifted(0, spot("neutral"), spot("g1_4"))]


def test_d13_neutral_may_be_kept() -> None:
    """ "Or keep it where it is": only to decelerate to 0 is forbidden."""
    race = table(gear="neutral")
    with suspends(race):
        shift(race, car(race, "A"))
    assert offered(race) == {"neutral", "g1_4"}
    race.movement, race.lane_changes = 0, 0
    race.phase = Phase.GEAR
    for answers in ((spot("neutral"),), (Menu.DONE,), ()):  # no dice, and no square to drive to
        with dice(race, *answers):
            turn.step(race)
    assert (race.phase, car(race, "A").gear) == (Phase.AFTER, spot("neutral"))
    assert square_name(car(race, "A").square) == "2.c.1"
    with dice(race, Menu.DONE):
        turn.step(race)
    assert race.phase == Phase.ROUND  # B had its turn before


def test_d13_a_turbo_point_leads_out_of_neutral() -> None:
    race = table(gear="neutral")
    with suspends(race):
        spend_points(race, car(race, "A"))
    assert [o for o in asked(race)[2] if o >= Menu.TURBO] == [Menu.TURBO + spot("g1_4")]


def test_n9_lines_lead_back_as_they_lead_up() -> None:
    found = matrix()
    spots = [spot_at(g, s) for g in range(1, 6) for s in SPEEDS if found.zone[spot_at(g, s)] >= 0]
    assert len(spots) > 20
    for each in spots:
        for up, down in ((found.up, found.down), (found.up_right, found.down_left)):
            if up[each]:
                assert down[up[each]] == each
            if down[each]:
                assert up[down[each]] == each
        if found.right[each]:
            assert found.left[found.right[each]] == each


def test_n9_every_spot_can_be_come_to() -> None:
    found = matrix()
    known = {0}
    for _ in range(40):
        for each in list(known):
            lines = (found.up, found.up_right, found.left, found.right)
            known |= {line[each] for line in lines}
    assert all(found.zone[s] < 0 or s in known for s in range(len(found.zone)))


def test_n9_a_faulty_matrix_is_one_clear_line() -> None:
    rows = {str(speed): "....." for speed in SPEEDS}
    with pytest.raises(Malformed, match=r"gears.toml: matrix: 4: expected a spot in gear 1"):
        build("gears.toml", {"matrix": rows})
    with pytest.raises(Malformed, match=r"matrix: 18: expected 5 letters of BYOR"):
        build("gears.toml", {"matrix": rows | {"18": "...X."}})


def test_n10_turbo_accelerates_and_brake_brakes() -> None:
    race = table(gear="g3_8")
    with suspends(race):
        spend_points(race, car(race, "A"))
    options = [o for o in asked(race)[2] if o >= Menu.TURBO or o == Menu.DONE]
    steps = [
        Menu.TURBO + spot("g3_9"),
        Menu.TURBO + spot("g4_9"),
        Menu.BRAKE + spot("g3_7"),
        Menu.BRAKE + spot("g2_7"),
    ]
    assert options == [Menu.DONE, *steps]
    with dice(race, Menu.TURBO + spot("g4_9")):
        assert spend_points(race, car(race, "A"))
    assert car(race, "A").gear == spot("g4_9")
    assert (car(race, "A").turbo, car(race, "A").brake, race.turbo_used) == (3, 4, 1)
    assert told(race, Turbo) == [Turbo(0, spot("g4_9"), 3)]


def test_n10_as_many_points_as_there_are() -> None:
    race = table(gear="g1_4")
    driver = car(race, "A")
    for up in ("g2_5", "g2_6", "g3_7", "g4_8"):
        with dice(race, Menu.TURBO + spot(up)):
            spend_points(race, driver)
    assert (driver.turbo, race.turbo_used) == (0, 4)
    with suspends(race):
        spend_points(race, driver)
    assert not any(option >= Menu.TURBO for option in asked(race)[2])


def test_n10_a_brake_point_brakes_a_step() -> None:
    race = table(gear="g3_8")
    for spot_after, left in (("g2_7", 3), ("g2_6", 2)):
        with dice(race, Menu.BRAKE + spot(spot_after)):
            assert spend_points(race, car(race, "A"))
        assert (car(race, "A").gear, car(race, "A").brake) == (spot(spot_after), left)
    assert (race.brake_used, race.turbo_used, car(race, "A").turbo) == (2, 0, 4)


def test_n10_no_brake_without_a_point() -> None:
    race = table(gear="g3_8")
    steps = [Menu.BRAKE + spot("g3_7"), Menu.BRAKE + spot("g2_7")]
    for points, brakes in ((1, steps), (0, [])):
        car(race, "A").brake = points
        with suspends(race):
            spend_points(race, car(race, "A"))
        assert [option for option in asked(race)[2] if option >= Menu.BRAKE] == brakes


def test_n10_brake_never_to_0() -> None:
    race = table(gear="g1_4")
    with suspends(race):
        spend_points(race, car(race, "A"))
    assert not any(option >= Menu.BRAKE for option in asked(race)[2])


@pytest.mark.parametrize(("first", "kind"), [("g4_9", Menu.TURBO), ("g3_7", Menu.BRAKE)])
def test_n10_d3_one_kind_in_a_turn(first: str, kind: int) -> None:
    race = table(gear="g3_8")
    with dice(race, kind + spot(first)):
        spend_points(race, car(race, "A"))
    with suspends(race):
        spend_points(race, car(race, "A"))
    points = [option for option in asked(race)[2] if option >= Menu.TURBO]
    assert points
    assert all((option >= Menu.BRAKE) == (kind == Menu.BRAKE) for option in points)


@pytest.mark.parametrize(("gear", "zone"), [("g1_4", 0), ("g4_8", 1), ("g4_9", 2), ("g4_12", 3)])
def test_n11_red_dice_by_the_zone(gear: str, zone: int) -> None:
    race = table(gear=gear)
    with dice(race, *[6] * zone):
        heat_roll(race, car(race, "A"))
    assert car(race, "A").heat == 0


@pytest.mark.parametrize(("turbo", "hot"), [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6)])
def test_n12_each_turbo_widens_the_range(turbo: int, hot: int) -> None:
    for face in range(1, 7):
        race = table(gear="g4_8")
        race.turbo_used = turbo
        with dice(race, face):
            heat_roll(race, car(race, "A"))
        assert car(race, "A").heat == (face <= hot)
    assert at_least(heat_odds(1, turbo), 1) == Fraction(hot, 6)


def test_n12_each_die_counts() -> None:
    counts = [0, 0, 0, 0]
    for faces in product(range(1, 7), repeat=3):
        race = table(gear="g4_12")
        with dice(race, *faces):
            heat_roll(race, car(race, "A"))
        counts[car(race, "A").heat] += 1
    assert counts == [64, 96, 48, 8]
    assert [at_least(heat_odds(3, 0), n) for n in range(4)] == [
        Fraction(sum(counts[n:]), 216) for n in range(4)
    ]


def test_n12_who_stays_cool_is_told_and_who_does_not_too() -> None:
    race = table(gear="g4_12")
    with dice(race, 3, 4, 6):
        heat_roll(race, car(race, "A"))
    assert (told(race, NoHeat), told(race, Heat)) == ([NoHeat(0, 3)], [])
    with dice(race, 1, 2, 3):
        heat_roll(race, car(race, "A"))
    assert (told(race, NoHeat), told(race, Heat)) == ([], [Heat(0, 2, 2, Cause.ENGINE, 0)])


def test_n3_a_wreck_takes_no_more_heat() -> None:
    race = table()
    wreck = car(race, "B")
    wreck.wrecked_round, wreck.heat = 1, 2
    with dice(race):
        take_heat(race, wreck, 2, Cause.FLAMER, 0)
    assert (wreck.heat, wreck.heat_taken, told(race, Heat)) == (2, 0, [])
