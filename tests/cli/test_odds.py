"""`wreck odds`: tables to read, and for programs."""

from __future__ import annotations

import json

import pytest
from tests.cli.run import wreck


def test_one_table_in_percent() -> None:
    ran = wreck("odds", "rush", "steering")
    assert ran.status == 0
    lines = ran.out.split("\n")
    assert lines[0].endswith("steering")
    assert lines[1].split() == ["2+", "3+", "4+", "5+", "6"]
    assert lines[5].split() == ["2", "high", "97.2", "88.9", "75.0", "55.6", "30.6"]


def test_fractions_beside_them() -> None:
    ran = wreck("odds", "rush", "steering", "--exact")
    assert "97.2      = 35/36" in ran.out


def test_all_tables() -> None:
    ran = wreck("odds", "rush")
    assert "Hits of Machine Gun and Flamer (N22)" in ran.out
    assert "Side Ram" in ran.out


def test_json_of_one_and_of_all() -> None:
    one = json.loads(wreck("odds", "rush", "steering", "--json").out)
    assert len(one["rows"]) == 9
    assert set(one["rows"][0]) >= {"dice", "keep", "at_least"}
    assert list(one["rows"][0]["at_least"]) == ["2", "3", "4", "5", "6"]
    every = json.loads(wreck("odds", "rush", "--json").out)["tables"]
    assert one in every


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("nothing",), "no ruleset 'nothing'"),
        (("rush", "stering"), "did you mean steering?"),
        (("rtd",), "Kart RTD has no tables of chances"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], problem: str) -> None:
    ran = wreck("odds", *arguments)
    assert ran.status == 2
    assert problem in ran.err
    assert ran.err.count("\n") == 1
