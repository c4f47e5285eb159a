"""The page of a comparison: the effect on each driver, in words and plots."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from wreckoning.lab import page, plots
from wreckoning.lab.compare import Comparison
from wreckoning.lab.files import write_whole
from wreckoning.lab.report import citation
from wreckoning.lab.statistics import ERROR
from wreckoning.lab.summary import group_share
from wreckoning.readers.texts import markup

PAGE = "compare.html"
MOST_ROWS = 40
# Tallies by the names that rulesets have in common.
WANTED = ("finished", "wins", "gates")
UNWANTED = ("wrecked", "wrecks", "wipeouts", "retired")


def write_comparison(comparison: Comparison, folder: Path) -> Path:
    """Write the page. Returns its path. Raises Malformed."""
    before, after = comparison.before.experiment, comparison.after.experiment
    title = f"{before.title} → {after.title}" if before.title != after.title else before.title
    path = folder / PAGE
    write_whole(
        path, page.whole(title, "What the change does to each driver.", _body(comparison)).encode()
    )
    return path


def _body(comparison: Comparison) -> Iterator[str]:
    head, *rest = comparison.sentences()
    yield page.paragraph(head, "headline")
    if not comparison.is_finished:
        yield page.paragraph("Not finished: these are the races so far.", "note")
    yield from _shares(comparison)
    yield from _table(comparison)
    if rest:
        yield page.heading("What else the races say")
        yield page.listed(rest, "short")
    yield from _tallies(comparison)
    yield from _method(comparison)


def _method(comparison: Comparison) -> Iterator[str]:
    before, after = comparison.before, comparison.after
    ruleset = before.experiment.ruleset
    dice = "the same" if all(pair.same_dice for pair in comparison.pairs) else "others"
    yield page.heading("How this was found")
    yield page.facts(
        {
            "Rules": f"{ruleset.title} {ruleset.version}",
            "Variants in both": f"{len(comparison.pairs)}",
            "Races before": f"{before.races:,}",
            "Races now": f"{after.races:,}",
            "Dice": dice,
        }
    )
    yield page.listed(
        [
            "A point is a percent of all races. All intervals of wins, places and races hold"
            " together, with 95 % (Bonferroni, Student's t); those of what else changes as well.",
            "With the same dice a difference is taken lot by lot, so that what luck does to both"
            " does not count; with others the two are independent (Welch 1947).",
        ]
    )
    yield page.paragraph("To cite this:", "note")
    day = date.today()
    yield page.listed([citation(before, day), citation(after, day)], "note")


def _shares(comparison: Comparison) -> Iterator[str]:
    """The changes of wins and places."""
    changes = sorted(comparison.changes, key=lambda change: -change.share.value)
    more = ""
    if len(changes) > MOST_ROWS:
        more = f" The greatest {MOST_ROWS} of {len(changes)}."
        changes = [*changes[: MOST_ROWS // 2], *changes[-MOST_ROWS // 2 :]]
    groups = list(dict.fromkeys(change.group for change in comparison.changes))
    rows = [plots.Dot(c.who, c.share, groups.index(c.group)) for c in changes]
    yield page.heading("Who wins more, who less")
    yield page.picture(
        plots.dots("Change of win share", rows, "points of win share", 0.0),
        f"By how much each wins more often, with 95 % intervals; left of the line is less.{more}",
    )
    rows = [plots.Dot(c.who, c.place.scaled(-1), groups.index(c.group)) for c in changes]
    yield page.picture(
        plots.dots("Change of place", rows, "places earlier", 0.0, percent=False),
        f"By how many places each comes in earlier; left of the line is later.{more}",
    )


def _tallies(comparison: Comparison) -> Iterator[str]:
    """Other clear changes of tallies; all together share one error."""
    names = comparison.before.experiment.ruleset.tallies.names
    error = ERROR / max(1, len(comparison.changes) * len(names))
    rows = []
    for each in comparison.changes if len(comparison.pairs) <= 8 else ():
        for index, name in enumerate(names):
            change = each.pair.tally(each.group, index, error)
            if change.is_clear:
                figure = page.change(change, 1, 3, better=_better(name))
                rows.append([markup(each.who), markup(name.replace("_", " ")), figure])
    if rows:
        yield page.heading("What else changes")
        yield page.table(["driver", "what", "change, a race"], rows, 2)


def _better(tally: str) -> page.Better:
    """Whether more or less of a tally is better for a driver; neither if that is open."""
    if tally in UNWANTED or tally.endswith("_taken"):
        return page.Better.LESS
    return page.Better.MORE if tally in WANTED or tally.endswith("_dealt") else page.Better.NEITHER


def _table(comparison: Comparison) -> Iterator[str]:
    yield page.heading("All changes")
    rows = []
    for change in comparison.changes:
        before, after = (
            group_share(found, change.group) for found in (change.pair.before, change.pair.after)
        )
        rows.append(
            [
                markup(change.pair.label or "–"),
                markup(change.group),
                page.interval(before),
                page.interval(after),
                page.change(change.share),
                page.change(change.place, 1, 2, better=page.Better.LESS),
            ]
        )
    heads = ["variant", "driver", "wins before, %", "wins now, %", "change, points", "places later"]
    yield page.table(heads, rows, 2)
