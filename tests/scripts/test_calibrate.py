"""`scripts/calibrate`: shown chances held against who really won."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wreckoning.core.ruleset import find_ruleset

SCRIPT = Path(__file__).parents[2] / "scripts" / "calibrate"


def _load() -> Any:
    loader = SourceFileLoader("calibrate", str(SCRIPT))
    spec = spec_from_loader("calibrate", loader)
    assert spec is not None
    found = module_from_spec(spec)
    sys.modules["calibrate"] = found  # dataclasses look for it there
    loader.exec_module(found)
    return found


calibrate = _load()


def seen(chance: float, wins: float, races: int = 400, each: int = 4, seed: int = 1) -> list[Any]:
    """Positions of races, several each with the same result, shown this chance."""
    random = np.random.default_rng(seed)
    won = random.random(races) < wins
    return [calibrate.Seen(race, chance, float(won[race])) for race in range(races)] * each


def test_chances_that_are_won_as_often_as_shown_are_inside() -> None:
    inside = 0
    for seed in range(100):
        (found,) = calibrate.tenths(seen(0.35, 0.35, seed=seed))
        assert found.count == 1600
        inside += found.is_inside
    assert inside >= 90, "races are clusters: the interval is that of 400, not of 1,600"
    assert found.half == pytest.approx(1.96 * (0.35 * 0.65 / 400) ** 0.5, rel=0.1)


def test_chances_that_are_won_less_often_are_outside() -> None:
    (found,) = calibrate.tenths(seen(0.55, 0.35))
    assert not found.is_inside
    assert found.won - found.shown == pytest.approx(-0.2, abs=0.06)


@pytest.mark.parametrize("sure", [0.0, 1.0])
def test_results_that_all_agree_leave_a_doubt(sure: float) -> None:
    (found,) = calibrate.tenths(seen(sure, sure, races=4))
    assert found.half > 0
    assert found.is_inside


def test_tenths_are_in_order_and_certainty_is_in_the_last() -> None:
    of = [calibrate.Seen(0, chance, 1.0) for chance in (1.0, 0.95, 0.05, 0.1)]
    assert [(each.count, each.shown) for each in calibrate.tenths(of)] == [
        (1, 0.05),
        (1, 0.1),
        (2, pytest.approx(0.975)),
    ]


def test_the_brier_score_is_the_mean_square_of_chance_less_result() -> None:
    of = [calibrate.Seen(0, 0.8, 1.0), calibrate.Seen(0, 0.2, 0.0), calibrate.Seen(1, 1.0, 0.0)]
    assert calibrate.brier(of) == pytest.approx((0.04 + 0.04 + 1) / 3)


@pytest.mark.parametrize("bot", ["rookie", "veteran"])
def test_positions_of_a_race_with_its_result(bot: str) -> None:
    """A compiled policy, and a bot that searches."""
    rush = find_ruleset("rush")
    places, won = calibrate.raced(rush, 0, bot, 3)
    assert len(places) == 3
    assert won.sum() == pytest.approx(1)
    found = calibrate.outcomes("rush", 0, "rookie", 2, 10, "")
    assert len(found) == 2 * len(won)
    assert sum(each.chance for each in found) == pytest.approx(2)


def test_a_loss_is_inside_its_band_and_that_of_the_fresh_one_together() -> None:
    assert calibrate.Loss(0.05, 0.01, 0.03, 0.0).is_inside is False
    assert calibrate.Loss(0.05, 0.01, 0.03, 0.01).is_inside is True


def test_losses_of_a_review_are_measured_again() -> None:
    found = calibrate.losses("rush", 0, 1.0, 200)
    assert all(each.shown > 2 * each.error > 0 for each in found)
    assert all(each.fresh_error > 0 for each in found)
    assert len(found) > 0
