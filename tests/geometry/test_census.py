"""The whole geometry on random scenes: as shapely sees it, and the same compiled and interpreted.

Shapely counts in floating point. Where it says otherwise, and wherever it is closer to touching
than CLOSE, exact fractions decide; they are asked of some of the others too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from tests.geometry import exact
from tests.geometry.scenes import (
    COLUMN,
    POLYGONS,
    Scene,
    compiled_census,
    interpreted_census,
    plain,
    table_scenes,
    tight_scenes,
    vast_scenes,
)

from wreckoning.geometry.angles import cosine, sine
from wreckoning.geometry.arcs import rays_of
from wreckoning.geometry.bodies import (
    Body,
    corners_of,
    edge_of,
    heading_of_edge,
    middle_of_edge,
    place,
)
from wreckoning.geometry.overlap import overlapping, overlapping_polygons
from wreckoning.geometry.paths import stand_at, travel_of

COUNT, MANY = (
    1_800,
    12_000,
)  # scenes of each kind, daily and with --slow; each test asks all of them
CLOSE = 1e-6
SPOT = 100  # every so many scenes are judged exactly, however clear

Array = NDArray[Any]


def body_outline(scene: Scene, index: int = 0) -> exact.Outline:
    return exact.outline_of_body(scene.bodies[index])


def polygon_outline(scene: Scene, index: int = 0) -> exact.Outline:
    return exact.outline_of_polygon(scene.polygons[index])


class Sample:
    """Scenes, what the geometry says about each, and the same figures for shapely."""

    def __init__(self, scenes: Array) -> None:
        self.scenes = scenes
        self.answers = compiled_census(scenes)
        self.plain = [plain(scene) for scene in scenes]
        self.bodies = self.outlines(body_outline)
        self.others = self.outlines(partial(body_outline, index=1))
        self.polygons = [self.outlines(partial(polygon_outline, index=n)) for n in range(POLYGONS)]
        gate = scenes["gate"]
        left = np.stack([gate["left_x"], gate["left_y"]], axis=-1)
        right = np.stack([gate["right_x"], gate["right_y"]], axis=-1)
        self.gates = shapely.linestrings(np.stack([left, right], axis=1))
        self.points = shapely.points(left)

    def outlines(self, outline: Callable[[Scene], exact.Outline]) -> Array:
        return np.array([shapely.Polygon(outline(scene)) for scene in self.plain])

    def __getitem__(self, name: str) -> Array:
        answers: Array = self.answers[:, COLUMN[name]]
        return answers


KINDS = {"table": table_scenes, "tight": tight_scenes}


@pytest.fixture(
    scope="module",
    params=[
        *(pytest.param((kind, COUNT), id=kind) for kind in KINDS),
        *(pytest.param((kind, MANY), id=f"many-{kind}", marks=pytest.mark.slow) for kind in KINDS),
    ],
)
def sample(request: pytest.FixtureRequest) -> Sample:
    kind, count = request.param
    return Sample(KINDS[kind](7, count))


def agree(
    sample: Sample, ours: Array, theirs: Array, doubtful: Array, judge: Callable[[Scene], bool]
) -> None:
    """Ours is theirs, but where theirs is doubtful or both differ: there it is what is exact."""
    assert 0 < ours.sum() < len(ours), "a comparison that would not notice anything"
    asked = doubtful | (ours.astype(bool) != theirs)
    asked[::SPOT] = True
    for number in np.flatnonzero(asked):
        assert bool(ours[number]) == judge(sample.plain[number]), f"scene {number}"


def touching(one: Array, other: Array) -> Array:
    """Nearly apart, or overlapping by nearly nothing."""
    depth = shapely.area(shapely.intersection(one, other))
    near: Array = (shapely.distance(one, other) < CLOSE) & (depth < CLOSE)
    return near


def test_bodies_that_overlap(sample: Sample) -> None:
    theirs = shapely.relate_pattern(sample.bodies, sample.others, "T********")

    def judge(scene: Scene) -> bool:
        outlines = [exact.outline_of_body(body) for body in scene.bodies[:2]]
        return exact.overlap(*outlines)

    doubtful = touching(sample.bodies, sample.others)
    agree(sample, sample["bodies_overlap"], theirs, doubtful, judge)


def test_bodies_and_polygons_that_overlap(sample: Sample) -> None:
    theirs = shapely.relate_pattern(sample.bodies, sample.polygons[0], "T********")

    def judge(scene: Scene) -> bool:
        outline = exact.outline_of_polygon(scene.polygons[0])
        return exact.overlap(exact.outline_of_body(scene.bodies[0]), outline)

    doubtful = touching(sample.bodies, sample.polygons[0])
    agree(sample, sample["overlaps_polygon"], theirs, doubtful, judge)


def test_polygons_that_overlap(sample: Sample) -> None:
    one, other = sample.polygons[:2]
    theirs = shapely.relate_pattern(one, other, "T********")

    def judge(scene: Scene) -> bool:
        outlines = [exact.outline_of_polygon(polygon) for polygon in scene.polygons[:2]]
        return exact.overlap(*outlines)

    agree(sample, sample["polygons_overlap"], theirs, touching(one, other), judge)


def test_sets_of_what_overlaps(sample: Sample) -> None:
    for number in range(0, len(sample.plain), 10):
        scene = sample.plain[number]
        outlines = [exact.outline_of_body(body) for body in scene.bodies]
        polygons = [exact.outline_of_polygon(polygon) for polygon in scene.polygons]
        found = sum(
            exact.overlap(outlines[0], outline) << i for i, outline in enumerate(outlines) if i
        )
        assert found == sample["overlapping"][number]
        found = sum(
            exact.overlap(outlines[0], outline) << i
            for i, outline in enumerate(polygons)
            if i != 1  # that one is ignored
        )
        assert found == sample["overlapping_polygons"][number]


def doubtful_distances(nearness: Array, theirs: Array) -> Array:
    """Whole units as shapely has them; where rounding decides, the scenes that exactness judges."""
    whole = nearness // 2
    assert len(np.unique(whole)) > 10
    clear = np.abs(theirs - np.round(theirs)) > CLOSE
    assert (whole[clear] == np.floor(theirs[clear])).all()
    assert (nearness[clear] % 2 == 1).all(), "there is a rest"
    asked = ~clear
    asked[::SPOT] = True
    return np.flatnonzero(asked)


def test_distances_of_bodies(sample: Sample) -> None:
    nearness = sample["nearness_of_bodies"]
    for number in doubtful_distances(nearness, shapely.distance(sample.bodies, sample.others)):
        one, other = (exact.outline_of_body(body) for body in sample.plain[number].bodies[:2])
        assert exact.is_nearness(nearness[number], exact.squared_distance(one, other))


def test_distances_of_bodies_and_polygons(sample: Sample) -> None:
    nearness = sample["nearness_to_polygon"]
    theirs = shapely.distance(sample.bodies, sample.polygons[0])
    for number in doubtful_distances(nearness, theirs):
        scene = sample.plain[number]
        one = exact.outline_of_body(scene.bodies[0])
        other = exact.outline_of_polygon(scene.polygons[0])
        assert exact.is_nearness(nearness[number], exact.squared_distance(one, other))


def gate_of(scene: Scene) -> tuple[tuple[int, int], tuple[int, int]]:
    gate = scene.gate
    return (gate.left_x, gate.left_y), (gate.right_x, gate.right_y)


def test_distances_of_bodies_and_segments(sample: Sample) -> None:
    nearness = sample["nearness_of_segment"]
    for number in doubtful_distances(nearness, shapely.distance(sample.bodies, sample.gates)):
        scene = sample.plain[number]
        a, b = gate_of(scene)
        outline = exact.outline_of_body(scene.bodies[0])
        if exact.meets(a, b, outline):
            assert nearness[number] == 0
            continue
        square = min(
            *(exact.squared_to_segment(corner, a, b) for corner in outline),
            *(
                exact.squared_to_segment(end, *edge)
                for end in (a, b)
                for edge in exact.edges(outline)
            ),
        )
        assert exact.is_nearness(nearness[number], square)


def test_distances_to_points_and_ranges(sample: Sample) -> None:
    theirs = shapely.distance(sample.bodies, sample.points)
    clear = np.abs(theirs - np.round(theirs)) > CLOSE
    assert (sample["distance_to_point"][clear] == np.floor(theirs[clear])).all()
    assert (np.abs(sample["distance_to_point"] - theirs) < 1 + CLOSE).all()
    within = sample["nearness_of_bodies"] <= 2 * sample.scenes["ranging"]
    assert (sample["bodies_within"] == within).all()


def test_points_in_shapes(sample: Sample) -> None:
    def in_body(scene: Scene) -> bool:
        return exact.contains(exact.outline_of_body(scene.bodies[0]), gate_of(scene)[0])

    def in_polygon(scene: Scene) -> bool:
        return exact.contains(exact.outline_of_polygon(scene.polygons[0]), gate_of(scene)[0])

    theirs = shapely.covers(sample.bodies, sample.points)
    doubtful = shapely.distance(shapely.boundary(sample.bodies), sample.points) < CLOSE
    agree(sample, sample["is_point_in_body"], theirs, doubtful, in_body)
    theirs = shapely.covers(sample.polygons[0], sample.points)
    doubtful = shapely.distance(shapely.boundary(sample.polygons[0]), sample.points) < CLOSE
    agree(sample, sample["is_point_in_polygon"], theirs, doubtful, in_polygon)


def test_segments_that_cross(sample: Sample) -> None:
    """GEOS decides this exactly for whole numbers; a line without length it takes as a point."""
    bodies = sample.scenes["bodies"]
    ends = np.stack([bodies["x"][:, :2], bodies["y"][:, :2]], axis=-1)
    is_point = (ends[:, 0] == ends[:, 1]).all(axis=1)
    lines = np.where(is_point, shapely.points(ends[:, 0]), shapely.linestrings(ends))
    theirs = shapely.intersects(sample.gates, lines)
    assert (sample["segments_cross"] == theirs).all()


@pytest.mark.parametrize(
    ("name", "outline_of"), [("body_blocks", body_outline), ("polygon_blocks", polygon_outline)]
)
def test_lines_that_are_blocked(
    sample: Sample, name: str, outline_of: Callable[[Scene], exact.Outline]
) -> None:
    outlines = sample.outlines(outline_of)
    theirs = shapely.relate_pattern(sample.gates, outlines, "T********")
    inside = shapely.length(shapely.intersection(sample.gates, outlines))
    doubtful = (shapely.distance(sample.gates, outlines) < CLOSE) & (inside < 1e-3)
    along = shapely.intersection(sample.gates, shapely.boundary(outlines))
    doubtful |= shapely.length(along) > 0

    def judge(scene: Scene) -> bool:
        return exact.blocks(*gate_of(scene), outline_of(scene))

    agree(sample, sample[name], theirs, doubtful, judge)


def look(scene: Scene, starts: list[tuple[int, int]], ignored: int) -> tuple[int, int, int]:
    """Lines to body 1 counted the obvious way: every line, everything in its way."""
    bodies = [exact.outline_of_body(body) for body in scene.bodies]
    polygons = [exact.outline_of_polygon(polygon) for polygon in scene.polygons]
    free, in_way, solid_in_way = 0, 0, 0
    for a in starts:
        for b in sight_points(scene.bodies[1]):
            found = sum(exact.blocks(a, b, bodies[i]) << i for i in range(2, len(bodies)))
            solid = sum(exact.blocks(a, b, polygons[i]) << i for i in range(POLYGONS)) & ~ignored
            free += not (found or solid)
            in_way, solid_in_way = in_way | found, solid_in_way | solid
    return free, in_way, solid_in_way


def sight_points(body: Body) -> list[tuple[int, int]]:
    return [(body.x, body.y), *exact.outline_of_body(body)]


def test_lines_of_sight(sample: Sample) -> None:
    for number in range(0, len(sample.plain), 60):
        scene = sample.plain[number]
        eye = middle_of_edge(scene.bodies[0], scene.edge)
        names = ("lines_to", "bodies_block", "polygons_block")
        assert look(scene, [eye], 0) == tuple(sample[name][number] for name in names)
        names = ("lines_between", "bodies_block_between", "polygons_block_between")
        between = look(scene, sight_points(scene.bodies[0]), 8)
        assert between == tuple(sample[name][number] for name in names)


FAR = 1 << 24  # beyond all that stands about


@pytest.mark.parametrize("name", ["arc_of_edge", "arc_of_middle", "arc_of_centre"])
def test_arcs(sample: Sample, name: str) -> None:
    """The arc, cut off far away, drawn as a polygon."""

    def arc(scene: Scene) -> list[tuple[int, int]]:
        body = scene.bodies[0]
        if name == "arc_of_edge":
            lx, ly, rx, ry = edge_of(body, scene.edge)
        else:
            middle = middle_of_edge(body, scene.edge)
            lx, ly = rx, ry = middle if name == "arc_of_middle" else (body.x, body.y)
        heading = heading_of_edge(body, scene.edge)
        left_x, left_y, right_x, right_y = rays_of(rx - lx, ry - ly, heading, scene.spread)
        far = [(lx + FAR * left_x, ly + FAR * left_y)]
        far += [(lx + 2 * FAR * cosine(heading), ly + 2 * FAR * sine(heading))]
        far += [(rx + FAR * right_x, ry + FAR * right_y)]
        return [(lx, ly), *far, *([(rx, ry)] if (rx, ry) != (lx, ly) else [])]

    def judge(scene: Scene) -> bool:
        outline, target = arc(scene), exact.outline_of_body(scene.bodies[1])
        if scene.spread == 0 and len(outline) == 4:  # no more than a line
            return exact.blocks(outline[0], outline[2], target)
        return exact.overlap(target, outline)

    arcs = sample.outlines(arc)
    depth = shapely.area(shapely.intersection(arcs, sample.others))
    doubtful = (shapely.distance(arcs, sample.others) < 1e-3) & (depth < 1)
    doubtful |= sample.scenes["spread"] == 0
    theirs = depth > 0
    agree(sample, sample[name], theirs, doubtful, judge)


def test_regions(sample: Sample) -> None:
    """All of the body's outline is in one piece of the road or another."""

    def pieces(scene: Scene) -> list[exact.Outline]:
        return [exact.outline_of_polygon(polygon) for polygon in scene.polygons]

    def judge(scene: Scene) -> bool:
        outline = exact.outline_of_body(scene.bodies[0])
        return all(exact.covered(a, b, pieces(scene)) for a, b in exact.edges(outline))

    roads = shapely.union_all(np.stack(sample.polygons), axis=0)
    off_road = shapely.length(shapely.difference(shapely.boundary(sample.bodies), roads))
    doubtful = (off_road > 0) & (off_road < 1e-3)
    doubtful |= shapely.distance(shapely.boundary(sample.bodies), shapely.boundary(roads)) < CLOSE
    # A seam between two pieces is no gap; shapely may see one.
    several = sum(shapely.intersects(sample.bodies, piece).astype(int) for piece in sample.polygons)
    doubtful &= several > 0
    agree(sample, sample["in_region"], off_road == 0, doubtful, judge)


