"""Exact chances of the dice, from the rules themselves: each is run for every face of every die.

No rule is repeated here: a race is prepared, a rule's own function is run in it (`odds.trials`),
and its outcomes are counted. Results that depend on few numbers are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from wreckoning.core.door import AskRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import FRONT
from wreckoning.odds.questions import Spread
from wreckoning.odds.spreads import share
from wreckoning.odds.trials import spread
from wreckoning.rulesets.kart.numbers import Declaration, Question, Shift
from wreckoning.rulesets.kart.odds.scene import (
    TRIALS,
    prepared,
    put_against,
    put_box,
    put_in_sight,
    put_obstruction,
)
from wreckoning.rulesets.kart.race import MM, Obstruction, Race
from wreckoning.rulesets.kart.rules.attacking import shoot
from wreckoning.rulesets.kart.rules.collisions import (
    collide,
    collide_with_bill,
    collide_with_obstruction,
)
from wreckoning.rulesets.kart.rules.dice import roll_evades, roll_hits
from wreckoning.rulesets.kart.rules.order import draw_pole
from wreckoning.rulesets.kart.rules.skidding import DIGIT, skid_die, spend_shifts
from wreckoning.rulesets.kart.rules.things import slip, take_boxes
from wreckoning.rulesets.kart.rules.wipeouts import wipe_out

CANCELS = (Shift.CANCEL_SPIN, Shift.CANCEL_SLIDE, Shift.CANCEL_HAZARD)
Pair = tuple[int, int]  # of the mover and of the kart it hits


# --- skid dice


@cache
def skid_odds(dice: int) -> Mapping[tuple[int, ...], Fraction]:
    """The faces of some skid dice, in order of size (G1)."""

    def rolled(race: Race) -> tuple[int, ...]:
        faces: tuple[int, ...] = ()
        for _ in range(dice):
            face = skid_die(race, race.karts[0])
            faces = tuple(sorted((*faces, face)))
        return faces

    return spread(TRIALS(prepared(1), rolled), lambda trial: trial.given)


def _cancel(ask: AskRecord) -> int:
    """A SHIFT cancels something as long as there is something; then no more."""
    offered = ask.options[: ask.count]
    return next((int(option) for option in CANCELS if option in offered), int(Shift.NOTHING))


def _spare(race: Race) -> int:
    """The SHIFTs not spent: those left when the answer was to spend no more."""
    door = race.door
    unspent = door.asks[0].question == Question.SHIFT and door.replies[0] == Shift.NOTHING
    return door.asks[0].subject if unspent else 0


@cache
def after_shifts(faces: tuple[int, ...], trivial: bool) -> tuple[int, int]:
    """The results of these skid dice that stay uncancelled, and the SHIFTs to spare (G11, G12)."""
    race = prepared(1, trivial)
    race.karts[0].max_gear = 1  # no gear to change to
    noted = sum(face * DIGIT**at for at, face in enumerate(faces))
    found = TRIALS(
        race,
        lambda copy: spend_shifts(copy, copy.karts[0], noted),
        lambda copy: (copy.karts[0].hazards, _spare(copy)),
        decide=_cancel,
    )
    left: tuple[int, int] = found.trials[0].after
    return left


@cache
def left_of_skids(dice: int, trivial: bool, kept: tuple[int, ...] = ()) -> Spread:
    """The rest of some skid dice and of those kept: (uncancelled, SHIFTs to spare)."""
    found: dict[tuple[int, int], Fraction] = {}
    for faces, chance in skid_odds(dice).items():
        left = after_shifts(tuple(sorted((*faces, *kept))), trivial)
        found[left] = found.get(left, Fraction()) + chance
    return found


def clean_chance(dice: int, trivial: bool, kept: tuple[int, ...] = ()) -> Fraction:
    """The chance that SHIFTs are enough to cancel everything else."""
    return share(left_of_skids(dice, trivial, kept), lambda left: left[0] == 0)


def spare_mean(dice: int, trivial: bool, kept: tuple[int, ...] = ()) -> Fraction:
    """The SHIFTs left on average after all possible results are cancelled."""
    odds = left_of_skids(dice, trivial, kept).items()
    return sum((spare * chance for (_, spare), chance in odds), Fraction())


def wipeout_chance(dice: int, trivial: bool, room: int) -> Fraction:
    """The chance that as many results stay uncancelled as bring a kart to a wipeout."""
    return share(left_of_skids(dice, trivial), lambda left: left[0] >= room)


# --- pools of dice


@cache
def hit_odds(dice: int) -> Spread:
    """The hits of some Smash or attack dice (G2)."""
    race = prepared(1)
    found = TRIALS(race, lambda copy: roll_hits(copy, 0, Question.SMASH_DIE, dice))
    return spread(found, lambda trial: trial.given)


@cache
def evaded_odds(hits: int, gear: int) -> Spread:
    """The hits left of some hits after an Evade in this gear (G2)."""
    found = TRIALS(prepared(1), lambda copy: roll_evades(copy, 0, gear, hits))
    return spread(found, lambda trial: trial.given)


@cache
def left_odds(dice: int, gear: int) -> Spread:
    """The hits of a pool that an Evade in this gear leaves."""
    found: dict[int, Fraction] = {}
    for hits, chance in hit_odds(dice).items():
        for left, then in evaded_odds(hits, gear).items():
            found[left] = found.get(left, Fraction()) + chance * then
    return dict(sorted(found.items()))


@cache
def cancelled_odds(gear: int) -> Spread:
    """The hits that an Evade in this gear cancels, if there are enough (G2)."""
    return {gear - left: chance for left, chance in evaded_odds(gear, gear).items()}


# --- collisions and attacks


@cache
def collision_odds(
    orientation: int, gears: Pair, weights: Pair, star: bool, smashes: tuple[bool, bool]
) -> Spread:
    """The hazards that a collision of two karts brings to mover and other (G19 to G22).

    `smashes`: the karts that declare Smash and not Evade, if allowed; `star`: the mover has one.
    """
    race = prepared(2)
    for seat in range(2):
        race.karts[seat].gear, race.karts[seat].weight = gears[seat], weights[seat]
    race.karts[0].star = int(star)
    put_against(race.bodies[0], race.bodies[1], orientation)

    def declare(ask: AskRecord) -> int:
        return int(Declaration.SMASH if smashes[ask.by] else Declaration.EVADE)

    found = TRIALS(
        race,
        lambda copy: collide(copy, copy.karts[0], copy.karts[1]),
        lambda copy: (copy.karts[0].hazards, copy.karts[1].hazards),
        decide=declare,
    )
    return spread(found)


@cache
def obstruction_odds(kind: int, gear: int, weight: int) -> Spread:
    """The hazards of a kart that runs into an obstruction, or the table's edge (G23, E17)."""
    race = prepared(1)
    race.karts[0].gear, race.karts[0].weight = gear, weight
    solid = NOBODY if kind == Obstruction.EDGE else put_obstruction(race, kind)
    return _hazards(race, lambda copy: collide_with_obstruction(copy, copy.karts[0], solid))


