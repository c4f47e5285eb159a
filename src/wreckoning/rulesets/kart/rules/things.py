"""Things on the table: item boxes, coins and bananas, touched on the way."""

from __future__ import annotations

from wreckoning.core.door import plus, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.contact import first_contact
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.events import BananaHit, Coin, GotItem
from wreckoning.rulesets.kart.numbers import Cause, Item, Items, Modifier, Question
from wreckoning.rulesets.kart.race import BODIES, ITEMS, Kart, Race
from wreckoning.rulesets.kart.rules.collisions import empty, take_hits
from wreckoning.rulesets.kart.rules.contacts import absent_of
from wreckoning.rulesets.kart.rules.dice import roll_evades, roll_hits

BANANA_DICE = 3


@jitable
def pick_up(race: Race, kart: Kart, distance: int) -> None:
    """Everything on the way, kind by kind. The body still stands where the movement begins."""
    meet_bananas(race, kart, distance)
    take_boxes(race, kart, distance)
    take_coins(race, kart, distance)


@jitable
def taken(rounds: list[int], now: int, count: int) -> int:
    """The set of things taken in this round, which are back in the next."""
    found = 0
    for i in range(count):
        if rounds[i] == now:
            found |= 1 << i
    return found


@rule("E15")
def take_boxes(race: Race, kart: Kart, distance: int) -> None:
    """A driver over an item box who holds nothing gets a random item."""
    course = race.course
    if race.switches.items == Items.NONE or kart.holds != Item.NONE or course.box_count == 0:
        return
    ignored = taken(race.box_round, race.rounds, course.box_count)
    box = on_the_way(
        race.path, race.bodies[kart.seat], course.boxes, course.box_count, ignored, distance
    )
    if box == NOBODY:
        return
    race.box_round[box] = race.rounds
    kart.holds = Item.SHELL
    if race.switches.items != Items.SHELLS:
        face = roll(race, Question.ITEM_DIE, kart.seat, ITEMS)
        tell_roll(race, kart.seat, Question.ITEM_DIE, face, face)
        kart.holds = face
    tell(race, GotItem(kart.seat, kart.holds, box))


@rule("E21")
def take_coins(race: Race, kart: Kart, distance: int) -> None:
    """Every coin driven over."""
    ignored = taken(race.coin_round, race.rounds, race.course.coin_count)
    while True:
        coin = next_coin(race, race.path, race.bodies[kart.seat], ignored, distance)
        if coin == NOBODY:
            return
        ignored |= 1 << coin
        race.coin_round[coin] = race.rounds
        kart.coins += 1
        tell(race, Coin(kart.seat, kart.coins, coin))


@jitable
def next_coin(race: Race, path: Path, body: Body, ignored: int, distance: int) -> int:
    """The first coin on the way that is not of this set; NOBODY if there is none."""
    return on_the_way(path, body, race.course.coins, race.course.coin_count, ignored, distance)


@rule("E15")
def meet_bananas(race: Race, kart: Kart, distance: int) -> None:
    """Every banana on the way attacks, and is gone."""
    while True:
        ignored = absent_of(race.banana_owners)
        if ignored == (1 << BODIES) - 1:
            return
        banana = on_the_way(
            race.path, race.bodies[kart.seat], race.bananas, BODIES, ignored, distance
        )
        if banana == NOBODY:
            return
        slip(race, kart, banana)


@rule("E15")
def slip(race: Race, kart: Kart, banana: int) -> None:
    """A banana's three dice against the driver's Evade."""
    owner = race.banana_owners[banana]
    race.banana_owners[banana] = NOBODY
    empty(race.bananas[banana])
    dice = plus(race, kart.seat, Modifier.BANANA, BANANA_DICE)
    hits = roll_hits(race, kart.seat, Question.ATTACK_DIE, dice)
    left = roll_evades(race, kart.seat, kart.gear, hits)
    tell(race, BananaHit(kart.seat, banana, owner, hits, hits - left))
    if kart.star == 0:
        take_hits(race, kart, left, Cause.BANANA, owner)


@jitable
def on_the_way(
    path: Path, body: Body, things: list[Body], count: int, ignored: int, distance: int
) -> int:
    """The first of these things that a body touches up to this distance; NOBODY if none."""
    if count == 0:
        return NOBODY
    _, found = first_contact(path, body, things, count, ignored, distance)
    return found
