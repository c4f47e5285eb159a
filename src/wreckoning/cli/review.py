"""`wreck review`: reviews a race from its log: chances to win, luck, costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.cli.decision_list import show_decisions
from wreckoning.core.ids import by_seat
from wreckoning.core.texts.wording import several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from wreckoning.analysis.chart import ChartPoint
    from wreckoning.analysis.ledger import Amount
    from wreckoning.analysis.review import DriverReview, Review

ALL = "all"  # drivers
BARS = "▁▂▃▄▅▆▇█"
WIDE, LEAST_WIDE = 60, 20  # of a chart, in characters
LONGER = 12  # times as long a look, for an example
SCALE = "The chance in eighths, from ▁ (less than 13 %) to █ (more than 87 %)."


def review(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A race's log; - is standard input.")],
    seconds: Annotated[
        float,
        typer.Option(min=0.1, max=86400, help="How long to work at it; longer is more exact."),
    ] = 10.0,
    playouts: Annotated[
        int,
        typer.Option(
            min=0,
            help="Instead: this many playouts of each step and option; the same on every machine."
            " Ten seconds make about 16 to 90 of an option; fewer are too rough to rate drivers.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="For other dice.")] = 0,
    drivers: Annotated[
        str, typer.Option(metavar="POLICY", help="Who drives in playouts; else rookies.")
    ] = "",
    who: Annotated[
        str,
        typer.Option(
            "--decisions", metavar="NAME|all", help="List a driver's decisions with all options."
        ),
    ] = "",
    table: Annotated[
        Path | None,
        typer.Option("--csv", dir_okay=False, help="Also write all decisions to FILE.csv."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", dir_okay=False, help="Also write it as one page, FILE.html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Review a race: who was lucky, which decisions cost what, how the chances went.

    Chances come from playing the race on from every answer and die. Rookies drive, unless
    --drivers names another policy. With --playouts the same command prints the same review.
    """
    from rich.console import Console

    from wreckoning.analysis.page import review_page
    from wreckoning.analysis.review import check
    from wreckoning.analysis.review import review as review_race
    from wreckoning.analysis.sent import as_reply
    from wreckoning.analysis.table import decisions_csv
    from wreckoning.cli.compiling import compile_search
    from wreckoning.cli.files import write_atomic
    from wreckoning.cli.reading import name_of, print_json
    from wreckoning.cli.replay import read_file
    from wreckoning.core.errors import Malformed, unknown
    from wreckoning.core.logs.log_file import replay_steps
    from wreckoning.core.ruleset import find_ruleset

    where, (written, _) = name_of(log), read_file(log)
    if html is not None and html.suffix != ".html":
        raise Malformed("--html", f"expected a file that ends in .html, found {html}")
    if table is not None and table.suffix != ".csv":
        raise Malformed("--csv", f"expected a file that ends in .csv, found {table}")
    ruleset = find_ruleset(written.header["ruleset"])
    *_, last = replay_steps(written, ruleset, where)  # refuses a faulty log before anything else
    if not last.entries:
        raise Malformed(where, "expected a race with at least one answer")
    if who not in ("", ALL, *last.names):
        raise Malformed("--decisions", unknown("driver", who, (ALL, *last.names)))
    check(ruleset, playouts, seed, drivers)
    compile_search(ruleset, Console(stderr=True))
    with _bar(as_json) as progress:
        found = review_race(
            ruleset,
            lambda: replay_steps(written, ruleset, where),
            seconds,
            progress,
            playouts=playouts,
            seed=seed,
            drives=drivers,
        )
    if table is not None:
        write_atomic(table, decisions_csv(as_reply(found)))
    if html is not None:
        write_atomic(html, review_page(found))
    if as_json:
        sent = as_reply(found)
        own = [each for each in sent.decisions if who in ("", ALL, each.who)]
        print_json(asdict(replace(sent, decisions=own)))
    elif who:
        show_decisions(Console(), found, "" if who == ALL else who)
    else:
        _show(found, _longer(seconds, log, playouts, seed, drivers), log)


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as shown:
        task = shown.add_task("Playing the race on from every step", total=1.0)
        yield lambda part: shown.update(task, completed=part)


def _longer(seconds: float, log: str, playouts: int = 0, seed: int = 0, drivers: str = "") -> str:
    """The command for a longer look at this race."""
    from wreckoning.analysis.review import MOST_PLAYOUTS
    from wreckoning.cli.files import program

    effort = f"--seconds {LONGER * seconds:g}"
    if playouts:
        effort = f"--playouts {min(LONGER * playouts, MOST_PLAYOUTS)}"
    effort += f" --seed {seed}" if seed else ""
    effort += f" --drivers {drivers}" if drivers else ""
    return f"{program()} review {quote(log)} {effort}"


def _show(found: Review, longer: str, log: str = "-") -> None:
    from rich.console import Console

    from wreckoning.cli.files import program

    console = Console()
    console.print(f"[bold]{found.title}[/bold]: chances to win, in percent", highlight=False)
    for driver in found.drivers:
        console.print(f"{found.answer_text(driver)}.", highlight=False)
    console.print(
        f"From {found.playouts:,} playouts; ± gives the 95 % interval. {found.drives_text}\n",
        highlight=False,
    )
    console.print(_table(found))
    console.print(found.key, style="dim", highlight=False)
    _show_even_luck(console, found)
    _show_split(console, found)
    console.print()
    _show_chart(console, found)
    _show_grades(console, found)
    for driver in found.drivers:
        if driver.costly:
            _show_costly(console, driver, found.unit)
    costly = next((driver for driver in found.drivers if driver.costly), None)
    if costly is not None and log != "-":
        moment = f"--after {costly.costly[0].number} --as {quote(costly.name)}"
        on = f"{program()} play --resume {quote(log)} {moment}"
        console.print(f"\nPlay on from a decision: {on}", highlight=False, soft_wrap=True)
        listed = f"{program()} review {quote(log)} --decisions {quote(costly.name)}"
        console.print(f"All options of a driver: {listed}", highlight=False, soft_wrap=True)
    console.print(f"\n{found.rated_text}", highlight=False)
    if found.is_vague or not found.is_whole:
        console.print(f"Look longer with: {longer}", highlight=False, soft_wrap=True)


