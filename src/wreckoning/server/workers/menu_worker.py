"""The code of the process that computes chances. It imports little, so it starts fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from wreckoning.core.asks import Answer, Entry
from wreckoning.core.logs import snapshot
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.table.house_files import ruleset_with
from wreckoning.table.ids import ShownSeat
from wreckoning.table.messages import menu_of


@dataclass(frozen=True)
class ChanceTask:
    """A race with open questions, in a form for another process."""

    ruleset: str
    course: bytes  # its document, as JSON
    seats: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    options: tuple[tuple[str, str], ...]
    data: bytes  # what a house file changes, as JSON
    race: bytes
    before: int  # entries up to the checkpoint
    since: tuple[Entry, ...]
    number: int  # of the moment


@lru_cache(maxsize=64)
def _blank(
    ruleset: str,
    course: bytes,
    seats: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...],
    options: tuple[tuple[str, str], ...],
    data: bytes,
) -> Match:
    rules = ruleset_with(ruleset, orjson.loads(data))
    sitting = [Seat(name, player, dict(setup)) for name, player, setup in seats]
    loaded = rules.load_course(orjson.loads(course))
    return Match(rules, loaded, sitting, dict(options), automatic=False)


def get_ready(ruleset: str) -> None:
    """Load this game's rules before the first question comes."""
    find_ruleset(ruleset)


def work_out(task: ChanceTask) -> list[tuple[ShownSeat, bytes]]:
    """Each question's seat and its menu as JSON."""
    match = _blank(task.ruleset, task.course, task.seats, task.options, task.data).fork()
    nothing = Answer("", "", "")
    snapshot.restore(match, task.race, [nothing] * task.before + list(task.since))
    prompt = match.ruleset.view.describe_ask
    menus = []
    for ask in match.person_asks():
        if not ask.is_dice:
            menu = menu_of(match, ask, prompt(match, ask), task.number, True)
            menus.append((menu.seat, orjson.dumps(menu)))
    return menus


def task_of(match: Match, number: int) -> ChanceTask:
    """The task for another process."""
    seats: list[Any] = [(s.name, s.player, tuple(s.setup.items())) for s in match.seats]
    return ChanceTask(
        match.ruleset.key,
        orjson.dumps(match.course.document),
        tuple(seats),
        tuple(match.options.items()),
        orjson.dumps(dict(match.ruleset.changes)),
        snapshot.take(match, with_story=False),
        match.checkpoint.entries,
        _since(match),
        number,
    )


def _since(match: Match) -> tuple[Entry, ...]:
    """The answers since the checkpoint, without those to an incomplete group."""
    return tuple(match.settled_entries()[match.checkpoint.entries :])
