"""The end of a movement, without dice: the table shows it in practice (G7).

It changes nothing, so that it may be asked for any kart at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.gates import first_crossing
from wreckoning.geometry.paths import Path, drive, stand_at, travel_of
from wreckoning.rulesets.kart.numbers import Way
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import CHOICES, DESTRUCTIBLE, Race
from wreckoning.rulesets.kart.rules.contacts import (
    Contact,
    absent_bills,
    absent_of,
    first_met,
    gone_solids,
    touched_bills,
    touched_karts,
    touched_solids,
    touches,
    where_it_stops,
)
from wreckoning.rulesets.kart.rules.line import is_on_road, is_way_on_road
from wreckoning.rulesets.kart.rules.things import next_coin, on_the_way, taken

Pose = tuple[int, int, int]


@dataclass(frozen=True)
class Ghost:
    """A movement: its path from a body, the distance it comes, and its contacts."""

    path: Path
    body: Body  # where it starts
    length: int  # of the whole path
    come: int  # so far
    kind: int  # of what stops it: NOTHING, KART, BILL, SOLID, EDGE
    index: int
    boost: int  # the one that it ends at; NOBODY for none
    broken: tuple[int, ...]  # mushrooms on the way
    banana: int
    box: int
    coins: int  # how many
    gate: bool  # the next one is crossed
    on_road: bool  # at its end
    wholly_on_road: bool  # all of it, as its template lies: Push It without its hazard (G17)

    def at(self, come: int) -> Pose:
        """The body at a distance along the path."""
        return stand_at(self.path, self.body, come)

    @property
    def end(self) -> Pose:
        """The body at the end of the movement."""
        return self.at(self.come)


@table_rule("G7", "G14", "G18")
def ghost(race: Race, seat: SeatIndex, path: Path, boosts: bool = True) -> Ghost:
    """A kart along a path from where it stands, up to the first contact (and the first boost)."""
    body, me, course = race.bodies[seat].copy(), 1 << seat, race.course
    length = travel_of(path)
    karts = touched_karts(race, body, me)
    bills, solids = touched_bills(race, body), touched_solids(race, body)
    limit, boost = _first_boost(race, path, body, length) if boosts else (length, NOBODY)
    ignored = solids | gone_solids(race)
    broken: list[int] = []
    while True:
        come, kind, index = first_met(
            race, path, body, karts | me, bills | absent_bills(race), ignored, limit
        )
        if kind != Contact.SOLID or course.solid_kind[index] != DESTRUCTIBLE:
            break
        broken.append(index)
        ignored |= 1 << index
    come, kind, index, boost = where_it_stops(
        race, seat, path, body, (karts, bills, solids), (come, kind, index, boost)
    )
    there = body.copy()
    drive(path, there, come)
    bananas = absent_of(race.banana_owners)
    boxes = taken(race.box_round, race.rounds, course.box_count)
    return Ghost(
        path,
        body,
        length,
        come,
        kind,
        index,
        boost if kind == Contact.NOTHING else NOBODY,
        tuple(broken),
        on_the_way(path, body, race.bananas, len(race.bananas), bananas, come),
        on_the_way(path, body, course.boxes, course.box_count, boxes, come),
        _coins(race, path, body, come),
        first_crossing(path, body, course.gates[race.karts[seat].gate], come) >= 0,
        is_on_road(race, there),
        is_way_on_road(race, path, body),
    )


def _coins(race: Race, path: Path, body: Body, come: int) -> int:
    """The number of coins it would take. Those out of reach are not measured."""
    course, count = race.course, 0
    ignored = taken(race.coin_round, race.rounds, course.coin_count)
    reach = come + 2 * body.half_length
    for number in range(course.coin_count):
        coin = course.coins[number]
        if abs(coin.x - body.x) > reach or abs(coin.y - body.y) > reach:
            ignored |= 1 << number
    while (found := next_coin(race, path, body, ignored, come)) != NOBODY:
        ignored |= 1 << found
        count += 1
    return count


def is_manoeuvre(race: Race, manoeuvre: int) -> bool:
    """Is this the number of a template and a way it can be laid?"""
    template, way = divmod(manoeuvre, WAYS)
    if not 0 <= template < CHOICES or way > Way.REVERSE:
        return False
    return bool(race.templates[template].two_sided) == (way in (Way.LEFT, Way.RIGHT))


def _first_boost(race: Race, path: Path, body: Body, limit: int) -> tuple[int, int]:
    """The first boost on the way that the kart does not stand on already."""
    course, ignored = race.course, 0
    for number in range(course.boost_count):
        if touches(body, course.boosts[number]):
            ignored |= 1 << number
    return first_contact(path, body, course.boosts, course.boost_count, ignored, limit)
