"""A ruleset's data (`data/*.toml`), and house rules that change figures in it.

    document(package, "karts")     the content of the file, with the changes in force applied
    @kept                          like `functools.cache`, separately for every set of changes
    with_changes(ruleset, {…})     the same ruleset with other figures
    house_changes(ruleset, {…})    the changes in a house file

A path names a figure: the file, then key after key, as in
`karts.perk.hot_start.figures.rocket_start`. A table in a list is named by its `key` or `name`, or
by its number from 1. A key with a dot in it is quoted: `segment."St. Elmo".boxes`.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import wraps
from importlib.resources import files
from itertools import chain
from types import FunctionType, MappingProxyType, MethodType
from typing import Any, TypeGuard, TypeVar, cast

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.files.toml_tables import show, suggestion
from wreckoning.core.protocols import View
from wreckoning.core.ruleset import HouseRule, Ruleset, Seat
from wreckoning.core.seats import check_options
from wreckoning.core.texts.numerals import read_whole

F = TypeVar("F", bound=Callable[..., object])
LARGEST = 10**6  # of a figure: more is a typing error, and still far from overflowing a word
MAX_PATH = 200
NAMES = ("key", "name")  # the keys that name a table in a list
TOLD_APART = (*NAMES, "title", "text", "figures")  # of a card that is added
ORDER_WORDS = "orders"  # the data file with a ruleset's words for orders
OWN_KEY = re.compile("[a-z][a-z0-9_]{0,23}")
STEP = re.compile(r'"([^"]+)"|([^."]+)')
PATH = re.compile(rf"({STEP.pattern})(\.({STEP.pattern}))*")
# A game checks the figures that it reads. Tables of another shape can surprise it.
SURPRISED = TypeError, LookupError, ValueError, AttributeError, ArithmeticError, RecursionError


@dataclass(frozen=True, eq=False)
class _Edition:
    """A ruleset's data with certain changes, and the results computed from them."""

    package: str
    changes: ReadOnlyJson = field(default_factory=dict)
    own_cards: tuple[str, ...] = ()  # the lists to which cards may be added
    memory: dict[Hashable, object] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)  # the files that were read


_PRINTED = _Edition("")
_HERE: ContextVar[_Edition] = ContextVar("edition", default=_PRINTED)


def kept(function: F) -> F:
    """Cache a function once for the data as printed, and once for each set of changes."""

    @wraps(function)
    def remember(*arguments: Hashable) -> object:
        memory, key = _HERE.get().memory, (function, *arguments)
        if key not in memory:
            memory[key] = function(*arguments)
        return memory[key]

    return cast(F, remember)


@kept
def document(package: str, name: str) -> Json:
    """The content of this data file, with the changes applied. Do not modify it.

    Raises Malformed for a change that does not fit the file.
    """
    text = (files(package) / "data" / f"{name}.toml").read_text("utf-8")
    parsed = tomllib.loads(text)
    edition = _HERE.get()
    if edition.package != package:
        return parsed
    edition.read.add(name)
    for path, value in edition.changes.items():
        first, *rest = steps(path)
        if first == name and not _add_card(parsed, rest, value, path, edition.own_cards):
            lay_over(parsed, rest, value, path)
    return parsed


def _add_card(
    parsed: Json, keys: Sequence[str], value: object, path: str, own_cards: Sequence[str]
) -> bool:
    """Add a card to a list that may have more. False if the path leads to a printed figure."""
    if path_of(steps(path)[:-1]) not in own_cards or len(keys) < 2:
        return False
    key = keys[-1]
    cards: Any = parsed
    for step in keys[:-1]:
        cards = cards[step]
    if key in [card.get("key") for card in cards if isinstance(card, dict)]:
        return False
    if not isinstance(value, dict) or value.get("key", key) != key or not OWN_KEY.fullmatch(key):
        found = show(value) if not isinstance(value, dict) else show(value.get("key", "no key"))
        expected = "expected a table with a key of small letters, digits and _"
        raise Malformed(path, f"{expected}, found {found}")
    cards.append({"key": key, **copy.deepcopy(value)})
    return True


