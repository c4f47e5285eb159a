"""The pieces on the board: cars, wrecks, mines."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece
from wreckoning.core.texts.wording import listed, ordinal, several, whose
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import KINDS, Car, Equipment, Race
from wreckoning.rulesets.rush.rules.standings import is_racing
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber
from wreckoning.rulesets.rush.view.board import kart_name, race_order
from wreckoning.rulesets.rush.view.layout import Plan, plan
from wreckoning.rulesets.rush.view.seats import car_card
from wreckoning.rulesets.rush.view.symbols import MINE, WRECK, car_symbol_name
from wreckoning.rulesets.rush.view.words import EQUIPMENT, SHORT, place_words, spot_words
from wreckoning.show.pen import Spot
from wreckoning.show.pieces import as_sentences, placed, short_name
from wreckoning.show.words import rounds

LETTERS = 10  # of a name, at most


def car_key(seat: SeatIndex) -> str:
    """The piece of a seat's car, or of its wreck."""
    return f"car:{seat}"


def mine_key(index: int) -> str:
    """The piece of a mine."""
    return f"mine:{index}"


def things(match: Match) -> list[Piece]:
    """Everything on the board except the course itself; the lowest comes first."""
    board = plan(match.course)
    order = race_order(match.race)
    return [*_mines(match, board), *_wrecks(match, board, order), *_cars(match, board, order)]


def car_symbol(car: Car) -> str:
    """The symbol of a car, or of its wreck."""
    return WRECK if car.wrecked_round else car_symbol_name(car_card(car))


def spots(match: Match, board: Plan) -> dict[SeatIndex, Spot]:
    """The place of each seat's car: on its square, or in the yard; before the grid nowhere."""
    race: Race = match.race
    cars = race.cars[: race.racers]
    home = sorted((car for car in cars if car.finish_round), key=lambda car: car.home)
    found = {car.seat: spot for car, spot in zip(home, board.yard.parked(len(home)), strict=True)}
    for car in cars:
        if car.square != NOWHERE:
            found[car.seat] = board.spot(car.square)
    return found


def _mines(match: Match, board: Plan) -> Iterator[Piece]:
    race: Race = match.race
    for index, mine in enumerate(race.mines):
        if mine.square == NOWHERE:
            continue
        owner = "A mine" if mine.owner == NOBODY else f"{whose(match.names[mine.owner])} mine"
        where = place_words(match, mine.square)
        about = f"{owner}, {where}. Who drives over it rolls a die: 1–3 costs a structure point."
        yield placed(mine_key(index), MINE, board.spot(mine.square), about=about)


def _wrecks(match: Match, board: Plan, order: list[Car]) -> Iterator[Piece]:
    for car in order:
        if car.wrecked_round:
            name, where = match.names[car.seat], place_words(match, car.square)
            about = (
                f"The wreck of {name}, {where}, since round {car.wrecked_round}. "
                "Who drives through it rolls a die: 1–3 costs a structure point."
            )
            yield placed(car_key(car.seat), WRECK, board.spot(car.square), car.seat, "", about)


def _cars(match: Match, board: Plan, order: list[Car]) -> Iterator[Piece]:
    """The cars, the last one first, so that the leader is drawn over all."""
    where = spots(match, board)
    for place, car in reversed(list(enumerate(order, 1))):
        if car.seat not in where or car.wrecked_round:
            continue
        name = match.names[car.seat]
        yield placed(
            car_key(car.seat),
            car_symbol(car),
            where[car.seat],
            car.seat,
            short_name(name, LETTERS),
            _about(match, car, place),
            tuple(_marks(match.race, car)),
        )


def _marks(race: Race, car: Car) -> Iterator[str]:
    """A car's marks: its speed, and its armed weapons."""
    if not is_racing(car) or race.rounds == 0:
        return
    yield str(speed_of(car.gear))
    for equipment in range(Equipment.BOOSTER):
        if car.armed[equipment]:
            yield SHORT[Equipment(equipment)]


def _about(match: Match, car: Car, place: int) -> str:
    """`Ann (Hornet, Needle), 2nd, Retort Mile, middle lane, square 3. Speed 9 in gear 3. …`"""
    race: Race = match.race
    name = f"{match.names[car.seat]} ({kart_name(car)})"
    if car.finish_round:
        return f"{name} finished {ordinal(car.place)} in {rounds(car.finish_round)}."
    lap = f", lap {car.lap + 1} of {race.course.laps}" if race.course.laps > 1 else ""
    full = car.figures
    sentences = [
        spot_words(car.gear),
        f"structure {car.structure} of {full.structure}, heat {car.heat} of {full.heat}",
        f"{several(car.steering, 'Steering point')}, {car.brake} Brake, {car.turbo} Turbo",
    ]
    armed = [EQUIPMENT[Equipment(e)] for e in range(KINDS) if car.armed[e]]
    sentences.append(f"armed: {listed(armed)}" if armed else "nothing armed")
    if car.mines:
        sentences.append(several(car.mines, "mine"))
    where = place_words(match, car.square)
    return f"{name}, {ordinal(place)}{lap}, {where}.{as_sentences(sentences)}"


def pieces_on(race: Race, square: SquareNumber) -> list[str]:
    """The pieces that stand or lie on a square: cars, wrecks, mines."""
    found = [car_key(c.seat) for c in race.cars[: race.racers] if c.square == square != NOWHERE]
    return found + [mine_key(i) for i, mine in enumerate(race.mines) if mine.square == square]
