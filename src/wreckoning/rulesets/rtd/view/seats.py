"""Describe the setup of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.rulesets.rtd.karts import Card, debuffs, perks


def setup_card(card: Card) -> dict[str, str]:
    """The card of a Perk or a Debuff to choose."""
    rule = "R12" if card.key in perks() else "R13"
    return {"title": card.title, "text": card.text, "rule": rule}


def setup_words(setup: Mapping[str, str]) -> str:
    """`Keen Eye + Thirsty`; '' for the standard kart."""
    perk, debuff = setup.get("perk"), setup.get("debuff")
    if not perk or not debuff:
        return ""
    return f"{perks()[perk].title} + {debuffs()[debuff].title}"
