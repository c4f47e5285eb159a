"""Rounds, gear phases, pole position (G4 to G6, E2), and the end (E16, E18)."""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.kart.table import body, dice, drive, field, kart, put, suspends, table, where

from wreckoning.core import door
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.courses import load
from wreckoning.rulesets.kart.events import GearPhase, Lap, Pole, RaceOver
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import MM, Phase, Race
from wreckoning.rulesets.kart.rules.ending import end_race
from wreckoning.rulesets.kart.rules.order import active_seat, begin_round, draw_pole, find_next
from wreckoning.rulesets.kart.ruleset import RULESET
from wreckoning.rulesets.kart.turn import is_over, step


def gears(*of: int) -> Race:
    """A, B, C … in these gears, a new round, nobody has activated."""
    race = table(" ".join("ABCDEF"[: len(of)]))
    for seat, gear in enumerate(of):
        race.karts[seat].gear = gear
    race.rounds = 0
    begin_round(race)
    return race


def order_of(race: Race) -> list[tuple[int, str]]:
    """The activations of the round: gear phase and kart."""
    found = []
    while find_next(race):
        seat = active_seat(race)
        found.append((race.gear_phase, "ABCDEF"[seat]))
        race.karts[seat].activated = 1
        race.slot += 1
    return found


def test_g4_in_each_phase_every_kart_in_that_gear_or_higher() -> None:
    assert order_of(gears(1, 3, 2)) == [
        *((1, "A"), (1, "B"), (1, "C")),
        *((2, "B"), (2, "C")),
        (3, "B"),
    ]


def test_g4_from_pole_position_clockwise() -> None:
    race = gears(1, 1, 2)
    race.pole = 1
    assert order_of(race) == [(1, "B"), (1, "C"), (1, "A"), (2, "C")]


