"""Works out exactly how often a random walk visits each place, loops included.

Places are numbered; the walk starts at 0. Each place leads to others with exact chances. If these
sum to less than 1, the rest is the chance that the walk ends there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Steps = Sequence[Mapping[int, Fraction]]  # for each place: the next ones, with their chances


def visits(steps: Steps) -> list[Fraction]:
    """The average number of visits to each place. Every loop must have a way out."""
    found = [Fraction()] * len(steps)
    found[0] = Fraction(1)
    for loop in _in_order(steps):
        if len(loop) > 1 or loop[0] in steps[loop[0]]:
            for at, number in _around(steps, loop, found).items():
                found[at] = number
        inside = frozenset(loop)
        for at in loop:
            if found[at]:
                for to, chance in steps[at].items():
                    if to not in inside:
                        found[to] += found[at] * chance
    return found


def _around(steps: Steps, loop: Sequence[int], entered: Sequence[Fraction]) -> dict[int, Fraction]:
    """The visits within a loop, given how often each of its places is entered from outside.

    The visits of a place are its entries, plus the visits of each other place of the loop times the
    chance of the step from there. That system of equations is solved by elimination.
    """
    inside = frozenset(loop)
    rows: dict[int, dict[int, Fraction]] = {at: {at: Fraction(1)} for at in loop}
    for at in loop:
        for to, chance in steps[at].items():
            if to in inside:
                rows[to][at] = rows[to].get(at, Fraction()) - chance
    sums = {at: entered[at] for at in loop}
    for pivot in loop:
        row, scale = rows[pivot], rows[pivot][pivot]
        for at in loop:
            if at == pivot or pivot not in rows[at]:
                continue
            factor = rows[at].pop(pivot) / scale
            for column, value in row.items():
                if column != pivot:
                    rows[at][column] = rows[at].get(column, Fraction()) - factor * value
            sums[at] -= factor * sums[pivot]
    return {at: sums[at] / rows[at][at] for at in loop}


def _in_order(steps: Steps) -> list[list[int]]:
    """The strongly connected groups of places, in the order of the walk (Tarjan)."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    waiting: list[int] = []
    on_hold: set[int] = set()
    found: list[list[int]] = []
    way = [(0, iter(steps[0]))] if steps else []
    number[0] = lowest[0] = 0
    waiting.append(0)
    on_hold.add(0)
    while way:
        at, after = way[-1]
        for to in after:
            if to not in number:
                number[to] = lowest[to] = len(number)
                waiting.append(to)
                on_hold.add(to)
                way.append((to, iter(steps[to])))
                break
            if to in on_hold:
                lowest[at] = min(lowest[at], number[to])
        else:
            way.pop()
            if way:
                before = way[-1][0]
                lowest[before] = min(lowest[before], lowest[at])
            if lowest[at] == number[at]:
                cut = waiting.index(at)
                found.append(waiting[cut:])
                on_hold.difference_update(waiting[cut:])
                del waiting[cut:]
    return found[::-1]
