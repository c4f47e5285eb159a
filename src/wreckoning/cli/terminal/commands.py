"""What players type: a line is an option, or a command with its argument."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from wreckoning.core.shown import Option

WORDS = (
    "undo",
    "hint",
    "auto",
    "board",
    "map",
    "log",
    "save",
    "quit",
    "help",
    "rule",
    "roll",
    "set",
    "check",
)
MOST_DIGITS = 6
OF_GROUP = re.compile(r"([a-z]+)[ ,]*(\.?\d[\d./½ ]*|½)°?")
ALIASES = {"q": "quit", "exit": "quit", "u": "undo", "?": "help", "rules": "rule", "track": "map"}


@dataclass(frozen=True)
class Command:
    """A command and what stands behind it."""

    word: str
    argument: str = ""


@dataclass(frozen=True)
class Choice:
    """The option at this index."""

    index: int


@dataclass(frozen=True)
class Unclear:
    """Not understood, and why."""

    problem: str


def parse(line: str, options: Sequence[Option], default: int | None) -> Command | Choice | Unclear:
    """Read a line typed at a question with these options."""
    text = line.strip()
    if not text:
        return Choice(default) if default is not None else Unclear(_expected(options))
    if text.startswith("?") and text.strip("? "):
        return Command("option", text.lstrip("? "))
    word, _, argument = text.partition(" ")
    word = ALIASES.get(word.lower(), word.lower())
    found = find_option(text, options)
    if isinstance(found, int):
        return Choice(found)
    if word in WORDS:
        return Command(word, argument.strip())
    if re.fullmatch(r"[a-z]\d+", word):
        return Command("rule", word)
    return Unclear(found)


def split_moves(line: str, options: Sequence[Option]) -> list[str]:
    """Several moves in a line have commas between them, unless all of it is one option's name."""
    if "," not in line or isinstance(find_option(line, options), int):
        return [line]
    return [part.strip() for part in line.split(",") if part.strip()] or [""]


def read_number(digits: str) -> int:
    """What decimal digits say; 0 if they are more than anybody means."""
    return int(digits) if len(digits) <= MOST_DIGITS else 0


def find_option(text: str, options: Sequence[Option]) -> int | str:
    """The index of the option meant, or what is wrong with it."""
    given = text.strip().lower()
    if given.isdecimal():
        return _by_number(given, options)
    of_group = _by_group(given, options)
    if of_group is not None:
        return of_group
    for names in ([o.name.lower() for o in options], [o.label.lower() for o in options]):
        if given in names:
            return names.index(given)
    matches = [at for at, option in enumerate(options) if _begins(option, given)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        labels = " or ".join(options[at].label for at in matches)
        return f"{text[:30]!r} may be {labels}"
    return f"{text[:30]!r} is neither an option nor a command: {_expected(options)}"


def has_figures(options: Sequence[Option]) -> bool:
    """Are these, of one group, told apart by figures? Then numbers next to them would confuse."""
    return all(option.group and option.short[:1].isnumeric() for option in options)


def _by_number(given: str, options: Sequence[Option]) -> int | str:
    """The option of this number. Where `6` might as well be six inches, it has to be said."""
    if has_figures(options) and len({option.group for option in options}) == 1:
        return _in_group(given, options, range(len(options)))
    number = read_number(given)
    if 1 <= number <= len(options) and not has_figures(options[number - 1 : number]):
        return number - 1
    hint = group_hint(options)
    return (
        f"{given[:6]} of what? {hint}" if hint else f"no option {given[:6]}: {_expected(options)}"
    )


def _by_group(given: str, options: Sequence[Option]) -> int | str | None:
    """`f 6.5`, `right 30`: how a group begins, and a figure of it; None if that is not meant."""
    found = OF_GROUP.fullmatch(given)
    if not found:
        return None
    meant = [at for at, one in enumerate(options) if one.group.startswith(found[1])]
    if not meant or not has_figures([options[at] for at in meant]):
        return None
    groups = sorted({options[at].group for at in meant})
    if len(groups) > 1:
        return f"{given[:30]!r} may be {' or '.join(groups)}"
    return _in_group(found[2], options, meant)


def _in_group(figure: str, options: Sequence[Option], meant: Sequence[int]) -> int | str:
    """The one of these options that has this figure: `6.5`, `6 1/2` and `6½` are one."""
    text = figure.replace(" ", "").removesuffix(".0")
    for half in (".5", "1/2"):
        if text.endswith(half):
            text = f"{text.removesuffix(half).removesuffix('0')}½"
    shorts = [options[at].short for at in meant]
    if text in shorts:
        return meant[shorts.index(text)]
    first, last = sorted((shorts[0], shorts[-1]), key=_whole)
    return f"{options[meant[0]].group}: {first} to {last}, not {figure[:6]}"


def _whole(figure: str) -> int:
    """`6` of `6½`, 0 of `½`."""
    return int("".join(takewhile(str.isdecimal, figure)) or 0)


def group_hint(options: Sequence[Option]) -> str:
    """`type f 5, or several in a line: f 5, r 25`; '' where nothing is told apart by figures."""
    examples = []
    for group in dict.fromkeys(option.group for option in options):
        members = [option for option in options if option.group == group]
        if group and has_figures(members):
            examples.append(f"{group[0]} {members[len(members) // 2].short}")
    if not examples:
        return ""
    several = f", or several in a line: {examples[0]}, {examples[-1]}" if examples[1:] else ""
    return f"type {examples[0]}{several}"


def _begins(option: Option, given: str) -> bool:
    """Does the option's name, or a word of its label, begin like this?"""
    label = option.label.lower()
    return (
        option.name.lower().startswith(given)
        or label.startswith(given)
        or any(word.startswith(given) for word in label.split())
    )


def _expected(options: Sequence[Option]) -> str:
    return f"type 1 to {len(options)}, a name, or ? for help"
