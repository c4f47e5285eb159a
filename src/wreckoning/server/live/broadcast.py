"""Sends messages to every client of a table, or to one client."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import WreckError
from wreckoning.server.encoding import dump
from wreckoning.server.live.admission import POLICY
from wreckoning.server.live.clients import Client
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.presence import Presence
from wreckoning.table import replies
from wreckoning.table.ids import ShownSeat, TableVersion
from wreckoning.table.messages import chat_json
from wreckoning.table.racing import undoable
from wreckoning.table.refusals import Forbidden, refusal

TURNED_AWAY = "turned away"  # the refusal before it says why


def turn_away(client: Client, version: TableVersion, error: WreckError) -> None:
    """Say to a client why it may not stay, and end its connection."""
    told = refusal(error)
    client.send(dump(replies.Refuses("refusal", "", version, told)))
    client.close(POLICY, TURNED_AWAY)


class Broadcaster:
    """Sends messages to the clients of this process, after the change is stored."""

    def __init__(self, presence: Presence) -> None:
        self.listeners: list[Callable[[LiveTable], None]] = []  # called when a table has changed
        self._presence = presence

    def send_change(self, live: LiveTable, with_table: bool) -> None:
        """Send every client of the table what has changed."""
        text, may_take_back = live.update(with_table), undoable(live.table)
        here = live.here_message() if with_table else None
        for client in live.clients:
            client.send(text)
            had_rights = bool(client.seats or client.host)
            if with_table:
                client.seats = tuple(live.table.seats_of(client.tokens))
                client.host = live.table.is_host(client.tokens)
                if why := live.why_banned(client):
                    turn_away(client, live.table.version, Forbidden(why))
                    continue
            self._send_own(live, client, may_take_back, had_rights)
        if with_table and live.here_message() != here:
            self.announce_presence(live)
        self.tell_listeners(live)

    def tell_listeners(self, live: LiveTable) -> None:
        """Call the listeners: players, or bots that think, may have a new question here."""
        for listener in self.listeners:
            listener(live)

    def _send_own(
        self, live: LiveTable, client: Client, may_take_back: Sequence[ShownSeat], had_rights: bool
    ) -> None:
        """Send one client what only that client may see: its seats and its questions."""
        if client.seats or client.host or had_rights:
            you = live.you(client, may_take_back)
            if you != client.last_you:
                client.last_you = you
                client.send(dump(replies.YouAre("you", you)))
        self.send_menus(live, client)

    def send_menus(self, live: LiveTable, client: Client) -> None:
        """Send a client its questions now; their chances follow once they are computed."""
        questions = live.questions(client)
        if questions != client.last_menus:
            client.last_menus, client.last_full_menus = questions, None
            client.send(dump(replies.MenusNow("menus", live.menus(client))))

    def announce_presence(self, live: LiveTable) -> None:
        """A client connected to this process, or left it: tell clients and other processes."""
        self._presence.changed(live.table.id)
        self.send_presence(live)

    def send_presence(self, live: LiveTable) -> None:
        """Send who is connected, here or through other processes."""
        text = dump(live.here_message())
        for client in live.clients:
            client.send(text)

    def send_chat(self, live: LiveTable, said: ReadOnlyJson) -> None:
        """Send a chat message. Clients recognise one they already have by its id."""
        text = dump(replies.Said("chat", chat_json(said)))
        for client in live.clients:
            client.send(text)
