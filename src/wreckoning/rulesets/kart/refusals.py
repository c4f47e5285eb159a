"""Why an answer is not among the options: the rule against it, and the deciding figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wreckoning.core.asks import Ask
from wreckoning.core.texts.numerals import is_digits
from wreckoning.core.texts.wording import several
from wreckoning.geometry.angles import DEGREE, HALF_TURN, QUARTER, heading_of, turn_between
from wreckoning.geometry.arcs import is_in_arc_of_edge
from wreckoning.geometry.bodies import (
    FRONT,
    REAR,
    Body,
    corners_of,
    edge_of,
    heading_of_edge,
)
from wreckoning.geometry.distance import distance_of_segment
from wreckoning.rulesets.kart.questions import (
    MOST_SLIDE_STEPS,
    MOST_SPIN_STEPS,
    STEP,
    WAYS,
    Shift,
    Way,
    manoeuvre_of,
)
from wreckoning.rulesets.kart.race import GEARS, MM, Item, Kart, Race, Standing, Template
from wreckoning.rulesets.kart.rules.attacking import in_range, sight

Reason = tuple[str, str]  # what is wrong, and the rule's number

_MANOEUVRES = ("manoeuvre", "chosen_for", "forced")


def refusal(race: Race, ask: Ask, given: str) -> Reason | None:
    """The reason, if the answer names something of the game; else None."""
    if ask.by < 0:
        return None
    kart = race.karts[ask.by]
    words = given.lower().replace(",", " ").split()
    if ask.question in _MANOEUVRES:
        return _manoeuvre(race, kart, ask, given)
    if ask.question == "skid_dice" and is_digits(given.strip()):
        return f"{given.strip()} dice: this kart's Handling is {kart.handling}", "G9"
    if ask.question == "push" and words[:1] == ["re-roll"]:
        dice = several(max(ask.options).bit_length(), "die", "dice")
        return f"only {dice} can be rolled again", "G10"
    if ask.question == "shift" and len(words) == 1:
        return _shift(kart, words[0])
    if ask.question == "slide" and words[:1] == ["slide"]:
        return _slide(words[1:])
    if ask.question == "spin":
        return _turn(words, MOST_SPIN_STEPS, "spin", "E7")
    if ask.question == "attack":
        return _attack(race, kart, words, ask.seats)
    return None


def _manoeuvre(race: Race, kart: Kart, ask: Ask, given: str) -> Reason | None:
    """Why a template is not permitted in this gear, or not laid this way."""
    found = manoeuvre_of(given)
    if found is None:
        return None
    template, way = divmod(found, WAYS)
    title = Template(template).name.title()
    if ask.question == "forced":
        return f"{title}: a boost ends in a Medium straight, a Gentle or a Turn", "G27"
    if ask.question == "chosen_for":
        kart = race.karts[ask.subject]
    laid = race.templates[template]
    if way == Way.REVERSE:
        if template > Template.LONG:
            return f"{title}: only straights are driven in reverse", "E5"
        if kart.gear != 1:
            return f"{title}: reverse is for Gear 1, this is Gear {kart.gear}", "E5"
    elif laid.two_sided != (way in (Way.LEFT, Way.RIGHT)):
        return (
            f"{title}: {'to the left or to the right?' if laid.two_sided else 'a straight'}",
            "G8",
        )
    gears = [str(gear + 1) for gear in range(GEARS) if laid.standing[gear] != Standing.FORBIDDEN]
    return f"{title} is not permitted in Gear {kart.gear}: only in {', '.join(gears)}", "G7"


def _shift(kart: Kart, word: str) -> Reason | None:
    if word.upper() not in Shift.__members__:
        return None
    wanted = Shift[word.upper()]
    if wanted == Shift.GEAR_UP:
        return f"Gear {kart.gear} is this kart's maximum", "E1"
    if wanted == Shift.GEAR_DOWN:
        return "there is no gear below 1", "E1"
    if wanted == Shift.DROP_HAZARD:
        return "there is no hazard token to drop", "G3"
    return f"there is no {word.removeprefix('cancel_').upper()} left to cancel", "G3"


def _slide(words: Sequence[str]) -> Reason | None:
    if not words or words[0] not in ("left", "right"):
        return None
    return _turn(words[1:], MOST_SLIDE_STEPS, "slide", "E6") or (
        f"not to the {words[0]}: a slide goes to the outside of the turn",
        "E6",
    )


def _turn(words: Sequence[str], most: int, what: str, rule: str) -> Reason | None:
    """Why a turn is refused: beyond the limit, or between the steps."""
    if len(words) != 2 or not is_digits(words[0]) or len(words[0]) > 4:
        return None
    degrees = int(words[0])
    if degrees > most * STEP:
        return f"{degrees}° is too far: a {what} turns up to {most * STEP}° either way", rule
    if degrees % STEP:
        return f"{degrees}° is not a multiple of {STEP}°: turns go in steps of {STEP}°", rule
    return None


def _attack(race: Race, kart: Kart, words: Sequence[str], names: Sequence[str]) -> Reason | None:
    """Why an attack is refused: out of range, out of the arc, or out of sight."""
    if not words:
        return None
    if words[0] in ("banana", "bullet_bill"):
        return _dropped(kart, words[0])
    if words[0] != "shell" or len(words) < 3 or words[1] not in ("ahead", "behind"):
        return None
    if kart.holds != Item.SHELL:
        return f"this kart holds {_holding(kart)}", "E15"
    target = _target(race, " ".join(words[2:]), names)
    if target is None:
        return f"there is no driver {' '.join(words[2:])} here: {', '.join(names)}", "G25"
    if target == kart.seat:
        return "you cannot shoot at yourself", "G25"
    return why_not(race, kart, FRONT if words[1] == "ahead" else REAR, target)


def _target(race: Race, words: str, names: Sequence[str]) -> int | None:
    """The seat with this driver's name, or this number from 1."""
    for seat, name in enumerate(names):
        if " ".join(name.lower().replace(",", " ").split()) == words:
            return seat
    return int(words) - 1 if re.fullmatch("[1-9]", words) and int(words) <= race.racers else None


