"""The report of an experiment: tables, logs of exceptional races, and a page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from wreckoning import __version__
from wreckoning.core.texts.wording import ordinal
from wreckoning.lab import page, plots
from wreckoning.lab.dealt import seat_names
from wreckoning.lab.experiment import MOST_RACES
from wreckoning.lab.files import write_whole
from wreckoning.lab.findings import Findings, VariantResults, named, with_titles
from wreckoning.lab.luck import luck
from wreckoning.lab.outliers import Outlier, write_outliers
from wreckoning.lab.sentences import sentences
from wreckoning.lab.statistics import Estimate
from wreckoning.lab.summary import (
    by_course,
    grid_shares,
    seat_shares,
    unit_of,
    varying,
)
from wreckoning.lab.tables import CSV, PARQUET, rows, write_tables
from wreckoning.lab.who_wins import by_what_varies, places
from wreckoning.readers.texts import markup

PAGE = "report.html"
MOST_LINES = 6


def write_report(findings: Findings, folder: Path) -> Path:
    """Write tables, logs and the page. Returns the page's path. Raises Malformed."""
    write_tables(rows(findings), folder)
    findings = with_titles(findings)
    outliers = write_outliers(findings, folder)
    text = page.whole(
        findings.experiment.title, findings.experiment.about, _body(findings, outliers)
    )
    path = folder / PAGE
    write_whole(path, text.encode())
    return path


def _body(findings: Findings, outliers: Sequence[Outlier]) -> Iterator[str]:
    head, *rest = sentences(findings)
    yield page.paragraph(head, "headline")
    if not findings.is_finished:
        yield page.paragraph(
            "Not finished: these are the races so far. Run it again, and it goes on.", "note"
        )
    yield from by_what_varies(findings)
    yield from _table(findings)
    yield page.heading("What else the races say")
    yield page.listed(rest, "short")
    yield from places(findings)
    yield from _starting(findings)
    yield from _races(findings)
    yield from _luck(findings)
    yield from _outliers(outliers)
    yield from _method(findings)


def _facts(findings: Findings) -> str:
    experiment = findings.experiment
    courses = [choice.label for choice in experiment.axes[0].choices]
    drivers = sorted({len(found.variant.drivers) for found in findings.found})
    return page.facts(
        {
            "Rules": f"{experiment.ruleset.title} {experiment.ruleset.version}",
            "Course" if len(courses) == 1 else "Courses": ", ".join(courses),
            "Drivers": ", ".join(map(str, drivers)),
            "Variants": f"{len(findings.found)}",
            "Races": f"{findings.races:,}",
            "Seed": f"{experiment.seed}",
        }
    )


# --- races


def _starting(findings: Findings) -> Iterator[str]:
    seats = seat_shares(findings)
    yield page.heading("Does it matter where you start?")
    yield from _grids(findings)
    if not findings.experiment.rotate:
        yield page.paragraph(
            "The line-up was not rotated: a seat's share is also that of who sits there.", "note"
        )
    names = seat_names(findings.found[0].variant)
    if any(names) and len(names) == len(seats):
        dots = [plots.Dot(name, share) for name, share in zip(names, seats, strict=True)]
        yield page.picture(
            plots.dots("Wins by seat", dots, "win share", 1 / len(seats)),
            "Races won from each seat at the table, with the cards that the game deals to it, over"
            " all variants, with 95 % intervals.",
        )
        return
    yield page.picture(
        plots.columns("Wins by seat", seats, "seat at the table", 1 / len(seats)),
        "Races won from each seat at the table, over all variants, with 95 % intervals.",
    )


def _grids(findings: Findings) -> Iterator[str]:
    """Wins by starting place: a figure, or for several courses a table, since they differ."""
    grids = {course: grid_shares(found) for course, found in by_course(findings).items()}
    grids = {course: grid for course, grid in grids.items() if grid}
    if not grids:
        return
    if len(grids) == 1:
        (grid,) = grids.values()
        yield page.picture(
            plots.columns("Wins by starting place", grid, "starting place", 1 / len(grid)),
            "Races won from each starting place, with 95 % intervals.",
        )
        return
    most = max(map(len, grids.values()))
    rows = [(course, [*grid, *[None] * (most - len(grid))]) for course, grid in grids.items()]
    places = [ordinal(number) for number in range(1, most + 1)]
    yield page.picture(
        page.heat(
            "Course ↓ Starting place →", places, rows, 1 / most, "Wins by course and starting place"
        ),
        f"Races won from each starting place, in percent; even is {100 / most:.1f}. {page.COLOURS}",
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
            f"How often the leader is not the one at the end of the {unit} before.",
        )
    else:
        yield page.paragraph("These rules cannot tell who leads during a race.", "note")


def _none() -> Counter[int]:
    return Counter()


