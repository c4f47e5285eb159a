"""Before the race: who you are, where you drive, and in what."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wreckoning.cli.records import default_options, record_lines
from wreckoning.cli.terminal.commands import read_number
from wreckoning.cli.terminal.seating import default_seats, parse_seats, parse_vehicle
from wreckoning.cli.terminal.voice import HEADING, Voice
from wreckoning.core.errors import WreckError
from wreckoning.core.ruleset import Ruleset, Seat, rulesets


def choose_game(voice: Voice) -> str:
    """A game, from all that are installed."""
    games = rulesets()
    voice.say(Text("What shall be raced?", style=HEADING))
    for number, game in enumerate(games, 1):
        title = Text(f" {number} {game.title}", style="bold")
        title.append(f"  {game.key}, for {game.seats[0]} to {game.seats[-1]}", style="dim")
        voice.say(title)
        voice.say(Padding(Text(game.blurb), (0, 0, 0, 3)))
    return _ask_for(voice, [game.key for game in games])


def _ask_for(voice: Voice, names: list[str]) -> str:
    while True:
        given = voice.read("  [Enter: 1] > ").lower() or "1"
        found = _pick(given, names)
        if found:
            return found
        voice.complain(f"type 1 to {len(names)}, or the beginning of a name")


def choose_course(voice: Voice, ruleset: Ruleset) -> str:
    """A course, from all that come with the game."""
    names = ruleset.course_names()
    voice.say(Text(f"{ruleset.title}: where shall it be?", style=HEADING))
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
    return _ask_for(voice, names)


def _pick(given: str, names: list[str]) -> str | None:
    if given.isdecimal():
        number = read_number(given)
        return names[number - 1] if 1 <= number <= len(names) else None
    matches = [name for name in names if name.startswith(given.replace(" ", "_"))]
    return matches[0] if len(matches) == 1 else None


def choose_seats(voice: Voice, ruleset: Ruleset, vehicle: str | None) -> str:
    """Your name and what you drive; everybody else is a rookie."""
    while True:
        name = voice.read("Your name? [Enter: You] > ").replace(",", " ").replace("=", " ").strip()
        text = default_seats(ruleset, name)
        try:
            names = [seat.name for seat in parse_seats(ruleset, text)]
            if (
                name != "?"
                and len({each.casefold() for each in names}) == len(names)
                and len(name) <= 24
            ):
                break
        except WreckError as error:
            voice.complain(str(error))
            continue
        voice.complain("another name, please: at most 24 letters, and nobody else's")
    if vehicle is None:
        chosen = choose_vehicle(voice, ruleset)
        if chosen:
            text = (
                text.replace("you", f"you+{chosen}", 1)
                if not name
                else text.replace("=you", f"=you+{chosen}", 1)
            )
    return text


def choose_vehicle(voice: Voice, ruleset: Ruleset) -> str:
    """One of each of the ruleset's choices, as `perk-debuff`; '' for what one gets without."""
    kinds = list(ruleset.setup)
    if not kinds:
        return ""
    what, usual = ruleset.view.SETUP
    voice.say(Text(f"Your {what}?", style=HEADING))
    example = "+".join(next(iter(ruleset.setup[kind]())) for kind in kinds)
    voice.note(f"Enter: {usual}. list: what there is. Or {'+'.join(kinds)}.")
    while True:
        given = voice.read(f"  [Enter: {usual}] > ")
        if given.lower() in ("list", "?", "help"):
            draw_cards(voice, ruleset)
            continue
        try:
            cards = parse_vehicle(ruleset, given, "vehicle")
            _try_out(ruleset, cards)
        except WreckError as error:
            voice.complain(f"{str(error).removeprefix('seat 1, Yours: ')}; for example {example}")
            continue
        return "-".join(cards[kind] for kind in kinds) if cards else ""


def _try_out(ruleset: Ruleset, cards: dict[str, str]) -> None:
    """Raise Illegal for cards that may not go together: the ruleset says so at the start."""
    seats = [Seat("Yours", setup=cards), *[Seat(f"Seat {n}") for n in range(1, ruleset.seats[0])]]
    course = ruleset.load_course(ruleset.course_names()[0])
    ruleset.start(course, seats, default_options(ruleset))


def draw_cards(voice: Voice, ruleset: Ruleset) -> None:
    """Every choice there is, by its kind."""
    for kind, cards in ruleset.setup.items():
        voice.say(Text(kind.title(), style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column()
        for key, card in cards().items():
            table.add_row(Text(f"  {key}"), Text(card.text, style="dim"))
        voice.say(table)
