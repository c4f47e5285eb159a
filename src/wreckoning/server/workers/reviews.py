"""Reviews of races: made in a process of their own, refined, and kept with the race.

The first look takes ten seconds; it is followed by a longer one, as long as nobody else waits for a
first look. If someone comes meanwhile, the longer one is broken off, and begins again later. A
game whose search was never compiled has that done before.

Spectators may ask during a race. A look at it goes as far as the answers that everybody knows; if a
spectator asks again after more answers, there is a newer look. None is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson
import structlog

from wreckoning.analysis.replies import RaceReview
from wreckoning.core.errors import Illegal, WreckError
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.logbook import described
from wreckoning.server.store.store import KeepAlong, Store
from wreckoning.server.workers.bot_worker import begin_thinking
from wreckoning.server.workers.compiling import has_search, wait_for_search
from wreckoning.server.workers.review_worker import review_log
from wreckoning.server.workers.workers import Worker, WorkerError
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import TooMany
from wreckoning.table.table import RUNNING, Table

Moment = tuple[tuple[int, int], int]  # of a match; and how many of its answers are known

log = structlog.get_logger("reviews")
FIRST_LOOK, LONG_LOOK = 10.0, 60.0  # seconds
LONGEST = 900.0  # seconds, until the process is ended: a long race, and the compiler before it
FORGOTTEN = 30.0  # seconds without a request: nobody waits for the review any more
KEPT = 64  # reviews in memory, packed
ReviewProgress = Literal["waiting", "compiling", "looking", "refining", "done", "failed"]
BEGINNINGS = 4  # of a longer look; one that is always broken off is given up


@dataclass(frozen=True)
class ReviewState:
    """A race's review, or how far it is.

    One race is reviewed at a time; the others are `waiting`. `looking` for the first time has
    `spent` so many seconds by the clock; it takes `seconds` of a processor, more by the clock on a
    busy server, at most `LONGEST`. It comes after `compiling` if the game's search never was; a
    first review is then `refining` in a longer look. `failed` has its reason in `why`.
    """

    state: ReviewProgress
    spent: float
    seconds: float
    why: str
    review: RaceReview | None


@dataclass
class Looking:
    """The review of one race, as far as it is. `moment`: of a race that goes on, where it was."""

    moment: Moment | None = None
    seconds: float = 0.0  # the look that `packed` is of
    packed: bytes = b""
    first: float = FIRST_LOOK  # seconds of the first look
    since: float = field(default_factory=time.monotonic)
    asked: float = field(default_factory=time.monotonic)  # for the last time
    is_waiting: bool = False  # for the review of another race
    is_compiling: bool = False
    is_final: bool = False  # nothing better comes
    why: str = ""  # there is none
    task: asyncio.Task[None] | None = None

    def as_json(self) -> bytes:
        """What the browser is sent: the state, and the review as far as there is one."""
        state, spent = self._progress, time.monotonic() - self.since
        review: Any = orjson.Fragment(zlib.decompress(self.packed)) if self.packed else None
        return orjson.dumps(
            ReviewState(
                state=state,
                spent=round(spent, 1) if state in ("compiling", "looking") else 0.0,
                seconds=self.seconds or self.first,
                why=self.why,
                review=review,
            )
        )

    @property
    def _progress(self) -> ReviewProgress:
        if self.why:
            return "failed"
        if self.packed:
            return "done" if self.is_final else "refining"
        if self.is_waiting:
            return "waiting"
        return "compiling" if self.is_compiling else "looking"


class Reviews:
    """The reviews that people asked for. One race at a time is looked at.

    `first` and `long` are the seconds of both looks; `along`: what else is kept of each review.
    """

    def __init__(
        self,
        store: Store,
        first: float = FIRST_LOOK,
        long: float = LONG_LOOK,
        along: Sequence[KeepAlong] = (),
    ) -> None:
        self._store, self._first, self._long, self._along = store, first, long, along
        self._known: dict[TableId, Looking] = {}
        self.worker = Worker(begin_thinking)
        self._turns = FairQueue("reviews", each=4, most=64)
        self._firsts = 0  # first looks that wait for their turn
        self._is_wanted = asyncio.Event()  # by at least one of them

    @property
    def is_idle(self) -> bool:
        """True if no race is looked at, and none waits for it."""
        return all(looking.task is None for looking in self._known.values())

    async def of(self, table: Table) -> bytes:
        """The review of a race as JSON, or how far it is. Of one that goes on it is the last.

        Raises Illegal before a race. Raises TooMany if too many races wait for a review that were
        asked for from the same address. A race waits as long as it is asked for again.
        """
        if table.match is None and table.ended is None:
            raise Illegal("the race has not begun")
        looking = await self._looking_at(table)
        looking.asked = time.monotonic()
        if looking.task is None and not looking.why and not looking.is_final:
            if not looking.packed:
                self._turns.check(VISITOR.get())
            looking.since = time.monotonic()
            looking.task = asyncio.create_task(self._look(table, looking))
        self._known[table.id] = self._known.pop(table.id)
        for name in [n for n, one in self._known.items() if one.task is None][:-KEPT]:
            del self._known[name]
        return looking.as_json()

    async def _looking_at(self, table: Table) -> Looking:
        """What there is of this race's review; of a race that goes on, up to now."""
        moment, known = _moment_of(table), self._known.get(table.id)
        if known is not None and (known.task is not None or known.moment == moment):
            return known
        if moment is None:
            kept = await asyncio.to_thread(self._store.review, table.id)
            seconds, packed = kept or (0.0, b"")
            known = self._known.get(table.id)
            if known is not None and known.moment is None:  # another request was quicker
                return known
        else:  # the one before is shown until there is a newer one
            seconds, packed = (known.seconds, known.packed) if known else (0.0, b"")
        looking = Looking(moment, seconds, packed, self._first)
        looking.is_final = moment is None and seconds >= self._long
        self._known[table.id] = looking
        return looking

    async def _look(self, table: Table, looking: Looking) -> None:
        try:
            text = await asyncio.to_thread(log_of, table)
            if not looking.packed or looking.moment is not None:
                looking.is_waiting = self._turns.running > 0
                async with self._first_turn():
                    looking.is_waiting = False
                    if time.monotonic() - looking.asked > FORGOTTEN:
                        return
                    key = table.ruleset.key
                    looking.is_compiling = not await asyncio.to_thread(has_search, key)
                    looking.since = time.monotonic()
                    if looking.is_compiling:
                        with contextlib.suppress(RuntimeError):  # then the review tells of it
                            await wait_for_search(key)
                        looking.is_compiling, looking.since = False, time.monotonic()
                    await self._take(table.id, looking, text, self._first)
            if looking.moment is None:
                await self._look_longer(table.id, looking, text)
        except TooMany:  # others waited with fewer requests; the next request waits again
            pass
        except WreckError as error:
            looking.why = str(error)
        except WorkerError:
            looking.why = "it took too long"
            log.error("a review's process has ended", table=table.id)
        except Exception as error:
            looking.why = "something went wrong here; it is in the server's log"
            log.error("a review failed", table=table.id, **described(error))
        finally:
            looking.task = None
            if looking.packed:  # another look that fails leaves what there is
                looking.is_final, looking.why = True, ""

    @contextlib.asynccontextmanager
    async def _first_turn(self) -> AsyncIterator[None]:
        """A turn for a first look, which longer looks give way to."""
        async with contextlib.AsyncExitStack() as turn:
            self._firsts += 1
            self._is_wanted.set()
            try:
                await turn.enter_async_context(self._turns.turn(VISITOR.get()))
            finally:
                self._firsts -= 1
                if not self._firsts:
                    self._is_wanted.clear()
            yield

    async def _look_longer(self, name: TableId, looking: Looking, text: str) -> None:
        """A longer look, which begins again each time that it gives way to a first one."""
        for _ in range(BEGINNINGS):
            while self._firsts:
                await asyncio.sleep(1.0)
            async with self._turns.turn(VISITOR.get()):
                taking = asyncio.create_task(self._take(name, looking, text, self._long))
                wanted = asyncio.create_task(self._is_wanted.wait())
                try:
                    await asyncio.wait({taking, wanted}, return_when=asyncio.FIRST_COMPLETED)
                    if taking.done():
                        await taking
                        return
                    self.worker.end()
                finally:
                    wanted.cancel()
                    taking.cancel()
                    await asyncio.gather(taking, return_exceptions=True)

    async def _take(self, name: TableId, looking: Looking, text: str, seconds: float) -> None:
        """One look; kept when it is done, if the race is over."""
        packed = await self.worker.run(review_log, text, seconds, longest=LONGEST)
        looking.seconds, looking.packed = seconds, packed
        if looking.moment is None:
            await asyncio.to_thread(self._store.keep_review, name, seconds, packed, *self._along)

    def close(self) -> None:
        """Stop at once."""
        for looking in self._known.values():
            if looking.task is not None:
                looking.task.cancel()
        self.worker.close()


def _moment_of(table: Table) -> Moment | None:
    """How far a race is whose end is not known; None if it is over."""
    if table.state != RUNNING or table.match is None:
        return None
    return table.match.moment, table.match.settled
