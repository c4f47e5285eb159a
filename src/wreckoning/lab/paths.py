"""The paths of things that can vary: `options.carry`, `seats.Ann.perk`, `course.laps`, `seed`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import path_of, steps
from wreckoning.core.files.toml_tables import show
from wreckoning.lab.experiment import COURSE, DATA, OPTIONS, SEATS, SEED

PLACES = f"{OPTIONS}.…, {SEATS}.…, {DATA}.…, {COURSE}.… or {SEED}"


def check_path(path: str) -> None:
    """Check that a path begins like something that can vary. Raises Malformed."""
    if path == COURSE:
        problem = f'courses vary as {COURSE} = ["…", "…"] at the top of the file'
        raise Malformed(path, f"expected {PLACES}; {problem}")
    first, *rest = steps(path)
    if path != SEED and (first not in (OPTIONS, SEATS, DATA, COURSE) or not rest):
        raise Malformed(show(path), f"expected {PLACES}")


def flat(values: ReadOnlyJson) -> Iterator[tuple[str, Any]]:
    """Nested tables as paths: TOML reads `a.b = 1` as a table."""
    for key, value in values.items():
        yield from _inside(path_of([key]), value) if isinstance(value, dict) else [(key, value)]


def _inside(path: str, value: object) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from _inside(f"{path}.{path_of([key])}", inner)


def titled(path: str) -> str:
    """The title of an axis: the last part of its path."""
    words = steps(path)
    few = words[1:] if words[0] in (SEATS, OPTIONS) else words[-2:]
    text = " ".join(few).replace("_", " ")
    return text[:1].upper() + text[1:]
