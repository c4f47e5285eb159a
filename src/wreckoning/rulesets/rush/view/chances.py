"""Word chances: heat, lane changes, hits. The exact numbers come from `odds`."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.texts.wording import several
from wreckoning.odds.questions import Spread
from wreckoning.odds.spreads import at_least, average_words, chance_words
from wreckoning.rulesets.rush.odds.spreads import (
    boost_odds,
    death_chance,
    enough_lane_changes,
    extra_of,
    heat_odds,
    litter_odds,
    obstruction_odds,
    ram_chances,
    rush_odds,
    saw_odds,
)
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.race import Car
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED
from wreckoning.rulesets.rush.view.ways import Way
from wreckoning.rulesets.rush.view.words import ZONES

SURE = Fraction(995, 1000)  # from here on, as good as sure
SHOWN = 3  # numbers of lane changes


def heat_words(car: Car, dice: int, turbo: int) -> str:
    """`orange zone: 44% for 1 heat, 11% for 2 (0.7 on average); 11% you blow up`."""
    zone = f"{ZONES[dice]} zone"
    if dice == 0:
        return f"{zone}: no heat"
    return (
        f"{zone}: {_points_of_heat(car, heat_odds(dice, turbo, extra_of(car, Question.HEAT_DIE)))}"
    )


def boost_words(car: Car, squares: int) -> str:
    """The heat of the Rocket Booster."""
    return _points_of_heat(car, boost_odds(squares, extra_of(car, Question.BOOST_DIE)))


def _points_of_heat(car: Car, odds: Spread) -> str:
    shares = [f"{chance_words(odds[n])} for {n}" for n in (1, 2, 3) if odds.get(n)]
    if not shares:  # by the referee's extra
        return "no heat"
    shares[0] += " heat"
    text = f"{', '.join(shares)} ({average_words(odds)} on average)"
    death = death_chance(car, odds)
    return f"{text}; {chance_words(death)} you blow up" if death else text


def lane_change_words(car: Car, speed: int) -> str:
    """`lane changes: 97% for 2+, 89% for 3+, 75% for 4+`: the first that are not sure."""
    if speed <= FREE_SPEED:
        return "any number of lane changes"
    if not enough_lane_changes(speed, 1):
        return "no lane changes, except by Steering points"
    extra = extra_of(car, Question.STEERING_DIE)
    chances = {number: enough_lane_changes(speed, number, extra) for number in range(2, 7)}
    open_ones = [number for number, chance in chances.items() if 0 < chance < SURE][:SHOWN]
    shares = [f"{chance_words(chances[n])} for {n}{'+' * (n < 6)}" for n in open_ones]
    return f"lane changes: {', '.join(shares) or '6'}"


def way_words(car: Car, speed: int, way: Way | None) -> str:
    """`the clear way takes 3 lane changes: 88% (97% with Steering points)`."""
    if way is None:
        return "no clear way: something will be hit"
    what = "the way with the least litter" if way.harm else "the clear way"
    if way.changes == 0:
        return f"{what} is straight ahead"
    extra = extra_of(car, Question.STEERING_DIE)
    bare = enough_lane_changes(speed, way.changes, extra)
    helped = enough_lane_changes(speed, max(0, way.changes - car.steering), extra)
    text = f"{what} takes {several(way.changes, 'lane change')}"
    if bare == 1:
        return text
    text += f": {chance_words(bare)}"
    return (
        f"{text} ({chance_words(helped)} with Steering points)"
        if bare < SURE and helped > bare
        else text
    )


def obstruction_words(car: Car, speed: int) -> str:
    """`4.5 structure points on average; 42% you are destroyed`."""
    odds = obstruction_odds(speed, extra_of(car, Question.OBSTRUCTION_DIE))
    if len(odds) == 1:
        text = f"it costs {several(next(iter(odds)), 'structure point')}"
    else:
        text = f"it costs {average_words(odds)} structure points on average"
    death = at_least(odds, car.structure)
    return f"{text}; {chance_words(death)} you are destroyed" if death else text


def rush_words(car: Car, other: Car, name: str, dice: int) -> str:
    """`3 dice: on average you lose 1.0, Bolt 1.5; 4% you are destroyed, 30% Bolt is destroyed`."""
    extra = extra_of(car, Question.RUSH_DIE)
    odds = rush_odds(dice, bool(car.figures.combat_bumper), extra)
    own: Fraction = sum((losses[0] * chance for losses, chance in odds.items()), Fraction())
    theirs: Fraction = sum((losses[1] * chance for losses, chance in odds.items()), Fraction())
    text = f"{several(dice, 'die', 'dice')}: on average you lose {float(own):.1f}"
    text += f", {name} {float(theirs):.1f} structure points"
    end = sum((c for losses, c in odds.items() if losses[0] >= car.structure), Fraction())
    their_end = sum((c for losses, c in odds.items() if losses[1] >= other.structure), Fraction())
    ends = [f"{chance_words(end)} you are destroyed"] if end else []
    ends += [f"{chance_words(their_end)} {name} is destroyed"] if their_end else []
    return f"{text}; {', '.join(ends)}" if ends else text


def ram_words(car: Car, name: str, third: str, clear: bool, use: int) -> str:
    """`50% Bolt is pushed aside; a structure point is lost: 33% by you, 33% by Bolt`."""
    own, theirs, beside, displaced = ram_chances_of(car, clear, third, use)
    if clear:
        text = f"{chance_words(displaced)} {name} is pushed aside; "
    else:
        text = f"blocked side, {name} cannot be pushed aside; "
    text += f"a structure point is lost: {chance_words(own)} by you"
    text += f", {chance_words(theirs)} by {name}"
    return f"{text}, {chance_words(beside)} by {third}" if third else text


def ram_chances_of(
    car: Car, clear: bool, third: str, use: int
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The chances of a driver's Side Ram, as `ram_chances` has them."""
    extra = extra_of(car, Question.RAM_DIE, Question.SAW_DIE)
    return ram_chances(clear, bool(third), use, extra)


def saw_chance(car: Car) -> Fraction:
    """The chance that the saw takes a point."""
    return at_least(saw_odds(extra_of(car, Question.SAW_DIE)), 1)


def litter_words(car: Car, harm: int) -> str:
    """`through a wreck or a mine: 50% a structure point each`."""
    many = "2 or more wrecks or mines" if harm > 1 else "a wreck or a mine"
    first = at_least(litter_odds(extra_of(car, Question.LITTER_DIE)), 1)
    later = at_least(litter_odds(), 1)
    if harm == 1 or first == later:
        return f"through {many}: {chance_words(first)} a structure point each"
    lost = f"{chance_words(first)} a structure point, then {chance_words(later)} each"
    return f"through {many}: {lost}"
