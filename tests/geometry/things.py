"""Bodies, paths and random ones of them, in the figures of a table with karts: µm."""

from __future__ import annotations

from hypothesis import strategies as st

from wreckoning.geometry.angles import QUARTER, TURN
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.check import fill_polygon
from wreckoning.geometry.curves import add_s_curve, arc_length
from wreckoning.geometry.paths import (
    Path,
    add_arc,
    add_mirrored,
    add_path,
    add_slide,
    add_straight,
    clear_path,
)
from wreckoning.geometry.polygons import Polygon

MM = 1000
HALF_LENGTH, HALF_WIDTH = 37_500, 16_000
LENGTH, WIDTH = 2 * HALF_LENGTH, 2 * HALF_WIDTH


def body_at(
    x: int, y: int, heading: int = 0, half_length: int = HALF_LENGTH, half_width: int = HALF_WIDTH
) -> Body:
    """A kart, 75 × 32 mm, unless said otherwise."""
    body = Body()
    body.half_length, body.half_width = half_length, half_width
    place(body, x, y, heading)
    return body


def polygon_of(*points: tuple[int, int]) -> Polygon:
    polygon = Polygon()
    fill_polygon(polygon, points, "test")
    return polygon


def straight(length: int) -> Path:
    """The centre drives straight on."""
    path = Path()
    add_straight(path, length)
    return path


def templates() -> list[Path]:
    """Straights, arcs to the left and to the right, S-curves, and one with a slide at its end."""
    made = []
    for length in (75, 135, 182):
        made.append(straight(length * MM))
    for length, turn in (
        (150 * MM, 3000),
        (140 * MM, 6000),
        (arc_length(65 * MM, QUARTER), QUARTER),
    ):
        arc = Path()
        add_arc(arc, length, turn)
        made.append(arc)
    for sideways in (35, 70):
        path = Path()
        add_s_curve(path, 150 * MM, sideways * MM)
        made.append(path)
    slide = Path()
    add_arc(slide, 140 * MM, 6000)
    add_slide(slide, 75 * MM, -4500, 3000)
    made.append(slide)
    mirrored = []
    for path in made[3:]:
        mirror = Path()
        add_mirrored(mirror, path)
        mirrored.append(mirror)
    return made + mirrored


def movement(body: Body, template: Path) -> Path:
    """A template laid on the middle of the front edge; the rear edge ends up on its far end."""
    path = Path()
    clear_path(path, body.half_length)
    add_straight(path, 2 * body.half_length)
    add_path(path, template)
    return path


places = st.integers(-400 * MM, 400 * MM)
headings = st.integers(0, TURN - 1) | st.sampled_from(range(0, TURN, 4500))
bodies = st.builds(
    body_at, places, places, headings, st.integers(5 * MM, 60 * MM), st.integers(5 * MM, 60 * MM)
)
paths = st.sampled_from(templates())
