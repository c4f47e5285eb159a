"""The match of a Kart Edition race, as its view receives it."""

from __future__ import annotations

from typing import TypeAlias

from wreckoning.core import match
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.events import KartEvent
from wreckoning.rulesets.kart.race import Race

Match: TypeAlias = match.Match[Race, CourseFile, KartEvent]
