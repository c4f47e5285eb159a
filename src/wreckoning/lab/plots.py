"""Plots as SVG for a page: they use the page's colours, by day and by night."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.files.places import cache_path, make_folder
from wreckoning.core.texts.wording import MINUS
from wreckoning.lab.needs import need
from wreckoning.lab.statistics import Estimate
from wreckoning.readers.texts import UNSEEN, markup, one_line

WIDTH = 4.4  # inches: so that on a phone the text is as large as the page's
ROW = 0.24
REST = "dice"  # of the parts of a bar: chance
# Colours that stand for those of the page: Matplotlib writes them, `_svg` replaces them.
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


@contextmanager
def _figure(height: float, title: str, svgs: list[str]) -> Iterator[Any]:
    """Axes of this height in inches; the finished drawing is appended to `svgs`."""
    _settle()
    matplotlib: Any = need("matplotlib", "lab")
    figures: Any = need("matplotlib.figure", "lab")
    settings = {**STYLE, "svg.hashsalt": title}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page's own fonts draw it
        figure = figures.Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        yield axes
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        svgs.append(_svg(stream.getvalue(), title))


def _svg(text: str, title: str) -> str:
    """The bare picture, with the page's colours and unique identifiers."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    for colour, name in NAMES.items():
        text = text.replace(colour, f"var({name})")
    own = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    text = re.sub(r'id="([^"]+)"', rf'id="{own}-\g<1>"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{own}-", text)
    text = re.sub(r"font: ([^;\"]*?)'?sans-serif'?[^;\"]*", r"font: \1inherit", text)
    head = f'<svg role="img" aria-label="{markup(title)}" class="plot"'
    opening, rest = text.split(">", 1)
    opening = re.sub(r' (width|height)="[^"]*"', "", opening)  # as wide as the page allows
    return opening.replace("<svg", head, 1) + ">" + rest


def dots(
    title: str, rows: Sequence[Dot], axis: str, line: float | None = None, percent: bool = True
) -> str:
    """A dot with its interval for each row, from the top down; a line at an even share."""
    svgs: list[str] = []
    with _figure(0.75 + ROW * len(rows), title, svgs) as axes:
        for at, row in enumerate(rows):
            colour, figure = SERIES[row.series % len(SERIES)], row.figure
            axes.hlines(at, figure.low, figure.high, colors=colour, linewidth=2.2)
            axes.plot([figure.value], [at], "o", color=colour, markersize=4.5)
        if line is not None:
            axes.axvline(line, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_yticks(range(len(rows)), [_short(row.label) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        _finish_x(axes, axis, percent)
    return svgs[0]


def columns(title: str, figures: Sequence[Estimate], axis: str, line: float) -> str:
    """A column with its interval for each seat, or for each place on the grid."""
    svgs: list[str] = []
    with _figure(2.3, title, svgs) as axes:
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
    return svgs[0]


def histograms(title: str, series: Mapping[str, Mapping[int, int]], axis: str) -> str:
    """How often each whole number occurred, as shares: a line for each series."""
    svgs: list[str] = []
    with _figure(2.4, title, svgs) as axes:
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
    return svgs[0]


def stacks(
    title: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str], axis: str
) -> str:
    """A bar for each row, made of shares that add up to 1. Dice are grey."""
    svgs: list[str] = []
    with _figure(0.95 + 0.3 * len(rows), title, svgs) as axes:
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
        axes.set_yticks(range(len(rows)), [_short(row[0]) for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
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
    return svgs[0]


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


def _most(counts: Mapping[int, int]) -> int:
    """The greatest value except the top thousandth, which would squeeze the rest."""
    total, seen = sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= 0.999 * total:
            return value
    return max(counts)
