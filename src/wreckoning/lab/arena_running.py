"""Runs races of an arena, on one core or in several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from wreckoning.lab.arena import ArenaRace, Contest, play


def races_of(contest: Contest, numbers: Sequence[int], jobs: int) -> Iterator[ArenaRace]:
    """Run these races; yields each when it is finished."""
    if jobs == 1:
        for number in numbers:
            yield play(contest, number)
        return
    with ProcessPoolExecutor(min(jobs, len(numbers)), get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(play, contest, number) for number in numbers]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
