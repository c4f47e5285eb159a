"""Reviews of races: steps, chances, ledger, decisions, page."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import orjson
import pytest
from tests.cli.run import process, refused, wreck

from wreckoning.analysis import page
from wreckoning.analysis.chart import chart_points
from wreckoning.analysis.decisions import (
    CLOSER,
    CLOSEST,
    Costliest,
    Decision,
    _answered,
    accuracy,
    costly,
    counted,
    decisions,
    error_rate,
)
from wreckoning.analysis.ledger import PARTS, Amount
from wreckoning.analysis.page import review_page
from wreckoning.analysis.replies import ReviewedChoice, ReviewedDie
from wreckoning.analysis.review import OPEN, Review, _otherwise, _searching, review
from wreckoning.analysis.sent import as_reply
from wreckoning.analysis.steps import CHOICE, DIE, Told, tell
from wreckoning.analysis.table import decisions_csv
from wreckoning.analysis.win_chance import ENDS, WIN, Chances, estimate, parts_of_win
from wreckoning.analysis.worded import Costly, _reason, _situation, _why
from wreckoning.cli.review import _show, _signed, _turns
from wreckoning.core.errors import Malformed
from wreckoning.core.logs.log_file import read_log, replay_steps
from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.shown import Option

GOLDEN = Path(__file__).parents[1] / "golden" / "rush"
LOG = min(GOLDEN.glob("*.jsonl"), key=lambda path: path.stat().st_size)
RUSH = find_ruleset("rush")


def matches() -> Iterator[Match]:
    """The race, answer by answer."""
    return replay_steps(read_log(LOG.read_text("utf-8")), RUSH)


@cache
def told() -> Told:
    return tell(matches())


@cache
def found() -> Review:
    """A quick review: the fewest playouts there are."""
    return review(RUSH, matches, seconds=0.1)


def test_every_answer_is_in_one_step_in_order() -> None:
    *_, last = matches()
    numbers = [step.number for step in told().steps]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    dice = sum(step.kind == DIE for step in told().steps)
    chosen = sum(len(step.decided) for step in told().steps if step.kind == CHOICE)
    assert dice + chosen == len(last.entries)


def test_a_die_has_its_face_and_the_seat_that_rolls_it() -> None:
    dice = [step for step in told().steps if step.kind == DIE]
    assert all(1 <= step.face <= 6 for step in dice)
    assert {step.owner for step in dice} <= {-1, *range(len(told().names))}
    assert any(step.owner >= 0 for step in dice)


def test_chances_add_up_to_one_and_end_with_the_result() -> None:
    rows = found().chances
    assert len(rows) == len(found().steps) + 1
    assert np.allclose([sum(row) for row in rows], 1)
    *_, last = matches()
    result = last.result()
    assert result is not None
    winner = found().names.index(result["places"][0]["name"])
    assert rows[-1][winner] == 1
    assert found().errors[-1][winner] == 0


def test_the_ledger_leads_from_the_start_to_the_end() -> None:
    for driver in found().drivers:
        assert driver.account.total == pytest.approx(driver.account.end)
        assert set(driver.account.parts) == set(PARTS)
        luck = sum(amount.value for amount in driver.account.by_roll.values())
        assert luck == pytest.approx(driver.account.parts["luck"].value)


def test_what_one_driver_gains_the_others_lose() -> None:
    for part in PARTS:
        both = [driver.account.parts[part].value for driver in found().drivers]
        if part == "together":
            assert sum(both) == pytest.approx(0, abs=1e-9)
    assert sum(driver.account.start.value for driver in found().drivers) == pytest.approx(1)


def test_more_playouts_make_smaller_errors() -> None:
    chances = Chances(RUSH, told())
    chances.refine(4)
    before = chances.errors.mean()
    chances.refine(60)
    assert chances.errors.mean() < before
    assert set(chances.playouts[1:]) == {64}
    assert chances.playouts[0] > 64  # the start is told alone


def test_a_review_counts_what_its_game_counts() -> None:
    assert told().unit == found().unit == as_reply(found()).unit == "round"


def test_how_an_unfinished_race_stands_is_looked_at_more_closely_too() -> None:
    chances = Chances(RUSH, tell(islice(matches(), 12)))
    chances.refine(1)
    assert chances.playouts[0] == chances.playouts[-1] > 1
    assert set(chances.playouts[1:-1]) == {1}


def test_a_chance_is_the_share_of_wins_and_never_certain() -> None:
    assert estimate(3, 4, 2)[0] == 0.75
    chance, error = estimate(0, 4, 2)
    assert chance == 0
    assert error > 0


def test_a_shared_win_counts_in_parts() -> None:
    parts = parts_of_win(np.array([[1, 1, 3], [2, 1, 3]]))
    assert parts.tolist() == [[WIN // 2, WIN // 2, 0], [0, WIN, 0]]
    for winners in range(1, 13):
        assert parts_of_win(np.ones(winners, np.int64)).sum() == WIN


def decision(loss: float, error: float, spread: float = 0.5) -> Decision:
    """A decision of seat 0 that lost this much."""
    return Decision(0, 0, 1, 0, "gear", "N9", "a", "b", loss, error, spread, (), ())


def test_only_decisions_beyond_the_error_are_costly_the_worst_first() -> None:
    those = [decision(0.1, 0.01), decision(0.2, 0.15), decision(0.3, 0.01), decision(0, 0)]
    assert [each.decision.loss for each in costly(those, 0)] == [0.3, 0.1]
    assert costly(those, 1) == []
    assert accuracy(those, 0) == pytest.approx(100 * (1 - 0.4 / 2))
    assert accuracy([decision(0, 0, 0)], 0) == 100
    assert accuracy([], 0) is None


@pytest.mark.parametrize(
    ("loss", "error", "grade"),
    [
        (0.0, 0.0, ""),
        (0.5, 0.3, ""),
        (0.019, 0.001, ""),
        (0.02, 0.001, "inaccuracy"),
        (0.04, 0.001, "mistake"),
        (0.08, 0.001, "blunder"),
        (1.0, 0.1, "blunder"),
    ],
)
def test_a_loss_beyond_the_error_has_a_grade_from_two_points_on(
    loss: float, error: float, grade: str
) -> None:
    assert decision(loss, error).grade == grade
    assert replace(decision(loss, error), is_confirmed=False).grade == ""


def test_the_same_mistake_in_successive_questions_is_one() -> None:
    """The costliest stands for it, and its stake counts once."""
    those = [
        replace(decision(0.1, 0.01, 0.2), succession=4),
        replace(decision(0.3, 0.01, 0.4), succession=4),
        replace(decision(0, 0, 0.1), succession=4),
        replace(decision(0.05, 0.01, 0.1), succession=5),
    ]
    made = counted(those, 0)
    assert [(each.decision.loss, each.times) for each in made] == [(0.3, 2), (0.05, 1)]
    assert made[0].others == (those[0],)
    assert accuracy(those, 0) == pytest.approx(100 * (1 - 0.35 / 0.6))
    assert error_rate(those, 0) == pytest.approx(0.35 / 4)
    assert error_rate(those, 1) is None


@pytest.mark.parametrize(
    ("second", "times"),
    [
        ({}, [2]),
        ({"taken": "drop"}, [2]),
        ({"better": "route"}, [2]),
        ({"taken": "drop", "better": "route"}, [1, 1]),
        ({"succession": 5}, [1, 1]),
    ],
)
def test_only_the_same_choice_or_the_same_better_one_is_the_same_mistake(
    second: dict[str, Any], times: list[int]
) -> None:
    one = replace(decision(0.1, 0.01), succession=4)
    assert [each.times for each in counted([one, replace(one, **second)], 0)] == times


def test_a_good_answer_between_two_mistakes_parts_them() -> None:
    one = replace(decision(0.1, 0.01), succession=4)
    good = replace(one, loss=0.0, error=0.0)
    again = replace(one, number=9)
    assert [each.times for each in counted([one, good, again], 0)] == [1, 1]
    rival = replace(good, seat=1)
    assert [each.times for each in counted([one, rival, again], 0)] == [2]


def test_answers_of_one_kind_in_a_turn_follow_one_another_unless_the_driver_is_asked_another() -> (
    None
):
    chances = Chances(RUSH, told())
    found = _answered(chances)
    for one, other in pairwise(each for each in found if each.decided.ask.by == 0):
        same = one.step.turn == other.step.turn
        same = same and one.decided.ask.question == other.decided.ask.question
        if one.succession == other.succession:
            assert same
    kinds = {(e.decided.ask.by, e.succession): e.decided.ask.question for e in found}
    assert len(kinds) < len(found), "some were asked in succession"


@cache
def exact(seed: int = 0, drives: str = "") -> Review:
    """A review by a number of playouts."""
    return review(RUSH, matches, playouts=2, seed=seed, drives=drives)


def test_a_review_by_playouts_is_the_same_every_time() -> None:
    again = review(RUSH, matches, seconds=0.1, playouts=2)
    assert again == exact()
    assert orjson.dumps(as_reply(again)) == orjson.dumps(as_reply(exact()))
    assert review_page(again) == review_page(exact())
    assert decisions_csv(as_reply(again)) == decisions_csv(as_reply(exact()))
    assert exact(1).chances != exact().chances, "other dice"
    assert all(driver.rated == driver.choices for driver in again.drivers)


def test_the_command_prints_the_same_bytes_every_time(tmp_path: Path) -> None:
    ran, pages = [], []
    for name in ("a", "b"):
        html = tmp_path / f"{name}.html"
        by = ("review", str(LOG), "--playouts", "2", "--seed", "7")
        ran.append([wreck(*by, *more).out for more in ((), ("--json", "--html", str(html)))])
        pages.append(html.read_bytes())
    assert ran[0] == ran[1]
    assert pages[0] == pages[1]
    assert f"Look longer with: wreck review {LOG} --playouts 24 --seed 7" in ran[0][0]


@pytest.mark.slow
def test_a_simpler_processor_prints_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums in another order give other last digits, unless they are exact: NumPy adds as it can."""
    by = ("review", str(LOG), "--playouts", "5", "--json")
    here = process(*by)
    assert here.status == 0, here.err
    about: Any = np.show_config(mode="dicts")
    found = about["SIMD Extensions"]["found"]
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", " ".join(found))
    assert process(*by).out == here.out


