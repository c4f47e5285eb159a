"""A review as one page of HTML, without other files or scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wreckoning.analysis.ledger import Amount
from wreckoning.analysis.review import GRADES_TEXT, DriverReview, Review, is_vague
from wreckoning.analysis.win_chance import NINETY_FIVE
from wreckoning.analysis.worded import Costly, WordedDecision, WordedOption
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.texts.wording import several
from wreckoning.readers.texts import markup
from wreckoning.show.paints import SEATS

WIDTH, HEIGHT = 960, 260  # of the chart, in pixels
NAMES = {
    "luck": "luck",
    "decisions": "choices",
    "rivals_luck": "rivals’ luck",
    "rivals_decisions": "rivals’ choices",
    "together": "together",
}
OPTION_HEAD = "<th>option</th><th>chance to win, %</th><th>playouts</th>"
LISTED = (
    "The highest chance first; an option with few playouts may stand too high. <i>Better</i> is one"
    " that is better than the chosen one beyond the error."
)
PLAY_ON = "wreck play --resume LOG --after ANSWERS --as NAME"
STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.45; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; min-width: 40rem; height: auto; }
svg { background: Canvas; border: 1px solid GrayText; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.6rem; text-align: right; border-bottom: 1px solid GrayText; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
.split td:first-child { min-width: 12rem; }
.seat { display: inline-block; width: 0.8em; height: 0.8em; border: 1px solid; }
.seat { margin-right: 0.4em; }
.driver { display: inline-block; margin-right: 1em; }
summary { cursor: pointer; padding: 0.3rem 0; }
.rated { margin-left: 1.2rem; }
.rated table { margin: 0.3rem 0 1rem; }
li { margin-bottom: 0.8rem; }
small { opacity: 0.8; }
"""


def review_page(found: Review) -> str:
    """The page: the chart, the ledger, and each driver's costly decisions."""
    title = markup(f"Review: {found.title}")
    parts = [
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{STYLE}</style><h1>{title}</h1>",
        _answers(found),
        f"<p>{found.playouts:,} playouts. Chances are to win; ± is a 95 % interval. "
        f"{markup(found.drives_text)}</p>",
        "<h2>Chances to win</h2>",
        _chart(found),
        "<h2>Luck and choices</h2>",
        _ledger(found),
        f"<p>{markup(found.key)}</p><p>{markup(found.rated_text)}</p>",
        *_even_luck(found),
        "<h3>Luck by kind of roll, and what rivals did</h3>",
        _split(found),
        "<h2>Decisions</h2>",
        _grades(found),
        *(part for driver in found.drivers for part in _decisions(driver, found.unit)),
        f"<p>To play on from a decision: <code>{PLAY_ON}</code>.</p>"
        if any(driver.costly for driver in found.drivers)
        else "",
        *_lists(found),
    ]
    return "\n".join([*parts, "</html>\n"])


def _answers(found: Review) -> str:
    """The review in a line for each driver."""
    lines = [
        f"{_plate(seat)}{markup(found.answer_text(driver))}."
        for seat, driver in by_seat(found.drivers)
    ]
    return f"<p>{'<br>'.join(lines)}</p>"


