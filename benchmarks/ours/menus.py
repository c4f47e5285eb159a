"""Measures menus: all options of a question with their chances, rules and previews.

They are computed interpreted, as a server does it for the asked player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.lab.simulate import Simulation
from wreckoning.table.messages import menu_of

MS = 1000
LATE = 0.99  # this share of menus takes no longer


def measure_menus(simulation: Simulation, seconds: float) -> dict[str, Any]:
    """Measure menus in milliseconds: the median and the 99th percentile; by question the worst too.

    Uses the questions of rookies in races 1, 2, …, for about `seconds`.
    """
    took: dict[str, list[float]] = defaultdict(list)
    until = perf_counter() + seconds
    for question, time in _menus(simulation):
        took[question].append(time * MS)
        if perf_counter() > until:
            break
    every = sorted(time for times in took.values() for time in times)
    return {
        "menus": len(every),
        "menu_ms": round(median(every), 1),
        "menu_ms_99": round(every[int(LATE * (len(every) - 1))], 1),
        "menu_ms_median_and_worst": {
            name: [round(median(times), 1), round(max(times), 1)]
            for name, times in sorted(took.items())
        },
    }


def _menus(simulation: Simulation) -> Iterator[tuple[str, float]]:
    """Every question of race after race, with the seconds for its menu."""
    rules, view = simulation.ruleset, simulation.ruleset.view
    for seed in count(1):
        match = Match(
            rules,
            simulation.course,
            simulation.seats,
            simulation.options,
            Seeded(seed),
            automatic=False,
            bot_seed=seed,
        )
        while not match.is_over:
            ask = match.asks[0]
            if ask.is_dice:
                face = match.dice.roll(match.rolls, len(ask.options), ask.question)
                match.answer(face, ask.who, ask.question)
                continue
            began = perf_counter()
            menu_of(match, ask, view.describe_ask(match, ask), match.settled, complete=True)
            yield ask.question, perf_counter() - began
            match.answer(ask.names[ask.options.index(match.advice(ask))], ask.who, ask.question)
