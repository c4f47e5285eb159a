"""Momentum, and what costs it."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Flipped, ItemLost, ItemsLost, Momentum, SpunOut, Thrown
from wreckoning.rulesets.rtd.numbers import Cause, Damage, Item
from wreckoning.rulesets.rtd.race import MAX_HAND, Kart, Race


@rule("R7", "R8", "A14")
def change(race: Race, kart: Kart, amount: int, cause: int) -> None:
    """Add to a driver's Momentum; below 0 is possible during a turn.

    Above the maximum is too, until Cleanup, unless the switch `momentum_cap` is `always`.
    """
    before = kart.momentum
    after = before + amount
    if amount > 0 and race.switches.momentum_cap_always:
        after = max(before, min(after, kart.figures.maximum))
    if after == before:
        return
    kart.momentum = after
    if race.door.journaling:
        tell(race, Momentum(kart.seat, after - before, after, cause))


@rule("A15")
def to_zero(race: Race, kart: Kart, cause: int) -> None:
    """Momentum to 0; never raises it."""
    if kart.momentum > 0:
        change(race, kart, -kart.momentum, cause)


@rule("R7", "R8", "R31", "A14")
def settle_momentum(race: Race, kart: Kart) -> None:
    """Cleanup: what is below 0 becomes 0, what is above the maximum becomes the maximum."""
    if kart.momentum < 0:
        change(race, kart, -kart.momentum, Cause.BELOW_ZERO)
    elif kart.momentum > kart.figures.maximum:
        change(race, kart, kart.figures.maximum - kart.momentum, Cause.MAXIMUM)


@rule("R12", "A67")
def high_acceleration(race: Race, kart: Kart) -> None:
    """The High Acceleration perk: +1 Momentum for a driver who starts a turn at 0."""
    if kart.figures.high_acceleration and kart.momentum == 0:
        change(race, kart, 1, Cause.HIGH_ACCELERATION)


@rule("R35")
def spin_out(race: Race, kart: Kart) -> None:
    """−1 Momentum (−2 with Thin Skin)."""
    if race.door.journaling:
        tell(race, SpunOut(kart.seat))
    change(race, kart, -kart.figures.spin_out, Cause.SPIN_OUT)


@rule("R35")
def flip(race: Race, kart: Kart) -> None:
    """−2 Momentum."""
    tell(race, Flipped(kart.seat))
    change(race, kart, -2, Cause.FLIP)


@rule("R35")
def throw_into_the_air(race: Race, kart: Kart) -> None:
    """Momentum to 0 and all items lost."""
    tell(race, Thrown(kart.seat))
    to_zero(race, kart, Cause.THROWN)
    lose_items(race, kart, Cause.THROWN)


@rule("R35")
def suffer(race: Race, kart: Kart, damage: int) -> None:
    """Spin out, flip, or be thrown into the air."""
    if damage == Damage.FLIP:
        flip(race, kart)
    elif damage == Damage.THROWN:
        throw_into_the_air(race, kart)
    else:
        spin_out(race, kart)


@jitable
def lose_items(race: Race, kart: Kart, cause: int) -> None:
    """Everything on the hook and in hand is gone."""
    had = kart.hook != Item.NONE
    kart.hook = Item.NONE
    kart.shells = 0
    for i in range(MAX_HAND):
        had = had or kart.hand[i] != Item.NONE
        kart.hand[i] = Item.NONE
    if had:
        tell(race, ItemsLost(kart.seat, cause))


@jitable
def lose_hook(race: Race, kart: Kart, dodged: bool) -> None:
    """The item on the hook is gone; of a Triple Red Shell one shell.

    `dodged`: it was why the driver survived a shell (R32); else a driver ran into it (R33).
    """
    item = kart.hook
    if kart.shells > 1:
        kart.shells -= 1
    else:
        kart.hook = Item.NONE
        kart.shells = 0
    tell(race, ItemLost(kart.seat, item, int(dodged)))
