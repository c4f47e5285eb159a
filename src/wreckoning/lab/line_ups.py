"""Who starts from which seat in the heats of a variant.

Each driver starts from each seat equally often, and right behind each other driver equally often: a
Williams design (Williams 1949, "Experimental designs balanced for the estimation of residual
effects of treatments"). If a line-up were only shifted in a circle, the same driver would follow
the same one in all heats but one, and equal drivers would win unequally often.
"""

from __future__ import annotations

from functools import cache


@cache
def line_ups(drivers: int) -> tuple[tuple[int, ...], ...]:
    """The driver in each seat, a row for each heat; the first has them in their order.

    As many heats as drivers, or twice as many if their number is odd: then a single square cannot
    be balanced.
    """
    zigzag = [(at + 1) // 2 if at % 2 else -at // 2 for at in range(drivers)]
    seat_of = {driver % drivers: seat for seat, driver in enumerate(zigzag)}
    square = [
        tuple(seat_of[(driver + heat) % drivers] for driver in zigzag) for heat in range(drivers)
    ]
    backwards = [row[::-1] for row in square] if drivers % 2 and drivers > 1 else []
    return *square, *backwards


@cache
def seats_by_driver(drivers: int, heat: int) -> tuple[int, ...]:
    """The seat of each driver in this heat."""
    row = line_ups(drivers)[heat]
    return tuple(row.index(driver) for driver in range(drivers))
