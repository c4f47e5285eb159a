"""Errors carry where and why apart."""

from __future__ import annotations

import pickle

import pytest

from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, WreckError

HERE = "seat 2, Ann"


@pytest.mark.parametrize(
    ("error", "message", "reason"),
    [
        (Illegal("too dear", "E21", HERE), "seat 2, Ann: too dear (E21)", "too dear (E21)"),
        (Illegal("too dear", where=HERE), "seat 2, Ann: too dear", "too dear"),
        (Malformed(HERE, "no kart 'x'"), "seat 2, Ann: no kart 'x'", "no kart 'x'"),
        (
            Illegal("too heavy", "W29", f"{HERE}: vehicle 1, Tank"),
            "seat 2, Ann: vehicle 1, Tank: too heavy (W29)",
            "vehicle 1, Tank: too heavy (W29)",
        ),
        (Malformed("seat 21", "no name"), "seat 21: no name", "seat 21: no name"),
        (Illegal("too late", "R1"), "too late (R1)", "too late (R1)"),
        (NotYourTurn("Bob is asked"), "Bob is asked", "Bob is asked"),
    ],
)
def test_a_reader_at_the_place_of_a_fault_is_not_told_it(
    error: WreckError, message: str, reason: str
) -> None:
    assert (str(error), error.said_at(HERE)) == (message, reason)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.where, again.reason) == (message, error.where, error.reason)
