"""The kit finds what is wrong with a ruleset: toys broken in one way each."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.toy import race as toy
from tests.toy.race import Question, Race
from tests.toy.ruleset import TOY, Track

from wreckoning.conformance import check_all, check_declaration, frame, races, settings
from wreckoning.conformance.asks import (
    check_asks,
    check_bots_are_blind,
    check_ends,
    check_groups,
    check_wrong_answers,
)
from wreckoning.conformance.declaration import check_learning, check_outcome
from wreckoning.conformance.files import (
    check_determinism,
    check_log,
    check_played_from_a_position,
    check_positions,
)
from wreckoning.conformance.frame import Check, name_of_word
from wreckoning.conformance.moves import check_corrections, check_fork, check_undo
from wreckoning.conformance.twins import check_indexes, check_live_play, check_tapes
from wreckoning.core.declared import Asked, Names
from wreckoning.core.door import AskRecord, choose, offer, pose
from wreckoning.core.errors import Illegal
from wreckoning.core.events import Event, Seat, Vocabulary
from wreckoning.core.ids import as_seat
from wreckoning.core.ruleset import Ruleset, Switch, Words
from wreckoning.show.learning import Learning, TurnStep

SETTINGS = settings(TOY, 12)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless races are known earlier."""
    monkeypatch.setattr(frame, "MOST_ANSWERS", 1_000)
    monkeypatch.setattr(frame, "MOST_STEPS", 1_000)
    monkeypatch.setattr(races, "MOST_SILENT_STEPS", 100)


def finds(check: Check, broken: Ruleset, words: str) -> None:
    """The kit fails on it in one of the races, for this reason, and names the race."""

    def all_races() -> None:
        for setting in SETTINGS:
            check(broken, setting)

    with pytest.raises(AssertionError, match=words) as found:
        all_races()
    assert str(found.value).startswith(f"toy: {check.__name__}: ")
    assert "in the race: course " in str(found.value)


def with_step(step: Callable[[Any], None]) -> Ruleset:
    return replace(TOY, step=step)


def test_kit_finds_a_question_without_options() -> None:
    def step(race: Race) -> None:
        pose(race, Question.WAY, 0, 0)
        choose(race)

    finds(check_asks, with_step(step), "way: there is no option")
    finds(check_ends, with_step(step), "a dead end")


def test_kit_finds_endless_questions() -> None:
    broken = replace(TOY, is_over=lambda race: race.turn < 0)
    finds(check_ends, broken, "does not end within 1000 answers")


def test_kit_finds_endless_live_play() -> None:
    def step(race: Race) -> None:
        toy.step(race)
        if race.door.live:
            race.over = 0

    finds(check_ends, with_step(step), "does not end within 1000 checkpoints")


def test_kit_finds_endless_play_without_questions() -> None:
    finds(check_ends, with_step(lambda _: None), "goes on and on")


def test_kit_finds_a_change_of_fixed_parts() -> None:
    def step(race: Race) -> None:
        toy.step(race)
        race.rules.marshal = 7

    finds(check_ends, with_step(step), "what is FIXED has changed")


def test_kit_finds_a_doubled_option() -> None:
    def step(race: Race) -> None:
        pose(race, Question.WAY, 0, 0)
        for option in (1, 2, 1):
            offer(race, option)
        choose(race)

    finds(check_asks, with_step(step), "one twice")


def questions(leap: str) -> type[Asked]:
    """The toy's questions, with another name for a leap."""
    kinds = {**toy.Questions.__members__}
    names = Names({way: leap if way is toy.Way.LEAP else way.name.lower() for way in toy.Way})
    make: Any = Asked  # made from values, which mypy cannot follow
    declared = {name: (q.rule, q.words, q.options) for name, q in kinds.items()}
    found: type[Asked] = make("Questions", declared | {"WAY": ("T2", "Which way?", names)})
    return found


