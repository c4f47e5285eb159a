"""Random scenes, and a census of all that the geometry says about one: interpreted and compiled.

`census` is asked of many scenes: compiled, for comparing with shapely and with exact fractions;
interpreted, for comparing with compiled.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from tests.toy.ruleset import TOY

from wreckoning.core.compiling.compiled import cache_folder, make_known
from wreckoning.core.compiling.linking import collect_rarely, kept_in, whole_program
from wreckoning.core.records import Record, unpack
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import DEGREE, QUARTER, TURN
from wreckoning.geometry.arcs import (
    is_in_arc_of_centre,
    is_in_arc_of_edge,
    is_in_arc_of_middle,
    is_point_in_opening,
)
from wreckoning.geometry.bodies import FRONT, LARGEST, LEFT, Body, is_point_in_body, middle_of_edge
from wreckoning.geometry.contact import (
    first_contact,
    first_contact_polygon,
    first_exit,
    slide_back,
    slide_back_polygon,
)
from wreckoning.geometry.distance import (
    bodies_within,
    distance_to_point,
    nearness_of_bodies,
    nearness_of_segment,
    nearness_to_polygon,
)
from wreckoning.geometry.gates import (
    Gate,
    corners_moved_through,
    corners_past,
    corners_through,
    first_crossing,
    first_crossing_of_centre,
    first_passage,
    is_wholly_past,
    step_crosses,
)
from wreckoning.geometry.meeting import edge_met, edges_met
from wreckoning.geometry.overlap import (
    Tabletop,
    bodies_overlap,
    is_on_table,
    overlapping,
    overlapping_polygons,
    overlaps_polygon,
    polygons_overlap,
)
from wreckoning.geometry.paths import ARC, SLIDE, STRAIGHT, Path, radius_of, stand_at, travel_of
from wreckoning.geometry.points import LIMIT, segments_cross
from wreckoning.geometry.polygons import Polygon, is_point_in_polygon, settle_polygon
from wreckoning.geometry.regions import (
    is_body_in_region,
    is_body_partly_in_region,
    is_strip_in_region,
    piece_at,
)
from wreckoning.geometry.sight import body_blocks, polygon_blocks, sight_between, sight_of_body

BODIES = 6
POLYGONS = 4


class Scene(Record):
    """Body 0 is who moves, looks and shoots; the gate is also a segment, between its ends."""

    bodies: Annotated[list[Body], BODIES]
    polygons: Annotated[list[Polygon], POLYGONS]
    path: Path
    table: Tabletop
    gate: Gate
    edge: int
    spread: int
    ranging: int


# What `census` answers, in its order.
NAMES = (
    *("bodies_overlap", "overlaps_polygon", "polygons_overlap", "is_on_table"),
    *("overlapping", "overlapping_polygons"),
    *("nearness_of_bodies", "nearness_to_polygon", "nearness_of_segment", "distance_to_point"),
    *("bodies_within", "is_point_in_body", "is_point_in_polygon", "segments_cross"),
    *("arc_of_edge", "arc_of_middle", "arc_of_centre", "is_point_in_opening"),
    *("body_blocks", "polygon_blocks"),
    *("lines_to", "bodies_block", "polygons_block"),
    *("lines_between", "bodies_block_between", "polygons_block_between"),
    *("in_region", "partly_in_region", "piece_at", "strip_in_region"),
    *("step_crosses", "is_wholly_past", "crossing", "crossing_of_centre"),
    *("contact", "hit", "contact_polygon", "hit_polygon", "exit", "back", "back_polygon"),
    *("end_x", "end_y", "end_heading"),
    *("edge_met", "edge_of_other", "edge_met_polygon"),
    *("passage", "corners_past", "corners_through", "corners_moved_through"),
)
COLUMN = {name: index for index, name in enumerate(NAMES)}


@jitable
def census(scene: Scene, out: Any) -> None:
    """Ask everything about a scene."""
    body, other, third = scene.bodies[0], scene.bodies[1], scene.bodies[2]
    polygon, gate, path = scene.polygons[0], scene.gate, scene.path
    ax, ay, bx, by = gate.left_x, gate.left_y, gate.right_x, gate.right_y
    out[0] = bodies_overlap(body, other)
    out[1] = overlaps_polygon(body, polygon)
    out[2] = polygons_overlap(polygon, scene.polygons[1])
    out[3] = is_on_table(body, scene.table)
    out[4] = overlapping(body, scene.bodies, BODIES, 1)
    out[5] = overlapping_polygons(body, scene.polygons, POLYGONS, 2)
    out[6] = nearness_of_bodies(body, other)
    out[7] = nearness_to_polygon(body, polygon)
    out[8] = nearness_of_segment(ax, ay, bx, by, body)
    out[9] = distance_to_point(body, ax, ay)
    out[10] = bodies_within(body, other, scene.ranging)
    out[11] = is_point_in_body(body, ax, ay)
    out[12] = is_point_in_polygon(polygon, ax, ay)
    out[13] = segments_cross(ax, ay, bx, by, body.x, body.y, other.x, other.y)
    out[14] = is_in_arc_of_edge(body, scene.edge, scene.spread, other)
    out[15] = is_in_arc_of_middle(body, scene.edge, scene.spread, other)
    out[16] = is_in_arc_of_centre(body, scene.edge, scene.spread, other)
    out[17] = is_point_in_opening(
        body.x, body.y, body.x, body.y, body.heading, scene.spread, other.x, other.y
    )
    out[18] = body_blocks(ax, ay, bx, by, body)
    out[19] = polygon_blocks(ax, ay, bx, by, polygon)
    x, y = middle_of_edge(body, scene.edge)
    out[20], out[21], out[22] = sight_of_body(
        x, y, other, scene.bodies, BODIES, 3, scene.polygons, POLYGONS, 0
    )
    out[23], out[24], out[25] = sight_between(
        body, other, scene.bodies, BODIES, 3, scene.polygons, POLYGONS, 8
    )
    out[26] = is_body_in_region(body, scene.polygons, POLYGONS)
    out[27] = is_body_partly_in_region(body, scene.polygons, POLYGONS)
    out[28] = piece_at(body.x, body.y, scene.polygons, POLYGONS)
    limit = travel_of(path)
    part = max(limit // 50, 1)
    out[29] = is_strip_in_region(
        path, body, 0, limit, part, body.half_width, scene.polygons, POLYGONS
    )
    out[30] = step_crosses(gate, body.x, body.y, other.x, other.y)
    out[31] = is_wholly_past(gate, body)
    out[32] = first_crossing(path, body, gate, limit)
    out[33] = first_crossing_of_centre(path, body, gate, limit)
    out[34], out[35] = first_contact(path, body, scene.bodies, BODIES, 1, limit)
    out[36], out[37] = first_contact_polygon(path, body, scene.polygons, POLYGONS, 0, limit)
    out[38] = first_exit(path, body, scene.table, limit)
    out[39] = slide_back(path, body, limit, scene.bodies, BODIES, 1)
    out[40] = slide_back_polygon(path, body, limit, scene.polygons, POLYGONS, 0)
    out[41], out[42], out[43] = stand_at(path, body, limit)
    out[44], out[45] = edges_met(other, third)
    out[46] = edge_met(other, polygon)
    out[47] = first_passage(path, body, gate, limit, scene.edge)
    out[48] = corners_past(gate, body)
    out[49] = corners_through(path, body, gate, limit, scene.edge)
    out[50] = corners_moved_through(gate, body, other, scene.edge)


def census_of_all(scenes: Any, outs: Any) -> None:
    """The same of many scenes."""
    for number in range(len(scenes)):
        census(scenes[number], outs[number])


def compile_for(function: Any, *arguments: Any) -> Any:
    """The compiled form of a function, for arguments such as these.

    It is kept as compiled rules are: for exactly these sources, the tests' own among them.
    """
    import numba

    make_known()
    folder = cache_folder(replace(TOY, key="geometry", package="tests.geometry"))
    folder.mkdir(parents=True, exist_ok=True)
    names = {function.__name__, function.__qualname__}
    with collect_rarely(), whole_program(names), kept_in(folder):
        program: Any = numba.njit(cache=True)(function)
        type_of: Any = numba.typeof
        program.compile(tuple(type_of(argument) for argument in arguments))
    return program


@cache
def _program() -> Any:
    return compile_for(census_of_all, *_blank(1))


def _blank(count: int) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.zeros(count, Scene.dtype), np.zeros((count, len(NAMES)), np.int64)


def compiled_census(scenes: NDArray[Any]) -> NDArray[Any]:
    """A row of answers for each scene, from compiled code."""
    outs = _blank(len(scenes))[1]
    _program()(scenes, outs)
    return outs


def interpreted_census(scene: Scene) -> list[int]:
    """The answers about one scene in its plain form."""
    out = [0] * len(NAMES)
    census(scene, out)
    return [int(answer) for answer in out]


def plain(scene: Any) -> Scene:
    """The plain form of a scene."""
    return unpack(Scene, scene.tobytes())


def hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the convex hull, none of them in line with its neighbours."""

    def half(ordered: list[tuple[int, int]]) -> list[tuple[int, int]]:
        chain: list[tuple[int, int]] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def _polygons(rng: np.random.Generator, size: int, count: int) -> NDArray[Any]:
    """Convex polygons about 0, of 3 to 8 corners, up to `size` across."""
    made = np.zeros(count, Polygon.dtype)
    number = 0
    while number < count:
        corners = int(rng.integers(3, 9))
        points = rng.integers(-size // 2, size // 2 + 1, (corners, 2)).tolist()
        outline = hull([(x, y) for x, y in points])
        if len(outline) < 3:
            continue
        polygon = Polygon()
        polygon.corners = len(outline)
        for i, (x, y) in enumerate(outline):
            polygon.xs[i], polygon.ys[i] = x, y
        settle_polygon(polygon)
        made[number] = np.array(
            (
                *(polygon.corners, polygon.middle_x, polygon.middle_y, polygon.reach),
                polygon.xs,
                polygon.ys,
            ),
            Polygon.dtype,
        )
        number += 1
    return made


def make_scenes(seed: int, count: int, *, spread: int, size: int, step: int) -> NDArray[Any]:
    """Bodies up to `size` long and wide at places up to `spread` from 0, looking in whole `step`s.

    Small sizes and large steps make many figures that only just touch.
    """
    rng = np.random.default_rng(seed)
    scenes = np.zeros(count, Scene.dtype)

    def some(low: int, high: int, *shape: int) -> NDArray[Any]:
        return rng.integers(low, high + 1, (count, *shape))

    bodies = scenes["bodies"]
    bodies["x"], bodies["y"] = some(-spread, spread, BODIES), some(-spread, spread, BODIES)
    bodies["heading"] = some(0, TURN // step - 1, BODIES) * step
    bodies["half_length"] = some(1, size, BODIES)
    bodies["half_width"] = some(1, size, BODIES)
    pool = _polygons(rng, 4 * size, 500)
    polygons = pool[some(0, len(pool) - 1, POLYGONS)]
    dx, dy = some(-spread, spread, POLYGONS), some(-spread, spread, POLYGONS)
    polygons["middle_x"] += dx
    polygons["middle_y"] += dy
    is_corner = np.arange(8) < polygons["corners"][..., None]
    polygons["xs"] += dx[..., None] * is_corner
    polygons["ys"] += dy[..., None] * is_corner
    scenes["polygons"] = polygons
    gate = scenes["gate"]
    for name in ("left_x", "left_y", "right_x", "right_y"):
        gate[name] = some(-spread, spread)
    scenes["table"]["width"], scenes["table"]["depth"] = some(1, spread), some(1, spread)
    scenes["edge"] = some(FRONT, LEFT)
    scenes["spread"] = np.minimum(some(0, QUARTER // step) * step, QUARTER)
    scenes["ranging"] = some(0, spread)
    path = scenes["path"]
    path["lead"] = some(-1, 1) * bodies["half_length"][:, 0]
    path["count"] = some(1, 3)
    legs = path["legs"]
    kinds = some(STRAIGHT, SLIDE, 8) * (np.arange(8) < path["count"][:, None])
    legs["kind"] = kinds
    turns = np.where(some(0, 1, 8), 1, -1) * some(DEGREE, 2 * QUARTER, 8)
    legs["turn"] = np.where(kinds == STRAIGHT, 0, turns)
    legs["length"] = some(1, spread, 8) * np.where(some(0, 3, 8), 1, -1)
    legs["length"] *= (np.arange(8) < path["count"][:, None]) & ((kinds != SLIDE) | some(0, 1, 8))
    arcs = kinds == ARC
    legs["radius"][arcs] = list(map(radius_of, legs["length"][arcs].tolist(), turns[arcs].tolist()))
    legs["bearing"] = np.where(kinds == SLIDE, some(-QUARTER, QUARTER, 8), 0)
    assert (ARC, SLIDE) == (1, 2)
    return scenes


def table_scenes(seed: int, count: int) -> NDArray[Any]:
    """As on a table: karts and things in half a metre, in µm, looking anywhere."""
    return make_scenes(seed, count, spread=250_000, size=50_000, step=1)


def vast_scenes(seed: int, count: int) -> NDArray[Any]:
    """As large as it gets: corners up to the limit, paths beyond it, bodies a metre long."""
    assert LIMIT > 2**21 + 2**19
    assert LARGEST >= 2**18
    return make_scenes(seed, count, spread=2**21, size=2**18, step=1)


def tight_scenes(seed: int, count: int) -> NDArray[Any]:
    """On a coarse grid, looking in eighths of a turn: much touches, much is in line."""
    return make_scenes(seed, count, spread=12, size=6, step=QUARTER // 2)
