"""Says when an arena is sure: a sequential rule, looked at after each whole rotation.

Each rotation gives one value, the share of its races that the first bot wins less its even share.
They are judged as the lab judges a hypothesis (`Judge`), by an interval that holds at every look.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wreckoning.core.documents import Json
from wreckoning.core.texts.wording import listed
from wreckoning.lab.always_valid import Sample
from wreckoning.lab.arena import ArenaRace, Contest
from wreckoning.lab.verdict import Judge, Says, Verdict

ROTATIONS = 100  # after which the interval is narrowest


class Watch:
    """Looks at the rotations of a contest in their order, until a verdict is settled.

    `smallest` is the smallest difference from an even share that matters, in points. Later
    rotations than the one that settles it, or than number `most`, change nothing.
    """

    def __init__(self, contest: Contest, smallest: float, most: int) -> None:
        self.contest, self.smallest, self.most = contest, smallest, most
        self.own = [at for at, bot in enumerate(contest.lineup) if bot == contest.bots[0]]
        self.even = len(self.own) / contest.seats
        self.rotations = 0  # looked at
        self._judge = Judge(smallest / 100, looked_for=ROTATIONS)
        self._sample = Sample(1, span=1.0)
        self.verdict: Verdict = self._judge.verdict(self._sample)

    @property
    def races(self) -> int:
        """The races looked at."""
        return self.rotations * self.contest.rotation

    def look(self, races: Mapping[int, ArenaRace]) -> bool:
        """Look at the next rotations as far as they are complete. True if it is settled."""
        while not self.verdict.is_settled and self.rotations < self.most:
            numbers = range(self.races, self.races + self.contest.rotation)
            if any(number not in races for number in numbers):
                break
            won = [any(races[number].places[at] == 1 for at in self.own) for number in numbers]
            self._sample.add([np.array([np.mean(won) - self.even])])
            self.rotations += 1
            self.verdict = self._judge.verdict(self._sample)
        return self.verdict.is_settled

    @property
    def says(self) -> str:
        """The verdict in a word or two."""
        if self.verdict.says is Says.YES:
            return "stronger" if self.verdict.effect.value > 0 else "weaker"
        return "no difference" if self.verdict.says is Says.NO else "not sure"

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of races that the first bot wins: the interval's ends around it."""
        effect = self.verdict.effect
        low, value, high = (self.even + each for each in (effect.low, effect.value, effect.high))
        return max(low, 0.0), value, min(high, 1.0)

    def sentence(self) -> str:
        """The verdict, with its figures."""
        first, others = self.contest.bots[0], listed(self.contest.bots[1:])
        low, share, high = self.share
        figures = (
            f"it wins {share:.1%} of {self.races:,} races ({low:.1%} to {high:.1%}), "
            f"an even share is {self.even:.1%}"
        )
        match self.says:
            case "no difference":
                points = f"{self.smallest:g} point{'' if self.smallest == 1 else 's'}"
                return (
                    f"No difference of more than {points} between {first} and {others}: {figures}."
                )
            case "not sure":
                more = f"about {self.more:,} more races, if they go on like this"
                return f"Not sure whether {first} is stronger than {others}: {figures}; {more}."
            case says:
                return f"{first} is {says} than {others}: {figures}."

    @property
    def more(self) -> int:
        """About how many more races would settle it."""
        return self.verdict.more * self.contest.rotation

    def as_json(self) -> Json:
        return {
            "says": self.says,
            "bot": self.contest.bots[0],
            "smallest": self.smallest,
            "races": self.races,
            "even": self.even,
            "share": list(self.share),
            "error": self.verdict.error,
            "more": self.more,
            "sentence": self.sentence(),
        }
