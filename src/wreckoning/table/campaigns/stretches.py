"""The dice of a campaign: the terms of those from a roll on, and how a file says them.

A campaign has one stretch of dice; each server that takes it up from a file begins another.
"""

from __future__ import annotations

from wreckoning.core.errors import Malformed
from wreckoning.core.fair import Fair, Terms, read_terms
from wreckoning.table.models import Model

MOST = 100  # stretches of a campaign


class Stretch(Model):
    """The terms of the dice from a roll on. `secret` is empty until it is revealed."""

    first: int
    match: str
    commitment: str
    texts: list[str]
    secret: str = ""

    @property
    def terms(self) -> Terms:
        """As a race has them. Raises Malformed."""
        return Terms(self.match, self.commitment, tuple(self.texts))

    @property
    def fair(self) -> Fair | None:
        """The dice themselves, if the secret is known."""
        return Fair(self.secret, self.match, self.texts) if self.secret else None


def read_stretches(given: object, rolled: int, where: str) -> list[Stretch]:
    """The terms of all dice of a campaign's file, in their order. Raises Malformed."""
    if not isinstance(given, list) or len(given) > MOST:
        raise Malformed(where, f"expected a list of the dice's terms, at most {MOST}")
    found: list[Stretch] = []
    for number, each in enumerate(given, 1):
        try:
            found.append(_read(each, found[-1].first if found else 0, rolled))
        except Malformed as error:
            raise Malformed(f"{where} {number}", str(error)) from None
    return found


def _read(given: object, least: int, rolled: int) -> Stretch:
    terms = read_terms(given)
    assert isinstance(given, dict)
    unknown = sorted(set(given) - {*Stretch.model_fields})
    if unknown:
        raise Malformed("fair", f"unknown key {unknown[0][:40]!r}")
    first, secret = given.get("first"), given.get("secret", "")
    if type(first) is not int or not least <= first <= rolled:
        raise Malformed("first", f"expected the number of a roll, {least} to {rolled}")
    if secret != "" and Fair(secret, terms.match, terms.texts).terms != terms:
        raise Malformed("secret", "is not the one that was committed to")
    return Stretch(first=first, secret=secret, **terms.as_json())
