"""Why an answer is not among the options: the rule against it, and the square in question."""

from __future__ import annotations

import re

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Menu, Question, is_drive, square_in
from wreckoning.rulesets.rush.race import Car, Equipment, Race
from wreckoning.rulesets.rush.rules.equipment import may_move_counter, may_use
from wreckoning.rulesets.rush.rules.reach import find_reach
from wreckoning.rulesets.rush.rules.road import onward
from wreckoning.rulesets.rush.rules.standings import car_on
from wreckoning.rulesets.rush.spots import NEUTRAL, Spot, spot_name
from wreckoning.rulesets.rush.squares import FINISH, SquareNumber, as_square, square_name

LIKE_A_SQUARE = re.compile(r"(?:rush |ram |hit )?([0-9]{1,3}\.[a-z]\.[0-9]{1,3})")
MANY = 40  # lane changes: more than any way takes
NO_SQUARES = (Menu.ARM, Menu.USE, Menu.TURBO, Menu.BRAKE, Menu.BOOST, Menu.MINE)

Reason = tuple[str, str]  # what is wrong, and the rule's number


def refusal(race: Race, ask: Ask, given: str) -> Reason | None:
    """The reason, if the answer names something of the game; else None."""
    if ask.by < 0 or ask.question == "ram_with":
        return None
    car, question = race.cars[ask.by], Question[ask.question.upper()]
    if question is Question.GEAR:
        return _spot(race, given, car.gear)
    meant = Menu.parse(given)
    if meant is None and (square := LIKE_A_SQUARE.fullmatch(given)):
        return f"there is no {square[1]}", "N6"
    kind, value = meant or (None, 0)
    if given.startswith("boost"):
        kind = Menu.BOOST
    if kind in NO_SQUARES and (first := _comes_first(race, question)):
        return first
    match kind:
        case Menu.ARM | Menu.USE:
            return _equipment(race, car, kind, Equipment(value))
        case Menu.TURBO | Menu.BRAKE:
            return _point(race, car, question, kind, value)
        case Menu.BOOST:
            return _boost(race, car, question)
        case Menu.MINE:
            return _mine(race, car)
        case Menu.DRIVE | Menu.RUSH | Menu.RAM | Menu.HIT:
            return _square(race, car, ask, as_square(value)) if value else None
    return None


def _comes_first(race: Race, question: Question) -> Reason | None:
    """The question that comes before the next menu: a way around, or a mine of a boost."""
    if question is Question.SWERVE:
        return "choose a side of the obstruction first", "N18"
    if question is Question.AFTER and race.movement > 0:
        return "finish the boost first", "N24"
    return None


def _spot(race: Race, name: str, spot: int) -> Reason | None:
    member = Spot.__members__.get(name)
    if member is None:
        return None
    if member == NEUTRAL:
        return "you may not slow down to 0", "N9"
    if race.matrix.zone[member] < 0:
        return f"the gear matrix has no {name}", "N9"
    return f"no line leads from {spot_name(spot)} to {name} in one step", "N9"


def _point(race: Race, car: Car, question: Question, kind: Menu, spot: int) -> Reason | None:
    if question is not Question.POINTS:
        return "Turbo and Brake points are spent before the dice", "N10"
    turbo = kind is Menu.TURBO
    left, other = (car.turbo, race.brake_used) if turbo else (car.brake, race.turbo_used)
    if other:
        return "Turbo and Brake points are not spent in the same turn", "D3"
    if left == 0:
        return f"no {kind.name.title()} point is left", "N10"
    return _spot(race, spot_name(spot), car.gear)


def _equipment(race: Race, car: Car, kind: Menu, which: Equipment) -> Reason | None:
    title = which.name.lower().replace("_", " ")
    if not car.figures.has[which]:
        return f"this driver has no {title}", "N2"
    if car.moved[which]:
        return f"the {title} was armed or used this turn already", "N16"
    if not may_move_counter(race, car, which):
        return "both Activations of this turn are used up", "N16"
    if kind is Menu.ARM:
        return f"the {title} is armed already", "N16"
    if not car.armed[which]:
        return f"the {title} is not armed", "N16"
    return _no_effect(which, title)


def _no_effect(which: Equipment, title: str) -> Reason:
    if which == Equipment.EXTINGUISHER:
        return "there is no heat to put out", "D19"
    if which in (Equipment.MACHINE_GUN, Equipment.FLAMER):
        where = "ahead" if which == Equipment.MACHINE_GUN else "behind"
        return f"nobody is in range of the {title}, within three squares {where}", "D19"
    if which == Equipment.BOOSTER:
        return "the booster is used with `boost`, at the end of the movement", "N24"
    return f"the {title} is used when a Side Ram is about to happen", "N19"


def _boost(race: Race, car: Car, question: Question) -> Reason | None:
    if question is not Question.AFTER:
        return "the Rocket Booster is for the end of the movement", "N24"
    if may_use(race, car, Equipment.BOOSTER):
        return "boost 1, 2 or 3 squares", "N24"
    return _equipment(race, car, Menu.USE, Equipment.BOOSTER)


def _mine(race: Race, car: Car) -> Reason:
    if car.figures.mines == 0:
        return "this car has no Minelayer", "N1"
    if race.dropping:
        return "a mine for this square is chosen already", "D10"
    if car.mines == 0:
        return "no mine is left", "N26"
    return "you are not about to leave a square", "N26"


# --- squares


def _square(race: Race, car: Car, ask: Ask, square: SquareNumber) -> Reason | None:
    """Why the car cannot drive there now."""
    name = square_name(square)
    if square != FINISH and race.course.progress[square] == 0:
        return f"there is no {name} on this course", "N6"
    if ask.question in ("points", "after"):
        return f"{name}: you cannot move now", "D11"
    offered = [Menu.name_of(o) for o in ask.options if is_drive(o) and square_in(o) == square]
    if offered:
        return f"{name} is offered as: {', '.join(offered)}", "N15"
    if ask.question == "swerve":
        return f"the compulsory lane change does not lead to {name}", "N18"
    if race.course.obstruction[square]:
        return f"{name} is an obstruction: it is only ever hit straight ahead", "D16"
    return _too_far(race, car, square, name)


def _too_far(race: Race, car: Car, square: SquareNumber, name: str) -> Reason:
    here = square_name(car.square)
    beside = [onward(race, car.square, side) for side in (Side.LEFT, Side.RIGHT)]
    changes = 1 if square in beside else _changes_to(race, car, square)
    had = f"{_count(race.lane_changes, 'lane change')} and {_count(car.steering, 'Steering point')}"
    if changes and changes > race.lane_changes + car.steering:
        return f"{name} takes {_count(changes, 'lane change')}; {had} are left", "N14"
    seat = car_on(race, square)
    if seat != NOBODY and seat != car.seat:
        return f"{name}: no way from {here} leads into the car there", "N15"
    ahead = square_name(onward(race, car.square, Side.AHEAD))
    return (
        f"{name} is not connected: not next to {here} (ahead is {ahead}), and no way of "
        f"{_count(race.movement, 'square')} ends there",
        "N15",
    )


def _changes_to(race: Race, car: Car, square: SquareNumber) -> int:
    """The lane changes of the best way there if they were unlimited; 0 if there is no way."""
    trial = race.copy()
    find_reach(trial, trial.cars[car.seat], race.movement, MANY, 0)
    reach = trial.reach
    found = [reach.changes[at] for at in range(reach.count) if reach.square[at] == square]
    return min(found, default=0)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
