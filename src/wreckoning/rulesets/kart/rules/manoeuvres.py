"""The choice of a template, and the items to use before it."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import as_seat
from wreckoning.core.rules import rule
from wreckoning.geometry.paths import travel_of
from wreckoning.rulesets.kart.events import Manoeuvre, Stuck, Used
from wreckoning.rulesets.kart.numbers import Cause, Item, Question, Standing, Template, Way
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import CHOICES, Kart, Race
from wreckoning.rulesets.kart.rules.contacts import leaves_table
from wreckoning.rulesets.kart.rules.driving import use_mushroom
from wreckoning.rulesets.kart.rules.gates import is_armed
from wreckoning.rulesets.kart.rules.hazards import gain_hazards
from wreckoning.rulesets.kart.rules.paths import clear, lay, standing_of

STAR_LASTS = 2  # activations: this one and the next


@rule("E15")
def use_before_moving(race: Race, kart: Kart) -> None:
    """The Mushroom and the Star are used before moving, if at all."""
    if kart.holds not in (Item.MUSHROOM, Item.STAR) or not is_armed(kart):
        return
    pose(race, Question.USE, kart.seat, kart.holds)
    offer(race, 0)
    offer(race, 1)
    if choose(race) == 0:
        return
    if kart.holds == Item.MUSHROOM:
        use_mushroom(race, kart)
        return
    kart.holds = Item.NONE
    kart.star = STAR_LASTS
    tell(race, Used(kart.seat, Item.STAR))


@rule("G7", "E5")
def offer_manoeuvres(race: Race, kart: Kart) -> None:
    """Every template permitted in the gear, both ways if it turns; straights in reverse."""
    for template in range(CHOICES):
        ahead = WAYS * template
        if standing_of(race, kart.gear, ahead) == Standing.FORBIDDEN:
            continue
        if race.templates[template].two_sided:
            offer(race, ahead + Way.LEFT)
            offer(race, ahead + Way.RIGHT)
        else:
            offer(race, ahead + Way.AHEAD)
    for template in range(Template.LONG + 1):
        reverse = WAYS * template + Way.REVERSE
        if standing_of(race, kart.gear, reverse) != Standing.FORBIDDEN:
            offer(race, reverse)


@rule("E4")
def is_cornered(race: Race, kart: Kart) -> bool:
    """Is no template permitted, or would every one lead off the table?"""
    ask = race.door.asks[race.door.open - 1]
    found = True
    for i in range(ask.count):
        if stays_on_table(race, kart, ask.options[i]):
            found = False
            break
    clear(race.path)
    return found


@rule("E4", "E17")
def stays_on_table(race: Race, kart: Kart, manoeuvre: int) -> bool:
    """Would a manoeuvre stay on the table? It may turn away from the edge the kart touches."""
    body = race.bodies[kart.seat]
    lay(race, race.path, body, manoeuvre)
    limit = travel_of(race.path)
    return leaves_table(race, race.path, body, limit) == limit


@rule("G7", "E4")
def choose_manoeuvre(race: Race, kart: Kart) -> None:
    """The driver chooses a template; if all lead off the table, the neighbour to the left does.

    A hazardous one costs a hazard at once.
    """
    pose(race, Question.MANOEUVRE, kart.seat, kart.gear)
    offer_manoeuvres(race, kart)
    by = kart.seat
    if is_cornered(race, kart):
        by = as_seat((kart.seat + 1) % race.racers)
        ask = race.door.asks[race.door.open - 1]
        ask.by = by
        ask.question = Question.CHOSEN_FOR
        ask.subject = kart.seat
        tell(race, Stuck(kart.seat))
    race.manoeuvre = choose(race)
    standing = standing_of(race, kart.gear, race.manoeuvre)
    tell(race, Manoeuvre(kart.seat, race.manoeuvre, standing, by))
    if standing == Standing.HAZARDOUS:
        gain_hazards(race, kart, 1, Cause.TEMPLATE, kart.seat)
