"""An experiment: a TOML file that says what is raced, what varies, and how precisely.

    title = "Is Featherweight too weak?"
    ruleset = "rtd"
    course = "sundae_drive"       # or a list, or "all"
    until = 0.005                 # or races = 20000, of each variant

    [[seats]]
    name = "Subject"
    perk = "hot_start"

    [[seats]]
    name = "Field"
    count = 5

    [[vary]]
    what = "seats.Subject.debuff"
    values = "all"

All combinations of what varies are raced. What can vary: `options.SWITCH`, `seats.NAME.CHOICE`,
`seats.NAME.player`, `seats.NAME.count`, any figure of the ruleset's data (`data.FILE.KEY…`) and of
the course (`course.KEY…`). A list of `[[variant]]` tables sets several of them at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wreckoning.core.data import path_of
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.ruleset import Ruleset, Seat, default_opponent, find_ruleset
from wreckoning.core.tables import Table, distinct, show
from wreckoning.lab.files import parse_toml, read_text
from wreckoning.lab.lines import Lines

KEYS = (
    *("title", "about", "ruleset", "course", "seed", "races", "until", "rotate", "illegal"),
    *("watch", "options", "data", "seats", "vary", "variant"),
)
VARY_KEYS = ("what", "title", "values")
VARIANT_KEYS = ("name", "set")
ALL, NONE = "all", "none"
COURSE, OPTIONS, DATA, SEATS = "course", "options", "data", "seats"
VARIANT = "variant"
MOST_RACES = 10**9
MOST_VALUES = 500
USUAL_RACES = 20_000
NARROWEST, WIDEST = 0.0001, 0.2
MAX_ABOUT = 600


@dataclass(frozen=True)
class Group:
    """Seats that are alike: `count` drivers of one name, who plays them, and what they chose."""

    name: str
    count: int
    player: str
    setup: Mapping[str, str]

    def seats(self) -> list[Seat]:
        """The seats one by one; several are numbered."""
        names = [self.name] if self.count == 1 else self._numbered()
        return [Seat(name, self.player, dict(self.setup)) for name in names]

    def _numbered(self) -> list[str]:
        return [f"{self.name} {number}" for number in range(1, self.count + 1)]


@dataclass(frozen=True)
class Choice:
    """One value of what varies: how it is called, and what it sets."""

    label: str
    sets: Mapping[str, Any]


@dataclass(frozen=True)
class Axis:
    """Something that varies: `name` in tables, `title` in reports, `place` in the file."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    place: str


