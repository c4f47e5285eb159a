"""Runs the bots of a race: each has its time, and loses its turn if it fails.

A bot that raises, gives an answer that is not offered, or takes far too long does not hold up the
race: for the rest of its turn the ruleset's policy for absent players answers instead. A bot that
does not answer at all is interrupted.
"""

from __future__ import annotations

import logging
import signal
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter

from wreckoning.bots.search.bots import SearchBot
from wreckoning.core import generator
from wreckoning.core.asks import Ask, read_option
from wreckoning.core.bots import Bot, make_bot
from wreckoning.core.errors import Illegal, WreckError
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset, absent_policy

TURN = 1.0  # seconds for a turn or an activation
LATE, GRACE = 1.5, 0.5  # too late: after this many times its time, plus this many seconds
MARGIN = 1.0  # seconds more, until it is interrupted: another program has as long (`bots.lines`)
AGAIN = 0.1  # seconds, until it is interrupted again if it goes on all the same
MOST_ALARMS = 10  # until it is interrupted by a clock that stands still

log = logging.getLogger(__name__)


@dataclass
class _Seat:
    """A bot in its seat."""

    bot: Bot
    turn: int = -1
    spent: float = 0.0  # seconds of this turn
    is_lost: bool = False  # whether the rest of this turn is lost


class Bots:
    """The thinking bots of one race. `clock` returns seconds."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int = 0,
        seconds: float = TURN,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.ruleset, self.seed, self.seconds, self.clock = ruleset, seed, seconds, clock
        self._seats: dict[tuple[str, int], _Seat] = {}
        self.why = ""  # why the last decision came from the absent policy

    def seat(self, name: str, seat: SeatIndex) -> None:
        """Make the bot of a seat, which may take a while the first time. Raises Malformed."""
        if (name, seat) not in self._seats:
            bot = make_bot(self.ruleset, name, zlib.crc32(f"{self.seed} {seat}".encode()))
            if isinstance(bot, SearchBot):
                bot.clock = self.clock
            self._seats[name, seat] = _Seat(bot)

    def think(self, name: str, outlook: SeatOutlook) -> int:
        """The option that the bot of this name chooses for the first ask. Raises Malformed."""
        self.why = ""
        self.seat(name, outlook.seat)
        seat, ask = self._seats[name, outlook.seat], outlook.asks[0]
        if seat.turn != outlook.turn:
            seat.turn, seat.spent, seat.is_lost = outlook.turn, 0.0, False
        if seat.is_lost:
            return absent_answer(outlook)
        left, began = max(self.seconds - seat.spent, 0.0), self.clock()
        longest = LATE * left + GRACE
        # A search keeps to its time, but may have to be compiled first.
        is_ours = isinstance(seat.bot, SearchBot)
        limit = nullcontext() if is_ours else self._interrupted(began, longest + MARGIN)
        try:
            with limit:
                given = seat.bot.choose(outlook, left)
            option = read_answer(outlook, ask, given)
            took = self.clock() - began
            seat.spent += took
            if took > longest:
                raise Illegal(f"took {took:.1f} s, with {left:.1f} s left of its turn")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too
            self.why = reason(error)
            line = "%s (seat %s) loses its turn at %s: %s"
            log.warning(line, name, outlook.seat + 1, ask.question, self.why)
            seat.is_lost = True
            return absent_answer(outlook)
        return option

    @contextmanager
    def _interrupted(self, began: float, seconds: float) -> Iterator[None]:
        """Interrupt the block after so many seconds. Not on Windows, nor in other threads."""
        alarms, is_over, is_off = count(1), False, False

        def ring(*_: object) -> None:
            left = began + seconds - self.clock()
            if is_over:
                return
            if left > 0 and next(alarms) < MOST_ALARMS:  # the clock counts work, and others work
                signal.setitimer(signal.ITIMER_REAL, left)
            else:
                signal.setitimer(signal.ITIMER_REAL, AGAIN)
                raise Interrupted(f"no answer in {seconds:.1f} s")

        try:
            before = signal.signal(signal.SIGALRM, ring)
        except (AttributeError, ValueError):
            yield
            return
        delay, every = signal.setitimer(signal.ITIMER_REAL, seconds)
        since = perf_counter()
        try:
            yield
        finally:
            while not is_off:  # also if the alarm rings in between
                with suppress(Interrupted):
                    is_over = True
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
                    is_off = True
            if delay:
                delay = max(delay - (perf_counter() - since), 1e-6)
                signal.setitimer(signal.ITIMER_REAL, delay, every)


class Interrupted(BaseException):
    """Ends a bot that does not answer: not an `Exception`, which the bot may catch."""


def reason(error: BaseException) -> str:
    """Why a bot failed, in one line."""
    why = str(error) if isinstance(error, WreckError | Interrupted) else ""
    why = why or f"{type(error).__name__}: {error}"
    return " ".join(why.split())[:300]


def read_answer(outlook: SeatOutlook, ask: Ask, given: int | str) -> int:
    """The option that an answer means. Raises Illegal."""
    if isinstance(given, str):
        return read_option(outlook.rules, outlook.now(), ask, given)
    if given not in ask.options or isinstance(given, bool):
        raise Illegal(f"answered {given!r}, expected one of {', '.join(ask.names[:20])}")
    return int(given)


def absent_answer(outlook: SeatOutlook) -> int:
    """The answer of the policy for absent players."""
    rules, ask = outlook.rules, outlook.asks[0]
    race = outlook.now()
    generator.seed(race.door.whim, zlib.crc32(repr(outlook.tape).encode()), 0)
    policy = rules.playing[absent_policy(rules)]
    return int(policy(race, race.door.asks[ask.index]))
