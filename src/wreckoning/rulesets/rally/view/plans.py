"""Describe a plan: the movement left, and every test on its way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from wreckoning.core.texts.wording import several
from wreckoning.geometry.paths import Path, add_straight
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.rally.forecast import Forecast, Meeting, forecast, plan_with
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.odds.spreads import after_roll
from wreckoning.rulesets.rally.questions import Leg, Question
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.contacts import kind_of_terrain
from wreckoning.rulesets.rally.rules.driving_over import RECKLESS
from wreckoning.rulesets.rally.rules.plans import TURN_COST
from wreckoning.rulesets.rally.view.chances import command_chance, explosion_chance
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.sentences import terrain_word
from wreckoning.rulesets.rally.view.words import inches


@dataclass(frozen=True)
class Look:
    """A plan looked at: its path from the vehicle's place, and its outcome."""

    path: Path
    ahead: Forecast
    words: tuple[str, ...]
    rules: tuple[str, ...]
    chance: Fraction | None  # to come to its end in control; None if nothing is in the way


def look_at(match: Match, vehicle: Vehicle, option: int) -> Look:
    """Look at the plan that is being made, with an option of PLAN added."""
    race: Race = match.race
    return look_along(match, vehicle, plan_with(race, option), option == Leg.GO)


def look_along(match: Match, vehicle: Vehicle, path: Path, is_whole: bool) -> Look:
    """Look at a vehicle's plan; `is_whole`: nothing will be added, so movement left is lost."""
    race: Race = match.race
    ahead = forecast(race, vehicle, path)
    words = [*_gates(match, vehicle, ahead)]
    words += [met_words(match, vehicle, meeting, ahead.meetings[0]) for meeting in ahead.meetings]
    if not ahead.may_end:
        words.append("cannot end there")
    words += [] if ahead.meetings else cost_words(path, ahead)
    if not is_whole:
        words.append(budget_words(ahead))
    elif path.count and ahead.left >= INCH:
        words.append(f"{inches(ahead.left)} unused")
    chance = None
    if ahead.meetings:
        chance = prod(
            (meeting_chance(race, vehicle, each, ahead.meetings[0]) for each in ahead.meetings),
            start=Fraction(1),
        )
    rules = dict.fromkeys(["W14", *_rules(race, ahead)])
    return Look(path, ahead, tuple(words), tuple(rules), chance)


def budget_words(ahead: Forecast, whole: int | None = None) -> str:
    """`4 inches left, 1 free manoeuvre`; with all of it `4 of 16 inches left, …`."""
    turns = "no manoeuvre"
    if ahead.free_turns:
        turns = several(ahead.free_turns, "free manoeuvre")
    elif ahead.turns_left:
        turns = f"manoeuvres cost {TURN_COST // INCH}"
    left = inches(max(ahead.left, 0))
    if whole is not None:
        left = f"{left.split()[0]} of {inches(whole)}"
    return f"{left} left, {turns}"


def cost_words(path: Path, ahead: Forecast) -> Iterator[str]:
    """`costs 9 inches for slow ground or a barrier`, if it costs more than its length."""
    straight = sum(abs(path.legs[n].length) for n in range(path.count))
    back = any(path.legs[n].length < 0 for n in range(path.count))
    plain = straight * (2 if back else 1) + TURN_COST * ahead.turns
    if ahead.spent > plain:
        yield f"costs {inches(ahead.spent)}, over rough ground"


def _gates(match: Match, vehicle: Vehicle, ahead: Forecast) -> Iterator[str]:
    if ahead.leaves:
        yield f"off the board by {match.course.gate_name(vehicle.gate)}"
    elif ahead.gates:
        yield f"through gate {vehicle.gate + 1}, {match.course.gate_name(vehicle.gate)}"


def meeting_chance(race: Race, vehicle: Vehicle, meeting: Meeting, first: Meeting) -> Fraction:
    """The chance to pass the command test of a meeting, if those before it are passed.

    What the referee adds counts for the `first` of the plan (V51).
    """
    if meeting != first:
        race = after_roll(race, vehicle.index, Question.COMMAND_DIE)
    return command_chance(race, race.vehicles[vehicle.index])


def met_words(match: Match, vehicle: Vehicle, meeting: Meeting, first: Meeting) -> str:
    """`drives over Rusty: you pass 58%, Rusty 58%`; about the vehicle, in the present tense."""
    race: Race = match.race
    own = chance_words(meeting_chance(race, vehicle, meeting, first))
    if meeting.is_vehicle:
        other = race.vehicles[meeting.which]
        modifier = RECKLESS if race.builds[vehicle.index].reckless else 0
        name, theirs = vehicle_word(match, other.index), command_chance(race, other, modifier)
        return f"drives over {name}: you pass {own}, {name} {chance_words(theirs)}"
    name = terrain_word(match, meeting.which)
    kind = kind_of_terrain(race, meeting.which)
    if kind == Terrain.WRECKAGE:
        return f"drives into {name}: {own} that you smash it and go on, else you lose control"
    words = f"runs into {name} and stops: {own} that you keep control"
    if kind == Terrain.EXPLODING:
        words += f", {chance_words(explosion_chance(vehicle))} that it explodes"
    return words


def _rules(race: Race, ahead: Forecast) -> Iterator[str]:
    if ahead.gates:
        yield "W18"
    for meeting in ahead.meetings:
        yield rule_of_meeting(race, meeting)
    if ahead.meetings:
        yield "W21"


def rule_of_meeting(race: Race, meeting: Meeting) -> str:
    """The rule about what is met."""
    if meeting.is_vehicle:
        return "W22"
    kind = kind_of_terrain(race, meeting.which)
    return "W24" if kind == Terrain.WRECKAGE else "W25" if kind == Terrain.EXPLODING else "W23"


def straight_plan(way: int) -> Path:
    """A plan of one straight leg: a Boost's."""
    path = Path()
    add_straight(path, way)
    return path
