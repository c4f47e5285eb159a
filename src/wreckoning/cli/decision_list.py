"""The list of a review's decisions in the terminal: every option with its chance to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wreckoning.core.texts.wording import several

if TYPE_CHECKING:
    from rich.console import Console

    from wreckoning.analysis.review import Review
    from wreckoning.analysis.worded import WordedDecision

TAKEN, BETTER, OTHER = ">", "+", " "


def show_decisions(console: Console, found: Review, name: str = "") -> None:
    """Print all rated decisions, or those of one driver, in the order of the race."""
    console.print(f"[bold]{found.title}[/bold]: decisions, with all options", highlight=False)
    console.print(
        f"{TAKEN} is the chosen option, {BETTER} one that is better beyond the error. Chances to"
        " win are in percent, the highest first, with 95 % intervals and their number of playouts:"
        f" an option with few may stand too high. {found.drives_text}",
        style="dim",
        highlight=False,
    )
    for driver in found.drivers:
        if name in ("", driver.name):
            console.print(f"{driver.name}: {driver.grades_text}", highlight=False)
    for each in found.decisions:
        who = found.names[each.decision.seat]
        if name in ("", who):
            _show(console, each, who, found.unit)
    console.print(f"\n{found.rated_text}", highlight=False)


def _show(console: Console, each: WordedDecision, who: str, unit: str) -> None:
    from rich.markup import escape
    from rich.padding import Padding
    from rich.table import Table

    of = each.decision
    after = several(of.number, "answer")
    asked = f"{unit} {of.turn}, after {after}: {each.question} ({each.rule})"
    cost = f" [bold]{escape(each.cost_text)}[/bold]" if each.cost_text else ""
    console.print(f"\n[bold]{escape(who)}[/bold], {escape(asked)}{cost}", highlight=False)
    if each.situation:
        console.print(
            Padding(escape(" · ".join(each.situation)), (0, 0, 0, 2)), style="dim", highlight=False
        )
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for justify in ("left", "right", "right", "right"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column(overflow="fold")
    for option in each.options:
        table.add_row(
            TAKEN if option.is_taken else BETTER if option.is_better else OTHER,
            f"{100 * option.chance:.1f}",
            f"±{196 * option.error:.1f}",
            f"{option.playouts:,}",
            escape(option.label),
        )
    console.print(Padding(table, (0, 0, 0, 2)), highlight=False)
