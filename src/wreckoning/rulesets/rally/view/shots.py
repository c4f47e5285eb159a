"""Describe a shot before a target is chosen: dice, chances, damage."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.texts.wording import several, signed
from wreckoning.geometry.distance import distance_of_bodies
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.odds.spreads import after_roll, attack_odds
from wreckoning.rulesets.rally.questions import Question, Target
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    is_obstructed,
    is_torrent,
    skill_terms,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.view.chances import behind, command_chance, extra_of, shot_explodes
from wreckoning.rulesets.rally.view.names import is_touching, vehicle_word
from wreckoning.rulesets.rally.view.words import hit_points, inches
from wreckoning.show.options import OptionWords

TERMS = ("stress", "advance", "Accurate", "assault range", "Unwieldy", "turret")


def describe_target(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    race: Race = match.race
    vehicle = race.vehicles[race.active]
    weapon = weapon_of(race, vehicle, ask.subject)
    if option == Target.PASS and is_touching(weapon):
        return OptionWords("Do not strike", "leave this weapon unused")
    if option == Target.PASS:
        return OptionWords("Do not fire", "hold your fire with this weapon")
    if option >= Target.TERRAIN:
        return _at_terrain(match, vehicle, ask.subject, option - Target.TERRAIN)
    target = option - Target.VEHICLE
    label = vehicle_word(match, target)
    if not thorough:
        return OptionWords(label, "")
    return OptionWords(
        label,
        " · ".join(attack_words(match, vehicle, ask.subject, target)),
        attack_odds(race, vehicle.index, ask.subject, target).hurts,
        ("W12", "W11", "W26"),
        "damage",
    )


def attack_words(match: Match, vehicle: Vehicle, slot: int, target: int) -> list[str]:
    """`4 rolls at 9+, −1 stress: 33% each`, `1.3 damage on average`, and other effects."""
    race: Race = match.race
    odds = attack_odds(race, vehicle.index, slot, target)
    weapon, other = weapon_of(race, vehicle, slot), race.vehicles[target]
    away = distance_of_bodies(race.bodies[vehicle.index], race.bodies[target])
    words = [f"{inches(round(away / INCH) * INCH)} away, {hit_points(other.hit_points)}"]
    hits = _each(odds.hit, odds.hit_later if odds.attacks > 1 else odds.hit)
    words.append(f"{_rolls(race, vehicle, slot, target, odds.attacks)}: {hits}")
    if weapon.damage:
        cover = ", obstructed" if is_obstructed(race, vehicle, weapon, target) else ""
        saves = chance_words(odds.save)
        if odds.save != odds.save_later:
            saves = _each(odds.save, odds.save_later)
        words.append(f"defence {saves}{cover}")
        words.append(f"{average_words(odds.mean)} damage on average")
        gone = odds.destroys(other.hit_points)
        if gone:
            words.append(f"{chance_words(gone)} that it is destroyed")
    loses = odds.any_hit if weapon.obstructing else odds.critical
    loses *= 1 - command_chance(race, other)
    if loses:
        words.append(f"{chance_words(loses)} that it loses control")
    if weapon.suppression:
        words.append("each hit also gives 1 stress marker")
    return words


def _each(first: Fraction, later: Fraction) -> str:
    """`33% each`; `50% the first, then 33% each` if the referee adds to the first (V51)."""
    if first == later:
        return f"{chance_words(first)} each"
    return f"{chance_words(first)} the first, then {chance_words(later)} each"


def _rolls(race: Race, vehicle: Vehicle, slot: int, target: int, attacks: int) -> str:
    """`4 rolls at 9+ (−1 stress)`."""
    weapon = weapon_of(race, vehicle, slot)
    head = several(attacks, "roll")
    if is_torrent(race, vehicle, weapon, target):
        return f"{head} at 2+ (Torrent)"
    terms = skill_terms(race, vehicle, weapon, target)
    told = [f"{signed(n)} {what}" for n, what in zip(terms, TERMS, strict=True) if n]
    if has_lost_half(race, vehicle):
        told.append(f"{signed(-1)} badly damaged")
    if extra := extra_of(vehicle, Question.SKILL_DIE):
        told.append(f"{signed(extra)} referee, once")
    more = f" ({', '.join(told)})" if told else ""
    return f"{head} at {race.builds[vehicle.index].skill}+{more}"


def average_words(mean: Fraction) -> str:
    """`1.3`; `<0.1` if it is hardly worth a shot."""
    return f"{float(mean):.1f}" if mean >= Fraction(1, 20) else "<0.1"


def _at_terrain(match: Match, vehicle: Vehicle, slot: int, piece: int) -> OptionWords:
    race: Race = match.race
    attacks = weapon_of(race, vehicle, slot).attacks
    name = match.course.piece_name(piece)
    words = f"{several(attacks, 'roll')}: a 12 explodes it and may hurt all within 4 inches"
    return OptionWords(name, words, shot_explodes(attacks), ("W25", "V33"), "explosion")


def describe_drop(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    if option == 0:
        return OptionWords("Keep it", "drop nothing now")
    race: Race = match.race
    if not thorough:
        return OptionWords("Use it", "attacks all behind you, friend or enemy", rules=("W28",))
    words = []
    for target in behind(race, ask.subject):
        hit = attack_odds(race, race.active, ask.subject, target.index).any_hit
        race = after_roll(race, race.active, Question.SKILL_DIE)
        loses = hit * (1 - command_chance(race, target))
        own = " (yours)" if target.owner == race.vehicles[race.active].owner else ""
        chances = f"{chance_words(hit)} hit, {chance_words(loses)} out of control"
        words.append(f"{vehicle_word(match, target.index)}{own}: {chances}")
    return OptionWords("Use it", " · ".join(words), None, ("W28", "W29"))