@pytest.mark.parametrize("playouts", [1, 3])
def test_the_number_of_playouts_is_that_of_each_step_and_option(playouts: int) -> None:
    of = review(RUSH, matches, playouts=playouts)
    rows = len(of.chances) - 1  # the end is certain
    assert of.playouts == playouts * (rows - 1 + ENDS)
    counts = {option.playouts for each in of.decisions for option in each.options}
    assert counts <= {playouts, CLOSER * playouts, CLOSEST * playouts}


def test_impossible_figures_are_refused() -> None:
    for wrong in ({"playouts": -1}, {"playouts": 5001}, {"seed": -1}, {"drives": "nobody"}):
        with pytest.raises(Malformed):
            review(RUSH, matches, **wrong)


def test_a_bot_that_searches_is_too_slow_for_playouts() -> None:
    with pytest.raises(Malformed, match="ace searches, too slowly for playouts; expected random"):
        review(RUSH, matches, drives="ace")


def test_another_policy_may_drive_in_playouts() -> None:
    other = exact(drives="random")
    assert other.chances != exact().chances
    assert other.drives_text == f"In playouts the policy random drives. {OPEN}"
    assert as_reply(other).drives == other.usual == "random"
    assert exact().drives_text == f"In playouts rookies drive. {OPEN}"
    text = replace(other, usual="absent", searching=("A",)).drives_text
    assert "what the policy absent makes of it" in text