@cache
def bill_odds(orientation: int, gear: int, weight: int) -> Spread:
    """The hazards of a kart that a Bullet Bill hits (G24)."""
    race = prepared(1)
    race.karts[0].gear, race.karts[0].weight = gear, weight
    race.bill_owners[0] = 0
    put_against(race.bills[0], race.bodies[0], orientation)
    return _hazards(race, lambda copy: collide_with_bill(copy, copy.karts[0], 0))


@cache
def banana_odds(gear: int) -> Spread:
    """The hazards of a kart that touches a Banana (E15)."""
    race = prepared(1)
    race.karts[0].gear = gear
    return _hazards(race, lambda copy: slip(copy, copy.karts[0], 0))


@cache
def shell_odds(gear: int, cover: int) -> Spread:
    """The hazards from a Shell shot at a kart in this gear, past some things (G25)."""
    race = prepared(2)
    race.karts[1].gear = gear
    put_in_sight(race, cover)
    return _hazards(race, lambda copy: shoot(copy, copy.karts[0], FRONT, 1), 1)


def _hazards(race: Race, action: Callable[[Race], None], seat: SeatIndex = 0) -> Spread:
    """The hazards that an action brings to a kart."""
    return spread(TRIALS(race, action, lambda copy: copy.karts[seat].hazards))


# --- single dice


@cache
def box_odds() -> Spread:
    """The items of an item box (E15)."""
    race = prepared(1)
    put_box(race)
    found = TRIALS(
        race, lambda copy: take_boxes(copy, copy.karts[0], MM), lambda copy: copy.karts[0].holds
    )
    return spread(found)


@cache
def scatter_odds() -> Spread:
    """The degrees by which a wipeout turns a kart, 0 to 345 clockwise (G26)."""
    found = TRIALS(
        prepared(1),
        lambda copy: wipe_out(copy, copy.karts[0]),
        lambda copy: copy.bodies[0].heading // DEGREE,
    )
    return spread(found)


@cache
def pole_odds(karts: int) -> Spread:
    """The seat with pole position (E16)."""
    return spread(TRIALS(prepared(karts), draw_pole, lambda copy: copy.pole))
