"""Reads what a player types at an open question: an option, or a command with its argument.

    3, f 6, power slide    an option: by its number, by a figure of its group, by its name or label
    f 6, r 30, go          several moves: the first is read, the rest waits for the next question
    4 2 6                  the faces of several dice
    ? 3                    what an option means
    undo, rule R24, R24    commands

Names are read by the declarations (`core.declared`); labels, groups and figures are those that the
view shows. Both the terminal and the server use this.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from wreckoning.core.asks import Ask
from wreckoning.core.declared import plainly
from wreckoning.core.match import Match
from wreckoning.core.shown import Option
from wreckoning.core.texts.numerals import is_digits, read_whole
from wreckoning.core.texts.wording import listed

MOST_DIGITS = 6
MOST_QUOTED = 30
OF_GROUP = re.compile(r"([a-z]+)[ ,]*(\.?[0-9][0-9./½ ]*|½)°?")
RULE_NUMBER = re.compile(r"[a-z][0-9]{1,4}")
ALIASES = {  # unless they are commands
    **{"q": "quit", "exit": "quit", "u": "undo", "?": "help", "h": "help", "rules": "rule"},
    **{"track": "map", "map": "board", "text": "board", "score": "standings", "report": "log"},
}


@dataclass(frozen=True)
class Choice:
    """The player chooses the option at this index."""

    index: int


@dataclass(frozen=True)
class Meaning:
    """The player asks what the option at this index means."""

    index: int


@dataclass(frozen=True)
class Command:
    """A command, and the rest of the line."""

    word: str
    argument: str = ""


@dataclass(frozen=True)
class Unclear:
    """A move that was not understood: why, by which rule, and the options that it may mean."""

    problem: str
    rule: str = ""
    meant: tuple[int, ...] = ()


Read = Choice | Meaning | Command | Unclear


@dataclass(frozen=True)
class MoveReader:
    """Reads lines typed at a question with these options; without a match, by the options alone.

    The options of a die are its faces. Without options nothing is asked, and only commands are
    understood. `default` is the option that an empty line chooses.
    """

    commands: Collection[str] = ()
    options: Sequence[Option] = ()
    default: int | None = None
    match: Match | None = None
    ask: Ask | None = None

    @property
    def is_die(self) -> bool:
        return self.ask is not None and self.ask.is_dice

    def read(self, line: str) -> tuple[Read, str]:
        """Read the first move of a line. Returns it with the rest of the line."""
        first, rest = self.split(line)
        return self.read_move(first), rest

    def split(self, line: str) -> tuple[str, str]:
        """Split a line after its first move. Commas that belong to one option's name stay."""
        faces = line.split()
        if self.is_die and len(faces) > 1 and all(is_digits(face) for face in faces):
            return faces[0], " ".join(faces[1:])
        if "," not in line or isinstance(self.find(line), int):
            return line, ""
        moves = [part.strip() for part in line.split(",") if part.strip()] or [""]
        return moves[0], ", ".join(moves[1:])

    def read_move(self, line: str) -> Read:
        """Read a line with one move."""
        text = line.strip()
        if not text:
            return Unclear(self._expected()) if self.default is None else Choice(self.default)
        if text.startswith("?") and text.strip("? "):
            return self._read_meaning(text.lstrip("? "))
        found = self.find(text)
        if isinstance(found, int):
            return Choice(found)
        return self._read_command(text) or self._refused(text) or found

    def _read_meaning(self, text: str) -> Read:
        found = self.find(text)
        if isinstance(found, int):
            return Meaning(found)
        is_rule = RULE_NUMBER.fullmatch(text.lower()) and "rule" in self.commands
        return Command("rule", text) if is_rule else found

    def _read_command(self, text: str) -> Command | None:
        word, _, argument = text.partition(" ")
        word = word.lower()
        word = word if word in self.commands else ALIASES.get(word, word)
        if word in self.commands:
            return Command(word, argument.strip())
        is_rule = RULE_NUMBER.fullmatch(word) and "rule" in self.commands
        return Command("rule", word) if is_rule else None

    def _refused(self, text: str) -> Unclear | None:
        """Why this move is illegal here, if it is a move of the game."""
        if self.match is None or self.ask is None or self.is_die:
            return None
        against = self.match.ruleset.words.refusal
        reason = against(self.match.race, self.ask, text.lower())
        return Unclear(*reason) if reason else None

    # Options

    def find(self, text: str) -> int | Unclear:
        """Find the option meant. Returns its index, or what is wrong."""
        given = text.strip().lower()
        if is_digits(given):
            return self._by_number(given)
        named = self._by_name(given)
        if named is not None:
            return named
        of_group = self._by_group(given)
        if of_group is not None:
            return of_group
        matches = [at for at, option in enumerate(self.options) if _begins(option, given)]
        if len(matches) == 1:
            return matches[0]
        quoted = repr(text[:MOST_QUOTED])
        if matches:
            labels = listed([self.options[at].label for at in matches], "or")
            return Unclear(f"{quoted} may be {labels}", meant=tuple(matches))
        return Unclear(f"{quoted} is neither an option nor a command: {self._expected()}")

    def _by_name(self, given: str) -> int | None:
        """The option with this declared name, or else with this label."""
        for names in (
            [o.name.lower() for o in self.options],
            [o.label.lower() for o in self.options],
        ):
            if given in names:
                return names.index(given)
        if self.match is None or self.ask is None:
            return None
        question = self.match.ruleset.words.questions[self.ask.question.upper()]
        option = question.parse(given, self.match.names)
        return self.ask.options.index(option) if option in self.ask.options else None

    def _by_number(self, given: str) -> int | Unclear:
        """The option with this number. Unclear if `6` might also mean six inches."""
        groups = {option.group for option in self.options}
        if self.options and have_figures(self.options) and len(groups) == 1:
            return self._in_group(given, range(len(self.options)))
        number = read_number(given)
        if 1 <= number <= len(self.options) and is_numbered(self.options[number - 1]):
            return number - 1
        given = given[:MOST_DIGITS]
        if self.is_die:
            return Unclear(f"the die has faces 1 to {len(self.options)}, not {given}")
        hint = hint_of(self.options)
        return Unclear(
            f"{given} of what? type {hint}" if hint else f"no option {given}: {self._expected()}"
        )

    def _by_group(self, given: str) -> int | Unclear | None:
        """Read `f 6.5`, `right 30`: the start of a group and a figure. None if it is neither."""
        found = OF_GROUP.fullmatch(given)
        if not found:
            return None
        meant = [at for at, one in enumerate(self.options) if one.group.startswith(found[1])]
        if not meant or not have_figures([self.options[at] for at in meant]):
            return None
        groups = sorted({self.options[at].group for at in meant})
        if len(groups) > 1:
            return Unclear(f"{given[:MOST_QUOTED]!r} may be {listed(groups, 'or')}")
        return self._in_group(found[2], meant)

    def _in_group(self, figure: str, meant: Sequence[int]) -> int | Unclear:
        """The one of these options with this figure: `6.5`, `6 1/2` and `6½` are the same."""
        text = plainly(figure).replace(" ", "").removesuffix(".0")
        text = "½" if text == "0½" else text
        shorts = [self.options[at].short for at in meant]
        if text in shorts:
            return meant[shorts.index(text)]
        first, last = sorted((shorts[0], shorts[-1]), key=_whole)
        group = self.options[meant[0]].group
        return Unclear(f"{group}: {first} to {last}, not {figure[:MOST_DIGITS]}")

    def _expected(self) -> str:
        if not self.options:
            return "nothing is asked of you now; type ? for help"
        if self.is_die:
            rolls = ", or roll" if "roll" in self.commands else ""
            return f"type what the die shows, 1 to {len(self.options)}{rolls}"
        most = len(self.options)
        numbers = f"1 to {most}" if most > 2 else "1 or 2" if most == 2 else "1"
        return f"type {numbers}, a name, or ? for help"


