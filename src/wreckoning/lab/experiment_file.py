"""Reads an experiment's file. Every fault is a Malformed that names its line.

    title = "Is Featherweight too weak?"
    ruleset = "rtd"
    course = "sundae_drive"       # or a list, or "all"
    until = 0.005                 # or races = 20000, for each variant

    [[seats]]
    name = "Subject"
    perk = "hot_start"

    [[seats]]
    name = "Field"
    count = 5

    [[vary]]
    what = "seats.Subject.debuff"
    values = "all"

All combinations of values are raced. These can vary: `options.SWITCH`, `seats.NAME.CHOICE`,
`seats.NAME.player`, `seats.NAME.count`, any figure of the ruleset's data (`data.FILE.KEY…`) and of
the course (`course.KEY…`), and the `seed`. A list of `[[variant]]` tables sets several of them at
once. A hypothesis in a table `[ask]` is read by `hypothesis`; an experiment does not need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wreckoning.core.compiling.compiled import check_players
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.files.data import steps
from wreckoning.core.files.toml_files import parse_toml, read_text
from wreckoning.core.files.toml_tables import TomlTable, distinct, show
from wreckoning.core.ruleset import default_opponent, find_ruleset
from wreckoning.lab.experiment import (
    ALL,
    ASK,
    COUNT,
    COURSE,
    DATA,
    MAX_SEED,
    MOST_RACES,
    NONE,
    OPTIONS,
    PLAYER,
    SEATS,
    SEED,
    VARIANT,
    Axis,
    AxisValue,
    Experiment,
    Group,
)
from wreckoning.lab.lines import LineNumbers
from wreckoning.lab.paths import check_path, flat, titled

KEYS = (
    *("title", "about", "ruleset", COURSE, SEED, "races", "until", "rotate", "illegal"),
    *("watch", OPTIONS, DATA, SEATS, "vary", VARIANT, ASK),
)
VARY_KEYS = ("what", "title", "values")
VARIANT_KEYS = ("name", "set")
MAX_BYTES = 256 * 1024
MAX_ABOUT = 600
MAX_NAME, MAX_TITLE = 60, 100
MOST_VALUES, MOST_AXES = 500, 8
USUAL_RACES = 20_000
NARROWEST, WIDEST = 0.0001, 0.2


def load(path: Path) -> Experiment:
    """Read an experiment from a file. Raises Malformed, naming the line."""
    return read(read_text(path, "file", MAX_BYTES), path.name, path.parent)


def read(text: str, name: str, folder: Path) -> Experiment:
    """Read an experiment from a text. Course files are in `folder`. Raises Malformed."""
    lines = LineNumbers(name, text)
    parsed = parse_toml(name, text)
    try:
        return ExperimentReader(lines, text, folder, TomlTable(name, parsed, KEYS)).experiment()
    except WreckError as error:
        raise lines.refusal(error) from None


class ExperimentReader:
    """Reads an experiment's tables. Every fault is a Malformed that names its place."""

    def __init__(self, lines: LineNumbers, text: str, folder: Path, table: TomlTable) -> None:
        self.lines, self.text, self.folder, self.table = lines, text, folder, table
        self.values = table.values
        self.where = table.where

    def experiment(self) -> Experiment:
        """Read the whole experiment."""
        table = self.table
        self.ruleset = find_ruleset(table.text("ruleset", MAX_NAME))
        self.groups = self._groups()
        axes = (self._courses(), *self._varied(), *self._variants())
        self._sets_each_once(axes)
        until = self._until()
        default = MOST_RACES if until else USUAL_RACES
        rotate = table.flag("rotate") if "rotate" in self.values else True
        skips = "illegal" in self.values and table.word("illegal", ("refuse", "skip")) == "skip"
        return Experiment(
            title=table.text("title", MAX_TITLE),
            about=table.text("about", MAX_ABOUT) if "about" in self.values else "",
            ruleset=self.ruleset,
            groups=self.groups,
            options=self._options(),
            data=dict(self._figures()),
            axes=axes,
            seed=table.whole(SEED, 0, MAX_SEED, 1),
            races=table.whole("races", 1000, MOST_RACES, default),
            until=until,
            rotate=rotate,
            skip_illegal=skips,
            watch=self._watch(axes),
            lines=self.lines,
            text=self.text,
            folder=self.folder,
        )

    def _until(self) -> float:
        value = self.values.get("until", 0)
        if type(value) is int and value == 0:
            return 0.0
        if not isinstance(value, float) or not NARROWEST <= value <= WIDEST:
            expected = f"a share from {NARROWEST} to {WIDEST}: 0.005 is half a percent"
            self.table.wrong("until", expected)
        return value

    def _once(self, what: str, named: Iterable[tuple[str, str]]) -> None:
        """Raise Malformed, with the place of the second, if a name stands twice."""
        seen: set[str] = set()
        for place, name in named:
            if name.casefold() in seen:
                problem = f"expected each {what} once, found a second {show(name)}"
                raise Malformed(f"{self.where}: {place}", problem)
            seen.add(name.casefold())

    # seats

    def _groups(self) -> tuple[Group, ...]:
        most = self.ruleset.seats[-1]
        given = self.table.tables(SEATS, 1, most, numbered=True)
        groups = tuple(self._group(where, value, most) for where, value in given)
        self._once("name", ((f"seat {n}: name", g.name) for n, g in enumerate(groups, 1)))
        return groups

    def _group(self, where: str, value: Any, most: int) -> Group:
        table = TomlTable(where, value, ("name", COUNT, PLAYER, *self.ruleset.setup))
        player = default_opponent(self.ruleset)
        if PLAYER in value:
            player = table.word(PLAYER, self.ruleset.policies)
            check_players(self.ruleset, [player])
        setup = {}
        for choice, cards in self.ruleset.setup.items():
            if choice in value and value[choice] != NONE:
                setup[choice] = table.word(choice, list(cards()))
        name = table.text("name", 20)
        if "." in name or '"' in name:
            table.wrong("name", "a name without dots and quotes")
        return Group(name, table.whole(COUNT, 1, most, 1), player, setup)

    def _options(self) -> Json:
        switches = {switch.name: switch for switch in self.ruleset.switches}
        table = TomlTable(f"{self.where}: {OPTIONS}", self.values.get(OPTIONS, {}), list(switches))
        for name, value in table.values.items():
            text = ("on" if value else "off") if isinstance(value, bool) else str(value)
            if text not in switches[name].values:
                table.wrong(name, " or ".join(switches[name].values))
        return dict(table.values)

    def _figures(self) -> Iterator[tuple[str, Any]]:
        """The figures that the whole experiment changes: quoted paths, or TOML's own dots."""
        given = self.values.get(DATA, {})
        if not isinstance(given, dict):
            self.table.wrong(DATA, "a table")
        yield from flat(given)

    # axes

    def _courses(self) -> Axis:
        value = self.values.get(COURSE, self.ruleset.course_names()[0])
        if value == ALL:
            value = self.ruleset.course_names()
        listed = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(each, str) for each in listed):
            self.table.wrong(COURSE, 'a course, a list of courses, or "all"')
        distinct(f"{self.where}: {COURSE}", COURSE, listed)
        choices = (AxisValue(source.removesuffix(".toml"), {COURSE: source}) for source in listed)
        return Axis(COURSE, "Course", tuple(choices), COURSE)

    def _varied(self) -> Iterator[Axis]:
        given = self.table.tables("vary", 0, MOST_AXES, numbered=True)
        for number, (where, value) in enumerate(given, 1):
            table = TomlTable(where, value, VARY_KEYS)
            what = table.text("what", 200)
            self.check_path(table, "what", what)
            values = value.get("values")
            if values == ALL:
                values = self._all(table, what)
            if not isinstance(values, list) or not 1 <= len(values) <= MOST_VALUES:
                table.wrong("values", f'a list of 1 to {MOST_VALUES}, or "all"')
            labels = [self.label(what, each) for each in values]
            distinct(f"{where}: values", "value", labels)
            choices = (AxisValue(n, {what: v}) for n, v in zip(labels, values, strict=True))
            title = table.text("title", MAX_NAME) if "title" in value else titled(what)
            yield Axis(what, title, tuple(choices), f"vary {number}")

    def check_path(self, table: TomlTable, key: str, path: str) -> None:
        """Check that this is the path of something that can vary."""
        try:
            check_path(path)
        except Malformed as error:
            raise Malformed(f"{table.where}: {key}", str(error)) from None

    def _all(self, table: TomlTable, what: str) -> list[Any]:
        """All possible values, if the ruleset knows them."""
        first, *rest = steps(what)
        if first == OPTIONS and len(rest) == 1:
            for switch in self.ruleset.switches:
                if switch.name == rest[0]:
                    return list(switch.values)
        if first == SEATS and len(rest) == 2 and rest[1] in self.ruleset.setup:
            return list(self.ruleset.setup[rest[1]]())
        if first == SEATS and len(rest) == 2 and rest[1] == PLAYER:
            return list(self.ruleset.policies)
        return table.wrong("values", f'a list: "all" there is not of {show(what)}')

    def label(self, what: str, value: object) -> str:
        """The title of a card; any other value as it is."""
        first, *rest = steps(what)
        if first == SEATS and rest[-1] in self.ruleset.setup:
            cards = self.ruleset.setup[rest[-1]]()
            card = cards.get(value) if isinstance(value, str) else None
            return str(getattr(card, "title", value))
        return value if isinstance(value, str) else show(value)

    def _variants(self) -> Iterator[Axis]:
        given = self.table.tables(VARIANT, 0, MOST_VALUES, numbered=True)
        choices = []
        for where, value in given:
            table = TomlTable(where, value, VARIANT_KEYS)
            sets = value.get("set", {})
            if not isinstance(sets, dict):
                table.wrong("set", 'a table: { "options.NAME" = "value" }')
            paths = dict(flat(sets))
            for path in paths:
                self.check_path(table, "set", path)
            choices.append(AxisValue(table.text("name", MAX_NAME), paths))
        if choices:
            places = ((f"{VARIANT} {n}: name", c.label) for n, c in enumerate(choices, 1))
            self._once("name", places)
            yield Axis(VARIANT, "Variant", tuple(choices), VARIANT)

    def _sets_each_once(self, axes: Sequence[Axis]) -> None:
        """Check that nothing varies in two places."""
        seen: dict[tuple[str, ...], str] = {}
        for axis in axes[1:]:
            for number, choice in enumerate(axis.choices, 1):
                own = f"{VARIANT} {number}: set" if axis.name == VARIANT else axis.place
                for path in choice.sets:
                    first = seen.setdefault(tuple(steps(path)), axis.place)
                    if first != axis.place:
                        place = f"{self.where}: {own}: {path}"
                        raise Malformed(place, f"varies in {first} already")

    def _watch(self, axes: tuple[Axis, ...]) -> tuple[str, ...]:
        """The named groups; otherwise those with axes of their own; otherwise all."""
        names = [group.name for group in self.groups]
        if "watch" in self.values:
            return tuple(self.table.words("watch", names))
        paths = [steps(path) for axis in axes for choice in axis.choices for path in choice.sets]
        varied = [name for name in names if any(p[:2] == [SEATS, name] for p in paths)]
        return tuple(varied or names)
