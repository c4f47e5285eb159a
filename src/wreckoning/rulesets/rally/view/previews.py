"""Preview an option on the board: ways and ghosts, tests with their chances, arcs of fire.

It shows the intention, not the outcome: nothing is rolled here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece, Preview, Shape
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.paths import Path, stand_at, travel_of
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.rally.events import WRECKS
from wreckoning.rulesets.rally.forecast import Meeting
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.odds.spreads import after_roll, attack_odds
from wreckoning.rulesets.rally.questions import Pace, Question, Target
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    is_obstructed,
    target_pieces,
    targets,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.exploding import BLAST
from wreckoning.rulesets.rally.rules.losing_control import push_nudged, turn_nudged
from wreckoning.rulesets.rally.rules.plans import boost_way
from wreckoning.rulesets.rally.view.chances import behind, shot_explodes
from wreckoning.rulesets.rally.view.layout import plan
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.plans import (
    Look,
    look_along,
    look_at,
    meeting_chance,
    met_words,
    rule_of_meeting,
    straight_plan,
)
from wreckoning.rulesets.rally.view.scale import box_of, corners_of, length, point_of, spot_of
from wreckoning.rulesets.rally.view.shapes import (
    FREE,
    MET,
    OPEN,
    THICK,
    THIN,
    arc_shapes,
    cross,
    label_at,
    nose,
    outline,
    ring,
    way_shapes,
)
from wreckoning.rulesets.rally.view.things import terrain_key, vehicle_key, weapon_mounts
from wreckoning.rulesets.rally.view.vehicles import vehicle_symbol_name
from wreckoning.rulesets.rally.view.words import inches, short_inches
from wreckoning.show import pen
from wreckoning.show.pieces import placed

ABOVE = 34j  # where a chance stands, from the middle of what it is about


def show_target(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    vehicle = race.vehicles[race.active]
    weapon, body = weapon_of(race, vehicle, ask.subject), race.bodies[race.active]
    shapes = arc_shapes(body, weapon)
    if option == Target.PASS:
        return Preview((), shapes, tuple(_targets(race, vehicle, ask.subject)))
    if option >= Target.TERRAIN:
        return _at_terrain(race, vehicle, ask.subject, option - Target.TERRAIN, shapes)
    target = option - Target.VEHICLE
    obstructed = is_obstructed(race, vehicle, weapon, target)
    here, there = spot_of(body)[0], spot_of(race.bodies[target])[0]
    line = pen.dashes([here, there], 6, 5) if obstructed else pen.line([here, there])
    odds = attack_odds(race, vehicle.index, ask.subject, target)
    text = chance_words(odds.hurts if weapon.damage else odds.any_hit)
    what = "to cost it a hit point or more" if weapon.damage else "to hit it"
    about = f"The chance {what}: {vehicle_word(match, target)}"
    label = label_at(there - ABOVE, text, about, "W12")
    shapes = (*shapes, Shape(line, MET, THIN))
    return Preview((), shapes, (vehicle_key(target),), (label,))


def _targets(race: Race, vehicle: Vehicle, slot: int) -> Iterator[str]:
    """All possible targets of the weapon."""
    found, pieces = targets(race, vehicle, slot), target_pieces(race, vehicle, slot)
    yield from (vehicle_key(n) for n in range(race.vehicle_count) if found >> n & 1)
    yield from (terrain_key(n) for n in range(race.course.piece_count) if pieces >> n & 1)


def _at_terrain(
    race: Race, vehicle: Vehicle, slot: int, piece: int, shapes: tuple[Shape, ...]
) -> Preview:
    """A piece that may explode, and the reach of the explosion."""
    polygon = race.course.pieces[piece]
    chance = chance_words(shot_explodes(weapon_of(race, vehicle, slot).attacks))
    middle = point_of(polygon.middle_x, polygon.middle_y)
    blast = Shape(ring(corners_of(polygon), length(BLAST)), MET, THIN)
    line = Shape(pen.line([spot_of(race.bodies[vehicle.index])[0], middle]), MET, THIN)
    label = label_at(middle - ABOVE, chance, "The chance that a 12 explodes it", "W25")
    return Preview((), (*shapes, blast, line), (terrain_key(piece),), (label,))


def show_drop(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    vehicle = race.vehicles[race.active]
    weapon, body = weapon_of(race, vehicle, ask.subject), race.bodies[race.active]
    shapes = arc_shapes(body, weapon)
    if option == 0:
        return Preview((), shapes)
    labels, keys = [], []
    for target in behind(race, ask.subject):
        odds = attack_odds(race, race.active, ask.subject, target.index)
        race = after_roll(race, race.active, Question.SKILL_DIE)
        at = spot_of(race.bodies[target.index])[0] - ABOVE
        about = f"The chance to hit it: {vehicle_word(match, target.index)}"
        labels.append(label_at(at, chance_words(odds.any_hit), about, "W28"))
        keys.append(vehicle_key(target.index))
    return Preview((), shapes, tuple(keys), tuple(labels))


NOTHING = Preview()

Shower = Callable[[Match, Ask, int], Preview]


def preview(match: Match, ask: Ask, index: int) -> Preview:
    """The preview of the option at this index of `ask.options`."""
    if ask.is_dice:
        return NOTHING
    return SHOWERS[Question[ask.question.upper()]](match, ask, ask.options[index])


def _ghost(match: Match, vehicle: Vehicle, x: int, y: int, heading: int) -> Piece:
    """The vehicle at the place where it would be."""
    race: Race = match.race
    symbol = vehicle_symbol_name(race.builds[vehicle.index].kind)
    about = f"{vehicle_word(match, vehicle.index)}, where it would be"
    return placed(
        f"ghost:{vehicle.index}",
        symbol,
        (point_of(x, y), heading / DEGREE % 360),
        vehicle.owner,
        "",
        about,
        faint=True,
        mounted=tuple(weapon_mounts(race, vehicle)),
    )


# --- setting up, and which vehicle


def _spot(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    course, vehicle = race.course, race.vehicles[ask.subject]
    x, y, heading = course.spot_x[option], course.spot_y[option], course.spot_heading[option]
    handle = nose(x, y, heading, race.bodies[ask.subject])
    return Preview((_ghost(match, vehicle, x, y, heading),), handle=handle)


def _vehicle(_: Match, __: Ask, option: int) -> Preview:
    return Preview(targets=(vehicle_key(option),))


def _nothing(_: Match, __: Ask, ___: int) -> Preview:
    return NOTHING


# --- moving


def _plan(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    vehicle = race.vehicles[ask.subject]
    look = look_at(match, vehicle, option)
    return _drawn(match, vehicle, look, travel_of(race.path))


def _boost(match: Match, ask: Ask, option: int) -> Preview:
    if option == 0:
        return NOTHING
    race: Race = match.race
    vehicle = race.vehicles[ask.subject]
    look = look_along(match, vehicle, straight_plan(boost_way(race, vehicle)), True)
    return replace(_drawn(match, vehicle, look, 0), handle=None)


def _drawn(match: Match, vehicle: Vehicle, look: Look, planned: int) -> Preview:
    """A plan over the board: its way, the vehicle at its end, its contacts with their chances."""
    race: Race = match.race
    body, ahead = race.bodies[vehicle.index], look.ahead
    come = ahead.meetings[-1].distance if _is_stopped(look) else travel_of(look.path)
    paint = MET if ahead.meetings or not ahead.may_end else FREE
    shapes = [*way_shapes(look.path, body, planned, come, paint)]
    labels = []
    for meeting in ahead.meetings:
        shapes += _met(match, meeting)
        chance = chance_words(meeting_chance(race, vehicle, meeting, ahead.meetings[0]))
        about = f"Here it {met_words(match, vehicle, meeting, ahead.meetings[0])}"
        rule = rule_of_meeting(race, meeting)
        labels.append(label_at(point_of(meeting.pose[0], meeting.pose[1]), chance, about, rule))
    if ahead.gates and vehicle.gate < race.course.gate_count:
        gate = race.course.gates[vehicle.gate]
        ends = [point_of(gate.left_x, gate.left_y), point_of(gate.right_x, gate.right_y)]
        shapes.append(Shape(pen.line(ends), FREE, 2 * THICK))
    keys = tuple(key for meeting in ahead.meetings if (key := _key(meeting)))
    handle = nose(*ahead.pose, body)
    ghost = (_ghost(match, vehicle, *ahead.pose),) if look.path.count else ()
    return Preview(ghost, tuple(shapes), keys, tuple(labels), handle)


def _is_stopped(look: Look) -> bool:
    return bool(look.ahead.meetings) and look.ahead.meetings[-1].ends


def _key(meeting: Meeting) -> str:
    """The key of the piece that is met, if it is one."""
    if meeting.is_vehicle:
        return vehicle_key(meeting.which)
    if meeting.which == NOBODY:
        return ""
    if meeting.which >= WRECKS:
        return vehicle_key(meeting.which - WRECKS)
    return terrain_key(meeting.which)


def _met(match: Match, meeting: Meeting) -> Iterator[Shape]:
    """Marks for a contact and its place."""
    race: Race = match.race
    if not meeting.is_vehicle and 0 <= meeting.which < WRECKS:
        yield outline(corners_of(race.course.pieces[meeting.which]))
    if not meeting.is_vehicle and meeting.which == NOBODY:
        yield Shape(plan(match.course).table.path(), MET, THICK)
    yield cross(point_of(meeting.pose[0], meeting.pose[1]))


def _pace(match: Match, ask: Ask, option: int) -> Preview:
    """The reach of the movement straight ahead, as a preview."""
    if option == Pace.STAND:
        return NOTHING
    race: Race = match.race
    vehicle, body = race.vehicles[ask.subject], race.bodies[ask.subject]
    far = movement_of(race, vehicle, option)
    centre, heading = spot_of(body)
    ahead, aside = pen.unit(heading), pen.unit(heading + 90) * length(body.half_width)
    front = centre + ahead * length(body.half_length)
    end = _on_board(match, front, front + ahead * length(far))
    line = pen.dashes([front, end], 8, 6)
    bar = pen.line([end - aside, end + aside])
    shapes = (Shape(line, OPEN, THIN + 0.8), Shape(bar, FREE, THICK))
    about = f"As far as it gets straight ahead on open ground: {inches(far)}"
    label = label_at(end + ahead * 18, short_inches(far), about, "W14")
    return Preview((), shapes, (), (label,))


def _on_board(match: Match, start: complex, end: complex) -> complex:
    """The way from start to end as far as it is on the table."""
    table = plan(match.course).table
    share = 1.0
    for at, to, middle, size in (
        (start.real, end.real, table.x, table.width),
        (start.imag, end.imag, table.y, table.height),
    ):
        if to != at:
            limit = middle + size / 2 if to > at else middle - size / 2
            share = min(share, max(0.0, (limit - at) / (to - at)))
    return start + (end - start) * share


# --- nudging


def _nudged(match: Match, ask: Ask, fill: Callable[[Path, int], None], option: int) -> Preview:
    race: Race = match.race
    vehicle, body, path = race.vehicles[ask.subject], race.bodies[ask.subject], Path()
    fill(path, option)
    pose = stand_at(path, body, travel_of(path))
    handle = nose(*pose, body)
    here = outline(box_of(body), OPEN)
    return Preview((_ghost(match, vehicle, *pose),), (here,), (), (), handle)


def _nudge_turn(match: Match, ask: Ask, option: int) -> Preview:
    return _nudged(match, ask, turn_nudged, option)


def _nudge_move(match: Match, ask: Ask, option: int) -> Preview:
    return _nudged(match, ask, push_nudged, option)


SHOWERS: dict[Question, Shower] = {
    Question.SPOT: _spot,
    Question.PLACE: _nothing,
    Question.ACTIVATE: _vehicle,
    Question.BOOST: _boost,
    Question.PACE: _pace,
    Question.PLAN: _plan,
    Question.TARGET: show_target,
    Question.DROP: show_drop,
    Question.NUDGE_TURN: _nudge_turn,
    Question.NUDGE_MOVE: _nudge_move,
}


def grip_of(match: Match, ask: Ask) -> tuple[float, float] | None:
    """The place of the nose that is dragged to an option's handle: at the plan's end, or now.

    None if nothing is dragged.
    """
    race: Race = match.race
    question = Question[ask.question.upper()]
    if question not in (Question.PLAN, Question.NUDGE_MOVE, Question.NUDGE_TURN):
        return None
    body: Body = race.bodies[ask.subject]
    if question == Question.PLAN:
        return nose(*stand_at(race.path, body, travel_of(race.path)), body)
    return nose(body.x, body.y, body.heading, body)
