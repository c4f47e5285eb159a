"""Between two races of a series: the standings, the shop, and the next race."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.table import Table
from rich.text import Text

from wreckoning.cli.files import program
from wreckoning.cli.terminal import fair_dice
from wreckoning.cli.terminal.saved_match import SUFFIX, SavedMatch, begin, races_folder
from wreckoning.cli.terminal.voice import HEADING, OWN, Voice
from wreckoning.cli.thinking import host_of
from wreckoning.core.dice import MAX_SEED, Dice, Seeded, read_dice
from wreckoning.core.fair import Fair, Sealed
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat
from wreckoning.core.series import NOTHING, Raced, Series, raced, refusals, rules_of
from wreckoning.core.texts.numerals import is_digits
from wreckoning.core.texts.wording import listed, ordinal, several
from wreckoning.show.typed_moves import read_number

NO_CARD = "none"


def go_on(voice: Voice, saved: SavedMatch) -> SavedMatch | None:
    """Begin the next race of a series after a finished one; None if that was the last.

    Raises Malformed or Illegal if it cannot be run, before a player is asked.
    """
    match = saved.match
    if match.series is None or not match.is_over:
        return None
    ruleset = match.ruleset
    over = raced(ruleset, match.race, match.seats, match.course.title, saved.race)
    series = match.series.after(over)
    _draw_standings(voice, ruleset, series, match.seats)
    if series.is_over:
        return None
    fair = isinstance(match.dice, Fair | Sealed)
    if isinstance(match.dice, Fair | Sealed) and not fair_dice.is_from_here(match.dice.terms):
        voice.note("Its dice are fair: it goes on only at the table where it was begun.")
        return None
    course = ruleset.load_course(dict(series.course))
    try:
        seats = _buy(voice, ruleset, series.past, match.seats)
        _go_there(voice, f"Race {series.number}: {course.title}")
        dice = fair_dice.draw(voice, seats) if fair else _dice_after(match.dice)
    except (EOFError, KeyboardInterrupt):
        voice.say()
        if not saved.lost:
            voice.say_path(f"Go on with: {program()} play --resume {saved.path}")
        return None
    seed = fair_dice.seed_for_bots(dice)
    think = host_of(ruleset, seats, seed, voice.say)
    following = Match(
        *(ruleset, course, seats, match.options, dice), bot_seed=seed, series=series, think=think
    )
    return begin(following, _log_after(saved.path, series))


def _dice_after(dice: Dice) -> Dice:
    """Dice of the same kind; seeded ones with the next seed, so that no race repeats another."""
    if isinstance(dice, Seeded):
        return Seeded((dice.seed + 1) % (MAX_SEED + 1))
    return read_dice(dice.name, secrets.randbelow)


def _log_after(path: Path, series: Series) -> Path | None:
    """The next log file, next to a named one: `mine-2` after `mine`."""
    if path.parent == races_folder():
        return None
    first = path.name.removesuffix(SUFFIX).removesuffix(f"-{len(series.past)}")
    name = f"{first}-{series.number}"
    found, copies = path.with_name(f"{name}{SUFFIX}"), 1
    while found.exists():
        copies += 1
        found = path.with_name(f"{name}-{copies}{SUFFIX}")
    return found


def _go_there(voice: Voice, what: str) -> None:
    """Wait until a player agrees. Raises EOFError if the player quits."""
    while voice.interactive:
        if not voice.ask(f"{what}. Enter to go there, q to stop > "):
            return
        voice.complain("Enter, or q")


# The shop


def _buy(
    voice: Voice, ruleset: Ruleset, past: Sequence[Raced], seats: Sequence[Seat]
) -> list[Seat]:
    """The seats of the next race. People are asked, bots buy for themselves."""
    rules, found = rules_of(ruleset), list(seats)
    for number, seat in by_seat(seats):
        found[number] = replace(seat, setup=rules.setup_after(past, number, seat))
        if found[number].setup != seat.setup:
            voice.note(f"{seat.name}: {ruleset.view.setup_words(found[number].setup)}.")
        if seat.player == PERSON_NAME:
            for kind in rules.sold:
                found[number] = _offer(voice, ruleset, past, found, number, kind)
    return found


def _offer(
    voice: Voice,
    ruleset: Ruleset,
    past: Sequence[Raced],
    seats: Sequence[Seat],
    number: SeatIndex,
    kind: str,
) -> Seat:
    """Offer a seat what it may buy, if there is anything."""
    seat = seats[number]
    refused = refusals(ruleset, past, number, seat)[kind]
    cards = ruleset.setup[kind]()
    keys = [key for key in (NOTHING, *cards) if key not in refused]
    if len(keys) < 2:
        return seat
    now, rules = seat.setup.get(kind, NOTHING), rules_of(ruleset)
    stands = next(one for one in rules.standings(past, seats) if one.seat == number)
    voice.say()
    words = f"{kind.title()} for {seat.name}, {dict(stands.figures)[rules.pays]} {rules.pays} left"
    voice.say(Text(words, style=HEADING))
    for shown, key in enumerate(keys, 1):
        line = Text(f" {shown} ", style="bold")
        line.append(cards[key].title if key else NO_CARD)
        line.append(f"  {cards[key].text}" if key else "", style="dim")
        voice.say(line)
    while True:
        given = voice.ask(f"  [Enter: {keys.index(now) + 1}] > ")
        at = keys.index(now) + 1 if not given else read_number(given) if is_digits(given) else 0
        if 1 <= at <= len(keys):
            break
        voice.complain(f"type 1 to {len(keys)}")
    setup = {**seat.setup, kind: keys[at - 1]}
    if setup[kind] == NOTHING:
        del setup[kind]
    return replace(seat, setup=setup)


# The standings


def _draw_standings(voice: Voice, ruleset: Ruleset, series: Series, seats: Sequence[Seat]) -> None:
    rules = rules_of(ruleset)
    standings = rules.standings(series.past, seats)
    first = [one.name for one in standings if one.place == 1]
    voice.say()
    voice.say(Text(_heading(rules.title, series, first), style=HEADING))
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column()
    names = [name for name, _ in standings[0].figures]
    races = [f"race {number}" for number, _ in enumerate(series.past, 1)]
    heads = ["", "driver", rules.unit, *races, *names]
    for _ in heads[2:]:
        table.add_column(justify="right")
    table.add_row(*[Text(head, style="dim") for head in heads])
    own = [seat.name for seat in seats if seat.player == PERSON_NAME]
    for one in standings:
        table.add_row(
            Text(ordinal(one.place)),
            Text(one.name, style=OWN if one.name in own else ""),
            Text(str(one.score), style="bold"),
            *[Text(str(score)) for score in one.races],
            *[Text(str(value)) for _, value in one.figures],
        )
    voice.say(table)


def _heading(title: str, series: Series, first: Sequence[str]) -> str:
    """The winner, or the number of races still to come."""
    if not series.is_over:
        left = len(series.courses) - len(series.past)
        return f"{title}: {several(left, 'race')} to go"
    if len(first) > 1:
        return f"{listed(first)} share the {title}!"
    return f"{first[0]} {'win' if first[0] == 'You' else 'wins'} the {title}!"
