"""The landscapes of courses: each has its own colours, so that courses differ at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import get_args

from wreckoning.core.protocols import Course
from wreckoning.core.shown import Landscape


def landscape_of(course: Course, known: Mapping[str, Landscape]) -> Landscape:
    """The known landscape of a course, or else one chosen by its title, always the same."""
    if course.key in known:
        return known[course.key]
    every: tuple[Landscape, ...] = get_args(Landscape)
    return every[sha256(course.title.encode()).digest()[0] % len(every)]
