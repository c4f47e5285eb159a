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
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import SIDES, Attack, Question
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.attacking import BANANA_HALF, GAP
from wreckoning.rulesets.kart.rules.contacts import Contact
from wreckoning.rulesets.kart.rules.ghost import Ghost
from wreckoning.rulesets.kart.view.layout import box_of, corners_of, length, plan, point_of, spot_of
from wreckoning.rulesets.kart.view.options import may_look
from wreckoning.rulesets.kart.view.pools import clash_of
from wreckoning.rulesets.kart.view.shapes import (
    STOPPED,
    arc_shape,
    sight_lines,
    stop_shapes,
    template_shapes,
)
from wreckoning.rulesets.kart.view.symbols import BANANA, kart_symbol_name
from wreckoning.rulesets.kart.view.things import banana_key, bill_key, kart_key, solid_key
from wreckoning.rulesets.kart.view.ways import way_of
from wreckoning.show import pen
from wreckoning.show.pieces import placed

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
