"""Check a position of Rush 'n' Crush, and complete what a partial position leaves open.

`given` holds the places that the position itself sets: ("cars", 0, "square"). The rest follows:

- cars without a square stand on the grid, in the order of their seats; who has one is taken to
  have arrived after those before it;
- a car without Structure or with full Heat is a wreck; one that is home has a place;
- mines on the road are no longer in the car, and points used this turn no longer on the card;
- where a position says which phase it is: the first round, the order of the round from the
  progress, movement and lane changes from the speed, and both Activations.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import seat_range
from wreckoning.core.play.position import Place, check_extra
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rush.race import KINDS, Car, Phase, Race
from wreckoning.rulesets.rush.rules.equipment import ACTIVATIONS
from wreckoning.rulesets.rush.rules.standings import is_racing, settle_order, still_racing
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, UNLIMITED, white_dice
from wreckoning.rulesets.rush.spots import NEUTRAL, speed_of
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, square_name

MOST_ROUNDS = 10_000
FASTEST = 18
BEST_DIE = 6
POINTS = ("structure", "heat", "steering", "brake", "turbo", "mines")


def check_position(race: Race, given: Collection[Place] = ()) -> None:
    """Complete the position; raises Illegal if no race can reach it."""
    if _is_open("rounds", given) and race.phase > Phase.ROUND:
        race.rounds = max(race.rounds, 1)
    _check_counts(race)
    for seat in seat_range(race.racers):
        car = race.cars[seat]
        _check_points(car)
        check_extra(car, f"position.cars[{seat}]", "D26")
        _check_equipment(car)
        _complete_state(race, car, given)
        _check_gear(race, car)
    if race.phase != Phase.GRID:
        _complete_grid(race, given)
        for seat in seat_range(race.racers):
            _check_square(race, race.cars[seat])
    _complete_places(race, given)
    _check_mines(race)
    _check_minelayers(race, given)
    _check_phase(race, given)
    _check_turn(race, given)


def _wrong(where: str, expected: str, found: object, rule: str) -> NoReturn:
    raise Illegal(f"position.{where}: expected {expected}, found {found}", rule)


def _is_open(name: str, given: Collection[Place]) -> bool:
    """Whether a position gives the race's phase but leaves this open."""
    return ("phase",) in given and (name,) not in given


def _within(where: str, value: int, low: int, high: int, rule: str) -> None:
    if not low <= value <= high:
        _wrong(where, f"{low} to {high}", value, rule)


def _check_counts(race: Race) -> None:
    """Check numbers that only grow."""
    _within("rounds", race.rounds, int(race.phase > Phase.ROUND), MOST_ROUNDS, "N8")
    for name in ("moves", "home", "turbo_used", "brake_used"):
        _within(name, getattr(race, name), 0, 10**6, "N8")
    for seat in seat_range(race.racers):
        car = race.cars[seat]
        for field in type(car).fields:
            value = getattr(car, field.name)
            if not field.length and not field.record and not field.between and value < 0:
                _wrong(f"cars[{seat}].{field.name}", "0 or more", value, "N8")


def _check_points(car: Car) -> None:
    """Check that no points exceed those at the start, and that Heat is not beyond the skull."""
    for name in POINTS:
        most = getattr(car.figures, name)
        _within(f"cars[{car.seat}].{name}", getattr(car, name), 0, most, "N4")


def _check_equipment(car: Car) -> None:
    """Check that only the driver's own equipment is armed or was moved."""
    for equipment in range(KINDS):
        if (car.armed[equipment] or car.moved[equipment]) and not car.figures.has[equipment]:
            problem = "only equipment of its driver's armed"
            raise Illegal(f"position.cars[{car.seat}].armed: expected {problem}", "N2")