def with_changes(ruleset: Ruleset, changes: ReadOnlyJson) -> Ruleset:
    """The same ruleset, as printed until now, with other figures in its data.

    Raises Malformed for a figure that does not exist, and for a value of another kind. The ruleset
    checks the range of a figure when it reads it.
    """
    if not changes:
        return ruleset
    assert not ruleset.changes
    edition = _Edition(ruleset.package, dict(changes), ruleset.own_cards)
    _check(edition)

    def within(function: F) -> F:
        @wraps(function)
        def changed(*arguments: object, **named: object) -> object:
            with _read_as(edition):
                return function(*arguments, **named)

        return cast(F, changed)

    def lay_out(*arguments: Any) -> object:
        with _read_as(edition):
            race = ruleset.lay_out(*arguments)
        for path in edition.changes:
            if steps(path)[0] not in edition.read:
                raise Malformed(path, "no rule reads this file, so it would change nothing")
        return race

    return replace(
        ruleset,
        changes=edition.changes,
        changed=tuple(HouseRule(_in_words(ruleset, changes, path), "") for path in changes),
        setup={name: within(cards) for name, cards in ruleset.setup.items()},
        load_course=within(ruleset.load_course),
        lay_out=lay_out,
        check_position=within(ruleset.check_position),
        result=within(ruleset.result),
        words=replace(ruleset.words, refusal=within(ruleset.words.refusal)),
        own_view=cast("View", _ViewWithin(ruleset.view, within)),
    )


class _ViewWithin:
    """A ruleset's view, whose functions read the data with the changes in force."""

    def __init__(self, view: object, within: Callable[[Any], Any]) -> None:
        self._view, self._within = view, within

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._view, name)
        if isinstance(found, FunctionType | MethodType):
            found = self._within(found)
        setattr(self, name, found)
        return found


@contextmanager
def _read_as(edition: _Edition) -> Iterator[None]:
    token = _HERE.set(edition)
    try:
        yield
    finally:
        _HERE.reset(token)


def _check(edition: _Edition) -> None:
    """Check that every change fits an existing figure."""
    for path in edition.changes:
        _check_file(edition.package, steps(path)[0], path)
    with _read_as(_Edition(edition.package, edition.changes, edition.own_cards)):
        for name in data_names(edition.package):
            document(edition.package, name)


def _check_file(package: str, name: str, path: str) -> None:
    """Raise Malformed if the ruleset has no data file of this name."""
    names = data_names(package)
    if name not in names:
        known = f"expected one of {', '.join(names)}" if names else "there are none"
        raise Malformed(path, f"no data file {show(name)}; {known}{suggestion(name, names)}")


def data_names(package: str) -> list[str]:
    """The names of a ruleset's data files that can be changed.

    Its courses are changed as documents, and no rule reads its words for orders.
    """
    folder = files(package) / "data"
    if not folder.is_dir():
        return []
    found = [entry.name for entry in folder.iterdir()]
    names = {name.removesuffix(".toml") for name in found if name.endswith(".toml")}
    return sorted(names - {ORDER_WORDS})


# --- changes in words


def _in_words(ruleset: Ruleset, changes: ReadOnlyJson, path: str) -> str:
    """A change in the words of the data: `Keen Eye: box is 2 (printed: 1)`."""
    file, *_, last = steps(path)
    value, titles = changes[path], _titles(ruleset, changes, file)
    if isinstance(value, dict):
        figures = value.get("figures")
        rest = {**value, **figures} if isinstance(figures, dict) else value
        told = [f"{_plain(k)} {_plain(v, titles)}" for k, v in rest.items() if k not in TOLD_APART]
        what, text = steps(path)[-2], str(value.get("text", "")).rstrip(".")
        title = value.get("title", last)
        return f"{title} is a new {_plain(what)}: {text}" + f" ({', '.join(told)})" * bool(told)
    try:
        whose, figure, printed = _figure_of(ruleset.package, path)
    except Malformed:  # of a card that was added
        return f"{path} is {_plain(value, titles)}"
    return f"{whose}: {figure} is {_plain(value, titles)} (printed: {_plain(printed, titles)})"


