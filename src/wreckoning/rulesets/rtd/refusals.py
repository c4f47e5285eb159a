"""Why an answer is not among the options: the reason in words, and the rule."""

from __future__ import annotations

from wreckoning.core.asks import Ask
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import DEPLOY, Kart, Order, Race, Use
from wreckoning.rulesets.rtd.rules.deploy import can_clear_hook, has_use, is_crowded_out
from wreckoning.rulesets.rtd.rules.items import circles
from wreckoning.rulesets.rtd.rules.loot import hand_index
from wreckoning.rulesets.rtd.rules.paths import is_open
from wreckoning.rulesets.rtd.rules.standings import directly_ahead, segment_of

Reason = tuple[str, str]  # what is wrong, and the rule's number


def refusal(race: Race, ask: Ask, given: str) -> Reason | None:
    """Why this answer is refused; None if it names no order and no use of the game."""
    if ask.by < 0 or ask.question not in ("order", "use"):
        return None
    kart = race.karts[ask.by]
    kinds: tuple[type[Order], type[Use]] = (Order, Use)
    names = kinds[ask.question == "use"].__members__
    option = names.get(given.upper().replace(" ", "_"))
    if option is None or option == Order.NONE:
        return None
    if option > DEPLOY:
        return no_deploying(race, kart, option - DEPLOY)
    return _no_order(race, kart, option) if ask.question == "order" else _no_use(race, kart, option)


def no_deploying(race: Race, kart: Kart, item: int) -> Reason | None:
    """Why this item cannot be deployed as things are; None if it can."""
    if hand_index(kart, item) == NOBODY and not (kart.hook == item and circles(race, item)):
        return f"you have no {title_of(item)} in hand", "R21"
    if not has_use(race, kart, item):
        return nobody_to_hit(race, kart, item)
    if not can_clear_hook(race, kart):
        waits = f"the {title_of(item)} waits for the {title_of(kart.hook)} you drag"
        return f"{waits}: {nobody_to_hit(race, kart, kart.hook)[0]}", "A84"
    return None


def nobody_to_hit(race: Race, kart: Kart, item: int) -> Reason:
    """Why a Red Shell is kept."""
    if is_crowded_out(race, kart, item):
        return f"the {title_of(item)} is kept while {title_of(kart.hook)}s circle your kart", "A88"
    immune = directly_ahead(race, kart) != NOBODY
    reason = "the driver ahead is immune" if immune else "nobody is ahead of you"
    return f"the {title_of(item)} is kept while {reason}", "A31"


def _no_order(race: Race, kart: Kart, order: int) -> Reason | None:
    if order == Order.DRAFT:
        return "nobody is ahead of you in the segment to draft behind", "R20"
    if order not in (Order.PATH_1, Order.PATH_2):
        return None
    path = segment_of(race, kart).paths[order - Order.PATH_1]
    if not path.exists:
        return "the segment has no such path", "R23"
    if not is_open(race, path):
        return "the path is closed for now", "R23"
    return "you have nothing that opens the path", "R23"


def _no_use(race: Race, kart: Kart, use: int) -> Reason | None:
    if kart.hook != Item.NONE and not has_use(race, kart, kart.hook):
        return nobody_to_hit(race, kart, kart.hook)
    if use == Use.THROW and kart.hook != Item.NONE:
        return "a throw reaches nobody: not the driver immediately ahead, nor any behind", "R37"
    return None
