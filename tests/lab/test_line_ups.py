"""Who starts from which seat: every driver everywhere, and behind everybody, equally often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from wreckoning.lab.experiment_file import read
from wreckoning.lab.line_ups import line_ups, seats_by_driver
from wreckoning.lab.lots import LotTask, play_lot
from wreckoning.lab.variants import line_up

HEAD = 'title = "T"\nruleset = "rtd"\nraces = 1000\n'
COUNTS = range(2, 13)


@pytest.mark.parametrize("drivers", COUNTS)
def test_each_driver_starts_from_each_seat_equally_often(drivers: int) -> None:
    rows = line_ups(drivers)
    found = Counter((seat, driver) for row in rows for seat, driver in enumerate(row))
    assert len(found) == drivers * drivers
    assert set(found.values()) == {len(rows) // drivers}


@pytest.mark.parametrize("drivers", COUNTS)
def test_each_driver_starts_right_behind_each_other_equally_often(drivers: int) -> None:
    rows = line_ups(drivers)
    found = Counter(pair for row in rows for pair in pairwise(row))
    assert len(found) == drivers * (drivers - 1)
    assert set(found.values()) == {len(rows) // drivers}


@pytest.mark.parametrize("drivers", COUNTS)
def test_the_first_heat_has_them_in_their_order(drivers: int) -> None:
    assert line_ups(drivers)[0] == tuple(range(drivers))


@pytest.mark.parametrize("drivers", COUNTS)
def test_seats_and_drivers_are_the_same_table_read_both_ways(drivers: int) -> None:
    for heat, row in enumerate(line_ups(drivers)):
        seats = seats_by_driver(drivers, heat)
        assert [row[seats[driver]] for driver in range(drivers)] == list(range(drivers))


def test_equal_drivers_take_turns_in_being_counted() -> None:
    """Three equal drivers and one of another kind: after three lots each was counted as each."""
    text = HEAD + '[[seats]]\nname = "A"\nplayer = "random"\n[[seats]]\nname = "B"\ncount = 3\n'
    (variant,) = line_up(read(text, "x.toml", Path())).variants
    lots = [variant.counted_as(lot) for lot in range(3)]
    assert [lot[0] for lot in lots] == [0, 0, 0]
    for driver in (1, 2, 3):
        assert {lot[driver] for lot in lots} == {1, 2, 3}


def test_turns_change_names_only() -> None:
    """All wins are there under another name, and the other kind has its own."""
    text = HEAD + '[[seats]]\nname = "A"\nplayer = "random"\n[[seats]]\nname = "B"\ncount = 3\n'
    (variant,) = line_up(read(text, "x.toml", Path())).variants
    task = LotTask(0, 0, variant.starts, 5, 0, 40)
    plain = play_lot(variant.ruleset, task, 4)
    turned = play_lot(variant.ruleset, replace(task, counted_as=variant.counted_as(1)), 4)
    assert turned.wins[0].tolist() == plain.wins[0].tolist()
    assert [turned.wins[n].tolist() for n in (2, 3, 1)] == [
        plain.wins[n].tolist() for n in (1, 2, 3)
    ]
