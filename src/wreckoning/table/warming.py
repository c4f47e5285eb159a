"""Bots of games in which decisions take long decide by the compiled rules, once they are at hand.

Until then they decide interpreted: nobody waits for the compiler. Compiler and compiled rules have
processes of their own, since they need much memory. Both end when they are not needed any more.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from time import perf_counter
from typing import Any, Protocol

import structlog

from wreckoning.core import deciding
from wreckoning.core.compiled import compiled, is_cached
from wreckoning.core.records import pack
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.logbook import described
from wreckoning.table.workers import begin_background, beginning, end_with_parent

IDLE = 600.0  # seconds without a decision, until the process that decides ends
PATIENCE = 10.0  # seconds for a decision, which takes a millisecond; then the process is ended

log = structlog.get_logger("warming")


class Deciding(Protocol):
    """What decides for a game's bots until it ends."""

    def decide(self, race: Any, index: int) -> int:
        """What the policy decides that open ask `index` is put to."""

    def wait(self) -> None:
        """Until it has ended."""


class Warming:
    """Which games it is done for. `compile_it` and `load` are given a ruleset's key."""

    def __init__(
        self,
        compile_it: Callable[[str], None] | None = None,
        load: Callable[[str], Deciding] | None = None,
    ) -> None:
        self._compile, self._load = compile_it or compile_apart, load or Decider
        self._begun: set[str] = set()
        self._one_compiles = Lock()  # compiling takes hundreds of MiB

    def request(self, ruleset: str) -> None:
        """Bots of this game take long. It may be said again and again, from any thread."""
        if ruleset not in self._begun:
            self._begun.add(ruleset)
            Thread(target=self._warm, args=[ruleset], name="warming", daemon=True).start()

    def _warm(self, ruleset: str) -> None:
        began = perf_counter()
        try:
            with self._one_compiles:
                self._compile(ruleset)
            decider = self._load(ruleset)
        except Exception as error:
            log.error("rules could not be compiled", ruleset=ruleset, **described(error))
            return
        deciding.use(ruleset, decider.decide)
        log.info("bots are quick now", ruleset=ruleset, seconds=round(perf_counter() - began))
        decider.wait()
        deciding.use_plain(ruleset)
        self._begun.discard(ruleset)  # perhaps they take long again


def compile_apart(ruleset: str) -> None:
    """Compile into the cache, unless it is there, in a process that ends with this one."""
    if not is_cached(find_ruleset(ruleset)):
        process = get_context("spawn").Process(target=_compile, args=[ruleset], daemon=True)
        with beginning():
            process.start()
        process.join()


def _compile(ruleset: str) -> None:
    begin_background()
    _ = compiled(find_ruleset(ruleset)).batch


class Decider:
    """A process that decides for a game's bots by what is compiled in the cache.

    Raises EOFError if it is not compiled.
    """

    def __init__(self, ruleset: str) -> None:
        self._plain = find_ruleset(ruleset).decide
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._alone = Lock()  # on the line
        arguments = ruleset, theirs, IDLE
        self._process = context.Process(target=_decide_on, args=arguments, daemon=True)
        with beginning():
            self._process.start()
        theirs.close()
        self._line.recv_bytes()  # it is ready

    def decide(self, race: Any, index: int) -> int:
        """What the policy decides that open ask `index` is put to; interpreted, if it has ended."""
        try:
            with self._alone:
                self._line.send_bytes(bytes([index]) + pack(race))
                if not self._line.poll(PATIENCE):
                    self._process.kill()
                return int.from_bytes(self._line.recv_bytes())
        except (OSError, EOFError):
            return int(self._plain(race, index))

    def wait(self) -> None:
        """Until it has ended."""
        self._process.join()


def _decide_on(ruleset: str, line: Connection, idle: float) -> None:
    """Decide until nothing is to be decided for so many seconds."""
    end_with_parent()
    rules = find_ruleset(ruleset)
    if not is_cached(rules):
        return
    decide = compiled(rules).decide
    line.send_bytes(b"ready")
    while line.poll(idle):
        data = line.recv_bytes()
        line.send_bytes(decide(data[1:], data[0]).to_bytes(8))
