"""A turn of a table's race as a post for a forum or a chat, and its picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import ABSENT_NAME
from wreckoning.core.texts.wording import listed
from wreckoning.show.picture import board_text, card
from wreckoning.show.reports import (
    MARKUPS,
    AskedNext,
    Limit,
    ReportedTurn,
    asked_next,
    may_follow,
    messages,
    report_turn,
)
from wreckoning.table.deadlines import utc_words
from wreckoning.table.replies import Markup, TurnPost
from wreckoning.table.table import RUNNING, Table


def turn_now(table: Table) -> int:
    """The turn in which a race is, or was at its end; 0 before the start."""
    if table.ended is not None:
        return int(table.ended.board["headline"]["turn"])
    return 0 if table.match is None else table.ruleset.view.headline(table.match).turn


def complete_turn(table: Table) -> int:
    """The last turn that is complete; of a race that is over its last one."""
    return turn_now(table) - (table.state == RUNNING)


def report_of(table: Table, turn: int | None = None) -> ReportedTurn:
    """Report a turn, the last complete one if none is given. The table must not change meanwhile.

    The questions after the present turn and the last complete one are those of now, with their
    deadlines. Raises Illegal or Malformed. It takes some tenths of a second: call it in a thread.
    """
    if table.is_sealed:
        raise Illegal("others still race with these dice: turns are posted when the day is over")
    if table.ended is not None:
        raise Illegal("this race ended under earlier rules: its turns cannot be posted")
    told = report_turn(table.check_begun(), turn, complete=True)
    if told.report.number < complete_turn(table):
        return told
    waiting = _asked_now(table)
    following = may_follow(told.end, waiting)
    report = replace(
        told.report, waiting=waiting, following=following, away=tuple(_away_now(table))
    )
    return replace(told, report=report)


def _asked_now(table: Table) -> tuple[AskedNext, ...]:
    """The open questions that wait for a person, with their deadlines."""
    match = table.match
    if match is None or table.state != RUNNING:
        return ()
    found = []
    for ask in table.waiting():
        due = table.deadlines.due(ask.who)
        limit = None if due is None else Limit(due, utc_words(due))
        found.append(asked_next(match, ask, limit))
    return tuple(found)


def _away_now(table: Table) -> Iterator[str]:
    """Who is away or has missed a deadline, and who drives for them."""
    late = [seat.name for seat in table.settings.seats if seat.driver == ABSENT_NAME]
    if late:
        rule = "the game's rule for absent players answers until they are back"
        yield f"{listed(late)} did not answer in time: {rule}."
    for one in table.deadlines.holidays:
        yield f"{one.who} is on holiday from {one.first} to {one.last}."


def with_links(told: ReportedTurn, base: str, table: Table) -> ReportedTurn:
    """The same report with the addresses of its picture and of the table."""
    turn = told.report.number
    report = replace(
        told.report,
        picture=f"{base}api/tables/{table.id}/board.png?turn={turn}",
        alt=board_text(told.end, turn),
        link=f"{base}table/{table.id}" if told.report.waiting else "",
        rules=f"{base}rules/{table.ruleset.key}",
    )
    return replace(told, report=report)


def turn_svg(told: ReportedTurn) -> str:
    """The board at the end of a turn, in the shape that chats show."""
    view = told.end.ruleset.view
    return card(
        view.ground(told.end.course),
        view.things(told.end),
        board_text(told.end, told.report.number),
    )


def turn_post(table: Table, base: str, turn: int | None, markup: Markup) -> TurnPost:
    """A turn as a post to paste. Call it in a thread."""
    told = with_links(report_of(table, turn), base, table)
    report = told.report
    text = MARKUPS[markup](report)
    return TurnPost(
        unit=report.unit,
        turn=report.number,
        first=told.first,
        last=told.last,
        messages=messages(text) if markup == "discord" else [text],
        picture=report.picture,
        alt=report.alt,
    )
