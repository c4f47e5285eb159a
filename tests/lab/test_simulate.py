"""Simulation: the same races whatever the workers, and as interpreted; honest intervals."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from wreckoning.cli.main import app
from wreckoning.core.door import seed_race
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.lab.simulate import Simulation, mean, report, share

RTD = find_ruleset("rtd")
SEATS = [Seat("A", "rookie"), Seat("B", "random"), Seat("C", "absent")]
RACES = 60


def simulation(seed: int = 5) -> Simulation:
    return Simulation(RTD, RTD.load_course("sundae_drive"), SEATS, {"carry": 2}, seed)


def test_the_result_does_not_depend_on_workers_or_lots() -> None:
    alone = simulation().run(RACES, workers=1, chunk=RACES)
    shared = simulation().run(RACES, workers=2, chunk=7)
    assert alone.races == shared.races == RACES
    for name in ("places", "totals", "squares", "lengths"):
        assert np.array_equal(getattr(alone, name), getattr(shared, name))


def test_another_seed_gives_other_races() -> None:
    assert not np.array_equal(simulation(5).run(RACES).totals, simulation(6).run(RACES).totals)


def test_simulated_races_equal_interpreted_ones() -> None:
    table = simulation()
    places = np.zeros((3, 3), np.int64)
    for number in range(RACES):
        race = table.start()
        seed_race(race, table.seed, number)
        while not RTD.is_over(race):
            RTD.step(race)
        for seat in range(3):
            places[seat, race.karts[seat].place - 1] += 1
    assert np.array_equal(places, table.run(RACES).places)


def test_the_report_adds_up() -> None:
    told: list[int] = []
    table = simulation()
    found = report(table, table.run(RACES, progress=told.append, chunk=25))
    assert sum(told) == RACES
    assert max(told) <= 25
    assert sum(seat["wins"]["share"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(seat["place"]["mean"] for seat in found["seats"]) == pytest.approx(1 + 2 + 3)
    assert all(sum(seat["places"]) == RACES for seat in found["seats"])
    assert found["seats"][0]["wins"]["share"] > found["seats"][1]["wins"]["share"]
    assert 0 <= found["seats"][0]["momentum"]["mean"] <= 5
    assert found["turns"]["shortest"] <= found["turns"]["mean"] <= found["turns"]["longest"]


def test_wilson_intervals() -> None:
    """Wilson's for 5 of 10 is 0.2366 … 0.7634; at the ends it stays within 0 … 1."""
    half = share(5, 10)
    assert (round(half["low"], 4), round(half["high"], 4)) == (0.2366, 0.7634)
    assert share(0, 10)["low"] == 0
    assert share(10, 10)["high"] == pytest.approx(1)
    assert mean(200, 400, 100, 1) == {"mean": 2.0, "low": 2.0, "high": 2.0}
    assert mean(20_000, 4_000_000, 100, 100)["mean"] == 2.0


def test_intervals_stay_within_possible_values() -> None:
    """One in three races, and in hundredths; of three places the first, the first and the last."""
    rare = mean(1, 1, 3)
    assert (round(rare["mean"], 3), rare["low"], round(rare["high"], 3)) == (0.333, 0.0, 0.867)
    assert mean(100, 10_000, 3, 100)["low"] == 0.0
    place = mean(5, 11, 3, least=1, most=3)
    assert (place["low"], round(place["high"], 3)) == (1.0, 2.734)
    assert mean(7, 19, 3, least=1, most=3)["high"] == 3.0
    below = mean(-3, 9, 3)
    assert below["low"] <= below["mean"] == -1.0


@pytest.mark.parametrize(
    ("seats", "seed", "error"),
    [
        ([Seat("A"), Seat("B", "rookie")], 1, "seat 1: expected one of random, rookie, absent"),
        (SEATS, -1, "seed: expected 0 to"),
        (SEATS[:1], 1, "for 2 to 12 seats, found 1"),
    ],
)
def test_bad_tables_are_refused_before_anything_runs(
    seats: list[Seat], seed: int, error: str
) -> None:
    with pytest.raises((Malformed, Illegal), match=error):
        Simulation(RTD, RTD.load_course("sundae_drive"), seats, {}, seed)


def test_no_races_are_refused() -> None:
    with pytest.raises(Malformed, match="races: expected 1 to"):
        simulation().run(0)


def test_the_command_gives_json() -> None:
    arguments = ["simulate", "rtd", "--races", "50", "--seats", "rookie,random", "--seed", "3"]
    ran = CliRunner().invoke(app, [*arguments, "--json"])
    assert ran.exit_code == 0
    found = json.loads(ran.stdout)
    assert found["races"] == 50
    assert [seat["player"] for seat in found["seats"]] == ["rookie", "random"]
    assert {"wins", "place", "momentum", "falls_back", "items_used"} <= set(found["seats"][0])
    assert "rookie" in CliRunner().invoke(app, arguments).stdout
