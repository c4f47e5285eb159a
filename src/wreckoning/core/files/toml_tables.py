"""TOML tables, read key by key: every fault is one line that names its place.

Courses, cards and experiments are read this way. Every value returned has been checked.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NoReturn

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.texts.names import is_printed, is_readable

MAX_NAME = 40


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean "..."?` if one of the known words is close, else ''."""
    spelled = {each.casefold(): each for each in known}
    close = difflib.get_close_matches(word[:MAX_NAME].casefold(), spelled, 1)
    return f'; did you mean "{spelled[close[0]]}"?' if close else ""


class TomlTable:
    """A TOML table, read key by key. Each method returns a checked value or raises Malformed.

    A key without a `default` is required.
    """

    def __init__(self, where: str, value: object, keys: Sequence[str]) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise Malformed(where, f"expected a table, found {show(value)}")
        self.values: Json = value
        for key in value:
            if key not in keys:
                known = ", ".join(keys)
                close = suggestion(key, keys) if isinstance(key, str) else ""
                raise Malformed(where, f"unknown key {show(key)}; expected {known}{close}")

    def wrong(self, key: str, expected: str, hint: str = "") -> NoReturn:
        """Raise Malformed: the value of this key is not what was expected."""
        found = f"found {show(self.values[key])}" if key in self.values else "found nothing"
        raise Malformed(f"{self.where}: {key}", f"expected {expected}, {found}{hint}")

    def text(self, key: str, longest: int = MAX_NAME) -> str:
        """A line of text."""
        value = self.values.get(key)
        if not isinstance(value, str) or not is_line(value, longest):
            self.wrong(key, f"a line of 1 to {longest} characters without spaces around it")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in this range. True and False do not count as numbers."""
        value = self.values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.wrong(key, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or False; False if the key is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.wrong(key, "true or false")
        return value

    def word(self, key: str, known: Sequence[str]) -> str:
        """One of the known words."""
        value = self.values.get(key)
        if not isinstance(value, str) or value not in known:
            self._unknown(key, value, known)
        return value

    def words(self, key: str, known: Sequence[str]) -> list[str]:
        """A list of known words, each once; a single word needs no brackets."""
        value = self.values.get(key)
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not listed:
            self.wrong(key, f"one or more of {', '.join(known)}")
        for word in listed:
            if not isinstance(word, str) or word not in known:
                self._unknown(key, word, known)
            if listed.count(word) > 1:
                self.wrong(key, f"{show(word)} only once")
        return listed

    def tables(
        self, key: str, low: int, high: int, numbered: bool = False
    ) -> list[tuple[str, Json]]:
        """A list of tables, each with its place for messages: a name, or `segment 3`."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.wrong(key, f"a list of tables: [[{key}]]")
        if not low <= len(value) <= high:
            bounds = f"{low} to {high}" if low else f"at most {high}"
            raise Malformed(f"{self.where}: {key}", f"expected {bounds}, found {len(value)}")
        return [
            (f"{self.where}: {_place(key, each, n, numbered)}", each)
            for n, each in enumerate(value, 1)
        ]

    def _unknown(self, key: str, value: object, known: Sequence[str]) -> NoReturn:
        hint = suggestion(value, known) if isinstance(value, str) else ""
        found = f", found {show(value)}" if key in self.values else ", found nothing"
        expected = f"expected one of {', '.join(known)}"
        raise Malformed(f"{self.where}: {key}", expected + found + hint)


def _place(key: str, table: Json, number: int, numbered: bool) -> str:
    """The name of one table of a list in messages."""
    name = table.get("name")
    if numbered or not isinstance(name, str) or not is_line(name, MAX_NAME):
        return f"{key.removesuffix('s')} {number}"
    return f'{key} "{name}"'


def is_line(value: str, longest: int) -> bool:
    return value == value.strip() and is_readable(value, longest)


def show(value: object) -> str:
    """A found value as TOML writes it, on one short line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        shown = ", ".join("a list" if isinstance(it, list) else show(it) for it in value[:4])
        return f"[{shown}, ...]" if len(value) > 4 else f"[{shown}]"
    if type(value) is int:
        return str(value) if abs(value) < 10**18 else "a very large number"
    if value is None:
        return "nothing"
    if isinstance(value, str):
        shown = json.dumps(value, ensure_ascii=not is_printed(value))
        return shown if len(shown) <= 60 else shown[:56] + '..."'
    if isinstance(value, bool | float):
        return json.dumps(value)
    return f"a {type(value).__name__}"


def distinct(where: str, key: str, given: Sequence[str]) -> None:
    """Raise Malformed if a name stands twice, ignoring case."""
    seen: set[str] = set()
    for name in given:
        if name.casefold() in seen:
            raise Malformed(where, f'expected each {key} once, found a second "{name}"')
        seen.add(name.casefold())


def below(enum: type[IntEnum]) -> list[str]:
    return [member.name.lower() for member in enum]
