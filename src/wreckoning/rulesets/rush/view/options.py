"""Describe options: the meaning of each, and its chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import several
from wreckoning.odds.spreads import at_least, average_words, chance_words
from wreckoning.rulesets.rush.events import Manner
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.odds.spreads import (
    boost_odds,
    enough_lane_changes,
    extra_of,
    shot_odds,
)
from wreckoning.rulesets.rush.questions import Menu, Question, RamWith, is_drive, square_in
from wreckoning.rulesets.rush.race import Car, Equipment, Hit, Race
from wreckoning.rulesets.rush.rules.road import is_clear
from wreckoning.rulesets.rush.rules.shooting import distance, target_behind, target_in_front
from wreckoning.rulesets.rush.rules.standings import car_on
from wreckoning.rulesets.rush.rules.steering import UNLIMITED, steering_needed
from wreckoning.rulesets.rush.spots import NEUTRAL, gear_of, speed_of
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE
from wreckoning.rulesets.rush.view.chances import (
    boost_words,
    heat_words,
    lane_change_words,
    litter_words,
    obstruction_words,
    ram_chances_of,
    ram_words,
    rush_words,
    saw_chance,
    way_words,
)
from wreckoning.rulesets.rush.view.ways import Way, clear_way, last_ram, straight_on, way_of
from wreckoning.rulesets.rush.view.words import EQUIPMENT, EQUIPMENT_RULES, lane_words, tile_name
from wreckoning.show.options import OptionWords, in_two_ways

Odds = tuple[Fraction, str] | None  # a chance, and what it is one of
Described = tuple[str, str, Odds, tuple[str, ...]]
Describer = Callable[[Match, Car, Ask, int, bool], Described]

WHAT_IT_DOES = {
    Equipment.SIDE_BUMPER: "+1 on the die of a Side Ram",
    Equipment.FLAMER: "heats up a car behind you, 1 to 3 squares away",
    Equipment.MACHINE_GUN: "hits a car ahead in your lane, 1 to 3 squares away",
    Equipment.SAW: "in a Side Ram, {saw} for one more structure point",
    Equipment.BOOSTER: "drives you 1 to 3 squares farther after your movement",
    Equipment.EXTINGUISHER: "takes 1 heat away",
}
RAM_WITH = {
    RamWith.NOTHING: "Nothing",
    RamWith.SIDE_BUMPER: "Side Bumper",
    RamWith.SAW: "Circular Saw",
    RamWith.BOTH: "Side Bumper and Circular Saw",
}


def _words(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    describe, car = DESCRIBERS[Question[ask.question.upper()]], match.race.cars[ask.by]
    label, meaning, odds, rules = describe(match, car, ask, option, thorough)
    chance, of = odds or (None, "")
    return OptionWords(label, meaning, chance, rules, of)


describe_option, label_option = in_two_ways(_words)


def _spot_label(spot: int) -> str:
    if spot == NEUTRAL:
        return "neutral"
    return f"{speed_of(spot)} in gear {gear_of(spot)}"


# --- the gearstick


def _gear(match: Match, car: Car, ask: Ask, option: int, thorough: bool) -> Described:
    before, after = speed_of(ask.subject), speed_of(option)
    if option == ask.subject:
        verb = "Keep" if option else "Stay in"
    elif before == after:
        verb = "Shift along to"
    else:
        verb = "Accelerate to" if after > before else "Brake to"
    text, odds = _driving(match.race, car, option, 0, thorough)
    return f"{verb} {_spot_label(option)}", text, odds, ("N9", "N11", "N12", "N13")


def _driving(race: Race, car: Car, spot: int, turbo: int, thorough: bool) -> tuple[str, Odds]:
    """The meaning of a spot: its heat, its lane changes, and whether they suffice.

    The worst comes first: that the car blows up.
    """
    if spot == NEUTRAL:
        return "no dice: you stay where you are", None
    speed = speed_of(spot)
    heat, _, end = heat_words(car, race.matrix.zone[spot], turbo).partition("; ")
    words = [end, heat] if end else [heat]
    if not thorough:
        return " · ".join([*words, lane_change_words(car, speed)]), None
    way = clear_way(race, car, speed)
    words += [way_words(car, speed, way), lane_change_words(car, speed)]
    extra = extra_of(car, Question.STEERING_DIE)
    chance = enough_lane_changes(speed, way.changes, extra) if way else Fraction()
    return " · ".join(words), (chance, "clear way")


def _points(match: Match, car: Car, _: Ask, option: int, thorough: bool) -> Described:
    race: Race = match.race
    if option == Menu.DONE:
        text, odds = _driving(race, car, car.gear, race.turbo_used, thorough)
        label = f"Roll the dice at {_spot_label(car.gear)}" if car.gear else "Stay in neutral"
        return label, text, odds, ("N10", "N11", "N12", "N13")
    if option >= Menu.BRAKE:
        text, odds = _driving(race, car, option - Menu.BRAKE, 0, thorough)
        return f"Brake to {_spot_label(option - Menu.BRAKE)}", text, odds, ("N10", "D3")
    if option >= Menu.TURBO:
        text, odds = _driving(race, car, option - Menu.TURBO, race.turbo_used + 1, thorough)
        return f"Turbo to {_spot_label(option - Menu.TURBO)}", text, odds, ("N10", "N12", "D3")
    return _equipment(match, car, option)


# --- the movement


def _step(match: Match, car: Car, _: Ask, option: int, __: bool) -> Described:
    if not is_drive(option):
        return _equipment(match, car, option)
    way = way_of(match.race, car, option)
    assert way is not None
    label = _goal(match, car, way)
    text, odds, rules = _way_words(match, car, way)
    return label, text, odds, rules


def _goal(match: Match, car: Car, way: Way) -> str:
    """`Straight ahead`, `Retort Mile, left lane`, `Ram Bolt`."""
    race: Race = match.race
    if way.hit is Hit.OBSTRUCTION:
        return "Into the obstruction ahead"
    if way.hit in (Hit.RUSH, Hit.RAM):
        name = match.names[car_on(race, way.ends)]
        return f"Ram {name} from the side" if way.hit is Hit.RAM else f"Into the back of {name}"
    if way.ends == FINISH:
        return "Over the finish line"
    if way.steps > 1 or race.movement == 1:
        square = (way.ends - 1) % 8 + 1
        return (
            f"To {tile_name(match.course, way.ends)}, {lane_words(way.ends)} lane, square {square}"
        )
    sides = {race.course.ahead[car.square]: "straight ahead"}
    sides[race.course.ahead_left[car.square]] = "ahead to the left"
    sides[race.course.ahead_right[car.square]] = "ahead to the right"
    return f"One square {sides[way.ends]}"


def _way_words(match: Match, car: Car, way: Way) -> tuple[str, Odds, tuple[str, ...]]:
    race: Race = match.race
    words, rules = [several(way.steps, "square")], ["N14", "N15"]
    if way.changes:
        words.append(several(way.changes, "lane change"))
        needed = 0 if race.lane_changes == UNLIMITED else steering_needed(race, way.changes)
        if needed:
            words.append(f"costs {several(needed, 'Steering point')} of {car.steering}")
    if way.harm:
        words.append(litter_words(car, way.harm))
        rules.append("N17")
    if way.hit is Hit.OBSTRUCTION:
        words.append(f"{obstruction_words(car, speed_of(car.gear))}, then on around it")
        return ", ".join(words), None, ("N18", "D5")
    if way.hit is Hit.NOTHING:
        return ", ".join(words), None, tuple(rules)
    other = race.cars[car_on(race, way.ends)]
    name = match.names[other.seat]
    if way.hit is Hit.RUSH:
        dice = race.movement - way.steps + 1
        words.append(f"the move ends; {rush_words(car, other, name, dice)}")
        return ", ".join(words), None, ("N21", "D7", *rules)
    side = _side_of(race, car, way)
    clear, third = _beside(match, other, side)
    words.append(ram_words(car, name, third, clear, RamWith.NOTHING))
    return ", ".join(words), _pushed(car, clear, third), ("N19", "D6", *rules)


def _pushed(car: Car, clear: bool, third: str) -> Odds:
    """The words for pushing the target aside, if there is room for it."""
    if not clear:
        return None
    return ram_chances_of(car, clear, third, RamWith.NOTHING)[3], "pushed aside"


def _side_of(race: Race, car: Car, way: Way) -> int:
    """The side from which a way's last step comes."""
    before = way.squares[-2] if way.steps > 1 else car.square
    return Side.LEFT if race.course.ahead_left[before] == way.ends else Side.LEFT + 1


