"""What a ruleset teaches newcomers: the turn, a sentence for each of its questions, a first race.

It is data of the ruleset, below its package: `turn.toml`, `coach.toml` and `first_race.toml` in
`data/learning`. A ruleset without such a file does not teach this.

A first race has its course (a file next to it, or one of the ruleset's), its seats, words that its
dice are made of, and the position that it begins at, if that is not the start. It has a step for
each question that its player is asked: the options that may be chosen, and why. A step without
options leaves the choice open, and so does every question after the last step.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from wreckoning.core.documents import Json
from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Malformed
from wreckoning.core.files.toml_files import read_toml
from wreckoning.core.files.toml_tables import TomlTable, show
from wreckoning.core.ruleset import PERSON_NAME, Seat

MOST_BYTES = 64 * 1024
LONGEST = 200  # characters of a sentence
LONGEST_STEP = 400  # characters of what is said at a step of a first race
LESSON = (
    *("title", "about", "minutes", "course", "options", "seat", "dice", "position", "step", "end"),
)
STEP = ("ask", "allow", "text", "rule")


@dataclass(frozen=True)
class TurnStep:
    """A step of a turn or round. `phases`: the names of the race's phases that belong to it."""

    title: str
    rule: str
    text: str
    phases: tuple[str, ...]


@dataclass(frozen=True)
class LessonStep:
    """A question of a first race: its name, the options allowed (all if there are none), the words.

    `rule` is the rule behind the words; '' for that of the question.
    """

    ask: str
    allow: tuple[str, ...]
    text: str
    rule: str


@dataclass(frozen=True)
class Lesson:
    """A first race. The player has the first seat; `course` is a name or a document."""

    title: str
    about: str
    minutes: int
    course: str | Json
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    dice: str  # any words: other words are other dice
    position: Json | None  # where it begins, if not at the start
    steps: tuple[LessonStep, ...]
    end: str  # said when the race is over

    @property
    def secret(self) -> str:
        """The secret of its fair dice: 64 hexadecimal digits."""
        return hashlib.sha256(self.dice.encode()).hexdigest()


@dataclass(frozen=True)
class Learning:
    """`coach` has a sentence for each question, by its name; '' if it needs none."""

    turn: tuple[TurnStep, ...] = ()
    coach: Mapping[str, str] = field(default_factory=dict)
    first_race: Lesson | None = None


@cache
def learning_of(package: str) -> Learning:
    """What the ruleset of this package teaches. Raises Malformed."""
    folder = files(package) / "data" / "learning"
    turn, coach, race = (folder / f"{name}.toml" for name in ("turn", "coach", "first_race"))
    return Learning(
        tuple(_steps(turn)) if turn.is_file() else (),
        _coach(coach) if coach.is_file() else {},
        _lesson(race, folder) if race.is_file() else None,
    )


def _steps(path: Traversable) -> list[TurnStep]:
    given = TomlTable(path.name, read_toml(path, "turn", MOST_BYTES), ("step",))
    return [_step(part) for part in _tables(given, "step", ("title", "rule", "text", "phases"))]


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


def _lesson(path: Traversable, folder: Traversable) -> Lesson:
    table = TomlTable(path.name, read_toml(path, "lesson", MOST_BYTES), LESSON)
    course = table.text("course")
    own = folder / f"{course}.toml"
    return Lesson(
        table.text("title"),
        table.text("about", LONGEST),
        table.whole("minutes", 1, 60),
        {"key": course, **read_toml(own, "course", MOST_BYTES)} if own.is_file() else course,
        _texts(table, "options"),
        tuple(_seat(part) for part in _tables(table, "seat", ("name", "player", "setup"))),
        table.text("dice"),
        _position(table),
        tuple(_lesson_step(part) for part in _tables(table, "step", STEP)),
        table.text("end", LONGEST_STEP),
    )


def _tables(table: TomlTable, key: str, keys: tuple[str, ...]) -> list[TomlTable]:
    given = table.values.get(key)
    if not isinstance(given, list):
        table.wrong(key, "a list of tables")
    where = f"{table.where}: {key}"
    return [TomlTable(f"{where} {number}", part, keys) for number, part in enumerate(given, 1)]


def _texts(table: TomlTable, key: str) -> dict[str, str]:
    given = table.values.get(key, {})
    if not isinstance(given, dict) or not all(isinstance(text, str) for text in given.values()):
        table.wrong(key, "a table of texts")
    return given


def _position(table: TomlTable) -> Json | None:
    given: Json | None = table.values.get("position")
    if given is not None and not isinstance(given, dict):
        table.wrong("position", "a table")
    return given


def _seat(table: TomlTable) -> Seat:
    player = table.text("player") if "player" in table.values else PERSON_NAME
    return Seat(table.text("name"), player, _texts(table, "setup"))


def _lesson_step(table: TomlTable) -> LessonStep:
    allow = table.values.get("allow", [])
    if not isinstance(allow, list) or not all(isinstance(name, str) for name in allow):
        table.wrong("allow", "a list of options")
    rule = table.text("rule") if "rule" in table.values else ""
    return LessonStep(table.text("ask"), (*allow,), table.text("text", LONGEST_STEP), rule)


def phase_name(race: RaceRecord) -> str:
    """The name of a race's phase; '' if its record has no field of that name."""
    kinds = [each.enum for each in race.fields if each.name == "phase" and each.enum]
    return kinds[0](getattr(race, "phase")).name.lower() if kinds else ""  # noqa: B009
