"""One pool of ratings over all contests of a game: known strengths are found again."""

from __future__ import annotations

from dataclasses import replace
from math import log10

import numpy as np
import pytest
from tests.lab.test_arena import command, contest, rotations, toy

from wreckoning.core.errors import Malformed
from wreckoning.lab import arena_store
from wreckoning.lab.arena import ArenaRace, Contest
from wreckoning.lab.arena_pool import ANCHOR, pool
from wreckoning.lab.arena_store import current_contests

__all__ = ["toy"]  # a fixture that is used by itself
Races = dict[int, ArenaRace]


def raced(about: Contest, points: dict[str, float], count: int, seed: int, alike: int = 1) -> Races:
    """Races of bots with these ratings; so many in a row end alike."""
    chance = np.random.default_rng(seed)
    strengths = np.array([points[bot] for bot in about.lineup]) * np.log(10) / 400
    races = {}
    for number in range(count):
        if number % alike == 0:
            times = -strengths - chance.gumbel(size=about.seats)
        places = times.argsort().argsort() + 1
        races[number] = ArenaRace(number, tuple(places.tolist()))
    return races


def test_known_strengths_are_found_over_contests() -> None:
    """ace and steady never met: both raced against random, the toy's usual opponent."""
    points = {"random": 1000.0, "ace": 1250.0, "steady": 900.0}
    ones, others = contest("ace", "random"), contest("random", "steady")
    found = pool("toy", [(c, raced(c, points, 3000, n)) for n, c in enumerate((ones, others))])
    assert [each.name for each in found] == ["ace, 10 ms", "random", "steady"]
    for each in found:
        truth = points[each.name.split(",")[0]]
        assert each.rating.low <= truth <= each.rating.high
        assert each.rating.half < 40
    assert found[1].rating.value == found[1].rating.low == ANCHOR
    assert [each.races for each in found] == [3000, 6000, 3000]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    about = contest("steady", "random", seats=2)
    ends = [(1, 2)] * 3 + [(2, 1)] * 1
    races = {n: ArenaRace(n, ends[n % 4]) for n in range(4000)}
    [best, _] = pool("toy", [(about, races)])
    assert best.rating.value == pytest.approx(1000 + 400 * log10(3), abs=0.5)


def test_races_on_the_same_dice_are_one_observation() -> None:
    """Six races that end alike have the interval of one, √6 times that of six."""
    about, points = contest("steady", "random"), {"steady": 1100.0, "random": 1000.0}
    half = [
        next(each.rating.half for each in found if each.name == "steady")
        for found in (
            pool("toy", [(about, raced(about, points, 3000, 1, alike))]) for alike in (1, 6)
        )
    ]
    assert half[1] / half[0] == pytest.approx(6**0.5, rel=0.1)


def test_bot_that_always_wins_has_a_finite_rating() -> None:
    [best, last] = pool("toy", [(contest("steady", "random"), rotations(*[6] * 20))])
    assert (best.name, last.rating.value) == ("steady", ANCHOR)
    assert 1500 < best.rating.value < 4000
    assert best.rating.half > 300, "how far it is, its races do not say"


def test_bots_without_a_way_to_the_anchor_and_house_rules_do_not_count() -> None:
    points = {"steady": 1000.0, "random": 1000.0, "ace": 1000.0}
    alone, fair = contest("ace", "steady"), contest("steady", "random")
    house = replace(contest("ace", "random"), options=(("referee", "on"),))
    races = {each: raced(each, points, 60, 1) for each in (alone, fair, house)}
    assert len(pool("toy", races.items())) == 3
    assert {each.name for each in pool("toy", [(fair, races[fair]), (house, races[house])])} == {
        "steady",
        "random",
    }
    with pytest.raises(Malformed, match="no bot was raced here against random"):
        pool("toy", [(alone, races[alone]), (house, races[house])])


def test_only_contests_by_present_rules_count(monkeypatch: pytest.MonkeyPatch) -> None:
    about = contest()
    arena_store.keep(about, ArenaRace(0, (1, 2, 3)))
    assert [each for each, _ in current_contests()] == [about]
    monkeypatch.setattr("wreckoning.lab.arena.code_digest", lambda _: "another search")
    assert list(current_contests()) == []


def test_races_by_earlier_rules_do_not_count_beside_those_by_present_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same contest raced by two releases has two folders; only one is of this release."""
    about = contest()
    with monkeypatch.context() as earlier:
        earlier.setattr("wreckoning.lab.arena.code_digest", lambda _: "another search")
        arena_store.keep(about, ArenaRace(0, (3, 2, 1)))
    arena_store.keep(about, ArenaRace(0, (1, 2, 3)))
    [(_, races)] = current_contests()
    assert races[0].places == (1, 2, 3)
    assert sorted(is_current for _, _, is_current in arena_store.kept_contests()) == [False, True]


def test_pool_command() -> None:
    command("--bots", "steady,random", "--course", "dash", "--seats", "2", "--races", "40")
    printed = command("--pool")
    assert "by definition" in printed
    assert "steady" in printed
    assert '"rating": 1000.0' in command("--pool", "--json")
