"""The miniatures table on the board and in letters: to scale, names next to gates."""

from __future__ import annotations

import numpy as np

from wreckoning.geometry.bodies import Body
from wreckoning.geometry.overlap import Tabletop
from wreckoning.show.landscape import distances
from wreckoning.show.letters import TableMap, arrow, legend
from wreckoning.show.pen import Rect
from wreckoning.show.pieces import as_sentences, placed, short_name
from wreckoning.show.table_board import Scale, place_beside

SCALE = Scale(per_unit=10, edge=5.0)
NOTHING = np.array([-999 - 999j])


def body(x: int, y: int, heading: int) -> Body:
    there = Body()
    there.x, there.y, there.heading = x, y, heading
    there.half_length, there.half_width = 40, 20
    return there


def test_lengths_points_and_bodies_are_to_scale() -> None:
    table = Tabletop()
    table.width, table.depth = 1000, 600
    assert SCALE.table(table) == Rect(55, 35, 100, 60)
    assert (SCALE.length(40), SCALE.point_of(100, 50)) == (4, 15 + 10j)
    corners = SCALE.box_of(body(100, 50, 9000))  # heads down
    assert np.allclose(corners, [17 + 14j, 13 + 14j, 13 + 6j, 17 + 6j])
    assert SCALE.spot_of(body(100, 50, -9000)) == (15 + 10j, 270.0)


def test_a_name_stands_close_to_its_gate_and_clear_of_the_rest() -> None:
    ends, size, table = (40 + 30j, 60 + 30j), (10.0, 4.0), Rect(50, 30, 100, 60)
    steps = [3.0, 6.0, 9.0]
    first = place_beside(ends, size, table, steps, 2, NOTHING, [])
    assert first
    second = place_beside(ends, size, table, steps, 2, NOTHING, [first])
    assert second
    assert not second.overlaps(first, 2)
    road = np.array([first.x + first.y * 1j])
    other = place_beside(ends, size, table, steps, 2, road, [])
    assert other
    assert distances(other, road).min() >= 2


def test_a_name_that_fits_nowhere_has_no_place() -> None:
    ends, table = (40 + 30j, 60 + 30j), Rect(50, 30, 100, 60)
    assert place_beside(ends, (120.0, 4.0), table, [3.0], 2, NOTHING, []) is None


def test_a_table_in_letters() -> None:
    drawn = TableMap(80, 40, 24, 20, "·", 10 + 10j)
    drawn.line(10 + 22j, 90 + 22j, "·", 40)
    drawn.heading(50 + 22j, 0, "A")
    drawn.heading(14 + 44j, 90, "B")
    drawn.number(50 + 40j, 12)
    drawn.put(500 + 0j, "?")  # off the table
    assert drawn.lines() == [
        "  +--------------------+",
        "  |                    |",
        "  |··········A→········|",
        "  |                    |",
        "  |         12         |",
        "  | B                  |",
        "  +--------------------+",
    ]


def test_arrows_and_legends() -> None:
    assert "".join(map(arrow, (0, 45, 90, 180, 270, 359))) == "→↘↓←↑→"
    assert legend(["A Ann", "B Bob", "~ mud"], 16) == ["  A Ann, B Bob", "  ~ mud"]


def test_a_piece_is_rounded_and_its_words_are_short() -> None:
    piece = placed("kart:0", "kart", (1.26 + 2.04j, 90.06), 0, short_name("Bartholomew J", 12))
    assert (piece.x, piece.y, piece.heading, piece.text) == (1.3, 2.0, 90.1, "Bartholomew")
    assert as_sentences(["gear 3", "holds: Star"]) == " Gear 3. Holds: Star."
