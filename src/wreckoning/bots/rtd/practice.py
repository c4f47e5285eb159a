"""Makes the veteran's net: tries out every option of every decision, and learns what it was worth.

In each race some drivers take the option that did best in a few playouts, others drive like
rookies. The net is fitted to how much better or worse each option was than the average one. A
second round, played out by the veteran itself, begins with the net of the first. The command is
`scripts/practise`.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.bots.rtd import veteran as net
from wreckoning.bots.rtd.rookie import rookie
from wreckoning.bots.rtd.veteran import HIDDEN, INPUTS, MOVES, UNKNOWN, Net
from wreckoning.bots.search.live import LiveRace
from wreckoning.bots.search.program import Bench, program
from wreckoning.bots.search.settings import searched
from wreckoning.bots.search.thinker import read_root
from wreckoning.core.asks import Ask
from wreckoning.core.compiling.compiled import make_known
from wreckoning.core.door import MAX_OPTIONS
from wreckoning.core.records import Numbers
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.rulesets.rtd.meta import KEY

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

MOST = 10  # options of a decision; of longer ones the rookie chooses, and nothing is learnt
PLAYOUTS = 64  # for each option
TURNS = 2
DRIVERS, HOW_OFTEN = (2, 3, 4, 5, 6), (1, 1, 2, 3, 13)
BEST = 0.5  # the part of drivers that take what did best
WILD = 0.25  # the part of drivers that take anything now and then
HOW_WILD = 0.3  # how often those take anything
TESTED = 10  # one race in this many is kept out of the fit, to test it
SCALE = 20.0  # of the worths, for the fit
EPOCHS, BATCH, FIRST_RATE, LATER_RATE = 30, 512, 2e-3, 5e-4


@dataclass(frozen=True)
class Decisions:
    """What was tried: a row for each decision."""

    seen: Floats  # decisions × inputs
    moves: Ints  # decisions × options; UNKNOWN for none
    worth: Floats  # decisions × options: of a win
    usual: Ints  # the index of the rookie's option
    race: Ints

    @classmethod
    def together(cls, parts: list[Decisions]) -> Decisions:
        """All decisions of several lots."""
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


@dataclass(frozen=True)
class Learnt:
    """A net, and what it gains in races that were not used to make it."""

    net: Net
    decisions: int
    gain: float  # on the rookie's choice, of a win, a decision
    alike: float  # how often it chooses as the rookie does


@cache
def _reader() -> Callable[..., int]:
    """`read(work, index, seen, moves)`, compiled: fills in what the net sees of an open ask.

    Returns the rookie's choice.
    """
    import numba

    def read(work: Numbers, index: int, seen: Numbers, moves: Numbers) -> int:
        race = work[0]
        ask = race.door.asks[index]
        net.look(race, ask, seen)
        for at in range(ask.count):
            moves[at] = net.move_of(race, ask.question, ask.options[at])
        return rookie(race, ask)

    make_known()
    race = numba.from_dtype(program(find_ruleset(KEY)).dtype)
    compiled: Any = numba.njit(read)
    compiled.compile((race[::1], numba.int64, numba.float64[::1], numba.int64[::1]))
    found: Callable[..., int] = compiled
    return found


def play_decisions(numbers: range, seed: int, driver: str) -> Decisions:
    """The decisions of the races of these numbers, on all courses, with 2 to 6 drivers, mostly 6.

    `driver` is the policy of all seats in playouts.
    """
    found = [each for number in numbers for each in _play_race(number, seed, driver)]
    seen, moves, worth, usual, race = zip(*found, strict=True)
    return Decisions(*map(np.array, (seen, moves, worth, usual, race)))


def _play_race(number: int, seed: int, driver: str) -> Iterator[tuple[Any, ...]]:
    """Play a race: for each decision a row of `Decisions`."""
    ruleset, whim = find_ruleset(KEY), random.Random(f"{seed} {number}")
    count = whim.choices(DRIVERS, HOW_OFTEN)[0]
    course = ruleset.load_course(whim.choice(ruleset.course_names()))
    seats = [Seat(f"Driver {n}", "rookie") for n in range(1, count + 1)]
    race = ruleset.start(course, seats, check_options(ruleset, {}))
    names = [seat.name for seat in seats]
    live = LiveRace(program(ruleset), race, names, range(count), key=seed, number=number)
    bench, read = Bench(program(ruleset), count, searched(ruleset).own), _reader()
    style = [whim.random() for _ in seats]
    tries = 0
    while live.go():
        answers: dict[int, int] = {}
        for ask in live.asks:
            seen, moves, tries = np.zeros(INPUTS), np.full(MAX_OPTIONS, UNKNOWN), tries + 1
            usual = taken = read(live.bench.memory, ask.index, seen, moves)
            if moves[0] != UNKNOWN and 1 < len(ask.options) <= MOST:
                bench.lay_out(live.outlook(ask.by, answers), [driver] * count)
                dice = zlib.crc32(f"{seed} {number} {tries}".encode())
                found = worths(bench, ask, dice)
                worth = np.zeros(MOST, np.float32)
                worth[: len(found)] = found
                yield seen.astype(np.float32), moves[:MOST], worth, ask.options.index(usual), number
                if style[ask.by] < BEST:
                    taken = ask.options[found.index(max(found))]
                elif style[ask.by] < BEST + WILD and whim.random() < HOW_WILD:
                    taken = whim.choice(ask.options)
            answers[ask.index] = taken
        live.answer(answers)


def worths(bench: Bench, ask: Ask, key: int) -> list[float]:
    """What each option of the ask was worth: the mean over `PLAYOUTS` with the same dice."""
    count = len(ask.options)
    bench.plant(deepest=1, explore=0)
    bench.take_turns(range(count))
    bench.grow(ask.by, key=key, first=0, count=count * PLAYOUTS, turns=TURNS)
    tried, _ = read_root(bench, ask.options)
    return [each.worth for each in tried]


def learn(decisions: Decisions, start: Net | None, seed: int = 0) -> Learnt:
    """Fit a net by Adam (Kingma and Ba 2015), from random weights or from those of `start`."""
    offered = decisions.moves != UNKNOWN
    many = offered.sum(axis=1, keepdims=True)

    def centred(values: Numbers, rows: Numbers) -> Any:
        """Each option's worth, less the mean of those offered."""
        kept = np.where(offered[rows], values, 0)
        return np.where(offered[rows], kept - kept.sum(axis=1, keepdims=True) / many[rows], 0)

    moves = np.where(offered, decisions.moves, 0)
    every = np.arange(len(moves))
    target = (SCALE * centred(decisions.worth, every)).astype(np.float32)
    tested = decisions.race % TESTED == 0
    used = every[~tested]
    lots = np.random.default_rng(seed)
    weights = [
        lots.normal(0, 0.18, (INPUTS, HIDDEN)).astype(np.float32),
        lots.normal(0, 0.3 / HIDDEN**0.5, (HIDDEN, MOVES)).astype(np.float32),
        np.zeros(MOVES, np.float32),
    ]
    weights[1][:, np.setdiff1d(np.arange(MOVES), decisions.moves)] = 0  # stay 0: not learnt
    if start is not None:
        hidden, worth = (layer.astype(np.float32) for layer in start)
        weights = [hidden, worth[:-1].copy(), worth[-1].copy()]
    first = [np.zeros_like(part) for part in weights]
    second = [np.zeros_like(part) for part in weights]
    steps = EPOCHS * len(used) // BATCH
    for step in range(1, steps + 1):
        rows = lots.choice(used, BATCH)
        seen = decisions.seen[rows]
        before = seen @ weights[0]
        hidden = np.maximum(before, 0)
        worth = hidden @ weights[1] + weights[2]
        error = centred(np.take_along_axis(worth, moves[rows], 1), rows) - target[rows]
        back = np.zeros((BATCH, MOVES), np.float32)
        np.add.at(back, (np.arange(BATCH)[:, None], moves[rows]), centred(error, rows) / BATCH)
        deeper = np.where(before > 0, back @ weights[1].T, 0)
        slopes = (seen.T @ deeper, hidden.T @ back, back.sum(axis=0))
        rate = (FIRST_RATE if start is None else LATER_RATE) * min(1, 1.5 - 1.48 * step / steps)
        for part, slope in enumerate(slopes):
            first[part] += 0.1 * (slope - first[part])
            second[part] += 0.001 * (slope**2 - second[part])
            size = np.sqrt(second[part] / (1 - 0.999**step)) + 1e-8
            weights[part] -= rate * (first[part] / (1 - 0.9**step) / size + 1e-4 * weights[part])
    made = weights[0].astype(float), np.vstack([weights[1], weights[2]]).astype(float)
    rows = every[tested]
    worth = np.maximum(decisions.seen[rows] @ made[0], 0) @ made[1][:-1] + made[1][-1]
    offer = np.where(offered[rows], np.take_along_axis(worth, moves[rows], 1), -np.inf)
    taken, usual = offer.argmax(axis=1), decisions.usual[rows]
    at = np.arange(len(rows))
    gain = decisions.worth[rows][at, taken] - decisions.worth[rows][at, usual]
    return Learnt(made, len(used), float(gain.mean()), float((taken == usual).mean()))
