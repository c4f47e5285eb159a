"""Finds names that look alike, by Unicode's data on confusable characters (UTS 39).

`Ann`, `Аnn` with a Cyrillic letter and `Αnn` with a Greek one have the same skeleton.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

from wreckoning.core.errors import Malformed
from wreckoning.core.seats import RESERVED_NAMES

# Invisible characters, and those that a reader does not miss
UNSEEN = re.compile("VARIATION SELECTOR|(GRAPHEME|WIDTH) (NON-)?JOINER|FILLER$|^$")


def look_alike(name: str, others: Iterable[str]) -> str:
    """The first of these names that looks like this one, ignoring case; '' if none does."""
    own = skeletons(name)
    return next((other for other in others if not own.isdisjoint(skeletons(other))), "")


def check_new_look(where: str, name: str, others: Iterable[str]) -> None:
    """Raise Malformed if a name looks like one of the others, the dice's or the referee's."""
    alike = look_alike(name, [*RESERVED_NAMES, *others])
    if alike:
        raise Malformed(where, _clash(name, alike))


def _clash(name: str, alike: str) -> str:
    if name.casefold() == alike.casefold():
        return f"the name {name!r} is taken"
    return f"expected a name that does not look like {alike!r}, found {name!r}"


def check_looks(where: str, names: Sequence[str]) -> None:
    """Raise Malformed if two of these names look alike, or one like the dice's or the referee's."""
    seen: dict[str, str] = {form: name for name in RESERVED_NAMES for form in skeletons(name)}
    for name in names:
        alike = next((seen[form] for form in skeletons(name) if form in seen), "")
        if alike:
            check_new_look(where, name, [alike])
        seen |= dict.fromkeys(skeletons(name), name)


def check_look(names: Sequence[str], seat: int) -> None:
    """Raise Malformed if the name of a seat looks like another's, the dice's or the referee's."""
    if names[seat]:
        others = [name for number, name in enumerate(names) if name and number != seat]
        check_new_look(f"seat {seat + 1}", names[seat], others)


@lru_cache(4096)  # more than the drivers of the largest league
def skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name: as written, in lower case, and what it is then taken for."""
    written, small = _skeleton(name), _skeleton(name.casefold())
    return frozenset((written, small, _skeleton(written.casefold())))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    seen = (c for c in unicodedata.normalize("NFD", text) if not _is_unseen(c))
    drawn = "".join(prototypes.get(char, char) for char in seen)
    return " ".join(unicodedata.normalize("NFD", drawn).split())


def _is_unseen(char: str) -> bool:
    """True if this character is invisible."""
    is_mark = unicodedata.category(char) in ("Cf", "Mn", "Lo")
    return is_mark and UNSEEN.search(unicodedata.name(char, "")) is not None


@lru_cache(1)
def _prototypes() -> dict[str, str]:
    """The prototype of each confusable character. The data are pairs that look alike."""
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    groups: dict[str, list[str]] = {}
    for char, alike in json.loads(data).items():
        for one in (char, *(other["c"] for other in alike)):
            _join(groups, _bare(char), _bare(one))
    looks = {id(group): max(group, key=_prefer) for group in groups.values()}
    one = {char: looks[id(group)] for char, group in groups.items() if len(char) == 1}
    return {char: "".join(one.get(part, part) for part in drawn) for char, drawn in one.items()}


def _prefer(drawn: str) -> tuple[bool, bool, bool, str]:
    """Sort key for lookalikes: several characters stand for one (rn for m), then Latin ones."""
    return len(drawn) > 1, drawn.isascii(), drawn.isalpha(), drawn


def _join(groups: dict[str, list[str]], one: str, other: str) -> None:
    """Join the groups of two characters that look alike."""
    first, second = groups.setdefault(one, [one]), groups.setdefault(other, [other])
    if first is not second:
        first += second
        groups.update(dict.fromkeys(second, first))


def _bare(char: str) -> str:
    """Remove the marks of direction that the data put around letters written from the right."""
    return char.strip("\u200e\u200f")
