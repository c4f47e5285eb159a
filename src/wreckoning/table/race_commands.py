"""The commands in a race: answer, take back, let a bot drive, correct, give up.

Permission was checked before (`commands.authorise`).
"""

from __future__ import annotations

from typing import Literal

from wreckoning.core.asks import DICE_NAME, REFEREE_NAME, Answer, Ask, Correction
from wreckoning.core.called import CalledCheck
from wreckoning.core.errors import Illegal, NotYourTurn, Over, WreckError
from wreckoning.core.ids import as_seat
from wreckoning.core.logs.entries import read_reason
from wreckoning.core.records import SEAT, Field
from wreckoning.core.ruleset import ABSENT_NAME, PERSON_NAME
from wreckoning.show.corrections import (
    ADDED,
    ROLL,
    fields_for_people,
    for_people,
    next_roll,
    subjects,
)
from wreckoning.show.standing_answers import count_fixed, count_shown
from wreckoning.table import models, replies
from wreckoning.table.ids import DICE_SEAT, REFEREE_SEAT, ShownSeat, TableVersion, shown_seat
from wreckoning.table.lessons import check_answer
from wreckoning.table.moderation import host_name
from wreckoning.table.orders import let_rest
from wreckoning.table.racing import RacingTable, racing
from wreckoning.table.refusals import Stale
from wreckoning.table.replies import Result
from wreckoning.table.table import ABANDONED, FINISHED, Outcome, Table, check_bot


def answer(table: Table, command: models.GiveAnswer) -> Outcome:
    """Answer for a seat, for the dice, or as the referee."""
    race = racing(table)
    ask = asked(table, command.seat)
    if ask is None or ask.question != command.ask:
        raise not_asked(table, command.seat, command.ask, command.version)
    if command.version < table.posed.get(ask.who, 0):
        raise Stale(f"{ask.who}'s question has changed since; here is how things stand now")
    check_answer(table, ask, command.answer)
    race.match.answer(command.answer, ask.who, ask.question)
    if ask.by >= 0 and table.seat(ask.by).driver == ABSENT_NAME:
        race.set_driver(table.seat(ask.by), PERSON_NAME)
    if ask.by >= 0:
        let_rest(table.seat(ask.by), False)
    race.drive()
    return ask.who, Result()


def _who(table: Table, seat: ShownSeat) -> str:
    """The name under which this seat answers."""
    if seat == DICE_SEAT:
        return DICE_NAME
    return REFEREE_NAME if seat == REFEREE_SEAT else table.seat(seat).name


def asked(table: Table, seat: ShownSeat) -> Ask | None:
    """The open question that this seat answers."""
    return next((ask for ask in table.waiting() if shown_seat(ask) == seat), None)


def not_asked(table: Table, seat: ShownSeat, question: str, version: TableVersion) -> WreckError:
    """Why this seat cannot answer this question, for a client that saw this version."""
    who = _who(table, seat)
    if version < table.version:
        return Stale(f"{who} is not asked {question[:40]!r} any more; here is what is")
    others = ", ".join(f"{ask.who} ({ask.question})" for ask in table.waiting())
    return NotYourTurn(f"{who} is not asked {question[:40]!r} now; asked: {others}")


def undo(table: Table, command: models.Undo) -> Outcome:
    """Take back: never another's decision, never across another's answer, a reveal or a roll."""
    race = racing(table)
    match, who, undoable = race.match, _who(table, command.seat), race.undoable()
    seen = command.version >= (
        table.acted.get(who, 0) if command.seat in undoable else table.version
    )
    if not seen:
        raise Stale("something has happened since; here is how things stand now")
    if command.seat not in undoable:
        raise Illegal(f"{who} has nothing to undo: undo never crosses a roll or another's answer")
    if command.seat == REFEREE_SEAT:
        _undo_referees(race)
    elif who in match.answered():
        match.retract(who)
    elif command.seat == DICE_SEAT:
        at = race.last_die()
        assert at is not None
        match.rewind(at)
    else:
        match.rewind(len(match.entries) - 1)
    if command.seat >= 0:
        let_rest(table.seat(command.seat), True)
    return who, Result()


