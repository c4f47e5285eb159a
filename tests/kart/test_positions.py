"""Positions: what is completed, and what no race comes to is refused with its rule."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kart.table import field

from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.courses import load
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.ruleset import RULESET

CUBE = [{"x": 2000, "y": 1000}]


def match_at(options: dict[str, str] | None = None, **position: Any) -> Match:
    """A, B and C on the test field with a cube, from this position."""
    seats = [Seat("A"), Seat("B"), Seat("C", setup={"kart": "light"})]
    course = load(field(cube=CUBE))
    return Match(RULESET, course, seats, options or {}, start_position=position, automatic=False)


def at(x: int, y: int, heading: int = 0) -> dict[str, int]:
    return {"x": x * MM, "y": y * MM, "heading": heading * 100}


def test_g4_from_a_phase_to_the_first_question() -> None:
    match = match_at(phase="manoeuvre", rounds=2, slot=1, karts={"B": {"gear": 3}})
    ask = match.asks[0]
    assert (ask.who, ask.question) == ("B", "manoeuvre")
    race = match.race
    assert (race.pole, race.gear_phase) == (0, 1)
    assert [it.activated for it in race.karts[:3]] == [1, 1, 0]  # B has begun


def test_g4_in_the_middle_of_an_activation() -> None:
    match = match_at(phase="skid", rounds=1, pole="B", manoeuvre=40 + 1)
    assert (match.asks[0].who, match.asks[0].question) == ("B", "skid_dice")
    drive = match_at(phase="drive", rounds=1, pole="C", manoeuvre=10, slides=1)
    assert (drive.asks[0].who, drive.asks[0].question) == ("C", "slide")


def test_e15_a_banana_has_its_size() -> None:
    match = match_at(phase="round", bananas=[at(1500, 900)], banana_owners=["A"], pole="A")
    assert match.race.bananas[0].half_length == 15 * MM
    text = match.checkpoint_position()
    assert match_at(**text).position() == match.position()


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"karts": {"A": {"gear": 6}}}, r"karts\[A\].gear: expected 1 to 5, found 6 \(E1\)"),
        ({"karts": {"C": {"gear": 6}}}, r"karts\[C\].gear: expected 1 to 5, found 6 \(E1\)"),
        ({"karts": {"A": {"gear": 0}}}, r"gear: expected 1 to 5, found 0 \(E1\)"),
        ({"karts": {"A": {"gate": 3}}}, r"gate: expected 0 to 2, found 3 \(E16\)"),
        ({"karts": {"A": {"lap": 1}}}, r"lap: expected 0 to 0, found 1 \(E16\)"),
        ({"karts": {"A": {"wipeouts": -1}}}, r"wipeouts: expected 0 to 10000, found -1"),
        ({"karts": {"A": {"place": 1}}}, r"expected nobody home or placed before .*\(E16\)"),
        ({"karts": {"A": {"star": 3}}}, r"star: expected 0 to 2, found 3 \(E15\)"),
        ({"bodies": {"A": at(2980, 1000)}}, r"bodies\[A\]: expected a place on the table.*E17"),
        (
            {"bodies": {"A": at(1500, 1000), "B": at(1540, 1010)}},
            r"bodies\[B\]: expected a free place, found \(1540.0, 1010.0\), "
            r"where bodies\[A\] stands \(G18\)",
        ),
        (
            {"bodies": {"A": at(2000, 1000)}},
            r"expected a free place, found .*, where cube 1 stands \(G23\)",
        ),
        (
            {"bodies": {"A": {"half_length": 1}}},
            r"bodies\[A\]: expected a kart's size, 75 × 32 mm, found 0 × 32 \(E3\)",
        ),
        ({"bodies": {"A": {"heading": 36000}}}, r"heading: expected 0 to 35999, found 36000"),
        ({"rounds": 0}, r"position.rounds: expected 1 to 10000, found 0 \(G4\)"),
        ({"gear_phase": 7}, r"gear_phase: expected 1 to 6, found 7 \(G4\)"),
        ({"gear_phase": 2}, r"karts\[A\].gear: expected 2 or more in this gear phase, found 1"),
        ({"slot": 3}, r"slot: expected 0 to 2, found 3 \(G4\)"),
        ({"phase": "lots", "rounds": 0, "pole": "A"}, r"pole: expected nobody before the lots"),
        ({"phase": "round", "slot": 1, "pole": "A"}, r"slot: expected 0 between rounds, found 1"),
        ({"pole": None}, r"pole: expected a seat, found none \(E16\)"),
        ({"gone": [1]}, r"gone\[0\]: expected only destructible obstructions removed.*G23"),
        ({"bills": [at(100, 100)]}, r"bills\[0\]: expected an owner for what is on the table"),
        (
            {"bills": [at(10, 100)], "bill_owners": ["A"]},
            r"bills\[0\]: expected a place on the table, found \(10.0, 100.0\) \(E17\)",
        ),
        ({"box_round": [5]}, r"box_round\[0\]: expected 0 to 1, found 5 \(E15\)"),
        ({"manoeuvre": 10}, r"manoeuvre: expected 0 but for the skid and drive phases, found 10"),
        ({"phase": "skid", "manoeuvre": 40}, r"manoeuvre: expected 10 · template \+ way, found 40"),
        ({"phase": "skid", "manoeuvre": 99}, r"manoeuvre: expected 10 · template \+ way, found 99"),
        ({"slides": 1}, r"slides: expected 0 to 0, found 1 \(G13\)"),
        ({"phase": "drive", "spins": 5}, r"spins: expected 0 to 4, found 5 \(G15\)"),
    ],
)
def test_g4_what_no_race_comes_to(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(Illegal, match=problem):
        match_at(**{"phase": "manoeuvre", "rounds": 1, **position})


def test_e15_items_by_the_switch() -> None:
    held: dict[str, Any] = {"phase": "manoeuvre", "rounds": 1, "karts": {"A": {"holds": "banana"}}}
    match_at(**held)
    with pytest.raises(Illegal, match=r"holds: expected nothing or a shell, found banana \(E15"):
        match_at({"items": "shells"}, **held)
    with pytest.raises(Illegal, match=r"holds: expected nothing: there are no items"):
        match_at({"items": "none"}, **held)


def test_g4_a_correction_moves_a_kart() -> None:
    match = match_at(phase="manoeuvre", rounds=1)
    match.correct({"bodies": {"A": at(1000, 1000, 90)}, "karts": {"A": {"hazards": 3}}})
    assert match.position()["bodies"]["A"]["heading"] == 9000
    assert match.position()["karts"]["A"]["hazards"] == 3
