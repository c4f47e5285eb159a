"""Bots of games that take long decide by the compiled rules, as soon as these are at hand.

Until then they decide interpreted: nobody waits for the compiler, which has a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from threading import Thread
from time import perf_counter

import structlog

from wreckoning.core import deciding
from wreckoning.core.compiled import compiled, is_cached
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.logbook import described
from wreckoning.table.workers import begin_worker, no_signals

log = structlog.get_logger("warming")


class Warming:
    """Which games it was done for. `compile_it` and `load` are given a ruleset's key."""

    def __init__(
        self,
        compile_it: Callable[[str], None] | None = None,
        load: Callable[[str], None] | None = None,
    ) -> None:
        self._compile, self._load = compile_it or compile_apart, load or load_compiled
        self._begun: set[str] = set()

    def want(self, ruleset: str) -> None:
        """Bots of this game take long. It may be said again and again, from any thread."""
        if ruleset not in self._begun:
            self._begun.add(ruleset)
            Thread(target=self._warm, args=[ruleset], name="warming", daemon=True).start()

    def _warm(self, ruleset: str) -> None:
        began = perf_counter()
        try:
            self._compile(ruleset)
            self._load(ruleset)
        except Exception as error:
            log.error("rules could not be compiled", ruleset=ruleset, **described(error))
        else:
            log.info("bots are quick now", ruleset=ruleset, seconds=round(perf_counter() - began))


def compile_apart(ruleset: str) -> None:
    """Compile into the cache, unless it is there, in a process that ends with this one."""
    if not is_cached(find_ruleset(ruleset)):
        process = get_context("spawn").Process(target=_compile, args=[ruleset], daemon=True)
        with no_signals():
            process.start()
        process.join()


def _compile(ruleset: str) -> None:
    begin_worker()
    _ = compiled(find_ruleset(ruleset)).batch


def load_compiled(ruleset: str) -> None:
    """From now on this game's bots decide by what stands in the cache."""
    rules = find_ruleset(ruleset)
    if is_cached(rules):
        deciding.use(ruleset, compiled(rules).decide)
