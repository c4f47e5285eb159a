"""A ruleset's rules by number: the text, the functions, and the tests that name it.

The text is from the ruleset's RULES.md, one line for each rule: `- **R22** …`. Tests are found in
the checkout, in `tests/<ruleset>/`, by the number in their names: `test_r22_a24_…`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wreckoning.cli.files import checkout, packages
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.rules import RulePlace, written
from wreckoning.core.ruleset import Ruleset

CHAPTER = re.compile(r"^(##|###) (.+)$")
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.+)$")
NUMBER_IN_NAME = re.compile(r"(?<=_)[a-z]\d+(?=_|$)")
TEST = re.compile(r"^ *def (test_\w+)", re.M)
NO_CHAPTER = "Without a text"
OPENING = 6  # words


@dataclass(frozen=True)
class Place:
    """A place in the source: a function's name, its file and line."""

    function: str
    file: str
    line: int


@dataclass(frozen=True)
class Rule:
    """A rule or a ruling: its number, chapter and text, its functions and its tests."""

    number: str
    chapter: str
    text: str
    places: tuple[Place, ...]  # the function of this rule alone comes before those of several
    tests: tuple[str, ...]

    def as_json(self) -> Json:
        """The rule as JSON; `function`, `file` and `line` are those of the first place."""
        places = [vars(place) for place in self.places]
        first = places[0] if places else {"function": None, "file": None, "line": None}
        return {
            "number": self.number,
            "chapter": self.chapter,
            "text": self.text,
            **first,
            "also": places[1:],
            "tests": list(self.tests),
        }


def rulebook(ruleset: Ruleset) -> list[Rule]:
    """Every rule that has a text or a function, in the order of the text."""
    texts = dict(read_texts(ruleset))
    places = find_places(ruleset)
    tests = find_tests(ruleset)
    numbers = [*texts, *sorted(places.keys() - texts.keys(), key=sort_key)]
    return [
        Rule(
            number,
            *texts.get(number, (NO_CHAPTER, "")),
            _namesake_first(places.get(number, []), texts.get(number, ("", ""))[1]),
            tuple(tests.get(number, ())),
        )
        for number in numbers
    ]


def _namesake_first(places: list[Place], text: str) -> tuple[Place, ...]:
    """The places with the function named like the rule first: `ram` for "Ram: …"."""
    opening = " ".join(re.findall(r"\w+", text.lower())[:OPENING])
    words = f" {opening} "
    return tuple(sorted(places, key=lambda p: f" {p.function.replace('_', ' ')} " not in words))


def sort_key(number: str) -> tuple[int, int]:
    """Sort rules before rulings (R before A, N before D: later letters first), then by number."""
    return -ord(number[0]), int(number[1:])


def read_texts(ruleset: Ruleset) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each number of RULES.md with its chapter and its text."""
    part = chapter = ""
    for line in ruleset.rules_text().splitlines():
        if heading := CHAPTER.match(line):
            part = heading[2] if heading[1] == "##" else part
            chapter = part if heading[1] == "##" else f"{part}: {heading[2]}"
        elif rule := RULE.match(line):
            yield rule[1], (chapter, re.sub(r"[*`]", "", rule[2]))


def find_places(ruleset: Ruleset) -> dict[str, list[Place]]:
    """The functions of each number. Those that name it first come first."""
    package = importlib.import_module(ruleset.package)
    for module in pkgutil.walk_packages(package.__path__, f"{ruleset.package}."):
        importlib.import_module(module.name)
    entries = [entry for name in ruleset.packages for entry in written(name)]
    firsts: dict[Any, str] = {}
    for entry in entries:
        firsts.setdefault(entry.function, entry.number)
    found: dict[str, list[tuple[bool, str, int, Place]]] = {}
    for entry in entries:
        place = _place(entry)
        later = firsts[entry.function] != entry.number
        found.setdefault(entry.number, []).append((later, place.file, place.line, place))
    return {number: [it[-1] for it in sorted(those)] for number, those in found.items()}


def _place(entry: RulePlace) -> Place:
    file = Path(inspect.getfile(entry.function))
    return Place(entry.function.__qualname__, _shown(file), entry.line)


def _shown(file: Path) -> str:
    """A file's path from the checkout's root, or from where packages are installed."""
    return file.relative_to(checkout() or packages()).as_posix()


def find_tests(ruleset: Ruleset) -> dict[str, list[str]]:
    """The tests that name each number, as pytest names them; empty outside a checkout."""
    root = checkout()
    found: dict[str, list[str]] = {}
    for file in sorted((root / "tests" / ruleset.key).rglob("test_*.py")) if root else ():
        shown = _shown(file)
        for name in TEST.findall(file.read_text("utf-8")):
            for number in NUMBER_IN_NAME.findall(name):
                found.setdefault(number.upper(), []).append(f"{shown}::{name}")
    return found


def find_rule(ruleset: Ruleset, rules: list[Rule], given: str) -> Rule:
    """The rule with this number, in upper or lower case. Raises Malformed."""
    wanted = given.strip().upper()
    for rule in rules:
        if rule.number == wanted:
            return rule
    numbers = [rule.number for rule in rules]
    digits = re.sub(r"\D", "", wanted)
    near = [number for number in numbers if number[1:] == digits and digits]
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    of = ranges(numbers)
    raise Malformed("rule", f"no {given[:20]!r} in {ruleset.title}; it has {of}{hint}")


def ranges(numbers: list[str]) -> str:
    """`R1–R48 and A1–A82`."""
    letters = dict.fromkeys(number[0] for number in sorted(numbers, key=sort_key))
    spans = []
    for letter in letters:
        values = [int(number[1:]) for number in numbers if number[0] == letter]
        spans.append(f"{letter}{min(values)}–{letter}{max(values)}")
    return " and ".join(spans)
