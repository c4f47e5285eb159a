"""Preview an option on the board: the squares within reach, the way, what would be hit.

It shows the intention, not the outcome: nothing is rolled or tried here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Label, Piece, Preview, Shape
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.numbers import Equipment
from wreckoning.rulesets.rush.odds.spreads import enough_lane_changes, extra_of
from wreckoning.rulesets.rush.questions import Menu, Question, is_drive, square_in
from wreckoning.rulesets.rush.race import Car, Hit, Race
from wreckoning.rulesets.rush.rules.shooting import LONGEST_RANGE, target_behind, target_in_front
from wreckoning.rulesets.rush.rules.standings import car_on
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import FINISH, SquareNumber
from wreckoning.rulesets.rush.view.layout import HALF, SIZE, Plan, plan
from wreckoning.rulesets.rush.view.symbols import MINE
from wreckoning.rulesets.rush.view.things import car_key, car_symbol, pieces_on
from wreckoning.rulesets.rush.view.ways import frugal_ways, last_ram, straight_on, way_of
from wreckoning.rulesets.rush.view.words import place_words
from wreckoning.show import pen
from wreckoning.show.pieces import placed

Shown = Callable[[Match, Car, int], Preview]
NOTHING = Preview()
GOOD, BAD, OPEN = "outline:good", "outline:bad", "outline:item"
LIKELY, UNLIKELY = Fraction(2, 3), Fraction(1, 3)  # from here on, and below here
LETTERS = 10.0


def preview(match: Match, ask: Ask, index: int) -> Preview:
    """The preview of the option at this index of `ask.options`."""
    if ask.is_dice:
        return NOTHING
    show = SHOWN[Question[ask.question.upper()]]
    return show(match, match.race.cars[ask.by], ask.options[index])


# --- parts of it


def _field(board: Plan, square: SquareNumber, share: float = 0.42) -> str:
    """A square's edge, a little within it."""
    point, heading = board.spot(square)
    half = share * SIZE
    corners = (half + half * 1j, -half + half * 1j, -half - half * 1j, half - half * 1j)
    return pen.line([point + pen.unit(heading) * corner for corner in corners], True)


def _finish_line(board: Plan) -> str:
    return board.across(len(board.course.tiles) - 1, 1, -HALF, HALF)


