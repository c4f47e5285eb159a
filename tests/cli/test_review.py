"""`wreck review` in the terminal: the ledger by kind of roll and by rival."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis.test_ledger import made, vague
from tests.analysis.test_review import LOG, exact
from tests.cli.run import refused, wreck

from wreckoning.analysis.ledger import Amount, FromRival
from wreckoning.analysis.review import Review
from wreckoning.cli.decision_list import show_decisions
from wreckoning.cli.review import _show_split
from wreckoning.core.ids import by_seat


def shown(found: Review, capsys: pytest.CaptureFixture[str], columns: int = 80) -> list[str]:
    """The lines of the split, without the spaces after them."""
    from rich.console import Console

    _show_split(Console(width=columns), found)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_each_driver_has_a_line_of_luck_and_one_of_rivals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = shown(made(), capsys)
    assert lines[1] == "Luck by kind of roll, and what rivals did"
    assert lines[2:5] == [
        "Ann",
        "  luck: heat +65 ±4; Side Ram −10 ±3",
        "  rivals: Bob luck −10 ±3, choices −6 ±7; Cid luck −2 ±3, choices +5 ±6",
    ]
    assert [line for line in lines[2:] if not line.startswith(" ")] == ["Ann", "Bob", "Cid"]


def test_amounts_too_rough_alone_are_question_marks_and_one_if_all_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "  luck: heat +65 ±4; Side Ram ?" in shown(vague(), capsys)
    rough = Amount(1.0, 0.5)
    drivers = []
    for seat, driver in by_seat(made().drivers):
        rivals = {other: FromRival(rough, rough) for other, _ in by_seat("abc") if other != seat}
        account = replace(driver.account, by_roll={"heat_die": rough}, by_rival=rivals)
        drivers.append(replace(driver, account=account))
    lines = shown(replace(made(), drivers=tuple(drivers)), capsys)
    assert lines[2:5] == ["Ann", "  luck: ?", "  rivals: ?"]


def test_no_line_is_longer_than_the_terminal_is_wide(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(made(), capsys, 40)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("  ") for line in lines if "choices" in line)


def listed(capsys: pytest.CaptureFixture[str], name: str = "") -> str:
    """The list of decisions at 80 columns."""
    from rich.console import Console

    show_decisions(Console(width=80), exact(), name)
    return capsys.readouterr().out


def test_the_list_has_every_decision_with_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    shown = listed(capsys)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    of = exact()
    assert sum(line.startswith("  > ") for line in lines) == len(of.decisions)
    options = [line for line in lines if re.match(r"  [>+ ] +\d+\.\d +±\d+\.\d +\d+ ", line)]
    assert len(options) == sum(len(each.options) for each in of.decisions)
    better = sum(each.decision.is_costly for each in of.decisions)
    assert sum(line.startswith("  + ") for line in options) == better > 0


def test_the_list_may_be_of_one_driver(capsys: pytest.CaptureFixture[str]) -> None:
    of = exact()
    shown = listed(capsys, of.names[0])
    assert "after 1 answers" not in shown + listed(capsys)
    headings = [line for line in shown.splitlines() if ", round " in line]
    own = [each for each in of.decisions if each.decision.seat == 0]
    assert len(headings) == len(own)
    assert all(line.startswith(f"{of.names[0]}, ") for line in headings)


def test_the_list_says_what_a_mistake_cost_and_that_another_stands_for_it() -> None:
    each = exact().decisions[0]
    made = replace(each.decision, loss=0.05, error=0.01, is_confirmed=True)
    said = replace(each, decision=made, times=1)
    assert said.cost_text == "mistake: −5.0 ±2.0 points"
    assert replace(said, times=3).cost_text == (
        "mistake: −5.0 ±2.0 points, the costliest of 3 in a row"
    )
    assert replace(said, times=0, counted_with=39).cost_text == (
        "mistake: −5.0 ±2.0 points, counted with the one after 39 answers"
    )
    assert replace(each, decision=replace(made, loss=0.0), times=0).cost_text == ""


def test_unknown_drivers_policies_and_files_are_refused(tmp_path: Path) -> None:
    log = str(LOG)
    assert "driver" in refused("review", log, "--decisions", "Nobody")
    assert "policy" in refused("review", log, "--drivers", "nobody")
    assert "ends in .csv" in refused("review", log, "--csv", str(tmp_path / "a.txt"))
    assert "expected 0 to 5000" in refused("review", log, "--playouts", "5001")


def test_json_too_has_the_decisions_of_one_driver_alone() -> None:
    by = ("review", str(LOG), "--playouts", "1", "--json", "--decisions")
    name = exact().names[0]
    one, both = (json.loads(wreck(*by, who).out)["decisions"] for who in (name, "all"))
    assert {each["who"] for each in both} == set(exact().names)
    assert one == [each for each in both if each["who"] == name]


def test_the_command_writes_the_table_and_lists_decisions(tmp_path: Path) -> None:
    csv = tmp_path / "decisions.csv"
    by = ("review", str(LOG), "--playouts", "1", "--csv", str(csv), "--decisions", "all")
    ran = wreck(*by)
    assert ran.status == 0, ran.err
    assert "decisions, with all options" in ran.out
    assert csv.read_bytes().startswith(b"\xef\xbb\xbfdecision,answers before,turn,driver,")
