"""`RESULTS.md`, written from the results. Nothing in it is written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.contestants import HERE

RESULTS = HERE / "RESULTS.md"

HEAD = """# Wreckoning next to its peers

Written by `wreck bench peers`. What is compared, and how, stands in [README.md](README.md).
"""


def results_page(found: Mapping[str, Any]) -> str:
    """The page, from `Results.as_json()`."""
    parts = [HEAD, _machine(found["machine"]), _proofs(found["proofs"])]
    parts += [_contest(contest) for contest in found["contests"]]
    parts.append(_versions(found["contests"]))
    return "\n".join(parts)


def _machine(machine: Mapping[str, Any]) -> str:
    low, high = machine["load"]
    return (
        f"{machine['date']}, {machine['processor']} ({machine['cores']} cores, "
        f"{machine['system']}); one thread each, all on the same core and in turn. Medians of "
        f"{machine['runs']} runs of {machine['seconds_each']:g} s of processor time, in brackets "
        f"the slowest and fastest run; the machine's load was {low} to {high}.\n"
    )


def _proofs(proofs: Sequence[Mapping[str, Any]]) -> str:
    if not proofs:
        return "The games were not compared move by move this time.\n"
    lines = [
        "## Equal, move by move\n",
        "| game | against | random games | the same |",
        _rule(4),
    ]
    for proof in proofs:
        seen = proof.get("missing") or f"{proof['states']:,} of {proof['states']:,} states"
        games = f"{proof['games']:,}" if proof["games"] else "—"
        lines.append(f"| {proof['game']} | {proof['beside']} | {games} | {seen} |")
    return "\n".join(lines) + "\n"


def _contest(contest: Mapping[str, Any]) -> str:
    heads = ("", "games/s", "", "moves/s", "ours, compiled, is × as fast", "how")
    lines = [f"## {contest['title']}\n", f"A move is {contest['move']}. {contest['note']}".rstrip()]
    lines += ["", f"| {' | '.join(heads)} |", "|---|--:|---|--:|--:|---|"]
    for each in contest["contestants"]:
        if "missing" in each:
            lines.append(f"| {each['name']} | — | | — | — | {each['missing']} |")
            continue
        low, high = each["games_per_second_range"]
        cells = (
            each["name"],
            _number(each["games_per_second"]),
            f"({_number(low)}–{_number(high)})",
            _number(each["moves_per_second"]),
            f"{each['ours_is_faster_by']:,.1f}",
            each["how"],
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _versions(contests: Sequence[Mapping[str, Any]]) -> str:
    known: dict[str, str] = {}
    for contest in contests:
        for each in contest["contestants"]:
            known |= each.get("versions", {})
    batch = known.pop("batch", "")
    said = ", ".join(f"{name} {version}" for name, version in known.items())
    side = f" PGX played {batch} games side by side." if batch else ""
    return f"Versions: {said}.{side}\n"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}"


def _rule(columns: int) -> str:
    return "|" + "---|" * columns