def _titles(ruleset: Ruleset, changes: ReadOnlyJson, file: str) -> dict[str, str]:
    """The titles of this data file's cards, by their keys: of lists to which cards can be added."""
    lists = [path for path in ruleset.own_cards if steps(path)[0] == file]
    printed = (printed_figure(ruleset, path) for path in lists)
    added = [card for path, card in changes.items() if path_of(steps(path)[:-1]) in lists]
    cards = chain(*filter(_are_tables, printed), added)
    return {card["key"]: card.get("title", card["key"]) for card in cards}


def _figure_of(package: str, path: str) -> tuple[str, str, object]:
    """What a printed figure belongs to, its name, and its value: `Keen Eye`, `box`, 1."""
    file, *keys = steps(path)
    title, names = "", list[str]()
    place: object = document(package, file)
    for key in keys:
        is_list = isinstance(place, list)
        place = _inside(place, key, path)[1]
        if is_list and isinstance(place, dict):
            names[-1:] = [key]  # which one, instead of the name of the list
        else:
            names.append(key)
        if isinstance(place, dict) and (found := place.get("title") or place.get("name")):
            title = found
    return title or _plain(file), _plain(names[-1:] if title else names), place


def _plain(value: object, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """A figure as players read it; the key of a card is its title."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_plain(each, titles) for each in value) or "none"
    if isinstance(value, int | float):
        return str(value).replace("-", "−")
    return titles.get(str(value)) or str(value).replace("_", " ")


# --- house files


def house_changes(ruleset: Ruleset, given: ReadOnlyJson, where: str) -> Json:
    """Read the changes in a house file: laid out like the data files, a table for each.

        [items]
        table = ["banana", "mushroom"]

        [[karts.perk]]                  # a card of your own; with a printed key, its figures
        key = "drift_king"

    `where` is its name. Raises Malformed, naming the file and the place.
    """
    try:
        if not given:
            raise Malformed("", f"expected tables of {', '.join(data_names(ruleset.package))}")
        return _tried_out(ruleset, given)
    except Malformed as error:
        place = f"{where}: {error.where}" if error.where else where
        raise Malformed(place, error.problem) from None
    except SURPRISED:
        place = f"{where}: {_first_surprise(ruleset, given)}"
        raise Malformed(place, "expected tables and values as printed") from None


def _tried_out(ruleset: Ruleset, given: ReadOnlyJson) -> Json:
    """The changes in a house file, with which a race could be laid out."""
    found = dict(_flattened(ruleset, given, ()))
    _try_out(with_changes(ruleset, found))
    return found


def _first_surprise(ruleset: Ruleset, given: ReadOnlyJson) -> str:
    """The first table or value of a house file that this game cannot read."""
    for file, tables in given.items():
        for key, value in tables.items() if isinstance(tables, dict) else ():
            try:
                _tried_out(ruleset, {file: {key: value}})
            except Malformed:  # only with the other parts
                continue
            except SURPRISED:
                return f"{file}.{key}"
    return ", ".join(given)


def _are_tables(value: object) -> TypeGuard[list[Json]]:
    return isinstance(value, list) and value != [] and all(isinstance(one, dict) for one in value)


def _try_out(changed: Ruleset) -> None:
    """Read everything that is changed, for a race of as few drivers as there may be."""
    for cards in changed.setup.values():
        cards()
    seats = [Seat(f"Driver {number}") for number in range(1, changed.seats[0] + 1)]
    course = changed.load_course(changed.course_names()[0])
    with suppress(Illegal):  # only these seats, which chose nothing, cannot race
        changed.lay_out(course, seats, check_options(changed, {}))


def _flattened(
    ruleset: Ruleset, value: object, at: tuple[str, ...]
) -> Iterator[tuple[str, object]]:
    """The path and value of each figure. A card that is added is one value."""
    path = path_of(at)
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _flattened(ruleset, each, (*at, key))
    elif _are_tables(value) and _are_tables(printed := printed_figure(ruleset, path)):
        keys = [_name_of(card, number) for number, card in enumerate(printed, 1)]
        given = [_name_of(card, number) for number, card in enumerate(value, 1)]
        for number, each in enumerate(value, 1):
            key = _name_of(each, number)
            here, figures = path_of((*at, key)), {**each}
            if given.count(key) > 1:
                raise Malformed(here, "there are two of this name: expected one")
            if path in ruleset.own_cards and key not in keys:
                if each.get("title") in [card.get("title", "") for card in printed]:
                    problem = "a printed card is called that: expected a title of its own"
                    raise Malformed(f"{here}.title", problem)
                yield here, each
                continue
            for name in NAMES:
                figures.pop(name, None)
            if "title" in figures:
                problem = "a printed card keeps its title: give one of your own another key"
                raise Malformed(f"{here}.title", problem)
            if not figures:
                raise Malformed(here, "expected what shall be different, found only its name")
            yield from _flattened(ruleset, figures, (*at, key))
    else:
        yield path, value


# --- paths


def steps(path: str) -> list[str]:
    """Split a path into its keys. Raises Malformed if it cannot be read."""
    if len(path) > MAX_PATH or not PATH.fullmatch(path):
        raise Malformed(show(path), "expected keys with dots between them, as in cars.points.heat")
    return [quoted or bare for quoted, bare in STEP.findall(path)]


def path_of(keys: Sequence[str]) -> str:
    """Join keys to a path."""
    return ".".join(f'"{key}"' if "." in key else key for key in keys)


def lay_over(
    target: Json, keys: Sequence[str], value: object, path: str, may_add: bool = False
) -> None:
    """Put a value where these keys lead, replacing one of its kind. Raises Malformed.

    With `may_add`, a key of a table may be new: the reader of the table knows which keys it has.
    """
    if not keys:
        raise Malformed(path, "expected a figure of this table, found the whole table")
    place: Any = target
    for key in keys[:-1]:
        place = _inside(place, key, path)[1]
    if may_add and isinstance(place, dict) and keys[-1] not in (*place, *NAMES):
        place[keys[-1]] = copy.deepcopy(value)
        return
    last, printed = _inside(place, keys[-1], path)
    if last in NAMES:
        raise Malformed(path, "names stay as they are")
    _check_kind(printed, value, path)
    place[last] = copy.deepcopy(value)


def printed_figure(ruleset: Ruleset, path: str) -> object:
    """The figure at this path as printed. Raises Malformed."""
    name, *keys = steps(path)
    _check_file(ruleset.package, name, path)
    place: object = document(ruleset.package, name)
    for key in keys:
        place = _inside(place, key, path)[1]
    return place


def _inside(place: object, key: str, path: str) -> tuple[str | int, object]:
    """Where one step of a path leads: the key or index, and what is there."""
    if isinstance(place, dict):
        if key in place:
            return key, place[key]
        raise Malformed(path, _no_such(key, list(place)))
    if isinstance(place, list):
        names = [_name_of(each, number) for number, each in enumerate(place, 1)]
        if key in names:
            return names.index(key), place[names.index(key)]
        if (number := read_whole(key, 1, len(place))) is not None:
            return number - 1, place[number - 1]
        raise Malformed(path, _no_such(key, names))
    raise Malformed(path, f"{show(key)} leads nowhere: {show(place)} before it is a figure")


def _name_of(each: object, number: int) -> str:
    """The name of a table in a list, or else its number."""
    given = [each[name] for name in NAMES if name in each] if isinstance(each, dict) else []
    return str(given[0]) if given else str(number)


def _no_such(key: str, known: list[str]) -> str:
    listed = ", ".join(known[:20]) + (", …" if len(known) > 20 else "")
    return f"no {show(key)} here; expected one of {listed}{suggestion(key, known)}"


def _check_kind(old: object, new: object, path: str) -> None:
    """Check that a number replaces a number, and a word a word."""
    if type(old) is not type(new):
        raise Malformed(path, f"expected {_KINDS.get(type(old), 'its kind')}, found {show(new)}")
    if type(new) is int and abs(new) > LARGEST:
        raise Malformed(path, f"expected at most {LARGEST}, found {show(new)}")


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
