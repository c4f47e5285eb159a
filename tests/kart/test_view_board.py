"""The board of Kart Edition as a drawing: to scale, complete, templates as they lie."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from tests.kart.scene import road
from tests.kart.view_table import match_at, piece, rookies, shown

from wreckoning.core.match import Match
from wreckoning.core.shown import Preview
from wreckoning.geometry.bodies import Body, corners_of
from wreckoning.rulesets.kart import courses, view
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.view.layout import EDGE, PER_UNIT, box_of, plan, point_of, posts
from wreckoning.rulesets.kart.view.road import road as road_of

NAMES = courses.names()
PAINTS = {
    *("ground", "road", "verge", "line", "kerb", "water", "leaf", "wood", "stone", "wall", "sign"),
    *("hot", "good", "bad", "item", "dark", "light", "seat"),
}
PATH = re.compile(r"^(M[-0-9. ]+|[LCAZHVhvacz][-0-9. ]*)+$")


@pytest.fixture(params=[*NAMES, "test-road"])
def course(request: pytest.FixtureRequest) -> CourseFile:
    return courses.load(road() if request.param == "test-road" else request.param)


def at(x: float, y: float) -> tuple[float, float]:
    """Millimetres of the table, on the board."""
    return round(x * MM / PER_UNIT + EDGE, 1), round(y * MM / PER_UNIT + EDGE, 1)


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


def test_the_tar_ends_where_the_rules_say_that_the_road_does(course: CourseFile) -> None:
    board, record = plan(course), course.record
    tar = next(shape for shape in road_of(board) if shape.paint == "road")
    corners = {(round(point.real, 1), round(point.imag, 1)) for point in points_of(tar.path)}
    for number in range(record.road_count):
        polygon = record.road[number]
        for corner in range(polygon.corners):
            assert at(polygon.xs[corner] / MM, polygon.ys[corner] / MM) in corners


def test_edges_are_drawn_only_where_the_road_ends(course: CourseFile) -> None:
    board = plan(course)
    line = next(shape for shape in road_of(board) if shape.paint == "outline:line")
    ring = [point_of(x, y) for x, y in zip(*_middle(course), strict=True)]
    half = course.document["road_width"] * MM / PER_UNIT / 2
    for point in points_of(line.path):
        assert min(abs(point - p) for p in ring) > half * 0.9


def _middle(course: CourseFile) -> tuple[list[int], list[int]]:
    record = course.record
    return record.line_x[: record.points], record.line_y[: record.points]


def test_gates_stand_at_their_ends_and_have_their_names(course: CourseFile) -> None:
    board, record = plan(course), course.record
    labels = {label.text: label for label in view.ground(course).labels}
    for number, name in enumerate(course.gates):
        gate = record.gates[number]
        left, right = posts(gate)
        assert abs(right - left) == pytest.approx(182 * MM / PER_UNIT, abs=0.1)
        label = labels[f"{number + 1} · {name}"]
        assert min(abs(complex(label.x, label.y) - post) for post in (left, right)) < 200
        assert label.rule == "E16"
    assert len(board.names) == record.gate_count


def test_names_stand_on_the_table_and_clear_of_one_another(course: CourseFile) -> None:
    board = plan(course)
    rects = [name.rect for name in board.names]
    for rect in rects:
        assert abs(rect.x - board.table.x) * 2 + rect.width < board.table.width
        assert abs(rect.y - board.table.y) * 2 + rect.height < board.table.height
    assert not any(one.overlaps(two) for one, two in combinations(rects, 2))


def test_a_body_is_drawn_with_its_corners() -> None:
    body = Body()
    body.x, body.y, body.heading = 100 * MM, 200 * MM, 3000
    body.half_length, body.half_width = 3750, 1600
    found = corners_of(body)
    expected = [at(found[n] / MM, found[n + 1] / MM) for n in (0, 2, 4, 6)]
    drawn = [(round(point.real, 1), round(point.imag, 1)) for point in box_of(body)]
    assert drawn == expected


# --- pieces


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_everything_on_the_table_has_its_piece(seed: int) -> None:
    match = rookies("toadstool_market", seed, people=2)
    symbols = {symbol.name for symbol in view.ground(match.course).symbols}
    for turn in range(60):
        if match.is_over:
            break
        pieces = {each.key: each for each in view.things(match)}
        assert len(pieces) == len(view.things(match))
        assert {each.symbol for each in pieces.values()} <= symbols
        race = match.race
        for seat in range(6):
            body = race.bodies[seat]
            found = pieces[f"kart:{seat}"]
            assert (found.x, found.y) == at(body.x / MM, body.y / MM)
            assert found.heading == pytest.approx(body.heading / 100, abs=0.06)
            assert match.names[seat] in found.about
        standing = sum(not race.gone[n] for n in range(21) if race.course.solid_kind[n] == 3)
        assert sum(key.startswith("solid:") for key in pieces) == standing
        bananas = sum(owner >= 0 for owner in race.banana_owners)
        assert sum(key.startswith("banana:") for key in pieces) == bananas
        ask = match.asks[0]
        match.answer(ask.names[turn * 5 % len(ask.names)], ask.who)


def test_gear_and_hazards_are_marked_and_told() -> None:
    match = match_at(karts={"Ann": {"gear": 3, "hazards": 2, "star": 1, "holds": "shell"}})
    found = piece(match, "kart:0")
    assert found.marks == ("G3", "H2", "★")
    assert "Gear 3 of 5, 2 of 6 hazards, Handling 4. Holds: Shell. Star." in found.about
    assert piece(match, "kart:1").marks == ("G1",)


def test_e15_boxes_come_back_and_are_there_only_with_items() -> None:
    track = road(box=[(1700, 400)])
    assert any(each.key == "box:0" for each in view.things(match_at(track=track)))
    taken = match_at(track=track, rounds=3, box_round=[3])
    assert not any(each.key == "box:0" for each in view.things(taken))
    back = match_at(track=track, rounds=3, box_round=[2])
    assert any(each.key == "box:0" for each in view.things(back))
    none = match_at(track=track, options={"items": "none"})
    assert not any(each.key == "box:0" for each in view.things(none))


# --- previews


def test_g8_e3_a_template_lies_at_the_front_and_the_kart_at_its_end() -> None:
    match = match_at()
    found = shown(match, "long") if "long" in match.asks[0].names else shown(match, "medium")
    (ghost,) = found.pieces
    assert (ghost.x, ghost.y) == at(1200 + 75 + 135, 400)
    assert ghost.faint
    band = points_of(found.shapes[0].path)
    assert min(point.real for point in band) == at(1237.5, 0)[0]
    assert max(point.real for point in band) == pytest.approx(at(1372.5, 0)[0], abs=0.1)
    high = max(point.imag for point in band) - min(point.imag for point in band)
    assert high == pytest.approx(35 * MM / PER_UNIT, abs=0.11)


def test_g7_left_and_right_are_mirrored() -> None:
    match = match_at()
    left, right = shown(match, "turn left").pieces[0], shown(match, "turn right").pieces[0]
    assert left.x == right.x
    assert left.y - at(0, 400)[1] == pytest.approx(at(0, 400)[1] - right.y, abs=0.11)
    assert (left.heading, right.heading) == (300, 60)


def test_e5_reverse_lies_behind() -> None:
    ghost = shown(match_at(), "short reverse").pieces[0]
    assert (ghost.x, ghost.y) == at(1200 - 75 - 75, 400)


def test_g18_what_is_hit_is_pointed_out_where_the_kart_stops() -> None:
    match = match_at({"Bob": (1360, 420, 0)})
    found = shown(match, "medium")
    assert found.targets == ("kart:1",)
    assert found.pieces[0].x == at(1360 - 75, 0)[0]
    assert "outline:bad" in [shape.paint for shape in found.shapes]
    free = shown(match_at(), "medium")
    assert "outline:bad" not in [shape.paint for shape in free.shapes]


def test_g23_e17_a_pipe_and_the_edge_are_drawn_as_hit() -> None:
    pipe = shown(match_at(track=road(pipe=[(1400, 400, 25)])), "medium")
    ring = points_of(pipe.shapes[-2].path)
    middle = complex(*at(1400, 400))
    assert all(abs(point - middle) == pytest.approx(12.5, abs=0.2) for point in ring)
    edge = shown(match_at({"Ann": (1200, 200, 270)}), "medium")
    assert edge.pieces[0].y == pytest.approx(at(0, 37.5)[1], abs=0.1)
    mushroom = shown(match_at(track=road(mushroom=[(1400, 400, 15)])), "medium")
    assert mushroom.targets == ("solid:0",)
    assert mushroom.pieces[0].x == at(1410, 0)[0]


def test_g7_by_the_book_no_template_is_shown_before_it_is_chosen() -> None:
    match = match_at({"Bob": (1360, 420, 0)}, options={"measuring": "book"})
    assert shown(match, "medium") == Preview()
    match.answer("medium")
    assert shown(match, "1").targets == ("kart:1",)  # now it lies on the table


def test_g13_g15_slides_and_spins_are_ghosts() -> None:
    match = match_at({"Ann": (1200, 900, 0)}, {"Ann": {"gear": 2}})
    for given in ("turn right", "1", 3, "keep"):
        match.answer(given)
    assert match.asks[0].question == "slide"
    straight, turned = shown(match, "slide left, straight"), shown(match, "slide left, 45 left")
    assert straight.pieces[0].heading == 60
    assert turned.pieces[0].heading == 15
    spinning = match_at({"Ann": (1200, 900, 0)}, {"Ann": {"gear": 2}})
    for given in ("turn right", "1", 2, "keep"):
        spinning.answer(given)
    assert spinning.asks[0].question == "spin"
    spun = shown(spinning, "90 left").pieces[0]
    here = piece(spinning, "kart:0")
    assert (spun.x, spun.y, spun.heading) == (here.x, here.y, 330)


def test_e14_an_attack_shows_its_arc_and_its_lines() -> None:
    shooter = {"Ann": {"gear": 2, "holds": "shell", "gate": 1}}
    match = match_at({"Bob": (1460, 400, 0)}, shooter, phase="attack")
    found = shown(match, "shell ahead Bob")
    assert found.targets == ("kart:1",)
    arc = points_of(found.shapes[0].path)
    assert max(point.real for point in arc) == pytest.approx(at(1237.5 + 270, 0)[0], abs=0.1)
    assert shown(match, "pass") == Preview()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_everything_that_may_be_asked_can_be_shown(name: str) -> None:
    match = rookies(name, 7, people=6)
    asked: set[str] = set()
    for step in range(120):
        if match.is_over:
            break
        ask = match.asks[0]
        asked.add(ask.question)
        assert view.describe_ask(match, ask).question
        for index in range(len(ask.options)):
            found = view.describe_option(match, ask, index)
            assert found.label
            assert found.chance is None or 0 <= found.chance <= 1
            for shape in view.preview(match, ask, index).shapes:
                assert PATH.match(shape.path)
        match.answer(ask.names[step * 7 % len(ask.names)], ask.who)
    assert {"manoeuvre", "skid_dice", "push", "shift"} <= asked


def test_looking_changes_nothing() -> None:
    match = rookies("lovers_knot", 3, people=6)
    for step in range(40):
        ask = match.asks[0]
        before = _state(match)
        for index in range(len(ask.options)):
            view.describe_option(match, ask, index)
            view.preview(match, ask, index)
        view.describe_ask(match, ask)
        assert _state(match) == before
        match.answer(ask.names[step % len(ask.names)], ask.who)


def _state(match: Match) -> object:
    return match.position(), len(match.told), match.race.path.count
