"""What a ruleset teaches newcomers: the turn in order, and a sentence for each of its questions.

It is data of the ruleset, below its package: `data/learning/turn.toml` and `coach.toml`. A ruleset
without these files teaches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Malformed
from wreckoning.core.toml_files import read_toml
from wreckoning.core.toml_tables import TomlTable, show

MOST_BYTES = 64 * 1024
LONGEST = 200  # characters of a sentence


@dataclass(frozen=True)
class TurnStep:
    """A step of a turn or round. `phases`: the names of the race's phases that belong to it."""

    title: str
    rule: str
    text: str
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Learning:
    """`coach` has a sentence for each question, by its name; '' if it needs none."""

    turn: tuple[TurnStep, ...] = ()
    coach: Mapping[str, str] = field(default_factory=dict)


@cache
def learning_of(package: str) -> Learning:
    """What the ruleset of this package teaches. Raises Malformed."""
    folder = files(package) / "data" / "learning"
    turn, coach = folder / "turn.toml", folder / "coach.toml"
    return Learning(
        tuple(_steps(turn)) if turn.is_file() else (),
        _coach(coach) if coach.is_file() else {},
    )


def _steps(path: Traversable) -> list[TurnStep]:
    given = TomlTable(path.name, read_toml(path, "turn", MOST_BYTES), ("step",))
    tables = given.values.get("step")
    if not isinstance(tables, list):
        given.wrong("step", "a list of tables")
    return [
        _step(TomlTable(f"{path.name}: step {number}", table, ("title", "rule", "text", "phases")))
        for number, table in enumerate(tables, 1)
    ]


def _step(table: TomlTable) -> TurnStep:
    phases = table.values.get("phases")
    if not isinstance(phases, list) or not all(isinstance(name, str) for name in phases):
        table.wrong("phases", "a list of names of phases")
    return TurnStep(
        table.text("title"), table.text("rule"), table.text("text", LONGEST), (*phases,)
    )


def _coach(path: Traversable) -> dict[str, str]:
    given = read_toml(path, "coach", MOST_BYTES)
    for question, text in given.items():
        if not isinstance(text, str) or len(text) > LONGEST:
            expected = f"expected a text of at most {LONGEST} characters, found {show(text)}"
            raise Malformed(f"{path.name}: {question}", expected)
    return given


def phase_name(race: RaceRecord) -> str:
    """The name of a race's phase; '' if its record has no field of that name."""
    kinds = [each.enum for each in race.fields if each.name == "phase" and each.enum]
    return kinds[0](getattr(race, "phase")).name.lower() if kinds else ""  # noqa: B009
