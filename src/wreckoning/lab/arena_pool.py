"""Rates all bots of a game in one pool, over all its contests that were raced on this machine.

Luce's model of choice (1959; of two, Bradley and Terry 1952) by maximum likelihood: a driver's
chance to win is its bot's strength over the sum of all drivers'. Only wins count, as bots play to
win: a driver who cannot may come in anywhere. Ratings are on Elo's scale, where 400 points are odds
of 10 to 1, and the game's usual opponent, the anchor, has 1000. A weak prior, 1000 ± 1000, keeps
the ratings of bots finite that always or never win.

The intervals are robust to shared dice: races with the same dice are a cluster (the sandwich of
Liang and Zeger 1986). They are never narrower than those of independent races with the prior, which
alone says how strong a bot that always wins may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import default_opponent, find_ruleset
from wreckoning.lab.arena import ArenaRace, Contest
from wreckoning.lab.arena_ratings import whole_rotations
from wreckoning.lab.needs import LAB, need
from wreckoning.lab.statistics import Z95, Estimate

ANCHOR = 1000.0
POINT = log(10) / 400  # of Elo's scale, in log odds
PRIOR = 1000.0  # points
USUAL_BUDGET = 1000  # milliseconds, which a bot's name does not mention

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Rated:
    """The rating of a bot in the pool."""

    name: str
    rating: Estimate
    races: int

    def as_json(self) -> Json:
        low, value, high = (
            round(each, 1) for each in (self.rating.low, self.rating.value, self.rating.high)
        )
        return {"name": self.name, "rating": value, "rating_95": [low, high], "races": self.races}


@dataclass(frozen=True)
class _Wins:
    """The races of a contest: the bot of each driver, who won, and the dice."""

    lineup: Ints  # indexes of bots
    won: Floats  # races × bots: 1 for the winner
    dice: Ints  # the cluster of each race

    def expected(self, strengths: Floats) -> Floats:
        """Each bot's chance to win a race."""
        weights = np.exp(strengths[self.lineup])
        chances: Floats = (weights / weights.sum()) @ np.eye(len(strengths))[self.lineup]
        return chances


def pool(ruleset: str, contests: Iterable[tuple[Contest, Mapping[int, ArenaRace]]]) -> list[Rated]:
    """The ratings of all bots that raced against the anchor, or in turn against such, best first.

    Counts whole rotations of contests without house rules. Raises Malformed if there are none.
    """
    rules = find_ruleset(ruleset)
    anchor = default_opponent(rules)
    counted = [
        (contest, [race for each in whole_rotations(contest, races.values()) for race in each])
        for contest, races in contests
        if contest.ruleset == ruleset and not contest.options
    ]
    names = _connected(anchor, [_names(contest) for contest, races in counted if races])
    if len(names) == 1:
        raise Malformed("--pool", f"by the present rules no bot was raced here against {anchor}")
    counted = [each for each in counted if each[1] and set(_names(each[0])) <= set(names)]
    strengths, errors = _fit(_wins(names, counted), len(names))
    often = dict.fromkeys(names, 0)
    for contest, races in counted:
        for name in set(_names(contest)):
            often[name] += len(races)
    found = []
    for name, strength, error in zip(names, strengths / POINT, errors / POINT, strict=True):
        value, half = ANCHOR + float(strength), Z95 * float(error)
        found.append(Rated(name, Estimate(value, value - half, value + half), often[name]))
    return sorted(found, key=lambda each: -each.rating.value)


def _names(contest: Contest) -> list[str]:
    """The bot of each seat of the lineup; one that thinks has its time, if that is not usual."""
    slow = contest.rules.thinking if contest.budget != USUAL_BUDGET else ()
    return [f"{bot}, {contest.budget} ms" if bot in slow else bot for bot in contest.lineup]


def _connected(anchor: str, contests: Sequence[Sequence[str]]) -> list[str]:
    """The bots that contests connect with the anchor, which comes first."""
    found, more = {anchor}, True
    while more:
        near = {name for names in contests if found & set(names) for name in names}
        more = not near <= found
        found |= near
    return [anchor, *sorted(found - {anchor})]


def _wins(
    names: Sequence[str], counted: Iterable[tuple[Contest, Sequence[ArenaRace]]]
) -> list[_Wins]:
    """The races of all contests. Those on the same course with the same dice share a cluster."""
    clusters: dict[tuple[Any, ...], int] = {}
    found = []
    for contest, races in counted:
        lineup = np.array([names.index(name) for name in _names(contest)])
        dice = [
            (contest.course, contest.seats, contest.seed, contest.rotation_of(race))
            for race in races
        ]
        winners = lineup[[race.places.index(1) for race in races]]
        found.append(
            _Wins(
                lineup,
                np.eye(len(names))[winners],
                np.array([clusters.setdefault(key, len(clusters)) for key in dice]),
            )
        )
    return found


def _fit(contests: Sequence[_Wins], bots: int) -> tuple[Floats, Floats]:
    """The log strengths, 0 for the anchor (bot 0), and their standard errors."""
    optimize = need("scipy.optimize", LAB)
    precision = 1 / (PRIOR * POINT) ** 2

    def loss(free: Floats) -> tuple[float, Floats]:
        strengths = np.concatenate(([0.0], free))
        total, slope = 0.0, np.zeros(bots)
        for each in contests:
            wins = each.won.sum(axis=0)
            whole = np.logaddexp.reduce(strengths[each.lineup])
            total += float(wins @ strengths) - wins.sum() * whole
            slope += wins - wins.sum() * each.expected(strengths)
        return -total + precision * float(free @ free) / 2, precision * free - slope[1:]

    found = optimize.minimize(loss, np.zeros(bots - 1), jac=True, method="BFGS").x
    strengths = np.concatenate(([0.0], found))
    errors = _errors(contests, strengths, precision)
    return strengths, np.concatenate(([0.0], errors))


def _errors(contests: Sequence[_Wins], strengths: Floats, precision: float) -> Floats:
    """The standard errors of all bots but the anchor."""
    bots, clusters = len(strengths), 1 + max(int(each.dice.max()) for each in contests)
    curvature, sums = precision * np.eye(bots), np.zeros((clusters, bots))
    for each in contests:
        expected = each.expected(strengths)
        curvature += len(each.won) * (np.diag(expected) - np.outer(expected, expected))
        np.add.at(sums, each.dice, each.won - expected)
    inverse = np.linalg.inv(curvature[1:, 1:])
    between = clusters / max(clusters - 1, 1) * sums[:, 1:].T @ sums[:, 1:]
    robust = inverse @ between @ inverse
    errors: Floats = np.sqrt(np.maximum(np.diag(robust), np.diag(inverse)))
    return errors
