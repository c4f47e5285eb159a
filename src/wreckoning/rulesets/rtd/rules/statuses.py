"""Ink, shrinking, Boo and Star: what lasts to the end of the next turn (A60)."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.events import StatusEnded, Washed
from wreckoning.rulesets.rtd.numbers import Modifier, Status
from wreckoning.rulesets.rtd.race import Kart, Race


@rule("A60")
def last_turn(race: Race, item: int, until: int) -> int:
    """The last turn of a status that begins now: the next one. `until` is its last turn so far.

    A repeat renews it; statuses never stack.
    """
    return max(until, race.turn + race.loot.items[item].turns)


# 0 is no status, not even on turn 0.


@rule("R40", "A60")
def has_ink(race: Race, kart: Kart) -> bool:
    """Sprayed with ink, and not washed since."""
    return kart.ink_until > 0 and race.turn <= kart.ink_until


@rule("R48", "A60")
def is_shrunk(race: Race, kart: Kart) -> bool:
    """Struck by a Thunderbolt."""
    return kart.shrunk_until > 0 and race.turn <= kart.shrunk_until


@rule("R44", "A60")
def is_boo(race: Race, kart: Kart) -> bool:
    """Incorporeal."""
    return kart.boo_until > 0 and race.turn <= kart.boo_until


@rule("R47", "A60")
def is_star(race: Race, kart: Kart) -> bool:
    """Invincible."""
    return kart.star_until > 0 and race.turn <= kart.star_until


@rule("R40", "R48")
def status_penalty(race: Race, kart: Kart) -> int:
    """On Racing Checks: ink −1, shrunk −2, both −3."""
    penalty = 0
    if has_ink(race, kart):
        penalty += plus(race, kart.seat, Modifier.INK, -1)
    if is_shrunk(race, kart):
        penalty += plus(race, kart.seat, Modifier.SHRUNK, -2)
    return penalty


@rule("R40", "A61")
def wash_ink(race: Race, kart: Kart) -> None:
    """Dash Panel, Mushroom, Boo, Star or a successful Power Slide wash the ink off."""
    if has_ink(race, kart):
        kart.ink_until = 0
        tell(race, Washed(kart.seat))


@rule("A18")
def defensive_bonus(race: Race, kart: Kart) -> int:
    """Drive Defensively: +1 on every roll caused by an opponent's item or ram."""
    return plus(race, kart.seat, Modifier.DEFENSIVE, 1) if kart.defensive else 0


@rule("A18")
def defensive_against(race: Race, kart: Kart, owner: int) -> int:
    """The same against an item of this owner (NOBODY: from the track); 0 against one's own."""
    return defensive_bonus(race, kart) if kart.seat != owner else 0


@rule("A60")
def end_statuses(race: Race, kart: Kart) -> None:
    """Cleanup: what lasts to the end of this turn ends."""
    if not (kart.ink_until or kart.shrunk_until or kart.boo_until or kart.star_until):
        return
    if kart.ink_until == race.turn:
        kart.ink_until = 0
        tell(race, StatusEnded(kart.seat, Status.INK))
    if kart.shrunk_until == race.turn:
        kart.shrunk_until = 0
        tell(race, StatusEnded(kart.seat, Status.SHRUNK))
    if kart.boo_until == race.turn:
        kart.boo_until = 0
        tell(race, StatusEnded(kart.seat, Status.BOO))
    if kart.star_until == race.turn:
        kart.star_until = 0
        tell(race, StatusEnded(kart.seat, Status.STAR))