def have_figures(options: Sequence[Option]) -> bool:
    """True if these options of one group differ by figures: then option numbers would confuse."""
    return all(option.group and option.short[:1].isnumeric() for option in options)


def is_numbered(option: Option) -> bool:
    """True if it is chosen by its number among the options."""
    return not have_figures([option])


def hint_of(options: Sequence[Option]) -> str:
    """`f 5, or several in a line: f 5, r 25`; '' if no options differ by figures."""
    examples = []
    for group in dict.fromkeys(option.group for option in options):
        members = [option for option in options if option.group == group]
        if group and have_figures(members):
            examples.append(f"{group[0]} {members[len(members) // 2].short}")
    if not examples:
        return ""
    several = f", or several in a line: {examples[0]}, {examples[-1]}" if examples[1:] else ""
    return f"{examples[0]}{several}"


def read_number(digits: str) -> int:
    """Read a number of an option, from 1 on; 0 if it is none."""
    return read_whole(digits, 1) or 0


def _whole(figure: str) -> int:
    """The whole part of a figure: `6` of `6½`, 0 of `½`."""
    return int("".join(takewhile(is_digits, figure)) or 0)


def _begins(option: Option, given: str) -> bool:
    """True if the option's name, or a word of its label, begins like this."""
    label = option.label.lower()
    return (
        option.name.lower().startswith(given)
        or label.startswith(given)
        or any(word.startswith(given) for word in label.split())
    )