def test_partly_in_regions(sample: Sample) -> None:
    partly = np.zeros(len(sample.plain), bool)
    for number in range(0, len(sample.plain), 5):
        scene = sample.plain[number]
        outline = exact.outline_of_body(scene.bodies[0])
        polygons = [exact.outline_of_polygon(polygon) for polygon in scene.polygons]
        found = any(exact.overlap(outline, piece) for piece in polygons)
        assert found == sample["partly_in_region"][number]
        at = (scene.bodies[0].x, scene.bodies[0].y)
        holding = [i for i, piece in enumerate(polygons) if exact.contains(piece, at)]
        assert sample["piece_at"][number] == (holding[0] if holding else -1)
        partly[number] = found
    assert partly.any()


def test_first_contact_is_free_and_one_unit_further_it_is_not(sample: Sample) -> None:
    """Judged by overlaps, which have been compared with shapely above."""
    hits = 0
    for number in range(0, len(sample.plain), 5):
        scene = sample.plain[number]
        body, path = scene.bodies[0], scene.path
        start = (body.x, body.y, body.heading)

        def found_at(distance: int, name: str, scene: Scene = scene, start: Any = start) -> int:
            body = scene.bodies[0]
            place(body, *stand_at(scene.path, body, distance))
            if name == "contact":
                found = overlapping(body, scene.bodies, len(scene.bodies), 1)
            else:
                found = overlapping_polygons(body, scene.polygons, POLYGONS, 0)
            place(body, *start)
            return found

        for name, hit in (("contact", "hit"), ("contact_polygon", "hit_polygon")):
            distance, what = int(sample[name][number]), int(sample[hit][number])
            if what < 0:
                assert distance == travel_of(path)
                assert not found_at(distance, name)
                continue
            hits += 1
            if distance > 0:
                assert not found_at(distance, name)
            met = found_at(distance + 1, name) | (found_at(0, name) if distance == 0 else 0)
            assert met & -met == 1 << what, "the first of those that are hit there"
    assert hits > 50


