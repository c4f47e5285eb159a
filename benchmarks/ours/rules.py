"""`wreck bench RULESET`: whole races a second, compiled and interpreted; and menus.

Races on one core are timed by processor time, and so is a fixed compiled loop in
turn with them. Races per million rounds of that loop say how fast the program is, whatever the
machine is and does besides. Races on all cores are timed by the clock.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numba
from rich.console import Console

from benchmarks.ours.menus import measure_menus
from benchmarks.ours.profile import print_profile, profile_rules, race_interpreted
from wreckoning.cli.compiling import compile_rules
from wreckoning.cli.reading import print_figures, print_json
from wreckoning.cli.seating import parse_seats
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import Ruleset, default_opponent, find_ruleset, rulesets
from wreckoning.lab.simulate import Simulation

SEATS = 6
ENOUGH = 0.1  # seconds that races must take for a reliable speed
SHORTEST = 1e-7  # seconds, even on a clock that has not moved meanwhile

Way = Callable[[int], object]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Heat:
    """The race to time: None stands for the usual one."""

    seats: int | None = None
    course: str | None = None
    laps: int | None = None

    def simulation(self, rules: Ruleset) -> Simulation:
        """The simulation to time. Raises Malformed or Illegal for a race that is not possible."""
        count = self.seats or min(SEATS, rules.seats[-1])
        grid = parse_seats(rules, ",".join([default_opponent(rules)] * count))
        course = rules.load_course(self.course or rules.course_names()[0])
        if self.laps:
            if "laps" not in course.document:
                raise Malformed("--laps", f"{course.title} is not driven in laps")
            course = rules.load_course({**course.document, "laps": self.laps})
        return Simulation(rules, course, grid)


def bench_rules(
    key: str, heat: Heat, runs: int, seconds: float, cold: bool, profile: bool, as_json: bool
) -> None:
    """Time one ruleset, or all ('' as key); or name its slowest rules."""
    if not key and heat != Heat():
        raise Malformed("--seats, --course, --laps", "expected with one game, not with all of them")
    games = [find_ruleset(key)] if key else rulesets()
    tables = [heat.simulation(rules) for rules in games]
    screen = Console(stderr=True)
    found = []
    for simulation in tables:
        if profile:
            with screen.status(f"{simulation.ruleset.title}, interpreted, under the profiler …"):
                found.append(profile_rules(simulation, seconds))
        else:
            found.append(_measure(simulation, runs, seconds, cold, screen))
        if not as_json:
            print("\n" * (len(found) > 1), end="")
            (print_profile if profile else _print)(found[-1])
    if as_json:
        print_json(found[0] if key else found)


def _print(figures: dict[str, Any]) -> None:
    print_figures(figures, as_json=False)


def _measure(
    simulation: Simulation, runs: int, seconds: float, cold: bool, screen: Console
) -> dict[str, Any]:
    rules = simulation.ruleset
    figures: dict[str, Any] = {
        "ruleset": rules.key,
        "course": simulation.course.key,
        "seats": len(simulation.seats),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "runs": runs,
    }
    if "laps" in simulation.course.document:
        figures["laps"] = simulation.course.document["laps"]
    if cold:
        with screen.status(f"Compiling {rules.title} into an empty cache …"):
            figures |= _compile_times(rules.key)
    compile_rules(rules, screen)
    with screen.status(f"Racing {rules.title} …"):
        figures |= _rates(simulation, runs, seconds)
    with screen.status(f"Asking {rules.title}'s questions …"):
        return figures | measure_menus(simulation, runs * seconds)


def _compile_times(key: str) -> dict[str, float]:
    """Seconds to compile cold, and to load from the cache, each in a process of its own."""
    script = (
        "import sys, time; from wreckoning.core.compiling.compiled import compiled; "
        "from wreckoning.core.ruleset import find_ruleset; rules = find_ruleset(sys.argv[1]); "
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
    """Races a second: the ways take turns, so that all see the same machine; median, extremes."""
    ways: dict[str, tuple[Way, Clock]] = {
        "races_per_second": (lambda n: simulation.run(n), perf_counter),
        "races_per_second_one_core": (lambda n: simulation.run(n, workers=1), process_time),
        "interpreted_races_per_second": (
            lambda n: race_interpreted(simulation, simulation.start(), range(n)),
            process_time,
        ),
        "loop_rounds_per_second": (lambda n: fixed_loop(n), process_time),
    }
    sizes = {name: max(1, int(seconds * _first_rate(*way))) for name, way in ways.items()}
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            rates[name].append(_rate(*way, sizes[name]))
    figures: dict[str, Any] = {}
    for name, values in rates.items():
        figures[name] = _rounded(median(values))
        figures[f"{name}_range"] = [_rounded(min(values)), _rounded(max(values))]
    _, compiled, plain, loop = rates.values()
    figures["races_per_million_rounds"] = _by_loop(compiled, loop)
    figures["interpreted_races_per_million_rounds"] = _by_loop(plain, loop)
    figures["compiled_to_interpreted"] = round(median(compiled) / median(plain), 1)
    return figures


@numba.njit
def fixed_loop(rounds: int) -> Any:  # pragma: no cover: compiled
    """The yardstick: rounds of three multiplications and four shifts, each after the one before."""
    found: Any = numba.uint64(1)
    for _ in range(rounds):
        found = (found ^ (found >> numba.uint64(30))) * numba.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> numba.uint64(27))) * numba.uint64(0x94D049BB133111EB)
        found = (found ^ (found >> numba.uint64(31))) * numba.uint64(0xD6E8FEB86659FD93)
        found ^= found >> numba.uint64(32)
    return found


def _by_loop(races: list[float], loop: list[float]) -> float:
    """The median of races per million rounds, each pair timed one after the other."""
    quotients = [one / rounds for one, rounds in zip(races, loop, strict=True)]
    return float(f"{median(quotients) * 1e6:.3g}")


def _rounded(rate: float) -> float:
    """Round to whole numbers, except for slow rates."""
    return round(rate) if rate >= 100 else round(rate, 1)


def _first_rate(way: Way, clock: Clock) -> float:
    """A rough speed, from the fewest races that show it."""
    way(1)
    races = 1
    while True:
        rate = _rate(way, clock, races)
        if races >= rate * ENOUGH:
            return rate
        races *= 4


def _rate(way: Way, clock: Clock, races: int) -> float:
    began = clock()
    way(races)
    return races / max(clock() - began, SHORTEST)
