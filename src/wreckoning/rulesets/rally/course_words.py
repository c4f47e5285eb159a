"""The words of a table: what the game and its maps show next to the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from wreckoning.core.documents import Json
from wreckoning.core.files.course_files import Documented
from wreckoning.rulesets.rally.laying import middle_of_gate
from wreckoning.rulesets.rally.race import INCH, Course, Mission, Terrain

MISSION_TITLES = {
    Mission.TWO_LAP_RACE: "Two Lap Race",
    Mission.ARENA_RACE: "Arena Race",
    Mission.ELIMINATION_RACE: "Elimination Race",
    Mission.BATTLE_ROYALE: "Battle Royale",
    Mission.SCAVENGERS: "Scavengers",
    Mission.OUTRUN: "Outrun",
}
SEVERAL_WAYS = (Mission.BATTLE_ROYALE, Mission.SCAVENGERS)  # no track leads through these


@dataclass(frozen=True)
class CourseFile(Documented):
    """A table: its words, its record, and the document that both are made from."""

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard
    document: Json
    record: Course = field(compare=False)
    gates: tuple[str, ...]  # names, in the order of driving
    pieces: tuple[str, ...]  # names of the terrain
    length: int = field(compare=False)  # the shortest way through all gates; 0: there is no track

    @property
    def mission(self) -> Mission:
        """The mission of the table."""
        return Mission(self.record.mission)

    @property
    def laps(self) -> int:
        """The number of laps; 0: they do not end."""
        return self.record.laps

    def gate_name(self, gate: int) -> str:
        """A gate by its name."""
        return self.gates[gate]

    def piece_name(self, piece: int) -> str:
        """A piece of terrain by its name."""
        return self.pieces[piece]


def inches(length: int) -> str:
    """`36`, `1.5`: a length in inches, to a tenth."""
    tenths = (length * 10 + INCH // 2) // INCH
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def length_words(course: CourseFile) -> str:
    """`2 laps of 71 inches`, `66 inches`, or the size of a table without a track."""
    if course.mission in SEVERAL_WAYS:
        return table_words(course.record)
    once = f"{course.length // INCH} inches"
    if course.mission == Mission.TWO_LAP_RACE:
        return f"{course.laps} laps of {once}"
    if course.mission == Mission.ELIMINATION_RACE:
        return f"laps of {once}"
    return once


def table_words(record: Course) -> str:
    """`48 × 36 inches`."""
    return f"{inches(record.table.width)} × {inches(record.table.depth)} inches"


def map_lines(course: CourseFile) -> list[str]:
    """The table in words: its size, its gates in their order, and what stands on it."""
    record = course.record
    mission = MISSION_TITLES[course.mission]
    lines = [f"{course.title} ({mission}, table {table_words(record)})", course.blurb, ""]
    for number, name in enumerate(course.gates):
        x, y = middle_of_gate(record.gates[number])
        lines.append(f"gate {number + 1}  {name} ({inches(x)}, {inches(y)})")
    for number, name in enumerate(course.pieces):
        piece = record.pieces[number]
        kind = Terrain(record.piece_kind[number]).name.lower()
        at = f"({inches(piece.middle_x)}, {inches(piece.middle_y)})"
        lines.append(f"{kind}  {name} {at}{', tall' if record.piece_tall[number] else ''}")
    return lines
