"""Describe the setup of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.rulesets.rush.cars import CarCard, DriverCard, cars, drivers
from wreckoning.rulesets.rush.race import Car
from wreckoning.show.words import by_code

_card_of_car, _card_of_driver = by_code(cars), by_code(drivers)


def setup_card(card: CarCard | DriverCard) -> dict[str, str]:
    """The card of a car or driver to choose, with their team."""
    text = f"{card.text} Team {card.team}."
    if isinstance(card, CarCard):
        return {"title": card.title, "text": text, "rule": "N1"}
    return {"title": card.title, "text": text, "rule": "N2"}


def setup_words(setup: Mapping[str, str]) -> str:
    """`Battleaxe, driven by Twitch`; a card not chosen is left out, as it will be dealt."""
    car, driver = setup.get("car"), setup.get("driver")
    words = [cars()[car].title] if car else []
    if driver:
        words.append(f"driven by {drivers()[driver].title}" if car else drivers()[driver].title)
    return ", ".join(words)


def car_card(car: Car) -> CarCard:
    """The card that was dealt."""
    return _card_of_car(car.car)


def driver_card(car: Car) -> DriverCard:
    """The driver who was dealt."""
    return _card_of_driver(car.driver)
