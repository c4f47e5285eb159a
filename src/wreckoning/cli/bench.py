"""`wreck bench`: the speed of the rules, compiled and interpreted, of the table, and of peers.

What measures is in `benchmarks/` at the root of a checkout.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

ALL, TABLE, PEERS = "all", "table", "peers"
FOLDER = "benchmarks"


def bench(
    what: Annotated[
        str, typer.Argument(help="A game, e.g. rtd; or all; or table, the server; or peers.")
    ] = ALL,
    runs: Annotated[
        int, typer.Option(min=1, help="How often each is timed; the median counts.")
    ] = 5,
    seconds: Annotated[float, typer.Option(min=0, help="About how long each timing takes.")] = 1.0,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many race; six, where so many may.")
    ] = None,
    course: Annotated[
        str | None, typer.Option(help="A shipped course, or a .toml file; the first.")
    ] = None,
    laps: Annotated[
        int | None, typer.Option(min=1, help="Instead of the course's own number.")
    ] = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Name the slowest rules, as they are interpreted.")
    ] = False,
    digest: Annotated[
        int | None,
        typer.Option(min=1, help="Race so often, and print a digest of rows, races and dice."),
    ] = None,
    cold: Annotated[bool, typer.Option(help="Also time compiling into an empty cache.")] = True,
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Of six seats, at the table.")] = 200,
    rate: Annotated[int, typer.Option(min=1, max=10000, help="Answers a second, there.")] = 500,
    db: Annotated[
        str,
        typer.Option(metavar="DATABASE", help="Of the table; by default a new SQLite file."),
    ] = "",
    processes: Annotated[
        int,
        typer.Option(min=1, max=16, help="Servers that share the tables; several need PostgreSQL."),
    ] = 1,
    proof: Annotated[
        int, typer.Option(min=0, help="Games that are compared with each peer's first.")
    ] = 100,
    write: Annotated[bool, typer.Option(help="Peers: write benchmarks/RESULTS.md.")] = True,
    aces: Annotated[
        str, typer.Option(help="At the table also while two aces think, in a race of this game.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Whole races a second: rookies, full rules; medians of several runs. And how many milliseconds
    the options of a question take, with their chances and previews.

    Of the table: durable answers a second, and how soon the other players know. Of peers: other
    frameworks' games, proved equal to ours and timed next to them.
    """
    from wreckoning.core.errors import Malformed

    of_table = {"--aces": aces, "--db": db, "--processes": processes > 1}
    for name in [name for name, is_given in of_table.items() if is_given and what != TABLE]:
        raise Malformed(name, "expected with the table")
    find_benchmarks()
    if what == TABLE:
        from wreckoning.lab.needs import need

        need("httpx", "dev")
        from benchmarks.ours.table import bench_table

        bench_table(tables, rate, runs, seconds, aces, db, processes, as_json)
    elif what == PEERS:
        from benchmarks.peers.bench import bench_peers

        bench_peers(runs, seconds, proof, write, as_json)
    else:
        from benchmarks.ours.rules import Heat, bench_rules

        heat = Heat(seats, course, laps)
        if digest:
            from benchmarks.ours.digest import print_digest

            print_digest(what, heat, digest)
            return
        bench_rules("" if what == ALL else what, heat, runs, seconds, cold, profile, as_json)


def find_benchmarks() -> None:
    """Make `benchmarks` importable. Raises Malformed outside of a checkout, where there is none."""
    from wreckoning.cli.files import checkout
    from wreckoning.core.errors import Malformed

    root = checkout()
    if root is None or not (root / FOLDER).is_dir():
        problem = f"needs {FOLDER}/ next to src/: it is in a checkout of the sources, in no package"
        raise Malformed("bench", problem)
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
