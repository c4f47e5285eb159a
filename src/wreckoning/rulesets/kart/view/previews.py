"""Preview an option on the board: the template, the kart at its end, what it would hit.

It shows the intention, not the outcome: nothing is rolled here. By the book nothing is measured
before a template is chosen (G7): then the preview shows only what already lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece, Preview, Shape
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import FRONT, REAR, Body
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import SIDES, Attack, Question
from wreckoning.rulesets.kart.race import Race, Shells
from wreckoning.rulesets.kart.rules.attacking import BANANA_HALF, GAP
from wreckoning.rulesets.kart.rules.contacts import Contact
from wreckoning.rulesets.kart.rules.ghost import Ghost
from wreckoning.rulesets.kart.rules.paths import is_spin
from wreckoning.rulesets.kart.templates import template_width
from wreckoning.rulesets.kart.view.layout import box_of, corners_of, length, plan, point_of, spot_of
from wreckoning.rulesets.kart.view.options import may_look
from wreckoning.rulesets.kart.view.pools import clash_of
from wreckoning.rulesets.kart.view.symbols import BANANA, kart_symbol_name
from wreckoning.rulesets.kart.view.things import banana_key, bill_key, kart_key, solid_key
from wreckoning.rulesets.kart.view.ways import way_of
from wreckoning.show import pen
from wreckoning.show.pieces import placed

SAMPLES = 22  # points along a template
FREE, STOPPED, OPEN, ROAD = "outline:good", "outline:bad", "outline:light", "outline:item"
MARK = 7.0  # half the cross where it stops


def _traced(way: Ghost, come: int) -> complex:
    """The way of the kart's middle along the driven part of the path."""
    x, y, _ = way.at(come)
    return point_of(x, y)


