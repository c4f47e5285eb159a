"""Count what a course has, and warn of what its author may not have meant, though it is valid."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.race import Changing, Kind

DIE = 6
SUCCESS = 4
SHORT = 6  # turns


def features(course: CourseFile) -> dict[str, int]:
    """The number of each feature of the course, also if it is 0."""
    record = course.record
    segments = record.segment[: record.segments]
    hazards = [hazard for s in segments for hazard in s.hazards if hazard.exists]
    panels = [panel for s in segments for panel in s.dash_panels if panel.exists]
    paths = [path for s in segments for path in s.paths if path.exists]
    counts = {
        f"{kind.name.lower().replace('_', ' ')} segments": sum(s.kind == kind for s in segments)
        for kind in Kind
    }
    return counts | {
        "lines of item boxes": sum(s.boxes > 0 for s in segments),
        "hazards": len(hazards),
        "hazards that come and go": sum(hazard.event != NOBODY for hazard in hazards),
        "hazards that get worse": sum(hazard.worse_event != NOBODY for hazard in hazards),
        "dash panels": len(panels),
        "dash panels with a check": sum(panel.checked for panel in panels),
        "alternate paths": len(paths),
        "paths for an item": sum(path.items != 0 for path in paths),
        "paths with a check": sum(path.checked for path in paths),
        "paths that come and go": sum(path.event != NOBODY for path in paths),
        "attack links": sum(s.link != NOBODY for s in segments) // 2,
        "events": len(course.events),
    }


def warnings(course: CourseFile) -> list[str]:
    """Warnings of what is allowed, but hardly meant."""
    return [*_of_the_whole(course), *_of_features(course), *_of_events(course)]


def _of_the_whole(course: CourseFile) -> Iterator[str]:
    record = course.record
    if not any(segment.boxes for segment in record.segment[: record.segments]):
        yield "No item boxes anywhere: no item ever comes into play."
    if record.laps * record.segments < SHORT:
        yield f"The race is over after {record.laps * record.segments} turns, or sooner."


def _of_features(course: CourseFile) -> Iterator[str]:
    for number, words in enumerate(course.segments):
        segment = course.record.segment[number]
        for feature, hazard in zip(words.hazards, segment.hazards, strict=False):
            if _always(hazard.modifier) and hazard.worse_event == NOBODY:
                yield f"{words.name}: {feature.name} is only ever met by drivers with a penalty."
            if _never(hazard.modifier):
                yield f"{words.name}: {feature.name} hits everybody, whatever they roll."
        for feature, panel in zip(words.dash_panels, segment.dash_panels, strict=False):
            if panel.checked and _never(panel.modifier):
                yield f"{words.name}: no roll is good enough for {feature.name}."
        for feature, path in zip(words.paths, segment.paths, strict=False):
            if path.checked and _never(path.modifier):
                yield f"{words.name}: no roll is good enough for {feature.name}."


def _always(modifier: int) -> bool:
    return 1 + modifier >= SUCCESS


def _never(modifier: int) -> bool:
    return DIE + modifier < SUCCESS


def _of_events(course: CourseFile) -> Iterator[str]:
    turns = course.record.laps * course.record.segments
    for words, event in zip(course.events, course.record.events, strict=False):
        unseen = [name for name, begins in _beginnings(words.states, event) if begins >= turns]
        if unseen:
            yield f"{words.name}: a race is likely to end before it is {' or '.join(unseen)}."


def _beginnings(states: tuple[str, ...], event: Changing) -> Iterator[tuple[str, int]]:
    """Each state with the turns that pass before it begins."""
    before = 0
    for index, name in enumerate(states):
        yield name, before
        before += event.turns[index]
