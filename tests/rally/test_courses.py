"""Tables: those that come with the game, and what is wrong with one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.rally.scene import FIELD

from wreckoning.core.errors import Malformed
from wreckoning.rulesets.rally import courses
from wreckoning.rulesets.rally.course_words import length_words, map_lines
from wreckoning.rulesets.rally.race import INCH, Mission, Terrain

SHIPPED = courses.names()
BLOCK = {"kind": "impassable", "x": 24, "y": 18, "length": 20, "width": 10}  # of a loop
OVAL = FIELD | {"terrain": [BLOCK]}


def oval(*terrain: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A good table for a Two Lap Race, with this on it or with other figures."""
    return OVAL | {"terrain": [BLOCK, *terrain]} | more


def box(kind: str, x: float, y: float, length: float, width: float) -> dict[str, Any]:
    """A rectangle of terrain."""
    return {"kind": kind, "x": x, "y": y, "length": length, "width": width}


def gate(x: float, y: float, heading: int) -> dict[str, Any]:
    """A gate ten inches wide."""
    return {"x": x, "y": y, "heading": heading}


def wrong(document: dict[str, Any]) -> str:
    """The words with which a table is refused."""
    with pytest.raises(Malformed) as error:
        courses.load(document)
    return str(error.value).removeprefix('course "test-field": ')


# --- those that come with the game


def test_there_is_a_table_for_every_mission_and_two_lap_races_come_first() -> None:
    missions = [courses.load(name).mission for name in SHIPPED]
    assert set(missions) == set(Mission)
    assert missions[:2] == [Mission.TWO_LAP_RACE] * 2
    assert sorted(missions) == missions


def test_every_keyword_of_terrain_is_somewhere() -> None:
    found = set()
    for name in SHIPPED:
        record = courses.load(name).record
        found |= {Terrain(record.piece_kind[n]) for n in range(record.piece_count)}
    assert found == set(Terrain) - {Terrain.OPEN}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_set_of_each_kind_of_terrain_is_prepared(name: str) -> None:
    record = courses.load(name).record
    numbers = range(record.piece_count)
    for kind in Terrain:
        of_kind = {n for n in numbers if record.piece_kind[n] == kind}
        assert {n for n in numbers if (record.of_kind[kind] >> n) & 1} == of_kind


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_table_reads_back_from_its_document(name: str) -> None:
    course = courses.load(name)
    again = courses.load(course.document)
    assert again == course
    assert again.record.way == course.record.way
    assert map_lines(course)[1] == course.blurb


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("gasket_gulch", 60, 80),
        ("cinder_switchback", 60, 80),
        ("the_strainer", 60, 200),
        ("long_way_home", 60, 200),
    ],
)
def test_w34_w36_w39_tracks_are_long_enough(name: str, least: int, most: int) -> None:
    assert least * INCH <= courses.load(name).length <= most * INCH


def test_length_words() -> None:
    assert length_words(courses.load("gasket_gulch")) == "2 laps of 60 inches"
    assert length_words(courses.load("dry_dock")) == "60 × 48 inches"


def test_v14_rounds() -> None:
    found = {name: courses.load(name).record.most_rounds for name in SHIPPED}
    assert found.pop("dry_dock") == 6
    assert set(found.values()) == {20, 28, 32}  # so that games end by what they are played for
    assert courses.load(oval()).record.most_rounds == 12
    assert courses.load(oval(rounds=9)).record.most_rounds == 9


# --- what stands where


