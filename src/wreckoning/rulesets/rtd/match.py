"""A race of Kart RTD at a table, as its view is given it."""

from __future__ import annotations

from typing import TypeAlias

from wreckoning.core import match
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.events import RtdEvent
from wreckoning.rulesets.rtd.race import Race

Match: TypeAlias = match.Match[Race, CourseFile, RtdEvent]
