"""Check a position of Kart Edition, and complete what a partial position leaves open.

`given` holds the places that the position itself sets: ("karts", 0, "gear"). The rest follows:

- karts without a place stand on the grid, in the order of their seats;
- where a position says which phase it is: pole position is the first seat's, the gear phase is
  the first, and who is before the active kart has activated already;
- bananas and Bullet Bills that have an owner have their usual size.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.play.position import Place, check_extra
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import TURN
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.overlap import bodies_overlap, is_on_table, overlapping_polygons
from wreckoning.rulesets.kart.cards import footprint
from wreckoning.rulesets.kart.course_check import solid_words
from wreckoning.rulesets.kart.numbers import Items
from wreckoning.rulesets.kart.race import (
    BODIES,
    DESTRUCTIBLE,
    GEARS,
    MAX_HANDLING,
    MM,
    PIECES,
    Item,
    Kart,
    Phase,
    Race,
)
from wreckoning.rulesets.kart.rules.attacking import BANANA_HALF
from wreckoning.rulesets.kart.rules.contacts import gone_solids
from wreckoning.rulesets.kart.rules.ghost import is_manoeuvre
from wreckoning.rulesets.kart.rules.manoeuvres import STAR_LASTS
from wreckoning.rulesets.kart.rules.order import active_seat

MOST = 10_000  # of rounds, hazards, coins and all that is only counted


def check_position(race: Race, given: Collection[Place] = ()) -> None:
    """Complete the position; raises Illegal if no race can reach it."""
    _check_phase(race, given)
    for seat in seat_range(race.racers):
        _check_kart(race, race.karts[seat])
        _check_place(race, seat)
    _check_slot(race)
    _check_things(race)
    _check_removed(race)
    _check_activated(race, given)
    _check_movement(race)


def _wrong(where: str, expected: str, found: object, rule: str) -> NoReturn:
    raise Illegal(f"position.{where}: expected {expected}, found {found}", rule)


def _within(where: str, value: int, low: int, high: int, rule: str) -> None:
    if not low <= value <= high:
        _wrong(where, f"{low} to {high}", value, rule)


def _is_open(name: str, given: Collection[Place]) -> bool:
    """Whether a position gives the race's phase but leaves this open."""
    return ("phase",) in given and (name,) not in given


def _check_phase(race: Race, given: Collection[Place]) -> None:
    """Check the round, the gear phase, and the active kart."""
    is_started = race.phase > Phase.ROUND
    _within("rounds", race.rounds, int(is_started), MOST, "G4")
    if race.pole == NOBODY and _is_open("pole", given) and race.phase != Phase.LOTS:
        race.pole = 0
    if (race.pole == NOBODY) != (race.phase == Phase.LOTS):
        expected = "nobody before the lots" if race.phase == Phase.LOTS else "a seat"
        _wrong("pole", expected, "none" if race.pole == NOBODY else "one", "E16")
    if race.rounds and race.gear_phase == 0 and _is_open("gear_phase", given):
        race.gear_phase = 1
    _within("gear_phase", race.gear_phase, int(race.rounds > 0), GEARS, "G4")
    _within("slot", race.slot, 0, race.racers - 1, "G4")
    if race.slot and not is_started:
        _wrong("slot", "0 between rounds", race.slot, "G4")


def _check_slot(race: Race) -> None:
    """Check that the active kart is in the gear of the phase or higher."""
    if race.phase == Phase.MANOEUVRE:
        kart = race.karts[active_seat(race)]
        if kart.gear < race.gear_phase:
            where = f"karts[{kart.seat}].gear"
            _wrong(where, f"{race.gear_phase} or more in this gear phase", kart.gear, "G4")


def _check_kart(race: Race, kart: Kart) -> None:
    """Check gear, gates and items; no kart is home or placed before the end."""
    where, course = f"karts[{kart.seat}]", race.course
    check_extra(kart, f"position.{where}", "E26")
    for field in type(kart).fields:
        if field.between is None:
            _within(f"{where}.{field.name}", getattr(kart, field.name), 0, MOST, "G4")
    _within(f"{where}.gear", kart.gear, 1, kart.max_gear, "E1")
    _within(f"{where}.gate", kart.gate, 0, course.gate_count - 1, "E16")
    _within(f"{where}.star", kart.star, 0, STAR_LASTS, "E15")
    items = race.switches.items
    if items == Items.NONE and kart.holds != Item.NONE:
        _wrong(f"{where}.holds", "nothing: there are no items", _item(kart), "E15")
    if items == Items.SHELLS and kart.holds not in (Item.NONE, Item.SHELL):
        _wrong(f"{where}.holds", "nothing or a shell", _item(kart), "E15")
    if race.phase == Phase.OVER:
        return
    _within(f"{where}.lap", kart.lap, 0, course.laps - 1, "E16")
    if kart.place or kart.finish_round:
        _wrong(where, "nobody home or placed before the race is over", "a place", "E16")