def test_a_driver_who_sees_further_than_the_playouts_is_named() -> None:
    drove = replace(told(), players=("ace", *told().players[1:]))
    (name,) = _searching(RUSH, drove)
    assert name == f"{told().names[0]} (ace)"
    text = replace(exact(), searching=(name,)).drives_text
    assert "looked further ahead, but each move is rated by what a rookie makes of it" in text


def test_a_driver_of_another_policy_looked_no_further() -> None:
    rtd = find_ruleset("rtd")
    drove = replace(
        told(), players=("veteran", "person", "rookie", "veteran"), names=("A", "B", "C", "D")
    )
    assert list(_searching(rtd, drove)) == []
    assert _otherwise(rtd, drove, "rookie") == {"veteran": ("A", "D")}
    assert _otherwise(rtd, drove, "veteran") == {}
    text = replace(exact(), otherwise={"veteran": ("A",)}).drives_text
    assert "A (veteran) drives otherwise than that; with --drivers veteran" in text
    assert "further" not in text


def test_every_review_says_what_its_band_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    _show(exact(), "")
    for shown in (capsys.readouterr().out, review_page(exact()), as_reply(exact()).note):
        assert OPEN in " ".join(shown.split())


def test_every_rated_decision_has_all_its_options() -> None:
    of = exact()
    assert len(of.decisions) == sum(driver.rated for driver in of.drivers)
    asked = {(each.index, each.decided.ask.by): each for each in _answered(Chances(RUSH, told()))}
    for each in of.decisions:
        ask = asked[each.decision.step, each.decision.seat].decided.ask
        assert sorted(option.name for option in each.options) == sorted(ask.names)
        assert [option.name for option in each.options if option.is_taken] == [each.decision.taken]
        better = [option.name for option in each.options if option.is_better]
        assert better == ([each.decision.better] if each.decision.is_costly else [])
        chances = [option.chance for option in each.options]
        assert chances == sorted(chances, reverse=True)
        assert all(option.error > 0 for option in each.options)
        assert all(option.label for option in each.options)


