"""The commands, with this ruleset: simulate, referee, and the rules by number."""

from __future__ import annotations

import json

import pytest
from tests.cli.run import wreck

from wreckoning.rulesets.rush.outcome import TALLIES

REQUEST = {
    "ruleset": "rush",
    "course": "gasworks_run",
    "seats": [{"name": "A", "car": "ironclad"}, {"name": "B", "car": "hornet"}],
    "position": {
        "phase": "move",
        "rounds": 2,
        "cars": {"A": {"square": "1.c.1", "gear": "g1_4"}, "B": {"square": "1.c.8"}},
        "queue": ["A", "B"],
    },
}


def refereed(*answers: object) -> dict[str, object]:
    ran = wreck("referee", "-", given=json.dumps({**REQUEST, "answers": list(answers)}))
    assert ran.status == 0, ran.err
    found: dict[str, object] = json.loads(ran.out)
    return found


def test_n15_the_referee_speaks_of_squares_by_name() -> None:
    found = refereed("1.b.5")
    position = found["position"]
    assert isinstance(position, dict)
    assert position["cars"]["A"]["square"] == "1.b.5"
    assert isinstance(found["events"], list)
    moved = [event for event in found["events"] if event["event"] == "moved"]
    assert moved[-1]["to"] == "1.b.5"
    assert found["ask"]["ask"] == "after"  # type: ignore[index]


def test_n15_the_referee_refuses_with_rule_and_square() -> None:
    ran = wreck("referee", "-", given=json.dumps({**REQUEST, "answers": ["1.e.2"]}))
    assert ran.status == 2
    assert "answers[0]: step: A: 1.e.2 is not connected" in ran.err
    assert "(N15)" in ran.err


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"course": "gasworks"}, "course: no course 'gasworks'"),
        ({"seats": [{"name": "A", "car": "bus"}, "B"]}, "no car 'bus'; expected one of ironclad"),
        ({"seats": [{"name": "A", "kart": "x"}, "B"]}, "seat 1: no key 'kart'"),
        ({"options": {"race_to_the_last": "maybe"}}, "race_to_the_last: expected on or off"),
        ({"seats": ["A"]}, "Rush 'n' Crush is for 2 to 6 seats, found 1"),
    ],
)
def test_n7_bad_input_is_one_clear_line(change: dict[str, object], problem: str) -> None:
    ran = wreck("referee", "-", given=json.dumps({**REQUEST, **change}))
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert problem in ran.err


def test_n4_simulation_counts_what_races_come_to() -> None:
    """Six rookies where no seats are given."""
    ran = wreck("simulate", "rush", "--races", "40", "--json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert len(found["seats"]) == 6
    assert 4 <= found["turns"]["mean"] <= 10
    seats = found["seats"]
    for name in TALLIES:
        assert all(seat[name]["mean"] >= 0 for seat in seats)
    assert sum(seat["heat"]["mean"] for seat in seats) > 6
    taken, dealt = (
        sum(seat[k]["mean"] for seat in seats) for k in ("damage_taken", "damage_dealt")
    )
    assert 0 < dealt <= taken


def test_n1_the_rules_are_listed_by_number() -> None:
    ran = wreck("rules", "rush", "--json")
    assert ran.status == 0, ran.err
    numbers = [rule["number"] for rule in json.loads(ran.out)]
    assert numbers[0] == "N1"
    assert "D22" in numbers
