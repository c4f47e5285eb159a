"""Intervals against tables and by trial, and where the spread of places comes from."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.lab.small import SMALL, lineup, toys

from wreckoning.lab.findings import Findings, VariantResults
from wreckoning.lab.lots import Lot
from wreckoning.lab.luck import luck
from wreckoning.lab.page import heat
from wreckoning.lab.sentences import sentences
from wreckoning.lab.simulate import mean
from wreckoning.lab.statistics import (
    Estimate,
    difference,
    mean_of,
    mean_of_counts,
    races_for,
    share_of,
    share_of_clusters,
    student,
    welch,
)
from wreckoning.lab.summary import group_share, marginals, seat_shares
from wreckoning.lab.variants import Variant


def test_students_t_matches_published_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 19: 2.093, 120: 1.980}
    for freedom, value in table.items():
        assert student(freedom) == pytest.approx(value, abs=0.0006)
    assert student(9, 0.01) == pytest.approx(3.250, abs=0.0006)
    assert student(0) == inf


def test_wilsons_interval() -> None:
    """Of 5 in 10: 0.2366 to 0.7634 (Wilson 1927, as tabled); it stays within 0 and 1."""
    half = share_of(5, 10)
    assert (round(half.low, 4), round(half.high, 4)) == (0.2366, 0.7634)
    assert share_of(0, 10).low == 0
    assert share_of(10, 10).high == pytest.approx(1)


@pytest.mark.parametrize("share", [0.02, 1 / 6, 0.5, 0.9])
def test_needed_races_reach_the_asked_precision(share: float) -> None:
    races = races_for(share, 0.005)
    assert share_of(round(share * races), races).half == pytest.approx(0.005, rel=0.02)


def test_equal_races_of_a_cluster_count_as_one_race() -> None:
    """Shares 1, 0, 0, 1: four races, not 24."""
    found = share_of_clusters(np.array([1.0, 0.0, 0.0, 1.0]), 6)
    assert found == share_of(2, 4)
    assert share_of_clusters(np.ones(5), 6) == share_of(5, 5), "nothing shows what they share"
    assert share_of_clusters(np.array([0.5]), 6) == share_of(0.5, 1)


def test_clusters_that_vary_less_than_chance_have_a_narrower_interval() -> None:
    """1, 2, 1, 2, … of 6: a quarter of the variance of independent races."""
    found, alone = share_of_clusters(np.tile([1 / 6, 2 / 6], 50), 6), share_of(150, 600)
    assert 0.45 < found.half / alone.half < 0.55
    few = share_of_clusters(np.full(3, 1 / 6), 6)
    assert (round(few.low, 2), round(few.high, 2)) == (0.05, 0.46), "three equal ones prove little"


def test_independent_races_in_clusters_have_about_wilsons_interval() -> None:
    """In 200 clusters of 6 independent races: within 3 %, in the mean."""
    chance = np.random.default_rng(4)
    wins = chance.binomial(6, 1 / 6, (500, 200))
    wider = [
        share_of_clusters(row / 6, 6).half / share_of(int(row.sum()), 1200).half for row in wins
    ]
    assert 0.97 < np.mean(wider) < 1.03


@pytest.mark.parametrize("share", [0.05, 1 / 6, 0.5, 0.95])
@pytest.mark.parametrize("clusters", [2, 5, 10, 60])
@pytest.mark.parametrize("alike", [0.1, 0.5])
def test_intervals_of_clusters_hold_the_truth(share: float, clusters: int, alike: float) -> None:
    """Of 800 experiments more than 90 % of the intervals hold it; Wilson's own often do not."""
    chance = np.random.default_rng(5)
    odds = (1 - alike) / alike
    of_cluster = chance.beta(share * odds, (1 - share) * odds, (800, clusters))
    wins = chance.binomial(6, of_cluster)
    found = [share_of_clusters(row / 6, 6) for row in wins]
    assert np.mean([each.low <= share <= each.high for each in found]) > 0.9
    if (clusters, alike) == (60, 0.5):
        alone = [share_of(int(row.sum()), 6 * clusters) for row in wins]
        assert np.mean([each.low <= share <= each.high for each in alone]) < 0.8