def _table(found: Review) -> Table:
    """The ledger, a line for each driver."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    heads = (
        "driver",
        "start",
        "luck",
        "choices",
        "rivals'\nluck",
        "rivals'\nchoices",
        "together",
    )
    for head in (*heads, "end" if found.is_over else "now", "accuracy"):
        table.add_column(head, justify="left" if head == "driver" else "right", overflow="fold")
    for driver in found.drivers:
        table.add_row(*_cells(driver))
    return table


def _cells(driver: DriverReview) -> tuple[str, ...]:
    account = driver.account
    parts = [_signed(amount) for amount in account.parts.values()]
    start = f"{account.start.value:.0%}"
    return (driver.name, start, *parts, f"{account.end:.0%}", driver.accuracy_text)


def _show_split(console: Console, found: Review) -> None:
    """Each driver's luck by kind of roll, and luck and choices of rivals by rival."""
    from rich.padding import Padding

    console.print("\n[bold]Luck by kind of roll, and what rivals did[/bold]", highlight=False)
    for driver in found.drivers:
        account = driver.account
        rolls = [
            f"{label} {_signed(account.by_roll[roll])}"
            for roll, label in found.rolls.items()
            if roll in account.by_roll
        ]
        rivals = [
            f"{found.names[seat]} luck {_signed(did.luck)}, choices {_signed(did.decisions)}"
            for seat, did in account.by_rival.items()
        ]
        console.print(driver.name, highlight=False)
        for head, causes in (("luck", rolls), ("rivals", rivals)):
            told = "; ".join(causes) if any("±" in each for each in causes) else "?"
            if causes:
                console.print(Padding(f"{head}: {told}", (0, 0, 0, 2)), highlight=False)


def _signed(amount: Amount) -> str:
    """A change in points with its interval; ? if that says nothing."""
    from wreckoning.analysis.review import is_vague

    if is_vague(amount):
        return "?"
    points = round(100 * amount.value)
    signed = f"{points:+d}".replace("-", "−") if points else "0"
    return f"{signed} ±{196 * amount.error:.0f}"


def _show_even_luck(console: Console, found: Review) -> None:
    """The sentences on the result with even luck, if there are any."""
    told = list(filter(None, (found.even_luck_text(driver) for driver in found.drivers)))
    if told:
        console.print("\n[bold]With even luck[/bold]", highlight=False)
    for text in told:
        console.print(text, highlight=False)


def _show_grades(console: Console, found: Review) -> None:
    """Each driver's error rate, and costly decisions by grade."""
    from wreckoning.analysis.review import GRADES_TEXT

    console.print("\n[bold]Decisions[/bold]", highlight=False)
    for driver in found.drivers:
        console.print(f"{driver.name}: {driver.grades_text}", highlight=False)
    console.print(GRADES_TEXT, style="dim", highlight=False)


def _show_chart(console: Console, found: Review) -> None:
    """Each driver's chance during the race, in columns of neighbouring steps, over the turns."""
    from rich.cells import cell_len

    from wreckoning.analysis.chart import chart_points

    heads = [*(driver.name for driver in found.drivers), found.unit]
    wide = max(map(cell_len, heads))
    most = max(LEAST_WIDE, min(WIDE, console.width - wide - 1))
    points = chart_points(found.chances, found.errors, most)
    *names, unit = (" " * (wide - cell_len(head)) + head for head in heads)
    for seat, name in by_seat(names):
        bars = "".join(_bar_of(point.chances[seat]) for point in points)
        console.print(f"{name} {bars}", highlight=False)
    console.print(f"{unit} {_turns(found, points)}", style="dim", highlight=False)
    console.print(SCALE, style="dim", highlight=False)


def _bar_of(chance: float) -> str:
    return BARS[min(int(chance * len(BARS)), len(BARS) - 1)]


def _turns(found: Review, points: Sequence[ChartPoint]) -> str:
    """The numbers of turns under the columns in which they begin, if there is room."""
    line, last = "", -1
    for at, point in enumerate(points):
        step = found.steps[min(round(point.row), len(found.steps) - 1)]
        if step.turn != last and len(line) <= max(at - 1, 0):
            line = f"{line:<{at}}{step.turn}"
        last = step.turn
    return line


def _show_costly(console: Console, driver: DriverReview, unit: str) -> None:
    from rich.padding import Padding

    console.print(f"\n[bold]{driver.name}: costly decisions[/bold]", highlight=False)
    for each in driver.costly:
        lost = f"{100 * each.loss:.1f} ±{196 * each.error:.1f} points"
        graded = "; ".join(filter(None, (each.grade, each.times_text)))
        lost += f" ({graded})" if graded else ""
        after = several(each.number, "answer")
        asked = f"{unit} {each.turn}, after {after}: {each.question} ({each.rule})"
        console.print(Padding(asked, (0, 0, 0, 2)), highlight=False)
        if each.situation:
            console.print(
                Padding(" · ".join(each.situation), (0, 0, 0, 4)), style="dim", highlight=False
            )
        chosen = f"chosen: {each.taken}; better: {each.better}, by {lost}"
        console.print(Padding(chosen, (0, 0, 0, 4)), highlight=False)
        if each.why:
            console.print(Padding(each.why, (0, 0, 0, 4)), style="dim", highlight=False)
