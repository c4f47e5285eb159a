"""Find the movement that an option leads to, by the rules, without dice; and word its contacts.

Nothing is changed: paths and bodies are copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.asks import Ask
from wreckoning.core.ids import as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import several
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.meeting import edges_met
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.events import Edge, Orientation
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.numbers import Template, Way
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS, STEP, WAYS, Question
from wreckoning.rulesets.kart.race import Obstruction, Race
from wreckoning.rulesets.kart.rules.contacts import Contact
from wreckoning.rulesets.kart.rules.ghost import Ghost, ghost
from wreckoning.rulesets.kart.rules.line import is_on_road
from wreckoning.rulesets.kart.rules.orientation import orientation_of
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, lay, lay_spin
from wreckoning.rulesets.kart.view.words import EDGES, OBSTRUCTIONS, ORIENTATIONS

DEGREE = 100
LAID = (Question.MANOEUVRE, Question.CHOSEN_FOR)  # its options are templates
PLACED = (Question.SKID_DICE, Question.PUSH, Question.SHIFT)  # one lies there already


# The last question, and the ways found for its options: words and picture ask for the
# same one. A race makes new questions whenever it goes on: they are compared as objects.
_Known = tuple[Ask, Race, dict[int, Ghost | None]]
_latest: list[_Known] = []


def way_of(match: Match, ask: Ask, option: int) -> Ghost | None:
    """The movement of an option; None if it moves nothing."""
    race: Race = match.race
    known = _latest[0] if _latest else None
    if known is None or known[0] is not ask or known[1] is not race:
        known = (ask, race, {})
        _latest[:] = [known]
    ways = known[2]
    if option not in ways:
        ways[option] = _find(race, ask, option)
    return ways[option]


def _find(race: Race, ask: Ask, option: int) -> Ghost | None:
    question = Question[ask.question.upper()]
    seat = as_seat(ask.subject) if question == Question.CHOSEN_FOR else ask.by
    body, path, boosts = race.bodies[seat], Path(), True
    if question in LAID:
        lay(race, path, body, option)
    elif question in PLACED:
        lay(race, path, body, race.manoeuvre)
    elif question == Question.USE and option and ask.subject != 0:
        lay(race, path, body, WAYS * Template.MEDIUM + Way.AHEAD)
    elif question == Question.SLIDE:
        path = race.path.copy()
        add_slide_leg(race, path, ask.subject, option)
    elif question == Question.FORCED:
        path = race.path.copy()
        add_template(race, path, body, option)
    elif question == Question.SPIN and option != MOST_SPIN_STEPS:
        lay_spin(path, STEP * DEGREE * (option - MOST_SPIN_STEPS))
        boosts = False
    else:
        return None
    return ghost(race, seat, path, boosts)


def _body_at_end(way: Ghost) -> Body:
    """The kart at the place where it would stand."""
    body: Body = way.body.copy()
    body.x, body.y, body.heading = way.end
    return body


def way_words(match: Match, way: Ghost) -> Iterator[str]:
    """`through the next gate`, `onto a boost`, `into Bob: front against right side, a T-bone`."""
    race: Race = match.race
    if way.gate:
        yield "through the next gate"
    if way.broken:
        yield f"through {several(len(way.broken), 'mushroom')}"
    if way.box != NOBODY:
        yield "over an item box"
    if way.coins:
        yield "over a coin" if way.coins == 1 else f"over {several(way.coins, 'coin')}"
    if way.banana != NOBODY:
        yield "over a banana"
    if way.boost != NOBODY:
        yield "onto a boost"
    if way.kind == Contact.KART:
        yield f"into {match.names[way.index]}: {_meeting(race.bodies[way.index], way)}"
    elif way.kind == Contact.BILL:
        yield f"into a Bullet Bill: {_meeting(race.bills[way.index], way)}"
    elif way.kind == Contact.SOLID:
        yield f"into {OBSTRUCTIONS[Obstruction(race.course.solid_kind[way.index])]}: head-on"
    elif way.kind == Contact.EDGE:
        yield "over the table's edge: a collision, head-on"
    if not way.on_road and is_on_road(race, way.body):
        yield "off the road: +1 hazard"


def _meeting(other: Body, way: Ghost) -> str:
    edge, other_edge = edges_met(_body_at_end(way), other)
    orientation = Orientation(orientation_of(edge, other_edge))
    own, theirs = EDGES[Edge(edge)], EDGES[Edge(other_edge)]
    return f"{own} against {theirs}, {ORIENTATIONS[orientation]}"


def way_rules(way: Ghost) -> tuple[str, ...]:
    """The rules that apply to its contacts."""
    found = {
        "E16": way.gate,
        "G23": bool(way.broken) or way.kind == Contact.SOLID,
        "E15": way.box != NOBODY or way.banana != NOBODY,
        "E21": way.coins > 0,
        "G27": way.boost != NOBODY,
        "G20": way.kind == Contact.KART,
        "G24": way.kind == Contact.BILL,
        "E17": way.kind == Contact.EDGE,
        "G16": not way.on_road,
    }
    return tuple(rule for rule, holds in found.items() if holds)
