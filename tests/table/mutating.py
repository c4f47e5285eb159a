"""Seeded mutations of JSON, as broken programs or attackers may send them.

Mutator(seed).text(value)      JSON text of a mutated copy; now and then it is no JSON at all
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any


class Raw(str):
    """JSON text that is sent unchanged."""


NUMBERS: tuple[Any, ...] = (-1, 0, 1, 2, 99, 2**31, 2**53 + 1, 2**63, 2**64, -(2**64), 0.5, 1.0)
RAW = tuple(map(Raw, ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e-999", "9" * 5000)))
DEEP = tuple(Raw("[" * depth + "]" * depth) for depth in (20, 200, 900, 5000))
NESTED = (Raw('{"a":' * 300 + "1" + "}" * 300), Raw('{"do":"save","do":"ready"}'))
WORDS = ("", " ", "x", "Ann", "ANN", "dice", "two\nlines", "\0", "\ud800", "\u200b", "ſtraße", "🏁")
LONG = ("y" * 100, "z" * 30_000, ";" * 500, "/" * 1500, "buggy/" * 300, "\u0301" * 60)
KINDS = ("join", "roster", "start", "field", "result", "repair", "save", "scrap", "buy", "ready")
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"do": {}}, [0, 0, 0], *KINDS)
ODD = (NUMBERS, RAW, DEEP, NESTED, WORDS, LONG, OTHERS)


class Mutator:
    """Mutations that are the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, value: Any) -> str:
        """One to three mutations of a copy, as JSON text; one in forty is broken as text."""
        whole = [copy.deepcopy(value)]
        for _ in range(self.random.choice((1, 1, 2, 3))):
            if whole:
                self._mutate(whole)
        text = write(whole[0] if whole else None)
        if self.random.random() < 1 / 40:
            at = self.random.randrange(len(text) + 1)
            text = text[:at] + self.random.choice(("", "}", ",", "\0", "é")) + text[at + 1 :]
        return text

    def _mutate(self, whole: list[Any]) -> None:
        holder, key = self.random.choice(list(_places(whole)))
        does = self.random.choice(
            (self._replace, self._replace, self._nudge, self._other_type, self._borrow)
            + (self._delete, self._duplicate, self._reorder, self._cut, self._add)
        )
        does(whole, holder, key)

    def _replace(self, whole: Any, holder: Any, key: Any) -> None:
        holder[key] = copy.deepcopy(self.random.choice(self.random.choice(ODD)))

    def _nudge(self, whole: Any, holder: Any, key: Any) -> None:
        value = holder[key]
        if isinstance(value, str) and value:
            at = self.random.randrange(len(value))
            holder[key] = value[:at] + self.random.choice("/;.:x9\n") + value[at + 1 :]
        elif isinstance(value, bool | int | float):
            holder[key] = value + self.random.choice((-1, 1, 10, -100))
        else:
            self._replace(whole, holder, key)

    def _other_type(self, whole: Any, holder: Any, key: Any) -> None:
        value = holder[key]
        kinds = [str(value)[:1000], [value], {"value": value}, float(len(str(value)))]
        if isinstance(value, list):
            kinds.append({str(at): each for at, each in enumerate(value)})
        if isinstance(value, dict):
            kinds.append(list(value.values()))
        holder[key] = self.random.choice(kinds)

    def _borrow(self, whole: Any, holder: Any, key: Any) -> None:
        other, place = self.random.choice(list(_places(whole)))
        holder[key] = copy.deepcopy(other[place])

    def _delete(self, whole: Any, holder: Any, key: Any) -> None:
        del holder[key]

    def _duplicate(self, whole: Any, holder: Any, key: Any) -> None:
        if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[f"{key}{key}"[:40]] = copy.deepcopy(holder[key])

    def _reorder(self, whole: Any, holder: Any, key: Any) -> None:
        if isinstance(holder[key], list):
            self.random.shuffle(holder[key])
        elif isinstance(holder, list):
            other = self.random.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        else:
            self._replace(whole, holder, key)

    def _cut(self, whole: Any, holder: Any, key: Any) -> None:
        value = holder[key]
        if isinstance(value, list | str) and value:
            holder[key] = value[: self.random.randrange(len(value))]
        else:
            self._delete(whole, holder, key)

    def _add(self, whole: Any, holder: Any, key: Any) -> None:
        target, value = holder[key], copy.deepcopy(self.random.choice(self.random.choice(ODD)))
        if isinstance(target, list):
            target.append(value)
        elif isinstance(target, dict):
            target[self.random.choice(("do", "who", "extra", "\ud800", "two\nlines", ""))] = value
        else:
            holder[key] = value


def _places(holder: Any) -> Any:
    """Every (container, key) in a value."""
    keys = range(len(holder)) if isinstance(holder, list) else list(holder)
    for key in keys:
        yield holder, key
        if isinstance(holder[key], list | dict):
            yield from _places(holder[key])


def write(value: Any) -> str:
    """JSON text, `Raw` parts as they stand."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, list):
        return f"[{','.join(map(write, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(k))}:{write(v)}" for k, v in value.items()) + "}"
    return json.dumps(value)
