"""What a referee can change of a driver, and how corrections and their faults are told.

In rules that sum modifiers, each driver has two fields of these names: the kind of a roll to come,
and what the referee adds to it. If a position lists vehicles, each vehicle has them instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.match import Match
from wreckoning.core.play.position import EXTRA, drivers_parts
from wreckoning.core.records import GIVEN, INNER, Between, Field
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.texts.names import same_name
from wreckoning.core.texts.wording import signed

ROLL, ADDED = EXTRA
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

    def record(self, position: Json) -> Json:
        """What a position has of it."""
        records = position[self.part]
        found: Json = records[self.key if isinstance(records, dict) else int(self.key)]
        return found

    def changed(self, values: Json) -> Json:
        """The changes of a position that give it these values."""
        return {self.part: {self.key: values}}


def subjects(match: Match) -> list[Subject]:
    """The drivers and their vehicles, each once for each part of a position that has it."""
    found = [
        Subject(name, name, part, name)
        for part in drivers_parts(match.ruleset.race)
        for name in match.names
    ]
    vehicles = match.ruleset.vehicles(match)
    for part in match.ruleset.vehicle_parts:
        for key, (owner, name) in enumerate(vehicles):
            found.append(Subject(match.names[owner], name, part, str(key)))
    return found


def fields_for_people(ruleset: Ruleset) -> list[tuple[str, Field]]:
    """The fields of drivers and vehicles that a referee sets by name, each with its part.

    The rules' own notes are left out.
    """
    parts = [*drivers_parts(ruleset.race), *ruleset.vehicle_parts]
    return [
        (part.name, field)
        for part in ruleset.race.fields
        if part.name in parts and part.record
        for field in part.record.fields
        if not field.record and GIVEN not in field.markers and INNER not in field.markers
    ]


def fields_of(match: Match, name: str) -> dict[str, tuple[Subject, Field]]:
    """The same for the driver or vehicle of this name, in any case. Raises Malformed."""
    every = subjects(match)
    own = {one.part: one for one in every if same_name(one.name, name)}
    if not own:
        expected = ", ".join(dict.fromkeys(one.name for one in every))
        raise Malformed("name", f"expected one of {expected}, found {name[:30]!r}")
    known = fields_for_people(match.ruleset)
    return {field.name: (own[part], field) for part, field in known if part in own}


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


def ordered_check(ruleset: Ruleset) -> list[str]:
    """The effects of a check that the referee orders, none first; empty in rules without such."""
    fields: tuple[Field, ...] = ruleset.race.fields
    for field in fields:
        if field.name == "check" and field.record:
            own = {each.name: each.enum for each in field.record.fields}
            return [effect.name.lower() for effect in own["success"] or ()]
    return []


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
