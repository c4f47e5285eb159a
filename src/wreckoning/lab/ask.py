"""Judges a hypothesis: races changed and unchanged rules in pairs, until it is settled.

Both races of a pair have the same number, and keyed dice: those of a turn, question and seat are
the same in both, whatever differs elsewhere. A driver's differences are taken race
by race, each among those that start from the same seat. The verdict depends on the hypothesis
and its seed alone, not on the number of workers; a budget of seconds may end it sooner.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.documents import Json
from wreckoning.core.door import KEYED
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset
from wreckoning.lab.always_valid import Sample
from wreckoning.lab.experiment import MAX_SEED
from wreckoning.lab.hypothesis import Hypothesis, Scene, hypothesis
from wreckoning.lab.races import Races, play
from wreckoning.lab.subjects import SubjectKind
from wreckoning.lab.variants import Variant
from wreckoning.lab.verdict import Judge, Verdict

Floats = NDArray[np.float64]
FIRST_LOTS, LOTS, PAIRS = 2, 16, 96  # the lots of the first look, of later ones; pairs in a lot
USUAL_SECONDS = 60.0
USUAL_TITLE = "A hypothesis"
OTHER_DICE = 7_919  # added to the seed of unchanged races that are not to share dice


@dataclass
class Case:
    """One effect: of a subject, in a scene. Its means are of changed and unchanged races."""

    scene: Scene
    subject: int
    sample: Sample
    verdict: Verdict
    after: float = 0.0
    before: float = 0.0


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on all effects of a hypothesis."""

    hypothesis: Hypothesis
    cases: tuple[Case, ...]
    races: int
    seconds: float
    is_stopped: bool  # by Ctrl-C
    is_paired: bool

    @property
    def is_settled(self) -> bool:
        return all(case.verdict.is_settled for case in self.cases)


@dataclass(frozen=True)
class Budget:
    """When to stop racing, settled or not; 0 is no limit. `within` races on after a verdict.

    `within` is half the width of the interval, in units of the figure; 0 stops at the verdict.
    """

    seconds: float = USUAL_SECONDS
    races: int = 0
    within: float = 0.0


USUAL_BUDGET = Budget()


