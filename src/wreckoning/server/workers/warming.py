"""Lets bots of slow games decide by the compiled rules, once those are ready.

Until then they decide interpreted, so that no player waits for the compiler. The compiler and the
compiled rules run in separate processes, since they need much memory. Both end when they are no
longer needed.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import perf_counter
from typing import Any, Protocol

import structlog

from wreckoning.core.compiling.compiled import compiled, is_cached
from wreckoning.core.play import deciding
from wreckoning.core.records import pack
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.logbook import described
from wreckoning.server.workers.compiling import compile_rules, is_stopped
from wreckoning.server.workers.workers import Line, LinkedProcess, end_with_parent

IDLE = 600.0  # seconds without a decision, until the deciding process ends
PATIENCE = 10.0  # seconds for a decision, which takes a millisecond; then the process is ended

log = structlog.get_logger("warming")


class Deciding(Protocol):
    """Decides for a game's bots until it ends."""

    def decide(self, race: Any, index: int) -> int:
        """The policy's decision for the open ask `index`."""

    def wait(self) -> None:
        """Wait until it has ended."""


class Warming:
    """The games with compiled decisions. `compile_it` and `load` get a ruleset's key."""

    def __init__(
        self,
        compile_it: Callable[[str], None] | None = None,
        load: Callable[[str], Deciding] | None = None,
    ) -> None:
        self._compile, self._load = compile_it or compile_rules, load or Decider
        self._begun: set[str] = set()

    def request(self, ruleset: str) -> None:
        """Note that this game's bots are slow. May be called repeatedly, from any thread."""
        if ruleset not in self._begun:
            self._begun.add(ruleset)
            Thread(target=self._warm, args=[ruleset], name="warming", daemon=True).start()

    def _warm(self, ruleset: str) -> None:
        began = perf_counter()
        try:
            self._compile(ruleset)
            decider = self._load(ruleset)
        except Exception as error:
            if not is_stopped(error):
                log.error("rules could not be compiled", ruleset=ruleset, **described(error))
            return
        deciding.use(ruleset, decider.decide)
        log.info("bots are quick now", ruleset=ruleset, seconds=round(perf_counter() - began))
        decider.wait()
        deciding.use_plain(ruleset)
        self._begun.discard(ruleset)  # they may be slow again


class Decider:
    """A process that decides for a game's bots with the compiled rules from the cache.

    Raises EOFError if they are not compiled.
    """

    def __init__(self, ruleset: str) -> None:
        self._plain = find_ruleset(ruleset).decide
        self._alone = Lock()  # for the line
        self._process = LinkedProcess(_decide_on, ruleset, IDLE)
        self._process.line.recv_bytes()  # it is ready

    def decide(self, race: Any, index: int) -> int:
        """The policy's decision for the open ask `index`; interpreted, if the process has ended."""
        line = self._process.line
        try:
            with self._alone:
                line.send_bytes(bytes([index]) + pack(race))
                if not line.poll(PATIENCE):
                    self._process.end()
                found = line.recv_bytes()
            if found:
                return int.from_bytes(found)
        except (OSError, EOFError):
            pass
        return int(self._plain(race, index))

    def wait(self) -> None:
        """Wait until it has ended."""
        self._process.wait()


def _decide_on(line: Line, ruleset: str, idle: float) -> None:
    """Decide until there is nothing to decide for this many seconds."""
    end_with_parent()
    rules = find_ruleset(ruleset)
    if not is_cached(rules):
        return
    decide = compiled(rules).decide
    line.send_bytes(b"ready")
    while line.poll(idle):
        data = line.recv_bytes()
        option = decide(data[1:], data[0])
        line.send_bytes(option.to_bytes(8) if option >= 0 else b"")  # nothing: no option was found
