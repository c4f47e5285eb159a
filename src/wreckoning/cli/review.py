"""`wreck review`: reviews a race from its log: chances to win, luck, costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.ids import SeatIndex, by_seat

if TYPE_CHECKING:
    from rich.console import Console

    from wreckoning.analysis.ledger import Amount
    from wreckoning.analysis.review import DriverReview, Review

BARS = "▁▂▃▄▅▆▇█"
WIDE = 60  # of a chart, in characters
EXPLAINED = (
    "start and end: the chance before the first answer and after the last. In between, what changed"
    " it: the driver's own dice and choices, those of all rivals, and orders given together.\n"
    "accuracy: 100 if no choice lost anything, 0 if every choice was the worst."
)


def review(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A race's log; - is standard input.")],
    seconds: Annotated[
        float, typer.Option(min=0.1, max=86400, help="How long to look; longer is more exact.")
    ] = 10.0,
    html: Annotated[
        Path | None,
        typer.Option("--html", dir_okay=False, help="Also write it as one page, FILE.html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Review a race: who was lucky, which decisions cost what, how the chances went.

    Chances come from playing the race on from every answer and die, with rookies at the wheel.
    """
    from wreckoning.analysis.page import review_page
    from wreckoning.analysis.review import review as review_race
    from wreckoning.cli.reading import name_of, print_json
    from wreckoning.cli.replay import read_file
    from wreckoning.core.errors import Malformed
    from wreckoning.core.log_file import replay_steps
    from wreckoning.core.ruleset import find_ruleset

    where, (written, _) = name_of(log), read_file(log)
    if html is not None and html.suffix != ".html":
        raise Malformed("--html", f"expected a file that ends in .html, found {html}")
    ruleset = find_ruleset(written.header["ruleset"])
    *_, last = replay_steps(written, ruleset, where)  # refuses a faulty log before anything else
    if not last.entries:
        raise Malformed(where, "expected a race with at least one answer")
    with _bar(as_json) as progress:
        found = review_race(
            ruleset, lambda: replay_steps(written, ruleset, where), seconds, progress
        )
    if html is not None:
        html.write_text(review_page(found), "utf-8")
    if as_json:
        print_json(found.as_json())
    else:
        _show(found)


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as shown:
        task = shown.add_task("Playing the race on from every step", total=1.0)
        yield lambda part: shown.update(task, completed=part)


def _show(found: Review) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"[bold]{found.title}[/bold]: chances to win, in percent", highlight=False)
    console.print(
        f"From {found.playouts:,} playouts, in which {found.usual}s drive. "
        "± gives the 95 % interval.\n",
        highlight=False,
    )
    table = Table(box=None, pad_edge=False)
    heads = (
        "driver",
        "start",
        "luck",
        "choices",
        "their luck",
        "their choices",
        "together",
    )
    for head in (*heads, "end" if found.is_over else "now", "accuracy"):
        table.add_column(head, justify="left" if head == "driver" else "right")
    for driver in found.drivers:
        table.add_row(*_cells(driver))
    console.print(table)
    console.print(EXPLAINED, style="dim", highlight=False)
    console.print()
    for seat, driver in by_seat(found.drivers):
        console.print(f"{driver.name:>12} {_curve(found, seat)}", highlight=False)
    for driver in found.drivers:
        if driver.costly:
            _show_costly(console, driver)


def _cells(driver: DriverReview) -> tuple[str, ...]:
    account = driver.account
    parts = [_signed(amount) for amount in account.parts.values()]
    start = f"{account.start.value:.0%}"
    return (driver.name, start, *parts, f"{account.end:.0%}", f"{driver.accuracy:.0f}")


def _signed(amount: Amount) -> str:
    return f"{100 * amount.value:+.0f} ±{196 * amount.error:.0f}"


def _curve(found: Review, seat: SeatIndex) -> str:
    """A driver's chance during the race, in columns of equal numbers of steps."""
    rows = found.chances
    columns = min(WIDE, len(rows))
    values = [
        rows[round(at * (len(rows) - 1) / max(columns - 1, 1))][seat] for at in range(columns)
    ]
    return "".join(BARS[min(int(value * len(BARS)), len(BARS) - 1)] for value in values)


def _show_costly(console: Console, driver: DriverReview) -> None:
    console.print(f"\n[bold]{driver.name}: costly decisions[/bold]", highlight=False)
    for each in driver.costly:
        lost = f"{100 * each.loss:.0f} ±{196 * each.error:.0f} %"
        console.print(
            f"  turn {each.turn}, after {each.number} answers: {each.question} ({each.rule})\n"
            f"    {each.taken}; better: {each.better}, by {lost}. {each.why}",
            highlight=False,
        )
