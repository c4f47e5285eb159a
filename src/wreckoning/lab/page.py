"""The parts of a report: one page of HTML without other files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from importlib.resources import files
from statistics import NormalDist

from wreckoning.lab.drawings import Drawing, links
from wreckoning.lab.statistics import ERROR, ROUNDING, Z95, Estimate
from wreckoning.readers.sheets import csv_text
from wreckoning.readers.texts import markup

UPRIGHT = 40  # letters of the heads of a grid that need not be turned
COLOURS = "Green is more, red is less, without a colour it may be chance."
KINDS = {1: "up", -1: "down", 0: "clear"}  # of a change: better, worse, neither


def whole(title: str, about: str, body: Iterable[str]) -> str:
    """The whole page."""
    style = (files("wreckoning.lab") / "data" / "report.css").read_text("utf-8")
    below = f'<p class="about">{markup(about)}</p>' if about else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{markup(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{markup(title)}</h1>\n{below}\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )


def facts(values: Mapping[str, str]) -> str:
    """Small cards: facts of the experiment."""
    cards = (f"<div><dt>{markup(k)}</dt><dd>{markup(v)}</dd></div>" for k, v in values.items())
    return f'<dl class="facts">{"".join(cards)}</dl>'


def heading(text: str) -> str:
    return f"<h2>{markup(text)}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{markup(text)}</p>' if kind else f"<p>{markup(text)}</p>"


def listed(items: Iterable[str], kind: str = "") -> str:
    """A list of plain texts."""
    inner = "".join(f"<li>{markup(item)}</li>" for item in items)
    return f'<ul class="{kind}">{inner}</ul>' if kind else f"<ul>{inner}</ul>"


def picture(drawing: Drawing, caption: str) -> str:
    """A drawing with its caption, and links to download it."""
    head = f"<figcaption>{markup(caption)}</figcaption>"
    return f"<figure>{head}{drawing.html}{links(drawing)}</figure>"


def interval(figure: Estimate | None, factor: float = 100, digits: int = 1) -> str:
    """A figure with its interval, for a cell of a table."""
    if figure is None:
        return "–"
    value, low, high = (
        f"{factor * each:.{digits}f}" for each in (figure.value, figure.low, figure.high)
    )
    return f"{value} ({low}–{high})"


class Better(Enum):
    """Which sign of a change is good for a driver."""

    MORE = 1
    LESS = -1
    NEITHER = 0


def change(
    figure: Estimate, factor: float = 100, digits: int = 1, better: Better = Better.MORE
) -> str:
    """A difference with its sign and interval; in the colour of better or worse if it is clear."""
    value, low, high = (
        f"{factor * each:+.{digits}f}".replace("-", "−")
        for each in (figure.value, figure.low, figure.high)
    )
    kind = KINDS[better.value * (1 if figure.value > 0 else -1)] if figure.is_clear else ""
    text = markup(f"{value} ({low} to {high})")
    return f'<span class="{kind}">{text}</span>' if kind else text


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """A table; cells are HTML already, heads are not. The first `texts` columns are words."""
    kinds = [' class="text"' if n < texts else "" for n in range(len(heads))]
    head = "".join(f"<th{k}>{markup(h)}</th>" for k, h in zip(kinds, heads, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{k}>{c}</td>" for k, c in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        "</div>"
    )


def heat(
    corner: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Estimate | None]]],
    even: float,
    title: str = "",
) -> Drawing:
    """Shares in a grid: the further from an even share, the stronger the colour.

    Only cells beyond chance have a colour; all cells share one error of 5 % (Bonferroni).
    """
    known = [cell.value for _, cells in rows for cell in cells if cell]
    most = max([ROUNDING, *(abs(value - even) for value in known)])
    wider = NormalDist().inv_cdf(1 - ERROR / 2 / max(1, len(known))) / Z95
    head = "".join(f"<th>{markup(column)}</th>" for column in columns)
    body = ""
    for name, cells in rows:
        inner = "".join(_heat_cell(cell, even, most, wider) for cell in cells)
        body += f'<tr><th scope="row">{markup(name)}</th>{inner}</tr>'
    kind = "heat" if sum(map(len, columns)) <= UPRIGHT else "heat turned"
    html = (
        f'<div class="scroll"><table class="{kind}"><thead><tr><th>{markup(corner)}</th>{head}'
        f"</tr></thead><tbody>{body}</tbody></table></div>"
    )
    table = ([name, *(cell.value if cell else None for cell in cells)] for name, cells in rows)
    return Drawing(title or corner, html, csv_text([corner, *columns], table))


def _heat_cell(cell: Estimate | None, even: float, most: float, wider: float) -> str:
    if cell is None:
        return '<td class="none">–</td>'
    tone = "--more" if cell.value > even else "--less"
    off = abs(cell.value - even)
    much = off / most if off > max(ROUNDING, wider * cell.half) else 0.0
    title = f"{100 * cell.low:.1f} to {100 * cell.high:.1f} %"
    return (
        f'<td style="--tone: var({tone}); --much: {much:.2f}" title="{title}">'
        f"{100 * cell.value:.1f}</td>"
    )


def details(summary: str, body: str) -> str:
    """A section that can be opened."""
    return f"<details><summary>{markup(summary)}</summary>{body}</details>"
