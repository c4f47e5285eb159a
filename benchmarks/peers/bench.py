"""`wreck bench peers`: compares with other frameworks, prints it, and writes `RESULTS.md`."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.compare import compare
from benchmarks.report import RESULTS, results_page
from wreckoning.cli.reading import print_json


def bench_peers(runs: int, seconds: float, proof: int, write: bool, as_json: bool) -> None:
    """Compare, print, and write RESULTS.md."""
    screen = Console(stderr=True)
    with screen.status("Looking who is there …") as status:
        found = compare(runs, seconds, proof, lambda what: status.update(f"{what} …")).as_json()
    if write:
        RESULTS.write_text(results_page(found), encoding="utf-8")
        screen.print(f"Written to {RESULTS}.")
    if as_json:
        print_json(found)
    else:
        _print(found, Console())


def _print(found: dict[str, Any], console: Console) -> None:
    for proof in found["proofs"]:
        seen = proof.get("missing") or f"{proof['games']:,} games, {proof['states']:,} states equal"
        console.print(f"{proof['game']} against {proof['beside']}: {seen}")
    for contest in found["contests"]:
        table = Table(title=contest["title"], title_justify="left", box=None, pad_edge=False)
        for name in ("", "games/s", "moves/s", "ours × as fast"):
            table.add_column(name, justify="right" if name else "left")
        for each in contest["contestants"]:
            if "missing" in each:
                table.add_row(each["name"], f"missing: {each['missing']}", "", "")
                continue
            table.add_row(
                each["name"],
                f"{each['games_per_second']:,.0f}",
                f"{each['moves_per_second']:,}",
                f"{each['ours_is_faster_by']:,.1f}",
            )
        console.print()
        console.print(table)
