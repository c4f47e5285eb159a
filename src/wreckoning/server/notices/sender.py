"""Has notices sent by a process of their own, and waits no longer than allowed."""

from __future__ import annotations

import asyncio

import structlog

from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.process import SendingProcess
from wreckoning.server.notices.sending import NO_ANSWER, Outcome

WITHIN = 10.0  # seconds for a service to answer
START = 20.0  # seconds more, for the process to start
IDLE = 600.0  # seconds until an unused process ends
MOST_HANGING = 16  # letters without an answer; then a new process begins
TESTS, TESTS_OF_ADDRESS = 16, 12  # at once; apart from notices that are due
WAITING_TESTS, WAITING_OF_ADDRESS, WAITING_OF_PERSON = 256, 64, 2

log = structlog.get_logger("notices")


class Sender:
    """Starts the process when it is needed. `within` is the time for a service, in seconds."""

    def __init__(self, settings: NoticeSettings, within: float = WITHIN) -> None:
        self._private, self._within = settings.private, within
        self._process: SendingProcess | None = None
        self._hanging = 0
        self._idle: asyncio.TimerHandle | None = None
        what = "tests of channels"
        self._people = FairQueue(
            what, at_once=WAITING_TESTS, each=WAITING_OF_PERSON, most=WAITING_TESTS
        )
        self._addresses = FairQueue(
            what,
            at_once=TESTS,
            share=TESTS_OF_ADDRESS,
            each=WAITING_OF_ADDRESS,
            most=WAITING_TESTS,
        )

    async def try_one(self, letter: Letter, person: str, address: str) -> Outcome:
        """Send one that a person waits for, at this address of theirs. Raises TooMany.

        Each person has one test at a time, and people at the same address leave places to others.
        """
        async with self._people.turn(person), self._addresses.turn(address):
            return await self.send(letter)

    async def send(self, letter: Letter) -> Outcome:
        """Send a letter, next to others."""
        self._stay()
        if self._process is None or self._process.is_over:
            self._process, self._hanging = SendingProcess(self._private), 0
        process = self._process
        found = await process.send(letter, self._within, START)
        if found is None:
            log.error("the process that sends notices does not answer")
            process.end()
            self._replace(process)
            return Outcome(NO_ANSWER, unsure=True)
        if found.unsure and process is self._process:
            self._hanging += 1
            if self._hanging >= MOST_HANGING:  # what hangs there ends with its process
                self._replace(process)
                process.retire()
        return found

    def _replace(self, process: SendingProcess) -> None:
        """Let the next letter start another process."""
        if self._process is process:
            self._process = None

    def _stay(self) -> None:
        """End the process later than now."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self.close)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            process.end()
