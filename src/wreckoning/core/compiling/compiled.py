"""Compiled play: the same rule functions, compiled by Numba, on the record's NumPy form.

Compiling takes up to a minute, once for every version of the rules. After that a cache is used. If
it cannot be written to, or what is in it is damaged, the rules are compiled all the same. A wheel
may bring the programs with it (`shipped.py`).
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from wreckoning.core import door, events
from wreckoning.core.compiling.linking import collect_rarely, kept_in, whole_program
from wreckoning.core.compiling.shipped import is_shipped, read_shipped
from wreckoning.core.compiling.target import toolchain, use_processor_kind
from wreckoning.core.door import KEYED, Decide, RaceRecord, at_random
from wreckoning.core.door import tell as write
from wreckoning.core.errors import Malformed
from wreckoning.core.files.places import cache_path, make_folder
from wreckoning.core.ids import seat_range
from wreckoning.core.policies import Policy, is_foreign, make_decide
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import JITABLE, jitable
from wreckoning.core.ruleset import Ruleset

P = ParamSpec("P")
T = TypeVar("T")
Races: TypeAlias = NDArray[np.void]
Words: TypeAlias = NDArray[np.int64]
Lot: TypeAlias = tuple[int, int, int, int]  # first race, key of its dice, seats, LIVE or KEYED
Batch: TypeAlias = Callable[[Races, Words, Words, Lot, Words], int]

LONGEST_WHY = 300  # characters of the compiler's message
ENDLESS = 100_000  # checkpoints in one race: far more than any race needs
GEOMETRY = "wreckoning.geometry"
COMPILED = "compiled"  # the folder of the cache
OF_RACE = 2  # columns of a row about the whole race: its length, its lead changes
OF_SEAT = 3  # columns for each seat before its tallies: place, worst standing, start


def source_files(ruleset: Ruleset) -> list[Path]:
    """Every source file that compiled play depends on.

    A JSON file next to a module of the same name is one of them: it holds the module's constants.
    """
    own = {path for package in ruleset.packages for path in _sources(package)}
    shapes = any(GEOMETRY in path.read_text(encoding="utf-8") for path in own)
    own |= {data for path in own if (data := path.with_suffix(".json")).is_file()}
    return sorted({*own, *_sources("wreckoning.core"), *(_sources(GEOMETRY) if shapes else [])})


def _sources(package: str) -> list[Path]:
    spec = find_spec(package)
    assert spec
    if not spec.submodule_search_locations:
        return [Path(spec.origin)] if spec.origin else []
    folders = [Path(place) for place in spec.submodule_search_locations]
    return [path for folder in folders for path in folder.rglob("*.py")]


def cache_folder(ruleset: Ruleset) -> Path:
    """Where the compiled form of exactly this code is kept. WRECK_CACHE names another root."""
    return program_folder(f"{ruleset.key}-{code_digest(source_files(ruleset))[:16]}")


def program_folder(name: str) -> Path:
    """Where the program of this name is kept, or is to be."""
    return cache_path(COMPILED, name)


def code_digest(sources: Iterable[Path]) -> str:
    """A digest of the code, without its comments and docstrings, and of what compiles it.

    Parsing takes half a second, so the cache keeps the result for exactly these bytes.
    """
    digest = hashlib.sha256(toolchain().encode())
    contents = [(path.name, path.read_bytes()) for path in sources]
    for name, content in contents:
        digest.update(name.encode())
        digest.update(content)
    noted = cache_path(COMPILED, "sources", digest.hexdigest())
    if found := _read_note(noted):
        return found
    code = hashlib.sha256(toolchain().encode())
    for name, content in contents:
        code.update(name.encode())
        if name.endswith(".py"):
            content = ast.dump(_without_docstrings(ast.parse(content))).encode()
        code.update(content)
    with suppress(OSError):  # a cache that cannot be written to is only slower
        make_folder(noted.parent)
        fresh = noted.with_suffix(f".{os.getpid()}")
        fresh.write_text(code.hexdigest(), "ascii")
        fresh.replace(noted)
    return code.hexdigest()


def _read_note(path: Path) -> str:
    """A digest from the cache; '' if there is none, or the file is damaged."""
    with suppress(OSError, ValueError):
        found = path.read_text("ascii")
        return found if re.fullmatch("[0-9a-f]{64}", found) else ""
    return ""


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())), *rest]:
                    node.body = rest
    return tree


def is_cached(ruleset: Ruleset) -> bool:
    """True if these rules need not be compiled here: they came with the wheel, or were before."""
    return is_kept(cache_folder(ruleset))


def is_kept(folder: Path) -> bool:
    """True if the program of this folder of the cache is there, or came with the wheel."""
    return is_shipped(folder.name) or any(folder.rglob("*.nbc"))


@dataclass(frozen=True)
class Compiled:
    """The compiled form of a ruleset. It plays records: elements of an array of the race's dtype.

    It is one program, compiled or loaded from the cache when it is first needed.
    """

    ruleset: Ruleset

    @cached_property
    def left_out(self) -> dict[str, str]:
        """Policies of other packages that cannot be compiled, and why. They play interpreted only.

        Each is compiled separately, so that a faulty one does not affect the others; the outcome is
        cached.
        """
        foreign = [name for name in self.ruleset.playing if is_foreign(self.ruleset.key, name)]
        if not foreign:
            return {}
        kept = cache_folder(self.ruleset) / "left_out.json"
        with suppress(OSError, ValueError, TypeError):
            return {str(name): str(why) for name, why in dict(json.loads(kept.read_text())).items()}
        each = {name: self._why_not(self.ruleset.playing[name]) for name in foreign}
        found = {name: why for name, why in each.items() if why}
        with suppress(OSError):
            make_folder(kept.parent)
            fresh = kept.with_suffix(f".{os.getpid()}")
            fresh.write_text(json.dumps(found))
            fresh.replace(kept)
        return found

    def _why_not(self, policy: Policy) -> str:
        import numba

        make_known()
        types = numba.from_dtype(self._dtype()), numba.from_dtype(door.AskRecord.dtype)
        try:
            trial: Any = numba.njit(policy)
            trial.compile(types)
        except numba.core.errors.NumbaError as error:
            words = " ".join(str(error).split())
            return words[:LONGEST_WHY]
        return ""

    @cached_property
    def step(self) -> Callable[[Races], None]:
        """`step(races)` plays the first race of an array to its next checkpoint.

        Raises Suspended or Refused.
        """
        batch, nothing = self.batch, np.zeros(0, np.int64)
        no_rows, no_numbers = np.zeros((0, OF_RACE), np.int64), (0, 0, 0, 0)

        def compiled_step(races: Races) -> None:
            batch(races, nothing, nothing, no_numbers, no_rows)

        return compiled_step

    @cached_property
    def decide(self) -> Callable[[bytes, int], int]:
        """`decide(data, index)`: the ruleset's own `decide`, compiled, for a packed race."""
        batch, nothing = self.batch, np.zeros(0, np.int64)
        no_rows = np.zeros((0, OF_RACE), np.int64)

        def compiled_decide(data: bytes, index: int) -> int:
            races = np.frombuffer(bytearray(data), self._dtype())
            return batch(races, nothing, nothing, (-1 - index, 0, 0, 0), no_rows)

        return compiled_decide

    @cached_property
    def batch(self) -> Batch:
        """Play races and write down the results.

        `batch(work, work_words, start_words, numbers, rows)`: `work` is a one-element array to play
        in, `work_words` the same memory as integers, and `start_words` is copied there before each
        race. `numbers` is (first race, key, seats, how its door is live).

        `rows` has a row for each race: its length, its lead changes, then for each seat its place,
        the worst place it stood at, where it started from, and its tallies. If the ruleset cannot
        rank a running race, these are 0 except for the place. Lead changes and standings are taken
        at the end of each turn; a driver who is level with another does not lead.

        Returns −1, or the number of a race that does not end. Without rows, it plays the race that
        is in `work` to its next checkpoint. If the first race is −1, −2, … it returns the policy's
        choice for open ask 0, 1, … instead.
        """
        step, is_over, tallies = self.ruleset.step, self.ruleset.is_over, self.ruleset.tallies
        decide, key_turn = door.decide, door.key_turn
        seed_race, count, place, length = (
            door.seed_race,
            tallies.count,
            tallies.place,
            tallies.length,
        )
        is_ranked, rank = tallies.rank is not None, tallies.rank or _untold
        wide = OF_SEAT + len(tallies.names)  # the columns for one seat
        hot, head = self.ruleset.race.hot(), self.ruleset.race.offset("door")

        def compiled_batch(
            work: Races, work_words: Words, start_words: Words, numbers: Lot, rows: Words
        ) -> int:
            first, key, seats, live = numbers
            race = work[0]
            if first < 0:
                return int(decide(race, -1 - first))
            if len(rows) == 0:
                step(race)
            for index in range(len(rows)):
                row = rows[index]
                for at in range(len(row)):  # a loop is four times as fast as a slice
                    row[at] = 0
                for at in range(hot if index else len(start_words)):  # what is FIXED stays
                    work_words[at] = start_words[at]
                for at in range(head, len(start_words)):
                    work_words[at] = start_words[at]
                seed_race(race, key, first + index)
                race.door.live = live
                if live == KEYED:
                    key_turn(race)
                steps, turn, leader = 0, 0, NOBODY
                while not is_over(race):
                    step(race)
                    steps += 1
                    if steps == ENDLESS:
                        return int(first + index)
                    if is_ranked and length(race) > turn:
                        turn = length(race)
                        if live == KEYED:
                            key_turn(race)
                        foremost, at_front = NOBODY, 0
                        for seat in seat_range(seats):
                            now = rank(race, seat)
                            at = OF_RACE + seat * wide + 1
                            if turn == 1:
                                row[at + 1] = now
                            else:
                                row[at] = max(row[at], now)
                            if now == 1:
                                foremost = seat
                                at_front += 1
                        if turn > 1 and at_front == 1:
                            row[1] += int(leader != foremost and leader != NOBODY)
                            leader = foremost
                row[0] = length(race)
                for seat in seat_range(seats):
                    at = OF_RACE + seat * wide
                    row[at] = place(race, seat)
                    if row[at] == 1:
                        row[1] += int(leader != seat and leader != NOBODY)
                    for tally in range(wide - OF_SEAT):
                        row[at + OF_SEAT + tally] = count(race, seat, tally)
            return -1

        import numba

        array = numba.from_dtype(self._dtype())
        races, words = array[::1], numba.int64[::1]
        table = numba.int64[:, ::1]
        types: Any = numba.types
        numbers = types.UniTuple(numba.int64, 4)
        signature = (races, words, words, numbers, table)
        return self._compile(compiled_batch, signature)

    def _dtype(self) -> np.dtype[np.void]:
        dtype: np.dtype[np.void] = self.ruleset.race.dtype
        return dtype

    def _compile(self, function: Callable[P, T], signature: Sequence[Any]) -> Callable[P, T]:
        """Compile for these types, or load from the cache of exactly these sources."""
        playing = dict(self.ruleset.playing)
        playing.update(dict.fromkeys(self.left_out, at_random))  # keeps the numbering
        decide = make_decide(playing)
        return compile_program(
            function, signature, self._dtype(), decide, cache_folder(self.ruleset)
        )


