"""Sums up an experiment: figures for each axis, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from wreckoning.core.match import Match
from wreckoning.lab.experiment import Axis
from wreckoning.lab.findings import Findings, VariantResults, named
from wreckoning.lab.luck import Shares, luck
from wreckoning.lab.statistics import Estimate, Floats, mean_of
from wreckoning.lab.variants import Variant

LENGTHS, SWAPS = "lengths", "lead_changes"  # figures of a whole race
MANY = 20  # variants: one of so many looks significant by chance


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
    return _share_of_lots(np.mean([found.shares(driver) for driver in drivers], axis=0))


def marginals(findings: Findings, axis: Axis) -> list[Value]:
    """Each value of an axis, averaged over the others, for the watched groups."""
    values = []
    for choice in axis.choices:
        found = [f for f in findings.found if f.variant.labels[axis.name] == choice.label]
        for group in findings.experiment.watch:
            if found:
                values.append(Value(choice.label, group, _over(found, group)))
    return values


def _over(found: list[VariantResults], group: str) -> Estimate:
    """The mean over variants, lot by lot: their dice, and so their luck, are the same."""
    if len(found) == 1:
        return group_share(found[0], group)
    lots = min(len(each.lots) for each in found)
    rows = [
        np.mean(
            [each.shares(d)[:lots] for d, name in enumerate(each.variant.groups) if name == group],
            axis=0,
        )
        for each in found
    ]
    return _share_of_lots(np.mean(rows, axis=0))


def _share_of_lots(shares: Floats) -> Estimate:
    """The mean of a share in each lot."""
    return mean_of(shares).within(0, 1)


def seat_shares(findings: Findings) -> list[Estimate]:
    """The share of wins from each seat, over all variants with as many drivers."""
    return _shares_by(findings, VariantResults.seat_shares)


def grid_shares(findings: Findings) -> list[Estimate]:
    """The share of wins from each place of the grid; empty if the ruleset cannot tell."""
    return _shares_by(findings, VariantResults.grid_shares)


def _shares_by(findings: Findings, shares: Callable[[VariantResults], Floats]) -> list[Estimate]:
    """The mean over variants, lot by lot; empty if a place was never used."""
    most = max(len(found.variant.drivers) for found in findings.found)
    found = [each for each in findings.found if len(each.variant.drivers) == most]
    lots = min(len(each.lots) for each in found)
    rows = np.mean([shares(each)[:lots] for each in found], axis=0)
    columns = [column[~np.isnan(column)] for column in rows.T]
    return [_share_of_lots(column) for column in columns] if all(map(len, columns)) else []


def unit_of(variant: Variant) -> str:
    """The unit of a race's length: turns, rounds."""
    seats = variant.seats(0)
    match = Match(variant.ruleset, variant.course, seats, variant.options, automatic=False)
    return variant.ruleset.view.headline(match).unit


# --- sentences


def sentences(findings: Findings) -> list[str]:
    """The findings in a few sentences."""
    return [
        *_standing_out(findings),
        *_by_axis(findings),
        *_by_start(findings),
        *_of_races(findings),
        *_of_luck(findings),
    ]