def test_a_table_of_decisions_has_a_row_for_each_option() -> None:
    sent = as_reply(exact())
    rows = list(csv.DictReader(decisions_csv(sent).removeprefix("\ufeff").splitlines()))
    assert len(rows) == sum(len(each.options) for each in sent.decisions)
    assert sum(row["chosen"] == "yes" for row in rows) == len(sent.decisions)
    assert sum(row["better"] == "yes" for row in rows) == sum(
        each.loss > 0 for each in sent.decisions
    )
    assert {row["driver"] for row in rows} <= set(sent.names)
    assert {int(row["playouts"]) for row in rows} <= {2, 2 * CLOSER, 2 * CLOSEST}


def test_even_luck_is_said_unless_it_is_too_rough() -> None:
    driver = found().drivers[0]

    def text(value: float, error: float, is_over: bool = True) -> str:
        account = replace(driver.account, even=Amount(value, error))
        of = replace(found(), is_over=is_over)
        return of.even_luck_text(replace(driver, name="Ann", account=account))

    assert text(0.38, 0.05) == "With even luck Ann would have won 38% ±10 of such races."
    assert text(-0.05, 0.05) == "With even luck Ann would have won 0% ±10 of such races."
    assert text(1.05, 0.05) == "With even luck Ann would have won 100% ±10 of such races."
    assert text(0.38, 0.05, is_over=False) == (
        "With even luck so far, Ann’s chance to win would be 38% ±10."
    )
    assert text(0.38, 0.2) == ""


def test_the_page_needs_nothing_else_and_shows_each_driver() -> None:
    page = review_page(found())
    assert "<script" not in page
    assert "http" not in page
    assert all(name in page for name in found().names)
    assert page.count("<polyline") == len(found().names)
    assert all(f">{part}</text>" in page for part in ("25%", "50%", "75%"))
    assert "-0.0" not in page


