"""`wreck bench peers`: the comparison in `benchmarks/`, only available in the source tree."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import wreckoning
from wreckoning.core.errors import Malformed

FOLDER = "benchmarks"


def bench_peers(runs: int, seconds: float, proof: int, write: bool, as_json: bool) -> None:
    """Compare, print, and write RESULTS.md. Raises Malformed outside the source tree."""
    root = source_tree()
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    compare = import_module(f"{FOLDER}.compare").compare
    report = import_module(f"{FOLDER}.report")
    screen = Console(stderr=True)
    with screen.status("Looking who is there …") as status:
        found = compare(runs, seconds, proof, lambda what: status.update(f"{what} …")).as_json()
    if write:
        report.RESULTS.write_text(report.results_page(found), encoding="utf-8")
        screen.print(f"Written to {report.RESULTS}.")
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        _print(found, Console())


def source_tree() -> Path:
    """The root of the source tree."""
    root = Path(wreckoning.__file__).resolve().parents[2]
    if not (root / FOLDER / "compare.py").exists():
        raise Malformed("peers", f"expected {FOLDER}/ next to src/: it is in the source tree only")
    return root


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
