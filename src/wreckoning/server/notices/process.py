"""The process that sends, seen from both sides: letters go in, each with an outcome that comes out.

Letters travel side by side, so one that nobody answers holds up none of the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from dataclasses import replace
from itertools import count

from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.sending import (
    NO_ANSWER,
    Outcome,
    begin_sending,
    load_libraries,
    send,
)
from wreckoning.server.workers.workers import Line, LinkedProcess

LOOK = 0.1  # seconds between two looks at what is late
STACK = 1 << 20  # bytes of each thread
M_ARENA_MAX, ARENAS = -8, 2  # glibc: each thread's own arena would take 64 MiB of addresses


class SendingProcess:
    """The running process, for the server's event loop."""

    def __init__(self, is_private: bool) -> None:
        self._process = LinkedProcess(work, is_private)
        self._loop = asyncio.get_running_loop()
        self._numbers = count()
        self._open: dict[int, asyncio.Future[Outcome]] = {}
        self._writing = threading.Lock()
        self._is_retired = self.is_over = False
        threading.Thread(target=self._hear, daemon=True).start()

    async def send(self, letter: Letter, within: float, start: float) -> Outcome | None:
        """Send a letter. None if the process gives no outcome, after `start` seconds more."""
        number, done = next(self._numbers), self._loop.create_future()
        self._open[number] = done
        try:
            await asyncio.to_thread(self._write, (number, letter, within))
            return await asyncio.wait_for(done, within + start)
        except (TimeoutError, OSError):
            return None
        finally:
            self._open.pop(number, None)
            if self._is_retired:
                self.retire()

    def retire(self) -> None:
        """End the process as soon as no letter is on its way."""
        self._is_retired = True
        if not self._open:
            self.end()

    def end(self) -> None:
        """End the process at once."""
        self._process.end()

    def _write(self, letter: tuple[int, Letter, float]) -> None:
        with self._writing:
            self._process.line.send(letter)

    def _hear(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._tell(*self._process.line.recv())
        self.is_over = True
        for number in list(self._open):
            self._tell(number, Outcome(NO_ANSWER, unsure=True))
        self._process.wait()

    def _tell(self, number: int, outcome: Outcome) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._settle, number, outcome)

    def _settle(self, number: int, outcome: Outcome) -> None:
        done = self._open.get(number)
        if done is not None and not done.done():
            done.set_result(outcome)


def work(line: Line, is_private: bool) -> None:
    """What the process does until the server is gone."""
    begin_sending(is_private)
    threading.stack_size(STACK)
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
    with contextlib.suppress(EOFError, OSError):
        _Letters(line).work()


class _Letters:
    """The letters on their way from this process, each in a thread of its own."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._lock = threading.Lock()
        self._open = set[int]()
        self._late: dict[int, tuple[float, Outcome]] = {}  # when, and what is told then

    def work(self) -> None:
        while True:
            with self._lock:
                pause = LOOK if self._open else None
            if self._line.poll(pause):
                number, letter, within = self._line.recv()
                with self._lock:
                    self._open.add(number)
                threading.Thread(
                    target=self._send, args=(number, letter, within), daemon=True
                ).start()
            self._tell_late()

    def _send(self, number: int, letter: Letter, within: float) -> None:
        load_libraries(letter)  # before the time begins: on a busy machine this takes seconds
        until = time.monotonic() + within
        late = Outcome(f"{NO_ANSWER} within {within:g} s", unsure=True)

        def begin_piece(left: tuple[str, ...]) -> None:
            with self._lock:
                self._late[number] = until, replace(late, left=left)

        with self._lock:
            self._late[number] = until, late
        self._tell(number, send(letter, begin_piece))

    def _tell_late(self) -> None:
        now = time.monotonic()
        with self._lock:
            late = [(number, told) for number, (at, told) in self._late.items() if at <= now]
        for number, told in late:
            self._tell(number, told)

    def _tell(self, number: int, outcome: Outcome) -> None:
        """Tell an outcome, unless one was told before."""
        with self._lock:
            self._late.pop(number, None)
            if number in self._open:
                self._open.discard(number)
                self._line.send((number, outcome))
