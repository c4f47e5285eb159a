"""Orders of a seat as they are used: when the seat is asked, they answer."""

from __future__ import annotations

from functools import lru_cache

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Malformed
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.show import orders as language
from wreckoning.show.standing_answers import decide, is_in_force, turn_now
from wreckoning.table.models import SeatOrders


def answer_by_orders(match: Match, ask: Ask, given: SeatOrders | None, is_due: bool) -> bool:
    """Answer an open question as its seat's orders say. False if they leave it to the player.

    `is_due`: the time is up, so orders that rest are used too.
    """
    if given is None or (given.rest and not is_due):
        return False
    orders = orders_in_force(match, given)
    chosen = None if orders is None else decide(match, ask, orders).index
    if chosen is None:
        return False
    match.answer(ask.names[chosen], ask.who, ask.question, ahead=True)
    return True


def orders_in_force(match: Match, given: SeatOrders) -> language.Orders | None:
    """The orders of a seat; None if they held for a turn that is over."""
    orders = _read(match.ruleset.key, tuple(match.names), given.text)
    holds = orders is not None and is_in_force(orders, given.turn, turn_now(match))
    return orders if holds else None


@lru_cache(maxsize=256)
def _read(ruleset: str, names: tuple[str, ...], text: str) -> language.Orders | None:
    """Read orders that were stored. None if this version of the rules has no such options."""
    try:
        return language.read_orders(text, language.Language(find_ruleset(ruleset), names))
    except Malformed:
        return None
