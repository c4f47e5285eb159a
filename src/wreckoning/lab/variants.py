"""Builds and checks all variants of an experiment before any is raced.

A variant is a combination of values. Its drivers are numbered as in the file. In the heats of each
rotation they start from other seats (`line_ups`).
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from wreckoning.core.compiling.compiled import cache_folder, check_players
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, WreckError, unknown
from wreckoning.core.files.data import lay_over, steps, with_changes
from wreckoning.core.files.toml_tables import show
from wreckoning.core.ruleset import Ruleset, Seat
from wreckoning.core.seats import check_options, check_seats
from wreckoning.lab.blame import blame
from wreckoning.lab.experiment import (
    COUNT,
    COURSE,
    DATA,
    MAX_SEED,
    NONE,
    OPTIONS,
    PLAYER,
    SEATS,
    SEED,
    AxisValue,
    Experiment,
    Group,
)
from wreckoning.lab.line_ups import line_ups
from wreckoning.lab.races import Words, start_words

MOST_VARIANTS = 5000


@dataclass(frozen=True)
class Variant:
    """One combination: its races, its drivers, and its name."""

    number: int
    labels: Mapping[str, str]  # by the name of the axis
    ruleset: Ruleset  # with the variant's figures
    course: Any
    drivers: tuple[Seat, ...]
    groups: tuple[str, ...]  # of each driver
    options: Mapping[str, str]
    seed: int
    starts: tuple[Words, ...]  # one for each rotation

    def seats(self, rotation: int) -> list[Seat]:
        """The seats in the heats of a rotation."""
        return [self.drivers[driver] for driver in line_ups(len(self.drivers))[rotation]]

    @property
    def rotations(self) -> int:
        return len(self.starts)

    def kinds(self) -> list[list[int]]:
        """Groups of equal drivers, by policy and choices."""
        found: dict[tuple[object, ...], list[int]] = {}
        for number, seat in enumerate(self.drivers):
            found.setdefault((seat.player, *sorted(seat.setup.items())), []).append(number)
        return list(found.values())

    def counted_as(self, lot: int) -> tuple[int, ...]:
        """The driver as which each is counted in a lot: equal drivers take turns.

        Otherwise a driver who starts next to a weak one would seem to be better than their equals.
        """
        found = list(range(len(self.drivers)))
        for kind in self.kinds():
            for at, driver in enumerate(kind):
                found[driver] = kind[(at + lot) % len(kind)]
        return tuple(found)

    def watched(self, experiment: Experiment) -> list[int]:
        """The drivers whose intervals count."""
        return [n for n, group in enumerate(self.groups) if group in experiment.watch]


@dataclass(frozen=True)
class Lineup:
    """All variants of an experiment, and the combinations that are impossible."""

    experiment: Experiment
    variants: tuple[Variant, ...]
    left_out: tuple[tuple[Mapping[str, str], str], ...]  # labels, and the reason

    @property
    def digest(self) -> str:
        """A digest, equal only for equal races: file, courses, seats, figures, and rules."""
        rules = self.experiment.ruleset
        found = hashlib.sha256(self.experiment.digest.encode())
        found.update(cache_folder(rules).name.encode())
        for variant in self.variants:
            document = json.dumps(variant.course.document, sort_keys=True, default=str)
            found.update(document.encode())
            for start in variant.starts:
                found.update(start.tobytes())
        return found.hexdigest()[:16]


def line_up(experiment: Experiment) -> Lineup:
    """Build every variant. Raises Malformed, naming the line, for an impossible one."""
    total = 1
    for axis in experiment.axes:
        total *= len(axis.choices)
    if total > MOST_VARIANTS:
        problem = f"expected at most {MOST_VARIANTS} combinations, found {total}"
        raise Malformed(experiment.lines.at("vary 1", "variant 1"), problem)
    builder = _Builder(experiment)
    variants: list[Variant] = []
    left_out = []
    for choices in product(*(axis.choices for axis in experiment.axes)):
        labels = {a.name: c.label for a, c in zip(experiment.axes, choices, strict=True)}
        try:
            variants.append(replace(builder.build(choices), number=len(variants), labels=labels))
        except Illegal as error:
            if not experiment.skip_illegal:
                raise blame(experiment, choices, error, _build) from None
            left_out.append((labels, str(error)))
        except WreckError as error:
            raise blame(experiment, choices, error, _build) from None
    if not variants:
        raise Malformed(experiment.lines.at("vary 1", "variant 1"), "no combination is legal")
    return Lineup(experiment, tuple(variants), tuple(left_out))


def _build(experiment: Experiment, choices: Sequence[AxisValue]) -> Variant:
    return _Builder(experiment).build(choices)


class _Builder:
    """Builds variants; shared courses and figures are read once."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self._rulesets: dict[str, Ruleset] = {}
        self._courses: Json = {}

    def build(self, choices: Sequence[AxisValue]) -> Variant:
        """Build the variant of these choices. Raises Malformed or Illegal."""
        experiment = self.experiment
        parts: dict[str, Json] = {COURSE: {}, OPTIONS: {}, DATA: {}, SEATS: {}, SEED: {}}
        for choice in choices:
            for path, value in choice.sets.items():
                first, _, rest = path.partition(".")
                parts[first][rest] = value
        ruleset = self._ruleset({**experiment.data, **parts[DATA]})
        course = self._course(ruleset, parts[COURSE])
        groups = self._groups(parts[SEATS])
        drivers = tuple(seat for group in groups for seat in group.seats())
        options = check_options(ruleset, {**experiment.options, **parts[OPTIONS]})
        check_seats(ruleset, drivers)
        names = tuple(group.name for group in groups for _ in range(group.count))
        seed = _seed(parts[SEED].get("", experiment.seed))
        variant = Variant(0, {}, ruleset, course, drivers, names, options, seed, ())
        rotations = len(line_ups(len(drivers))) if experiment.rotate else 1
        starts = [
            start_words(ruleset.start(course, variant.seats(rotation), options))
            for rotation in range(rotations)
        ]
        return replace(variant, starts=tuple(starts))

    def _ruleset(self, changes: Json) -> Ruleset:
        key = json.dumps(changes, sort_keys=True, default=str)
        if key not in self._rulesets:
            self._rulesets[key] = with_changes(self.experiment.ruleset, changes)
        return self._rulesets[key]

    def _course(self, ruleset: Ruleset, sets: Json) -> Any:
        key = json.dumps([sets, ruleset.changes], sort_keys=True, default=str)
        if key not in self._courses:
            source = sets[""]
            if source.endswith(".toml"):
                source = self.experiment.folder / source
            course = ruleset.load_course(source)
            changes = {path: value for path, value in sets.items() if path}
            if changes:
                document = copy.deepcopy(course.document)
                for path, value in changes.items():
                    lay_over(document, steps(path), value, f"{COURSE}.{path}", may_add=True)
                course = ruleset.load_course(document)
            self._courses[key] = course
        return self._courses[key]

    def _groups(self, sets: ReadOnlyJson) -> list[Group]:
        groups = {group.name: group for group in self.experiment.groups}
        for path, value in sets.items():
            name, *choice = steps(path)
            if name not in groups:
                raise Malformed(f"{SEATS}.{path}", unknown("seats of the name", name, groups))
            groups[name] = self._with(groups[name], f"{SEATS}.{path}", ".".join(choice), value)
        return list(groups.values())

    def _with(self, group: Group, path: str, choice: str, value: Any) -> Group:
        """The group with another choice."""
        rules = self.experiment.ruleset
        if choice == COUNT:
            if type(value) is not int or not 1 <= value <= rules.seats[-1]:
                raise Malformed(path, f"expected 1 to {rules.seats[-1]}, found {show(value)}")
            return replace(group, count=value)
        if choice == PLAYER:
            if value not in rules.policies:
                raise Malformed(path, unknown("player", value, rules.policies))
            check_players(rules, [value])
            return replace(group, player=value)
        if choice not in rules.setup:
            raise Malformed(path, unknown("choice", choice, (PLAYER, COUNT, *rules.setup)))
        cards = rules.setup[choice]()
        if value == NONE and NONE not in cards:
            return replace(group, setup={k: v for k, v in group.setup.items() if k != choice})
        if value not in cards:
            raise Malformed(path, unknown(choice, value, cards))
        return replace(group, setup={**group.setup, choice: value})


def _seed(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MAX_SEED:
        raise Malformed(SEED, f"expected a whole number from 0 to {MAX_SEED}, found {show(value)}")
    return value