def _beside(match: Match, other: Car, side: int) -> tuple[bool, str]:
    """Whether there is room next to a rammed car, and the driver in the way, if any."""
    race: Race = match.race
    beside = race.course.left if side == Side.LEFT else race.course.right
    far = beside[other.square]
    if is_clear(race, far):
        return True, ""
    third = NOBODY if far == NOWHERE else car_on(race, far)
    return False, "" if third == NOBODY else match.names[third]


def _swerve(match: Match, car: Car, _: Ask, option: int, __: bool) -> Described:
    race: Race = match.race
    square = square_in(option)
    left = race.course.ahead_left[car.square] == square
    side = "left" if left else "right"
    if option == square:
        return f"Around it on the {side}", "a free lane change", None, ("N18",)
    other = race.cars[car_on(race, square)]
    name = match.names[other.seat]
    clear, third = _beside(match, other, Side.LEFT if left else Side.LEFT + 1)
    text = ram_words(car, name, third, clear, RamWith.NOTHING)
    label = f"Around it on the {side}, into {name}"
    return label, text, _pushed(car, clear, third), ("N18", "D5", "N19")


def _ram_with(match: Match, car: Car, ask: Ask, option: int, __: bool) -> Described:
    other = match.race.cars[ask.subject]
    name = match.names[other.seat]
    is_left = last_ram(match).side == Manner.LEFT
    clear, third = _beside(match, other, Side.LEFT if is_left else Side.LEFT + 1)
    text = ram_words(car, name, third, clear, option)
    rules: tuple[str, ...] = ("N19", "D6")
    if option in (RamWith.SAW, RamWith.BOTH):
        text += f" (the saw with it: {chance_words(saw_chance(car))})"
        rules += ("N20",)
    chances = ram_chances_of(car, clear, third, option)
    chance = (chances[3], "pushed aside") if clear else (chances[1], "damage")
    return RAM_WITH[RamWith(option)], text, chance, (*rules, "N16")


