"""The report of an experiment: tables, logs of races that stand out, and a page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from wreckoning.lab import page, plots
from wreckoning.lab.experiment import COURSE, Axis
from wreckoning.lab.files import write_whole
from wreckoning.lab.findings import Findings, Found, named
from wreckoning.lab.luck import luck
from wreckoning.lab.outliers import Outlier, write_outliers
from wreckoning.lab.statistics import Estimate
from wreckoning.lab.summary import (
    even_share,
    group_share,
    marginals,
    seat_shares,
    sentences,
    unit_of,
    varying,
)
from wreckoning.lab.tables import CSV, PARQUET, write_tables

PAGE = "report.html"
MOST_ROWS = 40  # of a plot
MOST_LINES = 6


def write_report(findings: Findings, folder: Path) -> Path:
    """Write tables, logs and the page. Returns the page's path. Raises Malformed."""
    write_tables(findings, folder)
    outliers = write_outliers(findings, folder)
    text = page.whole(
        findings.experiment.title, findings.experiment.about, _body(findings, outliers)
    )
    path = folder / PAGE
    write_whole(path, text.encode())
    return path


def _body(findings: Findings, outliers: Sequence[Outlier]) -> Iterator[str]:
    yield _facts(findings)
    if not findings.is_finished:
        yield page.paragraph(
            "Not finished: these are the races so far. Run it again, and it goes on.", "note"
        )
    yield page.heading("In short")
    yield page.listed(sentences(findings), "short")
    yield from _by_what_varies(findings)
    yield from _places(findings)
    yield from _starting_places(findings)
    yield from _races(findings)
    yield from _luck(findings)
    yield from _outliers(outliers)
    yield from _table(findings)
    yield from _method(findings)


def _facts(findings: Findings) -> str:
    experiment = findings.experiment
    courses = [choice.label for choice in experiment.axes[0].choices]
    drivers = sorted({len(found.variant.drivers) for found in findings.found})
    return page.facts(
        {
            "Rules": f"{experiment.ruleset.title} {experiment.ruleset.version}",
            "Course": ", ".join(courses),
            "Drivers": ", ".join(map(str, drivers)),
            "Variants": f"{len(findings.found)}",
            "Races": f"{findings.races:,}",
            "Seed": f"{experiment.seed}",
        }
    )


# --- win share and place by what varies


def _by_what_varies(findings: Findings) -> Iterator[str]:
    yield page.heading("Who wins, by what varies")
    axes, even = varying(findings), even_share(findings)
    main = [axis for axis in axes if axis.name != COURSE]
    if len(main) == 2 and even is not None:
        for group in findings.experiment.watch:
            yield from _grid(findings, main, group, even)
    for axis in axes:
        yield _axis_plot(findings, axis, even)
    if not axes:
        found = findings.found[0]
        rows = [
            plots.Dot(seat.name, found.win_share(n)) for n, seat in enumerate(found.variant.drivers)
        ]
        yield page.picture(
            plots.dots("Win share by driver", rows, "win share", even),
            "Races won, with 95 % intervals; the dashed line is an even share.",
        )


def _grid(findings: Findings, axes: Sequence[Axis], group: str, even: float) -> Iterator[str]:
    """Every combination of two axes; of several courses, one grid each."""
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
            ),
            f"Races that {group} wins{where}, in percent; even is {100 * even:.1f}."
            " Green is more, red is less; – cannot be.",
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
    others = " over all values of the rest" if len(varying(findings)) > 1 else ""
    more = f" The first {MOST_ROWS} of {len(values)}." if len(values) > MOST_ROWS else ""
    return page.picture(
        plots.dots(f"Win share by {axis.title}", rows, "win share", even),
        f"{axis.title}: how often {what}{others}, with 95 % intervals;"
        f" the dashed line is an even share.{more}",
    )


def _places(findings: Findings) -> Iterator[str]:
    """Where the watched drivers come in."""
    rows: list[tuple[str, list[float]]] = []
    most = max(len(found.variant.drivers) for found in findings.found)
    for found in findings.found:
        for driver in found.variant.watched(findings.experiment):
            shares = [float(n) / found.races for n in found.places[driver]]
            name = found.variant.drivers[driver].name
            label = named(found.variant.labels, findings) if varying(findings) else name
            if varying(findings) and len(found.variant.watched(findings.experiment)) > 1:
                label = f"{label}: {name}"
            rows.append((label, shares + [0.0] * (most - len(shares))))
    rows.sort(key=lambda row: sum(n * share for n, share in enumerate(row[1])))
    shown = rows if len(rows) <= 16 else [*rows[:8], *rows[-8:]]
    parts = [f"{place}." for place in range(1, most + 1)]
    more = f" The best and the worst eight of {len(rows)}." if len(rows) > 16 else ""
    yield page.heading("Where they come in")
    yield page.picture(
        plots.stacks("Places", shown, parts, "share of races"),
        f"How often in each place, best on average first.{more}",
    )


# --- the race


