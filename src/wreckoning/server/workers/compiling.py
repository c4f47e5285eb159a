"""Compiles programs for a server: one at a time, each in a process that ends with the server.

    compile_rules(key), compile_search(key)   into the cache, if it is missing there
    wait_for_search(key)                      the same, for an event loop
    compile_ahead()                           all of them, before they are needed

A compiler takes one core for half a minute and up to 0.5 GiB, so two never run at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from signal import SIGTERM
from threading import Lock
from time import perf_counter, sleep

import structlog

from wreckoning.bots.search.program import program
from wreckoning.core.compiling.compiled import compiled, is_cached
from wreckoning.core.ruleset import find_ruleset, rulesets
from wreckoning.server.logbook import described
from wreckoning.server.workers.workers import begin_background, is_ending, run_apart

BREAK = 0.5  # seconds between two programs, so that one that is asked for comes next
LOWEST = 19  # priority
WAITING = ThreadPoolExecutor(32, "compiling")  # threads for those that wait for a program

log = structlog.get_logger("compiling")
_ONE_COMPILES = Lock()


class CompilerEnded(RuntimeError):
    """The process that compiles has failed, or was ended: its exit `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the compiler ended with {code}")
        self.code = code


def is_stopped(error: Exception) -> bool:
    """True if the compiler has not failed: the server ends, or a signal ends both."""
    return is_ending() or (isinstance(error, CompilerEnded) and error.code == -SIGTERM)


@dataclass(frozen=True)
class ProgramKind:
    """A kind of program of each game. `has` says whether it is there, `make` compiles it."""

    name: str
    has: Callable[[str], bool]
    make: Callable[[str], object]


def has_rules(ruleset: str) -> bool:
    """True if a game's rules need not be compiled."""
    return is_cached(find_ruleset(ruleset))


def has_search(ruleset: str) -> bool:
    """True if a game's search need not be compiled."""
    return program(find_ruleset(ruleset)).is_cached


def _make_rules(ruleset: str) -> object:
    return compiled(find_ruleset(ruleset)).batch


def _make_search(ruleset: str) -> object:
    return program(find_ruleset(ruleset)).kernel


RULES = ProgramKind("rules", has_rules, _make_rules)
SEARCH = ProgramKind("search", has_search, _make_search)


def compile_rules(ruleset: str) -> None:
    """Compile a game's rules into the cache, if they are missing. Raises CompilerEnded."""
    _compile(RULES, ruleset)


def compile_search(ruleset: str) -> None:
    """The same for a game's search."""
    _compile(SEARCH, ruleset)


async def wait_for_search(ruleset: str) -> None:
    """Compile a game's search, if it is missing. Raises CompilerEnded.

    Several games may wait for minutes, and a small machine's event loop has few threads of its own,
    which read tables: these must not wait along.
    """
    import asyncio  # here: processes that import this module start sooner without it

    await asyncio.get_running_loop().run_in_executor(WAITING, compile_search, ruleset)


def compile_ahead() -> None:
    """Compile everything that is missing, with the lowest priority, and log it."""
    keys = [ruleset.key for ruleset in rulesets()]
    programs = [(kind, key) for kind in (SEARCH, RULES) for key in keys]
    missing = [(kind, key) for kind, key in programs if not kind.has(key)]
    if missing:
        log.info("compiling all games in the background, once", programs=len(missing))
    for number, (kind, key) in enumerate(missing, 1):
        began = perf_counter()
        try:
            _compile(kind, key, is_ahead=True)
        except Exception as error:
            if is_stopped(error):
                return
            log.error("a game cannot be compiled", ruleset=key, what=kind.name, **described(error))
        else:
            if not kind.has(key):
                log.error("compiled programs cannot be kept: set WRECK_CACHE to a folder for them")
                return
            took, done = round(perf_counter() - began), f"{number} of {len(missing)}"
            log.info("compiled", ruleset=key, what=kind.name, seconds=took, programs=done)
        sleep(BREAK)


def _compile(kind: ProgramKind, ruleset: str, is_ahead: bool = False) -> None:
    if kind.has(ruleset):
        return
    with _ONE_COMPILES:
        if kind.has(ruleset):  # meanwhile
            return
        if code := run_apart(_compile_here, kind.make, ruleset, is_ahead):
            raise CompilerEnded(code)


def _compile_here(make: Callable[[str], object], ruleset: str, is_ahead: bool) -> None:
    begin_background()
    if is_ahead and hasattr(os, "nice"):  # not on Windows
        os.nice(LOWEST)
    make(ruleset)
