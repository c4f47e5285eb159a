"""Where a movement would lead, as the rules find it, without dice: its way, its end, what it meets.

Nothing is changed: paths and bodies are copies.
"""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.match import Ask, Match
from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.gates import first_crossing
from wreckoning.geometry.paths import Path, stand_at, travel_of
from wreckoning.rulesets.kart.numbers import Way as Ways
from wreckoning.rulesets.kart.questions import (
    MOST_SPIN_STEPS,
    STEP,
    WAYS,
    Question,
)
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, MEDIUM, Race
from wreckoning.rulesets.kart.rules.contacts import (
    NOTHING,
    SOLID,
    absent_bills,
    absent_of,
    first_met,
    free_of_touched,
    gone_solids,
    touched_bills,
    touched_karts,
    touched_solids,
    touches,
)
from wreckoning.rulesets.kart.rules.line import is_on_road, is_way_on_road
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, lay, lay_spin
from wreckoning.rulesets.kart.rules.things import on_the_way, taken

DEGREE = 100
Pose = tuple[int, int, int]
LAID = (Question.MANOEUVRE, Question.CHOSEN_FOR)  # its options are templates
PLACED = (Question.SKID_DICE, Question.PUSH, Question.SHIFT)  # one lies there already


@dataclass(frozen=True)
class Way:
    """A movement: its path from a body, how far it comes, and what it meets."""

    path: Path
    body: Body  # where it starts
    length: int  # of the whole path
    come: int  # so far
    kind: int  # of what stops it: NOTHING, KART, BILL, SOLID, EDGE
    index: int
    boost: int
    broken: tuple[int, ...]  # mushrooms on the way
    banana: int
    box: int
    gate: bool  # the next one is crossed
    on_road: bool  # at its end
    wholly_on_road: bool  # all of it, as its template lies

    def at(self, come: int) -> Pose:
        """Where the body is then."""
        return stand_at(self.path, self.body, come)

    @property
    def end(self) -> Pose:
        """Where it would stand."""
        return self.at(self.come)


def way_of(match: Match, ask: Ask, option: int) -> Way | None:
    """The movement that an option leads to; None if it moves nothing."""
    race: Race = match.race
    question = Question[ask.question.upper()]
    seat = ask.subject if question == Question.CHOSEN_FOR else ask.by
    body, path, boosts = race.bodies[seat], Path(), True
    if question in LAID:
        lay(race, path, body, option)
    elif question in PLACED:
        lay(race, path, body, race.manoeuvre)
    elif question == Question.USE and option and ask.subject != 0:
        lay(race, path, body, WAYS * MEDIUM + Ways.AHEAD)
    elif question == Question.SLIDE:
        path = race.path.copy()
        add_slide_leg(race, path, ask.subject, option)
    elif question == Question.FORCED:
        path = race.path.copy()
        add_template(race, path, option)
    elif question == Question.SPIN and option != MOST_SPIN_STEPS:
        lay_spin(path, STEP * DEGREE * (option - MOST_SPIN_STEPS))
        boosts = False
    else:
        return None
    return along(race, seat, path, boosts)


def along(race: Race, seat: int, path: Path, boosts: bool = True) -> Way:
    """A kart along a path, up to what stops it (G14, G18)."""
    body, me, course = race.bodies[seat].copy(), 1 << seat, race.course
    length = travel_of(path)
    karts = touched_karts(race, body, me)
    bills, solids = touched_bills(race, body), touched_solids(race, body)
    limit, boost = length, NOBODY
    if boosts and course.boost_count:
        limit, boost = _boost(race, path, body, length)
    ignored = solids | gone_solids(race)
    broken: list[int] = []
    while True:
        come, kind, index = first_met(
            race, path, body, karts | me, bills | absent_bills(race), ignored, limit
        )
        if kind != SOLID or course.solid_kind[index] != DESTRUCTIBLE:
            break
        broken.append(index)
        ignored |= 1 << index
    come = free_of_touched(race, path, body, karts, bills, solids, come)
    there = body.copy()
    there.x, there.y, there.heading = stand_at(path, body, come)
    boxes = taken(race.box_round, race.rounds, course.box_count)
    return Way(
        path,
        body,
        length,
        come,
        kind,
        index,
        boost if kind == NOTHING else NOBODY,
        tuple(broken),
        on_the_way(
            path, body, race.bananas, len(race.bananas), absent_of(race.banana_owners), come
        ),
        on_the_way(path, body, course.boxes, course.box_count, boxes, come),
        first_crossing(path, body, course.gates[race.karts[seat].gate], come) >= 0,
        is_on_road(race, there),
        is_way_on_road(race, path, body, length),
    )


def _boost(race: Race, path: Path, body: Body, limit: int) -> tuple[int, int]:
    """The first boost on the way that the kart does not stand on already."""
    course, ignored = race.course, 0
    for number in range(course.boost_count):
        if touches(body, course.boosts[number]):
            ignored |= 1 << number
    return first_contact(path, body, course.boosts, course.boost_count, ignored, limit)
