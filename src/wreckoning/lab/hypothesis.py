"""A hypothesis about the rules: what changes, what is measured, and which effect matters.

    [ask]
    set = { "seats.Subject.debuff" = "featherweight" }    # the change; without it: an even share?
    against = { "seats.Subject.debuff" = "none" }         # compared with this; default: as it is
    for = "Subject"                # a driver, "pole", "start 2", "every start", "seat 2", …
    measure = "wins"               # or place, length, or a tally of the game
    smallest = 1.0                 # the smallest effect that matters: points of winning
    drivers = ["rookie", "veteran"]

The table stands in an experiment's file, which says the game, the courses and the seats. Each
course is asked separately, under each kind of drivers. Every fault is a Malformed with its line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wreckoning.core.compiling.compiled import check_players
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.files.data import steps
from wreckoning.core.files.toml_files import parse_toml, read_text
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ruleset import Ruleset, default_opponent
from wreckoning.core.texts.wording import count
from wreckoning.lab import experiment_file
from wreckoning.lab.experiment import ASK, COURSE, SEATS, SEED, Axis, AxisValue, Experiment, Group
from wreckoning.lab.experiment_file import ExperimentReader
from wreckoning.lab.figures import Figure, figure_of
from wreckoning.lab.lines import LineNumbers
from wreckoning.lab.paths import flat
from wreckoning.lab.statistics import CONFIDENCE
from wreckoning.lab.subjects import LabSubject, subjects_of
from wreckoning.lab.variants import Variant, line_up

KEYS = ("set", "against", "with", "for", "measure", "smallest", "drivers", "confidence")
VETERAN = "veteran"
MOST_SMALLEST = 1000.0
LEAST_CONFIDENCE, MOST_CONFIDENCE = 0.5, 0.9999
COMMAND = "hypothesis"  # the name of a hypothesis that is in no file, in messages


@dataclass(frozen=True)
class Scene:
    """Where a hypothesis is judged: a course, and who drives. Without `before`: an even share."""

    course: str
    drivers: str  # the policy that drives; "" as the seats say
    after: Variant
    before: Variant | None


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis, checked. `scenes` builds its races."""

    experiment: Experiment  # its axes are the courses only
    change: ReadOnlyJson  # the settings of the changed races
    unchanged: ReadOnlyJson | None  # of the others; None: compared with an even share
    words: tuple[str, str]  # the change, and what it is compared with; "": the game as it is
    subjects: tuple[LabSubject, ...]
    figure: Figure
    smallest: float  # in the units of a race: a share, places, turns
    drivers: tuple[str, ...]
    confidence: float = CONFIDENCE
    tries: int = 1  # hypotheses like this one that share its error
    given_by: str = "set"  # what gives the change, in messages

    @property
    def comparisons(self) -> int:
        """How many effects are judged."""
        courses = len(self.experiment.axes[0].choices)
        return len(self.subjects) * len(self.drivers) * courses * self.tries

    def scenes(self) -> list[Scene]:
        """Build all races. Raises Malformed, naming the line, for impossible ones."""
        return [scene for policy in self.drivers for scene in self._scenes(policy)]

    def _scenes(self, policy: str) -> list[Scene]:
        sides = [AxisValue(self._given(self.given_by, self.change), self.change)]
        if self.unchanged is not None:
            sides.append(AxisValue(self._given("against", self.unchanged), self.unchanged))
        axis = Axis(ASK, "Races", tuple(sides), f"{ASK}: set")
        groups = tuple(
            _driven_by(self.experiment, group, policy) for group in self.experiment.groups
        )
        asked = replace(self.experiment, axes=(*self.experiment.axes, axis), groups=groups)
        variants = line_up(replace(asked, skip_illegal=False)).variants
        found = []
        for first in range(0, len(variants), len(sides)):
            after, *rest = variants[first : first + len(sides)]
            before = rest[0] if rest else None
            if before and before.groups != after.groups:
                where = self.experiment.lines.at(f"{ASK}: set")
                raise Malformed(where, "the change must leave the same drivers in the race")
            found.append(Scene(after.labels[COURSE], policy, after, before))
        return found

    def _given(self, key: str, sets: ReadOnlyJson) -> str:
        """A side in messages: `set options.carry=9`; as an option if it is in no file."""
        other = self.unchanged if sets is self.change else self.change
        own = {k: v for k, v in sets.items() if other is None or k not in other or other[k] != v}
        dashes = "--" if isinstance(self.experiment.lines, NoLines) else ""
        return f"{dashes}{key} " + ", ".join(f"{k}={v}" for k, v in (own or sets).items())


def _driven_by(experiment: Experiment, group: Group, policy: str) -> Group:
    """The group with this policy instead of the default one."""
    usual = default_opponent(experiment.ruleset)
    return replace(group, player=policy) if policy and group.player == usual else group


def load(path: Path) -> Hypothesis:
    """Read a hypothesis from an experiment's file. Raises Malformed, naming the line."""
    text = read_text(path, "file", experiment_file.MAX_BYTES)
    lines = LineNumbers(path.name, text)
    document = parse_toml(path.name, text)
    if ASK not in document:
        expected = f'no table [{ASK}]: add one, such as [{ASK}] with a line for = "pole"'
        raise Malformed(path.name, expected)
    return _read(document, lines, text, path.parent)


def hypothesis(document: ReadOnlyJson, folder: Path = Path()) -> Hypothesis:
    """Read a hypothesis from what its file would hold. Raises Malformed."""
    text = json.dumps(document, default=str)
    return _read(dict(document), NoLines(COMMAND, ""), text, folder)


