"""Plots as SVG for a page: they use the page's colours, by day and by night."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.files.places import cache_path, make_folder
from wreckoning.core.texts.wording import MINUS
from wreckoning.lab.drawings import Drawing, as_drawing
from wreckoning.lab.needs import need
from wreckoning.lab.statistics import Estimate
from wreckoning.readers.sheets import csv_text
from wreckoning.readers.texts import UNSEEN, one_line

WIDTH = 4.4  # inches: so that on a phone the text is as large as the page's
ROW, TWO_LINES = 0.24, 0.34
LINE_LENGTH = 28  # letters of a label
ENDS = ["", "value", "low", "high"]
REST = "dice"  # of the parts of a bar: chance
# Colours that stand for those of the page: Matplotlib writes them, `drawings` replaces them.
INK, SOFT, FAINT, LINE = "#0a0b01", "#0a0b02", "#0a0b03", "#0a0b04"
SERIES = tuple(f"#0a0b1{n}" for n in range(6))
NAMES = {INK: "--ink", SOFT: "--soft", FAINT: "--faint", LINE: "--line"} | {
    colour: f"--series-{n}" for n, colour in enumerate(SERIES)
}
STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": FAINT,
    "axes.axisbelow": True,
}


@dataclass(frozen=True)
class Dot:
    """A row of a plot of dots: its label, figure and colour."""

    label: str
    figure: Estimate
    series: int = 0


def _settle() -> None:
    """Give Matplotlib a folder of ours: its own may be read-only, or have settings."""
    folder = cache_path("matplotlib")
    with suppress(OSError):
        make_folder(folder)
        os.environ.setdefault("MPLCONFIGDIR", str(folder))


class _Sketch:
    """What is drawn: Matplotlib's axes, whole texts of its labels, and then its SVG."""

    def __init__(self, axes: Any) -> None:
        self.axes = axes
        self.svg = ""
        self.tips: dict[str, str] = {}

    def rows(self, labels: Sequence[str]) -> None:
        """Labels of rows from the top down, in two lines if they are long."""
        self.axes.set_yticks(range(len(labels)), [_wrapped(label) for label in labels])
        for number, text in enumerate(self.axes.get_yticklabels()):
            text.set_linespacing(1.0)
            text.set_gid(f"row-{number}")
            self.tips[f"row-{number}"] = one_line(labels[number])
        self.axes.tick_params(axis="y", length=0)

    def drawing(self, title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Drawing:
        """The drawing, with its figures as a table."""
        return as_drawing(self.svg, title, NAMES, self.tips, csv_text(head, rows))


@contextmanager
def _sketch(height: float, title: str) -> Iterator[_Sketch]:
    """Axes of this height in inches, to draw on."""
    _settle()
    matplotlib: Any = need("matplotlib", "lab")
    figures: Any = need("matplotlib.figure", "lab")
    settings = {**STYLE, "svg.hashsalt": title}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page's own fonts draw it
        figure = figures.Figure(figsize=(WIDTH, height), layout="constrained")
        sketch = _Sketch(figure.add_subplot())
        yield sketch
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        sketch.svg = stream.getvalue()


def _height(labels: Sequence[str], row: float) -> float:
    """The height of rows with these labels."""
    return len(labels) * max([row, *(TWO_LINES for label in labels if "\n" in _wrapped(label))])


def dots(
    title: str, rows: Sequence[Dot], axis: str, line: float | None = None, percent: bool = True
) -> Drawing:
    """A dot with its interval for each row, from the top down; a line at an even share."""
    labels = [row.label for row in rows]
    with _sketch(0.75 + _height(labels, ROW), title) as sketch:
        axes = sketch.axes
        for at, row in enumerate(rows):
            colour, figure = SERIES[row.series % len(SERIES)], row.figure
            axes.hlines(at, figure.low, figure.high, colors=colour, linewidth=2.2)
            axes.plot([figure.value], [at], "o", color=colour, markersize=4.5)
        if line is not None:
            axes.axvline(line, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        sketch.rows(labels)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        _finish_x(axes, axis, percent)
    return sketch.drawing(title, ENDS, ([row.label, *_ends(row.figure)] for row in rows))


def columns(title: str, figures: Sequence[Estimate], axis: str, line: float) -> Drawing:
    """A column with its interval for each seat, or for each place on the grid."""
    with _sketch(2.3, title) as sketch:
        axes = sketch.axes
        at = range(1, len(figures) + 1)
        values = [figure.value for figure in figures]
        axes.bar(at, values, color=SERIES[0], width=0.62)
        ends = [
            [f.value - f.low for f in figures],
            [f.high - f.value for f in figures],
        ]
        axes.errorbar(at, values, yerr=ends, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)
        axes.axhline(line, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_xticks(list(at))
        axes.set_xlabel(one_line(axis))
        axes.yaxis.set_major_formatter(_percent)
        axes.grid(axis="y")
    numbered = enumerate(figures, 1)
    return sketch.drawing(title, ENDS, ([number, *_ends(figure)] for number, figure in numbered))


def _ends(figure: Estimate) -> list[object]:
    return [figure.value, *figure.ends]


def histograms(title: str, series: Mapping[str, Mapping[int, int]], axis: str) -> Drawing:
    """How often each whole number occurred, as shares: a line for each series."""
    with _sketch(2.4, title) as sketch:
        axes = sketch.axes
        for number, (name, counts) in enumerate(series.items()):
            total, colour = sum(counts.values()), SERIES[number % len(SERIES)]
            first, end = min(counts), _most(counts)
            at = list(range(first - 1, end + 2))
            shares = [counts.get(value, 0) / total for value in at]
            name = _short(name)
            axes.plot(at, shares, color=colour, linewidth=1.8, drawstyle="steps-mid", label=name)
            if len(series) == 1:
                axes.fill_between(at, shares, step="mid", color=colour, alpha=0.25, linewidth=0)
        axes.set_ylim(bottom=0)
        axes.set_xlim(left=min(map(min, series.values())) - 0.75)  # no bar at −1
        axes.yaxis.set_major_formatter(_percent)
        axes.set_xlabel(one_line(axis))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y")
        if len(series) > 1:
            axes.legend(frameon=False, labelcolor=INK, fontsize=8)
    rows = ([name, value, n] for name, counts in series.items() for value, n in counts.items())
    return sketch.drawing(title, ["series", axis, "races"], rows)


def stacks(
    title: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str], axis: str
) -> Drawing:
    """A bar for each row, made of shares that add up to 1. Dice are grey."""
    labels = [label for label, _ in rows]
    with _sketch(0.95 + _height(labels, 0.3), title) as sketch:
        axes = sketch.axes
        begun = [0.0] * len(rows)
        for number, part in enumerate(parts):
            shares = [row[1][number] for row in rows]
            axes.barh(
                range(len(rows)),
                shares,
                left=begun,
                **_shade(number, parts),
                height=0.66,
                label=_short(part),
            )
            begun = [a + b for a, b in zip(begun, shares, strict=True)]
        sketch.rows(labels)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        _finish_x(axes, axis, True)
        axes.legend(
            frameon=False,
            labelcolor=INK,
            fontsize=8,
            ncols=2 if REST in parts else min(len(parts), 6),
            loc="lower center",
            bbox_to_anchor=(0.5, 1.0),
            handlelength=1,
            columnspacing=1,
        )
    return sketch.drawing(title, ["", *parts], ([label, *shares] for label, shares in rows))


def _shade(number: int, parts: Sequence[str]) -> Json:
    """Ordered parts are one colour that fades; a cause and dice each have their own."""
    if REST not in parts:
        return {"color": SERIES[0], "alpha": 1 - 0.82 * number / max(1, len(parts) - 1)}
    if parts[number] == REST:
        return {"color": SOFT, "alpha": 0.35}
    return {"color": SERIES[number % len(SERIES)]}


def _finish_x(axes: Any, label: str, percent: bool) -> None:
    axes.set_xlabel(one_line(label))
    if percent:
        axes.xaxis.set_major_formatter(_percent)


def _percent(value: float, _: object) -> str:
    return f"{100 * value:.4g} %".replace("-", MINUS)


def _short(label: str) -> str:
    label = one_line(label)
    label = f"{UNSEEN}{label}" if label.startswith("_") else label  # else no legend shows it
    return label if len(label) <= 30 else label[:29] + "…"


def _wrapped(label: str) -> str:
    """A label in at most two lines; the whole is in its tooltip."""
    lines = wrap(one_line(label), LINE_LENGTH, break_long_words=True, break_on_hyphens=False)
    if len(lines) > 2:
        lines = [lines[0], lines[1][: LINE_LENGTH - 1] + "…"]
    return "\n".join(lines)


def _most(counts: Mapping[int, int]) -> int:
    """The greatest value except the top thousandth, which would squeeze the rest."""
    total, seen = sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= 0.999 * total:
            return value
    return max(counts)
