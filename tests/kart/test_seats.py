"""Karts named on the command line: a class, and what coins have bought for it (E21, G22)."""

from __future__ import annotations

import pytest

from wreckoning.cli.seating import parse_seats
from wreckoning.core.errors import Illegal
from wreckoning.rulesets.kart.cards import seats_fitted
from wreckoning.rulesets.kart.ruleset import RULESET


def test_g22_a_class_without_upgrades() -> None:
    seats = parse_seats(RULESET, "Ann=rookie+light,Bob=you,Cid=rookie+heavy-handling", ["heavy"])
    assert [seat.setup for seat in seats] == [
        {"kart": "light"},
        {"kart": "heavy"},
        {"kart": "heavy", "upgrades": "handling"},
    ]


def test_e21_an_upgrade_is_no_class() -> None:
    seats = parse_seats(RULESET, "rookie+gear,rookie")
    with pytest.raises(Illegal, match=r"no kart 'gear'; expected one of .* \(G22\)"):
        seats_fitted(seats)
