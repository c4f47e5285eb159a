"""Describe what a seat drives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wreckoning.rulesets.rush.cars import CarCard, DriverCard, cars, drivers
from wreckoning.rulesets.rush.race import Car


def setup_card(card: CarCard | DriverCard) -> dict[str, str]:
    """A car or a driver before one chooses it; their team with them."""
    text = f"{card.text} Team {card.team}."
    if isinstance(card, CarCard):
        return {"title": card.title, "text": text, "rule": "N1"}
    return {"title": card.title, "text": text, "rule": "N2"}


def setup_words(setup: Mapping[str, str]) -> str:
    """`Battleaxe, driven by Twitch`; what is not chosen is left out, it will be dealt."""
    car, driver = setup.get("car"), setup.get("driver")
    words = [cars()[car].title] if car else []
    if driver:
        words.append(f"driven by {drivers()[driver].title}" if car else drivers()[driver].title)
    return ", ".join(words)


@cache
def _cars_by_code() -> dict[int, CarCard]:
    return {card.code: card for card in cars().values()}


@cache
def _drivers_by_code() -> dict[int, DriverCard]:
    return {card.code: card for card in drivers().values()}


def car_card(car: Car) -> CarCard:
    """The card that was dealt."""
    return _cars_by_code()[car.car]


def driver_card(car: Car) -> DriverCard:
    """The driver who was dealt."""
    return _drivers_by_code()[car.driver]
