"""The findings of an experiment: the lots of each variant, and figures with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from wreckoning.core.ids import SeatIndex
from wreckoning.lab.experiment import COURSE, SEED, Axis, Experiment
from wreckoning.lab.lots import Extreme, Lot, stands_out
from wreckoning.lab.statistics import (
    Estimate,
    Floats,
    Ints,
    difference,
    mean_of,
    mean_of_counts,
    share_of,
)
from wreckoning.lab.variants import Lineup, Variant

SCENES = (COURSE, SEED)  # axes that are no cause: changes are measured with the same value of these


@dataclass(frozen=True)
class VariantResults:
    """The results of a variant's races. Drivers and seats are numbered from 0."""

    variant: Variant
    lots: tuple[Lot, ...]  # from the first on, without a gap

    @cached_property
    def races(self) -> int:
        return sum(lot.races for lot in self.lots)

    @cached_property
    def wins(self) -> Ints:
        """Drivers × seats from which they started."""
        return _sum([lot.wins for lot in self.lots])

    @cached_property
    def place_sums(self) -> Ints:
        """Drivers × seats from which they started: the sum of their places."""
        return _sum([lot.place_sums for lot in self.lots])

    @cached_property
    def places(self) -> Ints:
        """Drivers × places."""
        return _sum([lot.places for lot in self.lots])

    @cached_property
    def lengths(self) -> Counter[int]:
        return _together([lot.lengths for lot in self.lots])

    @cached_property
    def lead_changes(self) -> Counter[int]:
        """Races by their number of lead changes; empty if the ruleset cannot tell."""
        return _together([lot.lead_changes for lot in self.lots])

    @cached_property
    def extremes(self) -> dict[str, Extreme]:
        found: dict[str, Extreme] = {}
        for lot in self.lots:
            for name, extreme in lot.extremes.items():
                if name not in found or stands_out(name, extreme, found[name]):
                    found[name] = extreme
        return found

    @property
    def races_from_a_seat(self) -> int:
        """The races that a driver started from one seat; all if the line-up was not rotated."""
        return self.races // len(self.variant.drivers) if self.variant.rotations > 1 else self.races

    # figures of a driver

    def win_share(self, driver: int) -> Estimate:
        """The driver's share of wins, from any seat."""
        return share_of(int(self.wins[driver].sum()), self.races)

    def win_share_from(self, driver: int, seat: SeatIndex) -> Estimate:
        """The driver's share of wins from one seat, if the lineup was rotated."""
        return share_of(int(self.wins[driver, seat]), self.races_from_a_seat)

    def place(self, driver: int) -> Estimate:
        """The mean place; 1 is first."""
        row = self.places[driver]
        return mean_of_counts(row, np.arange(1, len(row) + 1)).within(1, len(row))

    def tally(self, driver: int, index: int) -> Estimate:
        """The mean of a tally, in the ruleset's own unit."""
        return mean_of(self.tally_means(driver, index)).at_least(0)

    def change(self, other: VariantResults, driver: int) -> Estimate:
        """The driver's win share minus that in the other variant, on the same dice."""
        return difference(self.shares(driver), other.shares(driver)).within(-1, 1)

    def shares(self, driver: int) -> Floats:
        """The driver's win share in each lot."""
        return np.array([lot.wins[driver].sum() / lot.races for lot in self.lots])

    def seat_shares(self) -> Floats:
        """The share of wins from each seat, in each lot: lots × seats."""
        return np.array([lot.wins.sum(axis=0) / lot.races for lot in self.lots])

    def grid_shares(self) -> Floats:
        """The share of wins from each place of the grid, in each lot: lots × places.

        Not a number for a place from which no driver started; for all if the ruleset cannot tell.
        """
        grids = np.array([lot.grid for lot in self.lots], np.float64)
        started, won = grids[:, :, 0], grids[:, :, 1]
        shares: Floats = np.full(started.shape, np.nan)
        np.divide(won, started, out=shares, where=started > 0)
        return shares

    def place_means(self, driver: int) -> Floats:
        """The driver's mean place in each lot."""
        return np.array([lot.place_sums[driver].sum() / lot.races for lot in self.lots])

    def tally_means(self, driver: int, index: int) -> Floats:
        """The mean of a tally in each lot, in the ruleset's own unit."""
        scale = self.variant.ruleset.tallies.scales[index]
        return np.array([lot.tallies[driver, index] / lot.races for lot in self.lots]) / scale

    # figures of the whole race

    @property
    def length(self) -> Estimate:
        return mean_of_counts(list(self.lengths.values()), list(self.lengths)).at_least(0)

    @property
    def swaps(self) -> Estimate | None:
        """The mean number of lead changes, if the ruleset can tell."""
        found = self.lead_changes
        return mean_of_counts(list(found.values()), list(found)).at_least(0) if found else None

    def lot_means(self, name: str) -> Floats:
        """The mean `lengths` or `lead_changes` of each lot."""
        found: list[Mapping[int, int]] = [getattr(lot, name) for lot in self.lots]
        return np.array([sum(v * n for v, n in h.items()) / sum(h.values()) for h in found])


