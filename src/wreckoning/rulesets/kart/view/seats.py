"""Describe the setup of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.rulesets.kart.cards import DEFAULT_CLASS, KartCard, UpgradeCard, karts, upgrades


def setup_card(card: KartCard | UpgradeCard) -> dict[str, str]:
    """The card of a class of karts or an upgrade to choose."""
    if isinstance(card, KartCard):
        figures = f"Handling {card.handling}, gears up to {card.max_gear}."
        return {"title": card.title, "text": f"{figures} {card.text}", "rule": "G22"}
    return {"title": card.title, "text": f"{card.price} coins in a Grand Prix.", "rule": "E21"}


def setup_words(setup: Mapping[str, str]) -> str:
    """`Light kart, +1 Handling`; of the usual class, if none is chosen."""
    upgrade = setup.get("upgrades")
    words = [karts()[setup.get("kart", DEFAULT_CLASS)].title]
    if upgrade:
        words.append(upgrades()[upgrade].title)
    return ", ".join(words)
