"""Help, the text of rules, and an option in full."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.table import Table
from rich.text import Text

from wreckoning.cli.rulebooks.rulebook import read_texts
from wreckoning.cli.terminal.voice import RULE, Voice
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.shown import Option
from wreckoning.show.learning import learning_of

UNDO = ("undo", "take back your last decision; the dice stay what they were")
COMMANDS = (
    ("3, or a name", "choose an option by its number, its name or the beginning of its name"),
    ("f 6, r 30, go", "several moves on one line, with commas between them"),
    ("Enter", "take the option named in the prompt, if there is one"),
    ("? 3, ? NAME", "an option in full, with the text of its rules"),
    ("rule NUMBER", "the text of a rule, by the number shown next to its effect"),
    UNDO,
    ("hint", "what the rookie would do; if you race alone, your chance to win with each option"),
    ("auto", "let the rookie drive to the end of this turn; auto 3: three turns; auto race"),
    ("orders TEXT", "answers given ahead: orders passes: yes >= 50%; otherwise: wait"),
    ("orders", "your orders, what they choose now, and what they can be about; orders off"),
    ("board", "show the board again; map: the whole course"),
    ("log, log 60", "the latest lines of the log, or the latest 60"),
    ("save [FILE]", "save now (every decision is saved anyway), or a copy to a file"),
    ("quit", "save and leave"),
)
BECAUSE = ("… because REASON", "ends each of these commands of the referee")
PHYSICAL = (
    ("4, or 4 2 6", "what your die shows; several numbers are for the next dice, in order"),
    ("undo", "take back the last die you typed, or your last decision"),
    ("roll, roll turn", "let the computer roll this die, or all of this turn"),
)

SIGNS = "In the standings, 2·3 is lap 2, part 3 of the course. In the log,"


def draw_turn(voice: Voice, ruleset: Ruleset, phase: str = "") -> None:
    """Print the turn in order, each step with its rule; the step of this phase is marked."""
    table = Table.grid(padding=(0, 2))
    for step in learning_of(ruleset.package).turn:
        mark = "▸" if phase in step.phases else " "
        style = "bold" if phase in step.phases else ""
        table.add_row(mark, Text(step.title, style), Text(step.rule, RULE), Text(step.text))
    if table.row_count:
        voice.say(table)
        voice.say()


def draw_help(
    voice: Voice,
    ruleset: Ruleset,
    phase: str,
    referee: Collection[tuple[str, str]],
    physical: bool,
) -> None:
    """Print the turn in order, and everything that a player, or a referee, may type."""
    draw_turn(voice, ruleset, phase)
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    own = tuple(line for line in COMMANDS if not (physical and line == UNDO))
    referees = (*referee, BECAUSE) if referee else ()
    for command, meaning in (*own, *(PHYSICAL if physical else ()), *referees):
        table.add_row(Text(command), Text(meaning))
    voice.say(table)
    for line in (
        f"{SIGNS} {'>' if voice.plain else '▌'} marks lines about you.",
        *ruleset.view.LEGEND,
    ):
        voice.note(line)


def draw_house_rules(voice: Voice, ruleset: Ruleset, options: Mapping[str, str]) -> None:
    """Print what the house rules in force change, one a line. Prints nothing if there are none."""
    changed = ruleset.house_rules(options)
    if changed:
        voice.say("House rules:")
    for each in changed:
        voice.say(Text.assemble(f"  {each.text}  ", (each.rule, RULE)))


def draw_rule(voice: Voice, ruleset: Ruleset, number: str) -> bool:
    """Print a rule's text under its number. False if there is no such rule."""
    texts = dict(read_texts(ruleset))
    if number not in texts:
        return False
    _, text = texts[number]
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style=RULE, width=5)
    table.add_column()
    table.add_row(Text(f" {number}"), Text(text))
    voice.say(table)
    return True


def draw_option(voice: Voice, ruleset: Ruleset, option: Option) -> None:
    """Print an option in full, with its rules."""
    head = Text(option.label, style="bold")
    if option.chance is not None:
        head.append(f"  {option.chance * 100:.0f}% {option.chance_of}".rstrip())
    voice.say(head)
    if option.meaning:
        voice.say(Text(f" {option.meaning}"))
    for number in option.rules:
        draw_rule(voice, ruleset, number)
