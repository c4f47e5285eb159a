"""A team in words and as a table, as a ruleset's `builder` describes it."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from wreckoning.core.shown_teams import BuildProblem, Built


def team_table(found: Built) -> Table:
    """A row for each vehicle, and one for each thing on it."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    table.add_column()
    for number, each in enumerate(found.vehicles, 1):
        figures = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in each.figures)
        special = f"; {', '.join(each.special)}" if each.special else ""
        title = each.name if each.card in each.name else f"{each.name}, {each.card}"
        table.add_row(f"{each.points}", Text(f"{number} {title}", style="bold"), "")
        table.add_row("", Text("  " + figures + special, style="dim"), "")
        for part in each.parts:
            table.add_row("", f"  {part.title}", Text(part.text, style="dim"))
    return table


def standing(found: Built) -> str:
    """`Small game: 3 to 5 vehicles, 50 points. 47 used, 3 left.`"""
    left = found.limit - found.points
    rest = f"{left} left" if left >= 0 else f"{-left} over"
    return f"{found.size_words}. {found.points} used, {rest}."


def place_of(found: Built, problem: BuildProblem) -> str:
    """`vehicle 2, Rust Bucket: `, or '' for the team as a whole."""
    number = problem.vehicle
    return f"vehicle {number + 1}, {found.vehicles[number].name}: " if number >= 0 else ""


def problem_words(found: Built, problem: BuildProblem) -> str:
    """The fault, its place, and the rule."""
    return f"{place_of(found, problem)}{problem.text} ({problem.rule})"
