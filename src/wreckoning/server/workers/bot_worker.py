"""The code of a process that thinks for bots."""

from __future__ import annotations

import contextlib
import importlib
import zlib
from collections import OrderedDict
from dataclasses import dataclass

from wreckoning.bots.playing import Bots, reason
from wreckoning.bots.search.program import program
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.workers.workers import begin_background, give_way
from wreckoning.table.ids import TableId

KEPT = 32  # tables whose bots are remembered, with the time used of their turns
MEMORY = 4 << 30  # bytes of address space: the compiled search of all games takes half of it


@dataclass(frozen=True)
class ThoughtTask:
    """A question to a bot, in a form for another process."""

    table: TableId
    bot: str
    outlook: SeatOutlook
    seconds: float  # for a turn
    gives_way: bool  # think only while nothing else wants to run


@dataclass(frozen=True)
class BotAnswer:
    """A bot's decision; if it loses its turn, `why`."""

    option: int | None
    why: str = ""


_BOTS: OrderedDict[str, Bots] = OrderedDict()


def begin_thinking() -> None:
    """Set up a thinking process: low priority, limited memory."""
    begin_background()
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        resource = importlib.import_module("resource")  # not on Windows
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def think(task: ThoughtTask) -> BotAnswer:
    """Decide the first question of the outlook."""
    if task.gives_way:
        give_way()
    bots = _BOTS.get(task.table)
    if bots is None:
        bots = _BOTS[task.table] = Bots(
            find_ruleset(task.outlook.ruleset), zlib.crc32(task.table.encode())
        )
        while len(_BOTS) > KEPT:
            _BOTS.popitem(last=False)
    _BOTS.move_to_end(task.table)
    bots.seconds = task.seconds
    try:
        option = bots.think(task.bot, task.outlook)
    except BaseException as error:  # it cannot be made; SystemExit would end the server
        return BotAnswer(None, reason(error))
    return BotAnswer(None if bots.why else option, bots.why)


def load_search(ruleset: str) -> None:
    """Load a game's search from the cache, before the first question comes."""
    _ = program(find_ruleset(ruleset)).kernel
