"""The part of a report about wins and places, by each axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from wreckoning.lab import page, plots
from wreckoning.lab.experiment import COURSE, Axis
from wreckoning.lab.findings import Findings, VariantResults, named
from wreckoning.lab.summary import even_share, group_share, marginals, share_over, varying

MOST_ROWS = 40  # of a plot
MOST_PLACES = 16  # bars for places


def by_what_varies(findings: Findings) -> Iterator[str]:
    axes, even = varying(findings), even_share(findings)
    yield page.heading("Who wins, by what varies" if axes else "Who wins")
    main = [axis for axis in axes if axis.name != COURSE]
    if len(main) == 2 and even is not None:
        for group in findings.experiment.watch:
            yield from _grid(findings, main, group, even)
    if not main:
        yield _drivers(findings, even)
    for axis in axes:
        if axis.name == COURSE and len(findings.experiment.watch) > 1 and even is not None:
            yield _courses(findings, axis, even)
        else:
            yield _axis_plot(findings, axis, even)


def _drivers(findings: Findings, even: float | None) -> str:
    """How often each driver wins, over all courses."""
    groups = findings.experiment.groups
    names = [group.name for group in groups]
    rows = [plots.Dot(name, share_over(findings.found, name)) for name in names]
    if len(groups) == 1:
        found = findings.found[0]
        rows = [
            plots.Dot(seat.name, found.win_share(n)) for n, seat in enumerate(found.variant.drivers)
        ]
    others = " on average over all courses" if len(findings.found) > 1 < len(groups) else ""
    return page.picture(
        plots.dots("Win share by driver", rows, "win share", even),
        f"Races won{others}, with 95 % intervals; the dashed line is an even share.",
    )


def _courses(findings: Findings, axis: Axis, even: float) -> str:
    """How often each driver wins on each course, as a grid."""
    watch = findings.experiment.watch
    known = {(value.label, value.group): value.share for value in marginals(findings, axis)}
    rows = [(c.label, [known.get((c.label, group)) for group in watch]) for c in axis.choices]
    return page.picture(
        page.heat("Course ↓ Driver →", watch, rows, even, "Wins by course and driver"),
        f"Races won on each course, in percent; even is {100 * even:.1f}. {page.COLOURS}",
    )


def _grid(findings: Findings, axes: Sequence[Axis], group: str, even: float) -> Iterator[str]:
    """Every combination of two axes as a grid; one grid for each course."""
    down, across = axes
    for course in findings.experiment.axes[0].choices:
        cells = {
            (f.variant.labels[down.name], f.variant.labels[across.name]): group_share(f, group)
            for f in findings.found
            if f.variant.labels[COURSE] == course.label
        }
        rows = [
            (one.label, [cells.get((one.label, other.label)) for other in across.choices])
            for one in down.choices
        ]
        where = f" on {course.label}" if len(findings.experiment.axes[0].choices) > 1 else ""
        yield page.picture(
            page.heat(
                f"{down.title} ↓ {across.title} →",
                [choice.label for choice in across.choices],
                rows,
                even,
                f"Wins of {group} by {down.title} and {across.title}{where}",
            ),
            f"Races that {group} wins{where}, in percent; even is {100 * even:.1f}."
            f" {page.COLOURS} – cannot be.",
        )


def _axis_plot(findings: Findings, axis: Axis, even: float | None) -> str:
    groups = findings.experiment.watch
    values = marginals(findings, axis)
    order = {value.label: value.share.value for value in values if value.group == groups[0]}
    if len(order) > 4:
        values.sort(key=lambda value: -order.get(value.label, 0))
    shown = values[:MOST_ROWS]
    rows = [
        plots.Dot(
            value.label if len(groups) == 1 else f"{value.label}: {value.group}",
            value.share,
            groups.index(value.group),
        )
        for value in shown
    ]
    what = f"{groups[0]} wins" if len(groups) == 1 else "each wins"
    others = " over the same values of the rest" if len(varying(findings)) > 1 else ""
    more = f" The first {MOST_ROWS} of {len(values)}." if len(values) > MOST_ROWS else ""
    return page.picture(
        plots.dots(f"Win share by {axis.title}", rows, "win share", even),
        f"{axis.title}: how often {what}{others}, with 95 % intervals;"
        f" the dashed line is an even share.{more}",
    )


def places(findings: Findings) -> Iterator[str]:
    """The places of the watched drivers; of several equal drivers, the average."""
    most = max(len(found.variant.drivers) for found in findings.found)
    groups = findings.experiment.watch
    rows: list[tuple[str, list[float]]] = []
    for found in findings.found:
        for group in groups:
            label = named(found.variant.labels, findings) if varying(findings) else group
            if varying(findings) and len(groups) > 1:
                label = f"{label}: {group}"
            rows.append((label, _shares_of_places(found, group, most)))
    rows.sort(key=lambda row: sum(n * share for n, share in enumerate(row[1])))
    half, more = MOST_PLACES // 2, ""
    if len(rows) > MOST_PLACES:
        more = f" The best and the worst {half} of {len(rows)}."
        rows = [*rows[:half], *rows[-half:]]
    parts = [f"{place}." for place in range(1, most + 1)]
    yield page.heading("Where they come in")
    yield page.picture(
        plots.stacks("Places", rows, parts, "share of races"),
        f"How often in each place, best on average first.{more}",
    )


def _shares_of_places(found: VariantResults, group: str, most: int) -> list[float]:
    drivers = [n for n, name in enumerate(found.variant.groups) if name == group]
    shares = np.mean(found.places[drivers], axis=0) / found.races
    return [*shares.tolist(), *([0.0] * (most - len(shares)))]
