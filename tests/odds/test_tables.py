"""Questions of chances: what holds for every ruleset's, what may be given, how they read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.odds.oracle import question_of, tables_of

from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.odds.questions import OddsQuestion
from wreckoning.odds.tables import (
    find_question,
    percent_words,
    question_json,
    questions_of,
    read_givens,
    table_json,
    table_of,
)

ALL = [
    pytest.param(question_of(key, question.name), id=f"{key}-{question.name}")
    for key in registered()
    for question in questions_of(find_ruleset(key))
]
SLIDE = question_of("rtd", "slide")
STEERING = question_of("rush", "steering")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("question", ALL)
def test_chances_add_up_to_one_and_rows_differ(
    question: OddsQuestion,
) -> None:
    for table in tables_of(question, 3):
        titles = [row.title for row in table.rows]
        assert titles
        assert len(set(titles)) == len(titles)
        for row in table.rows:
            found = dict(zip(table.columns, row.chances, strict=True))
            assert all(chance is None or 0 <= chance <= 1 for chance in row.chances)
            assert all(isinstance(chance, Fraction | int | None) for chance in row.chances)
            if table.whole:
                assert sum(found[column] or 0 for column in table.whole) == 1, row.title


@pytest.mark.parametrize("question", ALL)
def test_question_has_a_description(question: OddsQuestion) -> None:
    assert question.name == question.name.lower().replace(" ", "_")
    assert question.title[0].isupper() or not question.title[0].isalpha()
    assert question.rule
    assert not question.heads or len(question.heads) == len(question.columns)
    assert set(question.whole) <= set(question.columns)
    for given in question.givens:
        assert set(given.usual) <= set(given.values)
        assert given.about


@pytest.mark.parametrize("key", registered())
def test_names_are_told_apart(key: str) -> None:
    names = [question.name for question in questions_of(find_ruleset(key))]
    assert len(set(names)) == len(names)


# --- what is given


def test_given_value_replaces_the_default() -> None:
    rows = table_of(SLIDE, ["curve=curve", "momentum=4", "ahead=2", "card=none"]).rows
    assert [row.title for row in rows] == ["curve, M 4, M 2 ahead"]
    assert rows[0].facts == {
        "curve": "curve",
        "card": "none",
        "momentum": 4,
        "ahead": 2,
        "status": "none",
    }


def test_several_values_or_all_may_be_given() -> None:
    two = read_givens(SLIDE, ["curve=tight", "curve=curve", "curve=tight"])
    assert two == {"curve": ("tight", "curve")}
    every = read_givens(SLIDE, ["status=all"])
    assert every == {"status": ("none", "ink", "shrunk", "both")}


def test_yes_no_and_numbers_are_told_apart() -> None:
    box = question_of("rtd", "box")
    given = ["fake=yes", "taken=1"]
    assert read_givens(box, given) == {"fake": (True,), "taken": (1,)}
    assert table_of(box, given).rows[0].facts["fake"] is True
    with pytest.raises(Malformed, match="--given fake: no value '1'; expected one of no, yes, all"):
        read_givens(box, ["fake=1"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("curve", "--given: expected name=value, found 'curve'"),
        ("curves=tight", "no circumstance 'curves'; .* did you mean curve"),
        ("curve=hairpin", "--given curve: no value 'hairpin'; expected one of tight, straight"),
        ("momentum=99", "--given momentum: no value '99'"),
        ("momentum=", "--given momentum: no value ''"),
        ("=tight", "no circumstance ''"),
    ],
)
def test_invalid_circumstance_is_refused(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        table_of(SLIDE, [text])


def test_impossible_combination_is_refused() -> None:
    given = ["orientation=tailgate", "gear=1", "other_gear=5"]
    with pytest.raises(Malformed, match="tailgate, gear=1, other_gear=5 exclude each other"):
        table_of(question_of("kart", "collision"), given)


def test_question_without_circumstances() -> None:
    with pytest.raises(Malformed, match="box takes no circumstances"):
        table_of(question_of("kart", "box"), ["gear=1"])


# --- found, and told


def test_question_is_found_by_name() -> None:
    with pytest.raises(Malformed, match=r"no question 'sterring'; .* did you mean steering"):
        find_question(questions_of(find_ruleset("rush")), "sterring")


def test_ruleset_without_questions_says_so() -> None:
    silent = replace(find_ruleset("rush"), odds=tuple)
    with pytest.raises(Malformed, match="Rush 'n' Crush has no tables of chances"):
        questions_of(silent)


def test_the_json_of_a_table_has_shares_of_one() -> None:
    found = table_json(table_of(STEERING))
    assert (found["name"], found["rule"]) == ("steering", "N13")
    rows = found["rows"]
    assert [(row["dice"], row["keep"]) for row in rows][:2] == [(5, "high"), (4, "high")]
    assert rows[3]["at_least"] == {
        "2": pytest.approx(35 / 36),
        "3": pytest.approx(8 / 9),
        "4": 0.75,
        "5": pytest.approx(5 / 9),
        "6": pytest.approx(11 / 36),
    }
    assert rows[3]["exact"]["2"] == "35/36"


def test_json_has_an_average_only_for_numbers() -> None:
    one, *_ = table_json(question_of("rush", "heat").table({"dice": (1,), "turbo": (0,)}))["rows"]
    assert one == {
        "dice": 1,
        "turbo": 0,
        "points": {"0": pytest.approx(2 / 3), "1": pytest.approx(1 / 3)},
        "exact": {"0": "2/3", "1": "1/3"},
        "average": pytest.approx(1 / 3),
    }


def test_the_json_of_a_question_says_what_may_be_given() -> None:
    found = question_json(STEERING)
    assert found["name"] == "steering"
    (given,) = found["given"]
    assert given["name"] == "speed"
    assert 18 in given["values"]
    assert 18 not in given["shown"]


def test_an_exact_half_goes_to_the_even_tenth() -> None:
    assert percent_words(Fraction(1, 16)) == "6.2"
    assert percent_words(Fraction(15, 16)) == "93.8"
    assert percent_words(Fraction(1)) == "100.0"
