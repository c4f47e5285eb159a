"""The board of Wasteland Rally as a drawing: to scale, complete, plans and arcs as they lie."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from tests.rally.view_table import driven, match_at, piece, planning, shown, yard

from wreckoning.core.match import Match
from wreckoning.core.shown import Label, Preview, Shape
from wreckoning.rulesets.rally import courses, view
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import INCH
from wreckoning.rulesets.rally.view.layout import plan, stays
from wreckoning.rulesets.rally.view.scale import EDGE, PER_UNIT, posts

NAMES = courses.names()
PAINTS = {
    *("ground", "road", "verge", "line", "kerb", "water", "leaf", "wood", "stone", "wall", "sign"),
    *("hot", "good", "bad", "item", "dark", "light", "seat"),
}
PATH = re.compile(r"^(M[-0-9. ]+|[LCAZHVhvacz][-0-9. ]*)+$")
GUN = {"Ann": "car/heavy_machine_gun"}


@pytest.fixture(params=[*NAMES, "test-yard"])
def course(request: pytest.FixtureRequest) -> CourseFile:
    return courses.load(yard() if request.param == "test-yard" else request.param)


def at(x: float, y: float) -> tuple[float, float]:
    """Inches of the table, on the board."""
    return round(x * INCH / PER_UNIT + EDGE, 1), round(y * INCH / PER_UNIT + EDGE, 1)


def points_of(path: str) -> list[complex]:
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", path)]
    return [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def test_shapes_are_svg_in_known_paints(course: CourseFile) -> None:
    ground = view.ground(course)
    shapes = [*ground.shapes, *(shape for symbol in ground.symbols for shape in symbol.shapes)]
    for shape in shapes:
        assert shape.paint.removeprefix("outline:") in PAINTS
        assert PATH.match(shape.path), shape.path[:80]
        assert (shape.width > 0) == shape.paint.startswith("outline:")
    names = [symbol.name for symbol in ground.symbols]
    assert len(set(names)) == len(names)


def outlines(shapes: tuple[Shape, ...]) -> list[list[complex]]:
    """The corners of every shape that has corners only."""
    return [points_of(shape.path) for shape in shapes if re.fullmatch(r"M[-0-9. ]+Z", shape.path)]


def test_terrain_stands_exactly_where_the_rules_have_it(course: CourseFile) -> None:
    """Every piece is drawn by its true outline, on the ground or as a symbol of its own."""
    record, ground = course.record, view.ground(course)
    symbols = {symbol.name: symbol for symbol in ground.symbols}
    for number in range(record.piece_count):
        polygon, drawn, middle = record.pieces[number], outlines(ground.shapes), 0j
        corners = [
            complex(*at(polygon.xs[n] / INCH, polygon.ys[n] / INCH)) for n in range(polygon.corners)
        ]
        if not stays(course, number):
            drawn = outlines(symbols[f"piece_{number}"].shapes)
            middle = complex(*at(polygon.middle_x / INCH, polygon.middle_y / INCH))
        assert any(
            len(outline) == len(corners)
            and all(abs(a + middle - b) < 0.2 for a, b in zip(outline, corners, strict=True))
            for outline in drawn
        ), course.piece_name(number)


def test_gates_have_their_numbers_their_names_and_what_they_are(course: CourseFile) -> None:
    labels = view.ground(course).labels
    by_text: dict[str, Label] = {label.text: label for label in labels}
    for number in range(course.record.gate_count):
        left, right = posts(course.record.gates[number])
        plate = by_text[str(number + 1)]
        middle = (left + right) / 2
        assert abs(complex(plate.x, plate.y) - middle) < 0.1
        assert plate.rule == "W18"
        name = course.gate_name(number)
        assert f"{name}: gate {number + 1} of {course.record.gate_count}" in plate.about
        assert name in by_text


def test_names_of_gates_are_clear_of_one_another(course: CourseFile) -> None:
    rects = [name.rect for name in plan(course).gates]
    assert not any(one.overlaps(two) for one, two in combinations(rects, 2))


def test_every_piece_of_terrain_says_what_it_does() -> None:
    boxes = [("slow", 20, 30, 2, 4), ("barrier", 30, 30, 4, 1), ("wreckage", 40, 30, 2, 2)]
    match = match_at({"Bob": (12, 8, 0), "Cid": (50, 8, 0)}, terrain=boxes, tall=True)
    labels = {label.text: label for label in view.ground(match.course).labels}
    assert labels["Mud 2"].about.startswith("Mud 2, slow terrain: driving through it costs double")
    assert (labels["Mud 2"].rule, labels["Fence 3"].rule) == ("W16", "W16")
    assert labels["Pillar 1"].rule == "W23"
    assert labels["Pillar 1"].about.endswith("Tall: it is in the way of sight (W11).")
    assert "Bus 4" not in labels  # it may be gone: it is a piece
    assert "pass, and you smash it and drive on" in piece(match, "terrain:3").about


# --- pieces


@pytest.mark.parametrize(("name", "players"), [("gasket_gulch", 3), ("dry_dock", 3)])
def test_everything_on_the_table_has_its_piece(name: str, players: int) -> None:
    match = driven(name, 2, people=1, players=players)
    symbols = {symbol.name for symbol in view.ground(match.course).symbols}
    for turn in range(25):
        if match.is_over:
            break
        pieces = {each.key: each for each in view.things(match)}
        assert len(pieces) == len(view.things(match))
        for each in pieces.values():
            assert {each.symbol, *each.mounted} <= symbols
        race = match.race
        for vehicle in race.vehicles[: race.vehicle_count]:
            key = f"vehicle:{vehicle.index}"
            assert (key in pieces) == (vehicle.status in (1, Status.WRECKED))
            if vehicle.status == 1:
                body = race.bodies[vehicle.index]
                there = at(body.x / INCH, body.y / INCH)
                assert (pieces[key].x, pieces[key].y) == pytest.approx(there, abs=0.11)
                assert pieces[key].seat == vehicle.owner
                assert f"♥{vehicle.hit_points}" in pieces[key].marks
        removable = [n for n in range(race.course.piece_count) if not stays(match.course, n)]
        standing = sum(not race.gone[n] for n in removable)
        assert sum(key.startswith("terrain:") for key in pieces) == standing
        ask = match.asks[0]
        match.answer(ask.names[turn * 5 % len(ask.names)], ask.who)


def test_hit_points_stress_weapons_and_the_marker_are_seen_on_a_vehicle() -> None:
    states: dict[str, dict[str, Any]] = {
        "Ann": {"hit_points": 5, "stress": 2},
        "Bob": {"activated": True},
    }
    match = match_at(builds={"Ann": "truck/minigun/spiked_ram"}, vehicles=states)
    ann = piece(match, "vehicle:0")
    assert ann.symbol == "vehicle_truck"
    assert ann.mounted == ("minigun_roof0", "spiked_ram_truck", "hit_points_5", "stress_2")
    assert ann.marks == ("♥5", "S2")
    assert "5 of 12 hit points, 2 stress, badly damaged" in ann.about
    assert "Minigun: range 18″, 4 attacks of damage 2, −1 to defence, Torrent." in ann.about
    assert "activated" in piece(match, "vehicle:1").mounted
    assert "activated" not in ann.mounted  # it is just being activated


def test_v3_a_wreck_is_burnt_and_nobodys() -> None:
    match = match_at(vehicles={"Bob": {"status": "wrecked", "hit_points": 0, "ended": 1}})
    wreck = piece(match, "vehicle:1")
    assert (wreck.symbol, wreck.seat, wreck.text) == ("wreck_car", -1, "")
    assert wreck.about.startswith("The wreck of Bob.")


def test_a_base_is_drawn_at_its_true_size(course: CourseFile) -> None:
    symbols = {symbol.name: symbol for symbol in view.ground(course).symbols}
    for name, long, wide in (("car", 3, 1.5), ("buggy", 2.5, 1.5), ("truck", 3.5, 1.75)):
        base = symbols[f"vehicle_{name}"].shapes[0].path
        width, height = (float(n) for n in re.findall(r"^M\S+ \S+h(\S+?)a3.*?v(\S+?)a", base)[0])
        assert width + 6 == pytest.approx(long * INCH / PER_UNIT, abs=0.1)
        assert height + 6 == pytest.approx(wide * INCH / PER_UNIT, abs=0.1)


# --- previews


def test_w14_a_leg_shows_the_vehicle_at_its_end_and_the_handle_at_its_nose() -> None:
    match = planning()
    found = shown(match, "forward 6")
    (ghost,) = found.pieces
    assert (ghost.x, ghost.y) == at(26, 8)
    assert ghost.faint
    assert found.handle == at(27.5, 8)
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.grip == at(21.5, 8)
    turned = shown(match, "right 45")
    assert turned.pieces[0].heading == 45
    assert turned.handle == at(20 + 1.5 / 2**0.5, 8 + 1.5 / 2**0.5)
    assert shown(match, "go").handle == prompt.grip
    assert shown(match, "back 2").handle == at(19.5, 8)


def test_v16_the_grip_is_at_the_plans_end() -> None:
    match = planning("forward 6", "right 45")
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.grip == at(26 + 1.5 / 2**0.5, 8 + 1.5 / 2**0.5)
    way = shown(match, "forward 2").shapes
    assert [shape.paint for shape in way] == ["outline:light", "outline:light", "outline:good"]


def test_w22_w23_what_is_met_is_pointed_out_with_the_chance() -> None:
    match = planning(poses={"Bob": (26, 8, 0)})
    over = shown(match, "forward 10")
    assert over.targets == ("vehicle:1",)
    assert [label.text for label in over.labels] == ["58%"]
    assert over.labels[0].about == "Here it drives over Bob: you pass 58%, Bob 58%"
    assert over.labels[0].rule == "W22"
    assert (over.labels[0].x, over.labels[0].y) == at(23, 8)  # nose to tail: 24.5 − 1.5
    assert "outline:bad" in [shape.paint for shape in over.shapes]
    wall = shown(planning(terrain=[("impassable", 26.7, 8, 2, 2)]), "forward 4½")
    assert wall.pieces[0].x == pytest.approx(at(25.7 - 1.5, 0)[0], abs=0.2)
    bus = shown(planning(terrain=[("wreckage", 26.7, 8, 2, 2)]), "forward 8")
    assert bus.targets == ("terrain:1",)


def test_w12_a_shot_shows_its_arc_its_range_and_its_line() -> None:
    match = match_at({"Bob": (30, 8, 90)}, GUN, phase="attack")
    found = shown(match, "shoot #2")
    assert found.targets == ("vehicle:1",)
    arc = points_of(found.shapes[0].path)
    assert max(point.real for point in arc) == pytest.approx(at(20 + 1.5 + 16, 0)[0], abs=0.1)
    assert min(point.real for point in arc) == pytest.approx(at(20, 0)[0], abs=0.1)  # W4
    assert [label.text for label in found.labels] == ["39%"]
    assert found.labels[0].about == "The chance to cost it a hit point or more: Bob"
    assert shown(match, "pass").targets == ("vehicle:1",)


@pytest.mark.parametrize(
    ("build", "low", "high"),
    [
        ("car/heavy_machine_gun.turret_mount", 20 - 1.5 - 16, 20 + 1.5 + 16),
        ("car/oil_dropper", 20 - 1.5 - 3, 20),
    ],
)
def test_w4_w28_w30_arcs_lie_where_the_weapon_aims(build: str, low: float, high: float) -> None:
    match = match_at({"Bob": (15, 8, 0)}, {"Ann": build}, phase="attack")
    ask = match.asks[0]
    arc = points_of(view.preview(match, ask, 1).shapes[0].path)
    assert min(point.real for point in arc) == pytest.approx(at(low, 0)[0], abs=0.1)
    assert max(point.real for point in arc) == pytest.approx(at(high, 0)[0], abs=0.1)


def test_v2_side_arcs_open_by_45_degrees() -> None:
    match = match_at({"Bob": (20, 10, 0)}, {"Ann": "car/spiked_wheels"}, phase="attack")
    corners = points_of(shown(match, "shoot #2").shapes[0].path)
    middle = complex(*at(20, 8))
    far = (0.75 + 1) * INCH / PER_UNIT
    for corner in corners:
        step = corner - middle
        assert abs(step.real) <= abs(step.imag) + 0.2
        assert abs(step.imag) <= far + 0.2


def test_w25_an_explosion_shows_how_far_it_reaches() -> None:
    match = match_at(builds=GUN, terrain=[("exploding", 30, 8, 2, 2)], phase="attack")
    found = shown(match, "shoot terrain 2")
    assert found.targets == ("terrain:1",)
    blast = points_of(found.shapes[1].path)
    assert max(point.real for point in blast) == pytest.approx(at(31 + 4, 0)[0], abs=0.1)
    assert min(point.imag for point in blast) == pytest.approx(at(0, 7 - 4)[1], abs=0.1)


def test_w21_a_nudge_is_dragged_too() -> None:
    match = planning("forward 4½", terrain=[("impassable", 26.7, 8, 2, 2)])
    match.answer(1)
    assert match.asks[0].question == "nudge_move"
    grip = view.describe_ask(match, match.asks[0]).grip
    assert grip is not None
    back = shown(match, "1 inch at 180").handle
    assert back is not None
    assert grip[0] - back[0] == pytest.approx(INCH / PER_UNIT, abs=0.2)


@pytest.mark.parametrize("name", ["gasket_gulch", "junction_seven"])
def test_everything_that_may_be_asked_can_be_shown(name: str) -> None:
    match = driven(name, 7, people=3)
    asked: set[str] = set()
    for step in range(60):
        if match.is_over:
            break
        ask = match.asks[0]
        asked.add(ask.question)
        prompt = view.describe_ask(match, ask)
        assert prompt.question
        assert prompt.default is None or 0 <= prompt.default < len(ask.options)
        for index in range(0, len(ask.options), 3):
            found = view.describe_option(match, ask, index)
            assert found.label
            assert found.chance is None or 0 <= found.chance <= 1
            preview = view.preview(match, ask, index)
            assert (preview.handle is None) == (prompt.grip is None) or ask.question == "spot"
            for shape in preview.shapes:
                assert PATH.match(shape.path)
        match.answer(ask.names[step * 7 % len(ask.names)], ask.who)
    assert {"spot", "pace", "plan"} <= asked


def test_options_of_a_group_stand_together() -> None:
    match = planning()
    ask = match.asks[0]
    groups = [view.label_option(match, ask, index).group for index in range(len(ask.options))]
    runs = [group for at, group in enumerate(groups) if at == 0 or groups[at - 1] != group]
    assert runs == ["", "forward, inches", "back, inches", "left, degrees", "right, degrees"]


def test_looking_changes_nothing() -> None:
    match = driven("gasket_gulch", 3, people=3)
    for step in range(20):
        ask = match.asks[0]
        before = _state(match)
        for index in range(0, len(ask.options), 4):
            view.describe_option(match, ask, index)
            view.preview(match, ask, index)
        view.describe_ask(match, ask)
        assert _state(match) == before
        match.answer(ask.names[step % len(ask.names)], ask.who)


def _state(match: Match) -> object:
    race = match.race
    return match.position(), len(match.told), race.path.count, race.trial.count


def test_nothing_is_shown_for_a_die() -> None:
    match = planning("forward 4½", terrain=[("impassable", 26.7, 8, 2, 2)])
    assert match.asks[0].is_dice
    assert view.preview(match, match.asks[0], 0) == Preview()
    prompt = view.describe_ask(match, match.asks[0])
    assert (prompt.question, prompt.sides) == ("Ann: command test", 12)
