"""What everybody at a table is told, and what only one line of it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wreckoning.table.lines import Line, dump
from wreckoning.table.presence import Presence
from wreckoning.table.room import Room
from wreckoning.table.shows import chat_json


class Telling:
    """Puts messages on the lines of this process. What is told is stored already."""

    def __init__(self, presence: Presence) -> None:
        self.on_news: Callable[[Room], None] = lambda room: None  # players may be asked again
        self._presence = presence

    def tell(self, room: Room, with_table: bool) -> None:
        """Everybody at the table hears what has changed."""
        text, undoable = room.update(with_table), room.game.undoable()
        here = room.here_message() if with_table else {}
        for line in room.lines:
            line.send(text)
            was_somebody = bool(line.seats or line.host)
            if with_table:
                line.seats = tuple(room.game.seats_of(line.tokens))
                line.host = room.game.is_host(line.tokens)
            self._tell_line(room, line, undoable, was_somebody)
        if with_table and room.here_message() != here:
            self.tell_here(room)
        self.on_news(room)

    def _tell_line(
        self, room: Room, line: Line, undoable: Sequence[int], was_somebody: bool
    ) -> None:
        """What only this line is told: what is its own, and what it is asked."""
        if line.seats or line.host or was_somebody:
            you = line.seats, line.host, room.undo_of(line, undoable)
            if you != line.told_you:
                line.told_you = you
                line.send(dump(room.you(line, undoable)))
        self.tell_menus(room, line)

    def tell_menus(self, room: Room, line: Line) -> None:
        """The questions of this line at once; their chances come when they are worked out."""
        questions = room.questions(line)
        if questions != line.told_menus:
            line.told_menus, line.told_complete = questions, None
            line.send(dump({"type": "menus", "menus": room.menus(line)}))

    def tell_here(self, room: Room) -> None:
        """People came to this process, or went."""
        self._presence.changed(room.game.id)
        self.tell_who_is_here(room)

    def tell_who_is_here(self, room: Room) -> None:
        """People came or went, here or elsewhere."""
        text = dump(room.here_message())
        for line in room.lines:
            line.send(text)

    def tell_chat(self, room: Room, said: dict[str, Any]) -> None:
        """Something was said. Who has it already knows it by its id."""
        text = dump({"type": "chat", "chat": chat_json(said)})
        for line in room.lines:
            line.send(text)
