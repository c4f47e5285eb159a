"""The orders of the players at this keyboard: given at any question, kept on this machine only."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from wreckoning.cli.files import read_text, write_atomic
from wreckoning.cli.terminal.voice import RULE, Voice
from wreckoning.core.asks import Ask
from wreckoning.core.documents import Json
from wreckoning.core.errors import WreckError
from wreckoning.core.files.places import data_folder
from wreckoning.core.ids import as_seat
from wreckoning.core.logs.digest import first_link
from wreckoning.core.logs.headers import header_of
from wreckoning.core.logs.log_file import read_log
from wreckoning.core.match import Match
from wreckoning.show.orders import Language, Orders, read_orders, write_orders, write_preference
from wreckoning.show.standing_answers import (
    OrderedChoice,
    decide,
    is_about,
    is_in_force,
    language_of,
    turn_now,
)

USAGE = (
    "Give some with `orders KIND: CHOICE`, several with `;` between them; `orders off` takes "
    "them back. The kinds, with what they are about:"
)
OFF = ("off", "none")
YES = ("", "y", "yes")
Kept: TypeAlias = Json  # a player's orders: their text, the turn, the race's log


class OrdersDesk:
    """What players at this keyboard ordered in a race. They rest after an undo until an answer."""

    def __init__(self, match: Match, voice: Voice, log: Path) -> None:
        self._match, self._voice, self._log = match, voice, log
        self._path = data_folder() / "orders" / f"{_key(header_of(match))}.json"
        kept = _read(self._path)
        self._given = {who: one for who, one in kept.items() if self._is_of_this_race(one)}
        self._others = {who: one for who, one in kept.items() if who not in self._given}
        self._resting: set[str] = set()
        _sweep(self._path)

    def _is_of_this_race(self, one: Kept) -> bool:
        """False for orders for another race of the same drivers on the same course."""
        log = one.get("log")
        return log is None or Path(log) == self._log.resolve() or not Path(log).exists()

    def chosen(self, ask: Ask) -> int | None:
        """The index of the option that the asked player's orders choose; None to ask them."""
        if ask.by < 0 or ask.who in self._resting:
            return None
        orders = self._orders(ask.who)
        return None if orders is None else decide(self._match, ask, orders).index

    def words(self, ask: Ask) -> str:
        """What the asked player's orders choose, and which of them does."""
        orders = self._orders(ask.who) or Orders()
        return words_of_choice(self._match, ask, decide(self._match, ask, orders))

    def rest(self) -> None:
        """Let all orders rest: something was taken back."""
        self._resting.update(self._given)

    def answered(self, who: str) -> None:
        """Note that this player has answered: their orders are used again."""
        self._resting.discard(who)

    def follow(self, match: Match) -> None:
        """Go on with the same race as another match has it."""
        self._match = match

    def forget(self) -> None:
        """Remove them from this machine: the race is over."""
        self._given = {}
        self._save()

    def say_over(self) -> None:
        """Remove orders that were left when the race ended elsewhere, and say so."""
        if self._given:
            self.forget()
            self._voice.note(
                "The race is over: your orders are no longer needed, and were removed."
            )

    def command(self, ask: Ask, argument: str) -> bool:
        """Show, give or take back orders; what they choose is shown before they are given.

        Returns True if they answer the open question now.

        Raises Malformed for orders that cannot be read.
        """
        if ask.by < 0:
            self._voice.complain("orders are a driver's: type them when a driver is asked")
            return False
        if not argument:
            self._show(ask)
            return False
        if argument.lower() in OFF:
            self._take_back(ask.who)
            return False
        orders = self._orders_in(ask.who, argument)
        self._say_orders(ask, orders)
        if self._voice.ask("  Give these orders? [Enter: yes, n: no] > ").lower() not in YES:
            self._voice.note("Not given.")
            return False
        self._keep(ask.who, orders)
        return decide(self._match, ask, orders).index is not None

    def give(self, who: str, text: str) -> None:
        """Give a player's orders, or take them back with `off`.

        Raises Malformed for orders that cannot be read.
        """
        if text.lower() in OFF:
            self._take_back(who)
        else:
            self._keep(who, self._orders_in(who, text))

    def _orders_in(self, who: str, text: str) -> Orders:
        seat = as_seat(self._match.names.index(who))
        return read_orders(text, language_of(self._match, seat))

    def _take_back(self, who: str) -> None:
        self._given.pop(who, None)
        self._save()
        self._voice.note(f"{who} has no orders any more.")

    def _keep(self, who: str, orders: Orders) -> None:
        turn, log = turn_now(self._match), str(self._log.resolve())
        self._given[who] = {"text": write_orders(orders), "turn": turn, "log": log}
        self._resting.discard(who)
        self._save()

    def _orders(self, who: str) -> Orders | None:
        """The orders in force of a player, if they have any."""
        given = self._given.get(who)
        if given is None:
            return None
        try:
            orders = read_orders(
                str(given["text"]), Language(self._match.ruleset, tuple(self._match.names))
            )
        except WreckError:
            return None
        holds = is_in_force(orders, int(given["turn"]), turn_now(self._match))
        return orders if holds else None

    def _show(self, ask: Ask) -> None:
        orders = self._orders(ask.who)
        if orders is None:
            self._voice.say(f"{ask.who} has no orders. {USAGE}")
        else:
            self._say_orders(ask, orders)
        table = Table.grid(padding=(0, 2))
        for name, questions in language_of(self._match).offered_kinds().items():
            words = " ".join(question.words for question in questions)
            table.add_row(Text(f"  {name}", "bold"), Text(words), Text(questions[0].rule, RULE))
        self._voice.say(table)

    def say_kept(self, who: str) -> None:
        """Say a player's orders if they have any, and what these choose if the player is asked."""
        orders = self._orders(who)
        if orders is not None:
            asks = [ask for ask in self._match.asks if ask.who == who]
            self._voice.note("Your orders stay on this machine, and answer when you open the race:")
            self._say_orders(asks[0] if asks else None, orders)

    def _say_orders(self, ask: Ask | None, orders: Orders) -> None:
        """Say each line of orders, and what they choose at an open question, with its chance."""
        found = None if ask is None else decide(self._match, ask, orders)
        language = Language(self._match.ruleset)
        lines = write_orders(orders, "\n", language).splitlines()
        now = -1 if found is None else line_used(orders, found, language)
        table = Table.grid(padding=(0, 2))
        for number, line in enumerate(lines):
            when = "used now" if number == now else ""
            if not when and number < len(orders.rules):  # what follows is otherwise, until
                is_now = ask is not None and is_about(language, orders.rules[number], ask)
                when = "not used now" if is_now else "kept for later"
            table.add_row(Text(f"  {line}"), when)
        self._voice.say(table)
        if ask is not None and found is not None:
            self._voice.note(f"Now: {words_of_choice(self._match, ask, found)}")

    def _save(self) -> None:
        _write(self._path, self._others | self._given)


