"""Hints: the chance to win with each option of a question, for a player who asks.

At a practice table, where one player races against bots, or where the host allows it. Each is noted
at the table, for all to see, before it is worked out.
"""

from __future__ import annotations

from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.bots import Thinking
from wreckoning.server.live.commands import CommandRunner
from wreckoning.server.live.following import Following
from wreckoning.table import race_commands, replies
from wreckoning.table.ids import TableId
from wreckoning.table.models import HintTaken, WantHint
from wreckoning.table.next_race import take_hint
from wreckoning.table.refusals import Busy, TooMany
from wreckoning.table.table import Table, TableChange


class Hints:
    """Gives the hints of one server."""

    def __init__(self, commands: CommandRunner, following: Following, thinking: Thinking) -> None:
        self._commands, self._following, self._thinking = commands, following, thinking
        self._at_work: set[TableId] = set()
        self._turns = FairQueue("hints", at_once=len(thinking.workers), each=3, most=32)

    async def give(self, table_id: TableId, wanted: WantHint) -> replies.Hint:
        """The chance to win with each option. Raises a WreckError if there is no hint now."""
        async with self._following.newest(table_id) as live:
            table = live.table
            match = check_hint(table, wanted)
            ask = race_commands.asked(table, wanted.seat)
            assert ask is not None
            outlook, key = match.outlook(ask.by), table.ruleset.key
            lines = len(live.race_log.lines) if live.race_log else 0
        if not self._thinking.is_ready(key):
            return replies.Hint("compiling", [])
        if table_id in self._at_work:
            raise TooMany("a hint is being worked out at this table: try again in a moment")
        self._at_work.add(table_id)
        try:
            async with self._turns.turn(VISITOR.get()):
                await self._commands.change(
                    table_id, wanted.key, lambda table: note_hint(table, wanted, lines), True
                )
                weighed = await self._thinking.weigh(table_id, outlook, ask)
        finally:
            self._at_work.discard(table_id)
        if weighed is None:
            raise Busy("the hint took too long; try again")
        options = [
            replies.WeighedOption(name, chance, error)
            for name, (chance, error) in zip(ask.names, weighed, strict=True)
        ]
        return replies.Hint("done", options)


def check_hint(table: Table, wanted: WantHint) -> Match:
    """The match, if this sender may have a hint for an open question of their seat.

    Raises a WreckError if not.
    """
    table.own_seat(wanted.seat, wanted.token)
    match = table.check_running()
    if not table.is_plain:
        raise Illegal("no hints in a first race, the race of the day, and a league's race")
    if not table.allows_hints:
        raise Illegal("no hints here: several players race, and the host has not allowed them")
    ask = race_commands.asked(table, wanted.seat)
    if ask is None or ask.question != wanted.ask:
        raise race_commands.not_asked(table, wanted.seat, wanted.ask, wanted.version)
    if len(ask.options) < 2:
        raise Illegal("there is only one option")
    return match


def note_hint(table: Table, wanted: WantHint, lines: int) -> TableChange | None:
    """Note a hint behind so many lines of the log; None if this question's is noted already."""
    check_hint(table, wanted)
    return take_hint(table, HintTaken(seat=wanted.seat, number=table.number, line=lines))