@pytest.mark.parametrize("ahead", [-1, 0, 0.5])
@pytest.mark.parametrize("clusters", [3, 6, 20, 60])
def test_intervals_hold_the_truth_if_dice_favour_a_seat(ahead: float, clusters: int) -> None:
    """In a rotation the same seats have the luck, with any driver in them."""
    chance = np.random.default_rng(7)

    def rotations(count: int) -> NDArray[np.float64]:
        """The share of each rotation that a driver wins who is so far ahead."""
        luck = chance.gumbel(size=(count, 1, 6)) + 0.3 * chance.gumbel(size=(count, 6, 6))
        luck[:, range(6), range(6)] += ahead
        shares: NDArray[np.float64] = (luck.argmax(axis=2) == range(6)).mean(axis=1)
        return shares

    truth = rotations(100_000).mean()
    found = [share_of_clusters(rotations(clusters), 6) for _ in range(500)]
    assert np.mean([each.low <= truth <= each.high for each in found]) > 0.9
    if clusters == 60:
        alone = share_of(truth * 360, 360)
        assert np.mean([each.half for each in found]) < 0.95 * alone.half


def test_means_of_lots_and_of_counts() -> None:
    """Of 1, 2 and 3: 2 ± 4.303 × 1 / √3."""
    found = mean_of(np.array([1.0, 2.0, 3.0]))
    assert (found.value, round(found.half, 3)) == (2.0, 2.484)
    assert mean_of(np.array([1.0])).high == inf
    counted = mean_of_counts([1, 2, 1], [1, 2, 3])
    assert (counted.value, round(counted.half, 4)) == (2.0, 0.6930)


def test_interval_stays_within_possible_values() -> None:
    """Of 0, 0 and 3: 1 ± 4.303 × 1, but no count is below 0, and no share above 1."""
    rare = mean_of(np.array([0.0, 0.0, 3.0]))
    assert (round(rare.low, 3), round(rare.high, 3)) == (-3.303, 5.303)
    assert rare.at_least(0) == Estimate(1.0, 0.0, rare.high)
    assert rare.within(0.0, 2.0) == Estimate(1.0, 0.0, 2.0)
    assert mean_of(np.array([0.4])).within(0.0, 1.0) == Estimate(0.4, 0.0, 1.0)
    below = Estimate(-1.0, -2.0, 0.5)
    assert below.at_least(0) == below, "a figure that was below 0 can be"


def test_clipped_interval_keeps_its_confidence() -> None:
    """Where the truth cannot be, an interval does not hold it either."""
    chance = np.random.default_rng(3)
    rare = chance.poisson(0.15, (2000, 12)).astype(np.float64)
    whole = [mean_of(row) for row in rare]
    cut = [each.at_least(0) for each in whole]
    assert min(each.low for each in whole) < 0
    assert all(each.low >= 0 for each in cut)
    held = [[each.low <= 0.15 <= each.high for each in found] for found in (whole, cut)]
    assert held[0] == held[1]


def test_figures_of_few_lots_stay_within_possible_values(variant: Variant) -> None:
    """Three lots that differ much: places are 1 to 3, shares 0 to 1, counts not below 0."""
    lots = [np.roll(np.tile(np.arange(1, 4), (3, 1, 1)), shift, axis=2) for shift in range(3)]
    found = VariantResults(variant, tuple(raced(variant, places).lots[0] for places in lots))
    for number, lot in enumerate(found.lots):
        lot.tallies[:] = 9 * number**3
        lot.lengths.update({number * number: 3})
        lot.lead_changes.update({number: 1, 0: 2})
    for driver in range(3):
        assert mean_of(found.tally_means(driver, 0)).low < 0
        assert 0 <= found.tally(driver, 0).low <= found.tally(driver, 0).value
        assert found.place(driver).low >= 1
        assert found.place(driver).high <= 3
        assert found.change(found, driver).low >= -1
    assert found.length.low >= 0
    assert found.swaps is not None
    assert found.swaps.low >= 0
    findings = Findings(lineup(SMALL.replace('"all"', '["steady"]')), (found,), True)
    of_groups = [group_share(found, name) for name in variant.groups]
    of_axis = [
        value.share for axis in findings.experiment.axes for value in marginals(findings, axis)
    ]
    for shares in (seat_shares(findings), of_groups, of_axis):
        assert shares
        assert min(mean_of(found.shares(0)).low, 0) < 0
        assert all(0 <= share.low <= share.value <= share.high <= 1 for share in shares)


