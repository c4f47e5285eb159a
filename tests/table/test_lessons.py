"""First races: each shipped one is played to its end, by the real rules, as its steps say."""

from __future__ import annotations

import pytest
from tests.table.sitting import HOST, Sitting, chance, refused
from tests.toy.ruleset import TOY

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal
from wreckoning.core.logs.log_file import read_log
from wreckoning.core.logs.verify import all_rolls
from wreckoning.core.ruleset import default_opponent, find_ruleset, rulesets
from wreckoning.show.learning import Lesson, learning_of
from wreckoning.table import lessons, models
from wreckoning.table.logs import log_of
from wreckoning.table.next_race import follow_up
from wreckoning.table.refusals import Unknown

TAUGHT = [each.key for each in rulesets() if learning_of(each.package).first_race]


def test_every_game_has_a_first_race() -> None:
    assert TAUGHT == ["rtd", "rush", "kart", "rally"]
    for key in TAUGHT:
        lesson = lesson_of(key)
        assert 5 <= lesson.minutes <= 8
        assert sum(not step.allow for step in lesson.steps) == 1, "the last step is free"
        assert not lesson.steps[-1].allow


def lesson_of(key: str) -> Lesson:
    return lessons.lesson_of(find_ruleset(key))


def begun(key: str, name: str = "t1") -> Sitting:
    """A first race at its first question."""
    game, claimed = lessons.new_lesson(models.NewFirstRace(ruleset=key), chance(name))
    table = Sitting(game=game)
    table.tokens = {one.seat: one.token for one in claimed}
    return table.start()


def open_ask(table: Sitting) -> Ask:
    return next(ask for ask in table.game.waiting() if ask.by == lessons.LEARNER)


def take_step(table: Sitting) -> None:
    """Choose what the step names first; if it leaves the choice open, what a rookie would do."""
    ask, step = open_ask(table), lessons.lesson_now(table.game)
    advice = table.match.advice(ask, default_opponent(table.game.ruleset))
    allowed = step.allow if step else []
    table.answer(ask.who, allowed[0] if allowed else ask.names[ask.options.index(advice)])


@pytest.mark.parametrize("key", TAUGHT)
def test_a_first_race_is_played_step_by_step_to_its_end(key: str) -> None:
    table, lesson = begun(key), lesson_of(key)
    rules = table.game.ruleset.rules_text()
    for number, step in enumerate(lesson.steps, 1):
        ask, now = open_ask(table), lessons.lesson_now(table.game)
        assert now is not None, f"step {number}: it is for {step.ask}, asked is {ask.question}"
        assert (now.step, now.ask, now.text) == (number, ask.question, step.text)
        assert set(step.allow) <= set(ask.names), f"step {number}: {ask.question}"
        assert f"**{now.rule}**" in rules, f"step {number}"
        take_step(table)
    for _ in range(30):
        if table.game.state == "over":
            break
        assert lessons.lesson_now(table.game) is None
        take_step(table)
    assert table.game.state == "over"
    podium = table.game.ruleset.view.podium(table.match)
    assert podium[0].seat == lessons.LEARNER, "its words say that the player wins"


def test_another_answer_is_refused_in_one_line_and_changes_nothing() -> None:
    table = begun("rtd")
    words = "one thing at a time: choose “Rocket Start” here"
    refused(table, Illegal, words, lambda: table.answer("You", "no"))
    table.answer("You", " YES ")
    now = lessons.lesson_now(table.game)
    assert now is not None
    assert now.step == 2


def test_a_step_that_is_taken_back_comes_again() -> None:
    table = begun("rally")
    for _ in range(2):
        take_step(table)
    before = lessons.lesson_now(table.game)
    take_step(table)
    assert lessons.lesson_now(table.game) != before
    table.undo("You")
    assert lessons.lesson_now(table.game) == before


def test_no_bot_drives_a_first_race() -> None:
    table = begun("rtd")
    hand = lambda: table.do("hand_over", HOST, seat=0, player="rookie")  # noqa: E731
    refused(table, Illegal, "no bot drives your first race", hand)


def test_every_table_has_the_same_dice_and_anyone_can_check_them() -> None:
    one, other = begun("rtd", "t1"), begun("rtd", "t2")
    for table in (one, other):
        for _ in range(3):
            take_step(table)
    assert one.entries == other.entries
    one.do("abandon")
    rolls = all_rolls(read_log(log_of(one.game)), one.game.ruleset)
    assert rolls
    assert all(roll.holds for roll in rolls)


def test_the_race_after_a_first_race_is_an_ordinary_one() -> None:
    table = begun("rtd")
    table.do("abandon")
    change = follow_up(table.game, chance("t9"), [HOST])
    assert change is not None
    assert change.made is not None
    assert not change.made.settings.lesson


def test_a_game_without_a_first_race() -> None:
    with pytest.raises(Unknown, match="The toy has no first race"):
        lessons.lesson_of(TOY)