def compile_program(
    function: Callable[P, T],
    signature: Sequence[Any],
    race: np.dtype[np.void],
    decide: Decide,
    folder: Path,
    note: Decide | None = None,
) -> Callable[P, T]:
    """Make a program that plays races of the dtype `race`, for these types, cached in this folder.

    In it, `decide` and `note` replace the door's own `decide` and `noted`. A process may have
    several such programs for one game, as long as their dtypes differ.
    """
    import numba

    make_known()
    played = numba.from_dtype(race)
    _DECIDES[played] = decide
    _NOTES[played] = note or _unnoted
    types = tuple(numba.from_dtype(t) if hasattr(t, "fields") else t for t in signature)
    names = {function.__qualname__, function.__name__}
    # No rule divides by 0, which is an error when interpreted: compiled code does not check it.
    make = numba.njit(cache=True, nogil=True, error_model="numpy")
    shipped = read_shipped(folder.name)
    with collect_rarely(), whole_program(names), kept_in(folder, shipped):
        compiled = make(function)
        compiled.compile(types)
    compiled.disable_compile()  # other types are a mistake: not worth half a minute
    result: Callable[P, T] = compiled
    return result


def _unnoted(_race: RaceRecord, answer: int) -> int:
    """Do nothing: simulations keep no answers."""
    return answer


