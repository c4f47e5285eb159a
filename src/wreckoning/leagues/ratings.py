"""Ratings of drivers by all their races: openskill's Plackett–Luce model.

A rating is a mean and a deviation. The shown value is a cautious estimate: the mean minus three
deviations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from wreckoning.leagues.model import GUEST, League, LeagueRace
from wreckoning.leagues.rounds import race_order


@dataclass(frozen=True)
class Rating:
    """A driver's rating. `shown` is the cautious estimate."""

    entry: int
    mean: float
    doubt: float
    races: int

    @property
    def shown(self) -> float:
        return self.mean - 3 * self.doubt


def ratings(league: League) -> list[Rating]:
    """The ratings of all drivers with races, the strongest first."""
    found = rate(sorted(league.races, key=race_order))
    return sorted(found, key=lambda rating: (-rating.shown, rating.entry))


def rate(races: Iterable[LeagueRace]) -> list[Rating]:
    """Ratings after these races, in this order."""
    model = PlackettLuce()
    known: dict[int, PlackettLuceRating] = {}
    count: dict[int, int] = {}
    for race in races:
        driven = [
            (entry, place)
            for entry, place in zip(race.entries, race.places, strict=True)
            if entry != GUEST
        ]
        if len(driven) < 2:
            continue
        before = [[known.get(entry) or model.rating(name=str(entry))] for entry, _ in driven]
        after = model.rate(before, ranks=[place for _, place in driven])
        for (entry, _), team in zip(driven, after, strict=True):
            known[entry] = team[0]
            count[entry] = count.get(entry, 0) + 1
    return [Rating(entry, r.mu, r.sigma, count[entry]) for entry, r in known.items()]
