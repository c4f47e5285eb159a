"""Verdicts and their intervals: always valid, in scale, and sound where everything is the same."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import gammainc, gammaln

from wreckoning.lab.always_valid import Boundary, Floats, Sample
from wreckoning.lab.verdict import Judge, Says, Verdict

VALUES = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=400)


def sample(values: list[float] | Floats, span: float = 2.0, looks: int = 1) -> Sample:
    """These values, in one stratum, in so many looks."""
    found = Sample(1, span)
    for part in np.array_split(np.asarray(values, np.float64), looks):
        found.add([part])
    return found


@pytest.mark.parametrize(("surplus", "variance"), [(0, 0), (1, 0), (5, 10), (-5, 30), (20, 100)])
def test_evidence_is_the_mixture_of_the_paper(surplus: float, variance: float) -> None:
    """Proposition 9 in closed form, against the integral that it solves."""
    boundary = Boundary(50.0)
    weight = boundary._weight

    def mixed(u: float) -> float:
        bet = (1 - u) * surplus + variance * (log(u) + 1 - u)
        return exp(bet + (weight - 1) * log(u) - weight * u)

    whole = weight * log(weight) - gammaln(weight) - log(gammainc(weight, weight))
    integral = log(quad(mixed, 0, 1, epsabs=0, limit=500)[0]) + whole
    assert boundary.log_evidence(surplus, variance) == pytest.approx(integral, abs=1e-6)


@pytest.mark.parametrize("kind", ["even", "rare", "lopsided"])
def test_interval_misses_the_truth_rarely_at_any_look(kind: str) -> None:
    """Of 400 sequences that are looked at 300 times, at most one in twenty ever misses."""
    dice = np.random.default_rng(5)
    chance, high, low = {
        "even": (0.5, 1.0, -1.0),
        "rare": (0.01, 1.0, 0.0),
        "lopsided": (1 / 6, 5 / 6, -1 / 6),
    }[kind]
    truth = chance * high + (1 - chance) * low
    judge, misses = Judge(0.02), 0
    for _ in range(400):
        values = np.where(dice.random(6000) < chance, high, low)
        found, missed = Sample(1, 2.0), False
        for look in np.split(values, 300):
            found.add([look])
            boundary = judge._boundary(2.0)
            surplus = abs(found.sums[0] - found.count * truth) / 2
            evidence = boundary.log_evidence(surplus, found.variance / 4)
            missed |= bool(evidence > log(2 / judge.error))
        misses += missed
    assert misses <= 20


def test_the_interval_ends_where_the_evidence_suffices() -> None:
    boundary = Boundary(100.0, 0.05)
    for variance in (0.0, 3.0, 1000.0):
        reach = boundary.reach(variance)
        assert boundary.log_evidence(reach, variance) == pytest.approx(log(40), abs=1e-4)


def test_it_is_little_wider_than_an_interval_for_one_look() -> None:
    """At 14,000 pairs whose differences deviate by 0.33: the price of looking is below 1.7."""
    boundary = Judge(0.01)._boundary(2.0)
    half = boundary.reach(14_000 * 0.33**2 / 4) * 2 / 14_000
    once = 1.96 * 0.33 / 14_000**0.5
    assert once < half < 1.7 * once


@given(VALUES, st.integers(1, 10))
def test_the_interval_holds_the_mean_and_turns_with_it(values: list[float], looks: int) -> None:
    """Its ends are in order; the opposite values have the opposite interval."""
    verdict = Judge(0.1).verdict(sample(values, looks=looks))
    opposite = Judge(0.1).verdict(sample([-each for each in values], looks=looks))
    assert verdict.effect.low < verdict.effect.value < verdict.effect.high
    assert verdict.effect.value == pytest.approx(np.mean(values))
    assert opposite.effect.low == pytest.approx(-verdict.effect.high)
    assert opposite.says is verdict.says


@given(VALUES, st.sampled_from([0.01, 3.0, 100.0]))
def test_units_do_not_matter(values: list[float], scale: float) -> None:
    verdict = Judge(0.1).verdict(sample(values))
    scaled = Judge(0.1 * scale).verdict(sample([scale * each for each in values], 2 * scale))
    assert scaled.effect.low == pytest.approx(scale * verdict.effect.low, rel=1e-6, abs=1e-7)
    assert scaled.says is verdict.says
    assert scaled.error == pytest.approx(verdict.error, rel=1e-5)


@given(VALUES)
def test_more_comparisons_make_a_wider_interval(values: list[float]) -> None:
    one, ten = (Judge(0.1, comparisons).verdict(sample(values)) for comparisons in (1, 10))
    assert ten.effect.half > one.effect.half
    assert ten.error >= one.error or not ten.is_settled


def says(*values: float, times: int, smallest: float = 0.01) -> Verdict:
    return Judge(smallest).verdict(sample(list(values) * times, looks=20))


def test_verdicts() -> None:
    assert says(1.0, times=1).says is Says.NOT_SETTLED  # one race settles nothing
    assert says(0.0, times=20).says is Says.NOT_SETTLED  # nor do twenty that are the same
    assert says(0.0, times=5000).says is Says.NO
    assert says(1.0, times=100).says is Says.YES  # certain wins
    assert says(-1.0, times=100).effect.high < 0
    assert says(1.0, -1.0, times=100_000, smallest=0.02).says is Says.NO
    lopsided = says(1.0, -1.0, 1.0, times=500)
    assert lopsided.says is Says.YES
    assert 0 < lopsided.error < 0.001
    nothing = Judge(0.01).verdict(Sample(6, 2.0))
    assert (nothing.says, nothing.effect.low, nothing.effect.high) == (Says.NOT_SETTLED, -2, 2)


def test_forecast_of_an_unsettled_verdict_settles_it() -> None:
    dice = np.random.default_rng(1)
    values = dice.choice([-1.0, 0.0, 1.0], 200_000, p=[0.1, 0.77, 0.13])
    first = Judge(0.01).verdict(sample(values[:1000], looks=10))
    assert first.says is Says.NOT_SETTLED
    assert 100 < first.more < 10_000
    later = Judge(0.01).verdict(sample(values[: 2 * (1000 + first.more)], looks=20))
    assert later.says is Says.YES


def test_strata_may_differ() -> None:
    """Differences between starting places are no noise: only what varies within one is."""
    dice = np.random.default_rng(2)
    noise = dice.choice([-0.1, 0.1], (2, 2000))
    apart, together = Sample(2, 2.0), Sample(1, 2.0)
    for look in np.split(noise, 20, axis=1):
        parts = [look[0] + 0.5, look[1] - 0.5]
        apart.add(parts)
        together.add([np.concatenate(parts)])
    assert apart.mean == pytest.approx(together.mean)
    assert apart.variance < together.variance / 10


def test_a_figure_without_bounds_takes_the_widest_value_seen() -> None:
    found = sample([3.0, -4.0, 10.0], span=0.0)
    assert found.range == 14
    assert sample([0.1], span=0.0).range == 1
