"""Worker processes: one piece of work after another, ended at once, started again when needed."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool

import pytest

from wreckoning.server.workers.workers import (
    Line,
    LinkedProcess,
    ProcessEnded,
    TookTooLong,
    Worker,
    begin_batch,
    run_apart,
)


def working(does: Callable[[Worker], Awaitable[None]]) -> None:
    """A test with a worker."""

    async def go() -> None:
        worker = Worker(begin_batch)
        try:
            await asyncio.wait_for(does(worker), 60)
        finally:
            worker.close()

    asyncio.run(go())


def test_one_process_does_all_work_and_passes_errors_on() -> None:
    async def does(worker: Worker) -> None:
        first = await worker.run(os.getpid)
        assert worker.is_running
        assert first != os.getpid()
        with pytest.raises(ValueError, match="invalid literal"):
            await worker.run(int, "x")
        assert await worker.run(os.getpid) == first

    working(does)


def test_work_that_takes_too_long_is_ended_with_its_process() -> None:
    async def does(worker: Worker) -> None:
        first = await worker.run(os.getpid)
        with pytest.raises(TookTooLong):
            await worker.run(time.sleep, 600, longest=0.01)
        assert not worker.is_running
        while is_there(first):
            await asyncio.sleep(0.01)
        assert await worker.run(os.getpid) != first

    working(does)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_that_ends_the_process_fails_and_other_work_is_done_in_a_new_one() -> None:
    async def does(worker: Worker) -> None:
        guilty = asyncio.create_task(worker.run(os._exit, 3))
        others = [asyncio.create_task(worker.run(os.getpid)) for _ in range(3)]
        with pytest.raises(ProcessEnded):
            await guilty
        assert len({await other for other in others}) == 1

    working(does)


def test_process_that_ended_while_idle_is_replaced() -> None:
    async def does(worker: Worker) -> None:
        assert isinstance(worker.submit(os._exit, 3).exception(60), BrokenProcessPool)
        assert await worker.run(os.getpid)

    working(does)


def test_ended_worker_starts_again_and_tries_again_what_still_waits() -> None:
    async def does(worker: Worker) -> None:
        under_way = asyncio.create_task(worker.run(os.getpid))
        await asyncio.sleep(0)  # it is submitted
        worker.end()
        assert not worker.is_running
        assert await under_way

    working(does)


def test_closed_worker_tries_nothing_again() -> None:
    async def does(worker: Worker) -> None:
        waiting = [asyncio.create_task(worker.run(time.sleep, 600)) for _ in range(4)]
        await asyncio.sleep(0)
        worker.close()
        for each in waiting:
            with pytest.raises(ProcessEnded):
                await each
        assert not worker.is_running

    working(does)


def test_work_that_nobody_waits_for_is_not_begun() -> None:
    """If there is other work before it."""

    async def does(worker: Worker) -> None:
        first = await worker.run(os.getpid)
        before = [asyncio.create_task(worker.run(time.sleep, 0.1)) for _ in range(4)]
        unwanted = asyncio.create_task(worker.run(os._exit, 3))
        await asyncio.sleep(0)
        unwanted.cancel()
        await asyncio.gather(*before)
        assert await worker.run(os.getpid) == first

    working(does)


def echo(line: Line, word: str) -> None:
    """Send the word, and then what comes."""
    line.send(word)
    while True:
        line.send(line.recv())


def test_process_with_a_line_is_talked_with_until_it_is_ended() -> None:
    process = LinkedProcess(echo, "ready")
    assert process.line.recv() == "ready"
    process.line.send("more")
    assert process.line.recv() == "more"
    process.end()
    process.wait()
    with pytest.raises((EOFError, OSError)):
        process.line.recv()


@pytest.mark.parametrize("code", [0, 3])
def test_work_in_a_process_of_its_own_gives_its_exit_code(code: int) -> None:
    assert run_apart(os._exit, code) == code