def test_g4_six_gear_phases() -> None:
    race = gears(6, 6)
    assert [phase for phase, _ in order_of(race)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_g4_each_gear_phase_is_told_once_when_the_first_kart_activates_in_it() -> None:
    race = gears(1, 3, 2)
    with dice(race):
        order_of(race)
    assert [entry.gear_phase for entry in told(race, GearPhase)] == [1, 2, 3]


def test_e2_gear_is_read_at_the_slot() -> None:
    race = gears(1, 2)
    assert find_next(race)
    race.karts[0].activated = 1
    race.karts[0].gear = 2  # shifted up: activates in phase 2
    race.karts[1].gear = 1  # wiped out before its slot: still in this phase, not in the next
    race.slot += 1
    assert order_of(race) == [(1, "B"), (2, "A")]


def test_g5_pole_position_passes_clockwise() -> None:
    race = gears(1, 1, 1)
    with dice(race):
        begin_round(race)
    assert race.pole == 1
    assert told(race, Pole) == [Pole(1)]
    begin_round(race)
    begin_round(race)
    assert race.pole == 0


def test_g5_in_the_first_round_pole_position_stays_as_drawn() -> None:
    race = table("A B C")
    race.pole, race.rounds = 2, 0
    with dice(race):
        begin_round(race)
    assert (race.pole, told(race, Pole)) == (2, [])


def test_e16_pole_position_by_lot_and_the_grid() -> None:
    race = table("A B C")
    with dice(race, 3):
        draw_pole(race)
    assert race.pole == 2
    assert entries(race, door.ROLL) == [[2, Question.POLE_DIE, 3, 3, 0]]  # C drew it
    # the first spot has its front 50 mm behind the line at x = 1500, 33 mm to the left
    assert where(race, "C") == (1412.5, 167.0, 0.0)
    assert where(race, "A") == (1412.5, 233.0, 0.0)
    assert where(race, "B") == (1312.5, 134.0, 0.0)


def test_g6_movement_attack_wipeout_then_bullet_bills() -> None:
    race = table("A B", at={"A": (1500, 1000, 0)}, gear=1)
    race.phase = Phase.MANOEUVRE
    seen = []
    answers = {Phase.MANOEUVRE: (10,), Phase.SKID: (0,)}
    for _ in range(5):
        phase = Phase(race.phase)
        seen.append(phase)
        with dice(race, *answers.get(phase, ())):
            step(race)
    assert seen == [Phase.MANOEUVRE, Phase.SKID, Phase.DRIVE, Phase.ATTACK, Phase.WIPEOUT]
    assert (race.phase, active_seat(race)) == (Phase.MANOEUVRE, 1)
    assert kart(race, "A").activated == 1
    race.bill_owners[0] = 0
    race.phase = Phase.WIPEOUT
    step(race)
    assert race.phase == Phase.BILL


def test_e16_the_first_across_the_last_gate_wins() -> None:
    race = table("A B C", at={"A": (1450, 200, 0), "B": (2500, 200, 0), "C": (2600, 200, 0)})
    kart(race, "A").gate = 2
    kart(race, "B").gate = kart(race, "C").gate = 0
    with dice(race):
        drive(race, "A", "medium")
    assert kart(race, "A").finish_round == 1
    end_race(race)
    assert [kart(race, name).place for name in "ACB"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("gates", "at", "first"),
    [
        ((1, 0), ((1500, 1000), (2850, 1500)), "A"),  # a gate more
        ((0, 0), ((1600, 200), (1700, 200)), "B"),  # nearer to it along the road
        ((0, 0), ((2850, 1000), (2600, 200)), "A"),
        ((0, 0), ((1700, 200), (1700, 260)), "A"),  # level, but off the middle
    ],
)
def test_e16_places_by_gate_then_by_distance(
    gates: tuple[int, int], at: tuple[tuple[int, int], tuple[int, int]], first: str
) -> None:
    race = table("A B")
    for seat in range(2):
        race.karts[seat].gate = gates[seat]
        put(race.bodies[seat], *at[seat], 0)
    end_race(race)
    assert kart(race, first).place == 1


def test_e16_a_gate_counts_in_its_direction_and_order_only() -> None:
    race = table("A B", at={"A": (1600, 200, 180), "B": (1450, 240, 0)})
    kart(race, "A").gate = 2
    with dice(race):
        drive(race, "A", "medium")
    assert (kart(race, "A").gate, kart(race, "A").lap) == (2, 0)
    with dice(race):
        drive(race, "B", "medium")  # the line, but South is next
    assert (kart(race, "B").gate, kart(race, "B").lap) == (0, 0)


def test_e16_any_part_of_the_kart_and_182_mm_wide() -> None:
    # South is at (2850, 1550), between two bends: its line runs across at 22.5°
    race = table("A B", at={"A": (1300, 300, 0), "B": (1300, 100, 0)})
    gate = race.course.gates[2]
    assert (gate.left_y, gate.right_y) == (200 * MM - 91 * MM, 200 * MM + 91 * MM)
    kart(race, "A").gate = kart(race, "B").gate = 2
    for name, y, crosses in (
        ("A", 306, True),
        ("A", 308, False),
        ("B", 94, True),
        ("B", 92, False),
    ):
        put(body(race, name), 1440, y, 0)
        kart(race, name).finish_round = kart(race, name).lap = 0
        kart(race, name).gate = 2
        with dice(race):
            drive(race, name, "short")
        assert (kart(race, name).finish_round > 0) is crosses, (name, y)
        put(body(race, name), 1300, 1000, 0)


def test_e16_laps_by_the_course() -> None:
    race = table("A B", at={"A": (1450, 200, 0)}, track=field(laps=2))
    kart(race, "A").gate = 2
    with dice(race):
        drive(race, "A", "medium")
    assert (kart(race, "A").lap, kart(race, "A").gate, kart(race, "A").finish_round) == (1, 0, 0)
    assert told(race, Lap) == [Lap(0, 1)]


def test_e18_after_the_last_round_places_are_taken_as_all_stand() -> None:
    race = table(
        "A B", at={"A": (500, 1000, 0), "B": (1900, 200, 0)}, gear=1, track=field(rounds=3)
    )
    race.rounds, race.slot, race.phase = 3, 1, Phase.WIPEOUT
    for name in "AB":
        kart(race, name).activated = 1
    step(race)
    assert is_over(race)
    assert kart(race, "B").place == 1
    assert told(race, RaceOver) == [RaceOver(1, 3, 0)]
    race = table("A B", gear=1, track=field(rounds=3))
    race.rounds, race.slot, race.phase = 2, 1, Phase.WIPEOUT
    step(race)
    assert not is_over(race)


def test_e18_random_drivers_come_to_an_end() -> None:
    seats = [Seat(name, "random") for name in "AB"]
    match = Match(RULESET, load(field()), seats, dice=Seeded(1))
    result = match.result()
    assert result is not None
    assert result["rounds"] == 12


def test_g4_the_lots_come_first() -> None:
    match = Match(RULESET, load(field()), [Seat("A"), Seat("B")], automatic=False)
    assert [(ask.question, ask.options) for ask in match.asks] == [("pole_die", (1, 2))]


def test_e16_in_gear_1_behind_the_line() -> None:
    match = Match(RULESET, load(field()), [Seat("A"), Seat("B")], dice=Seeded(1))
    assert [it.gear for it in match.race.karts[:2]] == [1, 1]
    assert all(it.x < 1500 * MM for it in match.race.bodies[:2])
    race = table("A B")
    race.phase = Phase.LOTS
    with suspends(race):
        step(race)
