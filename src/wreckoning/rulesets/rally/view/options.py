"""Describe options: the meaning of each, its chances, and shots before a target is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.texts.wording import several, signed
from wreckoning.geometry.angles import heading_of, rotate
from wreckoning.geometry.distance import distance_of_bodies
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.rally.laying import middle_of_gate
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.odds.spreads import after_roll, attack_odds
from wreckoning.rulesets.rally.questions import (
    BEARINGS,
    MOST_STEPS,
    STEP,
    STRAIGHT,
    Leg,
    Nudge,
    Pace,
    Question,
    Target,
    inches_name,
)
from wreckoning.rulesets.rally.race import HALF, INCH, Course, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    is_obstructed,
    is_torrent,
    skill_terms,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attributes import has_lost_half, movement_of
from wreckoning.rulesets.rally.rules.plans import boost_way, free_turns
from wreckoning.rulesets.rally.view.chances import behind, command_chance, extra_of, shot_explodes
from wreckoning.rulesets.rally.view.figures import (
    condition_words,
    goal_words,
    kind_word,
    weapons_of,
)
from wreckoning.rulesets.rally.view.names import is_touching, vehicle_word, weapon_card
from wreckoning.rulesets.rally.view.plans import look_along, look_at, straight_plan
from wreckoning.rulesets.rally.view.words import SIDES, hit_points, inches, manoeuvres
from wreckoning.show.options import OptionWords, in_two_ways
from wreckoning.show.words import turn_words

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


CONTROL = "stay in control"  # what the chance of a way is one of

Describer = Callable[[Match, Ask, int, bool], OptionWords]


def _words(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    said = DESCRIBERS[Question[ask.question.upper()]](match, ask, option, thorough)
    return replace(said, rules=(ask.rule, *said.rules))


describe_option, label_option = in_two_ways(_words)


# --- setting up, and which vehicle


def _spot(match: Match, _: Ask, option: int, __: bool) -> OptionWords:
    course = match.race.course
    row = course.spot_row[option] + 1
    away, aside = _place_words(course, option)
    meaning = "the row closest to the gate" if row == 1 else f"row {row}"
    if course.mission == Mission.SCAVENGERS:
        meaning = f"{away} from the edge, {aside}"
    elif course.mission != Mission.BATTLE_ROYALE:  # there everybody has a gate of their own
        meaning += f", {aside}"
    return OptionWords(f"Spot {option + 1}", meaning, group="spot", short=str(option + 1))


def _place_words(course: Course, spot: int) -> tuple[str, str]:
    """`4½ inches`, `12 inches left of the gate's middle`: as seen when looking through the gate."""
    gate = course.gates[0]
    gate_x, gate_y = middle_of_gate(gate)
    x, y = course.spot_x[spot] - gate_x, course.spot_y[spot] - gate_y
    ahead, aside = rotate(x, y, -heading_of(gate.right_x - gate.left_x, gate.right_y - gate.left_y))
    side = "right" if ahead > 0 else "left"
    if abs(ahead) < HALF:
        return inches(abs(aside)), "in line with the gate's middle"
    return inches(abs(aside)), f"{inches(abs(ahead))} {side} of the gate's middle"


def _place(match: Match, _: Ask, option: int, __: bool) -> OptionWords:
    race: Race = match.race
    return OptionWords(vehicle_word(match, option), _kit(race, race.vehicles[option]))


def _kit(race: Race, vehicle: Vehicle) -> str:
    """`Buggy: Minigun, Oil Dropper`."""
    armed = [weapon_card(weapon).title for _, weapon in weapons_of(race.builds[vehicle.index])]
    return f"{kind_word(race, vehicle)}: {', '.join(armed) or 'unarmed'}"


def _activate(match: Match, _: Ask, option: int, __: bool) -> OptionWords:
    race: Race = match.race
    vehicle = race.vehicles[option]
    words = (condition_words(race, vehicle), goal_words(match, vehicle), _kit(race, vehicle))
    return OptionWords(vehicle_word(match, option), " · ".join(filter(None, words)))


# --- moving


def _boost(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    if option == 0:
        return OptionWords("Keep it", "save the Boost for a later activation")
    race: Race = match.race
    vehicle = race.vehicles[ask.subject]
    if not thorough:
        return OptionWords("Use it", "straight ahead at once, on top of the movement")
    way = boost_way(race, vehicle)
    look = look_along(match, vehicle, straight_plan(way), True)
    words = [f"{inches(way)} straight ahead at once, on top of the movement", *look.words]
    return OptionWords("Use it", " · ".join(words), look.chance, look.rules, CONTROL)


def _pace(match: Match, ask: Ask, option: int, _: bool) -> OptionWords:
    race: Race = match.race
    movement = movement_of(race, race.vehicles[ask.subject], option)
    if option == Pace.STAND:
        return OptionWords("Stand", "stay where you are, then attack", rules=("W9",))
    far, free = inches(movement), free_turns(race, race.vehicles[ask.subject])
    if option == Pace.DRIVE:
        words = f"{several(free, 'free manoeuvre')}, each more costs 2 inches"
        return OptionWords(f"Drive, {far}", words, rules=("W14",))
    words = f"no more than {manoeuvres(free)}; −4 to your skill rolls in this activation"
    return OptionWords(f"Advance, {far}", words, rules=("W9", "W14"))


def _plan(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    label, group, short = _leg_words(option)
    if not thorough:
        return OptionWords(label, "", group=group, short=short)
    race: Race = match.race
    look = look_at(match, race.vehicles[ask.subject], option)
    words = look.words
    if option == Leg.GO and not words:
        words = ("nothing in the way",) if race.path.count else ("stay where you are",)
    return OptionWords(
        label, " · ".join(words), look.chance, look.rules, "stay in control", group, short
    )


def _leg_words(option: int) -> tuple[str, str, str]:
    """`Forward 6½`, its group, and its name in the group."""
    if option == Leg.GO:
        return "Go", "", ""
    if option < STRAIGHT - MOST_STEPS:
        is_back = option >= Leg.BACK
        far = inches_name(option - (Leg.BACK if is_back else Leg.FORWARD))
        way = "Back" if is_back else "Forward"
        return f"{way} {far}", f"{way.lower()}, inches", far
    steps = option - STRAIGHT
    side = "right" if steps > 0 else "left"
    return f"{side.capitalize()} {STEP * abs(steps)}°", f"{side}, degrees", str(STEP * abs(steps))


# --- nudging


def _nudge_turn(match: Match, ask: Ask, option: int, _: bool) -> OptionWords:
    steps = option - MOST_STEPS
    if steps == 0:
        return OptionWords("No turn", f"{vehicle_word(match, ask.subject)} keeps its heading")
    side = "right" if steps > 0 else "left"
    label = f"Turn {turn_words(STEP * steps)}"
    return OptionWords(label, "", group=f"{side}, degrees", short=str(STEP * abs(steps)))


def _nudge_move(match: Match, ask: Ask, option: int, _: bool) -> OptionWords:
    if option == Nudge.STAY:
        return OptionWords("Leave it", f"{vehicle_word(match, ask.subject)} stays where it is")
    is_half = option < Nudge.INCH
    at = option - (Nudge.HALF if is_half else Nudge.INCH)
    far = "½ inch" if is_half else "1 inch"
    where = bearing_words(at)
    return OptionWords(f"{far} {where}", "", group=far, short=where)


def bearing_words(sixteenth: int) -> str:
    """`ahead right`; between two eighths their degrees: `22½°`."""
    if sixteenth % 2 == 0:
        return SIDES[sixteenth // 2 % 8]
    at = sixteenth * 720 // BEARINGS
    return f"{at // 2}{'½' if at % 2 else ''}°"


DESCRIBERS: dict[Question, Describer] = {
    Question.SPOT: _spot,
    Question.PLACE: _place,
    Question.ACTIVATE: _activate,
    Question.BOOST: _boost,
    Question.PACE: _pace,
    Question.PLAN: _plan,
    Question.TARGET: describe_target,
    Question.DROP: describe_drop,
    Question.NUDGE_TURN: _nudge_turn,
    Question.NUDGE_MOVE: _nudge_move,
}
