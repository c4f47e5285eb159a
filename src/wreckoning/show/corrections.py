"""What a referee can change of a driver, and how corrections and their faults are told.

In rules that sum modifiers, each driver has two fields of these names: the kind of a roll to come,
and what the referee adds to it. If a position lists vehicles, each vehicle has them instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.match import Match
from wreckoning.core.position import drivers_parts
from wreckoning.core.records import GIVEN, INNER, Between, Field, Record
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.wording import signed

ROLL, ADDED = "extra_roll", "extra"
NEXT_ROLL = "next roll"


@dataclass(frozen=True)
class RollModifier:
    """What the referee can add to a next roll: in which part of a position, to what, how much.

    `kinds` has the kinds of roll in words.
    """

    part: str
    kinds: dict[str, str]
    between: Between


@dataclass(frozen=True)
class Subject:
    """What a referee corrects: a driver, or a driver's vehicle, and where a position has it."""

    driver: str
    name: str
    part: str
    key: str

    @property
    def path(self) -> str:
        """Where errors find it: `karts[Ann]`, `vehicles[2]`."""
        return f"{self.part}[{self.key}]"


def fields_for_people(record: type[Record]) -> list[Field]:
    """The fields of a driver that a referee sets by name, without the rules' own notes."""
    return [
        field
        for field in record.fields
        if field.record is None and field.markers.isdisjoint((GIVEN, INNER))
    ]


def driver_fields(race: type[Record]) -> dict[str, tuple[str, Field]]:
    """The fields that a referee sets of a driver, and which part of a position has each."""
    return {
        field.name: (part, field)
        for part, record in drivers_parts(race).items()
        for field in fields_for_people(record)
    }


def next_roll(ruleset: Ruleset) -> RollModifier | None:
    """The modifier of a next roll; None in rules that have none."""
    found = _modified_part(ruleset)
    if found is None or found.record is None:
        return None
    fields = {field.name: field for field in found.record.fields}
    kinds, between = fields[ROLL].enum, fields[ADDED].between
    assert kinds is not None
    assert between is not None
    named = {kind.name.lower(): ruleset.words.questions[kind.name].words for kind in kinds if kind}
    return RollModifier(found.name, named, between)


def _modified_part(ruleset: Ruleset) -> Field | None:
    """The field of a race whose records have the referee's modifier."""
    fields: tuple[Field, ...] = ruleset.race.fields
    for field in fields:
        if field.record and {ROLL, ADDED} <= {own.name for own in field.record.fields}:
            return field
    return None


def subjects(match: Match) -> list[Subject]:
    """The drivers, once for each part that has them, and their vehicles if a position lists any."""
    parts = drivers_parts(match.ruleset.race)
    found = [Subject(name, name, part, name) for part in parts for name in match.names]
    modified = _modified_part(match.ruleset)
    if modified is not None and modified.name not in parts:
        for key, (owner, name) in enumerate(match.ruleset.vehicles(match)):
            found.append(Subject(match.names[owner], name, modified.name, str(key)))
    return found


def modified_subjects(match: Match) -> list[Subject]:
    """Those to whose next roll the referee can add: drivers, or their vehicles."""
    known = next_roll(match.ruleset)
    return [one for one in subjects(match) if known and one.part == known.part]


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
    of_path = {one.path: one.name for one in subjects(match)}
    paths = "|".join(re.escape(path) for path in of_path)
    path = re.compile(rf"^position(?:\.({paths}))?(?:\.([a-z_.]+))?")

    def words(found: re.Match[str]) -> str:
        who, field = of_path.get(found[1], ""), found[2] or ""
        if who and field in (ROLL, ADDED):
            field = NEXT_ROLL
        parts = [who, field.replace("_", " ").replace(".", ", ")]
        return ", ".join(part for part in parts if part) or "position"

    return path.sub(words, text)
