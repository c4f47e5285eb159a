"""Standings in the terminal: energy, gauges and a grid, each only where the ruleset has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wreckoning.cli.terminal.board import draw_grid, draw_standings, legend, short_names
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.shown import BAD, NEUTRAL, Cell, Gauge, Row

STRUCTURE = Gauge("Structure", 1, 8, BAD, "What holds the car together.")
STEERING = Gauge("Steering", 3, 4)
HEAT = Gauge("Heat", 0, 6)


def car(name: str, gauges: tuple[Gauge, ...] = (), energy: int = 0, most: int = 0) -> Row:
    matrix = ((Cell("20", "good"), None), (Cell("40", "bad", here=True), Cell("100")))
    return Row(
        seat=0,
        name=name,
        player="person",
        place=1,
        lap=1,
        stretch=2,
        where="The Bend",
        carried=("a peel",),
        statuses=(),
        stance="",
        note="",
        finished=0,
        vehicle="",
        energy=energy,
        most=most,
        gauges=gauges,
        grid=matrix,
        grid_title="Gears",
    )


def drawn(capsys: pytest.CaptureFixture[str], *rows: Row, energy: str = "") -> list[list[str]]:
    draw_standings(Voice(plain=True), rows, "", energy)
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def test_gauges_are_short_and_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    heads, line, meaning = drawn(capsys, car("Ann", (STRUCTURE, STEERING, HEAT)))
    assert heads == ["#", "driver", "lap·at", "gauges", "carries"]
    assert line == ["1", "Ann", "1·2", "Str1!", "Ste3", "H0", "a", "peel"]
    assert meaning[:2] == ["Str", "Structure"]


def test_finished_driver_shows_note_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    _, line = drawn(capsys, replace(car("Ann"), note="10 points", finished=8))
    assert " ".join(line) == "1 Ann home a peel 10 points, finished on turn 8"


def test_energy_is_shown_if_the_ruleset_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    heads, line, none = drawn(capsys, car("Ann", energy=3, most=5), car("Bob"), energy="M")
    assert heads == ["#", "driver", "lap·at", "M", "carries"]
    assert line == ["1", "Ann", "1·2", "3", "a", "peel"]
    assert none == ["1", "Bob", "a", "peel"]


def test_standings_without_gauges_and_grid_have_no_column(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert drawn(capsys, car("Ann"))[0] == ["#", "driver", "lap·at", "carries"]


def test_short_names_are_those_of_all_drivers() -> None:
    rows = [car("Ann", (HEAT,)), car("Bob", (Gauge("Hearts", 2, 3, NEUTRAL),))]
    assert short_names(rows) == {"Heat": "Heat", "Hearts": "Hear"}
    assert legend(rows) == "Heat Heat (of 6), Hear Hearts (of 3)"


def test_the_pawn_is_marked_in_the_grid(capsys: pytest.CaptureFixture[str]) -> None:
    draw_grid(Voice(plain=True), car("Ann"))
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == ["  Gears", "   20", "  [40 ] 100"]
