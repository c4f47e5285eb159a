"""Compiled play: the same rule functions, made known to Numba, on the record's NumPy form.

Compiling takes a while once for every version of the rules; after that it comes from a cache.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs

from wreckoning.core import door
from wreckoning.core.linking import whole_program, without_collector
from wreckoning.core.rules import JITABLE
from wreckoning.core.ruleset import Ruleset

ENDLESS = 100_000  # checkpoints in one race: no race comes near it
GEOMETRY = "wreckoning.geometry"
LONGEST = 1024  # of the histogram of lengths; longer races are counted in its last place


def source_files(ruleset: Ruleset) -> list[Path]:
    """Every source file that compiled play depends on."""
    own = _sources(ruleset.package)
    shapes = any(GEOMETRY in path.read_text(encoding="utf-8") for path in own)
    return sorted(own + _sources("wreckoning.core") + (_sources(GEOMETRY) if shapes else []))


def _sources(package: str) -> list[Path]:
    spec = find_spec(package)
    assert spec
    assert spec.submodule_search_locations
    folders = [Path(place) for place in spec.submodule_search_locations]
    return [path for folder in folders for path in folder.rglob("*.py")]


def cache_folder(ruleset: Ruleset) -> Path:
    """Where the compiled form of exactly these sources is kept. WRECK_CACHE names another root."""
    digest = hashlib.sha256(sys.version.encode())
    for path in source_files(ruleset):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    root = os.environ.get("WRECK_CACHE") or platformdirs.user_cache_dir("wreckoning")
    return Path(root) / "compiled" / f"{ruleset.key}-{digest.hexdigest()[:16]}"


def is_cached(ruleset: Ruleset) -> bool:
    """Have these rules been compiled on this machine before?"""
    return any(cache_folder(ruleset).rglob("*.nbc"))


@dataclass(frozen=True)
class Compiled:
    """A ruleset compiled. What it plays is a record: an element of an array of the race's dtype.

    Each function is compiled, or loaded from the cache, when it is first looked up.
    """

    ruleset: Ruleset

    @cached_property
    def step(self) -> Callable[[Any], None]:
        """`step(race)` plays to the next checkpoint. May raise Suspended or Refused."""
        rules_step = self.ruleset.step

        def compiled_step(race: Any) -> None:
            rules_step(race)

        return self._compile(compiled_step, (self._dtype(),))

    @cached_property
    def batch(self) -> Callable[..., int]:
        """Plays races `first` … of a key, and adds up what they came to.

        `batch(work, start_words, work_words, numbers, places, totals, squares, lengths)`:
        `work` is a one-element array that is played in; the words are the start's and its own,
        as integers; `numbers` is (first race, how many, key, seats, words to copy); `places` is
        seats × seats, `totals` and `squares` are seats × tallies, `lengths` is a histogram.
        Returns −1, or the number of a race that does not end.
        """
        step, is_over, tallies = self.ruleset.step, self.ruleset.is_over, self.ruleset.tallies
        seed_race, count, place, length = (
            door.seed_race,
            tallies.count,
            tallies.place,
            tallies.length,
        )

        def compiled_batch(
            work: Any,
            start_words: Any,
            work_words: Any,
            numbers: Any,
            places: Any,
            totals: Any,
            squares: Any,
            lengths: Any,
        ) -> int:
            first, races, key, seats, copied = numbers
            race = work[0]
            for number in range(first, first + races):
                work_words[:copied] = start_words[:copied]
                seed_race(race, key, number)
                steps = 0
                while not is_over(race):
                    step(race)
                    steps += 1
                    if steps == ENDLESS:
                        return number
                for seat in range(seats):
                    places[seat, place(race, seat) - 1] += 1
                    for index in range(totals.shape[1]):
                        value = count(race, seat, index)
                        totals[seat, index] += value
                        squares[seat, index] += value * value
                lengths[min(length(race), LONGEST - 1)] += 1
            return -1

        import numba

        array = numba.from_dtype(self._dtype())
        races, words = array[::1], numba.int64[::1]
        table = numba.int64[:, ::1]
        types: Any = numba.types
        numbers = types.UniTuple(numba.int64, 5)
        signature = (races, words, words, numbers, table, table, table, words)
        return self._compile(compiled_batch, signature)

    def _dtype(self) -> Any:
        return self.ruleset.race.dtype

    def _compile(self, function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
        """Compile for these types, or load from the cache of exactly these sources."""
        folder = cache_folder(self.ruleset)
        folder.mkdir(parents=True, exist_ok=True)
        import numba

        config: Any = numba.config
        config.CACHE_DIR = str(folder)
        make_known()
        types = tuple(numba.from_dtype(t) if hasattr(t, "fields") else t for t in signature)
        with without_collector(), whole_program({function.__qualname__, function.__name__}):
            compiled = numba.njit(cache=True, nogil=True)(function)
            compiled.compile(types)
        result: Callable[..., Any] = compiled
        return result


def make_known() -> None:
    """Tell Numba of all functions that compiled code may call; of each, once."""
    from numba.extending import register_jitable

    for rule in JITABLE:
        if id(rule) not in _KNOWN:
            _KNOWN.add(id(rule))
            register_jitable(rule)


_KNOWN: set[int] = set()
_COMPILED: dict[str, Compiled] = {}


def compiled(ruleset: Ruleset) -> Compiled:
    """The compiled form of a ruleset, one for the whole process."""
    return _COMPILED.setdefault(ruleset.key, Compiled(ruleset))