def _chart(found: Review) -> str:
    rows, wide = found.chances, max(len(found.chances) - 1, 1)
    lines = []
    for seat, name in enumerate(found.names):
        colour = SEATS[seat % len(SEATS)][0]
        drawn = [
            (WIDTH * at.row / wide, at.chances[seat], NINETY_FIVE * at.errors[seat])
            for at in found.chart
        ]
        upper = [f"{x:.1f},{_y(min(value + band, 1)):.1f}" for x, value, band in drawn]
        lower = [f"{x:.1f},{_y(max(value - band, 0)):.1f}" for x, value, band in reversed(drawn)]
        middle = " ".join(f"{x:.1f},{_y(value):.1f}" for x, value, _ in drawn)
        lines.append(
            f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.18"/>'
        )
        lines.append(
            f'<polyline points="{middle}" fill="none" stroke="{colour}" stroke-width="2">'
            f"<title>{markup(name)}</title></polyline>"
        )
    turns = "".join(_turns(found, wide))
    label = markup(
        "; ".join(f"{name} ended at {rows[-1][n]:.0%}" for n, name in enumerate(found.names))
    )
    legend = " ".join(
        f'<span class="driver">{_plate(seat)}{markup(name)}</span>'
        for seat, name in enumerate(found.names)
    )
    return (
        f'<div class="scroll"><svg viewBox="0 0 {WIDTH} {HEIGHT + 20}" role="img" '
        f'aria-label="{label}">{"".join(_rails())}{turns}{"".join(lines)}</svg></div>'
        f"<p>{legend}</p><p>The numbers below the chart are {markup(found.unit)}s.</p>"
    )


def _plate(seat: int) -> str:
    """A square of the seat's colour."""
    return f'<span class="seat" style="background:{SEATS[seat % len(SEATS)][0]}"></span>'


def _rails() -> Iterator[str]:
    """Lines at a quarter, a half and three quarters, with their numbers."""
    for chance in (0.25, 0.5, 0.75):
        y = _y(chance)
        yield f'<path d="M0 {y:.1f}h{WIDTH}" stroke="GrayText" stroke-width="0.3"/>'
        place = f'x="{WIDTH - 3}" y="{y - 3:.1f}" font-size="12" fill="CanvasText"'
        yield f'<text {place} text-anchor="end">{chance:.0%}</text>'


def _y(chance: float) -> float:
    return HEIGHT * (1 - chance)


def _turns(found: Review, wide: int) -> Iterator[str]:
    last = None
    for n, step in enumerate(found.steps):
        if step.turn != last:
            x = WIDTH * n / wide
            yield f'<path d="M{x:.1f} 0v{HEIGHT}" stroke="GrayText" stroke-width="0.5"/>'
            place = f'x="{x + 2:.1f}" y="{HEIGHT + 15}" font-size="12" fill="CanvasText"'
            yield f"<text {place}>{step.turn}</text>"
            last = step.turn


def _ledger(found: Review) -> str:
    heads = ["driver", "start", *NAMES.values(), "end" if found.is_over else "now", "accuracy"]
    head = "".join(f"<th>{head}</th>" for head in heads)
    rows = "".join(_row(seat, driver) for seat, driver in by_seat(found.drivers))
    return f'<div class="scroll"><table><tr>{head}</tr>{rows}</table></div>'


def _row(seat: SeatIndex, driver: DriverReview) -> str:
    account = driver.account
    cells = [
        f"{_plate(seat)}{markup(driver.name)}",
        f"{account.start.value:.0%}",
        *(_signed(account.parts[name]) for name in NAMES),
        f"{account.end:.0%}",
        driver.accuracy_text,
    ]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _split(found: Review) -> str:
    """Luck by kind of roll, luck and choices of rivals by rival: a column for each driver."""
    accounts = [driver.account for driver in found.drivers]
    heads = "".join(f"<th>{markup(name)}</th>" for name in ("chance of", *found.names))
    rows = [f"<tr>{heads}</tr>"]
    for roll, label in found.rolls.items():
        rows.append(_causes(f"own luck: {label}", (each.by_roll.get(roll) for each in accounts)))
    for seat, name in by_seat(found.names):
        did = [each.by_rival.get(seat) for each in accounts]
        rows.append(_causes(f"luck of {name}", (each.luck if each else None for each in did)))
        rows.append(
            _causes(f"choices of {name}", (each.decisions if each else None for each in did))
        )
    return f'<div class="scroll"><table class="split">{"".join(rows)}</table></div>'


def _causes(what: str, amounts: Iterable[Amount | None]) -> str:
    cells = "".join(f"<td>{_signed(each) if each else ''}</td>" for each in amounts)
    return f"<tr><td>{markup(what)}</td>{cells}</tr>"