def percent(share: float) -> str:
    """A share, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def within(figure: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(figure.value)} ({100 * figure.low:.1f}–{100 * figure.high:.1f})"


def _standing_out(findings: Findings) -> Iterator[str]:
    """The variants above and below an even share, and the ends of the range."""
    even = even_share(findings)
    if even is None or len(findings.found) < 2:
        return
    for group in findings.experiment.watch:
        shares = [(group_share(found, group), found) for found in findings.found]
        above = sum(share.is_above(even) for share, _ in shares)
        below = sum(share.is_below(even) for share, _ in shares)
        if len(varying(findings)) > 1:
            best = max(shares, key=lambda pair: pair[0].value)
            worst = min(shares, key=lambda pair: pair[0].value)
            yield (
                f"{group} wins the most with {named(best[1].variant.labels, findings)}: "
                f"{within(best[0])}; the least with {named(worst[1].variant.labels, findings)}: "
                f"{within(worst[0])}. Even would be {percent(even)}."
            )
        rest = len(shares) - above - below
        yield (
            f"{group}: of {len(shares)} variants {above} clearly above even, {below} clearly below,"
            f" {rest} not to be told from it."
        )
    if len(findings.found) >= MANY:
        yield "By chance alone about one in twenty would seem clear."


def _by_axis(findings: Findings) -> Iterator[str]:
    for axis in varying(findings):
        values = marginals(findings, axis)
        for group in findings.experiment.watch:
            own = sorted((v for v in values if v.group == group), key=lambda v: v.share.value)
            if len(own) < 2:
                continue
            worst, best = own[0], own[-1]
            if not best.share.is_above(worst.share.high):
                yield f"{axis.title} makes no clear difference to how often {group} wins."
            else:
                yield (
                    f"{axis.title}: {group} wins most with {best.label}, {within(best.share)}, and"
                    f" least with {worst.label}, {within(worst.share)}."
                )


def _by_start(findings: Findings) -> Iterator[str]:
    """The worth of the seat at the table, and of the place on the grid."""
    seats, grid = seat_shares(findings), grid_shares(findings)
    if not findings.experiment.rotate:
        best = max(range(len(seats)), key=lambda seat: seats[seat].value)
        yield (
            f"Seat {best + 1} wins most, {within(seats[best])}; the line-up was not rotated, so"
            " this is seat and driver together."
        )
    else:
        yield _gap(seats, "The seat at the table", "in seat {}")
    if grid:
        yield _gap(grid, "Which place one starts from", "from place {} of the grid")


def _gap(shares: list[Estimate], what: str, where: str) -> str:
    best = max(range(len(shares)), key=lambda at: shares[at].value)
    worst = min(range(len(shares)), key=lambda at: shares[at].value)
    if not shares[best].is_above(shares[worst].high):
        return f"{what} makes no clear difference."
    points = 100 * (shares[best].value - shares[worst].value)
    return (
        f"{what} is worth up to {points:.1f} points: {where.format(best + 1)}"
        f" {within(shares[best])} of the races are won, {where.format(worst + 1)}"
        f" {within(shares[worst])}."
    )


def _of_races(findings: Findings) -> Iterator[str]:
    """How long and how close races are, and which axes make them longer or closer."""
    unit = f"{unit_of(findings.found[0].variant)}s"
    yield f"A race takes {_span(findings, LENGTHS)} {unit} on average."
    is_told = all(found.lead_changes for found in findings.found)
    if is_told:
        yield f"The lead changes {_span(findings, SWAPS)} times a race."
    for axis in varying(findings):
        words = f"races are longest with {{}}, {{:.2f}} {unit}, and shortest with {{}}, {{:.2f}}"
        yield from _differs(findings, axis, LENGTHS, words)
        words = "the lead changes most with {}, {:.2f} times, and least with {}, {:.2f}"
        yield from _differs(findings, axis, SWAPS, words) if is_told else ()


def _span(findings: Findings, name: str) -> str:
    """`14.6`, or `14.6 to 14.9` if variants differ."""
    means = [float(found.lot_means(name).mean()) for found in findings.found]
    low, high = min(means), max(means)
    return f"{low:.1f}" if high - low < 0.1 else f"{low:.1f} to {high:.1f}"


def _differs(findings: Findings, axis: Axis, name: str, words: str) -> Iterator[str]:
    """The values of an axis with clearly the most and the least; empty if it is not clear."""
    means = [(_mean_over(findings, axis, choice.label, name), choice) for choice in axis.choices]
    known = sorted(((m, c.label) for m, c in means if m), key=lambda pair: pair[0].value)
    if len(known) > 1 and known[-1][0].is_above(known[0][0].high):
        (least, fewest), (most, label) = known[0], known[-1]
        yield f"{axis.title}: {words.format(label, most.value, fewest, least.value)}."


def _mean_over(findings: Findings, axis: Axis, label: str, name: str) -> Estimate | None:
    """A figure of the whole race over all variants with this value, lot by lot."""
    found = [each for each in findings.found if each.variant.labels[axis.name] == label]
    if not found:
        return None
    lots = min(len(each.lots) for each in found)
    return mean_of(np.mean([each.lot_means(name)[:lots] for each in found], axis=0)).at_least(0)


def _of_luck(findings: Findings) -> Iterator[str]:
    shares: Shares = luck(findings.found)
    parts = ", ".join(f"{percent(share)} {name}" for name, share in shares.parts())
    yield f"Where the spread of places comes from: {parts}."
