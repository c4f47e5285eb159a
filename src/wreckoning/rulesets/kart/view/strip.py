"""The table in letters: for the terminal, and for who listens.

The whole table from above, a letter for so many millimetres: road, gates by their numbers, what
stands there, karts by their letters with an arrow for where they look.
"""

from __future__ import annotations

from string import ascii_uppercase

from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.kart.race import BODIES, NO_ITEMS, Obstruction, Race
from wreckoning.rulesets.kart.view.layout import EDGE, GRAIN, Plan, box_of, plan, posts
from wreckoning.rulesets.kart.view.things import is_taken
from wreckoning.show import pen

TALL = 2.1  # how much higher than wide a letter is
ROWS = 18  # at most
ROAD, OFF = "·", " "
ARROWS = "→↘↓↙←↖↑↗"
SOLIDS = {Obstruction.PIPE: "O", Obstruction.CUBE: "#", Obstruction.MUSHROOM: "m"}
BOOST, BOX, COIN, BANANA, BILL = ">", "?", "$", "~", "!"
MARGIN = 2


class _Map:
    """Letters on a table of this many columns."""

    def __init__(self, board: Plan, width: int) -> None:
        table = board.table
        tall = TALL * table.width / table.height
        self.columns = min(width - MARGIN - 2, int(ROWS * tall))
        self.rows = max(1, round(self.columns / tall))
        self.size = table.width / self.columns, table.height / self.rows
        self.cells = [[OFF] * self.columns for _ in range(self.rows)]

    def put(self, point: complex, letter: str, over: str = "") -> None:
        """A letter where a point is; with `over` only where one of these is."""
        column = int((point.real - EDGE) / self.size[0])
        row = int((point.imag - EDGE) / self.size[1])
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return
        if not over or self.cells[row][column] in over:
            self.cells[row][column] = letter

    def heading(self, point: complex, degrees: float, letter: str) -> None:
        """A kart's letter, and its arrow in front of it."""
        self.put(point, letter)
        arrow = ARROWS[round(degrees / 45) % 8]
        step = pen.unit(round(degrees / 45) * 45)
        aside = round(step.real) * self.size[0] + round(step.imag) * self.size[1] * 1j
        self.put(point + aside, arrow, OFF + ROAD)

    def lines(self) -> list[str]:
        edge = " " * MARGIN + "+" + "-" * self.columns + "+"
        rows = [" " * MARGIN + "|" + "".join(row) + "|" for row in self.cells]
        return [edge, *rows, edge]


def strip(match: Match, seat: int, width: int = 100) -> tuple[str, ...]:
    """The table in letters, and what they mean. Empty before the lots are drawn."""
    race: Race = match.race
    if race.rounds == 0:
        return ()
    board = plan(match.course)
    drawn = _Map(board, width)
    for point in board.road.tolist():
        drawn.put(point, ROAD)
    _gates(drawn, board)
    _things(drawn, board, race)
    for kart in (*range(seat), *range(seat + 1, race.racers), seat):
        point, heading = board.spot(race.bodies[kart])
        drawn.heading(point, heading, ascii_uppercase[kart])
    return (*drawn.lines(), *_legend(match, seat, width))


def _gates(drawn: _Map, board: Plan) -> None:
    record = board.course.record
    for gate in range(record.gate_count):
        left, right = posts(record.gates[gate])
        steps = max(2, int(abs(right - left) / GRAIN))
        for step in range(steps + 1):
            drawn.put(left + (right - left) * step / steps, ":")
        drawn.put((left + right) / 2, str((gate + 1) % 10))


def _things(drawn: _Map, board: Plan, race: Race) -> None:
    course = race.course
    for number in range(course.boost_count):
        corners = box_of(course.boosts[number])
        for share in (0.2, 0.5, 0.8):
            drawn.put(corners[0] + (corners[2] - corners[0]) * share, BOOST)
    for bodies, count, rounds, sign in (
        (course.coins, course.coin_count, race.coin_round, COIN),
        (course.boxes, course.box_count, race.box_round, BOX),
    ):
        for number in range(count):
            shown = sign == COIN or race.switches.items != NO_ITEMS
            if shown and not is_taken(race, rounds[number]):
                drawn.put(board.spot(bodies[number])[0], sign)
    for number in range(course.solid_count):
        if not race.gone[number]:
            solid = course.solids[number]
            sign = SOLIDS[Obstruction(course.solid_kind[number])]
            drawn.put(board.point(solid.middle_x, solid.middle_y), sign)
    for index in range(BODIES):
        if race.banana_owners[index] != NOBODY:
            drawn.put(board.spot(race.bananas[index])[0], BANANA)
        if race.bill_owners[index] != NOBODY:
            drawn.put(board.spot(race.bills[index])[0], BILL)


def _legend(match: Match, seat: int, width: int) -> list[str]:
    """Who is which letter, and what signs there are; in lines that fit."""
    race: Race = match.race
    karts = [seat, *(other for other in range(race.racers) if other != seat)]
    words = [
        f"{ascii_uppercase[kart]} {match.names[kart]} "
        f"{ARROWS[round(race.bodies[kart].heading / DEGREE / 45) % 8]}"
        for kart in karts
    ]
    record = race.course
    kinds = {record.solid_kind[n] for n in range(record.solid_count) if not race.gone[n]}
    names = {Obstruction.PIPE: "pipe", Obstruction.CUBE: "cube", Obstruction.MUSHROOM: "mushroom"}
    words += [f"{SOLIDS[Obstruction(kind)]} {names[Obstruction(kind)]}" for kind in sorted(kinds)]
    words += [f"{BOOST} boost"] * (record.boost_count > 0)
    words += [f"{BOX} box"] * (record.box_count > 0 and race.switches.items != NO_ITEMS)
    words += [f"{COIN} coin"] * (record.coin_count > 0)
    words += [f"{BANANA} banana"] * any(owner != NOBODY for owner in race.banana_owners)
    words += [f"{BILL} Bullet Bill"] * any(owner != NOBODY for owner in race.bill_owners)
    lines = [" " * MARGIN]
    for word in words:
        if len(lines[-1]) + len(word) + 2 > width:
            lines.append(" " * MARGIN)
        lines[-1] += f"{', ' * (len(lines[-1]) > MARGIN)}{word}"
    return lines
