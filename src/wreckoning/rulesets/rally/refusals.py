"""Why an answer is not among the options: the rule against it, and the deciding figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wreckoning.core.asks import Ask
from wreckoning.core.texts.numerals import is_digits
from wreckoning.geometry.bodies import place
from wreckoning.geometry.distance import distance_of_bodies
from wreckoning.rulesets.rally.course_words import inches
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.questions import BEARINGS, MOST_STEPS, STEP, vehicle_name
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.refused_plans import in_full, refused_plan, turn_given
from wreckoning.rulesets.rally.refused_shots import refused_shot
from wreckoning.rulesets.rally.rules.deployment import AWAY, SPACE, group_of, is_free_spot

Reason = tuple[str, str]  # what is wrong, and the rule's number

VEHICLE = re.compile(r"#([1-9][0-9]?)")
NUMBER = re.compile(r"([0-9]{0,3})(½|\.5|\.0)?")


def refusal(race: Race, ask: Ask, given: str) -> Reason | None:
    """The reason, if the answer names something of the game; else None."""
    if ask.by < 0:
        return None
    words = given.lower().replace(",", " ").replace("°", "").split()
    if not words:
        return None
    if ask.question == "plan":
        return refused_plan(race, race.vehicles[ask.subject], in_full(words))
    if ask.question == "target":
        return refused_shot(race, race.vehicles[race.active], ask.subject, words)
    if ask.question in ("activate", "place"):
        return _vehicle(race, ask, words)
    if ask.question == "spot" and len(words) == 2 and words[0] == "spot":
        return _spot(race, ask.subject, words[1])
    if ask.question == "pace" and words == ["advance"]:
        return "a Slow vehicle never advances", "W9"
    if ask.question == "nudge_turn":
        return _nudge_turn(in_full(words))
    if ask.question == "nudge_move":
        return _nudge_move(words)
    return None


def vehicle_given(race: Race, word: str) -> int | None:
    """The vehicle of a number as in logs: `#3`."""
    match = VEHICLE.fullmatch(word)
    index = int(match[1]) - 1 if match else race.vehicle_count
    return index if index < race.vehicle_count else None


def inches_given(word: str) -> float | None:
    """A number of inches: `6`, `6½`, `6.5`, `½`."""
    match = NUMBER.fullmatch(word)
    if not match or not word:
        return None
    return int(match[1] or 0) + (0.5 if match[2] in ("½", ".5") else 0)


def _vehicle(race: Race, ask: Ask, words: Sequence[str]) -> Reason | None:
    """Why a vehicle is refused: another player's, or one already activated or placed."""
    index = vehicle_given(race, words[0]) if len(words) == 1 else None
    rule = "W5" if ask.question == "activate" else "W40"
    if index is None:
        return None
    vehicle, name = race.vehicles[index], vehicle_name(index)
    if vehicle.owner != ask.by:
        return f"{name} is another player's", rule
    if ask.question == "place":
        return f"{name} stands on the table already", rule
    if vehicle.activated and vehicle.status == Status.DRIVING:
        return f"{name} has been activated in this round already", rule
    return f"{name} is {Status(vehicle.status).name.lower()}", rule


def _spot(race: Race, vehicle: int, word: str) -> Reason | None:
    """Why a spot is refused: for others, too near to a vehicle, or not in the closest row."""
    course = race.course
    if not is_digits(word) or len(word) > 3 or not 1 <= int(word) <= course.spot_count:
        return f"there are spots 1 to {course.spot_count}", "V13"
    spot = int(word) - 1
    if course.spot_group[spot] != group_of(race, race.vehicles[vehicle].owner):
        return (
            f"spot {word} is for other teams",
            "W38" if course.mission == Mission.SCAVENGERS else "W40",
        )
    if not is_free_spot(race, vehicle, spot, AWAY):
        return _too_near(race, vehicle, spot)
    row = course.spot_row[spot] + 1
    return f"spot {word} is in row {row}, and there is room closer to the gate", "W40"


def _too_near(race: Race, vehicle: int, spot: int) -> Reason:
    """The vehicle too near to a spot, and its distance."""
    body, course = race.bodies[vehicle].copy(), race.course
    place(body, course.spot_x[spot], course.spot_y[spot], course.spot_heading[spot])
    others = [
        (distance_of_bodies(body, race.bodies[other]), other)
        for other in range(race.vehicle_count)
        if other != vehicle and race.vehicles[other].status != Status.WAITING
    ]
    away, other = min(others)
    found = f"{inches(away)} inches from {vehicle_name(other)}"
    if away < SPACE:
        return f"spot {spot + 1} is {found}, {inches(SPACE)} inches are needed", "W40"
    return f"spot {spot + 1} is {found}, {inches(AWAY)} inches to the first team are needed", "V12"


def _nudge_turn(words: Sequence[str]) -> Reason | None:
    """Why a nudge's turn is refused: more than 45°, between the steps, or into something."""
    degrees = turn_given(words)
    if degrees is None:
        return None
    most = MOST_STEPS * STEP
    if abs(degrees) > most:
        return f"{abs(degrees)}° is too far: it is turned up to {most}°", "W21"
    if degrees % STEP:
        return f"{abs(degrees)}° is not a multiple of {STEP}°: turns go in steps of {STEP}°", "V49"
    return f"{abs(degrees)}° would turn it onto another base, terrain or off the board", "W21"


def _nudge_move(words: Sequence[str]) -> Reason | None:
    """Why a nudge's move is refused: over an inch, between the bearings, or into something."""
    far = inches_given(words[0])
    if far is None:
        return None
    if far > 1:
        return f"{far:g} inches is too far: it is moved up to 1 inch", "W21"
    if far not in (0.5, 1) or len(words) != 4 or words[2] != "at":
        return None
    bearing = inches_given(words[3])
    if bearing is None or bearing * BEARINGS % 360:
        return f"{words[3]}° is not one of the sixteen directions: they are 22½° apart", "V49"
    return f"{far:g} inch at {words[3]}° leads over a base, terrain or off the board", "W21"
