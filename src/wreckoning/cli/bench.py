"""`wreck bench`: how fast the rules are, compiled and interpreted; and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from wreckoning.lab.simulate import Simulation

SEATS = 6
TABLE = "table"


def bench(
    what: Annotated[str, typer.Argument(help="A game, e.g. rtd; or table, the server.")],
    runs: Annotated[
        int, typer.Option(min=1, help="How often each is timed; the median counts.")
    ] = 5,
    seconds: Annotated[float, typer.Option(min=0, help="About how long each timing takes.")] = 1.0,
    cold: Annotated[bool, typer.Option(help="Also time compiling into an empty cache.")] = True,
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Of six seats, at the table.")] = 200,
    rate: Annotated[int, typer.Option(min=1, max=10000, help="Answers a second, there.")] = 500,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Whole races a second: six rookies, the first course, full rules; medians of several runs.

    Of the table: durable answers a second, and how soon the other players know.
    """
    if what == TABLE:
        _bench_table(tables, rate, runs, seconds, as_json)
    else:
        _bench_rules(what, runs, seconds, cold, as_json)


def _bench_table(tables: int, rate: int, runs: int, seconds: float, as_json: bool) -> None:
    from rich.console import Console

    from wreckoning.cli.bench_table import measure

    with Console(stderr=True).status(f"{tables} tables of six players …"):
        figures = measure(tables, rate, runs, seconds)
    _print(figures, as_json)


def _print(figures: dict[str, Any], as_json: bool) -> None:
    import json

    if as_json:
        print(json.dumps(figures, indent=1))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):36} {value}")


def _bench_rules(ruleset: str, runs: int, seconds: float, cold: bool, as_json: bool) -> None:
    import os
    import platform

    from rich.console import Console

    from wreckoning.cli.simulate import make_ready
    from wreckoning.cli.terminal.seating import parse_seats
    from wreckoning.core.ruleset import default_opponent, find_ruleset
    from wreckoning.lab.simulate import Simulation

    rules = find_ruleset(ruleset)
    count = min(SEATS, rules.seats[-1])
    seats = parse_seats(rules, ",".join([default_opponent(rules)] * count))
    simulation = Simulation(rules, rules.load_course(rules.course_names()[0]), seats)
    screen = Console(stderr=True)
    figures: dict[str, Any] = {
        "ruleset": rules.key,
        "course": simulation.course.key,
        "seats": count,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "runs": runs,
    }
    if cold:
        with screen.status("Compiling into an empty cache …"):
            figures |= _compile_times(rules.key)
    make_ready(rules, screen)
    with screen.status("Racing …"):
        figures |= _rates(simulation, runs, seconds)
    _print(figures, as_json)


def _compile_times(key: str) -> dict[str, float]:
    """Seconds to compile cold, and to load from the cache, each in a process of its own."""
    import os
    import subprocess
    import sys
    import tempfile

    script = (
        "import sys, time; from wreckoning.core.ruleset import find_ruleset; "
        "from wreckoning.core.compiled import compiled; rules = find_ruleset(sys.argv[1]); "
        "began = time.perf_counter(); compiled(rules).batch; print(time.perf_counter() - began)"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", script, key]
        environment = {**os.environ, "WRECK_CACHE": folder}
        cold, cached = (
            float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
            for _ in range(2)
        )
    return {"cold_compile_seconds": round(cold, 1), "cached_load_seconds": round(cached, 2)}


def _rates(simulation: Simulation, runs: int, seconds: float) -> dict[str, Any]:
    """Races a second, the ways in turn so that all see the same machine; medians and extremes."""
    from statistics import median

    ways = {
        "races_per_second": lambda n: simulation.run(n),
        "races_per_second_one_core": lambda n: simulation.run(n, workers=1),
        "interpreted_races_per_second": lambda n: _interpreted(simulation, n),
    }
    sizes = {name: max(20, int(seconds * _rate(way, 200))) for name, way in ways.items()}
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            rates[name].append(_rate(way, sizes[name]))
    figures: dict[str, Any] = {}
    for name, values in rates.items():
        figures[name] = round(median(values))
        figures[f"{name}_range"] = [round(min(values)), round(max(values))]
    compiled, plain = figures["races_per_second_one_core"], figures["interpreted_races_per_second"]
    figures["compiled_to_interpreted"] = round(compiled / plain, 1)
    return figures


def _rate(way: Any, races: int) -> float:
    from time import perf_counter

    began = perf_counter()
    way(races)
    return float(races / (perf_counter() - began))


def _interpreted(simulation: Simulation, races: int) -> None:
    """The same races, by the same functions, in plain Python on one core."""
    from wreckoning.core.door import seed_race

    ruleset, start = simulation.ruleset, simulation.start()
    for number in range(races):
        race = start.copy()
        seed_race(race, simulation.seed, number)
        while not ruleset.is_over(race):
            ruleset.step(race)
