"""Where a template would lead, without dice: what the table shows in practice (G7).

It changes nothing, so that it may be asked for any kart at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.gates import first_crossing
from wreckoning.geometry.paths import Path, drive, travel_of
from wreckoning.rulesets.kart.numbers import Way
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import CHOICES, DESTRUCTIBLE, Race
from wreckoning.rulesets.kart.rules.contacts import (
    BILL,
    EDGE,
    KART,
    NOTHING,
    SOLID,
    absent_bills,
    first_met,
    free_of_touched,
    gone_solids,
    touched_bills,
    touched_karts,
    touched_solids,
    touches,
)
from wreckoning.rulesets.kart.rules.line import is_on_road, is_way_on_road
from wreckoning.rulesets.kart.rules.paths import lay, standing_of

HITS = {NOTHING: "", KART: "kart", BILL: "bullet_bill", SOLID: "obstruction", EDGE: "edge"}


@dataclass(frozen=True)
class Ghost:
    """Where a kart would stand at the end of a movement, and what it would meet first."""

    x: int
    y: int
    heading: int
    way: int  # how far it would come, of …
    length: int  # … the whole path
    standing: int  # of the template in the gear (a Standing)
    hits: str  # "", "kart", "bullet_bill", "obstruction", "edge" or "boost"
    index: int  # which of them; NOBODY for none and for the edge
    broken: tuple[int, ...]  # destructible obstructions on the way
    is_on_road: bool  # at the end
    pushes_free: bool  # Push It without its hazard (G17)
    crosses_gate: bool  # the next one


@table_rule("G7", "G14")
def ghost(race: Race, seat: int, manoeuvre: int) -> Ghost:
    """A kart's movement along a manoeuvre's template, up to the first contact or boost."""
    if not is_manoeuvre(race, manoeuvre):
        raise ValueError(f"no manoeuvre {manoeuvre}")
    body, path, me = race.bodies[seat].copy(), Path(), 1 << seat
    lay(race, path, body, manoeuvre)
    length = travel_of(path)
    karts = touched_karts(race, body, me)
    bills, solids = touched_bills(race, body), touched_solids(race, body)
    limit, boost = _first_boost(race, path, seat, length)
    ignored, broken = solids | gone_solids(race), []
    while True:
        way, kind, index = first_met(
            race, path, body, karts | me, bills | absent_bills(race), ignored, limit
        )
        if kind != SOLID or race.course.solid_kind[index] != DESTRUCTIBLE:
            break
        broken.append(index)
        ignored |= 1 << index
    way = free_of_touched(race, path, body, karts, bills, solids, way)
    hits = HITS[kind]
    if kind == NOTHING and boost != NOBODY:
        hits, index = "boost", boost
    gate = race.course.gates[race.karts[seat].gate]
    crosses = first_crossing(path, body, gate, way) >= 0
    pushes_free = is_way_on_road(race, path, body, length)
    drive(path, body, way)
    return Ghost(
        body.x,
        body.y,
        body.heading,
        way,
        length,
        standing_of(race, race.karts[seat].gear, manoeuvre),
        hits,
        index,
        tuple(broken),
        is_on_road(race, body),
        pushes_free,
        crosses,
    )


def is_manoeuvre(race: Race, manoeuvre: int) -> bool:
    """Is this the number of a template and a way it can be laid?"""
    template, way = divmod(manoeuvre, WAYS)
    if not 0 <= template < CHOICES or way > Way.REVERSE:
        return False
    return bool(race.templates[template].two_sided) == (way in (Way.LEFT, Way.RIGHT))


def _first_boost(race: Race, path: Path, seat: int, limit: int) -> tuple[int, int]:
    """The first boost on the way that the kart does not stand on already."""
    body, course, ignored = race.bodies[seat], race.course, 0
    for i in range(course.boost_count):
        if touches(body, course.boosts[i]):
            ignored |= 1 << i
    return first_contact(path, body, course.boosts, course.boost_count, ignored, limit)
