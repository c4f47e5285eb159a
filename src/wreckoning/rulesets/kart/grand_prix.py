"""A Grand Prix: points for a race, the standings, and what coins buy between races.

Points and coins belong to the seat, even if its driver changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import PERSON_NAME, Seat
from wreckoning.core.series import Raced, SeriesRules, Standing
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.kart.cards import UpgradeCard, fitted, upgrades, wasted
from wreckoning.rulesets.kart.outcome import points_of
from wreckoning.rulesets.kart.race import Race

POINTS, COINS = "points", "coins"
WON, SPENT = "won", "spent"
UPGRADES = "upgrades"
RACES = range(2, 13)
NO_UPGRADE = UpgradeCard("", "no upgrade", "")


@table_rule("E21")
def counts(race: Race, seat: SeatIndex) -> dict[str, int]:
    """What a finished race brings a seat: points for its place, and the coins it took."""
    return {POINTS: points_of(race.karts[seat].place), COINS: race.karts[seat].coins}


def coins_taken(past: Sequence[Raced], seat: SeatIndex) -> int:
    """The coins a seat took in all races so far."""
    return sum(raced.drivers[seat].counts.get(COINS, 0) for raced in past)


def coins_left(past: Sequence[Raced], number: SeatIndex, seat: Seat) -> int:
    """The coins taken so far, less those spent on the seat's present kart."""
    return coins_taken(past, number) - _upgrade_of(seat.setup.get(UPGRADES)).price


@table_rule("E21")
def standings(past: Sequence[Raced], seats: Sequence[Seat]) -> list[Standing]:
    """The standings: by points, then by races won. Coins are those that are left."""
    found = []
    for seat, sitting in by_seat(seats):
        driven = [raced.drivers[seat] for raced in past]
        points = [one.counts.get(POINTS, 0) for one in driven]
        won = sum(one.place == 1 for one in driven)
        spent = _upgrade_of(sitting.setup.get(UPGRADES)).price
        coins = coins_left(past, seat, sitting)
        found.append((sum(points), won, seat, sitting.name, points, coins, spent))
    found.sort(key=lambda one: (-one[0], -one[1], one[2]))
    ranks = [(score, won) for score, won, *_ in found]
    return [
        Standing(
            seat,
            name,
            ranks.index((score, won)) + 1,
            score,
            tuple(points),
            ((COINS, coins), (SPENT, spent), (WON, won)),
        )
        for score, won, seat, name, points, coins, spent in found
    ]


@table_rule("E21")
def check(past: Sequence[Raced], number: SeatIndex, seat: Seat) -> None:
    """Check that a seat has the kart of its first race, with upgrades its coins can buy.

    Raises Illegal."""
    card, _, _ = fitted(number, seat)
    where = seat.place(number)
    wanted, coins = _upgrade_of(seat.setup.get(UPGRADES)), coins_taken(past, number)
    if past:
        first, _, _ = fitted(number, _seat_of(past[0], number))
        if card != first:
            raise Illegal(f"{first.title} from the first race to the last", "E21", where)
    bought = _bought(past, number)
    problem = wasted(card, wanted)
    if problem and wanted != bought:
        raise Illegal(f"{card.title} with {wanted.title}: {problem}", "E21", where)
    if wanted.handling < bought.handling or wanted.gear < bought.gear:
        raise Illegal(f"{bought.title} is bought, and stays", "E21", where)
    if wanted.price > coins:
        price = several(wanted.price - bought.price, "coin")
        more = f"{price} more" if bought.price else price
        left = coins - bought.price
        raise Illegal(f"{wanted.title} costs {more}, there are {left}", "E21", where)


@table_rule("E21")
def setup_after(past: Sequence[Raced], number: SeatIndex, seat: Seat) -> dict[str, str]:
    """The setup for the next race: people keep theirs; a bot buys what it can, Handling first.

    Before the first race nobody has an upgrade.
    """
    setup = dict(seat.setup)
    if not past:
        setup.pop(UPGRADES, None)
        return setup
    if seat.player == PERSON_NAME:
        return setup
    best = _bought(past, number)
    for key, card in upgrades().items():
        more = (card.price, card.handling) > (best.price, best.handling)
        if more and _may(past, number, Seat(seat.name, seat.player, {**setup, UPGRADES: key})):
            best = card
    return {**setup, UPGRADES: best.key} if best.key else setup


def _may(past: Sequence[Raced], number: SeatIndex, seat: Seat) -> bool:
    try:
        check(past, number, seat)
    except Illegal:
        return False
    return True


def _bought(past: Sequence[Raced], seat: SeatIndex) -> UpgradeCard:
    """The upgrade of a seat's last race; none before the first race. Raises Illegal."""
    if not past:
        return NO_UPGRADE
    before = _seat_of(past[-1], seat)
    fitted(seat, before)
    return _upgrade_of(before.setup.get(UPGRADES))


def _seat_of(raced: Raced, seat: SeatIndex) -> Seat:
    driven = raced.drivers[seat]
    return Seat(driven.name, setup=driven.setup)


def _upgrade_of(key: str | None) -> UpgradeCard:
    return upgrades().get(key or "", NO_UPGRADE)


GRAND_PRIX = SeriesRules(
    title="Grand Prix",
    rule="E21",
    text="The first four places are worth 8, 6, 4 and 2 points. Coins picked up in a race buy "
    "upgrades before the next one, ten for each step.",
    unit=POINTS,
    pays=COINS,
    races=RACES,
    sold=(UPGRADES,),
    counts=counts,
    standings=standings,
    check=check,
    setup_after=setup_after,
)
