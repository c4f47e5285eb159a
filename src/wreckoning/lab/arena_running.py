"""Runs races of an arena: on one core, in several processes, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from wreckoning.lab.arena import ArenaRace, Contest, play
from wreckoning.lab.arena_logs import play_logged
from wreckoning.lab.cluster import calls


def races_of(
    contest: Contest, numbers: Sequence[int], jobs: int, ray: str = "", with_logs: bool = False
) -> Generator[tuple[ArenaRace, str], None, None]:
    """Run these races; yields each when it is finished, with its log or ''.

    `close` drops those not yet begun. `ray` is the address of a cluster. Raises Malformed if there
    is none.
    """
    if ray:
        yield from calls(ray, _run, [(contest, number, with_logs) for number in numbers])
        return
    if jobs == 1:
        for number in numbers:
            yield _run(contest, number, with_logs)
        return
    with ProcessPoolExecutor(min(jobs, len(numbers)), get_context("spawn")) as pool:
        try:
            runs = [pool.submit(_run, contest, number, with_logs) for number in numbers]
            for done in as_completed(runs):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _run(contest: Contest, number: int, with_log: bool) -> tuple[ArenaRace, str]:
    return play_logged(contest, number) if with_log else (play(contest, number), "")
