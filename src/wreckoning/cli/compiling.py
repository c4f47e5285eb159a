"""Compiles in sight: a line says what, about how long it takes here, and that it is done once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from wreckoning.core.ruleset import Ruleset

A_FUNCTION = 0.067  # seconds to compile one, on a machine that does PROBE in A_PROBE seconds
A_PROBE = 0.00175
PROBE = 20_000  # steps of a loop that takes as long as a piece of the compiler does
SEARCH = 1.15  # times as long as the rules, which it contains


def compile_rules(ruleset: Ruleset, screen: Console) -> float:
    """Compile the rules, or load them from the cache, and say so. Returns the seconds it took."""
    from wreckoning.core.compiling.compiled import compiled, is_cached

    return _in_sight(
        screen,
        lambda: is_cached(ruleset),
        lambda: compiled(ruleset).batch,
        lambda: rules_words(ruleset),
    )


def compile_search(ruleset: Ruleset, screen: Console) -> float:
    """The same for the search of bots and reviews."""
    from wreckoning.bots.search.program import program

    search = program(ruleset)
    return _in_sight(
        screen,
        lambda: search.is_cached,
        lambda: search.kernel,
        lambda: search_words(ruleset),
    )


def warn_of_compiling(ruleset: Ruleset, say: Callable[[str], None]) -> None:
    """Say that the game's search will be compiled first, unless it was before."""
    from wreckoning.bots.search.program import program

    if not program(ruleset).is_cached:
        say(search_words(ruleset))


def rules_words(ruleset: Ruleset) -> str:
    """The line about compiling the rules."""
    return _words(f"the rules of {ruleset.title}", seconds_to_compile(ruleset))


def search_words(ruleset: Ruleset) -> str:
    """The line about compiling the search."""
    return _words(f"the search of {ruleset.title}", SEARCH * seconds_to_compile(ruleset))


def seconds_to_compile(ruleset: Ruleset) -> float:
    """About how long compiling the rules takes on this machine, as fast as it is now."""
    from wreckoning.core.compiling.compiled import source_files
    from wreckoning.core.rules import JITABLE

    sources = {str(path) for path in source_files(ruleset)}
    count = sum(rule.__code__.co_filename in sources for rule in JITABLE)
    return A_FUNCTION * count * min(_probe() for _ in range(3)) / A_PROBE


def _probe() -> float:
    from time import perf_counter

    began, found = perf_counter(), dict.fromkeys(range(97), 0)
    for number in range(PROBE):
        found[number % 97] += len(str(number))
    return perf_counter() - began


def _words(what: str, seconds: float) -> str:
    rounded = max(5, 5 * round(seconds / 5))
    minutes = f"{rounded / 60:.1f} minutes"
    long = f"{rounded} s" if rounded < 90 else minutes
    return f"Compiling {what}: about {long} here, once for this version …"


def _in_sight(
    screen: Console,
    is_cached: Callable[[], bool],
    load: Callable[[], object],
    words: Callable[[], str],
) -> float:
    """Load a program, and say so in these words if it is compiled. Returns the seconds it took."""
    from time import perf_counter

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    began = perf_counter()
    if is_cached():
        load()
        return perf_counter() - began
    live, line = screen.is_terminal, words()
    if not live:
        screen.print(line, soft_wrap=True, markup=False, highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not live) as progress:
        progress.add_task(line)
        load()
    later = "; from now on from the cache" if is_cached() else ", and not kept"
    screen.print(f"Compiled in {perf_counter() - began:.0f} s{later}.")
    return perf_counter() - began
