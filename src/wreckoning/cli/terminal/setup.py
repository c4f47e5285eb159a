"""The questions before a race: your name, course and vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, product

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wreckoning.cli.records import default_options, record_lines
from wreckoning.cli.seating import (
    OPPONENTS,
    default_seats,
    most_opponents,
    parse_seats,
    parse_vehicle,
    why_not,
)
from wreckoning.cli.terminal.voice import HEADING, Voice
from wreckoning.core.errors import WreckError
from wreckoning.core.protocols import Course
from wreckoning.core.ruleset import Ruleset, rulesets
from wreckoning.core.seats import check_seats
from wreckoning.core.series import Series, rules_of
from wreckoning.core.texts.names import MAX_NAME
from wreckoning.core.texts.numerals import is_digits
from wreckoning.show.typed_moves import read_number


def choose_game(voice: Voice) -> str:
    """Prompt for one of the installed games."""
    games = rulesets()
    voice.say(Text("Which game do you want to race?", style=HEADING))
    for number, game in enumerate(games, 1):
        title = Text(f" {number} {game.title}", style="bold")
        title.append(f"  {game.key}, for {game.seats[0]} to {game.seats[-1]}", style="dim")
        voice.say(title)
        voice.say(Padding(Text(game.blurb), (0, 0, 0, 3)))
    return _ask_for(voice, [game.key for game in games])


def _ask_for(voice: Voice, names: list[str]) -> str:
    while True:
        given = voice.ask("  [Enter: 1] > ").lower() or "1"
        found = _pick(given, names)
        if found:
            return found
        voice.complain(f"type 1 to {len(names)}, or the beginning of a name")


def choose_courses(voice: Voice, ruleset: Ruleset) -> list[str]:
    """Prompt for a course of the game, or for several if the game has series."""
    names = ruleset.course_names()
    voice.say(Text(f"{ruleset.title}: which course?", style=HEADING))
    options = default_options(ruleset)
    for number, name in enumerate(names, 1):
        course = ruleset.load_course(name)
        facts, blurb = ruleset.view.course_card(course)
        title = Text(f" {number} ", style="bold")
        title.append(course.title, style="bold")
        title.append(f"  {facts}", style="dim")
        voice.say(title)
        table = Table.grid()
        table.add_row(Text(blurb))
        for line in record_lines(ruleset, course, options):
            table.add_row(Text(line, style="dim"))
        voice.say(Padding(table, (0, 0, 0, 3)))
    if ruleset.series is None:
        return [_ask_for(voice, names)]
    races = ruleset.series.races
    many = f"{races[0]} to {races[-1]} races, one score"
    voice.note(f"Several, such as 1,2,3, are a {ruleset.series.title}: {many}.")
    while True:
        given = voice.ask("  [Enter: 1] > ").lower() or "1"
        found = [_pick(word.strip(), names) for word in given.split(",")]
        courses = [name for name in found if name]
        if len(courses) == len(found) and (len(found) == 1 or len(found) in races):
            return courses
        voice.complain(f"type 1 to {len(names)}, or the beginning of a name; or several")


def _pick(given: str, names: list[str]) -> str | None:
    if is_digits(given):
        number = read_number(given)
        return names[number - 1] if 1 <= number <= len(names) else None
    matches = [name for name in names if name.startswith(given.replace(" ", "_"))]
    return matches[0] if len(matches) == 1 else None


def choose_seats(
    voice: Voice,
    ruleset: Ruleset,
    course: Course,
    vehicles: Sequence[str],
    series: Series | None = None,
) -> tuple[str, Sequence[str]]:
    """Prompt for your name, your vehicle and the number of rookies against you.

    `vehicles` are those of the command line: then that is not asked. Returns the seats, and their
    vehicles.
    """
    name = _choose_name(voice, ruleset)
    if not vehicles:
        chosen = choose_vehicle(voice, ruleset, course, series)
        vehicles = (chosen,) if chosen else ()
    if len(vehicles) > 1:
        return default_seats(ruleset, name, len(vehicles) - 1), vehicles
    setup = parse_vehicle(ruleset, vehicles[0]) if vehicles else {}
    count = _choose_opponents(voice, ruleset, course, setup, series)
    return default_seats(ruleset, name, count), vehicles


def _choose_name(voice: Voice, ruleset: Ruleset) -> str:
    """Prompt for a name that no other seat has; '' for none."""
    while True:
        given = voice.ask("Your name? [Enter: You] > ")
        name = given.replace(",", " ").replace("=", " ").strip()
        try:
            seats = parse_seats(ruleset, default_seats(ruleset, name))
            check_seats(ruleset, seats)
        except WreckError as error:
            voice.complain(error.said_at("seat 1"))
            continue
        if name not in ("?", "help"):
            return name
        voice.note(f"Up to {MAX_NAME} letters, for the log.")


def _choose_opponents(
    voice: Voice,
    ruleset: Ruleset,
    course: Course,
    setup: Mapping[str, str],
    series: Series | None,
) -> int:
    """Prompt for the number of rookies against you, as far as your vehicle allows it."""
    most = most_opponents(ruleset, course, setup, series)
    least = ruleset.seats[0] - 1
    if most <= least:
        return least
    usual = min(OPPONENTS, most)
    while True:
        given = voice.ask(f"How many opponents, {least} to {most}? [Enter: {usual}] > ")
        count = usual if not given else read_number(given) if is_digits(given) else 0
        if least <= count <= most:
            return count
        voice.complain(f"type {least} to {most}")


def choose_vehicle(
    voice: Voice, ruleset: Ruleset, course: Course, series: Series | None = None
) -> str:
    """Prompt for a vehicle, as `--vehicle` takes it; '' for the default."""
    kinds = list(ruleset.setup)
    if not kinds:
        return ""
    what, usual = ruleset.view.SETUP.what, ruleset.view.SETUP.usual
    sold = rules_of(ruleset).sold if series is not None else ()
    kinds = [kind for kind in kinds if kind not in sold]  # those are bought between races
    example = _example(ruleset, course, kinds)
    voice.say(Text(f"Your {what}?", style=HEADING))
    own = ", or one of your own: its code or .toml file" if ruleset.builder else ""
    voice.note(f"list shows all of them. Type {'+'.join(kinds)}, for example {example}{own}.")
    while True:
        given = voice.ask(f"  [Enter: {usual}] > ")
        if given.lower() in ("list", "?", "help"):
            draw_cards(voice, ruleset, kinds)
            continue
        try:
            setup = parse_vehicle(ruleset, given, what)
        except WreckError as error:
            voice.complain(str(error))
            continue
        if not setup:
            return ""
        if most_opponents(ruleset, course, setup, series):
            return given
        problem = why_not(ruleset, course, setup, ruleset.seats[0], series)
        voice.complain(f"{problem}; try {example}")


def _example(ruleset: Ruleset, course: Course, kinds: Sequence[str]) -> str:
    """The first cards of these kinds that may be used together."""
    for keys in product(*(ruleset.setup[kind]() for kind in kinds)):
        if most_opponents(ruleset, course, dict(zip(kinds, keys, strict=True))):
            break
    return "+".join(keys)


def draw_cards(voice: Voice, ruleset: Ruleset, kinds: Sequence[str]) -> None:
    """Draw every card of these kinds, grouped if they have groups."""
    for kind in kinds:
        cards = ruleset.setup[kind]
        voice.say(Text(kind.title(), style="bold"))
        found = [(key, ruleset.view.setup_card(card)) for key, card in cards().items()]
        for group, members in groupby(found, lambda one: str(one[1].get("group", ""))):
            if group:
                voice.say(Text(f" {group}", style=HEADING))
            table = Table.grid(padding=(0, 2))
            table.add_column(no_wrap=True)
            table.add_column()
            for key, card in members:
                table.add_row(Text(f"  {key}"), Text(card["text"], style="dim"))
            voice.say(table)