def test_a_good_table() -> None:
    course = courses.load(oval())
    assert (course.laps, course.gates) == (2, ("One", "Two"))
    assert course.piece_name(0) == "Impassable 1"
    assert 60 * INCH <= course.length <= 80 * INCH


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"mission": "three_lap_race"}, "mission: expected one of two_lap_race, arena_race"),
        ({"width": 90}, "width: expected inches from 24 to 84, found 90"),
        ({"width": 84, "depth": 48}, "expected a table of at most 864 cells, found 84 × 48 inches"),
        ({"depth": True}, "depth: expected inches from 24 to 48, found true"),
        ({"rounds": 0}, "rounds: expected a whole number from 1 to 100, found 0"),
        ({"gate": []}, "gate: expected 1 to 8, found 0"),
        ({"gate": [gate(24, 6, 400)]}, "gate 1: heading: expected a whole number from 0 to 359"),
        ({"gate": [gate(24, 6, 0) | {"width": 12}]}, "gate 1: width: expected inches from 8 to 10"),
        ({"gate": [gate(24, 3, 0), gate(24, 30, 180)]}, "gate 1: expected to be on the table"),
        ({"laps": 3}, "unknown key"),
        ({"grid": []}, "grid: expected 1 to 60, found 0"),
        ({"grid": [{"gate": 3}]}, "grid 1: gate: expected a whole number from 1 to 2, found 3"),
        (
            {"grid": [{"gate": 1, "rows": 11, "lanes": 6}]},
            "grid 1: expected at most 60 spots in all",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_place(changes: dict[str, Any], words: str) -> None:
    assert words in wrong(oval(**changes))


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (
            {"kind": "lava", "x": 1, "y": 1, "radius": 1},
            "terrain 2: kind: expected one of open, slow",
        ),
        (
            box("slow", 47, 30, 4, 2),
            'terrain "Slow 2": expected to be on the table, 48 × 36 inches',
        ),
        (
            {"kind": "slow", "x": 40, "y": 30, "radius": 99},
            "radius: expected inches from 0.25 to 12",
        ),
        (
            {"kind": "slow", "corners": [[1, 1], [2, 2]]},
            "corners: expected a list of 3 to 8 points",
        ),
        ({"kind": "slow", "corners": [[1, 1], [2], [3, 3]]}, "corner 2: expected [x, y] in inches"),
        (
            {"kind": "slow", "corners": [[40, 28], [44, 28], [41, 29], [40, 32]]},
            "terrain 2: not convex at corner 3, (41, 29): cut it into convex pieces",
        ),
        (
            {"kind": "slow", "corners": [[40, 28], [44, 32], [44, 28], [40, 32]]},
            "terrain 2: expected an outline that does not meet itself",
        ),
    ],
)
def test_terrain_that_is_wrong_is_refused(piece: dict[str, Any], words: str) -> None:
    assert words in wrong(oval(piece))


def test_names_come_once() -> None:
    named = box("slow", 44, 30, 2, 2) | {"name": "Sand"}
    assert "a second" in wrong(oval(named, named | {"x": 40}))


# --- W40: where vehicles are deployed


def test_v13_spots_stand_in_rows_behind_the_gate() -> None:
    record = courses.load(oval()).record
    assert record.spot_count == 12
    assert [record.spot_row[n] for n in range(12)] == [n // 3 for n in range(12)]
    assert (record.spot_x[1], record.spot_y[1]) == (22 * INCH, 6 * INCH)
    assert record.spot_x[4] < record.spot_x[1]
    assert len({(record.spot_x[n], record.spot_y[n]) for n in range(12)}) == 12


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        (
            [{"gate": 1, "rows": 2, "pitch": 5}],
            "spot 2: expected 2 inches to spot 1, found 1.5 (W40)",
        ),
        ([{"gate": 1}, {"gate": 1}], "spot 2: expected a free place, found spot 1 there (W40)"),
        (
            [{"x": 24, "y": 6, "heading": 0}],
            "spot 1: expected a place wholly behind gate 1 (W40)",
        ),
        ([{"gate": 1, "rows": 5}], "spot 5: expected a place on the table, 48 × 36 inches, clear"),
        ([{"gate": 1, "group": 1}], "expected spots for group 0, found none (V13)"),
    ],
)
def test_w40_spots_that_are_wrong_are_refused(grid: list[dict[str, Any]], words: str) -> None:
    document = oval(grid=grid)
    if "pitch" not in grid[0] and grid[0].get("rows") == 5:
        grid[0]["pitch"] = 5.6
    assert words in wrong(document)


def test_w40_spots_in_terrain_are_refused() -> None:
    found = wrong(oval(box("slow", 16, 6, 2, 2)))
    assert found == 'spot 5: expected a free place, found terrain "Slow 2" there (W40)'


