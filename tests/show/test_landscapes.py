"""Courses of a game lie in landscapes of their own, so that they differ at a glance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.show.landscapes import landscape_of


@dataclass
class Written:
    """A course that a user wrote."""

    key: str
    title: str
    blurb: str = ""
    document: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize("key", registered())
def test_no_two_courses_of_a_game_look_alike(key: str) -> None:
    ruleset = find_ruleset(key)
    courses = [ruleset.load_course(name) for name in ruleset.course_names()]
    found = [ruleset.view.ground(course).landscape for course in courses]
    assert len(set(found)) == len(found)


def test_own_course_always_lies_in_the_same_landscape() -> None:
    mine = [Written("mine", f"Course {number}") for number in range(20)]
    found = [landscape_of(course, {}) for course in mine]
    assert found == [landscape_of(course, {}) for course in mine]
    assert len(set(found)) > 4
    assert landscape_of(mine[0], {"mine": "snow"}) == "snow"