def _undo_referees(race: RacingTable) -> None:
    """Take back what the referee did last, with what orders answered since. The log says so."""
    match, at = race.match, race.referees_last()
    assert at is not None
    first, *later = match.entries[at:]
    fixed = count_shown(match, match.settled_entries()[at + 1 :])
    match.rewind(at)
    if isinstance(first, Correction):
        since = [one.who for one in later[fixed:] if isinstance(one, Answer)]
        match.play_entry(Correction({}, taken_back=(REFEREE_NAME, *dict.fromkeys(since))))
    match.give_again(later[:fixed])
    race.drive()


def hand_over(table: Table, command: models.HandOver) -> Outcome:
    """Let a bot drive: your own seat, or as the host any seat, whose player may take it back."""
    race, seat = racing(table), table.seat(command.seat)
    if seat.player != PERSON_NAME:
        raise Illegal(f"{seat.name} is driven by a bot already")
    if table.settings.lesson:
        raise Illegal("no bot drives your first race; leave it whenever you like")
    if table.settings.day:
        raise Illegal("you drive the race of the day yourself; it waits for you until the day ends")
    check_bot(table.ruleset, command.player)
    race.set_driver(seat, command.player)
    race.drive()
    return seat.name, Result()


def take_back(table: Table, command: models.TakeBack) -> Outcome:
    """Drive again instead of the bot."""
    race, seat = racing(table), table.seat(command.seat)
    if seat.driver == PERSON_NAME:
        raise Illegal(f"{seat.name} is driving already")
    race.set_driver(seat, PERSON_NAME)
    race.drive()
    return seat.name, Result()


def race_on(table: Table, _: models.RaceOn) -> Outcome:
    """Let the bots race on, where the race waits for a player."""
    race = racing(table)
    if not table.is_held:
        raise Illegal("the race does not wait: players drive, or the bots race on already")
    race.race_on()
    return "host", Result()


def driver_fields(table: Table) -> replies.DriverFields:
    """What the referee can correct of a driver, and how it stands before the open slot."""
    match = table.check_running()
    position = match.checkpoint_position()
    return replies.DriverFields(
        taken_back=_taken_back(table),
        barred=_why_not_taken_back(table),
        fields=[_field_form(part, field) for part, field in fields_for_people(match.ruleset)],
        next_roll=_next_roll_form(table),
        subjects=[
            replies.RefereeSubject(one.driver, one.name, one.part, one.key, one.record(position))
            for one in subjects(match)
        ],
    )


def _next_roll_form(table: Table) -> replies.NextRoll | None:
    known = next_roll(table.ruleset)
    if known is None:
        return None
    return replies.NextRoll(
        part=known.part,
        roll=ROLL,
        added=ADDED,
        kinds=[replies.RollKind(name, words) for name, words in known.kinds.items()],
        low=known.between.low,
        high=known.between.high,
    )


def _field_form(part: str, field: Field) -> replies.DriverField:
    kind: Literal["number", "yes or no", "driver", "choice"] = "number"
    if field.enum:
        kind = "choice"
    elif field.flag:
        kind = "yes or no"
    elif SEAT in field.markers:
        kind = "driver"
    choices = [member.name.lower() for member in field.enum] if field.enum else []
    return replies.DriverField(
        part=part,
        name=field.name,
        kind=kind,
        several=field.length > 0,
        choices=choices,
        low=field.between.low if field.between else None,
        high=field.between.high if field.between else None,
    )


