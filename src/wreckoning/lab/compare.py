"""The effect of a change on each driver: the same experiment before and after, by variant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isinf

import numpy as np

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import printed_figure
from wreckoning.core.texts.wording import listed
from wreckoning.lab.experiment import Axis, Experiment, Group
from wreckoning.lab.findings import Findings, VariantResults, course_titles, spelled
from wreckoning.lab.statistics import ERROR, Estimate, Floats, difference, welch
from wreckoning.lab.summary import group_share, percent, unit_of
from wreckoning.lab.variants import Lineup

MOST_SENTENCES = 12


@dataclass(frozen=True)
class Pair:
    """One variant before and after. `same_dice`: lot against lot of the same dice."""

    label: str
    before: VariantResults
    after: VariantResults
    same_dice: bool

    def change(self, ones: Floats, others: Floats, error: float) -> Estimate:
        """The difference after − before of a figure, by lots."""
        if self.same_dice:
            return difference(others, ones, error)
        return welch(others, ones, error)

    def groups(self) -> list[str]:
        """The groups of drivers that are in both."""
        both = set(self.before.variant.groups) & set(self.after.variant.groups)
        return [name for name in dict.fromkeys(self.before.variant.groups) if name in both]

    def win_share(self, group: str, error: float = ERROR) -> Estimate:
        """The change of the win share of a driver in this group."""
        before, after = (_of_group(found.shares, found, group) for found in self._both)
        return self.change(before, after, error).within(-1, 1)

    def place(self, group: str, error: float = ERROR) -> Estimate:
        """The change of the mean place of a driver in this group."""
        before, after = (_of_group(found.place_means, found, group) for found in self._both)
        return self.change(before, after, error)

    def tally(self, group: str, index: int, error: float = ERROR) -> Estimate:
        """The change of a tally of a driver in this group."""

        def figure(found: VariantResults) -> Callable[[int], Floats]:
            return lambda driver: found.tally_means(driver, index)

        before, after = (_of_group(figure(found), found, group) for found in self._both)
        return self.change(before, after, error)

    def race(self, name: str, error: float = ERROR) -> Estimate | None:
        """The change of the length or lead changes of races; None if the ruleset has none."""
        if not all(getattr(found, name) for found in self._both):
            return None
        before, after = (found.lot_means(name) for found in self._both)
        return self.change(before, after, error)

    @property
    def _both(self) -> tuple[VariantResults, VariantResults]:
        return self.before, self.after


def _of_group(figure: Callable[[int], Floats], found: VariantResults, group: str) -> Floats:
    """The mean over the drivers of a group, by lots."""
    drivers = [n for n, name in enumerate(found.variant.groups) if name == group]
    mean: Floats = np.mean([figure(driver) for driver in drivers], axis=0)
    return mean


@dataclass(frozen=True)
class Change:
    """The effect on one group in one variant."""

    pair: Pair
    group: str
    share: Estimate
    place: Estimate

    @property
    def who(self) -> str:
        """The group in words, with the variant if there are several."""
        return f"{self.group} ({self.pair.label})" if self.pair.label else self.group


class Comparison:
    """Two experiments, before and after. Raises Malformed if they have nothing in common.

    Its figures share an error of 5 % (Bonferroni): the win share and the place of each driver, and
    the length and lead changes of each variant. Each has the part `error`.
    """

    def __init__(self, before: Findings, after: Findings) -> None:
        self.check(before.lineup, after.lineup)
        self.before, self.after = before, after
        self.axes = _common(before.experiment, after.experiment)
        self.pairs = self._pairs()
        drivers = [(pair, group) for pair in self.pairs for group in pair.groups()]
        self.error = ERROR / (2 * len(drivers) + 2 * len(self.pairs))
        self.changes = [
            Change(pair, group, pair.win_share(group, self.error), pair.place(group, self.error))
            for pair, group in drivers
        ]

    @staticmethod
    def check(before: Lineup, after: Lineup) -> None:
        """Check that the two can be compared."""
        one, other = before.experiment, after.experiment
        if one.ruleset.key != other.ruleset.key:
            problem = f"expected {one.ruleset.key}, as the first has it, found {other.ruleset.key}"
            raise Malformed(other.lines.at("ruleset"), f"ruleset: {problem}")
        names = {group.name for group in one.groups}
        if not names & {group.name for group in other.groups}:
            problem = f"expected seats of one of the same names: {', '.join(sorted(names))}"
            raise Malformed(other.lines.at("seat 1"), problem)
        axes = _common(one, other)
        keys = [
            {_key(variant.labels, axes) for variant in lineup.variants}
            for lineup in (before, after)
        ]
        for lineup, found in zip((before, after), keys, strict=True):
            if len(found) < len(lineup.variants):
                only = [a for a in lineup.experiment.axes if len(a.choices) > 1 and a not in axes]
                names_ = listed([axis.title for axis in only])
                where = lineup.experiment.lines.at(only[0].place if only else "vary 1")
                raise Malformed(where, f"{names_} varies in only one of the two")
        if not keys[0] & keys[1]:
            raise Malformed(
                other.lines.at("vary 1", "course"), "the two experiments have no variant in common"
            )

    def _pairs(self) -> list[Pair]:
        later = {_key(found.variant.labels, self.axes): found for found in self.after.found}
        titles = course_titles(self.before.found)
        pairs = []
        for found in self.before.found:
            key = _key(found.variant.labels, self.axes)
            if key in later:
                other = later[key]
                words = map(spelled, self.axes, (titles.get(label, label) for label in key))
                pairs.append(Pair(", ".join(words), found, other, self._same_dice(found, other)))
        return pairs

    def _same_dice(self, one: VariantResults, other: VariantResults) -> bool:
        """True if both have lots of the same races: equal size, seed and rotations."""
        seeds = one.variant.seed == other.variant.seed
        lots = one.lots[0].races == other.lots[0].races
        return seeds and lots and one.variant.rotations == other.variant.rotations

    @property
    def is_finished(self) -> bool:
        return self.before.is_finished and self.after.is_finished

    # in words

    def sentences(self) -> list[str]:
        """The effect on each driver and on races, and what was changed."""
        return [*self._to_whom(), *self._to_races(), *self.what_changed()]

    def what_changed(self) -> Iterator[str]:
        """The differences between the two files, one a line."""
        for name, old, new in differences(self.before.experiment, self.after.experiment):
            yield f"Changed: {name}, {old} before, {new} now."

    def _to_whom(self) -> Iterator[str]:
        clear = [change for change in self.changes if change.share.is_clear]
        clear.sort(key=lambda change: -abs(change.share.value))
        for change in clear[:MOST_SENTENCES]:
            yield self._sentence(change)
        if len(clear) > MOST_SENTENCES:
            yield f"{len(clear) - MOST_SENTENCES} more have clear changes; the table has them all."
        rest = [change for change in self.changes if not change.share.is_clear]
        if any(isinf(change.place.high) for change in rest):
            yield "Too few races to tell a change in how often each driver wins."
        elif rest and len(rest) <= MOST_SENTENCES:
            widest = max(max(abs(end) for end in (c.share.low, c.share.high)) for c in rest)
            names = listed([change.who for change in rest])
            yield f"No change of more than {100 * widest:.1f} points for {names}."
        elif rest:
            yield f"No clear change for {len(rest)} others."

    def _sentence(self, change: Change) -> str:
        share, place = change.share, change.place
        more = "more" if share.value > 0 else "less"
        low, high = sorted((abs(share.low), abs(share.high)))
        before = group_share(change.pair.before, change.group).value
        after = group_share(change.pair.after, change.group).value
        text = (
            f"{change.who} wins {100 * abs(share.value):.1f} points {more} often"
            f" ({100 * low:.1f} to {100 * high:.1f}): {percent(before)} before,"
            f" {percent(after)} now"
        )
        if place.is_clear:
            later = "later" if place.value > 0 else "earlier"
            text += f", and comes in {abs(place.value):.2f} places {later}"
        return f"{text}."

    def _to_races(self) -> Iterator[str]:
        unit = unit_of(self.before.found[0].variant)
        for pair in self.pairs if len(self.pairs) <= 4 else ():
            where = f" ({pair.label})" if pair.label else ""
            for name, verb, words in (
                ("lengths", "take", f"{unit}s"),
                ("lead_changes", "have", "lead changes"),
            ):
                found = pair.race(name, self.error)
                if found and found.is_clear:
                    word = "more" if found.value > 0 else "fewer"
                    yield f"Races{where} {verb} {abs(found.value):.2f} {word} {words} on average."


def _common(one: Experiment, other: Experiment) -> list[Axis]:
    """The axes that are in both."""
    names = {axis.name for axis in other.axes if len(axis.choices) > 1}
    return [axis for axis in one.axes if len(axis.choices) > 1 and axis.name in names]


def _key(labels: Mapping[str, str], axes: list[Axis]) -> tuple[str, ...]:
    return tuple(labels[axis.name] for axis in axes)


def differences(one: Experiment, other: Experiment) -> Iterator[tuple[str, str, str]]:
    """The changes: name, value before, value after."""
    for part, olds, news in (
        ("course", _courses(one), _courses(other)),
        ("options", _with_defaults(one), _with_defaults(other)),
        ("data", _with_printed(one, other), _with_printed(other, one)),
        ("seats", _seats(one.groups), _seats(other.groups)),
    ):
        for key in dict.fromkeys([*olds, *news]):
            if olds.get(key) != news.get(key):
                name = f"{part}.{key}" if key else part
                yield name, _as_it_was(olds, key), _as_it_was(news, key)


def _with_defaults(experiment: Experiment) -> Json:
    """Every switch with its value, set by the experiment or not."""
    defaults = {switch.name: switch.default for switch in experiment.ruleset.switches}
    return {**defaults, **experiment.options}


def _as_it_was(values: ReadOnlyJson, key: str) -> str:
    return str(values[key]) if key in values else "as printed"


def _with_printed(one: Experiment, other: Experiment) -> Json:
    """The changed figures of an experiment; those that only the other changes, as printed."""
    printed = {path: printed_figure(one.ruleset, path) for path in other.data}
    return {**printed, **one.data}


def _courses(experiment: Experiment) -> dict[str, str]:
    return {"": listed([choice.label for choice in experiment.axes[0].choices])}


def _seats(groups: tuple[Group, ...]) -> Json:
    return {
        f"{group.name}.{name}": value
        for group in groups
        for name, value in {"player": group.player, "count": group.count, **group.setup}.items()
    }


def as_document(comparison: Comparison) -> Json:
    """The comparison as JSON. Shares and places are after − before.

    A missing end of an interval is None: a single lot has no spread.
    """

    def figure(found: Estimate | None) -> dict[str, float | None] | None:
        if found is None:
            return None
        low, high = found.ends
        return {"change": found.value, "low": low, "high": high}

    return {
        "finished": comparison.is_finished,
        "in_short": comparison.sentences(),
        "variants": [
            {
                "variant": pair.label,
                "same_dice": pair.same_dice,
                "length": figure(pair.race("lengths", comparison.error)),
                "lead_changes": figure(pair.race("lead_changes", comparison.error)),
                "drivers": {
                    change.group: {
                        "win_share": figure(change.share),
                        "place": figure(change.place),
                    }
                    for change in comparison.changes
                    if change.pair is pair
                },
            }
            for pair in comparison.pairs
        ],
    }