def _starting_places(findings: Findings) -> Iterator[str]:
    shares = seat_shares(findings)
    yield page.heading("Does it matter where one starts?")
    if not findings.experiment.rotate:
        yield page.paragraph(
            "The line-up was not rotated: a seat's share is also that of who sits there.", "note"
        )
    yield page.picture(
        plots.columns("Wins by starting place", shares, "place on the grid", 1 / len(shares)),
        "Races won from each place of the grid, over all variants, with 95 % intervals.",
    )


def _races(findings: Findings) -> Iterator[str]:
    unit = unit_of(findings.found[0].variant)
    yield page.heading("How long, and how close")
    apart = list(findings.found) if len(findings.found) <= MOST_LINES else []
    lengths = {named(found.variant.labels, findings): found.lengths for found in apart}
    swaps = {named(found.variant.labels, findings): found.lead_changes for found in apart}
    if not apart:
        lengths = {"all": sum((found.lengths for found in findings.found), start=_none())}
        swaps = {"all": sum((found.lead_changes for found in findings.found), start=_none())}
    yield page.picture(
        plots.histograms("Length of a race", lengths, f"{unit}s"), f"{unit.title()}s a race takes."
    )
    if all(swaps.values()):
        yield page.picture(
            plots.histograms("Lead changes in a race", swaps, "lead changes"),
            f"How often somebody else leads than at the end of the {unit} before.",
        )
    else:
        yield page.paragraph("These rules cannot tell who leads during a race.", "note")


def _none() -> Counter[int]:
    return Counter()


def _luck(findings: Findings) -> Iterator[str]:
    yield page.heading("Luck and skill")
    rows = []
    apart = findings.found if len(findings.found) <= 12 else ()
    names = [name for name, _ in luck(findings.found).parts()]
    if len(findings.found) > 1:
        rows.append(("all together", [share for _, share in luck(findings.found).parts()]))
    for found in apart:
        rows.append((_label(found, findings), [share for _, share in luck([found]).parts()]))
    yield page.picture(
        plots.stacks("Where the spread comes from", rows, names, "share of the variance of places"),
        "What decides in which place a driver comes in: who drives and with what, where one starts,"
        " and what is left, which is dice.",
    )


def _label(found: Found, findings: Findings) -> str:
    return named(found.variant.labels, findings) if varying(findings) else "all races"


def _outliers(outliers: Sequence[Outlier]) -> Iterator[str]:
    yield page.heading("Races that stand out")
    items = "".join(
        f'<li>{escape(outlier.words)}. <a href="{escape(outlier.log)}">Log</a>:'
        f" <code>wreck replay {escape(outlier.log)}</code></li>"
        for outlier in outliers
    )
    yield f"<ul>{items}</ul>"


# --- all figures, and how they were found


def _table(findings: Findings) -> Iterator[str]:
    yield page.heading("All figures")
    axes = varying(findings)
    tallies = findings.experiment.ruleset.tallies.names
    heads = [
        *(axis.title for axis in axes),
        *("driver", "races", "wins, %", "place"),
        *(name.replace("_", " ") for name in tallies),
    ]
    rows = []
    for found in findings.found:
        for driver in found.variant.watched(findings.experiment):
            rows.append(
                [
                    *(escape(found.variant.labels[axis.name]) for axis in axes),
                    escape(found.variant.drivers[driver].name),
                    f"{found.races:,}",
                    page.interval(found.win_share(driver)),
                    page.interval(found.place(driver), 1, 2),
                    *(_mean(found.tally(driver, index)) for index in range(len(tallies))),
                ]
            )
    yield (
        f'<p>With intervals, and for every driver and starting place: <a href="{CSV}">{CSV}</a>,'
        f' <a href="{PARQUET}">{PARQUET}</a>.</p>'
    )
    yield page.details(
        f"{len(rows)} rows: the drivers that are watched", page.table(heads, rows, len(axes) + 1)
    )


def _mean(figure: Estimate) -> str:
    return f"{figure.value:.2f}"


def _method(findings: Findings) -> Iterator[str]:
    experiment = findings.experiment
    yield page.heading("How this was found")
    rotated = "from every place of the grid equally often" if experiment.rotate else "as seated"
    lines = [
        f"Every race was played by the rules themselves, {experiment.ruleset.title}"
        f" {experiment.ruleset.version}; each line-up {rotated}. The same file gives the same"
        " figures on any machine.",
        "Variants are raced with the same dice, race by race, so that what differs is what was"
        " varied. Intervals are of 95 %: Wilson's for shares, Student's t over lots of races for"
        " means and differences.",
        "Luck and skill: the variance of a driver's place, split by the law of total variance"
        " (Fisher 1925) and corrected for chance (Kelley 1935). Bots' own tosses count as dice.",
    ]
    if experiment.until:
        half = 100 * experiment.until
        lines.append(
            f"Each variant was raced until the win shares of {', '.join(experiment.watch)} were"
            f" known to ±{half:g} %."
        )
    if findings.lineup.left_out:
        why = findings.lineup.left_out[0][1]
        lines.append(
            f"{len(findings.lineup.left_out)} combinations are not legal and were left out,"
            f" the first because: {why}"
        )
    yield page.listed(lines)
    yield page.details("The experiment's file", f"<pre>{escape(experiment.text)}</pre>")
