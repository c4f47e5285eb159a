"""The page on odds is true: its commands print what it says they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.run import wreck

from wreckoning.odds.questions import Given, OddsQuestion, counted
from wreckoning.odds.spreads import by_number
from wreckoning.rulesets.rush.odds import questions
from wreckoning.rulesets.rush.odds.spreads import boost_odds

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8")
EXAMPLES = re.findall(r"```console\n\$ wreck (.*)\n([^`]*)```", PAGE)


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found.group(1)


def plain(text: str) -> list[str]:
    """Its lines, blanks between columns not counted."""
    return [" ".join(line.split()) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=lambda part: part[:40])
def test_an_example_prints_what_the_page_says(command: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "race.json").write_text(block("json"))
    ran = wreck(*shlex.split(command), folder=tmp_path)
    assert ran.status == 0, ran.err
    assert plain(ran.out) == plain(printed)


def test_page_has_examples() -> None:
    assert len(EXAMPLES) == 5


def test_shown_question_is_the_real_one() -> None:
    names = {
        "OddsQuestion": OddsQuestion,
        "Given": Given,
        "by_number": by_number,
        "boost_odds": boost_odds,
        "counted": counted,
    }
    shown = eval(block("python"), names)
    ours = next(each for each in questions() if each.name == "boost")
    assert shown.table() == ours.table()