def _signed(amount: Amount) -> str:
    if is_vague(amount):
        return "?"
    points = round(100 * amount.value, 1) + 0.0  # no −0.0
    return (
        f"{points:+.1f}".replace("-", "−")
        + f" <small>±{100 * NINETY_FIVE * amount.error:.1f}</small>"
    )


def _even_luck(found: Review) -> Iterator[str]:
    """The results with even luck, if they can be said."""
    told = list(filter(None, (found.even_luck_text(driver) for driver in found.drivers)))
    if told:
        yield "<h3>With even luck</h3>"
        yield f"<p>{'<br>'.join(map(markup, told))}</p>"


def _grades(found: Review) -> str:
    """Each driver's error rate, and costly decisions by grade."""
    lines = [
        f"{_plate(seat)}{markup(driver.name)}: {markup(driver.grades_text)}"
        for seat, driver in by_seat(found.drivers)
    ]
    return f"<p>{'<br>'.join(lines)}</p><p><small>{markup(GRADES_TEXT)}</small></p>"


def _lists(found: Review) -> Iterator[str]:
    """Each driver's decisions with all options, to be opened."""
    if found.decisions:
        yield f"<h2>All decisions</h2><p>{LISTED}</p>"
    for seat, driver in by_seat(found.drivers):
        own = [each for each in found.decisions if each.decision.seat == seat]
        if own:
            count = several(len(own), "decision")
            yield f"<details><summary>{_plate(seat)}{markup(driver.name)}: {count}</summary>"
            yield from (_rated(each, found.unit) for each in own)
            yield "</details>"


def _rated(each: WordedDecision, unit: str) -> str:
    of = each.decision
    taken = next(option.label for option in each.options if option.is_taken)
    cost = f" <b>{markup(each.cost_text)}</b>" if each.cost_text else ""
    when = f"{unit.capitalize()} {of.turn}, after {several(of.number, 'answer')}"
    head = f"{when}: {markup(each.question)} <b>{markup(taken)}</b>{cost}"
    rows = "".join(
        f"<tr><td>{markup(option.label)}{_marks(option)}</td>"
        f"<td>{100 * option.chance:.1f} <small>±{100 * NINETY_FIVE * option.error:.1f}</small></td>"
        f"<td>{option.playouts:,}</td></tr>"
        for option in each.options
    )
    where = f"<small>{markup(' · '.join(each.situation))}</small>" if each.situation else ""
    table = f"<table><tr>{OPTION_HEAD}</tr>{rows}</table>"
    return f'<details class="rated"><summary>{head}</summary>{where}{table}</details>'


def _marks(option: WordedOption) -> str:
    marks = "chosen" * option.is_taken + "better" * option.is_better
    return f" <b>{marks}</b>" if marks else ""


def _decisions(driver: DriverReview, unit: str) -> Iterator[str]:
    if driver.costly:
        yield f"<h2>{markup(driver.name)}: costly decisions</h2><ol>"
        yield from (_costly(each, unit) for each in driver.costly)
        yield "</ol>"


def _costly(each: Costly, unit: str) -> str:
    lost = f"{100 * each.loss:.1f} <small>±{100 * NINETY_FIVE * each.error:.1f}</small> points"
    graded = ", ".join(filter(None, (each.grade, each.times_text)))
    lost += f" ({graded})" if graded else ""
    when = f"{unit.capitalize()} {each.turn}, after {several(each.number, 'answer')}"
    lines = [
        f"{when}: <b>{markup(each.question)}</b> {markup(each.rule)}",
        f"<small>{markup(' · '.join(each.situation))}</small>" if each.situation else "",
        f"Chosen: {markup(each.taken)}. Better: <b>{markup(each.better)}</b>, by {lost}.",
        f"<small>{markup(each.why)}</small>" if each.why else "",
    ]
    return f"<li>{'<br>'.join(filter(None, lines))}</li>"
