"""The survey: how far it is to a gate, around what is in the way (V22, V47)."""

from __future__ import annotations

import pytest
from tests.rally.scene import field, laid, put, scene, vehicle

from wreckoning.rulesets.rally.race import ELSEWHERE, INCH
from wreckoning.rulesets.rally.rules.survey import distance_past, way_from, way_left, way_on

# The field's gate 1 stands across the way at x = 24, from y = 1 to 11, crossed to the right.


def test_v22_the_way_straight_to_a_gate() -> None:
    race = scene({"A": (10, 6, 0)})
    assert way_from(race, 0, 10 * INCH, 6 * INCH) == pytest.approx(14 * INCH, abs=INCH)
    # A car has come through when its middle is half its length past the line.
    assert way_left(race, vehicle(race, "A")) == pytest.approx(15.5 * INCH, abs=INCH)


def test_v22_who_is_on_the_wrong_side_has_to_come_round() -> None:
    race = scene({"A": (30, 6, 180)})
    assert way_from(race, 0, 30 * INCH, 6 * INCH) > 12 * INCH


def test_v22_a_gate_is_reached_around_what_is_solid() -> None:
    wall = ("impassable", 16, 8, 2, 16)
    free, walled = laid(field()).record, laid(field([wall])).record
    here = (8 * INCH, 4 * INCH)
    assert way_on(free, 0, *here) == pytest.approx(16 * INCH, abs=INCH)
    assert way_on(walled, 0, *here) > 28 * INCH
    exploding = laid(field([("exploding", 16, 8, 2, 16)])).record
    assert way_on(exploding, 0, *here) == way_on(walled, 0, *here)


def test_v22_slow_terrain_counts_double_and_low_things_a_little() -> None:
    here = (8 * INCH, 6 * INCH)
    free = way_on(laid(field()).record, 0, *here)
    swamp = way_on(laid(field([("slow", 16, 12, 6, 24)])).record, 0, *here)
    assert free + 4 * INCH <= swamp <= free + 8 * INCH
    wrecks = way_on(laid(field([("wreckage", 16, 12, 2, 24)])).record, 0, *here)
    assert free < wrecks <= free + 6 * INCH


def test_v47_a_passage_of_four_and_a_half_inches_is_always_found_and_one_of_two_never() -> None:
    def gap(width: float) -> int:
        end = (36 - width) / 2
        walls = [
            ("impassable", 12, end / 2, 2, end),
            ("impassable", 12, 36 - end / 2, 2, end),
        ]
        return way_on(laid(field(walls)).record, 0, 4 * INCH, 18 * INCH)

    assert gap(2) >= ELSEWHERE
    assert gap(4.5) < ELSEWHERE


def test_v22_who_is_half_through_has_the_rest_to_go() -> None:
    race = scene({"A": (24, 6, 0)})
    a = vehicle(race, "A")
    a.through = 0b0011
    assert way_left(race, a) == 1500
    put(race.bodies[0], 25, 6, 0)
    assert way_left(race, a) == 500
    put(race.bodies[0], 26, 6, 0)
    assert way_left(race, a) == 0


def test_distance_past_a_gate() -> None:
    gate = laid(field()).record.gates[0]
    assert distance_past(gate, 30 * INCH, 6 * INCH) == 6 * INCH
    assert distance_past(gate, 20 * INCH, 30 * INCH) == -4 * INCH


def test_v46_a_gate_on_the_edge_is_reached() -> None:
    document = field(
        gate=[{"x": 24, "y": 0, "heading": 270}], grid=[{"x": 24, "y": 20, "heading": 270}]
    )
    record = laid(document | {"mission": "outrun"}).record
    assert way_on(record, 0, 24 * INCH, 20 * INCH) == pytest.approx(20 * INCH, abs=INCH)
    assert way_on(record, 0, 24 * INCH, 1 * INCH) == pytest.approx(INCH, abs=INCH)
    assert way_on(record, 0, 10 * INCH, 1 * INCH) > 9 * INCH
