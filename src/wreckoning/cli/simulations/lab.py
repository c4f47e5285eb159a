"""`wreck lab`: experiments, their reports, and the effect of a house rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.cli.simulations import ask, find

if TYPE_CHECKING:
    from rich.console import Console

    from wreckoning.lab.findings import Findings
    from wreckoning.lab.variants import Lineup

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Experiments with house rules: a million races, a table, and a report.",
)
app.command("ask")(ask.ask)
app.command("find")(find.find)

Out = Annotated[
    Path | None, typer.Option(help="The folder for results; by default NAME.lab, here.")
]
Workers = Annotated[int, typer.Option(min=0, help="Cores to use; 0 for all.")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Race on a Ray cluster; local starts one here."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Throw old results away.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]
Source = Annotated[
    str, typer.Argument(metavar="FILE", help="An experiment: a .toml file, or one of `lab list`.")
]


@app.command("run")
def run(
    file: Source,
    out: Out = None,
    workers: Workers = 0,
    ray: Ray = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Race an experiment, and write its tables and its report.

    Cut off, it goes on where it stopped when it is called again. The figures are the same whatever
    the number of workers.
    """
    from rich.console import Console

    from wreckoning.lab.needs import LAB, RAY, check_needs

    check_needs(LAB, *([RAY] if ray else []))
    from wreckoning.lab.report import write_report
    from wreckoning.lab.session import folder_of, open_experiment
    from wreckoning.lab.variants import line_up

    screen = Console(stderr=True)
    lineup = line_up(open_experiment(file))
    folder = out or folder_of(file)
    findings = race(lineup, folder, workers, ray, fresh, screen)
    with screen.status("Writing the report …"):
        page = write_report(findings, folder)
    _show(findings, folder, page, as_json)


@app.command("report")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's results.")],
    as_json: AsJson = False,
) -> None:
    """Write the report of what is raced so far, also of an experiment that was cut off."""
    from wreckoning.lab.needs import LAB, check_needs

    check_needs(LAB)
    from wreckoning.lab.report import write_report
    from wreckoning.lab.session import so_far

    findings = so_far(folder)
    page = write_report(findings, folder)
    _show(findings, folder, page, as_json)


@app.command("compare")
def compare(
    before: Annotated[str, typer.Argument(metavar="A", help="An experiment, as it is.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The same with a house rule.")],
    out: Annotated[
        Path | None, typer.Option(help="The folder for the comparison; by default A-B.lab, here.")
    ] = None,
    workers: Workers = 0,
    ray: Ray = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Compare two experiments: race both, and show what changes for each driver.

    With the same seed both are raced with the same dice, and small differences show.
    """
    from rich.console import Console

    from wreckoning.cli.reading import print_json
    from wreckoning.lab.needs import LAB, RAY, check_needs

    check_needs(LAB, *([RAY] if ray else []))
    from wreckoning.lab.compare import Comparison, as_document
    from wreckoning.lab.compare_report import write_comparison
    from wreckoning.lab.session import folder_of, open_experiment
    from wreckoning.lab.variants import line_up

    screen = Console(stderr=True)
    lineups = [line_up(open_experiment(source)) for source in (before, after)]
    Comparison.check(*lineups)
    findings = [
        race(lineup, folder_of(source), workers, ray, fresh, screen)
        for lineup, source in zip(lineups, (before, after), strict=True)
    ]
    comparison = Comparison(findings[0], findings[1])
    folder = out or folder_of(f"{Path(before).stem}-{Path(after).stem}")
    page = write_comparison(comparison, folder)
    if as_json:
        print_json(as_document(comparison))
        return
    for line in comparison.sentences():
        print(f"- {line}")
    print(f"\nThe comparison is in {page}")


@app.command("new")
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write: NAME.toml.")],
    ruleset: Annotated[str, typer.Option(help="Which game; `wreck games` lists them.")],
) -> None:
    """Write an experiment to begin with: everything that can vary, with comments."""
    from wreckoning.cli.files import write_new
    from wreckoning.core.errors import Malformed
    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.lab.starter import starter

    if file.suffix != ".toml":
        raise Malformed(str(file), "expected a name that ends in .toml")
    write_new(file, starter(find_ruleset(ruleset)))
    print(f"{file} is ready to be raced: wreck lab run {file}")


@app.command("list")
def list_experiments(as_json: AsJson = False) -> None:
    """List the experiments that come with the games."""
    from wreckoning.cli.reading import print_json
    from wreckoning.lab.session import open_experiment, shipped

    found = [(name, ruleset, open_experiment(name)) for name, (ruleset, _) in shipped().items()]
    if as_json:
        entries = [
            {"name": n, "ruleset": r.key, "title": e.title, "about": e.about} for n, r, e in found
        ]
        print_json(entries)
        return
    for name, ruleset, experiment in found:
        print(f"{name}: {experiment.title} ({ruleset.title})")
        if experiment.about:
            print(f"    {experiment.about}")


def race(
    lineup: Lineup, folder: Path, workers: int, ray: str | None, fresh: bool, screen: Console
) -> Findings:
    """Race an experiment with a bar that shows the remaining time."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from wreckoning.cli.compiling import compile_rules
    from wreckoning.lab import session
    from wreckoning.lab.running import Progress as HowFar

    if not ray:
        compile_rules(lineup.experiment.ruleset, screen)
    columns = (
        TextColumn("Racing"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=screen, transient=True) as bar:
            task = bar.add_task("races", total=1)

            def tell(far: HowFar) -> None:
                bar.update(task, completed=far.done, total=far.expected)

            return session.run(lineup, folder, workers, ray, fresh, tell)
    except KeyboardInterrupt:
        screen.print(f"Stopped. What is raced is kept in {folder}; run it again to go on.")
        raise


def _show(findings: Findings, folder: Path, page: Path, as_json: bool) -> None:
    from wreckoning.cli.reading import print_json
    from wreckoning.lab.sentences import sentences
    from wreckoning.lab.session import as_document

    if as_json:
        document = as_document(findings, folder)
        print_json(document)
        return
    unfinished = "" if findings.is_finished else " so far"
    print(f"{findings.experiment.title}: {findings.races:,} races{unfinished}")
    for line in sentences(findings):
        print(f"- {line}")
    print(f"\nThe report is {page}")
