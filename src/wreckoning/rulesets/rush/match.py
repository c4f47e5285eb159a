"""The match of a Rush 'n' Crush race, as its view receives it."""

from __future__ import annotations

from typing import TypeAlias

from wreckoning.core import match
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.events import RushEvent
from wreckoning.rulesets.rush.race import Race

Match: TypeAlias = match.Match[Race, CourseFile, RushEvent]