def _luck(findings: Findings) -> Iterator[str]:
    yield page.heading("Luck and skill")
    bars = []
    apart = findings.found if len(findings.found) <= 12 else ()
    names = [name for name, _ in luck(findings.found).parts()]
    if len(findings.found) > 1:
        bars.append(("all together", [share for _, share in luck(findings.found).parts()]))
    for found in apart:
        bars.append((_label(found, findings), [share for _, share in luck([found]).parts()]))
    yield page.picture(
        plots.stacks("Where the spread comes from", bars, names, "share of the variance of places"),
        "What decides in which place a driver comes in: who drives and with what, in which seat,"
        " and what is left, which is dice.",
    )


def _label(found: VariantResults, findings: Findings) -> str:
    return named(found.variant.labels, findings) if varying(findings) else "all races"


def _outliers(outliers: Sequence[Outlier]) -> Iterator[str]:
    yield page.heading("Races that stand out")
    items = "".join(
        f'<li>{markup(outlier.words)}. <a href="{markup(outlier.log)}">Log</a>:'
        f" <code>wreck replay {markup(outlier.log)}</code></li>"
        for outlier in outliers
    )
    yield f"<p>To see one again, in the folder of this page:</p><ul>{items}</ul>"


# --- all figures and the method


def _table(findings: Findings) -> Iterator[str]:
    yield page.heading("All figures")
    axes, unit = varying(findings), unit_of(findings.found[0].variant)
    tallies = findings.experiment.ruleset.tallies.names
    heads = [
        *(axis.title for axis in axes),
        *("driver", "races", "wins, %", "place", f"{unit}s", "lead changes"),
        *(name.replace("_", " ") for name in tallies),
    ]
    cells = []
    for found in findings.found:
        for driver in found.variant.watched(findings.experiment):
            cells.append(
                [
                    *(markup(found.variant.labels[axis.name]) for axis in axes),
                    markup(found.variant.drivers[driver].name),
                    f"{found.races:,}",
                    page.interval(found.win_share(driver)),
                    page.interval(found.place(driver), 1, 2),
                    page.interval(found.length, 1, 2),
                    page.interval(found.swaps, 1, 2),
                    *(_mean(found.tally(driver, index)) for index in range(len(tallies))),
                ]
            )
    yield (
        f'<p>With intervals, and for every driver and seat: <a href="{CSV}">{CSV}</a>,'
        f' <a href="{PARQUET}">{PARQUET}</a>.</p>'
    )
    yield page.details(
        f"{len(cells)} rows: the drivers that are watched", page.table(heads, cells, len(axes) + 1)
    )


def _mean(figure: Estimate) -> str:
    return f"{figure.value:.2f}"


def citation(findings: Findings, day: date) -> str:
    """A line that names everything needed to race this again."""
    experiment = findings.experiment
    rules = f"{experiment.ruleset.title} {experiment.ruleset.version}"
    file, seed = experiment.lines.name, experiment.seed
    return (
        f"Wreckoning {__version__}, {rules}, experiment “{experiment.title}” ({file}),"
        f" seed {seed}, {findings.races:,} races, {day.day} {day:%B %Y}."
    )


def _method(findings: Findings) -> Iterator[str]:
    experiment = findings.experiment
    yield page.heading("How this was found")
    yield _facts(findings)
    rotated = "from every seat equally often" if experiment.rotate else "as seated"
    lines = [
        f"Every race was played by the rules themselves, {experiment.ruleset.title}"
        f" {experiment.ruleset.version}; each line-up {rotated}. The same file gives the same"
        " figures on any machine.",
        "Variants are raced with the same dice, race by race, so that what differs is what was"
        " varied. Intervals are of 95 %: Wilson's for shares, Student's t over lots of races for"
        " means and differences.",
        "All sentences share an error of 5 %, and so do all pairs that a sentence compares"
        " (Bonferroni): of twenty reports on equal things, nineteen find no difference.",
        "Luck and skill: the variance of a driver's place, split by the law of total variance"
        " (Fisher 1925) and corrected for chance (Kelley 1935). Bots' own tosses count as dice.",
    ]
    if experiment.until:
        most = f", or {experiment.races:,} times" if experiment.races < MOST_RACES else ""
        lines.append(
            f"Each variant is raced until the win shares of {', '.join(experiment.watch)} are"
            f" known to ±{100 * experiment.until:g} %{most}."
        )
    if findings.lineup.left_out:
        why = findings.lineup.left_out[0][1]
        lines.append(
            f"{len(findings.lineup.left_out)} combinations are not legal and were left out,"
            f" the first because: {why}"
        )
    yield page.listed(lines)
    yield page.paragraph(f"To cite this: {citation(findings, date.today())}", "note")
    yield page.details("The experiment's file", f"<pre>{markup(experiment.text)}</pre>")
