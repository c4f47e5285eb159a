"""Clocks that are set while a server runs; databases that do not answer."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.hosting import hosting

from wreckoning.server.steady_clock import DAY, FOLLOWS, SteadyClock

HOUR = 3600.0


class Machine:
    """A machine whose clock can be set; its counter cannot."""

    def __init__(self) -> None:
        self.wall, self.counter = 1_900_000_000.0, 50.0

    def clock(self, newest: float = 0.0) -> SteadyClock:
        return SteadyClock(newest, lambda: self.wall, lambda: self.counter)

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.counter += seconds


@pytest.mark.parametrize("set_by", [-1e9, -DAY, -HOUR, -1, 0, 1, HOUR, DAY, 1e9])
def test_a_deadline_is_due_when_its_minutes_have_passed(set_by: float) -> None:
    """Whether the clock is put back or forward, by a second or by years."""
    machine = Machine()
    clock = machine.clock()
    deadline = clock() + 120
    machine.wall += set_by
    machine.pass_(118)
    assert clock() < deadline
    machine.pass_(4)
    assert clock() >= deadline


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(-1e6, 1e6))))
def test_the_clock_never_goes_back_and_never_jumps(deeds: list[tuple[float, float]]) -> None:
    machine = Machine()
    clock = machine.clock()
    before = clock()
    for seconds, set_by in deeds:
        machine.wall += set_by
        machine.pass_(seconds)
        now = clock()
        assert abs(now - before - seconds) <= FOLLOWS * seconds + 1e-3
        before = now


def test_the_clock_follows_the_systems_in_the_end() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall -= HOUR
    for _ in range(101):
        machine.pass_(HOUR)
        clock()
    assert clock() == pytest.approx(machine.wall, abs=1e-3)


def test_a_new_process_does_not_go_back_behind_what_is_stored() -> None:
    """The clock was put back and the server started again; but not if it was wrong by days."""
    machine = Machine()
    stored = machine.clock()()
    machine.wall -= HOUR
    assert machine.clock(stored)() == stored
    assert machine.clock(machine.wall + 2 * DAY)() == machine.wall
    assert machine.clock(machine.wall - HOUR)() == machine.wall


def test_health_tells_a_locked_database_and_that_it_is_free_again(tmp_path: Path) -> None:
    """Another program holds the lock of SQLite's writer, and readers do not notice."""

    def wait_for(status: int) -> str:
        end = time.monotonic() + 20
        while (answer := hosted.http.get("/healthz")).status_code != status:
            assert time.monotonic() < end
            time.sleep(0.05)
        return str(answer.json()["status"])

    with hosting(tmp_path / "t.db") as hosted:
        assert wait_for(200) == "ok"
        other = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "locked by another program: nothing can be stored" in wait_for(503)
        other.execute("ROLLBACK")
        assert wait_for(200) == "ok"
        other.close()