@dataclass(frozen=True)
class Experiment:
    """An experiment as its file has it. Nothing is built of it yet: see `variants`."""

    title: str
    about: str
    ruleset: Ruleset
    groups: tuple[Group, ...]
    options: Mapping[str, Any]
    data: Mapping[str, Any]
    axes: tuple[Axis, ...]  # the course is one, the first
    seed: int
    races: int  # of each variant, at most
    until: float  # half the width of the 95 % intervals of win shares; 0: just so many races
    rotate: bool
    skip_illegal: bool
    watch: tuple[str, ...]  # the groups whose intervals count
    lines: Lines = field(repr=False, compare=False)
    text: str = field(repr=False)
    folder: Path = field(compare=False)

    @property
    def digest(self) -> str:
        """The same for the same file."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def load(path: Path) -> Experiment:
    """The experiment of a file. Raises Malformed, naming the line."""
    return read(read_text(path), path.name, path.parent)


def read(text: str, name: str, folder: Path) -> Experiment:
    """The experiment of a text. Course files are looked for in `folder`. Raises Malformed."""
    lines = Lines(name, text)
    parsed = parse_toml(name, text)
    try:
        return _Reader(lines, text, folder, Table(name, parsed, KEYS)).experiment()
    except WreckError as error:
        raise lines.refusal(error) from None


class _Reader:
    """Reads an experiment's tables. Every fault is a Malformed that names its place."""

    def __init__(self, lines: Lines, text: str, folder: Path, table: Table) -> None:
        self.lines, self.text, self.folder, self.table = lines, text, folder, table
        self.values = table.values
        self.where = table.where

    def experiment(self) -> Experiment:
        """All of it."""
        table = self.table
        self.ruleset = find_ruleset(self._text("ruleset"))
        self.groups = self._groups()
        axes = (self._courses(), *self._varied(), *self._variants())
        distinct(self.where, "thing that varies", [axis.name for axis in axes])
        until = self._until()
        default = MOST_RACES if until else USUAL_RACES
        rotate = table.flag("rotate") if "rotate" in self.values else True
        skips = "illegal" in self.values and table.word("illegal", ("refuse", "skip")) == "skip"
        return Experiment(
            title=table.text("title", 100),
            about=table.text("about", MAX_ABOUT) if "about" in self.values else "",
            ruleset=self.ruleset,
            groups=self.groups,
            options=self._options(),
            data=dict(self._figures()),
            axes=axes,
            seed=table.whole("seed", 0, 2**53, 1),
            races=table.whole("races", 1000, MOST_RACES, default),
            until=until,
            rotate=rotate,
            skip_illegal=skips,
            watch=self._watch(axes),
            lines=self.lines,
            text=self.text,
            folder=self.folder,
        )

    def _text(self, key: str) -> str:
        return self.table.text(key, 100)

    def _until(self) -> float:
        value = self.values.get("until", 0)
        if type(value) is int and value == 0:
            return 0.0
        if not isinstance(value, float) or not NARROWEST <= value <= WIDEST:
            expected = f"a share from {NARROWEST} to {WIDEST}: 0.005 is half a percent"
            self.table.wrong("until", expected)
        return value

    # who races

    def _groups(self) -> tuple[Group, ...]:
        most = self.ruleset.seats[-1]
        given = self.table.tables(SEATS, 1, most, numbered=True)
        groups = tuple(self._group(where, value, most) for where, value in given)
        distinct(f"{self.where}: {SEATS}", "name", [group.name for group in groups])
        return groups

    def _group(self, where: str, value: Any, most: int) -> Group:
        table = Table(where, value, ("name", "count", "player", *self.ruleset.setup))
        player = default_opponent(self.ruleset)
        if "player" in value:
            player = table.word("player", self.ruleset.policies)
        setup = {}
        for choice, cards in self.ruleset.setup.items():
            if choice in value and value[choice] != NONE:
                setup[choice] = table.word(choice, list(cards()))
        name = table.text("name", 20)
        if "." in name:
            table.wrong("name", "a name without dots")
        return Group(name, table.whole("count", 1, most, 1), player, setup)

    def _options(self) -> dict[str, Any]:
        table = Table(
            f"{self.where}: {OPTIONS}",
            self.values.get(OPTIONS, {}),
            [switch.name for switch in self.ruleset.switches],
        )
        for switch in self.ruleset.switches:
            if switch.name in table.values:
                self._option(table, switch.name, table.values[switch.name])
        return dict(table.values)

    def _option(self, table: Table, name: str, value: Any) -> None:
        known = next(switch for switch in self.ruleset.switches if switch.name == name)
        text = ("on" if value else "off") if isinstance(value, bool) else str(value)
        if text not in known.values:
            table.wrong(name, " or ".join(known.values))

    def _figures(self) -> Iterator[tuple[str, Any]]:
        """The figures that the whole experiment changes: quoted paths, or TOML's own dots."""
        given = self.values.get(DATA, {})
        if not isinstance(given, dict):
            self.table.wrong(DATA, "a table")
        for key, value in given.items():
            yield from _flat(key if isinstance(value, dict) is False else path_of([key]), value)

    # what varies

    def _courses(self) -> Axis:
        value = self.values.get(COURSE, self.ruleset.course_names()[0])
        if value == ALL:
            value = self.ruleset.course_names()
        listed = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(each, str) for each in listed):
            self.table.wrong(COURSE, 'a course, a list of courses, or "all"')
        distinct(f"{self.where}: {COURSE}", COURSE, listed)
        choices = (Choice(source.removesuffix(".toml"), {COURSE: source}) for source in listed)
        return Axis(COURSE, "Course", tuple(choices), COURSE)

    def _varied(self) -> Iterator[Axis]:
        for number, (where, value) in enumerate(self.table.tables("vary", 0, 8, numbered=True), 1):
            table = Table(where, value, VARY_KEYS)
            what = table.text("what", 200)
            values = value.get("values")
            if values == ALL:
                values = self._all(table, what)
            if not isinstance(values, list) or not 1 <= len(values) <= MOST_VALUES:
                table.wrong("values", f'a list of 1 to {MOST_VALUES}, or "all"')
            labels = [self._label(what, each) for each in values]
            distinct(f"{where}: values", "value", labels)
            choices = (Choice(n, {what: v}) for n, v in zip(labels, values, strict=True))
            title = table.text("title", 60) if "title" in value else _title(what)
            yield Axis(what, title, tuple(choices), f"vary {number}")

    def _all(self, table: Table, what: str) -> list[Any]:
        """Every value that there is, where the ruleset knows them."""
        first, *rest = what.split(".")
        if first == OPTIONS and len(rest) == 1:
            for switch in self.ruleset.switches:
                if switch.name == rest[0]:
                    return list(switch.values)
        if first == SEATS and len(rest) == 2 and rest[1] in self.ruleset.setup:
            return list(self.ruleset.setup[rest[1]]())
        if first == SEATS and len(rest) == 2 and rest[1] == "player":
            return list(self.ruleset.policies)
        return table.wrong("values", f'a list: "all" there is not of {show(what)}')

    def _label(self, what: str, value: Any) -> str:
        """A card by its title, all else as it is."""
        choice = what.split(".")[-1]
        if what.startswith(f"{SEATS}.") and choice in self.ruleset.setup:
            card = self.ruleset.setup[choice]().get(value) if isinstance(value, str) else None
            return str(getattr(card, "title", value))
        return value if isinstance(value, str) else show(value)

    def _variants(self) -> Iterator[Axis]:
        given = self.table.tables(VARIANT, 0, MOST_VALUES, numbered=True)
        choices = []
        for where, value in given:
            table = Table(where, value, VARIANT_KEYS)
            sets = value.get("set", {})
            if not isinstance(sets, dict):
                table.wrong("set", 'a table: { "options.NAME" = "value" }')
            choices.append(Choice(table.text("name", 60), dict(_all_flat(sets))))
        if choices:
            distinct(f"{self.where}: {VARIANT}", "name", [choice.label for choice in choices])
            yield Axis(VARIANT, "Variant", tuple(choices), VARIANT)

    def _watch(self, axes: tuple[Axis, ...]) -> tuple[str, ...]:
        """The groups that were named; else those of which something varies; else all."""
        names = [group.name for group in self.groups]
        if "watch" in self.values:
            return tuple(self.table.words("watch", names))
        paths = [path for axis in axes for choice in axis.choices for path in choice.sets]
        varied = [name for name in names if any(p.startswith(f"{SEATS}.{name}.") for p in paths)]
        return tuple(varied or names)


def _all_flat(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        yield from _flat(key, value)


def _flat(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Tables within tables as paths: TOML reads `a.b = 1` as a table."""
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from _flat(f"{path}.{path_of([key])}", inner)


def _title(what: str) -> str:
    """What varies, in words: the last of the path."""
    words = what.replace('"', "").split(".")
    few = words[1:] if words[0] in (SEATS, OPTIONS) else words[-2:]
    return " ".join(few).replace("_", " ")


def reject(experiment: Experiment, place: str, problem: str) -> Malformed:
    """A fault of the file at this place."""
    return Malformed(experiment.lines.at(place), f"{place}: {problem}")
