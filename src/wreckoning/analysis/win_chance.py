"""Each driver's chance to win at every step, by playouts: rookies drive from there to the end.

More rounds make it more exact. Each step's playouts use different dice, so the errors of steps are
independent. The chance itself is the plain share of wins: in a short look of a long race, means of
neighbouring steps are drawn, and they may not lean to one side.

Wins are counted in whole parts (`WIN`), so that sums, and with them a review by a number of
playouts, are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.analysis.steps import Told
from wreckoning.bots.search.program import Bench, program
from wreckoning.core.asks import Ask
from wreckoning.core.play.outlook import SeatOutlook, Standpoint
from wreckoning.core.records import Numbers
from wreckoning.core.ruleset import Ruleset, default_opponent

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Tick = Callable[[], None]  # called now and then during the work
NINETY_FIVE = 1.96  # standard errors to either side
WIN = 27720  # parts of a win: several drivers, up to twelve, may share it equally
FIRST = 1  # playouts of each step in the first round, which tells how fast this goes
FIRST_HINT = 8  # playouts of each option at first, for a hint
ENDS = 16  # times as many for the start, and for how an unfinished race stands: both are told alone
MOST = 400  # playouts of a step in a later round
LOT = 1000  # playouts at a time, for the memory they take
KEY = 0x5EED  # of the playouts' dice, different from those of any race
HINT_KEY = 0x417  # of the playouts' dice for a hint
SEEDED = 1 << 32  # times the seed, added to all keys
PRIOR = 1.0  # playouts added for the error, which is never 0 then


class Chances:
    """Chances to win, step × seat, and their standard errors.

    Row `n` is before step `n`. The last row is the end: certain, if the race is over. `drives` is
    the policy that drives in playouts, by default the usual opponent; `seed` gives the dice.
    """

    def __init__(self, ruleset: Ruleset, told: Told, seed: int = 0, drives: str = "") -> None:
        self.told, self.seats, self._seed = told, len(told.names), seed
        self._drivers = [drives or default_opponent(ruleset)] * self.seats
        self.bench = Bench(program(ruleset), self.seats)
        self.places: list[Standpoint] = [step.before for step in told.steps]
        if not told.winners:
            self.places.append(told.end)
        self._wins: Ints = np.zeros((len(self.places), self.seats), np.int64)  # in parts
        self.playouts = np.zeros(len(self.places), np.int64)

    def get_ready(self) -> None:
        """Load the game's search, or compile it."""
        _ = self.bench.program.kernel

    def lay_out(self, here: Standpoint) -> None:
        """Begin the next playouts at this standpoint."""
        self.bench.lay_out(here, self._drivers)

    def key(self, key: int) -> int:
        """This key of dice, for the seed of these chances."""
        return key + SEEDED * self._seed

    def refine(self, count: int, tick: Tick | None = None) -> None:
        """Play this many more playouts of each step, and more of the ends: see `ENDS`.

        `tick` is called after each.
        """
        for row, here in enumerate(self.places):
            self._refine_row(row, here, count * ENDS if self._is_end(row) else count)
            if tick:
                tick()

    def _is_end(self, row: int) -> bool:
        return row == 0 or (row == len(self.places) - 1 and not self.told.winners)

    def _refine_row(self, row: int, here: Standpoint, count: int) -> None:
        self.lay_out(here)
        first = int(self.playouts[row])
        for at in range(first, first + count, LOT):
            lot = min(LOT, first + count - at)
            found = self.bench.play_on(key=self.key(KEY + row), first=at, count=lot)
            self._wins[row] += parts_of_win(found.places[0]).sum(axis=0)
        self.playouts[row] += count

    def refine_for(self, seconds: float, tick: Tick | None = None) -> None:
        """Play round after round for so many seconds of this thread's work; at least one round.

        The time to load or compile the game's search comes first and does not count.
        """
        self.get_ready()
        began, count = thread_time(), FIRST
        while True:
            round_began = thread_time()
            self.refine(count, tick)
            now = thread_time()
            left, took = seconds - (now - began), now - round_began
            count = min(int(count * left / max(took, 1e-6)), count * 4, MOST)
            if count < 1:
                return

    @property
    def chances(self) -> Floats:
        """Step × seat; each row adds up to 1."""
        found, _ = estimate(self._wins / WIN, self.playouts[:, None], self.seats)
        return np.vstack([found, self._end]) if self.told.winners else found

    @property
    def errors(self) -> Floats:
        """The standard error of each: 0 where the race is over."""
        _, found = estimate(self._wins / WIN, self.playouts[:, None], self.seats)
        return np.vstack([found, np.zeros(self.seats)]) if self.told.winners else found

    @property
    def _end(self) -> Floats:
        end = np.zeros(self.seats)
        end[list(self.told.winners)] = 1 / len(self.told.winners)
        return end


def weigh(here: SeatOutlook, ask: Ask, seconds: float) -> list[tuple[float, float]]:
    """The chance to win with each option of a seat's question, and its standard error.

    Each option is played out with the same dice, for about so many seconds; rookies drive
    afterwards. It knows what the seat knows.
    """
    bench = Bench(program(here.rules), here.seats)
    _ = bench.program.kernel
    bench.lay_out(here)
    began, count, done = perf_counter(), FIRST_HINT, 0
    wins: Ints = np.zeros(len(ask.options), np.int64)
    squares = wins.copy()
    while count:
        round_began = perf_counter()
        found = bench.play_out(
            here.seat, ask.index, ask.options, key=HINT_KEY, first=done, count=count
        )
        won = np.stack([parts_of_win(places)[:, here.seat] for places in found.places])
        wins += won.sum(axis=1)
        squares += (won * won).sum(axis=1)
        done += count
        now = perf_counter()
        left = seconds - (now - began)
        count = max(0, min(int(count * left / max(now - round_began, 1e-6)), count * 4, MOST))
    chances, errors = wins / (done * WIN), standard_error(wins, squares, done)
    return [(float(chance), float(error)) for chance, error in zip(chances, errors, strict=True)]


def estimate(wins: int | Numbers, playouts: int | Numbers, seats: int) -> tuple[Any, Any]:
    """A chance to win from so many wins, and its standard error. Both take arrays, too."""
    near = (wins + PRIOR / seats) / (playouts + PRIOR)
    return wins / playouts, np.sqrt(near * (1 - near) / (playouts + PRIOR))


def parts_of_win(places: Ints) -> Ints:
    """Each seat's part of the win: all of `WIN`, or less if several are first."""
    first = places == 1
    found: Ints = first * (WIN // np.maximum(first.sum(axis=-1, keepdims=True), 1))
    return found


def standard_error(totals: Numbers, squares: Numbers, playouts: int, reach: float = 1.0) -> Floats:
    """The standard error of means, from the sums of values and of their squares. It is never 0.

    The values are in parts of a win. Playouts that all agree do not prove that the next one does,
    so there is always one more playout's worth of doubt. `reach`: from the smallest to the largest
    value that is possible.
    """
    mean = totals / (playouts * WIN)
    variance = np.maximum(squares / (playouts * WIN**2) - mean * mean, 0.0)
    found: Floats = np.sqrt((variance + (reach / 2) ** 2 / playouts) / playouts)
    return found