# --- W18: gates that can be reached and crossed


def test_w18_a_gate_that_nothing_fits_through_is_refused() -> None:
    found = wrong(oval(box("impassable", 24, 30, 2, 12)))
    assert found == ("gate 2: cannot be crossed: no way 4.5 inches wide leads through it (W18)")


def test_v47_a_gate_behind_walls_is_refused() -> None:
    walls = (box("impassable", 5, 14, 10, 2), box("impassable", 38, 14, 20, 2))
    found = wrong(oval(*walls, grid=[{"gate": 1, "rows": 2, "lanes": 2}]))
    assert found == (
        "gate 2: cannot be reached from gate 1: no way 4.5 inches wide leads there (V47)"
    )


def test_v47_wreckage_and_barriers_close_no_way() -> None:
    crossing = (box("wreckage", 38, 18, 20, 2), box("barrier", 5, 18, 10, 0.5))
    assert courses.load(oval(*crossing)).length > 60 * INCH


# --- the missions


def test_w34_a_loop_of_60_to_80_inches() -> None:
    short = oval(terrain=[BLOCK | {"length": 8, "width": 6}])
    assert wrong(short).startswith("expected a loop of 60 to 80 inches for Two Lap Race, found 4")
    long = oval(terrain=[BLOCK | {"length": 32, "width": 12}], grid=[{"gate": 1}])
    assert wrong(long).endswith("found 100.2 (W34)")


def test_v26_slow_terrain_does_not_make_a_loop_longer() -> None:
    swamp = box("slow", 24, 29.5, 40, 12)
    assert courses.load(oval(swamp)).length == courses.load(oval()).length


def test_w34_the_second_gate_is_at_the_furthest_point() -> None:
    found = wrong(oval(gate=[gate(20, 6, 0), gate(30, 6, 0)], grid=[{"gate": 1}]))
    assert found.startswith("gate 2: expected at the furthest point of the loop, found ")
    assert found.endswith(" back (W34)")


def test_w34_two_gates() -> None:
    found = wrong(oval(gate=[gate(24, 6, 0)]))
    assert found == "expected 2 gates for Two Lap Race, found 1 (W34)"


def arena(
    first: dict[str, Any], second: dict[str, Any], *terrain: dict[str, Any]
) -> dict[str, Any]:
    """A table for an Arena Race."""
    grid = [{"x": first["x"] + 2, "y": 18, "heading": 180, "facing": 0, "rows": 2}]
    more = {"mission": "arena_race", "gate": [first, second], "grid": grid}
    return FIELD | more | {"terrain": list(terrain)}


POST = box("impassable", 24, 18, 6, 6)


def test_w35_gates_36_inches_apart() -> None:
    assert courses.load(arena(gate(6, 18, 180), gate(42, 18, 0), POST)).laps == 1
    found = wrong(arena(gate(6, 18, 180), gate(41, 18, 0), POST))
    assert found == "expected gates at least 36 inches apart, found 35 (W35)"


def test_w35_v45_gates_face_one_another_and_lead_outward() -> None:
    found = wrong(arena(gate(6, 18, 180), gate(42, 18, 90), POST))
    assert (
        found
        == "expected gates that face one another, 180°, found 90° between their directions (W35)"
    )
    found = wrong(arena(gate(6, 18, 0), gate(42, 18, 180), POST))
    assert found == (
        "gate 1: expected a gate that leads away from the other, found one that leads to it (V45)"
    )


def test_w35_several_ways_between_them() -> None:
    narrow = (box("impassable", 24, 7.5, 4, 15), box("impassable", 24, 28.5, 4, 15))
    found = wrong(arena(gate(6, 18, 180), gate(42, 18, 0), *narrow))
    assert found == "expected several ways between the gates, found one (W35)"