def line_used(orders: Orders, found: OrderedChoice, language: Language) -> int:
    """The line of the written orders that is behind a choice; that of `otherwise` if none fits."""
    for number, order in enumerate(orders.rules):
        said = [write_preference(one, language) for one in order.preferences]
        if order.kind == found.kind and found.said in said:
            return number
    return len(orders.rules)


def words_of_choice(match: Match, ask: Ask, found: OrderedChoice) -> str:
    """`Power Slide, 50% success (order: slide >= 50%)`; what happens if no order fits."""
    behind = f"{found.kind}: {found.said}" if found.kind else f"otherwise: {found.said}"
    if found.index is None:
        return f"you are asked ({behind})"
    label = match.ruleset.view.label_option(match, ask, found.index).label
    chance = f", {found.chance:.0%} {found.chance_of}".rstrip() if found.chance is not None else ""
    return f"{label}{chance} ({behind})"


def _key(header: Json) -> str:
    """What the file with the orders for a race is called."""
    return first_link(header).hex()[:24]


def _sweep(own: Path) -> None:
    """Remove orders for other races whose logs say that they are over."""
    for path in own.parent.glob("*.json"):
        kept = _read(path) if path != own else {}
        left = {who: one for who, one in kept.items() if not _is_over(one.get("log"), path.stem)}
        if len(left) < len(kept):
            with suppress(OSError):
                _write(path, left)


def _is_over(log: str | None, key: str) -> bool:
    """True if this is the log of a race of this key, and has its end."""
    if log is None:
        return False
    try:
        found = read_log(read_text(Path(log)), log)
    except WreckError:
        return False  # it has moved
    return found.has_ended and _key(found.header) == key


def _write(path: Path, kept: dict[str, Kept]) -> None:
    if kept:
        write_atomic(path, json.dumps(kept, ensure_ascii=False))
    else:
        path.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, Kept]:
    """The orders kept in this file. Empty if it has none that can be read."""
    if not path.exists():
        return {}
    try:
        kept = json.loads(read_text(path))
    except (WreckError, ValueError):
        return {}
    return {
        str(name): one
        for name, one in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(one, dict)
        and isinstance(one.get("text"), str)
        and isinstance(one.get("turn"), int)
        and isinstance(one.get("log", ""), str)
    }
