"""Before the race: who you are, where you drive, and in what."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wreckoning.cli.records import default_options, record_lines
from wreckoning.cli.terminal.commands import read_number
from wreckoning.cli.terminal.seating import default_seats, parse_kart, parse_seats
from wreckoning.cli.terminal.voice import HEADING, Voice
from wreckoning.core.errors import WreckError
from wreckoning.core.ruleset import Ruleset, Seat


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
    while True:
        given = voice.read("  [Enter: 1] > ").lower() or "1"
        found = _pick(given, names)
        if found:
            return found
        voice.complain(f"type 1 to {len(names)}, or the beginning of a name")


def _pick(given: str, names: list[str]) -> str | None:
    if given.isdecimal():
        number = read_number(given)
        return names[number - 1] if 1 <= number <= len(names) else None
    matches = [name for name in names if name.startswith(given.replace(" ", "_"))]
    return matches[0] if len(matches) == 1 else None


def choose_seats(voice: Voice, ruleset: Ruleset, kart: str | None) -> str:
    """Your name and your kart; everybody else is a rookie."""
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
    if kart is None:
        chosen = choose_kart(voice, ruleset)
        if chosen:
            text = (
                text.replace("you", f"you+{chosen}", 1)
                if not name
                else text.replace("=you", f"=you+{chosen}", 1)
            )
    return text


def choose_kart(voice: Voice, ruleset: Ruleset) -> str:
    """A standard kart ('') or one of each of the ruleset's choices, as `perk-debuff`."""
    kinds = list(ruleset.setup)
    if not kinds:
        return ""
    voice.say(Text("Your kart?", style=HEADING))
    example = "+".join(next(iter(ruleset.setup[kind]())) for kind in kinds)
    voice.note(f"Enter: the standard kart. list: what there is. Or {'+'.join(kinds)}.")
    while True:
        given = voice.read("  [Enter: standard] > ")
        if given.lower() in ("list", "?", "help"):
            draw_cards(voice, ruleset)
            continue
        try:
            cards = parse_kart(ruleset, given, "kart")
            _try_out(ruleset, cards)
        except WreckError as error:
            voice.complain(f"{str(error).removeprefix('seat 1, Kart: ')}; for example {example}")
            continue
        return "-".join(cards[kind] for kind in kinds) if cards else ""


def _try_out(ruleset: Ruleset, cards: dict[str, str]) -> None:
    """Raise Illegal for cards that may not go together: the ruleset says so at the start."""
    seats = [Seat("Kart", setup=cards), *[Seat(f"Seat {n}") for n in range(1, ruleset.seats[0])]]
    course = ruleset.load_course(ruleset.course_names()[0])
    ruleset.start(course, seats, default_options(ruleset))


def draw_cards(voice: Voice, ruleset: Ruleset) -> None:
    """Every choice a kart may be built of."""
    for kind, cards in ruleset.setup.items():
        voice.say(Text(kind.title(), style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column()
        for key, card in cards().items():
            table.add_row(Text(f"  {key}"), Text(card.text, style="dim"))
        voice.say(table)
