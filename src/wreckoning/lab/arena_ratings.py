"""Rates the bots of an arena by its races: wins, ratings, time a decision.

Only whole rotations count. The races of one share their dice, so each rotation is a cluster: the
intervals of wins and places are taken over rotations.

Ratings are those of openskill's Plackett–Luce model (Weng and Lin 2011): each starts at 25 ± 25/3.
A bot with several seats in a race is rated once, by the mean of what its seats would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

import numpy as np

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.lab.arena import ArenaRace, Contest
from wreckoning.lab.needs import LAB, need
from wreckoning.lab.statistics import Z95, Estimate, mean_of, share_of_clusters


@dataclass(frozen=True)
class ArenaResult:
    """The result of a bot in a contest."""

    name: str
    seats: int  # in a race
    races: int
    wins: int
    expected: float  # the wins of an even share
    share: Estimate  # of races won
    place: Estimate  # the mean place
    rating: Estimate
    ms_median: float | None  # for a decision; None: it does not think
    ms_p99: float | None

    @property
    def times_even(self) -> Estimate:
        """Wins divided by an even share."""
        return self.share.scaled(self.races / self.expected)

    def as_json(self) -> Json:
        return {
            "name": self.name,
            "wins": self.wins,
            "races": self.races,
            "expected": round(self.expected, 3),
            "rating": round(self.rating.value, 2),
            "ms_median": self.ms_median,
            "ms_p99": self.ms_p99,
            "share": [self.share.low, self.share.value, self.share.high],
            "times_even": [self.times_even.low, self.times_even.value, self.times_even.high],
            "rating_95": [round(self.rating.low, 2), round(self.rating.high, 2)],
            "place": round(self.place.value, 3),
            "place_95": [round(self.place.low, 3), round(self.place.high, 3)],
        }


def whole_rotations(contest: Contest, races: Iterable[ArenaRace]) -> list[list[ArenaRace]]:
    """The races of each rotation that is complete, in the order of their numbers."""
    done = sorted(races, key=lambda race: race.number)
    rotations = [list(each) for _, each in groupby(done, key=contest.rotation_of)]
    return [each for each in rotations if len(each) == contest.rotation]


def standings(contest: Contest, races: Iterable[ArenaRace]) -> list[ArenaResult]:
    """The results of all bots in whole rotations, in the order of the contest's list.

    Raises Malformed if no rotation is complete.
    """
    rotations = whole_rotations(contest, races)
    if not rotations:
        raise Malformed("races", f"expected a whole rotation, {contest.rotation} races")
    ratings = rate(contest, [race for each in rotations for race in each])
    return [_result(contest, name, rotations, ratings[name]) for name in contest.bots]


def _result(
    contest: Contest, name: str, rotations: Sequence[Sequence[ArenaRace]], rating: Estimate
) -> ArenaResult:
    own = [at for at, bot in enumerate(contest.lineup) if bot == name]
    places = np.array(
        [[[race.places[at] for at in own] for race in rotation] for rotation in rotations]
    )
    has_won = (places == 1).any(axis=2)
    races = has_won.size
    ms = [each for rotation in rotations for race in rotation for each in race.ms.get(name, ())]
    return ArenaResult(
        name,
        len(own),
        races,
        int(has_won.sum()),
        races * len(own) / contest.seats,
        share_of_clusters(has_won.mean(axis=1), contest.rotation),
        mean_of(places.mean(axis=(1, 2))).within(1, contest.seats),
        rating,
        round(float(np.median(ms)), 1) if ms else None,
        round(float(np.percentile(ms, 99)), 1) if ms else None,
    )


def rate(contest: Contest, races: Sequence[ArenaRace]) -> dict[str, Estimate]:
    """Each bot's rating after these races, with its 95 % interval."""
    model = need("openskill.models", LAB).PlackettLuce()
    own = {name: model.rating() for name in contest.bots}
    for race in races:
        teams = [[model.rating(own[bot].mu, own[bot].sigma)] for bot in contest.lineup]
        after = model.rate(teams, ranks=list(race.places))
        for name in contest.bots:
            seats = [
                team[0] for team, bot in zip(after, contest.lineup, strict=True) if bot == name
            ]
            own[name] = model.rating(
                fmean(each.mu for each in seats), fmean(each.sigma for each in seats)
            )
    return {
        name: Estimate(each.mu, each.mu - Z95 * each.sigma, each.mu + Z95 * each.sigma)
        for name, each in own.items()
    }