def asking(questions: type[Asked]) -> Ruleset:
    """The toy, with other questions."""
    return replace(TOY, words=Words(Vocabulary(toy.VOCABULARY.events, questions, toy.Modifiers)))


def test_kit_finds_a_doubled_name() -> None:
    broken = asking(questions("step"))
    finds(check_asks, broken, "a name twice")
    finds(check_log, broken, "log|raised")


def test_kit_finds_a_question_to_an_empty_seat() -> None:
    def step(race: Race) -> None:
        pose(race, Question.WAY, as_seat(-7), 0)
        offer(race, 1)
        offer(race, 2)
        choose(race)

    finds(check_asks, with_step(step), "nobody sits at -7|raised IndexError")


def test_kit_finds_an_accepted_wrong_answer() -> None:
    broken = asking(questions("no such thing"))
    finds(check_wrong_answers, broken, "expected Illegal, and it was accepted")


def counting() -> Ruleset:
    """Something outside of the race counts: now and then a step of it is forgotten."""
    seen = itertools.count()

    def step(race: Race) -> None:
        toy.step(race)
        if next(seen) % 3 == 0:
            race.runners[0].steps += 1

    return with_step(step)


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (check_groups, "the order of answers to way matters"),
        (check_determinism, "the same seeds gave another race"),
        (check_log, "it is another|the log is another|the race is another|raised"),
        (check_undo, "another race|goes on otherwise|raised"),
        (check_fork, "went another way"),
        (check_corrections, "corrected|replayed|taken back|raised"),
        (check_played_from_a_position, "begun from its position|reads back otherwise|raised"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_kit_finds_hidden_state(check: Check, words: str) -> None:
    finds(check, counting(), words)


def test_kit_finds_an_incomplete_position() -> None:
    def step(race: Race) -> None:
        toy.step(race)
        race.runners[0].rival = as_seat(99)

    finds(check_positions, with_step(step), r"read back, is another: runners\[0\].rival is 99 and")


def test_kit_finds_a_check_that_changes_a_position() -> None:
    def check(race: Race, _: object) -> None:
        race.turn = min(race.turn, 2)

    broken = replace(TOY, check_position=check)
    finds(check_positions, broken, "checked, is another: turn is 3 and 2")
    finds(check_played_from_a_position, broken, "otherwise|something else")


def test_kit_finds_a_check_that_refuses_all_positions() -> None:
    def check(*_: object) -> None:
        raise Illegal("no")

    finds(check_corrections, replace(TOY, check_position=check), "raised Illegal")


def test_kit_finds_a_bot_that_sees_the_dice() -> None:
    def sly(race: Race, ask: AskRecord) -> int:
        return int(ask.options[race.door.dice[0] % ask.count])

    finds(check_bots_are_blind, replace(TOY, own_policies={"steady": sly}), "sees what it must not")


def test_kit_finds_a_bot_that_sees_others_answers() -> None:
    def sly(race: Race, ask: AskRecord) -> int:
        return int(ask.options[race.door.replies[0] % ask.count])

    finds(check_bots_are_blind, replace(TOY, own_policies={"steady": sly}), "sees what it must not")


def test_kit_finds_a_bot_that_takes_no_option() -> None:
    broken = replace(TOY, own_policies={"steady": lambda *_: 17})
    finds(check_bots_are_blind, broken, "takes 17, not offered")


def test_kit_finds_a_different_compiled_form() -> None:
    """The compiled form is the toy's; interpreted, a turn is counted twice."""

    def step(race: Race) -> None:
        before = race.turn
        toy.step(race)
        race.turn += race.turn - before

    for setting in SETTINGS[:1]:
        check_live_play(TOY, setting)
    finds(check_live_play, with_step(step), "at checkpoint 1: turn is 2 and 1")
    finds(check_tapes, with_step(step), "interpreted and compiled: turn is 2 and 1")


class Odd(Event, rule="T3", words="{who} was odd"):
    """Its JSON has a key that is no text."""

    who: Seat

    def by_course(self, _: Any) -> dict[Any, Any]:
        return {1: 2}


def test_kit_finds_wrong_outcomes() -> None:
    told = replace(toy.VOCABULARY, events=[Odd] * len(toy.VOCABULARY.events))
    finds(check_outcome, replace(TOY, words=Words(told)), "an event is not plain JSON")
    finds(check_outcome, replace(TOY, result=lambda *_: {1: 2}), "the result is not plain JSON")
    places = replace(TOY.tallies, place=lambda *_: 0)
    finds(check_outcome, replace(TOY, tallies=places), "is placed 0 of")
    scales = replace(TOY.tallies, scales=(0,))
    finds(check_outcome, replace(TOY, tallies=scales), "divided by its scale")
    places = replace(TOY.tallies, place=lambda *_: 2)
    finds(check_outcome, replace(TOY, tallies=places), "nobody is first|is placed 2 of 1")


SWITCH = TOY.switches[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"key": "Two words"}, "key"),
        ({"blurb": ""}, "blurb is empty"),
        ({"seats": range(0)}, "nobody may play"),
        ({"seats": range(2, 20)}, "at most 12"),
        ({"own_policies": {"person": toy.steady}}, "person is no policy"),
        ({"package": "tests.nothing"}, "no rule with a number"),
        ({"switches": (SWITCH, SWITCH)}, "a name twice"),
        ({"switches": (Switch("s", ("on",), "T1", "?"),)}, "different values"),
        ({"switches": (Switch("s", ("on", "off"), "", "?"),)}, "its rule has a number"),
        ({"course_names": list}, "no course"),
        ({"course_names": lambda: ["dash", "dash"]}, "a name twice"),
        ({"load_course": lambda _: Track("mile", 1)}, "its key is mile"),
        ({"race": toy.Rules}, "the last field of the race is its door"),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else "",
)
def test_kit_finds_wrong_declarations(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_declaration(replace(TOY, **changes))


COACH = {"way": "Look ahead.", "rival": "", "verdict": ""}
STEP = TurnStep("Roll", "T99", "Roll the die.", ("rolling",))


@pytest.mark.parametrize(
    ("learning", "words"),
    [
        (Learning(coach={"way": "Look ahead.", "rival": ""}), "question: missing verdict"),
        (Learning(coach={**COACH, "leap_roll": ""}), "question: unknown leap_roll"),
        (Learning(turn=(STEP,)), "phase: unknown rolling"),
        (Learning(turn=(replace(STEP, phases=()),)), "no rule T99"),
    ],
)
def test_kit_finds_questions_without_a_coach_and_steps_without_a_rule(
    learning: Learning, words: str
) -> None:
    check_learning(TOY, Learning(coach=COACH))
    with pytest.raises(AssertionError, match=words):
        check_learning(TOY, learning)


@pytest.mark.parametrize("at", [-1, as_seat(-2)])
def test_kit_finds_an_array_counted_from_its_end(at: int) -> None:
    def reading(race: Race) -> None:
        toy.step(race)
        race.turn += race.runners[at].steps * 0

    def writing(race: Race) -> None:
        toy.step(race)
        race.runners[0].leaps[at] = 0

    for step in (reading, writing):
        finds(check_indexes, with_step(step), "an array is counted from its end")


def test_all_checks_at_once() -> None:
    """A third party needs but one line."""
    check_all(TOY, races=2)
    with pytest.raises(AssertionError, match="check_ends: the race goes on and on"):
        check_all(with_step(lambda _: None), races=1)


def test_difference_names_the_field() -> None:
    runner, words = Race.offset("runners"), toy.Runner.words
    assert name_of_word(Race, 0) == "number"
    assert name_of_word(Race, runner + 2 * words + 1) == "runners[2].steps"
    assert name_of_word(Race, runner + words + 6) == "runners[1].leaps[1]"
    assert name_of_word(Race, Race.offset("door") + 1) == "door.journaling"
