"""Seats from the command line: `you,rookie`, `Ann=you+keen_eye-thirsty,Bolt=rookie`."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from wreckoning.core.errors import Malformed
from wreckoning.core.names import bot_names
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, default_opponent, unknown

YOU = "you"
OPPONENTS = 5
GRAMMAR = "expected [NAME=]WHO[+card-card], separated by commas"


def default_seats(ruleset: Ruleset, name: str = "") -> str:
    """You and five rookies, or as many as the ruleset seats."""
    bots = min(OPPONENTS, ruleset.seats[-1] - 1)
    you = f"{name}={YOU}" if name else YOU
    return ",".join([you, *[default_opponent(ruleset)] * bots])


def parse_seats(ruleset: Ruleset, text: str, vehicle: str | None = None) -> list[Seat]:
    """The seats of a `--seats`. `vehicle` is for people who name none. Raises Malformed."""
    given = [_parse_seat(ruleset, number, part) for number, part in enumerate(text.split(","), 1)]
    names = _names([(name, who) for name, who, _ in given])
    seats = []
    for name, (_, who, setup) in zip(names, given, strict=True):
        cards = setup or (parse_vehicle(ruleset, vehicle) if vehicle and who == PERSON_NAME else {})
        seats.append(Seat(name, who, cards))
    return seats


def _parse_seat(ruleset: Ruleset, number: int, part: str) -> tuple[str, str, dict[str, str]]:
    """A seat's name ('' for none given), player and vehicle."""
    where = f"--seats: seat {number}"
    if not part.strip():
        raise Malformed(where, f"{GRAMMAR}, found nothing")
    left, equals, right = part.strip().rpartition("=")
    who, plus, vehicle = right.partition("+")
    if equals and not left.strip():
        raise Malformed(where, f"{GRAMMAR}, found no name before '='")
    player = who.strip().lower()
    if player in (YOU, PERSON_NAME):
        player = PERSON_NAME
    elif player not in ruleset.policies:
        raise Malformed(where, unknown("player", who.strip(), (YOU, *ruleset.policies)))
    return left.strip(), player, parse_vehicle(ruleset, vehicle, where) if plus else {}


def parse_vehicle(ruleset: Ruleset, text: str, where: str = "--vehicle") -> dict[str, str]:
    """`perk+debuff` or `perk-debuff`, by the ruleset's own choices; `standard` for none.

    The last ones may be left out: whether that can be driven is the ruleset's to say.
    """
    kinds = list(ruleset.setup)
    if text.strip().lower() in ("", "standard"):
        return {}
    words = [word.strip().lower() for word in text.replace("+", "-").split("-")]
    if len(words) > len(kinds):
        raise Malformed(where, f"expected {'+'.join(kinds)}, found {text[:40]!r}")
    chosen = {}
    for kind, word in zip(kinds, words, strict=False):
        key = word.replace(" ", "_")
        if key not in ruleset.setup[kind]():
            raise Malformed(where, unknown(kind, word, ruleset.setup[kind]()))
        chosen[kind] = key
    return chosen


def _names(given: Sequence[tuple[str, str]]) -> list[str]:
    """Everybody's name: people are You, or Player 1 …; bots are car parts not taken yet."""
    people = sum(1 for name, who in given if who == PERSON_NAME and not name)
    taken = {name.casefold() for name, _ in given if name}
    parts = bot_names(taken)
    numbers = itertools.count(1)
    names = []
    for name, who in given:
        if name:
            names.append(name)
        elif who == PERSON_NAME:
            names.append("You" if people == 1 and YOU not in taken else f"Player {next(numbers)}")
        else:
            names.append(next(parts))
    return names