def _complete_state(race: Race, car: Car, given: Collection[Place]) -> None:
    """Complete each car's state: racing, home or destroyed; never two of them."""
    where = f"cars[{car.seat}]"
    is_done = car.structure == 0 or car.heat == car.figures.heat
    if is_done and car.wrecked_round == 0:
        if ("cars", car.seat, "wrecked_round") in given or car.finish_round:
            _wrong(where, "Structure left and Heat below the skull", "neither", "N3")
        car.wrecked_round = max(race.rounds, 1)
    if car.wrecked_round and car.finish_round:
        _wrong(where, "a car home or destroyed", "both", "D11")
    if car.finish_round:
        car.lap = race.course.laps
        if car.square != NOWHERE and ("cars", car.seat, "square") in given:
            _wrong(f"{where}.square", "none for a car that is home", square_name(car.square), "D11")
        car.square = NOWHERE
    elif car.lap >= race.course.laps:
        _wrong(f"{where}.lap", f"0 to {race.course.laps - 1}", car.lap, "N6")


def _check_gear(race: Race, car: Car) -> None:
    if race.matrix.zone[car.gear] < 0:
        _wrong(f"cars[{car.seat}].gear", "a spot of the gear matrix", "none", "N9")


def _complete_grid(race: Race, given: Collection[Place]) -> None:
    """Put cars without a square on the grid; other cars have arrived where they stand."""
    free = [square for square in race.course.grid if all(c.square != square for c in race.cars)]
    for seat in seat_range(race.racers):
        car = race.cars[seat]
        if car.square == NOWHERE and car.finish_round == 0:
            if ("cars", seat, "square") in given:
                _wrong(f"cars[{seat}].square", "a square for a car still racing", "none", "D11")
            car.square = free.pop(0)
        elif ("cars", seat, "square") not in given:
            continue
        if ("cars", seat, "arrived") not in given:
            race.moves += 1
            car.arrived = race.moves


def _check_square(race: Race, car: Car) -> None:
    """Check that a car is on the road, and a live car alone on its square."""
    if car.square == NOWHERE:
        return
    where, name = f"cars[{car.seat}].square", square_name(car.square)
    if car.square == FINISH or race.course.progress[car.square] == 0:
        _wrong(where, "a square of the course", name, "N15")
    if race.course.obstruction[car.square]:
        _wrong(where, "road", f"{name}, which holds an obstruction", "N18")
    for seat in range(car.seat):
        other = race.cars[seat]
        if other.square == car.square and is_racing(other) and is_racing(car):
            _wrong(where, "a square of its own", f"{name}, where {seat} is too", "N19")


def _complete_places(race: Race, given: Collection[Place]) -> None:
    """Place the cars that are home in their order; others have no place before the end."""
    home = [car for car in race.cars[: race.racers] if car.finish_round]
    known = [car for car in home if ("cars", car.seat, "home") in given]
    # A correction keeps the order of those that came home in the same round.
    rest = sorted(
        (car for car in home if car not in known),
        key=lambda car: (car.finish_round, car.home or race.racers),
    )
    if ("home",) not in given:
        race.home = len(home)
    taken = {car.home for car in known}
    free = (number for number in range(1, len(home) + 1) if number not in taken)
    for car in rest:
        car.home = next(free, 0)
    if sorted(car.home for car in home) != list(range(1, race.home + 1)):
        _wrong("home", f"the cars that are home counted from 1 to {len(home)}", race.home, "D12")
    for car in race.cars[: race.racers]:
        if ("cars", car.seat, "place") not in given and race.phase != Phase.OVER:
            car.place = car.home
        if race.phase != Phase.OVER and car.place != car.home:
            _wrong(f"cars[{car.seat}].place", f"{car.home}", car.place, "D12")


def _check_mines(race: Race) -> None:
    for number, mine in enumerate(race.mines):
        off = mine.square == FINISH or race.course.progress[mine.square] == 0
        if mine.square != NOWHERE and (off or race.course.obstruction[mine.square]):
            _wrong(f"mines[{number}].square", "a square of road", square_name(mine.square), "N26")
        if mine.square == NOWHERE:
            mine.owner = NOBODY


def _check_minelayers(race: Race, given: Collection[Place]) -> None:
    """Check that mines belong to cars with a Minelayer, and are no longer in the car."""
    laid = [0] * race.racers
    for number, mine in enumerate(race.mines):
        if mine.square == NOWHERE:
            continue
        if mine.owner == NOBODY or race.cars[mine.owner].figures.mines == 0:
            whose = "without an owner" if mine.owner == NOBODY else f"that of cars[{mine.owner}]"
            _wrong(f"mines[{number}].owner", "a car with a Minelayer", whose, "N26")
        laid[mine.owner] += 1
    for seat, there in enumerate(laid):
        car = race.cars[seat]
        left = car.figures.mines - there
        if left < 0:
            _wrong("mines", f"at most {car.figures.mines} of cars[{seat}]", there, "N26")
        if ("cars", seat, "mines") not in given:
            car.mines = min(car.mines, left)
        if car.mines > left:
            expected = f"0 to {left} with {there} on the road"
            _wrong(f"cars[{seat}].mines", expected, car.mines, "N26")