# --- equipment


def _after(match: Match, car: Car, _: Ask, option: int, __: bool) -> Described:
    if option == Menu.DONE:
        return "End the turn", "nothing more", None, ("N16",)
    if Menu.BOOST < option < Menu.MINE:
        return _boost(match, car, option - Menu.BOOST)
    return _equipment(match, car, option)


def _boost(match: Match, car: Car, squares: int) -> Described:
    race: Race = match.race
    text = boost_words(car, squares)
    there = straight_on(race, car, squares)
    for step, square in enumerate(there):
        if square == FINISH:
            text = f"over the finish line; before it {boost_words(car, step)}" if step else ""
            text = text or "over the finish line"
            break
        if race.course.obstruction[square]:
            text += "; into an obstruction"
            break
        seat = car_on(race, square)
        if seat != NOBODY:
            dice = squares - step
            text += f"; into the back of {match.names[seat]} with {several(dice, 'die', 'dice')}"
            break
    cool = boost_odds(squares, extra_of(car, Question.BOOST_DIE)).get(0, Fraction())
    return f"Boost {several(squares, 'square')}", text, (cool, "no heat"), ("N24", "D9")


def _equipment(match: Match, car: Car, option: int) -> Described:
    if option == Menu.MINE:
        text = f"on the square you leave next; you have {car.mines} left"
        return "Drop a mine", text, None, ("N26", "D10")
    if option < Menu.USE:
        equipment = Equipment(option - Menu.ARM)
        name, rule = EQUIPMENT[equipment], EQUIPMENT_RULES[equipment]
        does = WHAT_IT_DOES[equipment].format(saw=chance_words(saw_chance(car)))
        text = f"from your next turn on: {does}"
        return f"Arm the {name}", text, None, ("N16", rule)
    if option - Menu.USE == Equipment.EXTINGUISHER:
        text = f"heat {car.heat}→{car.heat - 1}"
        return "Use the Fire Extinguisher", text, None, ("N16", "N25")
    return _shot(match, car, option - Menu.USE)


def _shot(match: Match, car: Car, equipment: int) -> Described:
    race: Race = match.race
    backwards = equipment == Equipment.FLAMER
    seat = target_behind(race, car) if backwards else target_in_front(race, car)
    target = race.cars[seat]
    squares = distance(race, target, car) if backwards else distance(race, car, target)
    extra = extra_of(car, Question.FLAMER_DIE if backwards else Question.GUN_DIE)
    odds = shot_odds(squares, equipment, extra)
    left = target.figures.heat - target.heat if backwards else target.structure
    what = "heat point" if backwards else "structure point"
    shares = [f"{chance_words(odds[n])} for {several(n, what)}" for n in (1, 2, 3) if odds.get(n)]
    way = "behind" if backwards else "ahead"
    text = f"{several(squares, 'square')} {way}: {', '.join(shares) or 'no hit'}"
    text += f" ({average_words(odds)} on average)"
    death = at_least(odds, left)
    if death:
        text += f"; {chance_words(death)} {match.names[seat]} is destroyed"
    verb = "Flame" if backwards else "Shoot at"
    rule = EQUIPMENT_RULES[Equipment(equipment)]
    return f"{verb} {match.names[seat]}", text, (at_least(odds, 1), "hit"), ("N16", rule, "D8")


DESCRIBERS: dict[Question, Describer] = {
    Question.GEAR: _gear,
    Question.POINTS: _points,
    Question.STEP: _step,
    Question.SWERVE: _swerve,
    Question.RAM_WITH: _ram_with,
    Question.AFTER: _after,
}
