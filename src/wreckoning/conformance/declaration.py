"""Checks of what a ruleset declares, and of the results of a finished race."""

from __future__ import annotations

import json

from wreckoning.conformance.frame import check
from wreckoning.conformance.played import finished, left
from wreckoning.conformance.races import Setting, begin
from wreckoning.core.door import FIRST_EVENT, Door
from wreckoning.core.ids import seat_range
from wreckoning.core.records import FIXED, GIVEN, MAX_SEATS
from wreckoning.core.rules import written
from wreckoning.core.ruleset import PERSON_NAME, Ruleset
from wreckoning.show.learning import Learning, learning_of


def check_declaration(ruleset: Ruleset) -> None:
    """Check what a ruleset declares: key, seats, policies, switches, courses, questions, record."""
    key = ruleset.key
    assert key.isidentifier(), f"key: expected a plain word, found {key!r}"
    assert key.islower(), f"key: expected lower case, found {key!r}"
    for name in ("title", "version", "stage", "blurb", "sources"):
        assert getattr(ruleset, name), f"{key}: {name} is empty"
    assert ruleset.seats, f"{key}: seats: nobody may play"
    most = ruleset.seats[-1]
    assert 1 <= ruleset.seats[0] <= most <= MAX_SEATS, f"{key}: seats: at most {MAX_SEATS}"
    assert PERSON_NAME not in ruleset.policies, f"{key}: policies: {PERSON_NAME} is no policy"
    assert written(ruleset.package), f"{key}: no rule with a number is written in {ruleset.package}"
    _check_switches(ruleset)
    _check_courses(ruleset)
    _check_questions(ruleset)
    _check_record(ruleset)
    check_learning(ruleset, learning_of(ruleset.package))


def _check_switches(ruleset: Ruleset) -> None:
    names = [switch.name for switch in ruleset.switches]
    assert len(set(names)) == len(names), f"{ruleset.key}: switches: a name twice in {names}"
    for switch in ruleset.switches:
        where = f"{ruleset.key}: switch {switch.name}"
        assert len(set(switch.values)) == len(switch.values) >= 2, f"{where}: different values"
        assert switch.rule, f"{where}: its rule has a number"
        assert switch.text, f"{where}: it has a text"
        meanings = len(switch.meanings)
        assert meanings in (0, len(switch.values)), f"{where}: a meaning for each value, or none"


def _check_courses(ruleset: Ruleset) -> None:
    names = ruleset.course_names()
    assert names, f"{ruleset.key}: there is no course"
    assert len(set(names)) == len(names), f"{ruleset.key}: courses: a name twice in {names}"
    for name in names:
        where = f"{ruleset.key}: course {name}"
        course = ruleset.load_course(name)
        assert course.key == name, f"{where}: its key is {course.key}"
        document = json.loads(json.dumps(course.document))
        assert document == course.document, f"{where}: its document is not plain JSON"
        again = ruleset.load_course(document)
        assert again.document == document, f"{where}: loaded from its document it is another"


def _check_questions(ruleset: Ruleset) -> None:
    for question in ruleset.words.questions:
        where = f"{ruleset.key}: question {question.name}"
        assert question.rule, f"{where}: its rule has a number"
        assert question.words, f"{where}: it has words"


def _check_record(ruleset: Ruleset) -> None:
    last = ruleset.race.fields[-1]
    is_door = last.name == "door" and last.record is Door and not last.length
    assert is_door, f"{ruleset.key}: the last field of the race is its door"
    assert GIVEN in last.markers, f"{ruleset.key}: the door is not part of a position: GIVEN"
    for field in ruleset.race.fields:
        is_given = GIVEN in field.markers or FIXED not in field.markers
        assert is_given, f"{ruleset.key}: {field.name} is FIXED, so it is GIVEN too"


def check_learning(ruleset: Ruleset, learning: Learning) -> None:
    """Every question but a die has its entry of the coach, every phase but the last its step."""
    if learning.coach:
        asked = [question.word for question in ruleset.words.questions if not question.is_die]
        _check_names(f"{ruleset.key}: coach.toml: question", asked, list(learning.coach))
    if learning.turn:
        kinds = [field.enum for field in ruleset.race.fields if field.name == "phase"]
        phases = [phase.name.lower() for kind in kinds if kind for phase in kind]
        named = [name for step in learning.turn for name in step.phases]
        _check_names(f"{ruleset.key}: turn.toml: phase", phases[:-1], named)
    for step in learning.turn:
        where = f"{ruleset.key}: turn.toml: {step.title}"
        assert f"**{step.rule}**" in ruleset.rules_text(), f"{where}: no rule {step.rule}"


def _check_names(where: str, expected: list[str], found: list[str]) -> None:
    missing, unknown = set(expected) - set(found), set(found) - set(expected)
    assert not missing, f"{where}: missing {', '.join(sorted(missing))}"
    assert not unknown, f"{where}: unknown {', '.join(sorted(unknown))}"
    assert len(set(found)) == len(found), f"{where}: a name twice in {found}"


@check
def check_outcome(ruleset: Ruleset, setting: Setting) -> None:
    """Check that events and the result are plain JSON with names, with tallies and places."""
    assert begin(ruleset, setting).result() is None, "there is a result before the race is over"
    match = finished(ruleset, setting)
    result = match.result()
    assert result, "a race that is over has a result"
    assert json.loads(json.dumps(result)) == result, f"the result is not plain JSON: {result}"
    for event in match.events_json():
        assert json.loads(json.dumps(event)) == event, f"an event is not plain JSON: {event}"
    own = [entry for entry in match.told if entry[0] >= FIRST_EVENT]
    assert own, "nothing was told of the whole race"
    _check_tallies(ruleset, setting)


def _check_tallies(ruleset: Ruleset, setting: Setting) -> None:
    *_, race = left(ruleset, setting)
    tallies, seats = ruleset.tallies, len(setting.seats)
    assert len(tallies.scales) == len(tallies.names), "every tally has a scale"
    assert min(tallies.scales, default=1) > 0, "a tally is divided by its scale"
    assert tallies.length(race) > 0, "a race without a round or turn"
    for seat in seat_range(seats):
        place = tallies.place(race, seat)
        assert 1 <= place <= seats, f"seat {seat + 1} is placed {place} of {seats}"
        for index, name in enumerate(tallies.names):
            value = tallies.count(race, seat, index)
            assert abs(value) < 2**31, f"seat {seat + 1}: {name} is {value}"
    assert min(tallies.place(race, seat) for seat in seat_range(seats)) == 1, "nobody is first"