def test_intervals_hold_what_they_promise() -> None:
    """Of 2,000 experiments about 95 % of the intervals hold the truth."""
    chance = np.random.default_rng(1)
    ones = chance.normal(1, 2, (2000, 12))
    others = chance.normal(0, 1, (2000, 8))
    hit = np.mean([mean_of(row).low < 1 < mean_of(row).high for row in ones])
    assert 0.935 < hit < 0.965
    pairs = [welch(a, b) for a, b in zip(ones, others, strict=True)]
    assert 0.935 < np.mean([pair.low < 1 < pair.high for pair in pairs]) < 0.965
    shared = chance.normal(0, 5, (2000, 12))
    paired = [difference(a + s, s) for a, s in zip(ones, shared, strict=True)]
    assert 0.935 < np.mean([pair.low < 1 < pair.high for pair in paired]) < 0.965
    assert np.mean([p.half for p in paired]) < 2  # what both share does not count


# --- luck and skill: races made up, of which it is known what decides


@pytest.fixture
def variant(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Three drivers, two of them equal, from every place."""
    toys(monkeypatch)
    return lineup(SMALL.replace('"all"', '["steady"]')).variants[0]


def raced(
    variant: Variant, places: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> VariantResults:
    """Races with these places: rotation × race × driver."""
    count = places.shape[2]
    wins, sums, often = (np.zeros((count, count), np.int64) for _ in range(3))
    tallies = np.zeros((count, 1), np.int64)
    grid = np.zeros((count, 2), np.int64)
    lot = Lot(places.shape[0] * places.shape[1], wins, sums, often, tallies, grid, {}, {})
    for rotation, races in enumerate(places):
        for driver in range(count):
            seat = (driver + rotation) % count
            lot.wins[driver, seat] += (races[:, driver] == 1).sum()
            lot.place_sums[driver, seat] += races[:, driver].sum()
            for place in range(count):
                lot.places[driver, place] += (races[:, driver] == place + 1).sum()
    return VariantResults(variant, (lot,))


def test_spread_of_equal_drivers_is_all_dice(variant: Variant) -> None:
    chance = np.random.default_rng(2)
    rows = np.tile(np.arange(1, 4), (3, 4000, 1))
    shares = luck([raced(variant, chance.permuted(rows, axis=2))])
    assert shares.dice > 0.999
    assert sum(share for _, share in shares.parts()) == pytest.approx(1)


def test_chance_part_of_few_races_is_subtracted(variant: Variant) -> None:
    """In 60 races seats explain a sixtieth by chance, drivers and both of them together less."""
    chance = np.random.default_rng(4)
    rows = np.tile(np.arange(1, 4), (3, 20, 1))
    found = [luck([raced(variant, chance.permuted(rows, axis=2))]) for _ in range(300)]
    for name in ("seat", "driver", "both"):
        shares = np.array([getattr(shares, name) for shares in found])
        assert 0.35 < (shares == 0).mean() < 0.8  # as often too much is taken off as too little
        assert shares.mean() < 0.6 / 60


def test_spread_is_all_starting_place(variant: Variant) -> None:
    places = np.array([[[1 + (driver + r) % 3 for driver in range(3)]] * 500 for r in range(3)])
    shares = luck([raced(variant, places)])
    assert shares.seat == pytest.approx(1, abs=0.01)
    assert shares.driver < 0.01


def test_spread_is_the_driver_as_far_as_they_differ(variant: Variant) -> None:
    """Ann always wins; the others, who are equal, toss for second: a quarter of the spread."""
    chance = np.random.default_rng(3)
    rest = chance.permuted(np.tile([2, 3], (3, 4000, 1)), axis=2)
    first = np.ones((3, 4000, 1), np.int64)
    shares = luck([raced(variant, np.concatenate([first, rest], axis=2))])
    assert shares.driver == pytest.approx(0.75, abs=0.01)
    assert shares.dice == pytest.approx(0.25, abs=0.01)


def test_seat_and_driver_are_inseparable_without_rotation(variant: Variant) -> None:
    fixed = replace(variant, starts=variant.starts[:1])
    shares = luck([raced(fixed, np.tile([1, 2, 3], (1, 600, 1)))])
    assert not shares.is_split
    (name, share), _ = shares.parts()
    assert name == "seat and driver"
    assert share == pytest.approx(1, abs=0.01)


# --- no difference that is only rounding is clear

ALONE = SMALL.partition('[[seats]]\nname = "Rest"')[0].replace('"Ann"', '"Ann"\ncount = 3')
VARY = """
[[vary]]
what = "seats.Ann.player"
values = ["steady", "random"]
"""

SAME = [0.1 + 0.2, 0.3, 1 - 0.7, 3 * 0.1]  # one number, as four sums have it


@pytest.mark.parametrize("value", SAME)
@pytest.mark.parametrize("other", SAME)
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3, 1e6])
def test_rounding_is_no_clear_difference(value: float, other: float, scale: float) -> None:
    found = Estimate(value * scale, value * scale, value * scale)
    assert not found.is_above(other * scale)
    assert not found.is_below(other * scale)
    gap = (value - other) * min(scale, 1e3)
    assert not Estimate(gap, gap, gap).is_clear


def test_what_is_more_than_rounding_is_clear() -> None:
    assert Estimate(0.5, 0.3334, 0.6).is_above(1 / 3)
    assert Estimate(0.2, 0.1, 0.3333).is_below(1 / 3)
    assert Estimate(1.0, 1.0, 1.0).is_above(1 / 3)  # a certain win …
    assert Estimate(0.0, 0.0, 0.0).is_below(1 / 3)  # … and a certain loss
    assert Estimate(-1e-6, -1e-6, -1e-6).is_clear


def test_a_single_race_has_no_interval() -> None:
    assert mean_of_counts([1], [14]).ends == (None, None)
    assert mean_of_counts([1], [2]).within(1, 4) == Estimate(2, 1, 4)
    assert mean(14, 14 * 14, 1) == {"mean": 14, "low": 0, "high": None}
    assert mean(2, 4, 1, least=1, most=4) == {"mean": 2, "low": 1, "high": 4}


def test_rounding_has_no_colour() -> None:
    shares = [Estimate(value, value, value) for value in SAME]
    cells = heat("", ["a"], [("b", [share]) for share in shares], 0.3).html
    assert cells.count("--much: 0.00") == len(SAME)


def test_only_what_is_beyond_chance_has_a_colour() -> None:
    """One cell alone would be clear; of twenty, one such is chance."""
    near, far = Estimate(0.36, 0.34, 0.38), Estimate(0.5, 0.48, 0.52)
    rest = [Estimate(1 / 3, 0.31, 0.35)] * 18
    assert heat("", ["a"], [("b", [near])], 1 / 3).html.count("--much: 0.00") == 0
    cells = heat("", ["a"] * 20, [("b", [near, far, *rest])], 1 / 3).html
    assert cells.count("--much: 0.00") == 19
    assert cells.count("--much: 1.00") == 1


def test_a_spread_that_is_only_rounding_is_none(variant: Variant) -> None:
    """All drivers share each place: there is nothing to explain."""
    shares = luck([raced(variant, np.full((3, 7, 3), 1))])
    assert (shares.dice, shares.driver) == (1, 0)


@pytest.mark.parametrize("lots", [2, 5, 19, 23])
@pytest.mark.parametrize("races", [1, 7])
def test_equal_drivers_are_never_told_from_an_even_share(
    monkeypatch: pytest.MonkeyPatch, races: int, lots: int
) -> None:
    """Together they win each race, so their mean is even in every lot."""
    toys(monkeypatch)
    whole = lineup(ALONE + VARY)
    chance = np.random.default_rng(races)
    rows = np.tile(np.arange(1, 4), (3, races, 1))
    found = []
    for variant in whole.variants:
        lot = replace(raced(variant, chance.permuted(rows, axis=2)).lots[0], lengths={9: 1})
        found.append(VariantResults(variant, (lot,) * lots))
    words = sentences(Findings(whole, tuple(found), True))
    assert "Ann: none of 2 variants can be told from even (33.3 %)." in words
    assert words[0].startswith("Ann player: no difference of more than 0.0 points")
