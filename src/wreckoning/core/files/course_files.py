"""Loads a ruleset's courses, and reads the head that all course files share.

A ruleset's `courses` module says which keys its files have and makes a course from a file:

    COURSE_KEYS = ("laps", "segment")           # besides those of the head

    def _course(table: Table) -> CourseFile:    # the ruleset's; raises Malformed
        head = read_head(table)
        record = Course()
        ...
        return CourseFile(*head, copy.deepcopy(table.values), record)

    _FILES = CourseFiles("wreckoning.rulesets.rtd", COURSE_KEYS, _course)
    names, load = _FILES.names, _FILES.load

Shipped courses are the `.toml` files in the package's `data/courses`. A file has no `key` inside:
its name is its key. A document in a log does have one. Courses are sorted by difficulty, or by
`order` if that is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.toml_files import as_key, read_toml
from wreckoning.core.files.toml_tables import TomlTable, show, suggestion

C = TypeVar("C")
P = TypeVar("P")
L = TypeVar("L", bound="Documented")
Document: TypeAlias = Json

MAX_BLURB = 300
MAX_BYTES = 64 * 1024
HEAD_KEYS = ("title", "blurb", "difficulty")
COURSE = "course"


class CourseHead(NamedTuple):
    """What every course has."""

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard


def read_head(table: TomlTable) -> CourseHead:
    """Read the head of a course. Raises Malformed."""
    key = table.text("key")
    if key != as_key(key, COURSE):
        table.wrong("key", "small letters, digits, _ and -")
    title, blurb = table.text("title"), table.text("blurb", MAX_BLURB)
    return CourseHead(key, title, blurb, table.whole("difficulty", 1, 5))


def _difficulty(document: Document) -> int:
    return int(document["difficulty"])


class CourseFiles(Generic[C]):
    """The courses of a ruleset."""

    def __init__(
        self,
        package: str,
        keys: Sequence[str],
        build: Callable[[TomlTable], C],
        order: Callable[[Document], int | tuple[int, ...]] = _difficulty,
    ) -> None:
        self._package = package
        self._keys = (*HEAD_KEYS, *keys)
        self._build = build
        self._order = order
        self._documents: dict[str, Document] = {}

    def names(self) -> list[str]:
        """The keys of the courses that come with the game, easiest first."""
        return list(self._shipped())

    def load(self, source: str | Path | Document) -> C:
        """Load a course by its shipped name, from a `.toml` file, or from a document.

        Raises Malformed. Pass text from a stranger as a document, never as a path.
        """
        if isinstance(source, dict):
            title = source.get("title")
            key = as_key(title if isinstance(title, str) else "", COURSE)
            document = {"key": key, **source}
            return self._course(f"course {show(document['key'])}", document)
        if isinstance(source, Path) or source.endswith(".toml"):
            path = Path(source)
            parsed = read_toml(path, COURSE, MAX_BYTES)
            return self._of_file(as_key(path.stem, COURSE), path.name, parsed)
        if source not in self._shipped():
            known = self.names()
            raise Malformed(
                f"course {show(source)}",
                f"no such course; expected one of {', '.join(known)}, or a file ending in .toml"
                + suggestion(source, known),
            )
        return self._of_file(source, f"{source}.toml", self._shipped()[source])

    def _shipped(self) -> dict[str, Document]:
        """Every shipped document by its key. Copy before handing one out."""
        if not self._documents:
            folder = files(self._package) / "data" / "courses"
            documents = {
                entry.name.removesuffix(".toml"): read_toml(entry, COURSE, MAX_BYTES)
                for entry in folder.iterdir()
                if entry.name.endswith(".toml")
            }
            order = sorted(documents, key=lambda key: (self._order(documents[key]), key))
            self._documents = {key: documents[key] for key in order}
        return self._documents

    def _of_file(self, key: str, where: str, parsed: Document) -> C:
        TomlTable(where, parsed, self._keys)  # no `key` inside
        return self._course(where, {"key": key, **parsed})

    def _course(self, where: str, document: Document) -> C:
        return self._build(TomlTable(where, document, ("key", *self._keys)))


class Documented:
    """A course that keeps the document it was made from."""

    document: Document

    @cached_property
    def text(self) -> str:
        """The document as JSON text, equal for equal courses."""
        return json.dumps(self.document, sort_keys=True)


@dataclass(frozen=True)
class _Known:
    """A course as a cache key: equal if the documents are equal."""

    text: str
    course: Any = field(compare=False)


def once(draw: Callable[[L], P]) -> Callable[[L], P]:
    """Cache a function of a course by the course's document; the last 64 results are kept."""

    @lru_cache(maxsize=64)
    def drawn(known: _Known) -> P:
        return draw(known.course)

    @wraps(draw)
    def of(course: L) -> P:
        return drawn(_Known(course.text, course))

    return of
