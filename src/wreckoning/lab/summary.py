"""Sums up an experiment: figures for each axis, seat and starting place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wreckoning.core.match import Match
from wreckoning.lab.experiment import COURSE, Axis
from wreckoning.lab.findings import Findings, VariantResults
from wreckoning.lab.statistics import Estimate, Floats, mean_of
from wreckoning.lab.variants import Variant


@dataclass(frozen=True)
class Value:
    """One value of an axis, and the win share of a group's drivers with it."""

    label: str
    group: str
    share: Estimate


def varying(findings: Findings) -> list[Axis]:
    """The axes with more than one value."""
    return [axis for axis in findings.experiment.axes if len(axis.choices) > 1]


def even_share(findings: Findings) -> float | None:
    """The win share of each driver in an even race, if there are always as many drivers."""
    counts = {len(found.variant.drivers) for found in findings.found}
    return 1 / counts.pop() if len(counts) == 1 else None


def group_share(found: VariantResults, group: str) -> Estimate:
    """The win share of a driver in this group; of several equal drivers, their mean."""
    drivers = [n for n, name in enumerate(found.variant.groups) if name == group]
    if len(drivers) == 1:
        return found.win_share(drivers[0])
    return _share_of_lots(group_lots(found, group))


def group_lots(found: VariantResults, group: str) -> Floats:
    """The win share of a driver in this group in each lot; of several equal ones, their mean."""
    drivers = [n for n, name in enumerate(found.variant.groups) if name == group]
    mean: Floats = np.mean([found.shares(driver) for driver in drivers], axis=0)
    return mean


def marginals(findings: Findings, axis: Axis) -> list[Value]:
    """Each value of an axis, averaged over the others, for the watched groups."""
    return [
        Value(label, group, share_over(found, group))
        for label, found in by_value(findings, axis).items()
        for group in findings.experiment.watch
    ]


def by_value(findings: Findings, axis: Axis) -> dict[str, list[VariantResults]]:
    """The variants with each value of an axis, all with the same combinations of the others.

    A combination that is missing with one value is left out of all: else that value would have the
    credit or the blame of its company. Without any that is complete, all are there.
    """
    others = [other.name for other in findings.experiment.axes if other is not axis]
    found: dict[str, dict[tuple[str, ...], VariantResults]] = {c.label: {} for c in axis.choices}
    for each in findings.found:
        labels = each.variant.labels
        found[labels[axis.name]][tuple(labels[name] for name in others)] = each
    found = {label: variants for label, variants in found.items() if variants}
    complete = set.intersection(*(set(variants) for variants in found.values()))
    return {
        label: [each for key, each in variants.items() if not complete or key in complete]
        for label, variants in found.items()
    }


def mean_over(
    found: Sequence[VariantResults], figure: Callable[[VariantResults], Floats]
) -> Floats:
    """The mean of a figure over variants, lot by lot: their dice, and so their luck, are the same.

    A figure may have several columns.
    """
    lots = min(len(each.lots) for each in found)
    mean: Floats = np.mean([figure(each)[:lots] for each in found], axis=0)
    return mean


def share_over(found: Sequence[VariantResults], group: str) -> Estimate:
    """The win share of a driver in this group, averaged over variants."""
    if len(found) == 1:
        return group_share(found[0], group)
    return _share_of_lots(mean_over(found, lambda each: group_lots(each, group)))


def _share_of_lots(shares: Floats) -> Estimate:
    """The mean of a share in each lot."""
    return mean_of(shares).within(0, 1)


def seat_shares(findings: Findings) -> list[Estimate]:
    """The share of wins from each seat, over all variants with as many drivers."""
    return [
        _share_of_lots(column) for column in columns(findings.found, VariantResults.seat_shares)
    ]


def grid_shares(found: Sequence[VariantResults]) -> list[Estimate]:
    """The share of wins from each place of the grid; empty if the ruleset cannot tell."""
    return [_share_of_lots(column) for column in columns(found, VariantResults.grid_shares)]


def columns(
    given: Sequence[VariantResults], shares: Callable[[VariantResults], Floats]
) -> list[Floats]:
    """The mean over variants of each place, by lots; empty if a place was never used.

    Only of the variants with the most drivers.
    """
    most = max(len(found.variant.drivers) for found in given)
    rows = mean_over([each for each in given if len(each.variant.drivers) == most], shares)
    used = [column[~np.isnan(column)] for column in rows.T]
    return used if all(map(len, used)) else []


def by_course(findings: Findings) -> dict[str, list[VariantResults]]:
    """The variants on each course."""
    found: dict[str, list[VariantResults]] = {}
    for each in findings.found:
        found.setdefault(each.variant.labels[COURSE], []).append(each)
    return found


def unit_of(variant: Variant) -> str:
    """The unit of a race's length: turns, rounds."""
    seats = variant.seats(0)
    match = Match(variant.ruleset, variant.course, seats, variant.options, automatic=False)
    return variant.ruleset.view.headline(match).unit


def percent(share: float) -> str:
    """A share, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def within(figure: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(figure.value)} ({100 * figure.low:.1f}–{100 * figure.high:.1f})"