def _sum(tables: list[Ints]) -> Ints:
    total: Ints = np.sum(tables, axis=0)
    return total


def _together(histograms: list[dict[int, int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for histogram in histograms:
        total.update(histogram)
    return Counter(dict(sorted(total.items())))


@dataclass(frozen=True)
class Findings:
    """The findings so far: the variants with finished lots."""

    lineup: Lineup
    found: tuple[VariantResults, ...]
    is_finished: bool

    @property
    def experiment(self) -> Experiment:
        return self.lineup.experiment

    @property
    def races(self) -> int:
        return sum(each.races for each in self.found)

    def reference(self, found: VariantResults) -> VariantResults | None:
        """The variant with the same course and dice and the first value of every other axis.

        None for itself.
        """
        labels = found.variant.labels
        wanted = {
            axis.name: labels[axis.name] if axis.name in SCENES else axis.choices[0].label
            for axis in self.experiment.axes
        }
        for other in self.found:
            if other.variant.labels == wanted and other is not found:
                return other
        return None


def gather(lineup: Lineup, lots: Mapping[tuple[int, int], Lot], is_finished: bool) -> Findings:
    """The findings of these lots."""
    found = []
    for variant in lineup.variants:
        row: list[Lot] = []
        while (variant.number, len(row)) in lots:
            row.append(lots[variant.number, len(row)])
        if row:
            found.append(VariantResults(variant, tuple(row)))
    return Findings(lineup, tuple(found), is_finished)


def course_titles(found: Sequence[VariantResults]) -> dict[str, str]:
    """The title of each course by its label; its label if another has the same title."""
    titles = {each.variant.labels[COURSE]: str(each.variant.course.title) for each in found}
    often = Counter(titles.values())
    return {label: title if often[title] == 1 else label for label, title in titles.items()}


def with_titles(findings: Findings) -> Findings:
    """The findings as reports show them: courses by their titles."""
    titles = course_titles(findings.found)
    first, *rest = findings.experiment.axes
    choices = tuple(replace(c, label=titles.get(c.label, c.label)) for c in first.choices)
    axes = (replace(first, choices=choices), *rest)

    def titled(variant: Variant) -> Variant:
        course = variant.labels[COURSE]
        return replace(variant, labels={**variant.labels, COURSE: titles.get(course, course)})

    lineup = replace(
        findings.lineup,
        experiment=replace(findings.experiment, axes=axes),
        variants=tuple(map(titled, findings.lineup.variants)),
    )
    found = tuple(replace(each, variant=titled(each.variant)) for each in findings.found)
    return Findings(lineup, found, findings.is_finished)


def named(labels: Mapping[str, str], findings: Findings) -> str:
    """A variant in words, without values that are the same everywhere."""
    axes = [axis for axis in findings.experiment.axes if len(axis.choices) > 1]
    words = [spelled(axis, labels[axis.name]) for axis in axes]
    return ", ".join(words) or str(next(iter(labels.values())))


def spelled(axis: Axis, label: str) -> str:
    """A value in words; a bare number gets the name of its axis."""
    return label if any(letter.isalpha() for letter in label) else f"{axis.title} {label}"