def test_a_chart_shows_the_mean_of_neighbours_where_a_look_was_short() -> None:
    rows = [[1.0, 0.0] if row % 2 else [0.0, 1.0] for row in range(301)]
    drawn = chart_points(rows, [[0.12, 0.12]] * 301)
    assert len(drawn) == 52  # 6 rows each, the start and the end by themselves
    assert drawn[1].chances == (0.5, 0.5)
    assert drawn[1].errors[0] == pytest.approx(0.12 / 6**0.5)
    assert (drawn[0].row, drawn[-1].row) == (0, 300)
    assert len(chart_points(rows, [[0.01, 0.01]] * 301)) == 301
    assert len(chart_points(rows, [[0.01, 0.01]] * 301, 60)) <= 60


def test_reply_tells_dice_from_answers() -> None:
    for step, sent in zip(found().steps, as_reply(found()).steps, strict=True):
        assert (sent.number, sent.turn, sent.kind) == (step.number, step.turn, step.kind)
        match sent:
            case ReviewedDie():
                owner = None if step.owner == NOBODY else found().names[step.owner]
                assert (sent.owner, sent.question, sent.face) == (owner, step.question, step.face)
            case ReviewedChoice():
                given = [(each.ask.who, each.ask.names[each.taken]) for each in step.decided]
                assert [(each.who, each.answer) for each in sent.answers] == given
    assert {type(sent) for sent in as_reply(found()).steps} == {ReviewedDie, ReviewedChoice}


def test_page_and_browser_draw_the_same_points() -> None:
    line = re.search(r'<polyline points="([^"]*)"', review_page(found()))
    assert line
    assert len(line[1].split()) == len(as_reply(found()).chart) == len(found().chart)
    assert len(found().chart) < len(found().chances)


def test_progress_moves_within_the_first_round() -> None:
    """Its first word comes long before one playout of each step is done, and it never falls."""
    shares_spent: list[float] = []
    review(RUSH, matches, seconds=0.1, progress=shares_spent.append)
    assert len(shares_spent) > len(told().steps)
    assert shares_spent[0] < 0.5
    assert shares_spent == sorted(shares_spent)


def test_a_look_with_little_time_plays_each_step_once() -> None:
    chances = Chances(RUSH, told())
    chances.refine_for(1e-9)
    assert set(chances.playouts[1:]) == {1}


def test_a_look_takes_the_time_of_its_work_not_that_of_the_clock() -> None:
    """On a machine that is busy with other things it takes longer, and is as exact."""
    chances = Chances(RUSH, told())
    chances.refine_for(0.2, lambda: sleep(0.01))
    assert chances.playouts[1] > 1, "a round alone sleeps longer than that"


def test_a_driver_has_an_error_rate_and_mistakes_by_grade() -> None:
    made = [Costliest(decision(loss, 0.001)) for loss in (0.1, 0.09, 0.03, 0.01)]
    driver = replace(found().drivers[0], counted=tuple(made), error_rate=0.0123)
    assert driver.grades_text == "lost 1.23 points a decision: 2 blunders, 1 inaccuracy"
    assert replace(driver, counted=(), error_rate=0.0).grades_text == (
        "lost 0.00 points a decision: nothing of 2 points or more"
    )
    assert replace(driver, error_rate=None).grades_text == "no choice was rated"


def test_a_review_begins_with_a_line_for_each_driver(capsys: pytest.CaptureFixture[str]) -> None:
    made = [
        Costliest(replace(decision(loss, 0.001), turn=turn))
        for loss, turn in ((0.1, 3), (0.09, 1), (0.09, 3), (0.03, 2))
    ]
    account = replace(found().drivers[0].account, even=Amount(0.24, 0.05), end=1.0)
    ann = replace(
        found().drivers[0], name="Ann", account=account, counted=tuple(made), error_rate=0.01
    )
    answer = "Ann won; with even luck 24%; 3 blunders (rounds 1 and 3) and 1 inaccuracy (round 2)"
    of = replace(found(), drivers=(ann, *found().drivers[1:]))
    assert of.answer_text(ann) == answer
    rough = replace(account, even=Amount(0.24, 0.2), end=0.0)
    lost = replace(ann, account=rough, counted=())
    assert of.answer_text(lost) == "Ann did not win; nothing lost 2 points or more"
    ahead = replace(of, is_over=False).answer_text(replace(lost, account=replace(rough, end=0.3)))
    assert ahead.startswith("Ann would win 30% from here; ")
    half = replace(lost, account=replace(rough, end=0.5))
    assert of.answer_text(half).startswith("Ann shared the win; ")
    _show(of, "")
    for shown in (capsys.readouterr().out, review_page(of)):
        text = " ".join(shown.split())
        assert text.index(answer) < text.index("playouts")


