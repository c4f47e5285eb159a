"""What an experiment says, in figures of its axes and in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wreckoning.core.match import Match
from wreckoning.lab.experiment import Axis
from wreckoning.lab.findings import Findings, Found, named
from wreckoning.lab.luck import Shares, luck
from wreckoning.lab.statistics import Estimate, mean_of
from wreckoning.lab.variants import Variant

MANY = 20  # variants, of which one may well seem clear by chance


@dataclass(frozen=True)
class Value:
    """One value of what varies, and the win share of a group's drivers with it."""

    label: str
    group: str
    share: Estimate


def varying(findings: Findings) -> list[Axis]:
    """The axes that have more than one value."""
    return [axis for axis in findings.experiment.axes if len(axis.choices) > 1]


def even_share(findings: Findings) -> float | None:
    """What each would win of an even race, if there are always as many drivers."""
    counts = {len(found.variant.drivers) for found in findings.found}
    return 1 / counts.pop() if len(counts) == 1 else None


def group_share(found: Found, group: str) -> Estimate:
    """The win share of a driver of this group; of several alike, their mean."""
    drivers = [n for n, name in enumerate(found.variant.groups) if name == group]
    if len(drivers) == 1:
        return found.win_share(drivers[0])
    return mean_of(np.mean([found.shares(driver) for driver in drivers], axis=0))


def marginals(findings: Findings, axis: Axis) -> list[Value]:
    """Each value of an axis over all values of the others, for the groups that are watched."""
    values = []
    for choice in axis.choices:
        found = [f for f in findings.found if f.variant.labels[axis.name] == choice.label]
        for group in findings.experiment.watch:
            if found:
                values.append(Value(choice.label, group, _over(found, group)))
    return values


def _over(found: list[Found], group: str) -> Estimate:
    """The mean over variants, lot by lot: their dice are the same, and so is their luck."""
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
    return mean_of(np.mean(rows, axis=0))


def seat_shares(findings: Findings) -> list[Estimate]:
    """How often the race is won from each seat, over all variants with as many drivers."""
    most = max(len(found.variant.drivers) for found in findings.found)
    found = [each for each in findings.found if len(each.variant.drivers) == most]
    if len(found) == 1:
        return [found[0].seat_share(seat) for seat in range(most)]
    lots = min(len(each.lots) for each in found)
    rows = np.mean([each.seat_shares()[:lots] for each in found], axis=0)
    return [mean_of(rows[:, seat]) for seat in range(most)]


def unit_of(variant: Variant) -> str:
    """What the ruleset counts a race's length in: turns, rounds."""
    if variant.ruleset.view is None:
        return "turn"
    seats = variant.seats(0)
    match = Match(variant.ruleset, variant.course, seats, variant.options, automatic=False)
    return str(variant.ruleset.view.headline(match).unit)


# --- sentences


def sentences(findings: Findings) -> list[str]:
    """The findings in short."""
    return [
        *_standing_out(findings),
        *_by_axis(findings),
        *_by_seat(findings),
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
    """Which variants are above what is even, which below, and the ends of the range."""
    even = even_share(findings)
    if even is None or len(findings.found) < 2:
        return
    for group in findings.experiment.watch:
        shares = [(group_share(found, group), found) for found in findings.found]
        above = sum(share.low > even for share, _ in shares)
        below = sum(share.high < even for share, _ in shares)
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
            if best.share.low <= worst.share.high:
                yield f"{axis.title} makes no clear difference to how often {group} wins."
            else:
                yield (
                    f"{axis.title}: {group} wins most with {best.label}, {within(best.share)}, and"
                    f" least with {worst.label}, {within(worst.share)}."
                )


def _by_seat(findings: Findings) -> Iterator[str]:
    shares = seat_shares(findings)
    best = max(range(len(shares)), key=lambda seat: shares[seat].value)
    worst = min(range(len(shares)), key=lambda seat: shares[seat].value)
    if not findings.experiment.rotate:
        yield (
            f"Seat {best + 1} wins most, {within(shares[best])}; the line-up was not rotated, so"
            " this is seat and driver together."
        )
    elif shares[best].low <= shares[worst].high:
        yield "No starting place is clearly better than another."
    else:
        points = 100 * (shares[best].value - shares[worst].value)
        yield (
            f"From place {best + 1} of the grid {within(shares[best])} of the races are won, from"
            f" place {worst + 1} {within(shares[worst])}: where one starts is worth up to"
            f" {points:.1f} points."
        )


def _of_races(findings: Findings) -> Iterator[str]:
    unit = unit_of(findings.found[0].variant)
    lengths = [found.length.value for found in findings.found]
    low, high = min(lengths), max(lengths)
    span = f"{low:.1f}" if high - low < 0.1 else f"{low:.1f} to {high:.1f}"
    text = f"A race takes {span} {unit}s on average"
    swaps = [found.swaps.value for found in findings.found if found.swaps]
    if swaps:
        least, most = min(swaps), max(swaps)
        text += f", and the lead changes {least:.1f}"
        text += " times" if most - least < 0.1 else f" to {most:.1f} times"
    yield f"{text}."


def _of_luck(findings: Findings) -> Iterator[str]:
    shares: Shares = luck(findings.found)
    parts = ", ".join(f"{percent(share)} {name}" for name, share in shares.parts())
    yield f"Where the spread of places comes from: {parts}."
