"""The WebSocket of a table: a browser sends a hello and commands, and receives changes.

Messages queued together are sent as one: a list, if there is more than one. After the hello, each
list begins with the server's time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from wreckoning.core.errors import WreckError
from wreckoning.server.encoding import dump
from wreckoning.server.http.routes.common import Serving
from wreckoning.server.limits import Buckets, address_key
from wreckoning.server.live.admission import POLICY
from wreckoning.server.live.broadcast import turn_away
from wreckoning.server.live.clients import Client
from wreckoning.server.live.commands import decode
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.logbook import failed
from wreckoning.server.metrics import METRICS
from wreckoning.table import models, replies
from wreckoning.table.identity import is_device_token
from wreckoning.table.ids import FIRST, TableId
from wreckoning.table.racing import undoable
from wreckoning.table.refusals import Forbidden, refusal

router = APIRouter()
TOO_LARGE, FAILED = 1009, 1011


@router.websocket("/api/tables/{table_id}/live")
async def live(websocket: WebSocket, table_id: TableId) -> None:
    """Serve one browser at one table until it disconnects."""
    serving: Serving = websocket.app.state.serving
    await websocket.accept()
    client = Client(address=address_key(websocket.client.host if websocket.client else ""))
    serving.admission.arrive(client)
    METRICS.lines.inc()
    try:
        await LiveConnection(websocket, table_id, client, serving).run()
    except Exception as error:
        failed(error, "websocket")
        with contextlib.suppress(RuntimeError):
            await websocket.close(FAILED)
    finally:
        METRICS.lines.dec()
        serving.admission.leave(client)


def describe(message: models.Message) -> replies.Push:  # type: ignore[empty-body]
    """The WebSocket `/api/tables/{table_id}/live`: the messages in both directions.

    The browser first sends a hello (and again whenever its tokens change), then commands. The
    server sends one message or a list of them. It answers a command with a `reply` or a `refusal`
    of the same `request`. After the hello, each list begins with the server's `time`.
    """


class LiveConnection:
    """Reads and writes one client's WebSocket."""

    def __init__(
        self, websocket: WebSocket, table_id: TableId, client: Client, serving: Serving
    ) -> None:
        self.websocket, self.table_id, self.client, self.serving = (
            websocket,
            table_id,
            client,
            serving,
        )
        self.live: LiveTable | None = None
        self.commands = Buckets(serving.limits.commands, "commands")

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        sender = asyncio.create_task(self._send())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender
            live, self.live = self.live, None  # so that a closed client keeps no table in memory
            if live is not None:
                live.drop([self.client])
                self.serving.tables.broadcaster.announce_presence(live)

    async def _listen(self) -> None:
        within = self.serving.limits.hello_seconds
        until = asyncio.get_running_loop().time() + within
        while True:
            try:
                async with asyncio.timeout_at(None if self.live else until):
                    text = await self._receive()
            except TimeoutError:
                await self.websocket.close(POLICY, f"expected a hello within {within:g} s")
                return
            if len(text) > self.serving.limits.message:
                await self.websocket.close(TOO_LARGE, "message too large")
                return
            try:
                message = decode(text)
            except WreckError as error:
                self._refuse(request_in(text), error)
                continue
            if isinstance(message, models.Hello):
                await self._hello(message)
            else:
                await self._run_command(message)

    async def _receive(self) -> str:
        """Wait for the next message. A binary one reads as empty, and is refused."""
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    async def _hello(self, hello: models.Hello) -> None:
        tables, profiles = self.serving.tables, self.serving.profiles
        try:
            self.commands.take("")
            self.client.device = next(filter(is_device_token, hello.tokens), "")
            hello = hello.model_copy(update={"tokens": await profiles.proofs(hello.tokens)})
            await tables.live_tables.get(self.table_id)
            said = await tables.live_tables.chat_messages(self.table_id)
            async with tables.following.newest(self.table_id) as live:
                self._welcome(live, hello, said)
        except WreckError as error:
            if isinstance(error, Forbidden):
                turn_away(self.client, FIRST, error)
            else:
                self._refuse("", error)
                self.client.close()

    def _welcome(self, live: LiveTable, hello: models.Hello, said: list[replies.ChatLine]) -> None:
        broadcaster, client, first = self.serving.tables.broadcaster, self.client, self.live is None
        client.tokens = tuple(hello.tokens)
        client.seats = tuple(live.table.seats_of(hello.tokens))
        client.host = live.table.is_host(hello.tokens)
        if why := live.why_banned(client):
            raise Forbidden(why)
        self.serving.admission.admit(client, live.clients)
        if first:
            self.live, client.table = live, self.table_id
            live.clients.add(client)
            missed = live.since(hello.seen) if hello.seen is not None else None
            for text in missed if missed is not None else [dump(live.state(said))]:
                client.send(text)
            for chat in (
                said if missed is not None else ()
            ):  # clients recognise messages they already have by their ids
                client.send(dump(replies.Said("chat", chat)))
        came_back = (
            hello.seen is not None or not first
        )  # and may show questions that are closed now
        client.last_you, client.last_menus = None, () if came_back else None
        you = live.you(client, undoable(live.table))
        client.send(dump(replies.YouAre("you", you)))
        broadcaster.send_menus(live, client)
        broadcaster.announce_presence(live)
        broadcaster.tell_listeners(live)

    async def _run_command(self, command: models.Command) -> None:
        began = time.perf_counter()
        tables = self.serving.tables
        try:
            self.commands.take("")
            self.serving.count_talk(command)
            command = await self.serving.proved(command)
            version, result = await tables.do(self.table_id, command, self.client.address)
        except WreckError as error:
            self._refuse(command.request, error)
            return
        METRICS.doing.observe(time.perf_counter() - began)
        reply = replies.Reply("reply", command.request, version, result)
        self.client.send(dump(reply))

    def _refuse(self, request: str, error: WreckError) -> None:
        told = refusal(error)
        METRICS.refusals.labels(told.kind).inc()
        version = self.live.table.version if self.live else FIRST
        self.client.send(dump(replies.Refuses("refusal", request, version, told)))

    async def _send(self) -> None:
        """Send queued messages until the client is closed or its browser is gone."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while texts := await self.client.next():
                if self.live:
                    now = replies.TimeNow("time", self.serving.tables.clock())
                    texts.insert(0, dump(now))
                await self.websocket.send_text(f"[{','.join(texts)}]" if texts[1:] else texts[0])
            await self.websocket.close(*self.client.ending)


def request_in(text: str) -> str:
    """Return the request id in an otherwise malformed message, so that its sender gets a reply."""
    import orjson

    with contextlib.suppress(ValueError):
        message = orjson.loads(text)
        if isinstance(message, dict) and isinstance(message.get("request"), str):
            return str(message["request"])[:64]
    return ""
