"""Runs the bots of a race: each has its time, and loses its turn if it fails.

A bot that raises, gives an answer that is not offered, or takes far too long does not hold up the
race: for the rest of its turn the ruleset's policy for absent players answers instead.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from wreckoning.bots.search.bots import SearchBot
from wreckoning.core import generator
from wreckoning.core.asks import Ask, read_option
from wreckoning.core.bots import Bot, make_bot
from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex
from wreckoning.core.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset, absent_policy

TURN = 1.0  # seconds for a turn or an activation
LATE, GRACE = 1.5, 0.5  # too late: after this many times its time, plus this many seconds

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
        try:
            option = read_answer(outlook, ask, seat.bot.choose(outlook, left))
            took = self.clock() - began
            seat.spent += took
            if took > LATE * left + GRACE:
                raise Illegal(f"took {took:.1f} s, with {left:.1f} s left of its turn")
        except Exception as error:
            why = str(error) if isinstance(error, Illegal) else f"{type(error).__name__}: {error}"
            self.why = " ".join(why.split())[:300]
            line = "%s (seat %s) loses its turn at %s: %s"
            log.warning(line, name, outlook.seat + 1, ask.question, self.why)
            seat.is_lost = True
            return absent_answer(outlook)
        return option


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
