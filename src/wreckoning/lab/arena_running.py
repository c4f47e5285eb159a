"""Runs races of an arena: on one core, in several processes, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from wreckoning.lab.arena import ArenaRace, Contest, play
from wreckoning.lab.cluster import calls


def races_of(
    contest: Contest, numbers: Sequence[int], jobs: int, ray: str = ""
) -> Generator[ArenaRace, None, None]:
    """Run these races; yields each when it is finished. Those not yet begun are dropped by `close`.

    `ray` is the address of a cluster. Raises Malformed if there is none.
    """
    if ray:
        yield from calls(ray, play, [(contest, number) for number in numbers])
        return
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
