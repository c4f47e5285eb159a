"""Rates the bots of an arena by its races: wins, ratings, time a decision.

Ratings are those of openskill's Plackett–Luce model (Weng and Lin 2011): each starts at 25 ± 25/3.
A bot with several seats in a race is rated once, by the mean of what its seats would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from wreckoning.core.documents import Json
from wreckoning.lab.arena import ArenaRace, Contest
from wreckoning.lab.needs import LAB, need
from wreckoning.lab.statistics import Z95, Estimate, share_of


@dataclass(frozen=True)
class ArenaResult:
    """The result of a bot in a contest."""

    name: str
    seats: int  # in a race
    races: int
    wins: int
    expected: float  # the wins of an even share
    place: float  # the mean place
    rating: Estimate
    ms_median: float | None  # for a decision; None: it does not think
    ms_p99: float | None

    @property
    def share(self) -> Estimate:
        """The share of races won."""
        return share_of(self.wins, self.races)

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
            "place": round(self.place, 3),
        }


def standings(contest: Contest, races: Iterable[ArenaRace]) -> list[ArenaResult]:
    """The results of all bots of a contest, in the order of its list."""
    done = sorted(races, key=lambda race: race.number)
    ratings = rate(contest, done)
    found = []
    for name in contest.bots:
        own = [at for at, bot in enumerate(contest.lineup) if bot == name]
        places = [[race.places[at] for at in own] for race in done]
        ms = [each for race in done for each in race.ms.get(name, ())]
        found.append(
            ArenaResult(
                name,
                len(own),
                len(done),
                sum(1 in each for each in places),
                len(done) * len(own) / contest.seats,
                fmean([place for each in places for place in each]),
                ratings[name],
                round(float(np.median(ms)), 1) if ms else None,
                round(float(np.percentile(ms, 99)), 1) if ms else None,
            )
        )
    return found


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
