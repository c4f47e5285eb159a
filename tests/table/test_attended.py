"""A request that only reads is worked on as long as its client waits for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from wreckoning.server.http.middleware import Attended


async def ask(
    method: str, leaves: bool, path: str = "/api/tables"
) -> tuple[list[str], list[Message]]:
    """Send a request to work that takes until it is let go on. What it came to, and the answer."""
    deeds: list[str] = []
    go_on, gone = asyncio.Event(), asyncio.Event()
    sent: list[Message] = []
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "http.request"
        deeds.append("begun")
        try:
            await go_on.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"x"})
            await asyncio.sleep(0.01)
            deeds.append("done")
        except asyncio.CancelledError:
            deeds.append("stopped")
            raise

    async def receive() -> Any:
        for message in asked:
            return message
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            gone.set()  # as a server says it after an answer

    scope = {"type": "http", "method": method, "path": path}
    work = asyncio.create_task(Attended(app)(scope, receive, send))
    await asyncio.sleep(0.01)
    if leaves:
        gone.set()
        await asyncio.sleep(0.01)
    go_on.set()
    await asyncio.wait_for(work, 5)
    return deeds, sent


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_reading_stops_when_the_client_has_gone(method: str) -> None:
    assert asyncio.run(ask(method, leaves=True)) == (["begun", "stopped"], [])


@pytest.mark.parametrize("path", ["campaigns", "leagues", "campaigns/c7/look", "leagues/cup/look"])
def test_work_that_nobody_knows_of_stops_when_the_client_has_gone(path: str) -> None:
    asked = ask("POST", leaves=True, path=f"/api/{path}")
    assert asyncio.run(asked) == (["begun", "stopped"], [])


@pytest.mark.parametrize("path", ["tables", "campaigns/c7/move", "leagues/cup/do"])
@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_change_is_never_stopped_half_way(method: str, leaves: bool, path: str) -> None:
    deeds, sent = asyncio.run(ask(method, leaves, f"/api/{path}"))
    assert (deeds, len(sent)) == (["begun", "done"], 2)


def test_an_answered_request_ends_by_itself() -> None:
    deeds, sent = asyncio.run(ask("GET", leaves=False))
    assert (deeds, len(sent)) == (["begun", "done"], 2)
