"""`wreck simulate`: many races, compiled, on all cores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from wreckoning.lab.simulate import Simulation

TRIAL = 0.2  # seconds of racing interpreted, to see how long a race takes


def simulate(
    ruleset: Annotated[str, typer.Argument(help="Which game, e.g. rtd.")],
    races: Annotated[int, typer.Option(help="How many races.")] = 10_000,
    seats: Annotated[
        str | None,
        typer.Option(
            help="[NAME=]WHO[+perk-debuff],… with rookie, random, absent, or a bot of your own."
        ),
    ] = None,
    vehicle: Annotated[
        list[str] | None,
        typer.Option(
            "--vehicle",
            "--kart",
            "--car",
            "--team",
            help="What the first seat drives that names nothing; repeated: the next ones.",
        ),
    ] = None,
    course: Annotated[str | None, typer.Option(help="A shipped course, or a .toml file.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A house rule, NAME=VALUE; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, the same races.")] = 1,
    workers: Annotated[int, typer.Option(min=0, help="Cores to use; 0 for all.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Race a table many times by the same rules, compiled: wins, places, and what happened."""
    from rich.console import Console

    from wreckoning.cli.compiling import compile_rules
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.seating import parse_seats, usual_opponents
    from wreckoning.core.ruleset import default_opponent, find_ruleset
    from wreckoning.lab.simulate import Simulation, check_races, report

    rules = find_ruleset(ruleset)
    loaded = rules.load_course(course or rules.course_names()[0])
    driven = vehicle or []
    count = 1 + min(usual_opponents(rules, loaded, driven), rules.seats[-1] - 1)
    grid = seats or ",".join([default_opponent(rules)] * count)
    simulation = Simulation(
        rules,
        loaded,
        parse_seats(rules, grid, driven),
        read_options(option or []),
        seed,
    )
    check_races(races)
    simulation.start()  # refuses impossible races before anything is compiled
    screen = Console(stderr=True)
    plain = _is_sooner_plain(simulation, races, screen)
    if not plain:
        compile_rules(rules, screen)
    found = report(simulation, _run(simulation, races, workers, screen, plain))
    if as_json:
        print_json(found)
    else:
        _print(found, Console())


def read_options(options: list[str]) -> dict[str, str]:
    """Read house rules given as NAME=VALUE."""
    from wreckoning.core.errors import Malformed

    values = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise Malformed("--option", f"expected NAME=VALUE, found {text[:40]!r}")
        values[name.strip()] = value.strip()
    return values


def _is_sooner_plain(simulation: Simulation, races: int, screen: Console) -> bool:
    """True if so few races are interpreted sooner than their rules are compiled. Then says so."""
    from wreckoning.cli.compiling import seconds_to_compile
    from wreckoning.core.compiling.compiled import is_cached

    rules = simulation.ruleset
    if is_cached(rules):
        return False
    took = simulation.time_plain(TRIAL)
    if took * races > seconds_to_compile(rules):
        return False
    screen.print("So few races are done sooner than the rules are compiled: interpreting them.")
    return True


def _run(simulation: Simulation, races: int, workers: int, screen: Console, plain: bool) -> Any:
    from functools import partial

    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("Racing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    is_hidden = not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=is_hidden) as bar:
        task = bar.add_task("races", total=races)
        run = simulation.run_plain if plain else partial(simulation.run, workers=workers)
        return run(races, progress=lambda count: bar.advance(task, count))


def _print(found: Json, console: Console) -> None:
    turns = found["turns"]
    console.print(
        f"\n[bold]{found['races']:,} races[/] on {found['course']}, seed {found['seed']}: "
        f"{turns['mean']:.1f} turns ({turns['shortest']} to {turns['longest']})\n"
    )
    console.print(_places(found["seats"]))
    console.print()
    console.print(_tallies(found["seats"]))


def _places(seats: list[Json]) -> Table:
    """A table of wins and places for each seat."""
    table = table_of("seat", "player", "wins", "95 %", "place", "95 % ")
    for seat in seats:
        wins, place = seat["wins"], seat["place"]
        table.add_row(
            seat["name"],
            " ".join(
                value for key, value in seat.items() if isinstance(value, str) and key != "name"
            ),
            f"{wins['share']:.1%}",
            f"{wins['low']:.1%}–{wins['high']:.1%}",
            f"{place['mean']:.2f}",
            f"{place['low']:.2f}–{place['high']:.2f}",
        )
    return table


def _tallies(seats: list[Json]) -> Table:
    """A table of the tallies of each seat, averages over races."""
    names = [
        name
        for name, value in seats[0].items()
        if isinstance(value, dict) and name not in ("wins", "place")
    ]
    table = table_of("a race", *(name.replace("_", " ") for name in names))
    for seat in seats:
        table.add_row(seat["name"], *(f"{seat[name]['mean']:.2f}" for name in names))
    return table


def table_of(*columns: str) -> Table:
    """A table without lines: words on the left, figures on the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(columns):
        words = number == 0 or name in ("player", "course", "")
        table.add_column(name, justify="left" if words else "right", no_wrap=" " not in name)
    return table
