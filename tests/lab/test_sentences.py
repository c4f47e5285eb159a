"""Sentences on lots that are given: a difference is said only where there is one."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest
from tests.lab.small import SMALL, lineup, toys

from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.texts.wording import listed
from wreckoning.lab.dealt import dealt
from wreckoning.lab.experiment_file import read
from wreckoning.lab.findings import Findings, VariantResults
from wreckoning.lab.lots import Lot
from wreckoning.lab.rankings import Ranking, against
from wreckoning.lab.sentences import About, LabSentence, sentences_on
from wreckoning.lab.statistics import Floats
from wreckoning.lab.variants import Lineup, Variant, line_up

RACES = 600  # of a given lot
EVEN = (200, 200, 200)
TWO = SMALL.replace('"Rest"\ncount = 2', '"Ben"\ncount = 2')
FIXED = SMALL.partition("[[vary]]")[0]


def noisy(rows: int, spread: float = 0.01, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(0, spread, (rows, 40))


# --- rankings


def ranking(columns: Floats) -> Ranking:
    return Ranking(tuple("abcdefgh"[: len(columns)]), tuple(columns))


def test_the_most_of_a_ranking_is_named_if_it_has_more_than_each_other() -> None:
    found = ranking(noisy(3) + np.array([[0.2], [0.5], [0.3]])).judge(0.05)
    assert found.is_clear
    assert found.is_single
    assert (found.name(found.most), found.name(found.least)) == ("b", "a")
    assert found.gap.low < 0.3 < found.gap.high


def test_a_second_that_cannot_be_told_from_the_first_is_counted() -> None:
    found = ranking(noisy(3) + np.array([[0.2], [0.5], [0.501]])).judge(0.05)
    assert found.is_clear
    assert not found.is_single
    assert found.equals == 1


def test_equal_things_do_not_differ_and_the_most_that_they_may_is_known() -> None:
    found = ranking(0.3 + noisy(4)).judge(0.05)
    assert not found.is_clear
    assert 0 < found.within < 0.02


def test_sums_of_floats_in_another_order_are_a_tie() -> None:
    found = ranking(np.array([[0.1 + 0.2] * 9, [0.3] * 9, [1 - 0.7] * 9])).judge(0.05)
    assert not found.is_clear
    assert found.within < 1e-9


def test_a_single_lot_tells_nothing() -> None:
    found = ranking(np.array([[0.1], [0.9]])).judge(0.05)
    assert not found.is_clear
    assert found.within == inf


def test_of_rankings_between_equals_one_in_twenty_is_wrong() -> None:
    chance = np.random.default_rng(5)
    wrong = [ranking(chance.normal(0, 1, (6, 50))).judge(0.05).is_clear for _ in range(1000)]
    assert 0.02 < np.mean(wrong) < 0.06
    even = [against(list(chance.normal(0, 1, (20, 50))), 0, 0.05) for _ in range(500)]
    assert 0.02 < np.mean([above + below > 0 for above, below in even]) < 0.08


# --- sentences


def lot(variant: Variant, wins: tuple[int, ...], grid: tuple[int, ...]) -> Lot:
    """A lot in which drivers won so often, and starting places as well; all seats are equal."""
    count = len(wins)
    by_seat = np.outer(wins, np.ones(count, np.int64)) // count
    for driver, rest in enumerate(np.array(wins) - by_seat.sum(axis=1)):
        by_seat[driver, (driver + np.arange(rest)) % count] += 1
    places = np.full((count, count), RACES // count)
    tallies = np.zeros((count, len(variant.ruleset.tallies.names)), np.int64)
    starts = np.array([[RACES, won] for won in grid])
    return Lot(RACES, by_seat, places * 2, places, tallies, starts, {9: RACES}, {3: RACES})


def findings(
    whole: Lineup, wins: list[tuple[int, ...]], grid: list[tuple[int, ...]], lots: int = 20
) -> Findings:
    """Lots in which variants won so often, and by chance a little more or less."""
    chance = np.random.default_rng(3)

    def moved(shares: tuple[int, ...]) -> tuple[int, ...]:
        shifts = chance.integers(-8, 9, len(shares))
        return tuple((np.array(shares) + shifts - np.roll(shifts, 1)).tolist())

    found = [
        VariantResults(v, tuple(lot(v, moved(w), moved(g)) for _ in range(lots)))
        for v, w, g in zip(whole.variants, wins, grid, strict=True)
    ]
    return Findings(whole, tuple(found), True)


def told(found: Findings, about: About) -> list[LabSentence]:
    return [sentence for sentence in sentences_on(found) if sentence.about is about]


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toys(monkeypatch)


def test_a_value_that_wins_more_is_the_headline() -> None:
    found = sentences_on(findings(lineup(TWO), [EVEN, (260, 170, 170)], [EVEN] * 2))
    assert found[0].about is About.VARIED
    assert found[0].is_difference
    assert found[0].words.startswith("Ann player: Ann wins most with steady, 43.")
    assert "points" in found[0].words


def test_values_that_do_not_differ_are_said_to_within_so_many_points() -> None:
    found = sentences_on(findings(lineup(TWO), [EVEN] * 2, [EVEN] * 2))
    assert not any(sentence.is_difference for sentence in found)
    assert found[0].words.startswith("Ann player: no difference of more than ")
    assert found[0].words.endswith(" points in how often Ann wins.")


def test_one_lot_of_each_is_too_few() -> None:
    found = sentences_on(findings(lineup(TWO), [EVEN, (590, 5, 5)], [(590, 5, 5)] * 2, lots=1))
    assert not any(sentence.is_difference for sentence in found)
    assert found[0].words == "Ann player: too few races to tell a difference in how often Ann wins."


def test_drivers_that_differ_and_that_do_not() -> None:
    whole = lineup(FIXED)
    (better,) = told(findings(whole, [(300, 150, 150)], [EVEN]), About.DRIVERS)
    assert better.words.startswith("Ann wins most, 50.")
    assert "more than Rest, 25." in better.words
    (equal,) = told(findings(whole, [EVEN], [EVEN]), About.DRIVERS)
    assert not equal.is_difference
    assert equal.words.endswith("in how often each driver wins.")


def test_starting_places_are_said_course_by_course() -> None:
    """A mean over courses would hide that only one of them is unfair."""
    whole = lineup(FIXED.replace('course = "dash"', 'course = "all"'))
    unfair, *fair = [(320, 150, 130)] + [EVEN] * (len(whole.variants) - 1)
    lots = findings(whole, [EVEN] * len(whole.variants), [unfair, *fair])
    said, rest = told(lots, About.STARTS)
    assert said.is_difference
    first, *others = (each.labels["course"].capitalize() for each in whole.variants)
    assert said.words.startswith(f"{first}: starting place 1 wins most")
    assert not rest.is_difference
    assert rest.words.startswith(f"{listed(others)}: no difference of more than ")


def test_a_value_has_no_credit_for_the_company_that_it_alone_may_keep() -> None:
    """Ann wins more on the first course; one value is legal nowhere else."""
    whole = lineup(TWO.replace('course = "dash"', 'course = "all"'))
    courses = len(whole.experiment.axes[0].choices)
    easy, hard = (320, 140, 140), (120, 240, 240)
    wins: list[tuple[int, ...]] = [easy, easy, *[hard] * 2 * (courses - 1)]
    lots = findings(whole, wins, [EVEN] * len(wins))
    steady = [n for n, each in enumerate(lots.found) if "steady" in each.variant.labels.values()]
    some = tuple(each for n, each in enumerate(lots.found) if n in steady[:1] or n not in steady)
    found = told(Findings(whole, some, True), About.VARIED)
    assert any(each.words.startswith("Ann player: no difference of more than") for each in found)
    assert not any(each.words.startswith("Ann player: Ann wins") for each in found)


def test_drivers_who_do_not_differ_share_a_sentence() -> None:
    everyone = TWO.replace("seed = 7", 'seed = 7\nwatch = ["Ann", "Ben"]')
    found = sentences_on(findings(lineup(everyone), [EVEN] * 2, [EVEN] * 2))
    assert found[0].words.endswith(" points in how often Ann or Ben wins.")
    assert "Ann and Ben: none of 2 variants can be told from even (33.3 %)." in [
        each.words for each in found
    ]


# --- cards that a game deals


def variant(text: str) -> Variant:
    return line_up(read(text, "x.toml", Path())).variants[0]


SIX = 'title = "T"\nruleset = "{key}"\n[[seats]]\nname = "A"\ncount = {seats}\n{more}'


def test_cards_dealt_to_seats_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    cars = dealt(variant(SIX.format(key="rush", seats=6, more="")))
    assert len(set(cars)) == 6
    assert cars[0] == "Ironclad, The Deacon"
    teams = dealt(variant(SIX.format(key="rally", seats=4, more="")))
    assert all(teams)
    assert dealt(variant(SIX.format(key="rtd", seats=6, more=""))) == ()


def test_cards_that_go_with_their_drivers_are_not_the_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    rush = find_ruleset("rush")
    pairs = list(zip(rush.setup["car"](), rush.setup["driver"](), strict=True))
    seats = "".join(
        f'[[seats]]\nname = "{car}"\ncar = "{car}"\ndriver = "{driver}"\n' for car, driver in pairs
    )
    assert dealt(variant(f'title = "T"\nruleset = "rush"\n{seats}')) == ()
    one = f'[[seats]]\nname = "B"\ncar = "{pairs[0][0]}"\n'
    some = dealt(variant(SIX.format(key="rush", seats=3, more=one)))
    assert some
    assert "" in some, "what a seat is dealt depends on where the driver with a car sits"


def test_places_that_neither_seat_nor_driver_explains() -> None:
    """Starting places may differ all the same: they are drawn by dice, so these are not alone."""
    (said,) = told(findings(lineup(FIXED), [EVEN], [EVEN]), About.LUCK)
    assert "the seat and the driver explain nothing, as far as can be told." in said.words
    assert not said.is_difference