def _path(board: Plan, car: Car, squares: Sequence[SquareNumber]) -> str:
    """A path from square to square."""
    points = [board.spot(car.square)[0]]
    points += [board.spot(square)[0] for square in squares if square != FINISH]
    if squares and squares[-1] == FINISH:
        last = len(board.course.tiles) - 1
        lane = (squares[-2] if len(squares) > 1 else car.square) - 1
        points.append(board.at(last, 1, lane % 40 // 8 - HALF + 0.5)[0])
    return pen.line(points) if len(points) > 1 else ""


def _ghost(match: Match, board: Plan, car: Car, square: SquareNumber) -> tuple[Piece, ...]:
    """The car at the place where it would be."""
    if square == FINISH:
        return ()
    spot, about = board.spot(square), f"{match.names[car.seat]}, {place_words(match, square)}"
    symbol = car_symbol(car)
    return (placed(f"ghost:{car.seat}", symbol, spot, car.seat, "", about, faint=True),)


def _drawn(*shapes: tuple[str, str, float]) -> tuple[Shape, ...]:
    return tuple(Shape(path, paint, width) for path, paint, width in shapes if path)


def _targets(race: Race, squares: Iterable[SquareNumber]) -> tuple[str, ...]:
    return tuple(key for square in squares for key in pieces_on(race, square))


# --- before the dice: what is within reach


def _reach(match: Match, car: Car, spot: int) -> Preview:
    """Every destination of a speed, with the chance of the lane changes it needs."""
    board, speed = plan(match.course), speed_of(spot)
    fields = {GOOD: "", OPEN: "", BAD: ""}
    labels, targets = [], []
    for way in frugal_ways(match.race, car, speed):
        chance = enough_lane_changes(speed, way.changes, extra_of(car, Question.STEERING_DIE))
        if way.hit is not Hit.NOTHING:
            targets += pieces_on(match.race, way.ends)
            continue
        paint = GOOD if chance >= LIKELY else BAD if chance < UNLIKELY else OPEN
        if way.ends == FINISH:
            fields[paint] += _finish_line(board)
            continue
        fields[paint] += _field(board, way.ends)
        x, y = pen.rounded(board.spot(way.ends)[0])
        labels.append(Label(x, y, f"{float(chance) * 100:.0f}", LETTERS))
    shapes = _drawn(*((path, paint, 2.6) for paint, path in fields.items()))
    return Preview((), shapes, tuple(dict.fromkeys(targets)), tuple(labels))


def _points(match: Match, car: Car, option: int) -> Preview:
    if option == Menu.DONE:
        return _reach(match, car, car.gear)
    if option >= Menu.TURBO:
        return _reach(match, car, option - (Menu.BRAKE if option >= Menu.BRAKE else Menu.TURBO))
    return _equipment(match, car, option)


# --- the movement


def _step(match: Match, car: Car, option: int) -> Preview:
    if not is_drive(option):
        return _equipment(match, car, option)
    race: Race = match.race
    way = way_of(race, car, option)
    assert way is not None
    board = plan(match.course)
    if way.hit is Hit.NOTHING:
        path = _path(board, car, way.squares)
        pieces = _ghost(match, board, car, way.ends)
        return Preview(pieces, _drawn((path, GOOD, 3.4)), _targets(race, way.squares))
    path, field = _path(board, car, way.squares), _field(board, way.ends)
    before = way.squares[:-1]
    pieces = _ghost(match, board, car, before[-1]) if before else ()
    return Preview(pieces, _drawn((path, BAD, 3.4), (field, BAD, 2.6)), _targets(race, way.squares))


def _swerve(match: Match, car: Car, option: int) -> Preview:
    board, square = plan(match.course), square_in(option)
    rams = car_on(match.race, square) != NOBODY
    path = _path(board, car, [square])
    pieces = () if rams else _ghost(match, board, car, square)
    shapes = _drawn((path, BAD if rams else GOOD, 3.4))
    return Preview(pieces, shapes, _targets(match.race, [square]))


def _after(match: Match, car: Car, option: int) -> Preview:
    if not Menu.BOOST < option < Menu.MINE:
        return _equipment(match, car, option)
    race: Race = match.race
    board = plan(match.course)
    there: list[SquareNumber] = []
    for square in straight_on(race, car, option - Menu.BOOST):
        there.append(square)
        if square == FINISH:
            break
        if race.course.obstruction[square] or car_on(race, square) != NOBODY:
            shapes = _drawn((_path(board, car, there), BAD, 3.4), (_field(board, square), BAD, 2.6))
            return Preview(_ghosts_before(match, board, car, there), shapes, _targets(race, there))
    shapes = _drawn((_path(board, car, there), GOOD, 3.4))
    return Preview(_ghost(match, board, car, there[-1]), shapes, _targets(race, there))


def _ghosts_before(
    match: Match, board: Plan, car: Car, there: list[SquareNumber]
) -> tuple[Piece, ...]:
    return _ghost(match, board, car, there[-2]) if len(there) > 1 else ()


# --- equipment


def _equipment(match: Match, car: Car, option: int) -> Preview:
    race: Race = match.race
    board = plan(match.course)
    if option == Menu.MINE:
        return Preview((placed("ghost:mine", MINE, board.spot(car.square), faint=True),))
    if option == Menu.USE + Equipment.MACHINE_GUN:
        return _aimed(board, car, race.cars[target_in_front(race, car)])
    if option == Menu.USE + Equipment.FLAMER:
        return _aimed(board, car, race.cars[target_behind(race, car)])
    if option == Menu.ARM + Equipment.MACHINE_GUN:
        squares = [s for s in straight_on(race, car, LONGEST_RANGE) if s in match.course.places]
        fields = "".join(_field(board, square, 0.3) for square in squares)
        return Preview(shapes=_drawn((fields, BAD, 1.6)))
    return NOTHING


def _aimed(board: Plan, car: Car, target: Car) -> Preview:
    """A line from car to car."""
    line = [board.spot(car.square)[0], board.spot(target.square)[0]]
    return Preview(
        shapes=_drawn((pen.dashes(line, 5, 4), BAD, 3.0)), targets=(car_key(target.seat),)
    )


def _ram_with(match: Match, _: Car, __: int) -> Preview:
    return Preview(targets=(car_key(last_ram(match).other),))


SHOWN: dict[Question, Shown] = {
    Question.GEAR: _reach,
    Question.POINTS: _points,
    Question.STEP: _step,
    Question.SWERVE: _swerve,
    Question.RAM_WITH: _ram_with,
    Question.AFTER: _after,
}