def test_slide_back_is_the_least_that_frees(sample: Sample) -> None:
    slid = 0
    for number in range(0, len(sample.plain), 5):
        scene = sample.plain[number]
        body, distance = scene.bodies[0], int(sample["back"][number])
        start = (body.x, body.y, body.heading)
        for at in (distance, distance + 1) if distance >= 0 else (0,):
            place(body, *start)
            place(body, *stand_at(scene.path, body, at))
            free = not overlapping(body, scene.bodies, len(scene.bodies), 1)
            expected = at == distance or distance == travel_of(scene.path)
            assert free == expected or at > travel_of(scene.path)
            slid += not free
        place(body, *start)
    assert slid > 20


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("scenes", "count"), [(table_scenes, 400), (tight_scenes, 60), (vast_scenes, 250)]
)
def test_compiled_and_interpreted_say_the_same(
    scenes: Callable[[int, int], Array], count: int
) -> None:
    """On plain objects and on records: every answer about every scene.

    Plain Python's numbers have no bounds, so the vast ones show that 64 bits are enough.
    """
    batch = scenes(11, count)
    answers = compiled_census(batch)
    for number in range(count):
        assert interpreted_census(plain(batch[number])) == answers[number].tolist()


@pytest.mark.slow
def test_numpy_records_interpreted_too() -> None:
    batch = table_scenes(12, 40)
    answers = compiled_census(batch)
    for number in range(len(batch)):
        scene = batch.view(np.recarray)[number]
        assert interpreted_census(scene) == answers[number].tolist()


def test_the_corners_are_those_of_a_rectangle(sample: Sample) -> None:
    """Within one unit of where floating point has them."""
    body = sample.scenes["bodies"][:, 0]
    angle = np.radians(body["heading"] / 100)
    ahead = np.stack([np.cos(angle), np.sin(angle)], axis=-1) * body["half_length"][:, None]
    right = np.stack([-np.sin(angle), np.cos(angle)], axis=-1) * body["half_width"][:, None]
    centre = np.stack([body["x"], body["y"]], axis=-1)
    expected = np.stack(
        [
            centre + ahead - right,
            centre + ahead + right,
            centre - ahead + right,
            centre - ahead - right,
        ],
        axis=1,
    )
    ours = np.array([corners_of(scene.bodies[0]) for scene in sample.plain]).reshape(-1, 4, 2)
    assert np.abs(ours - expected).max() <= 1.0001