@jitable
def _untold(_race: RaceRecord, _seat: int) -> int:
    """Stand-in for a ruleset that cannot rank a running race."""
    return 0


def make_known() -> None:
    """Tell Numba about all functions that compiled code may call, each once."""
    from numba.extending import overload, register_jitable

    use_processor_kind()
    if id(door.fall) not in _KNOWN:
        _KNOWN.add(id(door.fall))
        overload(door.fall)(lambda race, question, sides: lambda race, question, sides: 0)
        overload(door.decide, strict=False)(lambda *given: _DECIDES[given[0]])
        overload(door.noted, strict=False)(lambda *given: _NOTES[given[0]])
        overload(math.isqrt)(lambda square: lambda square: whole_root(square))
        overload(events.tell)(lambda race, event: lambda race, event: write(race, *event))
    for event in chain.from_iterable(events.DECLARED.values()):
        if id(event) not in _KNOWN:
            _KNOWN.add(id(event))
            overload(event, inline="always")(_as_tuple(event))
    inside = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # only compiled code calls it
    for rule in JITABLE:
        if id(rule) not in _KNOWN:
            _KNOWN.add(id(rule))
            register_jitable(**inside)(rule)


@jitable
def whole_root(square: int) -> int:
    """`math.isqrt` of compiled code. The processor's root is off by one at most."""
    found = int(math.sqrt(square))
    rest = square - found * found
    return found - 1 if rest < 0 else found + 1 if rest > 2 * found else found


