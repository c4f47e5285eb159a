"""Slides, the movement itself, boosts, spins, and leaving the road."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_range, pose
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import place
from wreckoning.geometry.paths import add_straight, clear_path, travel_of
from wreckoning.rulesets.kart.events import Boosted, OffRoad, Slid, Spun, Used
from wreckoning.rulesets.kart.numbers import Cause, Item, Question, Side, Template, Way
from wreckoning.rulesets.kart.questions import (
    MOST_SLIDE_STEPS,
    MOST_SPIN_STEPS,
    SIDES,
    STEP,
    WAYS,
)
from wreckoning.rulesets.kart.race import BODIES, Kart, Race
from wreckoning.rulesets.kart.rules.contacts import (
    Contact,
    absent_bills,
    first_met,
    is_free,
    place_on_boost,
    soft_solids,
    touched_bills,
    touched_karts,
    touched_solids,
)
from wreckoning.rulesets.kart.rules.hazards import gain_hazards
from wreckoning.rulesets.kart.rules.line import is_on_road
from wreckoning.rulesets.kart.rules.moving import Outcome, boost_on_the_way, follow
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, clear, lay, lay_spin

EVERY_BOOST = (1 << BODIES) - 1


@rule("G13", "G14", "G15", "G16")
def drive_manoeuvre(race: Race, kart: Kart) -> None:
    """Slide, move, spin; then the hazard for leaving the road."""
    body = race.bodies[kart.seat]
    was_on_road = is_on_road(race, body)
    lay(race, race.path, body, race.manoeuvre)
    waits = race.slides > 0 and meets_boost(race, kart, 0)
    if race.slides > 0 and not waits:
        slide(race, kart, race.manoeuvre)
    outcome = follow(race, kart, 0)
    if outcome >= Outcome.BOOSTED:
        outcome = be_boosted(race, kart, outcome - Outcome.BOOSTED, waits)
    if outcome != Outcome.FINISHED and race.spins > 0:
        spin(race, kart)
    if was_on_road:
        check_road(race, kart)
    race.slides = race.spins = 0
    clear(race.path)


@rule("G16", "E24")
def check_road(race: Race, kart: Kart) -> None:
    """A kart wholly on road before a movement and not after it has left it: a hazard."""
    if not is_on_road(race, race.bodies[kart.seat]):
        tell(race, OffRoad(kart.seat))
        gain_hazards(race, kart, 1, Cause.OFF_ROAD, kart.seat)


@rule("G27")
def meets_boost(race: Race, kart: Kart, ignored: int) -> bool:
    """Will the template, before any slide, lead to a boost? Then the slide waits for its end."""
    if race.course.boost_count == 0:
        return False
    body, me = race.bodies[kart.seat], 1 << kart.seat
    limit, boost = boost_on_the_way(race, kart, ignored, travel_of(race.path))
    if boost == NOBODY:
        return False
    _, kind, _ = first_met(
        race,
        race.path,
        body,
        touched_karts(race, body, me) | me,
        touched_bills(race, body) | absent_bills(race),
        touched_solids(race, body) | soft_solids(race),
        limit,
    )
    return kind == Contact.NOTHING


@rule("G13", "E6")
def slide(race: Race, kart: Kart, manoeuvre: int) -> None:
    """One slide for all results: to the outside of a turn, else to the chosen side."""
    way = manoeuvre % WAYS
    outside = race.templates[manoeuvre // WAYS].outside
    pose(race, Question.SLIDE, kart.seat, manoeuvre)
    if not outside or way == Way.RIGHT:
        offer_side(race, Side.LEFT)
    if not outside or way == Way.LEFT:
        offer_side(race, Side.RIGHT)
    option = choose(race)
    add_slide_leg(race, race.path, manoeuvre, option)
    degrees = STEP * (option % SIDES - MOST_SLIDE_STEPS)
    tell(race, Slid(kart.seat, option // SIDES, degrees))


@rule("E6")
def offer_side(race: Race, side: int) -> None:
    """The turns of a slide to one side, in steps of 15° up to 45° either way."""
    offer_range(race, SIDES * side, SIDES * side + 2 * MOST_SLIDE_STEPS)


@rule("G15", "E7")
def spin(race: Race, kart: Kart) -> None:
    """One turn about the centre for any number of results, as chosen; collisions again."""
    body = race.bodies[kart.seat]
    pose(race, Question.SPIN, kart.seat, NOBODY)
    offer_range(race, 0, 2 * MOST_SPIN_STEPS)
    turn = STEP * DEGREE * (choose(race) - MOST_SPIN_STEPS)
    tell(race, Spun(kart.seat, turn, (body.heading + turn) % (360 * DEGREE)))
    if turn != 0:
        lay_spin(race.path, turn)
        follow(race, kart, EVERY_BOOST)


@rule("G27", "E19")
def be_boosted(race: Race, kart: Kart, boost: int, slides: bool) -> int:
    """Straightened, carried down the boost, and on along a template of the driver's choice.

    At its end the slide that waited for it. Another boost may follow; none twice. Where it would
    be straightened into something, the movement ends at the boost.
    """
    used = 0
    while True:
        used |= 1 << boost
        if not straighten(race, kart, boost):
            return Outcome.STOPPED
        kart.boosts += 1
        gain_hazards(race, kart, 1, Cause.BOOST, kart.seat)
        manoeuvre = forced_move(race, kart, boost)
        add_template(race, race.path, race.bodies[kart.seat], manoeuvre)
        if slides and not meets_boost(race, kart, used):
            slide(race, kart, manoeuvre)
            slides = False
        outcome = follow(race, kart, used)
        if outcome < Outcome.BOOSTED:
            return outcome
        boost = outcome - Outcome.BOOSTED


@rule("E19")
def straighten(race: Race, kart: Kart, boost: int) -> bool:
    """Straightened on the boost where it touched it. The path then leads the kart's middle to the
    boost's end. False if there is no room.
    """
    body, pad = race.bodies[kart.seat], race.course.boosts[boost]
    x, y, heading = body.x, body.y, body.heading
    along = place_on_boost(race, kart.seat, body, boost)
    if not is_free(race, kart.seat, body):
        place(body, x, y, heading)
        return False
    tell(race, Boosted(kart.seat, boost, body.x, body.y, body.heading))
    clear_path(race.path, 0)
    add_straight(race.path, pad.half_length - along)
    return True


@rule("G27")
def forced_move(race: Race, kart: Kart, boost: int) -> int:
    """Medium straight, Gentle or Turn at the end of a boost, whatever the gear."""
    pose(race, Question.FORCED, kart.seat, boost)
    offer(race, WAYS * Template.MEDIUM + Way.AHEAD)
    for template in (Template.GENTLE, Template.TURN):
        offer(race, WAYS * template + Way.LEFT)
        offer(race, WAYS * template + Way.RIGHT)
    return choose(race)


@rule("E15")
def use_mushroom(race: Race, kart: Kart) -> None:
    """A forced Medium straight before moving, and a hazard."""
    kart.holds = Item.NONE
    tell(race, Used(kart.seat, Item.MUSHROOM))
    gain_hazards(race, kart, 1, Cause.MUSHROOM, kart.seat)
    body = race.bodies[kart.seat]
    was_on_road = is_on_road(race, body)
    lay(race, race.path, body, WAYS * Template.MEDIUM + Way.AHEAD)
    outcome = follow(race, kart, 0)
    if outcome >= Outcome.BOOSTED:
        be_boosted(race, kart, outcome - Outcome.BOOSTED, False)
    if was_on_road:
        check_road(race, kart)
    clear(race.path)