def test_a_few_playouts_rate_nobody() -> None:
    """Fewer than the least of a look of a given time say neither 100 nor 0.00."""
    for driver in exact().drivers:
        assert (driver.accuracy, driver.error_rate, driver.accuracy_text) == (None, None, "?")
        assert driver.grades_text == "too rough to rate: fewer than 16 playouts of an option"
    enough = review(RUSH, matches, playouts=16)
    assert all(driver.accuracy is not None for driver in enough.drivers)
    assert "rough" not in enough.drivers[0].grades_text + found().drivers[0].grades_text


def test_the_command_says_what_to_do_next() -> None:
    ran = wreck("review", str(LOG), "--seconds", "0.1")
    assert ran.status == 0, ran.err
    chosen = sum(driver.choices for driver in found().drivers)
    assert f"of {chosen} choices were rated" in " ".join(ran.out.split())
    assert f"Look longer with: wreck review {LOG} --seconds 1.2" in ran.out
    assert re.search(r"^ *round \d", ran.out, re.M)


def test_a_turn_stands_under_the_column_in_which_it_begins_or_is_left_out() -> None:
    turns = (9, 10, 10, 11, 12, 12, 12, 13)
    points = chart_points([[0.5]] * len(turns), [[0.0]] * len(turns))
    steps = tuple(replace(told().steps[0], turn=turn) for turn in turns)
    assert _turns(replace(found(), steps=steps), points) == "9  11  13"


def test_a_part_too_rough_to_say_anything_shows_no_figures() -> None:
    assert _signed(Amount(1.5, 0.9)) == "?"
    assert _signed(Amount(-0.001, 0.1)) == "0 ±20"
    assert _signed(Amount(0.123, 0.05)) == "+12 ±10"
    assert _signed(Amount(-0.123, 0.05)) == "−12 ±10"
    assert page._signed(Amount(1.5, 0.9)) == "?"
    assert page._signed(Amount(-0.0001, 0.1)) == "+0.0 <small>±19.6</small>"


