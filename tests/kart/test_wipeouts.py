"""Wipeouts (G26, E22)."""

from __future__ import annotations

import pytest
from tests.kart.table import dice, field, kart, table, told, where

from wreckoning.rulesets.kart.events import Cause, Event
from wreckoning.rulesets.kart.race import Phase
from wreckoning.rulesets.kart.rules.wipeouts import wipe_out_all
from wreckoning.rulesets.kart.turn import step

MIDDLE = {"A": (1500.0, 1000.0, 0.0)}


@pytest.mark.parametrize(("hazards", "wiped"), [(5, False), (6, True), (9, True)])
def test_g26_six_hazards_or_more(hazards: int, wiped: bool) -> None:
    race = table(at=MIDDLE, gear=4)
    kart(race, "A").hazards = hazards
    with dice(race, *([6] if wiped else [])):
        wipe_out_all(race)
    if wiped:
        assert (kart(race, "A").gear, kart(race, "A").hazards) == (1, 0)
        assert where(race, "A") == (1500, 1000, 90)  # 6 · 15°
        assert told(race, Event.GEAR) == [[0, 4, 1, Cause.WIPEOUT, 0]]
    else:
        assert (kart(race, "A").gear, kart(race, "A").hazards) == (4, 5)


def test_g26_any_kart_in_every_activation() -> None:
    race = table("A B C", at={**MIDDLE, "C": (1500, 1300, 0)})
    race.phase = Phase.WIPEOUT  # A's activation
    kart(race, "C").hazards = kart(race, "B").hazards = 6
    with dice(race, 24, 12):
        step(race)
    assert [kart(race, name).wipeouts for name in "ABC"] == [0, 1, 1]
    assert where(race, "B")[2] == 0  # 24 · 15°
    assert where(race, "C")[2] == 180


def test_e22_it_turns_on_until_it_stands_in_nothing() -> None:
    # A pipe right below A: at 90° the kart would stand in it, until 135° is passed.
    race = table(at=MIDDLE, track=field(pipe=[{"x": 1500, "y": 1043, "radius": 25}]))
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    heading = where(race, "A")[2]
    assert 90 < heading < 180
    assert heading % 15 == 0


def test_e22_nor_off_the_table() -> None:
    race = table(at={"A": (1500, 17, 0)})
    kart(race, "A").hazards = 6
    with dice(race, 6):
        wipe_out_all(race)
    assert where(race, "A")[2] == 180