def correct(table: Table, command: models.Correct) -> Outcome:
    """Let the host, as referee, lay a partial position over the race."""
    race = _check_referee(table)
    match = race.match
    _check_corrects(table, command.version, not command.changes)
    again = [as_seat(match.names.index(who)) for who in _taken_back(table)]
    reason = read_reason(command.reason, "reason")
    try:
        match.correct(command.changes, reason, take_back=True, stay=count_fixed(match))
    except WreckError as error:
        raise for_people(error, match) from None
    if not command.changes:
        for seat in again:
            let_rest(table.seat(seat), True)
    race.drive()
    return REFEREE_NAME, Result()


def call(table: Table, command: models.Call) -> Outcome:
    """Let the host, as referee, have a driver roll a check."""
    race = _check_referee(table)
    _check_corrects(table, command.version)
    who = table.seat(command.seat).name
    numbers = command.target, command.sides, command.modifier, command.rolled
    check = CalledCheck(who, *numbers)
    reason = read_reason(command.reason, "reason")
    race.match.call(check, reason, take_back=True, stay=count_fixed(race.match))
    race.drive()
    return REFEREE_NAME, Result()


def _check_corrects(table: Table, version: TableVersion, only: bool = False) -> None:
    """Raise Stale or Illegal unless the race can be corrected now. `only`: nothing is changed."""
    if version < table.version:
        raise Stale("something has happened since; here is how things stand now")
    if problem := _why_not_taken_back(table, only):
        raise Illegal(problem)


def _taken_back(table: Table) -> list[str]:
    """The drivers who answered since the last checkpoint: a correction has them asked again."""
    race = RacingTable(table, table.check_begun())
    match = race.match
    since = match.entries_since_checkpoint()[count_fixed(match) :]
    first = len(match.entries) - len(since)
    found = dict.fromkeys(
        entry.who
        for at, entry in enumerate(since, first)
        if isinstance(entry, Answer) and entry.who in match.names and race.is_persons(at, entry.who)
    )
    return list(found)


def _why_not_taken_back(table: Table, only: bool = False) -> str:
    """Why the referee cannot take back the answers since the last checkpoint; '' if they can.

    No die is given a second time, and no player who saw what others chose chooses again. `only`:
    nothing is changed, so that orders, which would answer the same, rest instead.
    """
    race = RacingTable(table, table.check_begun())
    match = race.match
    since = match.entries_since_checkpoint()
    first, later = len(match.entries) - len(since), "correct it at a question before the next roll"
    is_fixed = only and count_fixed(match) > 0
    for at, entry in enumerate(since, first):
        if not isinstance(entry, Answer):
            continue
        if entry.who == DICE_NAME:
            return f"a die has been rolled since, and none is taken back: {later}"
        is_revealed = at < match.settled and entry.alone is False
        if is_fixed or (is_revealed and race.is_persons(at, entry.who) and entry.ahead < 0):
            return f"the answers of several drivers are revealed, and none is given twice: {later}"
    return ""


def skip(table: Table, command: models.SkipSeat) -> Outcome:
    """Let the host, as referee, skip a seat's open question, or its turn."""
    race = _check_referee(table)
    ask = asked(table, ShownSeat(command.seat))
    if ask is None or command.version < table.posed.get(ask.who, 0):
        who = table.seat(command.seat).name
        raise Stale(f"{who} is not asked that any more; here is how things stand now")
    race.match.skip(ask.who, read_reason(command.reason, "reason"), command.turn)
    race.drive()
    return REFEREE_NAME, Result()


def _check_referee(table: Table) -> RacingTable:
    """The racing table, if the host may act as its referee now. Raises Over or Illegal."""
    race = racing(table)
    if table.settings.options.get(REFEREE_NAME) != "on":
        raise Illegal("this table has no referee: the house rule `referee` makes the host one")
    return race


def abandon(table: Table, _: models.Abandon) -> Outcome:
    """Let the host give up the race for good; the dice's secret is shown."""
    if table.state in (FINISHED, ABANDONED):
        raise Over(f"the race is {table.state} already")
    table.state = ABANDONED
    table.settings.ended_by = host_name(table)
    return "host", Result()