def _item(kart: Kart) -> str:
    return Item(kart.holds).name.lower()


def _check_place(race: Race, seat: SeatIndex) -> None:
    """Check that a kart has its size, and stands free on the table."""
    body, where = race.bodies[seat], f"bodies[{seat}]"
    length, width = footprint()
    if (body.half_length, body.half_width) != (length // 2, width // 2):
        size = f"{length // MM} × {width // MM} mm"
        found = f"{2 * body.half_length // MM} × {2 * body.half_width // MM}"
        _wrong(where, f"a kart's size, {size}", found, "E3")
    _within(f"{where}.heading", body.heading, 0, TURN - 1, "E3")
    if not is_on_table(body, race.course.table):
        _wrong(where, "a place on the table", _at(body), "E17")
    for other in range(seat):
        if bodies_overlap(body, race.bodies[other]):
            _wrong(where, "a free place", f"{_at(body)}, where bodies[{other}] stands", "G18")
    course = race.course
    if hit := overlapping_polygons(body, course.solids, course.solid_count, gone_solids(race)):
        thing = solid_words(course, hit.bit_length() - 1)
        _wrong(where, "a free place", f"{_at(body)}, where {thing} stands", "G23")


def _at(body: Body) -> str:
    return f"({body.x / MM:.1f}, {body.y / MM:.1f})"


def _check_things(race: Race) -> None:
    """Check that bananas and Bullet Bills are given in full or not at all."""
    length, width = footprint()
    _check_owned(race, "bananas", race.bananas, race.banana_owners, (BANANA_HALF, BANANA_HALF))
    _check_owned(race, "bills", race.bills, race.bill_owners, (length // 2, width // 2))
    for name in ("box_round", "coin_round"):
        for index, taken in enumerate(getattr(race, name)):
            _within(f"{name}[{index}]", taken, 0, race.rounds, "E15")


def _check_owned(
    race: Race, name: str, bodies: list[Body], owners: list[SeatIndex], size: tuple[int, int]
) -> None:
    for index in range(BODIES):
        body, where = bodies[index], f"{name}[{index}]"
        if owners[index] == NOBODY:
            if any(getattr(body, field.name) for field in Body.fields):
                _wrong(where, "an owner for what is on the table", "nobody", "E15")
            continue
        if (body.half_length, body.half_width) == (0, 0):
            body.half_length, body.half_width = size
        if (body.half_length, body.half_width) != size:
            _wrong(where, f"half its size, {size}", (body.half_length, body.half_width), "E15")
        _within(f"{where}.heading", body.heading, 0, TURN - 1, "E15")
        if not is_on_table(body, race.course.table):
            _wrong(where, "a place on the table", _at(body), "E17")


def _check_removed(race: Race) -> None:
    """Check that only destructible obstructions are removed."""
    for index in range(PIECES):
        if race.gone[index] and race.course.solid_kind[index] != DESTRUCTIBLE:
            _wrong(f"gone[{index}]", "only destructible obstructions removed", "another", "G23")


def _check_activated(race: Race, given: Collection[Place]) -> None:
    """Karts before the active one in this phase have activated, unless the position differs."""
    if not Phase.ROUND < race.phase < Phase.OVER or ("phase",) not in given:
        return
    for slot in range(race.racers):
        kart = race.karts[(race.pole + slot) % race.racers]
        if ("karts", kart.seat, "activated") in given:
            continue
        is_past = slot < race.slot and kart.gear >= race.gear_phase
        is_under_way = slot == race.slot and race.phase != Phase.MANOEUVRE
        kart.activated = int(is_past or is_under_way)


def _check_movement(race: Race) -> None:
    """Check the figures of a movement under way."""
    is_moving = race.phase in (Phase.SKID, Phase.DRIVE)
    if not is_moving and race.manoeuvre:
        _wrong("manoeuvre", "0 but for the skid and drive phases", race.manoeuvre, "G7")
    if is_moving and not is_manoeuvre(race, race.manoeuvre):
        _wrong("manoeuvre", "10 · template + way", race.manoeuvre, "G7")
    most = MAX_HANDLING if race.phase == Phase.DRIVE else 0
    _within("slides", race.slides, 0, most, "G13")
    _within("spins", race.spins, 0, most, "G15")