class NoLines(LineNumbers):
    """Stands for the lines of a hypothesis that is in no file: its places are named as they are."""

    def at(self, *places: str) -> str:
        return self.name


def _read(document: Json, lines: LineNumbers, text: str, folder: Path) -> Hypothesis:
    try:
        table = TomlTable(lines.name, document, experiment_file.KEYS)
        return _Asked(ExperimentReader(lines, text, folder, table)).hypothesis()
    except WreckError as error:
        raise lines.refusal(error) from None


class _Asked:
    """Reads the table `[ask]`."""

    def __init__(self, reader: ExperimentReader) -> None:
        self.reader = reader
        self.experiment = reader.experiment()
        if len(self.experiment.axes) > 1:
            place = self.experiment.axes[1].place
            problem = "a hypothesis varies nothing; say what changes in [ask]"
            raise Malformed(f"{reader.where}: {place}", problem)
        given = reader.values.get(ASK, {})
        self.table = TomlTable(f"{reader.where}: {ASK}", given, KEYS)
        self.values = self.table.values

    def hypothesis(self) -> Hypothesis:
        """Read the whole hypothesis."""
        both, change = self._sets("with"), self._sets("set")
        against = self._sets("against") if "against" in self.values else None
        is_compared = bool(change) or against is not None
        figure = self._figure(is_compared)
        return Hypothesis(
            experiment=self.experiment,
            change={**both, **change},
            unchanged={**both, **(against or {})} if is_compared else None,
            words=self._both_words(change, against) if is_compared else ("", ""),
            subjects=self._subjects(figure, [*change, *(against or {})]),
            figure=figure,
            smallest=self._number("smallest", 0, MOST_SMALLEST, figure.smallest) / figure.scale,
            drivers=self._drivers(),
            confidence=self._number("confidence", LEAST_CONFIDENCE, MOST_CONFIDENCE, CONFIDENCE),
        )

    def _sets(self, key: str) -> dict[str, Any]:
        given = self.values.get(key, {})
        if not isinstance(given, dict):
            self.table.wrong(key, 'a table: { "options.NAME" = "value" }')
        paths = dict(flat(given))
        for path in paths:
            self.reader.check_path(self.table, key, path)
            if steps(path)[0] == SEED:
                problem = f"{SEED} cannot be changed: it is the same for all races"
                raise Malformed(f"{self.table.where}: {key}", problem)
        return paths

    def _both_words(self, change: Json, against: Json | None) -> tuple[str, str]:
        """The change in words, and what it is compared with; "" is the game as it is.

        Of one path it is named once.
        """
        if against and len(change) == 1 and change.keys() == against.keys():
            ((path, value),) = against.items()
            return self._words(change), self._label(path, value)
        return self._words(change) or "the game as it is", self._words(against or {})

    def _label(self, path: str, value: object) -> str:
        return count(value) if type(value) is int else self.reader.label(path, value)

    def _words(self, sets: Mapping[str, Any]) -> str:
        """The settings in words: `debuff Featherweight`."""
        return " and ".join(
            f"{setting_words(path)} {self._label(path, value)}" for path, value in sets.items()
        )

    def _figure(self, is_compared: bool) -> Figure:
        rules = self.experiment.ruleset
        figure = figure_of(rules, self.values.get("measure", "wins"), self.table)
        if figure.is_of_race and not is_compared:
            self.table.wrong("measure", "what a driver has, as nothing is changed")
        return figure

    def _subjects(self, figure: Figure, paths: Sequence[str]) -> tuple[LabSubject, ...]:
        if figure.is_of_race:
            return (LabSubject.race(),)
        groups = self.experiment.groups
        named = [steps(path)[1] for path in paths if steps(path)[0] == SEATS]
        if "for" not in self.values and paths and not named:
            names = ", ".join(group.name for group in groups)
            self.table.wrong(
                "for",
                f"the driver, seat or start it is measured for: {names}, pole, every start, …",
            )
        return subjects_of(self.table, groups, named)

    def _drivers(self) -> tuple[str, ...]:
        rules, usual = self.experiment.ruleset, default_opponent(self.experiment.ruleset)
        if all(group.player != usual for group in self.experiment.groups):
            if "drivers" in self.values:
                self.table.wrong("drivers", f"no such key, as no seat has the player {usual}")
            return ("",)
        if "drivers" in self.values:
            named = self.table.words("drivers", list(rules.policies))
            check_players(rules, named)
            return tuple(named)
        return (usual, VETERAN) if has_veteran(rules) and usual != VETERAN else (usual,)

    def _number(self, key: str, low: float, high: float, default: float | None) -> float:
        value: object = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low < value <= high:
            self.table.wrong(key, f"a number above {low:g}, at most {high:g}")
        return float(value)


def has_veteran(rules: Ruleset) -> bool:
    """True if the game has a better driver that is compiled, so that a lab can race it."""
    if VETERAN not in rules.policies:
        return False
    try:
        check_players(rules, [VETERAN])
    except WreckError:
        return False
    return True


def show_setting(value: object) -> str:
    """A value in a sentence; a number has a true minus sign."""
    return count(value) if type(value) is int else str(value)


def setting_words(path: str) -> str:
    """What a path sets, inside a sentence: `debuff`, `carry`."""
    first, *rest = steps(path)
    if first == SEATS:
        return " ".join(rest[1:]).replace("_", " ")
    named = [step for step in rest if step != "figures"][-2:]
    return " ".join(named or [first]).replace("_", " ")
