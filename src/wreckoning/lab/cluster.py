"""Races on a Ray cluster. If a worker dies, its part is raced again, with the same result.

`Cluster` races the lots of an experiment, `calls` anything that is a function and its arguments.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any, TypeVar

from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import Ruleset, find_ruleset
from wreckoning.core.texts.numerals import read_whole
from wreckoning.lab.lots import Lot, LotTask, play_lot
from wreckoning.lab.needs import need
from wreckoning.lab.races import Words
from wreckoning.lab.variants import Variant

T = TypeVar("T")

LOCAL = "local"
REACH_SECONDS = 10


def _play(
    ruleset: str, task: LotTask, starts: tuple[Words, ...], drivers: int
) -> tuple[LotTask, Lot]:
    """Play a lot on a worker. The figures of the variant are in the starts that it gets.

    They arrive read-only, which is another type than the one that races are compiled for.
    """
    own = tuple(start.copy() for start in starts)
    return task, play_lot(find_ruleset(ruleset), replace(task, starts=own), drivers)


def _reach(address: str) -> None:
    """Check that `host:port` answers; Ray itself would wait for minutes. Raises OSError."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    number = read_whole(port, 1, 65535) if colon else None
    if number is not None:
        socket.create_connection((host, number), REACH_SECONDS).close()


def connect(address: str, workers: int = 0) -> Any:
    """Connect to a Ray cluster, and return the module `ray`.

    `address` is Ray's own, or `local` to start a cluster here with so many workers (0: one for each
    core). Raises Malformed if Ray is not installed or there is no cluster.
    """
    ray: Any = need("ray", "ray")
    try:
        _reach(address)
        ray.init(
            address=None if address == LOCAL else address,
            num_cpus=(workers or None) if address == LOCAL else None,
            include_dashboard=False if address == LOCAL else None,
            log_to_driver=False,
            configure_logging=False,
        )
    except (RuntimeError, ValueError, OverflowError, OSError) as error:
        words = " ".join(str(error).split())[:200]
        raise Malformed(f"--ray {address}", f"no cluster there: {words}") from None
    return ray


def _remote(ray: Any, function: Callable[..., Any]) -> Any:
    """The function as the workers call it.

    Retry without end: a worker is only killed by its machine, never by what it races.
    """
    return ray.remote(max_retries=-1, num_cpus=1)(function)


def _fetch(ray: Any, reference: Any) -> Any:
    """The result of a call. Raises what the call raised; Malformed if the cluster is gone."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        words = " ".join(str(error).split())[:200]
        raise Malformed("--ray", f"the cluster does not answer any more: {words}") from None


def _cores(ray: Any) -> int:
    return int(ray.cluster_resources().get("CPU", 1))


def calls(address: str, function: Callable[..., T], each: Iterable[Any]) -> Iterator[T]:
    """Call the function on the cluster's workers, once with the arguments of each.

    Yields every result when it is there. Raises Malformed as `connect` does.
    """
    ray = connect(address)
    try:
        remote = _remote(ray, function)
        running: list[Any] = []
        for arguments in each:
            if len(running) == 2 * _cores(ray):  # none has to wait for its next call
                done, running = ray.wait(running, num_returns=1)
                yield _fetch(ray, done[0])
            running.append(remote.remote(*arguments))
        while running:
            done, running = ray.wait(running, num_returns=1)
            yield _fetch(ray, done[0])
    finally:
        ray.shutdown()


class Cluster:
    """A Ray cluster's cores. `address` is Ray's own, or `local` to start one here.

    Every node needs this package in the same version: its rules are compiled there. Raises
    Malformed if Ray is not installed or there is no cluster.
    """

    def __init__(self, ruleset: Ruleset, address: str, workers: int = 0) -> None:
        if address == LOCAL:
            need("ray", "ray")
            _ = compiled(ruleset).batch  # compiled once; the workers find it in the cache
        self._ray = connect(address, workers)
        self._play = _remote(self._ray, _play)
        self._workers = workers or _cores(self._ray)
        self._running: list[Any] = []
        self._done: deque[Any] = deque()
        self._starts: dict[int, Any] = {}  # of each variant, sent once

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._ray.shutdown()

    @property
    def room(self) -> int:
        """Twice the cores, so that none has to wait for its next lot."""
        return 2 * self._workers

    def submit(self, variant: Variant, task: LotTask) -> None:
        """Start a lot."""
        if variant.number not in self._starts:
            self._starts[variant.number] = self._ray.put(variant.starts)
        starts, key = self._starts[variant.number], variant.ruleset.key
        light = replace(task, starts=())
        self._running.append(self._play.remote(key, light, starts, len(variant.drivers)))

    def next_done(self) -> tuple[LotTask, Lot]:
        """Wait for a lot to finish. Raises Malformed if the cluster is gone."""
        if not self._done:
            done, self._running = self._ray.wait(self._running, num_returns=1)
            self._done.extend(done)
        found: tuple[LotTask, Lot] = _fetch(self._ray, self._done.popleft())
        return found