def why_not(race: Race, kart: Kart, edge: int, target: int) -> Reason | None:
    """Why a kart cannot be shot at from an edge, with the figure; None if it can."""
    side = "front" if edge == FRONT else "rear"
    body, other = race.bodies[kart.seat], race.bodies[target]
    if not in_range(race, kart, edge, target):
        away = distance_of_segment(*edge_of(body, edge), other)
        return (
            f"out of range: {away / MM:.1f} mm from the {side} edge, a Shell reaches "
            f"{race.shells.reach // MM} mm",
            "E14",
        )
    spread = race.shells.spread
    if not is_in_arc_of_edge(body, edge, spread, other):
        return (
            f"{_degrees(off_straight(body, edge, other))}° from straight at the {side} edge, "
            f"a Shell flies within {spread // DEGREE}° of it",
            "E14",
        )
    free, things = sight(race, kart, edge, target)
    if free == 0:
        return f"out of sight: all 5 lines are blocked, by {several(things, 'thing')}", "E14"
    return None


def off_straight(body: Body, edge: int, target: Body) -> int:
    """The angle from straight to the target's nearest corner, from the edge's nearer end."""
    ends, corners = edge_of(body, edge), corners_of(target)
    heading, least = heading_of_edge(body, edge), HALF_TURN
    for i in range(0, 8, 2):
        left, right = (
            turn_between(heading, heading_of(corners[i] - x, corners[i + 1] - y))
            for x, y in (ends[:2], ends[2:])
        )
        is_behind = max(abs(left), abs(right)) > QUARTER
        aside = min(abs(left), abs(right)) if is_behind else max(-left, right, 0)
        least = min(least, aside)
    return least


def _degrees(turn: int) -> str:
    """Degrees rounded up to a tenth, so that a turn just beyond a limit does not read like it."""
    return f"{-(-turn * 10 // DEGREE) / 10:.1f}"


def _dropped(kart: Kart, word: str) -> Reason:
    if kart.holds != Item[word.upper()]:
        return f"this kart holds {_holding(kart)}", "E15"
    if word == "banana":
        return "there is no room on the table behind the kart", "E17"
    return "too many Bullet Bills are in play", "E12"


def _holding(kart: Kart) -> str:
    return Item(kart.holds).name.lower().replace("_", " ") if kart.holds else "nothing"