def ask(
    ruleset: str,
    *,
    change: Mapping[str, Any] | None = None,
    against: Mapping[str, Any] | None = None,
    subjects: Sequence[str] = (),
    seconds: float = USUAL_SECONDS,
    races: int = 0,
    workers: int = 0,
    seed: int = 1,
    course: str | Sequence[str] | None = None,
    seats: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> Verdicts:
    """Judge a hypothesis about the rules, and return the verdicts.

        found = ask("rtd", change={"options.carry": "2"}, subjects=["pole"])
        found.cases[0].verdict.says           # "yes", "no" or "not settled"
        found.cases[0].verdict.effect.low     # a share of the win: 0.01 is one point

    `change` and `against` set paths as an experiment varies them. Without both, each subject is
    compared with its even share. `subjects` are names of seats, "pole", "start 2", "every start"
    and so on; `seats` are tables as in a file (default: Subject against a Field). `more` are the
    other keys of the table `[ask]`: measure, smallest, drivers, confidence. Racing ends when all
    is settled, or after so many seconds or races (0: no such limit).

    Raises Malformed for a hypothesis that does not make sense.
    """
    table: dict[str, Any] = {
        key: value for key, value in (("set", change), ("against", against)) if value is not None
    }
    table |= {"for": list(subjects)} if subjects else {}
    document = {
        **{"ruleset": ruleset, "title": USUAL_TITLE, "seed": seed},
        **({"course": course if isinstance(course, str) else list(course)} if course else {}),
        "seats": list(seats) or usual_seats(ruleset),
        "ask": {**table, **more},
    }
    return settle(hypothesis(document), Budget(seconds, races), workers)


def usual_seats(ruleset: str, drivers: int = 0) -> list[Json]:
    """A Subject against a Field of default opponents, as tables of a file."""
    rules = find_ruleset(ruleset)
    count = drivers or min(6, rules.seats[-1])
    if count not in rules.seats:
        expected = f"expected {rules.seats[0]} to {rules.seats[-1]} drivers, found {count}"
        raise Malformed("seats", expected)
    return [{"name": "Subject"}, {"name": "Field", "count": count - 1}]


def settle(
    asked: Hypothesis,
    budget: Budget = USUAL_BUDGET,
    workers: int = 0,
    is_paired: bool = True,
    tell: Callable[[Verdicts], None] = lambda verdicts: None,
    live: int = KEYED,
) -> Verdicts:
    """Race until all is settled, or the budget is used up, or Ctrl-C. `tell` hears of each look.

    Without `is_paired` the unchanged races have dice of their own. With `live` LIVE all dice of a
    race come from one stream, as in other simulations. Raises Malformed.
    """
    scenes = asked.scenes()
    _ = compiled(asked.experiment.ruleset).batch
    with _threads(workers) as threads:
        return _Asking(asked, scenes, budget, is_paired, live).run(threads, tell)


@contextmanager
def _threads(workers: int) -> Iterator[ThreadPoolExecutor]:
    threads = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        yield threads
    finally:
        threads.shutdown(wait=True, cancel_futures=True)


@dataclass
class _Asking:
    """The looks at a hypothesis so far."""

    asked: Hypothesis
    scenes: list[Scene]
    budget: Budget
    is_paired: bool
    live: int
    races: int = 0
    lots: list[int] = field(default_factory=list)  # of each scene, those raced

    def __post_init__(self) -> None:
        self.began = perf_counter()
        self.judge = Judge(self.asked.smallest, self.asked.comparisons, self.asked.confidence)
        self.cases = [self._case(scene, n) for scene in self.scenes for n in range(self._wide)]
        self.lots = [0] * len(self.scenes)

    @property
    def _wide(self) -> int:
        return len(self.asked.subjects)

    def _case(self, scene: Scene, subject: int) -> Case:
        seats, is_change = len(scene.after.drivers), scene.before is not None
        sample = Sample(scene.after.rotations, self.asked.figure.span(seats, is_change))
        return Case(scene, subject, sample, self.judge.verdict(sample))

    def run(self, threads: ThreadPoolExecutor, tell: Callable[[Verdicts], None]) -> Verdicts:
        """Look at the scenes in turn until none is open."""
        try:
            while open_scenes := [n for n in range(len(self.scenes)) if self._is_open(n)]:
                for scene in open_scenes:
                    if self._is_spent():
                        return self.verdicts()
                    self._look(threads, scene)
                    tell(self.verdicts())
        except KeyboardInterrupt:
            return self.verdicts(is_stopped=True)
        return self.verdicts()

    def verdicts(self, is_stopped: bool = False) -> Verdicts:
        """The verdicts so far."""
        seconds = perf_counter() - self.began
        cases = tuple(self.cases)
        return Verdicts(self.asked, cases, self.races, seconds, is_stopped, self.is_paired)

    def _of(self, scene: int) -> list[Case]:
        return self.cases[scene * self._wide : (scene + 1) * self._wide]

    def _is_open(self, scene: int) -> bool:
        within = self.budget.within / self.asked.figure.scale or float("inf")
        return any(
            not case.verdict.is_settled or case.verdict.effect.half > within
            for case in self._of(scene)
        )

    def _is_spent(self) -> bool:
        seconds, races = self.budget.seconds, self.budget.races
        late = 0 < seconds <= perf_counter() - self.began
        return late or 0 < races <= self.races

    def _look(self, threads: ThreadPoolExecutor, number: int) -> None:
        """Race the next lots of a scene, and judge its cases again."""
        scene = self.scenes[number]
        rotations = scene.after.rotations
        heats = max(1, PAIRS // rotations)
        first = self.lots[number]
        lots = self._lots(scene, min(max(first, FIRST_LOTS), LOTS) * heats, heats)
        tasks = [
            threads.submit(
                self._play, scene, rotation, ((first + lot) * rotations + rotation) * heats, count
            )
            for lot, count in enumerate(lots)
            for rotation in range(rotations)
        ]
        pairs = [task.result() for task in tasks]
        self.lots[number] += len(lots)
        for at, case in enumerate(self._of(number)):
            after, before = (
                [
                    np.concatenate([pair[side][at] for pair in pairs[r::rotations]])
                    for r in range(rotations)
                ]
                for side in (0, 1)
            )
            seen, new = case.sample.count, sum(map(len, after))
            case.after += (float(np.mean(after)) - case.after) * new / (seen + new)
            case.before += (float(np.mean(before)) - case.before) * new / (seen + new)
            case.sample.add([a - b for a, b in zip(after, before, strict=True)])
            case.verdict = self.judge.verdict(case.sample)
        self.races += new * (2 if scene.before else 1)

    def _lots(self, scene: Scene, most: int, heats: int) -> list[int]:
        """The heats of each lot of a look from one starting seat: so many, or what is left.

        Looks double in size, so that big effects show soon.
        """
        if self.budget.races:
            races = scene.after.rotations * (2 if scene.before else 1)
            most = min(most, ceil((self.budget.races - self.races) / races))
        full, rest = divmod(most, heats)
        return [heats] * full + [rest] * (rest > 0)

    def _play(
        self, scene: Scene, rotation: int, first: int, count: int
    ) -> tuple[list[Floats], list[Floats]]:
        """Race pairs: the figure of each subject with the change, and what it is compared with."""
        races = self._races(scene.after, rotation, first, count)
        after = self._values(races, rotation)
        if scene.before is None:
            even = self.asked.figure.of(races).mean(axis=1)
            return after, [even for _ in self.asked.subjects]
        dice = 0 if self.is_paired else OTHER_DICE
        return after, self._values(
            self._races(scene.before, rotation, first, count, dice), rotation
        )

    def _races(
        self, variant: Variant, rotation: int, first: int, count: int, dice: int = 0
    ) -> Races:
        seed = (variant.seed + dice) % MAX_SEED
        seats = len(variant.drivers)
        return play(variant.ruleset, variant.starts[rotation], seats, seed, first, count, self.live)

    def _values(self, races: Races, rotation: int) -> list[Floats]:
        values = self.asked.figure.of(races)
        subjects = self.asked.subjects
        if (
            any(subject.kind is SubjectKind.START for subject in subjects)
            and not races.starts.any()
        ):
            raise Malformed("for", "in this game all start level: there are no starting places")
        return [subject.of(values, races, rotation) for subject in subjects]
