"""The match of a Kart RTD race, as its view receives it."""

from __future__ import annotations

from typing import TypeAlias

from wreckoning.core import match
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.events import RtdEvent
from wreckoning.rulesets.rtd.race import Race

Match: TypeAlias = match.Match[Race, CourseFile, RtdEvent]