def test_w36_v46_a_loop_of_at_least_60_inches_with_up_to_8_gates() -> None:
    long = oval(
        mission="elimination_race",
        terrain=[BLOCK | {"length": 32, "width": 12}],
        gate=[gate(24, 5, 0), gate(44, 18, 90) | {"width": 8}, gate(24, 31, 180)],
        grid=[{"gate": 1}],
    )
    assert courses.load(long).length > 80 * INCH
    short = long | {"terrain": [BLOCK | {"length": 4, "width": 4}], "gate": OVAL["gate"]}
    assert wrong(short).startswith("expected a loop of at least 60 inches for Elimination Race")
    assert wrong(long | {"gate": [gate(24, 5, 0)]}).endswith("found 1 (W36)")


def ring(*gates: dict[str, Any]) -> dict[str, Any]:
    """A table for a Battle Royale."""
    grid = [{"gate": number, "group": number - 1} for number in range(1, len(gates) + 1)]
    more = {"mission": "battle_royale", "gate": list(gates), "grid": grid, "terrain": []}
    return FIELD | more


def test_w37_gates_16_inches_from_the_middle_facing_it() -> None:
    west, east = gate(8, 18, 0), gate(40, 18, 180)
    courses.load(ring(west, east))
    found = wrong(ring(west, gate(42, 18, 180)))
    assert found == "gate 2: expected 16 inches from the middle, found 18 (W37)"
    found = wrong(ring(west, gate(40, 18, 120)))
    assert found == "gate 2: expected a gate facing the middle, found 60° aside (W37)"
    found = wrong(ring(west, east, gate(39.5, 21.9, 194)))
    assert found.endswith("° to gate 2 (W37)")
    found = wrong(ring(west, east) | {"grid": [{"gate": 1, "group": 0}]})
    assert found == "expected spots for group 1, found none (V13)"


def scavengers(exit_gate: dict[str, Any], first: dict[str, Any], others: dict[str, Any]) -> Any:
    """A table for Scavengers, with its two areas."""
    grid = [first | {"group": 0}, others | {"group": 1, "facing": 180}]
    return FIELD | {"mission": "scavengers", "gate": [exit_gate], "grid": grid, "terrain": []}


def test_w38_a_gate_in_the_middle_of_an_edge_and_where_teams_are_deployed() -> None:
    way_out = gate(24, 0, 270)
    near, far = {"x": 8, "y": 9, "heading": 90}, {"x": 40, "y": 3, "heading": 0}
    courses.load(scavengers(way_out, near, far))
    found = wrong(scavengers(gate(20, 0, 270), near, far))
    assert found == "gate 1: expected the middle of the edge, found 4 inches off its middle (W38)"
    found = wrong(scavengers(gate(24, 1, 270), near, far))
    assert found.startswith("gate 1: expected a gate on an edge, leading off the table")
    found = wrong(scavengers(way_out, near | {"y": 11}, far))
    assert found == "spot 1: expected within 12 inches of the gate's edge, found 12.8 (W38)"
    found = wrong(scavengers(way_out, near, far | {"y": 6}))
    assert found == "spot 2: expected within 6 inches of the gate's edge, found 6.9 (W38)"


def test_v12_six_inches_between_the_teams_of_scavengers() -> None:
    near, far = {"x": 8, "y": 4, "heading": 90}, {"x": 14, "y": 3, "heading": 0}
    found = wrong(scavengers(gate(24, 0, 270), near, far))
    assert found == "spot 2: expected 6 inches to spot 1, found 3.4 (V12)"


def test_w39_v46_a_track_of_60_inches_to_a_gate_on_the_edge() -> None:
    grid = [{"x": 20, "y": 9, "heading": 0}]
    wall = box("impassable", 17, 18, 34, 2)
    table = FIELD | {"mission": "outrun", "gate": [gate(0, 28, 180)], "grid": grid}
    assert courses.load(table | {"terrain": [wall]}).length > 60 * INCH
    found = wrong(table | {"terrain": []})
    assert found.startswith("expected a track of at least 60 inches for Outrun, found 2")
    found = wrong(table | {"gate": [gate(4, 28, 180)], "terrain": [wall]})
    assert found.endswith("(W39)")


# --- files


def test_a_file_that_is_no_toml_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "A"\nblurb = ', "utf-8")
    with pytest.raises(Malformed, match=r"mine\.toml: line 2: not readable as TOML"):
        courses.load(path)
