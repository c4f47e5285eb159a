"""`wreck bench RULESET --profile`: finds the rules that take most time.

Rules run interpreted under Python's own profiler. A rule's time is its own plus that of the helpers
it calls, except other rules. There is no such table for compiled play: compiled, all rules are one
piece of machine code. The profiler makes small functions look slower than they are, so take the
figures as hints.
"""

from __future__ import annotations

import cProfile
import pstats
from collections import defaultdict
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any

from wreckoning.core.door import seed_race
from wreckoning.core.rules import written
from wreckoning.core.ruleset import Ruleset
from wreckoning.lab.simulate import Simulation

SHOWN = 15  # rules in the printed table; JSON has all
ROUNDS = 100  # of handing helpers' time up to their callers; the rest then belongs to no rule
NOBODY_S = "no rule"

Function = tuple[str, int, str]  # file, line, name, as in the profiler
Stats = Mapping[Function, tuple[int, int, float, float, Mapping[Function, tuple[Any, ...]]]]


def profile_rules(simulation: Simulation, seconds: float) -> dict[str, Any]:
    """Race for about this long; gives each rule's share of the time and its calls a race."""
    start, profiler = simulation.start(), cProfile.Profile()
    races, began = 0, perf_counter()
    while races == 0 or perf_counter() - began < seconds:
        with profiler:
            race_interpreted(simulation, start, range(races, races + 1))
        races += 1
    stats: Stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    rules = _rules_of(simulation.ruleset)
    charged = charge(stats, rules)
    total = sum(charged.values()) or 1.0
    rows = [_row(rules, stats, function, time / total, races) for function, time in charged.items()]
    rows.sort(key=lambda row: -row["share"])
    return {
        "ruleset": simulation.ruleset.key,
        "course": simulation.course.key,
        "seats": len(simulation.seats),
        "races": races,
        "of": "interpreted play, under the profiler",
        "rules": rows,
    }


def race_interpreted(simulation: Simulation, start: Any, numbers: range) -> None:
    """Run the races of these numbers by the same functions, in plain Python on one core."""
    ruleset = simulation.ruleset
    for number in numbers:
        race = start.copy()
        seed_race(race, simulation.seed, number)
        while not ruleset.is_over(race):
            ruleset.step(race)


def _rules_of(ruleset: Ruleset) -> dict[Function, list[str]]:
    """The rules of a ruleset with their numbers, by the profiler's names of functions."""
    found: dict[Function, list[str]] = defaultdict(list)
    for entry in (entry for name in ruleset.packages for entry in written(name)):
        code = entry.function.__code__
        found[(code.co_filename, code.co_firstlineno, code.co_name)].append(entry.number)
    return found


def charge(stats: Stats, rules: Iterable[Function]) -> dict[Function | None, float]:
    """Each function's own time, handed up to the rules that called it; None: outside of rules.

    A helper's time goes to its callers in proportion to the time spent for each of them.
    """
    known = set(rules)
    due = {function: timing[2] for function, timing in stats.items()}
    charged: dict[Function | None, float] = defaultdict(float)
    for _ in range(ROUNDS):
        up: dict[Function, float] = defaultdict(float)
        for function, time in due.items():
            callers = stats[function][4] if function in stats else {}
            if function in known:
                charged[function] += time
            elif not callers:
                charged[None] += time
            else:
                whole = sum(edge[2] for edge in callers.values())
                for caller, edge in callers.items():
                    part = edge[2] / whole if whole else 1 / len(callers)
                    up[caller] += time * part
        due = {function: time for function, time in up.items() if time}
        if not due:
            break
    charged[None] += sum(due.values())
    return dict(charged)


def _row(
    rules: Mapping[Function, list[str]],
    stats: Stats,
    function: Function | None,
    share: float,
    races: int,
) -> dict[str, Any]:
    if function is None:
        return {"rule": NOBODY_S, "name": "", "share": round(share, 4), "calls_a_race": 0.0}
    return {
        "rule": " ".join(rules[function]),
        "name": function[2],
        "share": round(share, 4),
        "calls_a_race": round(stats[function][1] / races, 1),
    }


def print_profile(found: Mapping[str, Any]) -> None:
    """Print the slowest rules, one a line."""
    print(
        f"{found['ruleset']}, {found['course']}, {found['seats']} seats: {found['races']} races, "
        f"{found['of']}"
    )
    print(f"{'share':>6} {'calls a race':>13}  rule")
    for row in found["rules"][:SHOWN]:
        name = f"{row['name']}  {row['rule']}" if row["name"] else row["rule"]
        print(f"{row['share']:6.1%} {row['calls_a_race']:13,.1f}  {name}")
