"""The dice of a campaign: their terms from a certain roll on, and their form in a file.

A campaign has one stretch of dice; each server that loads it from a file begins another. A game's
table has its own dice. Their secret is derived from the campaign's, which was committed to before
any player gave a text: docs/fair-dice.md says how.
"""

from __future__ import annotations

import hmac
import itertools
import re
from collections.abc import Sequence

from pydantic import Field

from wreckoning.core.errors import Malformed
from wreckoning.core.fair import Fair, Terms, commitment, read_secret, read_terms
from wreckoning.table.ids import TableId
from wreckoning.table.models import Model

MOST = 100  # stretches of a campaign, and tables for the games of each
GAME_TAG = "wreckoning game 1"
TABLE = re.compile("[a-z0-9]{1,32}")


class DiceTerms(Model):
    """The terms of the dice from a roll on.

    `texts` are the players', by seat; empty in campaigns from before texts. `games` are the ids of
    the tables made for games. `secret` is empty until it is revealed.
    """

    first: int
    match: str
    commitment: str
    texts: list[str]
    secret: str = ""
    games: list[TableId] = Field(default_factory=list)

    @property
    def terms(self) -> Terms:
        """The terms as for a race. Raises Malformed."""
        return Terms(self.match, self.commitment, tuple(self.texts))

    @property
    def fair(self) -> Fair | None:
        """The dice themselves, if the secret is known."""
        return Fair(self.secret, self.match, self.texts) if self.secret else None

    @property
    def last_tables(self) -> list[TableId]:
        """The last table of each game: c7g1t2 rather than c7g1, which was given up."""
        return list({re.sub(r"t\d+$", "", table): table for table in self.games}.values())

    def next_table(self, game: int) -> TableId:
        """The id of the next table for a game, numbered from 0: c7g1, then c7g1t2 …"""
        first = f"{self.match}g{game + 1}"
        names = itertools.chain([first], (f"{first}t{number}" for number in itertools.count(2)))
        return next(TableId(name) for name in names if name not in self.games)

    def commitment_of(self, table_id: TableId) -> str | None:
        """The commitment that the table of a game must have; None while the secret is unknown."""
        return commitment(game_secret(self.secret, self.match, table_id)) if self.secret else None


def game_secret(secret: str, match: str, table_id: TableId) -> str:
    """The secret of a game's dice, from the campaign's secret, its id, and the table's id."""
    lines = [GAME_TAG, match.encode().hex(), table_id.encode().hex()]
    return hmac.digest(read_secret(secret), "\n".join(lines).encode("ascii"), "sha256").hex()


def check_texts(stretches: Sequence[DiceTerms], players: int, where: str) -> None:
    """Check that there is a text for each player, or none at all. Raises Malformed."""
    for number, stretch in enumerate(stretches, 1):
        if len(stretch.texts) not in (0, players):
            found = f"found {len(stretch.texts)}"
            raise Malformed(f"{where} {number}: texts", f"expected one for each player, {found}")


def read_stretches(given: object, rolled: int, where: str) -> list[DiceTerms]:
    """Read the terms of all dice in a campaign's file, in order. Raises Malformed."""
    if not isinstance(given, list) or len(given) > MOST:
        raise Malformed(where, f"expected a list of the dice's terms, at most {MOST}")
    found: list[DiceTerms] = []
    for number, each in enumerate(given, 1):
        try:
            found.append(_read(each, found[-1].first if found else 0, rolled))
        except Malformed as error:
            raise Malformed(f"{where} {number}", str(error)) from None
    return found


def stretches_of(document: object, where: str) -> list[DiceTerms]:
    """The terms of all dice in a campaign's file, with its games' tables. Raises Malformed."""
    rolled = document.get("dice") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(rolled, list):
        raise Malformed(where, "expected a campaign's file")
    return read_stretches(document.get("fair", []), len(rolled), f"{where}: fair")


def _read(given: object, least: int, rolled: int) -> DiceTerms:
    terms = read_terms(given)
    assert isinstance(given, dict)
    unknown = sorted(set(given) - {*DiceTerms.model_fields})
    if unknown:
        raise Malformed("fair", f"unknown key {unknown[0][:40]!r}")
    first, secret = given.get("first"), given.get("secret", "")
    if type(first) is not int or not least <= first <= rolled:
        raise Malformed("first", f"expected the number of a roll, {least} to {rolled}")
    games = given.get("games", [])
    if not isinstance(games, list) or len(games) > MOST or not all(map(_is_table, games)):
        raise Malformed("games", f"expected a list of ids of tables, at most {MOST}")
    if secret != "" and Fair(secret, terms.match, terms.texts).terms != terms:
        raise Malformed("secret", "does not match its commitment")
    return DiceTerms(first=first, secret=secret, games=games, **terms.as_json())


def _is_table(given: object) -> bool:
    return isinstance(given, str) and TABLE.fullmatch(given) is not None