@pytest.mark.parametrize(("vague", "is_said"), [(-1.0, True), (9.0, False)])
def test_the_key_says_what_a_question_mark_means_if_there_is_one(
    vague: float, is_said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wreckoning.analysis.review.VAGUE", vague)
    assert ("too rough" in found().key) is is_said
    assert ("too rough" in review_page(found())) is is_said


LONG = "Maximiliane Hohenfels-Au"  # as long as a name may be
COSTLY = Costly(7, 3, "N9", "Which gear?", "3", "4", "faster", 0.2, 0.01, ("1st of 2", "heat 3"))


def long_named() -> Review:
    """The review with a driver of a long name, who made a costly decision."""
    first, *rest = found().drivers
    long = replace(first, name=LONG, costly=(COSTLY,))
    return replace(found(), names=(LONG, *found().names[1:]), drivers=(long, *rest))


def test_a_long_name_keeps_the_chart_in_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _show(long_named(), "")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    begins = {match.start() for line in lines if (match := re.search("[▁-█]{20,}", line))}
    assert begins == {len(LONG) + 1}
    assert any(line.startswith("Hohenfels-Au") for line in lines)  # whole words in the ledger


def test_a_costly_decision_says_where_it_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    _show(long_named(), "")
    shown = capsys.readouterr().out
    assert "1st of 2 · heat 3" in shown
    assert "chosen: 3; better: 4, by 20.0 ±2.0 points" in shown
    assert "play --resume" not in shown  # it was read from standard input
    _show(long_named(), "", "race.jsonl")
    assert "play --resume race.jsonl --after" in capsys.readouterr().out
    page = review_page(long_named())
    assert "1st of 2 · heat 3" in page
    assert "Chosen: 3. Better: <b>4</b>, by 20.0 <small>±2.0</small> points." in page


def test_a_better_option_says_its_chance_once() -> None:
    assert _why(Option("a", "A", "roll 4+: an item", 0.5, chance_of="item")) == (
        "50% item: roll 4+: an item"
    )
    assert _why(Option("a", "A", "the clear way: 83%", 0.83, chance_of="clear way")) == (
        "the clear way: 83%"
    )
    assert _why(Option("a", "A", "15% to spin", 0.05, chance_of="hit")) == "5% hit: 15% to spin"
    assert _why(Option("a", "A", "", 0.5, chance_of="pass")) == "50% pass"
    assert _why(Option("a", "A", "hazards 2→1")) == "hazards 2→1"


def test_a_better_option_says_what_it_brings_instead_of_what() -> None:
    go, wait = Option("go", "Go", "an item", 0.5), Option("wait", "Wait", "drive past them")
    assert _reason(go, wait) == "50%: an item, instead of: drive past them"
    assert _reason(wait, Option("stay", "Stay", "")) == "drive past them"
    assert _reason(wait, Option("stay", "Stay", "drive past them")) == "drive past them"
    assert _reason(Option("stay", "Stay", ""), wait) == "instead of: drive past them"


def test_a_costly_decision_says_its_position_also_where_the_question_does_not() -> None:
    log = read_log((GOLDEN.parent / "rtd" / "course_midnight_menagerie.jsonl").read_text("utf-8"))
    rtd = find_ruleset("rtd")
    asked = (
        (match, ask)
        for match in replay_steps(log, rtd)
        for ask in match.asks
        if ask.question == "item_box"
    )
    match, ask = next(asked)
    prompt = rtd.view.describe_ask(match, ask)
    assert prompt.situation == ()
    (line,) = _situation(match, ask.by, prompt)
    row = next(row for row in rtd.view.standings(match) if row.seat == ask.by)
    assert line == f"{('1st', '2nd', '3rd')[row.place - 1]} of 3, {row.where}"
    told = replace(prompt, situation=(f"{line}, 3 Momentum",))
    assert _situation(match, ask.by, told) == told.situation  # it says so already


def test_the_command_prints_json_and_writes_the_page(tmp_path: Path) -> None:
    html = tmp_path / "review.html"
    ran = wreck("review", str(LOG), "--seconds", "0.1", "--json", "--html", str(html))
    assert ran.status == 0, ran.err
    data = json.loads(ran.out)
    assert len(data["chances"]) == len(data["steps"]) + 1
    assert {"luck", "decisions", "accuracy", "costly"} <= set(data["drivers"][0])
    assert html.read_text("utf-8").startswith("<!doctype html>")


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    assert "expected a file that ends in .html" in refused("review", str(LOG), "--html", "page.txt")
    cut = tmp_path / "cut.jsonl"
    cut.write_text(LOG.read_text("utf-8").splitlines()[0] + "\n")
    assert "at least one answer" in refused("review", str(cut))


def test_without_time_for_all_those_come_first_that_lowered_the_chance() -> None:
    chances = Chances(RUSH, told())
    chances.refine(4)
    rated = decisions(chances, seconds=1e-9)
    assert len(rated) == 1
    answers = [
        (index, decided.ask.by)
        for index, step in enumerate(told().steps)
        for decided in step.decided
        if len(decided.ask.options) > 1
    ]
    values = chances.chances
    falls = {values[index + 1, seat] - values[index, seat] for index, seat in answers}
    assert values[rated[0].step + 1, rated[0].seat] - values[rated[0].step, rated[0].seat] == min(
        falls
    )