def _check_phase(race: Race, given: Collection[Place]) -> None:
    """Check whose turn it is."""
    least = 2 if race.home else 1
    if race.phase != Phase.OVER and still_racing(race) < least:
        expected = "at least two cars still racing" if race.home else "a car still racing"
        raise Illegal(f"position: expected {expected}", "D20")
    if not Phase.ROUND < race.phase < Phase.OVER:
        if race.slot:
            _wrong("slot", "0 between rounds", race.slot, "N8")
        return
    if _is_open("queue", given):
        settle_order(race)
    queue = [seat for seat in race.queue[: race.racers] if seat != NOBODY]
    if len(set(queue)) != len(queue) or not 0 <= race.slot < len(queue):
        _wrong("queue", "each car once, and the slot of one of them", race.slot, "N8")
    if not is_racing(race.cars[queue[race.slot]]):
        _wrong("slot", "a car that is still racing", race.slot, "N8")


def _check_turn(race: Race, given: Collection[Place]) -> None:
    """Check the rest of the turn under way."""
    _within("activations", race.activations, 0, ACTIVATIONS, "N16")
    _within("movement", race.movement, 0, FASTEST, "N14")
    _within("lane_changes", race.lane_changes, 0, UNLIMITED, "N13")
    if not Phase.GEAR < race.phase < Phase.OVER:
        _not_yet(race, "turbo_used", "N10")
        _not_yet(race, "brake_used", "N10")
        _not_yet(race, "movement", "N14")
        return
    car = race.cars[race.queue[race.slot]]
    if car.gear == NEUTRAL and race.phase == Phase.MOVE:
        _wrong(f"cars[{car.seat}].gear", "a spot with a speed in this phase", "neutral", "N9")
    if _is_open("activations", given):
        race.activations = ACTIVATIONS
    _check_used(race, car, given)
    if race.phase == Phase.MOVE:
        _check_move(race, speed_of(car.gear), given)
    else:
        _not_yet(race, "movement", "N14")


def _not_yet(race: Race, name: str, rule: str) -> None:
    found = getattr(race, name)
    if found:
        _wrong(name, "0 in this phase", found, rule)


def _check_used(race: Race, car: Car, given: Collection[Place]) -> None:
    """Check points of one kind: those used this turn are gone from the card."""
    if race.turbo_used and race.brake_used:
        _wrong("turbo_used", "Turbo or Brake points", "both", "D3")
    for name in ("turbo", "brake"):
        used, most = getattr(race, f"{name}_used"), getattr(car.figures, name)
        _within(f"{name}_used", used, 0, most, "N10")
        if ("cars", car.seat, name) not in given:
            setattr(car, name, min(getattr(car, name), most - used))
        if getattr(car, name) > most - used:
            expected = f"0 to {most - used} with {used} used"
            _wrong(f"cars[{car.seat}].{name}", expected, getattr(car, name), "N10")


def _check_move(race: Race, speed: int, given: Collection[Place]) -> None:
    """Check that movement is within the speed, and lane changes within its white dice."""
    if _is_open("movement", given):
        race.movement = speed
    if not 1 <= race.movement <= speed:
        _wrong("movement", f"1 to {speed} in this phase", race.movement, "N14")
    if speed <= FREE_SPEED:
        if _is_open("lane_changes", given):
            race.lane_changes = UNLIMITED
        if race.lane_changes != UNLIMITED:
            _wrong("lane_changes", f"{UNLIMITED} at speed {speed}", race.lane_changes, "N13")
        return
    most = BEST_DIE if white_dice(speed) else 0
    if race.lane_changes > most:
        expected = f"0 to {most}" if most else "0"
        _wrong("lane_changes", f"{expected} at speed {speed}", race.lane_changes, "N13")
