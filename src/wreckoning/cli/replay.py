"""`wreck replay`: tells a race from its log, as a story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.asks import Ask
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.core.match import Match
    from wreckoning.core.shown import Row
    from wreckoning.show.notes import Note

Event = Json
LAST = 10**6


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A race's log; - is standard input.")],
    first: Annotated[
        int, typer.Option("--from", min=0, show_default=False, help="Begin with this turn.")
    ] = 0,
    last: Annotated[
        int, typer.Option("--to", min=0, show_default=False, help="End with this turn.")
    ] = LAST,
    speed: Annotated[
        float, typer.Option(min=0, show_default=False, help="Lines a second; else all at once.")
    ] = 0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours, no drawings: plain lines.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """See a race again: every turn with its dice, modifiers and rules, then the podium.

    The log is played again by the rules it was played by, also by those of an earlier release,
    and refused if it was changed. A race that is not over is told as far as it goes.
    """
    from wreckoning.cli.earlier import first_part, run_by_its_rules
    from wreckoning.cli.reading import name_of, print_json
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.errors import Malformed

    if first > last:
        raise Malformed("--from", f"expected at most {last}, the turn after --to, found {first}")
    where, (written, text) = name_of(log), read_file(log)
    options = as_options(first, last, speed, step, plain, as_json)
    status = run_by_its_rules(written, text, where, "replay", options)
    if status is not None:
        raise typer.Exit(status)
    part = first_part(written)
    if part is not None and not as_json:
        run_by_its_rules(*part, where, "replay", options)
    match, turns = read(written, where)
    shown = [turn for turn in turns if first <= turn.number <= last]
    if not shown and part is not None:
        return
    if not shown:
        raise Malformed("--from", f"the log ends on turn {turns[-1].number}, found {first}")
    if as_json:
        print_json(as_document(written, match, shown))
    else:
        tell_story(Voice(plain), match, shown, Pace(speed, step), turns[-1] in shown)


@dataclass
class Turn:
    """The events of a turn, the notes between them, the standings at its first question."""

    number: int
    events: list[Event] = field(default_factory=list)
    standings: Sequence[Row] = ()
    notes: Sequence[Note] = ()


def read_file(path: str) -> tuple[LogFile, str]:
    """Read a log and its text. Raises WreckError."""
    from wreckoning.cli.reading import name_of, read_text
    from wreckoning.core.errors import Malformed
    from wreckoning.core.logs.log_file import read_log

    where, text = name_of(path), read_text(path)
    log = read_log(text, where)
    if not isinstance(log.header.get("ruleset"), str):
        raise Malformed(f"{where}: line 1", "expected a ruleset")
    return log, text


def as_options(
    first: int, last: int, speed: float, step: bool, plain: bool, as_json: bool
) -> list[str]:
    """The options of this command as given, to pass on."""
    given = [f"--from={first}"] * (first > 0) + [f"--to={last}"] * (last < LAST)
    given += [f"--speed={speed}"] * (speed > 0) + ["--step"] * step
    return given + ["--plain"] * plain + ["--json"] * as_json


def read(log: LogFile, where: str) -> tuple[Match, list[Turn]]:
    """Replay a log turn by turn. Raises WreckError."""
    from wreckoning.core.logs.log_file import replay_steps
    from wreckoning.core.ruleset import find_ruleset

    steps = replay_steps(log, find_ruleset(log.header["ruleset"]), where)
    turns = list[Turn]()
    for match in steps:
        _note_standings(match, turns)
    _sort_events(match, turns)
    return match, turns


def _note_standings(match: Match, turns: list[Turn]) -> None:
    """Record the standings of a new turn."""
    view = match.ruleset.view
    number = view.headline(match).turn
    if not turns or turns[-1].number != number:
        turns.append(Turn(number, standings=view.standings(match)))


def _sort_events(match: Match, turns: list[Turn]) -> None:
    """Sort the events by turn. A turn in which nothing was asked has no standings."""
    from wreckoning.show.notes import notes_from, notes_of

    standings = {turn.number: turn.standings for turn in turns}
    number = turns[0].number
    turns[:] = [Turn(number, standings=standings[number])]
    for event in match.events():
        begun = match.ruleset.view.new_turn(event)
        if begun and begun != turns[0].number:  # otherwise the log itself begins with this turn
            turns.append(Turn(begun, [event], standings.get(begun, ())))
        else:
            turns[-1].events.append(event)
    notes, first = notes_of(match), 0
    for turn in turns:
        count, is_last = len(turn.events), turn is turns[-1]
        turn.notes = [note for note in notes_from(notes, first) if is_last or note[0] < count]
        first += count


def as_document(log: LogFile, match: Match, turns: Sequence[Turn]) -> Json:
    """The race as JSON; `ask` is the open question of an unfinished race."""
    waits = [{"by": ask.who, "ask": ask.question} for ask in waited_for(match)]
    return {
        "header": log.header,
        "events": match.events_json(event for turn in turns for event in turn.events),
        "result": match.result(),
        "asks": waits,
    }


class Pace:
    """The pace of the story."""

    def __init__(self, speed: float, step: bool) -> None:
        self._pause = 1 / speed if speed else 0
        self._step = step

    def after_line(self) -> None:
        """Wait after a line."""
        import time

        if self._pause:
            time.sleep(self._pause)

    def after_turn(self, voice: Voice) -> None:
        """Wait for Enter, if there is a person to press it."""
        if self._step and voice.interactive:
            try:
                input("Enter goes on ")
            except EOFError:
                self._step = False


def tell_story(
    voice: Voice, match: Match, turns: Sequence[Turn], pace: Pace, to_the_end: bool
) -> None:
    """Tell the turns, and how the race ended or stands."""
    from rich.text import Text

    from wreckoning.cli.terminal.pages import draw_house_rules
    from wreckoning.cli.terminal.podium import draw_finish
    from wreckoning.cli.terminal.voice import HEADING

    ruleset, seats = match.ruleset, match.seats
    drivers = ", ".join(f"{seat.name} ({seat.player})" for seat in seats)
    voice.say(Text(f"{ruleset.title} {ruleset.version}: {match.course.title}", style=HEADING))
    voice.say(drivers)
    draw_house_rules(voice, ruleset, match.options)
    for turn in turns:
        tell_turn(voice, match, turn, pace)
        pace.after_turn(voice)
    if not to_the_end:
        return
    if match.is_over:
        draw_finish(voice, match, ())
    else:
        voice.say()
        voice.say(where_it_stands(match))


def tell_turn(voice: Voice, match: Match, turn: Turn, pace: Pace) -> None:
    """Tell a turn: its heading, the standings when orders are given, and the events."""
    from wreckoning.cli.terminal.board import draw_standings
    from wreckoning.cli.terminal.race_log import tell
    from wreckoning.show.drafts import with_phases
    from wreckoning.show.notes import with_notes

    view = match.ruleset.view
    events = range(len(turn.events))
    told = with_notes(match, turn.events, events, turn.notes, is_last=True)
    lines = list(with_phases(told))
    begins = bool(lines) and lines[0].heading
    if begins:
        tell(voice, lines[:1], "")
    if turn.standings and turn.number:
        draw_standings(voice, turn.standings, "", view.ENERGY, view.headline(match).unit)
    for line in lines[begins:]:
        tell(voice, [line], "")
        pace.after_line()


def where_it_stands(match: Match) -> str:
    """The open questions of an unfinished race, in words."""
    line = match.ruleset.view.headline(match)
    waits = " and ".join(_waiting(match))
    return f"Not over: {line.unit} {line.turn}. Waiting for {waits}."


def waited_for(match: Match) -> Sequence[Ask]:
    """The open asks of people: the bots of a group answer after them."""
    return match.person_asks() or match.asks


def _waiting(match: Match) -> Iterator[str]:
    for ask in waited_for(match):
        question = match.ruleset.view.describe_ask(match, ask).question
        yield f"{ask.who} ({question})"
