"""Trains the weights of a game's features, by races of its usual opponents or of another bot.

A conditional logit of who wins (McFadden 1974): the chance of a seat is its exp(weights · features)
among those of all seats. It uses the positions at which the clock moves, where playouts are cut
off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from wreckoning.bots.playing import Bots
from wreckoning.bots.search.live import LiveRace
from wreckoning.bots.search.program import program
from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import Ruleset, Seat, default_opponent
from wreckoning.core.seats import check_options

STEPS = 40  # of Newton's method, at most
CLOSE = 1e-7
RIDGE = 1e-3  # keeps the weights of rare features small
TESTED = 5  # one race in this many is kept out of the fit, to test it

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Positions:
    """Positions of races: features in thousandths, taken seats, the winner, the race."""

    features: Floats  # positions × seats × features
    seated: NDArray[np.bool_]
    winner: Ints
    race: Ints


@dataclass(frozen=True)
class Fit:
    """Weights, and how well they predict the winners of races that were not used to make them."""

    weights: Mapping[str, float]
    positions: int
    loss: float  # the mean of −log(chance given to the winner)
    even: float  # the mean if all have the same chance


def play_positions(
    ruleset: Ruleset,
    races: int,
    seed: int,
    driver: str = "",
    tell: Callable[[int], None] = lambda done: None,
) -> Positions:
    """Positions of this many races: on all courses in turn, with all numbers of seats from 2 on.

    `driver` is the bot or policy in every seat; without one, the usual opponent.
    """
    driver = driver or default_opponent(ruleset)
    most = min(ruleset.seats[-1], 6)
    counts = [count for count in ruleset.seats if 2 <= count <= most]
    tables = [(course, count) for count in counts for course in ruleset.course_names()]
    wide = len(ruleset.study.names)
    rows: list[Ints] = []
    winners: list[int] = []
    numbers: list[int] = []
    taken = 0
    for number in range(races):
        table = tables[number % len(tables)]
        try:
            positions, winner = _play(ruleset, *table, driver, seed, number)
        except Illegal:
            continue  # a table that does not allow this many seats
        taken += 1
        for position in positions:
            padded = np.zeros((most, wide + 1), np.int64)
            padded[: len(position), :wide], padded[: len(position), wide] = position, 1
            rows.append(padded)
            winners.append(winner)
            numbers.append(taken)
        tell(number + 1)
    if not rows:
        raise Illegal(f"{ruleset.title}: no race could be played")
    found = np.array(rows)
    seated = found[:, :, wide] == 1
    features = found[:, :, :wide] / 1000.0
    return Positions(features, seated, np.array(winners), np.array(numbers))


def _play(
    ruleset: Ruleset, course: str, count: int, driver: str, seed: int, number: int
) -> tuple[list[Ints], int]:
    """Play a race: the features of its positions, and the seat that won."""
    asked = range(count) if driver in ruleset.thinking else ()
    policy = default_opponent(ruleset) if asked else driver
    seats = [Seat(f"Driver {n}", policy) for n in range(1, count + 1)]
    race = ruleset.start(ruleset.load_course(course), seats, check_options(ruleset, {}))
    names = [seat.name for seat in seats]
    live = LiveRace(program(ruleset), race, names, asked, key=seed, number=number)
    bots = Bots(ruleset, number, clock=thread_time)
    clock = ruleset.study.clock or ruleset.tallies.length
    positions, until = list[Ints](), 1
    while True:
        while live.go(until):
            answers: dict[int, int] = {}
            for ask in live.asks:
                answers[ask.index] = bots.think(driver, live.outlook(ask.by, answers))
            live.answer(answers)
        if ruleset.is_over(live.bench.race):
            return positions, live.places().index(1)
        positions.append(live.bench.features())
        until = int(clock(live.bench.race)) + 1


def fit(ruleset: Ruleset, positions: Positions) -> Fit:
    """Find the weights that make the winners likeliest (Newton's method)."""
    tested = positions.race % TESTED == 0
    if tested.all() or not tested.any():
        raise Illegal(f"{ruleset.title}: too few races to make weights from")
    used = _part(positions, ~tested)
    count, wide = len(used.winner), used.features.shape[2]
    weights: Floats = np.zeros(wide)
    for _ in range(STEPS):
        chances = _chances(used, weights)
        won = np.eye(used.seated.shape[1])[used.winner]
        slope = ((chances - won)[:, :, None] * used.features).sum(axis=(0, 1)) / count
        mean = (chances[:, :, None] * used.features).sum(axis=1)
        weighted = (chances[:, :, None] * used.features).reshape(-1, wide)
        curve = weighted.T @ used.features.reshape(-1, wide) / count - mean.T @ mean / count
        change = np.linalg.solve(curve + RIDGE * np.eye(wide), slope + RIDGE * weights)
        weights = weights - change
        if float(np.abs(change).max()) < CLOSE:
            break
    left = _part(positions, tested)
    loss = -np.log(_chances(left, weights)[np.arange(len(left.winner)), left.winner] + 1e-12)
    named = {n: round(float(w), 4) for n, w in zip(ruleset.study.names, weights, strict=True)}
    even = float(np.log(left.seated.sum(axis=1)).mean())
    return Fit(named, count, float(loss.mean()), even)


def _part(positions: Positions, which: NDArray[np.bool_]) -> Positions:
    return Positions(
        positions.features[which],
        positions.seated[which],
        positions.winner[which],
        positions.race[which],
    )


def _chances(positions: Positions, weights: Floats) -> Floats:
    """Each seat's chance by the weights."""
    scores = np.where(positions.seated, positions.features @ weights, -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Floats = scores / scores.sum(axis=1, keepdims=True)
    return found