def _line(way: Ghost, begins: int, ends: int) -> list[complex]:
    return [_traced(way, begins + (ends - begins) * n // SAMPLES) for n in range(SAMPLES + 1)]


def _band(points: list[complex], half: float) -> list[complex]:
    """A band on both sides of a line."""
    left, right = [], []
    for before, here, after in zip(
        [points[0], *points], points, [*points[1:], points[-1]], strict=False
    ):
        along = after - before
        aside = 1j * along / abs(along) * half if along else 0j
        left.append(here - aside)
        right.append(here + aside)
    return [*left, *reversed(right)]


def laid_from(way: Ghost) -> int:
    """The distance from a kart's middle to the template."""
    return min(abs(way.path.legs[0].length), way.length)


def template_shapes(way: Ghost) -> tuple[Shape, ...]:
    """The template at its true width, the way along its middle, and where it stops short."""
    if is_spin(way.path):
        return ()
    begins, ends = laid_from(way), way.length - way.body.half_length
    laid = _line(way, begins, ends)
    band = pen.line(_band(laid, length(template_width()) / 2), True)
    stops = way.kind != 0
    # All of it driven: straight up to the template, along its middle, and straight on.
    whole = [_traced(way, 0), *laid, _traced(way, way.length)]
    driven = whole if way.come == way.length else _line(way, 0, way.come)
    line = pen.line(driven)
    shapes = [Shape(band, OPEN, 1.6), Shape(line, STOPPED if stops else FREE, 3.0)]
    if way.come < way.length:
        rest = pen.dashes(_line(way, way.come, way.length), 4, 4)
        shapes.append(Shape(rest, OPEN, 1.4))
    return tuple(shapes)


def stop_shapes(way: Ghost) -> tuple[Shape, ...]:
    """A cross in front of the kart where something stops it."""
    if way.kind == 0:
        return ()
    x, y, heading = way.end
    ahead = pen.unit(heading / DEGREE)
    front = point_of(x, y) + ahead * length(way.body.half_length) * (
        1 if way.path.legs[0].length >= 0 else -1
    )
    return (Shape(pen.cross(front, MARK), STOPPED, 3.4),)


def arc_shape(body: Body, edge: int, shells: Shells) -> Shape:
    """The area that a Shell can reach from an edge (E14)."""
    centre, heading = spot_of(body)
    ahead = pen.unit(heading + (0 if edge == FRONT else 180))
    long, wide = length(body.half_length), length(body.half_width)
    reach, spread = length(shells.reach), shells.spread / DEGREE
    corners = [centre + ahead * (long - wide * 1j), centre + ahead * (long + wide * 1j)]
    points = [corners[0]]
    points += [
        corner + ahead * pen.unit(turn) * reach
        for corner, turns in (
            (corners[0], (-spread, -spread * 2 / 3, -spread / 3, 0.0)),
            (corners[1], (0.0, spread / 3, spread * 2 / 3, spread)),
        )
        for turn in turns
    ]
    points.append(corners[1])
    return Shape(pen.line(points, True), ROAD, 1.6)


def sight_lines(body: Body, edge: int, target: Body) -> Shape:
    """From the middle of the firing edge to the target's centre and corners."""
    from_, heading = spot_of(body)
    from_ += pen.unit(heading) * length(body.half_length) * (1 if edge == FRONT else -1)
    there, heading = spot_of(target)
    ahead, long, wide = pen.unit(heading), length(target.half_length), length(target.half_width)
    ends = [there + ahead * complex(x * long, y * wide) for x in (-1, 1) for y in (-1, 1)]
    lines = "".join(pen.dashes([from_, end], 5, 4) for end in [there, *ends])
    return Shape(lines, STOPPED, 1.4)


NOTHING = Preview()
THICK = 3.2


def preview(match: Match, ask: Ask, index: int) -> Preview:
    """The preview of the option at this index of `ask.options`."""
    if ask.is_dice:
        return NOTHING
    question, option = Question[ask.question.upper()], ask.options[index]
    if question == Question.DECLARE:
        return _clash(match, ask)
    if question == Question.ATTACK:
        return _attack(match, ask, option)
    if not may_look(match, question):
        return NOTHING
    way = way_of(match, ask, option)
    seat = as_seat(ask.subject) if question == Question.CHOSEN_FOR else ask.by
    return NOTHING if way is None else _movement(match, seat, way)


# --- movements


def _movement(match: Match, seat: SeatIndex, way: Ghost) -> Preview:
    shapes = (*template_shapes(way), *_hit(match, way), *stop_shapes(way))
    return Preview((_ghost(match, seat, way),), shapes, tuple(_targets(way)))


def _ghost(match: Match, seat: SeatIndex, way: Ghost) -> Piece:
    """The kart at the place where it would be."""
    x, y, heading = way.end
    symbol = kart_symbol_name(match.race.karts[seat].weight)
    spot = point_of(x, y), heading / DEGREE % 360
    about = f"{match.names[seat]}, where the movement would end"
    return placed(f"ghost:{seat}", symbol, spot, seat, "", about, faint=True)


def _targets(way: Ghost) -> Iterator[str]:
    """The pieces that the movement would meet."""
    if way.kind == Contact.KART:
        yield kart_key(as_seat(way.index))
    if way.kind == Contact.BILL:
        yield bill_key(way.index)
    yield from (solid_key(number) for number in way.broken)
    if way.banana != NOBODY:
        yield banana_key(way.banana)
    if way.box != NOBODY:
        yield f"box:{way.box}"


def _hit(match: Match, way: Ghost) -> Iterator[Shape]:
    """Marks for the obstruction or table's edge that stops it, or the boost that takes it on."""
    race: Race = match.race
    if way.kind == Contact.SOLID:
        corners = corners_of(race.course.solids[way.index])
        yield Shape(pen.line(corners, True), STOPPED, THICK)
    if way.kind == Contact.EDGE:
        yield Shape(plan(match.course).table.path(), STOPPED, THICK)
    if way.boost != NOBODY:
        corners = box_of(race.course.boosts[way.boost])
        yield Shape(pen.line(corners, True), "outline:light", THICK)


# --- collisions and attacks


def _clash(match: Match, ask: Ask) -> Preview:
    clash = clash_of(match)
    return Preview(targets=(kart_key(clash.against(ask.by)),)) if clash else NOTHING


def _attack(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    body = race.bodies[ask.by]
    if option == Attack.PASS:
        return NOTHING
    if option >= Attack.BANANA:
        return _dropped(match, ask) if option == Attack.BANANA else NOTHING
    edge = REAR if option >= Attack.SHELL_BEHIND else FRONT
    target = as_seat(option % SIDES)
    lines = sight_lines(body, edge, race.bodies[target])
    return Preview((), (arc_shape(body, edge, match.race.shells), lines), (kart_key(target),))


def _dropped(match: Match, ask: Ask) -> Preview:
    """The banana behind the kart."""
    body = match.race.bodies[ask.by]
    point, heading = spot_of(body)
    behind = length(body.half_length + GAP + BANANA_HALF)
    spot = point - pen.unit(heading) * behind, heading
    return Preview((placed("ghost:banana", BANANA, spot, faint=True),))
