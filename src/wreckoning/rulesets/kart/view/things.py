"""The pieces on the board: karts, mushrooms, boxes, coins, bananas, Bullet Bills."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece
from wreckoning.core.texts.wording import ordinal, several, whose
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.numbers import Items
from wreckoning.rulesets.kart.race import BODIES, DESTRUCTIBLE, Kart, Race
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.view.board import kart_name, race_order, where
from wreckoning.rulesets.kart.view.dashboard import statuses, troubles
from wreckoning.rulesets.kart.view.layout import point_of, spot_of
from wreckoning.rulesets.kart.view.symbols import (
    BANANA,
    BILL,
    BOX,
    COIN,
    kart_symbol_name,
    mushroom_symbol_name,
)
from wreckoning.rulesets.kart.view.words import hazards, item_name
from wreckoning.show.pieces import as_sentences, placed, short_name
from wreckoning.show.words import rounds

LETTERS = 10  # of a name, at most


def kart_key(seat: SeatIndex) -> str:
    """The piece of a seat's kart."""
    return f"kart:{seat}"


def solid_key(number: int) -> str:
    """The piece of an obstruction that can be removed."""
    return f"solid:{number}"


def banana_key(index: int) -> str:
    """The piece of a banana."""
    return f"banana:{index}"


def bill_key(index: int) -> str:
    """The piece of a Bullet Bill."""
    return f"bill:{index}"


def things(match: Match) -> list[Piece]:
    """Everything on the board except the course itself; the lowest comes first."""
    return [
        *_coins(match),
        *_boxes(match),
        *_mushrooms(match),
        *_bananas(match),
        *_karts(match),
        *_bills(match),
    ]


def is_taken(race: Race, when: int) -> bool:
    """Whether a thing was taken in this round; it is back in the next."""
    return race.rounds > 0 and when == race.rounds


def _coins(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    for number in range(race.course.coin_count):
        if not is_taken(race, race.coin_round[number]):
            spot = spot_of(race.course.coins[number])
            yield placed(f"coin:{number}", COIN, spot, about="A coin. Drive over it (E21).")


def _boxes(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    if race.switches.items == Items.NONE:
        return
    about = "An item box. Who drives over it and holds nothing gets an item (E15)."
    for number in range(race.course.box_count):
        if not is_taken(race, race.box_round[number]):
            yield placed(f"box:{number}", BOX, spot_of(race.course.boxes[number]), about=about)


def _mushrooms(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    about = "A mushroom. Who runs into it collides with it, removes it and drives on (G23)."
    for number in range(race.course.solid_count):
        if race.course.solid_kind[number] == DESTRUCTIBLE and not race.gone[number]:
            solid = race.course.solids[number]
            spot = point_of(solid.middle_x, solid.middle_y), 0.0
            yield placed(solid_key(number), mushroom_symbol_name(solid), spot, about=about)


def _bananas(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    for index in range(BODIES):
        owner = race.banana_owners[index]
        if owner != NOBODY:
            about = f"{whose(match.names[owner])} banana: three dice at who drives into it (E15)."
            yield placed(banana_key(index), BANANA, spot_of(race.bananas[index]), about=about)


def _bills(match: Match) -> Iterator[Piece]:
    race: Race = match.race
    for index in range(BODIES):
        owner = race.bill_owners[index]
        if owner != NOBODY:
            name = whose(match.names[owner])
            about = f"{name} Bullet Bill: gear 2, heavy. It smashes every kart it meets (G24)."
            yield placed(bill_key(index), BILL, spot_of(race.bills[index]), owner, "", about)


def _karts(match: Match) -> Iterator[Piece]:
    """The karts, the last one first, so that the leader is drawn over all."""
    for place, kart in reversed(list(enumerate(race_order(match.race), 1))):
        name = match.names[kart.seat]
        yield placed(
            kart_key(kart.seat),
            kart_symbol_name(kart.weight),
            spot_of(match.race.bodies[kart.seat]),
            kart.seat,
            short_name(name, LETTERS),
            _about(match, kart, place),
            tuple(_marks(match.race, kart)),
        )


def _marks(race: Race, kart: Kart) -> Iterator[str]:
    """A kart's marks: gear, hazards, a Star."""
    if race.rounds == 0 or kart.place:
        return
    yield f"G{kart.gear}"
    if kart.hazards:
        yield f"H{kart.hazards}"
    if kart.star:
        yield "★"


def _about(match: Match, kart: Kart, place: int) -> str:
    """`Ann (Light kart), 2nd, lap 1 of 2, to The Taps. Gear 3 of 4, 2 of 6 hazards. …`"""
    race: Race = match.race
    name = f"{match.names[kart.seat]} ({kart_name(kart)}), {ordinal(kart.place or place)}"
    if kart.finish_round:
        return f"{name}, finished in {rounds(kart.finish_round)}."
    lap = f", lap {kart.lap + 1} of {race.course.laps}" if race.course.laps > 1 else ""
    sentences = [
        f"gear {kart.gear} of {kart.max_gear}, {kart.hazards} of {hazards(WIPES_OUT)}, "
        f"Handling {kart.handling}"
    ]
    if kart.holds:
        sentences.append(f"holds: {item_name(kart.holds)}")
    if kart.coins:
        sentences.append(several(kart.coins, "coin"))
    sentences += [*(status.name for status in statuses(kart)), *troubles(race, kart)]
    return f"{name}{lap}, {where(match, kart)}.{as_sentences(sentences)}"
