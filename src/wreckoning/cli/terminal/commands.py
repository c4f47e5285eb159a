"""What one may type: a line is an option, or a command with its argument."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

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
        if 1 <= read_number(given) <= len(options):
            return read_number(given) - 1
        return f"no option {given[:6]}: {_expected(options)}"
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
