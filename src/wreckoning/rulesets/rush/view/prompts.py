"""Word the questions, and describe the situation of the asked driver."""

from __future__ import annotations

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Prompt
from wreckoning.core.texts.wording import listed, ordinal, several, signed
from wreckoning.rulesets.rush.events import Modifier
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.questions import Menu, Question
from wreckoning.rulesets.rush.race import KINDS, Car, Equipment, Race
from wreckoning.rulesets.rush.rules.shooting import distance, target_behind, target_in_front
from wreckoning.rulesets.rush.rules.standings import car_on, has_mine, has_wreck
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber
from wreckoning.rulesets.rush.view.board import race_order
from wreckoning.rulesets.rush.view.ways import straight_on
from wreckoning.rulesets.rush.view.words import EQUIPMENT, ZONES, place_words, spot_words
from wreckoning.show.prompts import die_prompt, index_if_offered, pending

LOOK = 12  # squares ahead that the situation tells of


def describe_ask(match: Match, ask: Ask) -> Prompt:
    """The question for a person: a choice, or a die to be rolled at the table."""
    if ask.is_dice:
        return _die(match, ask)
    question = Question[ask.question.upper()]
    words = question.words
    if question == Question.RAM_WITH:
        words = f"What do you use to ram {match.names[ask.subject]}?"
    if question == Question.AFTER and match.race.movement > 0:
        words = "Do you leave a mine on the square that the Rocket Booster leaves now?"
    car = match.race.cars[ask.by]
    situation = _situation(match, match.race, car, question)
    return Prompt(words, situation, ask.rule, 0, index_if_offered(ask, Menu.DONE))


def _die(match: Match, ask: Ask) -> Prompt:
    """Whose die it is, what for, and the modifiers that are known already."""
    if ask.question == Question.GRID_DRAW.word:
        return Prompt(f"the table: {_lot(match, match.race)}", (), ask.rule, len(ask.options))
    return die_prompt(
        match, ask, [f"{signed(n)} {what.words}" for _, what, n in pending(match, Modifier)]
    )


def _lot(match: Match, race: Race) -> str:
    """The meaning of a lot's faces: `who gets place 2 on the grid (1 Ann, 2 Cid)`."""
    left = [name for seat, name in enumerate(match.names) if race.cars[seat].square == NOWHERE]
    faces = ", ".join(f"{face} {name}" for face, name in enumerate(left, 1))
    return f"who gets place {race.racers - len(left) + 1} on the grid ({faces})"


def _situation(match: Match, race: Race, car: Car, question: Question) -> tuple[str, ...]:
    """The situation: place and speed; remaining points and dice; what is near."""
    place = [each.seat for each in race_order(race)].index(car.seat) + 1
    zone = f" ({ZONES[race.matrix.zone[car.gear]]} zone)" if car.gear else ""
    lines = [
        f"{ordinal(place)} of {race.racers} · {place_words(match, car.square)} · "
        f"{spot_words(car.gear)}{zone}"
    ]
    if question in (Question.STEP, Question.SWERVE):
        lines.append(_movement(race, car))
    else:
        lines.append(
            f"structure {car.structure} of {car.figures.structure} · heat {car.heat} of "
            f"{car.figures.heat} · Steering {car.steering}, Brake {car.brake}, Turbo {car.turbo}"
        )
    if question in (Question.POINTS, Question.AFTER):
        lines.append(_equipment(race, car))
    near = [_ahead(match, race, car)] if question != Question.AFTER else []
    near += _in_range(match, race, car, question == Question.AFTER)
    return (*lines, " · ".join(near)) if near else tuple(lines)


def _movement(race: Race, car: Car) -> str:
    changes = "any number of lane changes"
    if race.lane_changes != UNLIMITED:
        changes = several(race.lane_changes, "lane change")
    text = (
        f"{several(race.movement, 'square')} to drive · {changes} · "
        f"{several(car.steering, 'Steering point')}"
    )
    return f"{text} · a mine drops here as you drive on" if race.dropping else text


def _equipment(race: Race, car: Car) -> str:
    armed = [EQUIPMENT[Equipment(e)] for e in range(KINDS) if car.armed[e]]
    return f"{several(race.activations, 'Activation')} left · armed: {listed(armed) or 'nothing'}"


def _ahead(match: Match, race: Race, car: Car) -> str:
    """`Straight ahead: 4 free squares, then an obstruction`."""
    squares = straight_on(race, car, LOOK)
    for number, square in enumerate(squares):
        what = _standing_on(match, race, car, square)
        if what:
            free = f"{several(number, 'free square')}, then " if number else ""
            return f"ahead: {free}{what}"
    return f"ahead: {LOOK} free squares or more"


def _standing_on(match: Match, race: Race, car: Car, square: SquareNumber) -> str:
    if square == FINISH:
        return "the finish line"
    if race.course.obstruction[square]:
        return "an obstruction"
    seat = car_on(race, square)
    if seat != NOBODY:
        return match.names[seat]
    if has_wreck(race, square):
        return "a wreck"
    return "a mine" if has_mine(race, square, car.seat) else ""


def _in_range(match: Match, race: Race, car: Car, ahead: bool) -> list[str]:
    """The cars within range in the lane: `Bolt 2 squares behind in your lane`."""
    front = target_in_front(race, car) if ahead else NOBODY
    back = target_behind(race, car)
    found = []
    if front != NOBODY:
        found.append((front, distance(race, car, race.cars[front]), "ahead"))
    if back != NOBODY:
        found.append((back, distance(race, race.cars[back], car), "behind"))
    return [
        f"{match.names[seat]} {several(squares, 'square')} {way} in your lane"
        for seat, squares, way in found
    ]
