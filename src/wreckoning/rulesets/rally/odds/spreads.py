"""Exact chances of the dice, from the rules themselves: each is run for every face of every die.

No rule is repeated here: a rule's own function is run in a race (`odds.trials`), and its outcomes
are counted. Rolls of one attack are independent, so each kind is tried once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from wreckoning.core.declared import Asked
from wreckoning.odds.questions import Spread
from wreckoning.odds.spreads import at_least, mean, share
from wreckoning.odds.trials import spread
from wreckoning.rulesets.rally.numbers import Question, Trial
from wreckoning.rulesets.rally.odds.scene import TRIALS
from wreckoning.rulesets.rally.race import SIDES, Race
from wreckoning.rulesets.rally.rules.aiming import (
    attacks_of,
    damage_of,
    is_obstructed,
    piercing_of,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attacks import roll_defence, roll_to_hit
from wreckoning.rulesets.rally.rules.attributes import command_test

ONE = Fraction(1)


def command_odds(race: Race, vehicle: int, modifiers: int = 0) -> Fraction:
    """The chance that a vehicle passes a command test with this added (W1, W2)."""
    found = TRIALS(
        race,
        lambda copy: command_test(copy, copy.vehicles[vehicle], Trial.TERRAIN, modifiers)[0],
    )
    return spread(found, lambda trial: trial.given).get(True, Fraction())


def after_roll(race: Race, vehicle: int, question: Asked) -> Race:
    """The race once this vehicle has made a roll of this kind: no modifier stands for it (V51)."""
    if race.vehicles[vehicle].extra_roll != question:
        return race
    after = race.copy()
    after.vehicles[vehicle].extra_roll = after.vehicles[vehicle].extra = 0
    return after


# --- attacks

Rolled = Mapping[tuple[bool, int], Fraction]  # one battle skill roll: (hit, the natural die)
Outcome = tuple[int, int, bool]  # hits, defence rolls they cause, is one critical?


@dataclass(frozen=True)
class Attack:
    """The chances of an attack: its outcomes, and the hit points that it takes."""

    attacks: int
    hit: Fraction  # the chance of the first battle skill roll
    hit_later: Fraction  # the chance of each later skill roll
    save: Fraction  # the chance of the first defence roll
    save_later: Fraction  # the chance of each later defence roll
    outcomes: Mapping[Outcome, Fraction]
    losses: Spread

    @property
    def hurts(self) -> Fraction:
        """The chance to take a hit point or more."""
        return at_least(self.losses, 1)

    @property
    def mean(self) -> Fraction:
        """The hit points that it takes on average."""
        return mean(self.losses)

    @property
    def hits(self) -> Spread:
        """The number of rolls that hit."""
        found: dict[int, Fraction] = {}
        for (hits, _, _), chance in self.outcomes.items():
            found[hits] = found.get(hits, Fraction()) + chance
        return found

    @property
    def critical(self) -> Fraction:
        """The chance of a critical hit or more (W26)."""
        return sum((n for (_, _, is_one), n in self.outcomes.items() if is_one), Fraction())

    @property
    def any_hit(self) -> Fraction:
        """The chance of a hit or more."""
        return sum((n for (hits, _, _), n in self.outcomes.items() if hits), Fraction())

    def destroys(self, left: int) -> Fraction:
        """The chance to take all hit points that are left."""
        return at_least(self.losses, left)


def attack_odds(race: Race, vehicle: int, slot: int, target: int) -> Attack:
    """The chances of an attack with a weapon (W12, W13). Losses stop at the hit points left."""
    attacker, other = race.vehicles[vehicle], race.vehicles[target]
    weapon, build = weapon_of(race, attacker, slot), race.builds[target]
    obstructed = is_obstructed(race, attacker, weapon, target)
    attacks, piercing = attacks_of(race, attacker, weapon, target), piercing_of(weapon, build)
    rolled = later = _hit_odds(race, vehicle, slot, target)
    saved = saved_later = save_odds(race, target, piercing, obstructed)
    if (after := after_roll(race, vehicle, Question.SKILL_DIE)) is not race:
        later = _hit_odds(after, vehicle, slot, target)
    if (after := after_roll(race, target, Question.DEFENCE_DIE)) is not race:
        saved_later = save_odds(after, target, piercing, obstructed)
    rolls = [rolled, *[later] * (attacks - 1)]
    outcomes = _outcomes(rolls, damage_of(weapon, build), weapon.rending)
    losses = _losses(outcomes, saved, saved_later, other.hit_points)
    hit, hit_later = (share(each, lambda roll: roll[0]) for each in (rolled, later))
    return Attack(attacks, hit, hit_later, saved, saved_later, outcomes, losses)


def _hit_odds(
    race: Race, vehicle: int, slot: int, target: int
) -> Mapping[tuple[bool, int], Fraction]:
    """One battle skill roll: (hit, the natural die)."""

    def rolled(copy: Race) -> tuple[bool, int]:
        attacker = copy.vehicles[vehicle]
        return roll_to_hit(copy, attacker, weapon_of(copy, attacker, slot), target)

    return spread(TRIALS(race, rolled), lambda trial: trial.given)


def save_odds(race: Race, target: int, piercing: int, obstructed: bool) -> Fraction:
    """The chance that a defence roll against a weapon succeeds (W12, W11)."""
    found = TRIALS(
        race,
        lambda copy: roll_defence(copy, copy.vehicles[target], 1, piercing, obstructed),
    )
    return spread(found, lambda trial: trial.given).get(0, Fraction())


def _outcomes(rolls_made: Sequence[Rolled], damage: int, rending: int) -> dict[Outcome, Fraction]:
    """The outcomes of several rolls together."""
    found: dict[Outcome, Fraction] = {(0, 0, False): ONE}
    for rolled in rolls_made:
        after: dict[Outcome, Fraction] = {}
        for (hits, rolls, critical), one in found.items():
            for (is_hit, natural), two in rolled.items():
                best = is_hit and natural == SIDES
                more = (damage + (rending if best else 0)) if is_hit else 0
                key = (hits + is_hit, rolls + more, critical or best)
                after[key] = after.get(key, Fraction()) + one * two
        found = after
    return found


def _losses(
    outcomes: Mapping[Outcome, Fraction], saved: Fraction, saved_later: Fraction, left: int
) -> Spread:
    """The hit points lost by the defence rolls of all outcomes."""
    found: dict[int, Fraction] = {}
    for (_, rolls, _), chance in outcomes.items():
        for failed in range(rolls + 1):
            lost = min(failed, left)
            ways = _ways(rolls, failed, saved, saved_later)
            found[lost] = found.get(lost, Fraction()) + chance * ways
    return dict(sorted(found.items()))


def _ways(rolls: int, failed: int, saved: Fraction, later: Fraction) -> Fraction:
    """The chance that so many of these defence rolls fail, if the first has a chance of its own."""
    if rolls == 0 or saved == later:
        return _binomial(rolls, failed, 1 - saved)
    first_fails = _binomial(rolls - 1, failed - 1, 1 - later) if failed else Fraction()
    return (1 - saved) * first_fails + saved * _binomial(rolls - 1, failed, 1 - later)


def _binomial(rolls: int, number: int, chance: Fraction) -> Fraction:
    """The chance that exactly a number of rolls come true."""
    if number > rolls:
        return Fraction()
    return comb(rolls, number) * chance**number * (1 - chance) ** (rolls - number)
