"""Verdicts in words, for outcomes that are given: nothing is raced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.lab.small import toys

from wreckoning.lab import find as finding
from wreckoning.lab import find_words, verdict_words
from wreckoning.lab.always_valid import Sample
from wreckoning.lab.ask import Budget, Case, Verdicts
from wreckoning.lab.find import FairSearch, TriedValue
from wreckoning.lab.hypothesis import Hypothesis, hypothesis
from wreckoning.lab.statistics import Estimate
from wreckoning.lab.verdict import Says, Verdict

Ends = tuple[float, float]
GOAL = "course.goal"
CHANGE = {"set": {GOAL: 4}, "for": "Ann"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toys(monkeypatch)


def verdicts(ask: dict[str, Any], *ends: Ends, course: str = "mile", **more: Any) -> Verdicts:
    """Verdicts whose intervals, in units of the figure, are these; the value is in the middle."""
    document = {
        "title": "Who?",
        "ruleset": "toy",
        "course": course,
        "seats": [{"name": "Ann", "player": "steady"}, {"name": "Bob", "player": "random"}],
        "ask": ask,
        **more,
    }
    asked = hypothesis(document)
    cases = []
    places = [(scene, n) for scene in asked.scenes() for n in range(len(asked.subjects))]
    for (scene, subject), (low, high) in zip(places, ends, strict=True):
        scaled = Estimate((low + high) / 2, low, high).scaled(1 / asked.figure.scale)
        says = (
            Says.YES
            if low > 0 or high < 0
            else Says.NO
            if max(high, -low) < asked.smallest * asked.figure.scale
            else Says.NOT_SETTLED
        )
        judged = Verdict(says, scaled, 1000, 0.01, 500 if says is Says.NOT_SETTLED else 0)
        cases.append(Case(scene, subject, Sample(1, 2.0), judged, before=1 / 2))
    return Verdicts(asked, tuple(cases), 2000, 1.0, False, True)


def said(ask: dict[str, Any], *ends: Ends, course: str = "mile") -> str:
    return verdict_words.headline(verdicts(ask, *ends, course=course))


@pytest.mark.parametrize(
    ("ask", "ends", "start"),
    [
        ({"for": "Ann"}, (-8, -7), "Less often than even: Ann wins 7.5 points less than an even"),
        ({"for": "Ann"}, (0.1, 0.9), "More often than even, but by less than 1 point: Ann wins"),
        ({"for": "Ann"}, (-0.5, 0.5), "Even: Ann's wins are within 1 point of an even share"),
        (
            {"for": "Ann"},
            (-2, 1),
            "Not settled: so far Ann wins 0.5 points less than an even",
        ),
        ({"for": "Ann", "measure": "place"}, (0.1, 0.3), "Further back than average: Ann finishes"),
        (CHANGE, (2, 4), "Yes: with goal 4, compared with the game as it is, Ann wins 3 points mo"),
        (CHANGE, (-0.5, 0.5), "No: goal 4, compared with the game as it is, changes Ann's wins"),
        ({**CHANGE, "against": {GOAL: 5}}, (2, 4), "Yes: with goal 4 instead of 5, Ann wins"),
    ],
)
def test_a_sentence_begins_with_its_verdict(ask: dict[str, Any], ends: Ends, start: str) -> None:
    """Yes and no answer a question about a change; otherwise the direction is the answer."""
    assert said(ask, ends).startswith(start)


def test_a_headline_over_several_cases_has_subject_and_verb() -> None:
    ask = {"for": ["Ann", "Bob"]}
    assert said(ask, (2, 4), (-4, -2)) == "Ann wins more. Bob wins less."
    assert said(ask, (2, 4), (3, 5)) == "Ann and Bob win more."
    assert said(ask, (-0.5, 0.5), (-2, 1)) == (
        "Ann wins about an even share. Not settled: Bob wins less so far."
    )


def test_many_open_cases_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    ends = [(2.0, 4.0), *[(-2.0, 1.0)] * 4, (1.0, 3.0), *[(-2.0, 2.0)] * 4]
    seats = [{"name": "Subject"}, {"name": "Field", "count": 5}]
    ask = {"for": ["Subject", "pole"]}
    found = verdicts(ask, *ends, course="all", ruleset="rush", seats=seats)
    said = verdict_words.headline(found)
    assert said.startswith("Subject wins more on Gasworks Run. Pole position wins more on ")
    assert said.endswith(". Not settled: 8 of 10.")


def test_what_was_not_raced_has_no_direction() -> None:
    found = verdicts({"for": ["Ann", "Bob"]}, (2, 4), (-100, 100))
    found.cases[1].verdict = Verdict(Says.NOT_SETTLED, Estimate(0.0, -1.0, 1.0), 0, 1.0, 0)
    assert verdict_words.headline(found) == (
        "Ann wins more. Not settled: nothing was raced for Bob."
    )
    assert verdict_words.sentence(found, found.cases[1]) == "Not settled: nothing was raced."


def test_a_headline_names_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # courses of the toy have the same title
    seats = [{"name": "Subject"}, {"name": "Field", "count": 5}]
    ends = [(-3.0, -2.0), (2.0, 3.0), (2.0, 3.0), (-0.5, 0.5), (-2.0, 1.0)]
    found = verdicts({"for": "pole"}, *ends, course="all", ruleset="rush", seats=seats)
    assert verdict_words.headline(found) == (
        "Pole position wins less on Gasworks Run; more on Knacker's Yard and Broken Crown; "
        "about an even share on The Bullring. "
        "Not settled: pole position wins less so far on The Meat Grinder."
    )


@pytest.mark.parametrize(
    ("ends", "shown"),
    [
        ((-1.8, -0.001), "−1.8 to −0.001"),
        ((-0.79, 0.9996), "−0.79 to 0.9996"),
        ((1.0004, 2.34), "1.0004 to 2.3"),
        ((-0.91, 0.23), "−0.91 to 0.23"),
    ],
)
def test_a_rounded_interval_does_not_contradict_its_verdict(ends: Ends, shown: str) -> None:
    found = verdicts({"for": "Ann"}, ends)
    assert verdict_words.interval(found, found.cases[0]) == shown


def test_a_table_has_a_line_for_each_case() -> None:
    found = verdicts({"for": ["Ann", "Bob"]}, (2, 4), (-2.5, 1))
    assert verdict_words.table(found) == [
        "     verdict      points  interval",
        "Ann  more              3  2 to 4",
        "Bob  not settled   −0.75  −2.5 to 1",
    ]


def test_times() -> None:
    shown = [verdict_words.spell(seconds) for seconds in (0.3, 1.2, 2, 100)]
    assert shown == ["less than a second", "1 second", "2 seconds", "2 minutes"]


def search(**ends: Ends) -> FairSearch:
    """A search whose values 1 to 6 have been tried with these intervals."""
    tried = tuple(
        TriedValue(int(name[1:]), verdicts({"for": "Ann"}, each)) for name, each in ends.items()
    )
    fair = next((each for each in tried if each.is_fair), None)
    return FairSearch(GOAL, (1, 2, 3, 4, 5, 6), tried, fair)


def which(found: FairSearch) -> Sequence[str]:
    return [line.strip() for line in find_words.lines(found)]


def test_none_is_fair_only_if_both_ends_are_surely_unfair() -> None:
    found = search(v1=(-9, -5), v3=(-3, -1.2), v4=(0.2, 5.8), v6=(7, 9))
    assert find_words.headline(found).startswith(
        "Not settled: goal 4 may be fair; about 960 more races, 1 second."
    )
    assert which(found) == [
        "1  too weak       −7 (−9 to −5)",
        "3  too weak       −2.1 (−3 to −1.2)",
        "4  open           3 (0.2 to 5.8)",
        "6  too strong     8 (7 to 9)",
    ]
    sure = search(v1=(-9, -5), v3=(-3, -1.2), v4=(1.5, 5.8), v6=(7, 9))
    assert find_words.headline(sure) == (
        "None from 1 to 6 is fair: 3 is too weak, 4 too strong; 3 is nearest."
    )
    both = search(v3=(-3, -0.2), v4=(0.2, 5.8))
    assert find_words.headline(both).startswith("Not settled: goal 3 or 4 may be fair; about ")


def test_a_fair_value_is_said_with_its_reason() -> None:
    found = search(v1=(-9, -5), v3=(-0.5, 0.2))
    assert find_words.headline(found).startswith("Goal 3 is fair: Ann's wins are within 1 point")
    assert found.open == ()


def test_an_open_value_is_raced_on_until_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its *yes* may be a small one: ever closer, until it is fair or surely unfair."""
    wanted: list[tuple[object, float]] = []

    def settle(asked: Hypothesis, budget: Budget, _: int) -> Verdicts:
        goal = asked.change[GOAL]
        wanted.append((goal, budget.within))
        half = budget.within or 0.6
        middle = {1: -9.0, 2: -0.8, 3: 5.0}[goal]
        return verdicts({"for": "Ann"}, (middle - half, middle + half))

    monkeypatch.setattr(finding, "settle", settle)
    found = finding.find(verdicts({"for": "Ann"}, (0, 0)).hypothesis, GOAL, [1, 2, 3])
    assert wanted == [(1, 0), (3, 0), (2, 0), (2, 0.5), (2, 0.25), (2, 0.125)]
    assert found.fair
    assert found.fair.value == 2
