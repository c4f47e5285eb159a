"""What a referee can change of a driver, and how corrections and their faults are told.

In rules that sum modifiers, a driver has two fields of these names: the kind of a roll to come, and
what the referee adds to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.match import Match
from wreckoning.core.position import drivers_part
from wreckoning.core.records import GIVEN, INNER, Between, Field, Record
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.wording import signed

ROLL, ADDED = "extra_roll", "extra"
NEXT_ROLL = "next roll"


@dataclass(frozen=True)
class RollModifier:
    """What the referee can add to a driver's next roll: its kinds in words, and how much."""

    kinds: dict[str, str]
    between: Between


def fields_for_people(record: type[Record]) -> list[Field]:
    """The fields of a driver that a referee sets by name, without the rules' own notes."""
    return [
        field
        for field in record.fields
        if field.record is None and field.markers.isdisjoint((GIVEN, INNER))
    ]


def next_roll(ruleset: Ruleset) -> RollModifier | None:
    """The modifier of a driver's next roll; None in rules that add none to single rolls."""
    _, record = drivers_part(ruleset.race)
    fields = {field.name: field for field in record.fields if field.name in (ROLL, ADDED)}
    if len(fields) < 2:
        return None
    kinds, between = fields[ROLL].enum, fields[ADDED].between
    assert kinds is not None
    assert between is not None
    named = {kind.name.lower(): ruleset.words.questions[kind.name].words for kind in kinds if kind}
    return RollModifier(named, between)


def next_roll_words(ruleset: Ruleset, kind: object, added: object) -> str:
    """`(Pass) +2`; 'none' without a modifier, and without the kind if that is None."""
    if not isinstance(added, int) or not added:
        return "none"
    known = next_roll(ruleset)
    words = known.kinds.get(str(kind), "") if known else ""
    return f"({words}) {signed(added)}" if words else signed(added)


def for_people(error: WreckError, match: Match) -> WreckError:
    """The error of a correction, with `Ann, momentum` instead of a path of a position."""
    if isinstance(error, Malformed):
        return Malformed(_in_words(error.where, match), error.problem)
    if isinstance(error, Illegal):
        return Illegal(_in_words(error.problem, match), error.rule)
    return error


def _in_words(text: str, match: Match) -> str:
    drivers, _ = drivers_part(match.ruleset.race)
    names = "|".join(re.escape(name) for name in match.names)
    path = re.compile(rf"^position(?:\.{drivers}\[({names})\])?(?:\.([a-z_.]+))?")

    def words(found: re.Match[str]) -> str:
        who, field = found[1], found[2] or ""
        if who and field in (ROLL, ADDED):
            field = NEXT_ROLL
        parts = [who, field.replace("_", " ").replace(".", ", ")]
        return ", ".join(part for part in parts if part) or "position"

    return path.sub(words, text)
