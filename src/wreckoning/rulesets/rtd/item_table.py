"""The items and the item table (R6, R36–R48; `data/items.toml`).

An item of a house file acts as a printed one, with other figures and a title of its own (A88).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable, below, distinct, show, suggestion
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.race import MAX_OWN, MAX_ROWS, OWN, Damage, Item, Loot

FILE = "items"
LONGEST = 160  # characters of a card's text
PRINTED = below(Item)[1:OWN]
DAMAGES = below(Damage)
RANGES = {  # of the figures that are numbers
    "dodge": (-4, 4),
    "distance": (-4, 0),
    "attack": (-4, 6),
    "momentum": (-9, 9),
    "turns": (0, 9),
    "blast": (0, 11),
    "shells": (1, 9),
    "circling": (0, 4),
}
SHOTS = {"triple_red_shell": "red_shell"}  # what it shoots has the figures of another item


@dataclass(frozen=True)
class ItemCard:
    """An item: its key in files, its title, the printed item that it acts as, its figures."""

    key: str
    title: str
    acts_as: str
    figures: Mapping[str, int]


@table_rule("R6", "A87", "A88")
def item_table() -> Loot:
    """The table: 1 to 24 items; a result beyond the last row brings the last. Raises Malformed."""
    loot = Loot()
    cards = item_cards()
    codes = {card.key: code for code, card in cards.items()}
    for code, card in cards.items():
        figures = loot.items[code]
        figures.acts_as = codes[card.acts_as]
        for name, value in card.figures.items():
            setattr(figures, name, value)
    loot.own = len(cards) + 1 - OWN
    for row, key in enumerate(_rows()):
        loot.listed[row] = codes[key]
        loot.rows = row + 1
    return loot


@kept
def item_cards() -> dict[int, ItemCard]:
    """Every item by its number: the printed ones, then those of the house file. Raises Malformed.

    Numbers follow the order of the file.
    """
    given = document("wreckoning.rulesets.rtd", FILE)["item"]
    printed, own = given[: OWN - 1], given[OWN - 1 :]
    if len(own) > MAX_OWN:
        problem = f"expected at most {MAX_OWN} items of your own, found {len(own)}"
        raise Malformed(f"{FILE}.item", problem)
    found: dict[str, ItemCard] = {}
    for card in printed:
        found[card["key"]] = _card(card, card["key"], found)
    for card in own:
        where = f'{FILE}: item "{card["key"]}"'
        acts_as = TomlTable(where, card, (*card,)).word("acts_as", PRINTED)
        found[card["key"]] = _card(card, acts_as, found)
    distinct(f"{FILE}.item", "title", [card.title for card in found.values()])
    return dict(enumerate(found.values(), Item.NONE + 1))


def _card(card: Json, acts_as: str, known: Mapping[str, ItemCard]) -> ItemCard:
    """Read an item, with the figures of the one that it acts as. Raises Malformed."""
    where = f'{FILE}: item "{card["key"]}"'
    is_own = acts_as != card["key"]
    keys = ("key", "title", "text", "acts_as", "figures") if is_own else ("key", "title", "figures")
    table = TomlTable(where, card, keys)
    if is_own:
        table.text("text", LONGEST)
    base = known.get(acts_as if is_own else SHOTS.get(acts_as, ""))
    inherited = base.figures if base else {}
    names = (*inherited, *(() if is_own else card["figures"]))
    given = TomlTable(f"{where}: figures", card.get("figures"), names)
    return ItemCard(
        card["key"],
        table.text("title"),
        acts_as,
        {**inherited, **{name: _figure(given, name) for name in given.values}},
    )


def _figure(table: TomlTable, name: str) -> int:
    if name == "damage":
        return DAMAGES.index(table.word(name, DAMAGES))
    return table.whole(name, *RANGES[name])


@kept
def _rows() -> tuple[str, ...]:
    given = document("wreckoning.rulesets.rtd", FILE)["table"]
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_ROWS:
        raise Malformed(f"{FILE}.table", f"expected 1 to {MAX_ROWS} items, found {show(given)}")
    known = [card.key for card in item_cards().values()]
    for row, name in enumerate(given, 1):
        if name not in known:
            expected = f"expected one of {', '.join(known)}, found {show(name)}"
            problem = expected + suggestion(str(name), known)
            raise Malformed(f"{FILE}.table: row {row}", problem)
    return tuple(given)


# --- items in words


def title_of(item: int) -> str:
    """The title of an item. One of a house file is named by its number outside its own table."""
    card = item_cards().get(item)
    return card.title if card else Item(item).name.replace("_", " ").title()


def phrase_of(item: int) -> str:
    """An item with its article: `a Banana`, `an Ice Shell`; Boo has none."""
    title = title_of(item)
    if item == Item.BOO:
        return title
    return f"{'an' if title[0] in 'AEIOUaeiou' else 'a'} {title}"
