"""The match of a Wasteland Rally game, as its view receives it."""

from __future__ import annotations

from typing import TypeAlias

from wreckoning.core import match
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.events import RallyEvent
from wreckoning.rulesets.rally.race import Race

Match: TypeAlias = match.Match[Race, CourseFile, RallyEvent]