def _as_tuple(event: type[events.Event]) -> Callable[..., object]:
    """An event as compiled code sees it: the tuple of its code and its numbers."""
    names = event.journal_names
    fields = event.fields()
    takes = ", ".join(fields)
    numbers = [str(event.code), *(name if name in fields else str(NOBODY) for name in names)]
    numbers += ["0"] * (door.ENTRY - len(numbers))
    scope: dict[str, Callable[..., object]] = {}
    exec(f"def make({takes}):\n return lambda {takes}: ({', '.join(numbers)})", scope)
    return scope["make"]


def check_players(ruleset: Ruleset, players: Iterable[str]) -> None:
    """Check that these policies can play compiled. Raises Malformed for one that cannot."""
    for name in players:
        if is_foreign(ruleset.key, name) and (why := compiled(ruleset).left_out.get(name)):
            raise Malformed("player", f"{name!r} cannot be compiled: {why}")


_KNOWN: set[int] = set()
_DECIDES: dict[object, Decide] = {}  # by Numba's type of a race
_NOTES: dict[object, Decide] = {}  # the same
_COMPILED: dict[str, Compiled] = {}


def compiled(ruleset: Ruleset) -> Compiled:
    """The compiled form of a ruleset, one for the whole process."""
    return _COMPILED.setdefault(ruleset.key, Compiled(ruleset))
