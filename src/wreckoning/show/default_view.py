"""The view of a ruleset without one of its own, made from its declarations.

It shows events in their declared words, and questions and options by their names. The standings
show the tallies, and on the board the leader stands furthest to the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wreckoning.core.asks import Ask
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.events import Event, Roll, in_words
from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.protocols import Course
from wreckoning.core.shown import (
    DIE,
    Finisher,
    Gauge,
    Ground,
    Headline,
    Label,
    LogLine,
    Option,
    Part,
    Piece,
    Preview,
    Prompt,
    Row,
    Setup,
    Shape,
    Stretch,
    Symbol,
)
from wreckoning.show.drafts import phase_name
from wreckoning.show.words import show_roll

WIDTH, HEIGHT = 120.0, 60.0
MARGIN = 12.0
PAWN = Symbol("pawn", (Shape("M -3 -2 L 2 -2 L 4 0 L 2 2 L -3 2 Z", "seat"),))

ANEW: tuple[type[Event], ...] = ()
ENERGY = ""
LEGEND = ("Who leads stands furthest to the right.",)
SETUP = Setup("choice", "the usual one")


# --- the log


def new_turn(_event: object) -> int:
    """Always 0: turns are not known."""
    return 0


def log_lines(match: Match, events: Sequence[Any], part: range | None = None) -> list[LogLine]:
    """A line for every event, in its declared words."""
    lines, phase = list[LogLine](), ""
    part = part or range(len(events))
    for at, event in enumerate(events[: part.stop]):
        if event.opens is not None:
            phase = phase_name(match, event.opens)
        if at in part:
            lines.append(replace(_line(match, event), phase=phase))
    return lines


def _line(match: Match, event: Event | Roll[Any, Any]) -> LogLine:
    names = match.names
    if isinstance(event, Roll):
        lead = Part(f"{names[event.who]} rolled for {event.question.words}: ")
        die = Part(show_roll(event, str(event.natural)), DIE, face=event.natural)
        return LogLine((lead, die), (names[event.who],), (event.rule,))
    who = getattr(event, "who", None)
    said = in_words(event, names, match.course)
    return LogLine((Part(said),), () if who is None else (names[who],), (event.rule,))


# --- questions and options


def describe_ask(match: Match, ask: Ask) -> Prompt:
    """The question in its declared words."""
    question = match.ruleset.words.questions[ask.question.upper()]
    return Prompt(question.words, (), ask.rule, len(ask.options) if ask.is_dice else 0)


def describe_option(_match: Match, ask: Ask, index: int) -> Option:
    """An option by its name."""
    name = ask.names[index]
    return Option(name, name.replace("_", " ").capitalize(), "", rules=(ask.rule,))


label_option = describe_option


def preview(_match: Match, _ask: Ask, _index: int) -> Preview:
    """Empty: the effect of an option is not known."""
    return Preview()


# --- the board


def ground(course: Course) -> Ground:
    """A field with the course's name above it."""
    field = Shape(f"M 0 0 H {WIDTH} V {HEIGHT} H 0 Z", "road")
    name = Label(WIDTH / 2, 4, course.title, 4)
    return Ground(WIDTH, HEIGHT, (field,), (name,), (PAWN,))


def things(match: Match) -> list[Piece]:
    """A pawn for every seat, in a lane of its own."""
    pieces, lanes = [], len(match.seats)
    lane = (HEIGHT - MARGIN) / lanes
    for row in standings(match):
        ahead = (lanes - row.place + 1) / lanes
        x, y = MARGIN + (WIDTH - 2 * MARGIN) * ahead, MARGIN + lane * (row.seat + 0.5) - 4
        about = ", ".join(f"{gauge.name} {gauge.value}" for gauge in row.gauges)
        piece = Piece(f"seat {row.seat}", PAWN.name, x, y, seat=row.seat, text=row.name)
        piece.about = f"{row.name}: {about}"
        pieces.append(piece)
    return pieces


def headline(match: Match) -> Headline:
    """The course and the round."""
    length = match.ruleset.tallies.length(match.race)
    return Headline(match.course.title, length, 1, 1, (), "round")


def track(_match: Match) -> list[Stretch]:
    """Empty: the course has no parts."""
    return []


def strip(_match: Match, _seat: int, _width: int = 100) -> tuple[str, ...]:
    """Empty: nothing is drawn above a question."""
    return ()


def standings(match: Match) -> list[Row]:
    """Every driver with the tallies, the leader first."""
    rows = [_row(match, seat) for seat in seat_range(len(match.seats))]
    return sorted(rows, key=lambda row: (row.place, row.seat))


def _row(match: Match, seat: SeatIndex) -> Row:
    sits = match.seats[seat]
    return Row(
        seat=seat,
        name=sits.name,
        player=sits.player,
        place=_place(match, seat),
        lap=0,
        stretch=0,
        where="",
        carried=(),
        statuses=(),
        stance="",
        note="",
        finished=0,
        vehicle=setup_words(sits.setup),
        gauges=tuple(Gauge(name, value, 0) for name, value in _counted(match, seat)),
    )


def _place(match: Match, seat: SeatIndex) -> int:
    """The place by the ruleset; if it cannot tell yet, by the first tally, the most first."""
    tallies, race = match.ruleset.tallies, match.race
    if match.is_over:
        return tallies.place(race, seat)
    if tallies.rank is not None:
        return tallies.rank(race, seat)
    first = [tallies.count(race, each, 0) for each in seat_range(len(match.seats))]
    return 1 + sum(other > first[seat] for other in first)


def _counted(match: Match, seat: SeatIndex) -> list[tuple[str, int]]:
    tallies = match.ruleset.tallies
    counts = [tallies.count(match.race, seat, index) for index in range(len(tallies.names))]
    scaled = zip(tallies.names, counts, tallies.scales, strict=True)
    return [(name, value // scale) for name, value, scale in scaled]


def podium(match: Match) -> list[Finisher]:
    """The finished race: all drivers by place, with the tallies."""
    tallies, race = match.ruleset.tallies, match.race
    length = tallies.length(race)
    found = [
        Finisher(seat, sits.name, sits.player, place, length, 0, (), tuple(_counted(match, seat)))
        for seat, sits in by_seat(match.seats)
        for place in (tallies.place(race, seat),)
    ]
    return sorted(found, key=lambda finisher: finisher.place)


# --- courses, records and seats


def course_card(course: Course) -> tuple[str, str]:
    """The course's blurb."""
    return "", course.blurb


def course_map(course: Course) -> list[str]:
    """The course's name."""
    return [course.title]


def course_features(_course: Course) -> dict[str, int]:
    """Empty: nothing is counted."""
    return {}


def course_warnings(_course: Course) -> list[str]:
    """Empty: mistakes in a course are not known."""
    return []


def update_records(_match: Match, _kept: ReadOnlyJson, _race: str) -> tuple[Json, list[str]]:
    """Keep no records."""
    return {}, []


def record_lines(_kept: ReadOnlyJson) -> list[str]:
    """Empty: no records are kept."""
    return []


def setup_card(card: object) -> dict[str, str]:
    """A card's title and text, if it has them."""
    name = str(getattr(card, "name", card)).replace("_", " ").capitalize()
    text = str(getattr(card, "text", ""))
    return {"title": str(getattr(card, "title", name)), "text": text, "rule": ""}


def setup_words(setup: Mapping[str, str]) -> str:
    """The choices by name, one after another."""
    return " + ".join(value.replace("_", " ") for value in setup.values())
