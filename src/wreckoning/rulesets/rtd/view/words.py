"""Name items, orders, statuses and modifiers as a player says them."""

from __future__ import annotations

from wreckoning.core.texts.wording import MINUS
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.race import DEPLOY, Effect, Order, Use

ORDER_NAMES = {
    Order.AGGRESSIVE: "Drive Aggressively",
    Order.DEFENSIVE: "Drive Defensively",
    Order.DRAFT: "Draft",
    Order.RAM: "Ram",
    Order.SLIDE: "Power Slide",
    Order.PATH_1: "Alternate Path",
    Order.PATH_2: "Second Path",
    Order.CUSTOM: "Something else",
}

USE_NAMES = {
    Use.HOLD: "Keep it",
    Use.AFTER: "Decide after the action",
    Use.LAY: "Lay it",
    Use.THROW: "Throw it forward",
    Use.FORWARD: "Shoot forward",
    Use.BACKWARD: "Shoot backward",
    Use.FIRE: "Fire",
    Use.DROP: "Drop it",
}

EFFECT_NAMES = {
    Effect.NOTHING: "nothing",
    Effect.GAIN_1: "+1 M",
    Effect.GAIN_2: "+2 M",
    Effect.GAIN_3: "+3 M",
    Effect.FREE_PASS: "a free pass attempt",
    Effect.LOSE_1: f"{MINUS}1 M",
    Effect.LOSE_2: f"{MINUS}2 M",
    Effect.SPIN_OUT: "spin out",
    Effect.FLIP: "flip",
    Effect.THROWN: "thrown into the air",
    Effect.FALL_BACK: "Fall Back",
    Effect.RAM: "a ram",
    Effect.RAM_INTO_HAZARD: "a ram into the hazard here",
}

EFFECT_MEANINGS = {
    Effect.RAM: ("an opposed check; both lose 1 M, and who is rammed may spin out", ("R22",)),
    Effect.RAM_INTO_HAZARD: (
        "an opposed check; both lose 1 M, and who is rammed meets the hazard",
        ("R22", "R26"),
    ),
}


def order_name(order: int | str) -> str:
    """The name of an order, from its number or its name in files."""
    number = Order[order.upper()] if isinstance(order, str) else Order(order)
    if number > DEPLOY:
        return f"Use {title_of(number - DEPLOY)}"
    return ORDER_NAMES[number]


def turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
