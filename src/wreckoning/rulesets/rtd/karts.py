"""Karts (R11): the standard kart, and how a Perk and a Debuff change it.

The cards are data (`data/karts.toml`): their text next to their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable, suggestion
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.race import Figures

NO_CARD = 0
FILE = "karts"
CARD_KEYS = ("key", "title", "text", "touches", "figures")
LONGEST = 160  # characters of a card's text
BONUS = 4  # the most that a card does to a roll
# What cards touch: figures, two of which go by another name
SHORT = {"slide_penalty_ignored": "slide", "high_acceleration": "acceleration"}
RANGES = {  # of a kart's figures, where they are no bonus on a roll
    "slide_penalty_ignored": (0, 1),
    "high_acceleration": (0, 1),
    "hand": (0, 1),
    "drag": (-BONUS, 12),
    "spin_out": (0, 9),
    "pull_ahead": (0, 9),
    "maximum": (1, 9),
}


@dataclass(frozen=True)
class Card:
    """A Perk or a Debuff. `figures` is added to the standard kart's; `code` counts from 1."""

    key: str
    title: str
    text: str
    touches: str  # the roll or the number it changes
    figures: Mapping[str, int]
    code: int


@table_rule("R12")
def perks() -> dict[str, Card]:
    """The Perks, by key; the rulebook's three come first."""
    return _cards("perk")


@table_rule("R13")
def debuffs() -> dict[str, Card]:
    """The Debuffs, by key; the rulebook's three come first."""
    return _cards("debuff")


@table_rule("R11")
def build(perk: str | None, debuff: str | None) -> tuple[int, int, Figures]:
    """Build a standard kart, or one with a Perk and a Debuff: both codes, and the kart's figures.

    Raises Illegal for an unknown card and for a pair that is not allowed.
    """
    good = None if perk is None else _find(perk, "perk")
    bad = None if debuff is None else _find(debuff, "debuff")
    check_pair(good, bad)
    figures = standard()
    for card in (good, bad):
        if card:
            add_card(figures, card)
    _check_figures(figures)
    return good.code if good else NO_CARD, bad.code if bad else NO_CARD, figures


@table_rule("A28")
def check_pair(perk: Card | None, debuff: Card | None) -> None:
    """Check that there is one of each or none, and that they change different numbers."""
    if perk and not debuff:
        raise Illegal(f"{perk.title} is a Perk: a kart that has one takes a Debuff too", "A28")
    if debuff and not perk:
        raise Illegal(f"{debuff.title} is a Debuff: no kart has one without a Perk", "A28")
    if perk and debuff and perk.touches == debuff.touches:
        problem = f"{perk.title} and {debuff.title} touch the same: {_words(perk.touches)}"
        raise Illegal(problem, "A28")


def add_card(figures: Figures, card: Card) -> None:
    """Add the changes of a Perk or a Debuff to a kart's figures."""
    for name, added in card.figures.items():
        setattr(figures, name, getattr(figures, name) + added)


def standard() -> Figures:
    """The standard kart's figures: bonuses are 0, the rest is the rulebook's."""
    figures = Figures()
    for name, value in _document()["standard"].items():
        setattr(figures, name, value)
    return figures


def _find(key: str, kind: str) -> Card:
    cards = _cards(kind)
    if key in cards:
        return cards[key]
    rule, other = ("R12", "debuff") if kind == "perk" else ("R13", "perk")
    if key in _cards(other):
        raise Illegal(f"{_cards(other)[key].title} is a {other}, not a {kind}", rule)
    known = f"expected one of {', '.join(cards)}"
    raise Illegal(f"no {kind} {key[:40]!r}; {known}{suggestion(key, cards)}", rule)


def _words(touches: str) -> str:
    return touches.replace("_", " ")


def _check_figures(figures: Figures) -> None:
    """Check that figures changed by a house rule can still be raced."""
    for field in Figures.fields:
        low, high = RANGES.get(field.name, (-BONUS, BONUS))
        value = getattr(figures, field.name)
        if not low <= value <= high:
            problem = f"expected {low} to {high} in all, found {value}"
            raise Illegal(f"{_words(field.name)}: {problem}", "R11")


@kept
def _document() -> Json:
    """The cards, with figures that karts have. Raises Malformed."""
    found = document("wreckoning.rulesets.rtd", FILE)
    names = [field.name for field in Figures.fields]
    standard = TomlTable(f"{FILE}: standard", found["standard"], names)
    for name in standard.values:
        standard.whole(name, *RANGES[name])
    for kind in ("perk", "debuff"):
        for number, card in enumerate(found[kind], 1):
            _check_card(f"{FILE}: {kind} {number}", card, names)
    return found


def _check_card(where: str, card: Json, names: Sequence[str]) -> None:
    """Check a card, which may be one of a house file. Raises Malformed."""
    where = f'{where}, "{TomlTable(where, card, CARD_KEYS).text("key")}"'
    table = TomlTable(where, card, CARD_KEYS)
    table.text("title")
    table.text("text", LONGEST)
    table.word("touches", sorted({SHORT.get(name, name) for name in names}))
    figures = TomlTable(f"{where}: figures", card.get("figures"), names)
    for name in figures.values:
        figures.whole(name, -BONUS, BONUS)


def _cards(kind: str) -> dict[str, Card]:
    """The cards of one kind, numbered in the order of the file."""
    return {card["key"]: Card(**card, code=n) for n, card in enumerate(_document()[kind], 1)}
