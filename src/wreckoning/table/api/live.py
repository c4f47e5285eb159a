"""The live line: a browser says hello and what it does, and hears what happens.

What is told at once goes as one message: a list, if it is more than one thing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from wreckoning.core.errors import Malformed, WreckError
from wreckoning.table import models
from wreckoning.table.admission import POLICY
from wreckoning.table.api.common import Serving
from wreckoning.table.limits import Buckets, address_key
from wreckoning.table.lines import Line, dump
from wreckoning.table.logbook import failed
from wreckoning.table.metrics import METRICS
from wreckoning.table.refusals import first_fault, refusal
from wreckoning.table.room import Room

router = APIRouter()
MESSAGES: TypeAdapter[Any] = TypeAdapter(models.AnyMessage)
TOO_LARGE, FAILED = 1009, 1011


@router.websocket("/api/tables/{table}/live")
async def live(websocket: WebSocket, table: str) -> None:
    """One browser at one table, until it goes."""
    serving: Serving = websocket.app.state.serving
    await websocket.accept()
    line = Line(address=address_key(websocket.client.host if websocket.client else ""))
    serving.admission.arrive(line)
    METRICS.lines.inc()
    try:
        await Talk(websocket, table, line, serving).go()
    except Exception as error:
        failed(error, "line")
        with contextlib.suppress(RuntimeError):
            await websocket.close(FAILED)
    finally:
        METRICS.lines.dec()
        serving.admission.leave(line)


class Talk:
    """What is said on one line."""

    def __init__(self, websocket: WebSocket, table: str, line: Line, serving: Serving) -> None:
        self.websocket, self.table, self.line, self.serving = websocket, table, line, serving
        self.room: Room | None = None
        self.commands = Buckets(serving.limits.commands, "commands")

    async def go(self) -> None:
        """From hello to goodbye."""
        sender = asyncio.create_task(self._send())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender
            room, self.room = self.room, None  # no line keeps a table in memory
            if room is not None:
                room.drop([self.line])
                self.serving.tables.telling.tell_here(room)

    async def _listen(self) -> None:
        within = self.serving.limits.hello_seconds
        until = asyncio.get_running_loop().time() + within
        while True:
            try:
                async with asyncio.timeout_at(None if self.room else until):
                    text = await self._hear()
            except TimeoutError:
                await self.websocket.close(POLICY, f"expected a hello within {within:g} s")
                return
            if len(text) > self.serving.limits.message:
                await self.websocket.close(TOO_LARGE, "message too large")
                return
            try:
                message = MESSAGES.validate_json(text)
            except ValidationError as error:
                self._refuse(request_in(text), Malformed("message", first_fault(error.errors())))
                continue
            if isinstance(message, models.Hello):
                await self._hello(message)
            else:
                await self._do(message)

    async def _hear(self) -> str:
        """The next message. One that is no text reads as an empty one, and is refused."""
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    async def _hello(self, hello: models.Hello) -> None:
        tables = self.serving.tables
        try:
            self.commands.take("")
            await tables.rooms.room(self.table)
            said = await tables.rooms.said(self.table)
            async with tables.following.newest(self.table) as room:
                self._greet(room, hello, said)
        except WreckError as error:
            self._refuse("", error)
            self.line.close()

    def _greet(self, room: Room, hello: models.Hello, said: list[Any]) -> None:
        telling, line, first = self.serving.tables.telling, self.line, self.room is None
        line.tokens = tuple(hello.tokens)
        line.seats = tuple(room.game.seats_of(hello.tokens))
        line.host = room.game.is_host(hello.tokens)
        self.serving.admission.admit(line, room.lines)
        if first:
            self.room, line.table = room, self.table
            room.lines.add(line)
            missed = room.since(hello.seen) if hello.seen is not None else None
            for text in missed if missed is not None else [dump(room.state(said))]:
                line.send(text)
            for chat in said if missed is not None else ():  # those it has, it knows by their ids
                line.send(dump({"type": "chat", "chat": chat}))
        came_back = hello.seen is not None or not first  # and may have questions that are none now
        line.told_you, line.told_menus = None, () if came_back else None
        line.send(dump(room.you(line, room.game.undoable())))
        telling.tell_menus(room, line)
        telling.tell_here(room)
        self.serving.menus.want(room)

    async def _do(self, command: models.Command) -> None:
        began = time.perf_counter()
        tables = self.serving.tables
        try:
            self.commands.take("")
            if isinstance(command, models.Chat):
                self.serving.chat.take(command.token)
            version, result = await tables.do(self.table, command)
        except WreckError as error:
            self._refuse(command.request, error)
            return
        METRICS.doing.observe(time.perf_counter() - began)
        reply = {"type": "reply", "request": command.request, "version": version, "result": result}
        self.line.send(dump(reply))

    def _refuse(self, request: str, error: WreckError) -> None:
        told = refusal(error)
        METRICS.refusals.labels(told["kind"]).inc()
        version = self.room.game.version if self.room else 0
        message = {"type": "refusal", "request": request, "version": version, "error": told}
        self.line.send(dump(message))

    async def _send(self) -> None:
        """Until the line ends, or its browser is gone: such an error would keep what was sent."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while texts := await self.line.next():
                await self.websocket.send_text(f"[{','.join(texts)}]" if texts[1:] else texts[0])
            await self.websocket.close(*self.line.ending)


def request_in(text: str) -> str:
    """The request's name in a message that is wrong otherwise, so that its sender hears of it."""
    import orjson

    with contextlib.suppress(ValueError):
        message = orjson.loads(text)
        if isinstance(message, dict) and isinstance(message.get("request"), str):
            return str(message["request"])[:64]
    return ""
