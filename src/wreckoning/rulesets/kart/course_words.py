"""The words of a course (E16): what the table and its maps show next to the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from wreckoning.core.documents import Json
from wreckoning.core.files.course_files import Documented
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.kart.race import MM, Course


@dataclass(frozen=True)
class CourseFile(Documented):
    """A course: its words, its record, and the document that both are made from."""

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard
    document: Json
    record: Course = field(compare=False)
    gates: tuple[str, ...]  # names, in the order of driving; the last is the finish line

    @property
    def laps(self) -> int:
        """The number of laps."""
        return self.record.laps


def length_of(course: CourseFile) -> int:
    """The length of a lap along the middle of the road, in millimetres."""
    return sum(course.record.line_length) // MM


def length_words(course: CourseFile) -> str:
    """`3.8 m` or `2 laps of 3.8 m`."""
    once = f"{length_of(course) / 1000:.1f} m"
    return once if course.laps == 1 else f"{course.laps} laps of {once}"


@table_rule("E16")
def map_lines(course: CourseFile) -> list[str]:
    """The course in words: its table, its gates in their order, and what stands on it."""
    record = course.record
    table = f"{record.table.width // MM} × {record.table.depth // MM} mm"
    lines = [f"{course.title} ({length_words(course)}, table {table})", course.blurb, ""]
    for number, name in enumerate(course.gates):
        at = record.gate_at[number]
        place = f"({record.line_x[at] // MM}, {record.line_y[at] // MM})"
        last = ", the finish line" if number == record.gate_count - 1 else ""
        lines.append(f"gate {number + 1}  {name} {place}{last}")
    return lines
